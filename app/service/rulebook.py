"""Editions of the rulebooks: pinned by a game's first entry, contained in its record.

An edition is one JSON object {paragraph number: text} in the folder `editions` of its game. RULES.md is the
current edition; a test compares the two, and every edition with its hash.

The English text is binding. Translations are in the folder `translations`, an object per language: {paragraph
number: {SHA-256 of the English text: text}}. A translation belongs to exactly that English text, in any
edition. RULES.es.md and RULES.fr.md translate the current edition.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from app.games.registry import GAMES
from app.i18n import Language, Message
from app.store.canonical import canonical, parse

BINDS: Final = Message("The English text decides.")
"""Note beside a translation."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """An edition (from 1): its paragraphs by number, in numerical order, and their hash in hex."""

    edition: int
    hash: str
    paragraphs: Mapping[str, str]

    @property
    def pin(self) -> dict[str, Any]:
        """Data about the edition in the first entry of a game."""
        return {"edition": self.edition, "hash": self.hash}


def current(play: str) -> Rulebook:
    """Return the current edition for tables of the game `play`."""
    return _read(play, GAMES[play].edition)


def pinned(play: str, number: int) -> Rulebook:
    """Return edition `number`, which a log names. Raises ValueError if this program does not have it."""
    book = edition(play, number)
    if book is None:
        raise ValueError(f"this program has no edition {number} of the rulebook of {play}")
    return book


def edition(play: str, number: int) -> Rulebook | None:
    """Return edition `number` of the rulebook of `play`, None if this program does not have it."""
    return _read(play, number) if play in GAMES and 1 <= number <= GAMES[play].edition else None


def translated_paragraph(play: str, number: str, text: str, language: Language) -> str | None:
    """Return the English `text` of a paragraph in another language;

    None if this exact text is not translated.
    """
    return (
        None
        if language is Language.EN
        else _translations(play, language).get(number, {}).get(text_hash(text))
    )


def translated_paragraphs(play: str, paragraphs: Mapping[str, str], language: Language) -> dict[str, str]:
    """Return those of `paragraphs` that are translated, by number."""
    translated = {
        number: translated_paragraph(play, number, text, language) for number, text in paragraphs.items()
    }
    return {number: text for number, text in translated.items() if text is not None}


def translation(number: str, text: str, language: Language) -> str | None:
    """Return `text`, paragraph `number` of the rulebook of some game, in another language, or None."""
    translations = (translated_paragraph(play, number, text, language) for play in GAMES)
    return next((paragraph for paragraph in translations if paragraph is not None), None)


def text_hash(text: str) -> str:
    """Return the SHA-256 in hex of an English paragraph, the key of its translation."""
    return sha256(text.encode()).hexdigest()


def hash_of(paragraphs: Mapping[str, str]) -> str:
    """Return the SHA-256 of the canonical JSON of {paragraph number: text}, in hex."""
    return sha256(canonical(dict(paragraphs))).hexdigest()


def order(number: str) -> tuple[int, ...]:
    """Return the sort key of a paragraph number: 6.9 comes before 6.10."""
    return tuple(map(int, number.split(".")))


@cache
def _read(play: str, number: int) -> Rulebook:
    file = files(GAMES[play].package) / "editions" / f"{number}.json"
    paragraphs: dict[str, str] = parse(file.read_bytes())
    ordered = {name: paragraphs[name] for name in sorted(paragraphs, key=order)}
    return Rulebook(number, hash_of(ordered), MappingProxyType(ordered))


@cache
def _translations(play: str, language: Language) -> Mapping[str, Mapping[str, str]]:
    file = files(GAMES[play].package) / "translations" / f"{language}.json"
    translated: dict[str, dict[str, str]] = parse(file.read_bytes()) if file.is_file() else {}
    return translated
