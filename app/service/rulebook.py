"""The editions of the rulebooks: what a game's first entry pins, and the texts that its record carries.

An edition is one JSON object {paragraph number: text} in the folder `editions` of its game. RULES.md is the
edition in force; a test holds both to each other and every edition to its hash.

The English text binds. To read by there are translations in the folder `translations`, an object a language:
{paragraph number: {SHA-256 of the English text: text}}. Each belongs to the very words that it was made from,
in whatever edition they stand. RULES.es.md and RULES.fr.md translate the edition in force.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from app.i18n import Language, Message
from app.store.canonical import canonical, parse

CURRENT: Final[Mapping[str, int]] = MappingProxyType({"conquian": 9})
"""By game the edition that new tables are made under."""

BINDS: Final = Message("The English text decides.")
"""What is said beside a translation."""


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


def translated_paragraph(play: str, number: str, text: str, language: Language) -> str | None:
    """The English `text` of a paragraph in another language; None where this very text is not translated."""
    return (
        None
        if language is Language.EN
        else _translations(play, language).get(number, {}).get(text_hash(text))
    )


def translated_paragraphs(play: str, paragraphs: Mapping[str, str], language: Language) -> dict[str, str]:
    """Those of `paragraphs` that are translated, by number."""
    found = {
        number: translated_paragraph(play, number, text, language) for number, text in paragraphs.items()
    }
    return {number: text for number, text in found.items() if text is not None}


def text_hash(text: str) -> str:
    """What a translation knows the English text of its paragraph by: SHA-256 in hex."""
    return sha256(text.encode()).hexdigest()


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


@cache
def _translations(play: str, language: Language) -> Mapping[str, Mapping[str, str]]:
    found = files(f"app.games.{play}") / "translations" / f"{language}.json"
    translated: dict[str, dict[str, str]] = parse(found.read_bytes())
    return translated
