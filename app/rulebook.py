"""The editions of the rulebooks: what a game's first entry pins, and the texts that its record carries.

An edition is one JSON object {paragraph number: text} in the folder `editions` of its game. RULES.md is the
edition in force; a test holds both to each other and every edition to its hash.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from app.store.canonical import canonical, parse

CURRENT: Final[Mapping[str, int]] = MappingProxyType({"conquian": 3})
"""By game the edition that new tables are made under."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """An edition (from 1): its paragraphs by number, in the order of their numbers, and their hash in hex."""

    edition: int
    hash: str
    paragraphs: Mapping[str, str]

    @property
    def pin(self) -> dict[str, Any]:
        """What the first entry of a game says of it."""
        return {"edition": self.edition, "hash": self.hash}


def current(play: str) -> Rulebook:
    """The edition that tables of the game `play` are made under now."""
    return _read(play, CURRENT[play])


def edition(play: str, number: int) -> Rulebook | None:
    """The edition `number` of the rulebook of `play`, None if this program does not have it."""
    return _read(play, number) if 1 <= number <= CURRENT.get(play, 0) else None


def hash_of(paragraphs: Mapping[str, str]) -> str:
    """The SHA-256 of the canonical JSON of {paragraph number: text}, in hex."""
    return sha256(canonical(dict(paragraphs))).hexdigest()


def order(number: str) -> tuple[int, ...]:
    """Paragraph numbers as they are counted: 6.9 comes before 6.10."""
    return tuple(map(int, number.split(".")))


@cache
def _read(play: str, number: int) -> Rulebook:
    found = files(f"app.games.{play}") / "editions" / f"{number}.json"
    paragraphs: dict[str, str] = parse(found.read_bytes())
    ordered = {name: paragraphs[name] for name in sorted(paragraphs, key=order)}
    return Rulebook(number, hash_of(ordered), MappingProxyType(ordered))
