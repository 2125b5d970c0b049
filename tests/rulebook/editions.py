"""Reads RULES.md as paragraphs; `python -m tests.rulebook.editions [GAME]` writes the edition in force."""

import json
import re
import sys
from importlib.resources import files
from pathlib import Path
from typing import Final

from app.games.registry import GAMES, USUAL
from app.service.rulebook import hash_of

CONQUIAN: Final = Path(str(files("app.games.conquian")))
_NUMBER: Final = re.compile(r"^Edition (\d+)$", re.MULTILINE)
_PARAGRAPH: Final = re.compile(r"^\*\*(\d+\.\d+) ", re.MULTILINE)


def folder(play: str) -> Path:
    """The folder of the rulebook of a game."""
    return Path(str(files(GAMES[play].package)))


def text(play: str = USUAL) -> str:
    """RULES.md of a game as it is."""
    return (folder(play) / "RULES.md").read_text(encoding="utf-8")


def number(rules: str) -> int:
    """The edition that a rulebook says it is."""
    match = _NUMBER.search(rules)
    assert match, "RULES.md names no edition"
    return int(match[1])


def paragraphs(rules: str) -> dict[str, str]:
    """The paragraphs of a rulebook by number, titles first, unemphasised.

    Text is on one line; the rows of a table, which follows it, are on a line each.
    """
    _, *rest = _PARAGRAPH.split(re.sub(r"^## .*$", "", rules, flags=re.MULTILINE))
    return {name: _joined(words.replace("*", "")) for name, words in zip(rest[::2], rest[1::2], strict=True)}


def _joined(words: str) -> str:
    lines = words.splitlines()
    prose = " ".join(" ".join(line for line in lines if not line.startswith("|")).split())
    return "\n".join([prose, *[line for line in lines if line.startswith("|")]])


def main(play: str = USUAL) -> None:
    """Writes the paragraphs of RULES.md as the edition that it names, and says their hash."""
    rules = text(play)
    texts = paragraphs(rules)
    path = folder(play) / "editions" / f"{number(rules)}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(texts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.stdout.write(f"{path.name}: {hash_of(texts)}; in force is {GAMES[play].edition}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
