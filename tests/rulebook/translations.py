"""Reads RULES.es.md and RULES.fr.md, and ties what they say to the English text that it was made from.

A paragraph that was translated anew is tied to the English text as it is now. One of which only the English
has changed stays with the old text, and so with the editions that have it, until its number is named: then
whoever names it has read both and found that the translation still says the same.

    python -m tests.rulebook.translations GAME [NUMBER...]
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Final

from app.games.registry import GAMES
from app.i18n import Language
from app.service.rulebook import current, edition, order, text_hash

from .editions import folder, paragraphs

LANGUAGES: Final = (Language("es"), Language("fr"))

Bound = Mapping[str, Mapping[str, str]]
"""Translations by paragraph number and the mark of the English text."""


def text(play: str, language: Language) -> str:
    """The rulebook of a game in a language, as it is."""
    return (folder(play) / f"RULES.{language}.md").read_text(encoding="utf-8")


def kept(play: str, language: Language) -> Bound:
    """The translations as the program has them."""
    path = folder(play) / "translations" / f"{language}.json"
    document: Bound = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return document


def bound(
    before: Bound, translated: Mapping[str, str], english: Mapping[str, str], read: Sequence[str]
) -> Bound:
    """`before` with what is new in `translated`, and with the paragraphs `read` as they are."""
    editions = {number: dict(texts) for number, texts in before.items()}
    for number, paragraph in translated.items():
        texts = editions.setdefault(number, {})
        if paragraph not in texts.values() or number in read:
            texts[text_hash(english[number])] = paragraph
    return {number: editions[number] for number in sorted(editions, key=order)}


def alive(play: str, translations: Bound) -> Bound:
    """The translations of texts that some edition has."""
    books = [edition(play, number) for number in range(1, GAMES[play].edition + 1)]
    marks = {
        (number, text_hash(paragraph))
        for book in books
        if book
        for number, paragraph in book.paragraphs.items()
    }
    return {
        number: {digest: translated for digest, translated in texts.items() if (number, digest) in marks}
        for number, texts in translations.items()
    }


def main(play: str, *read: str) -> None:
    """Writes the translations of every language."""
    english = current(play).paragraphs
    for language in LANGUAGES:
        texts = alive(play, bound(kept(play, language), paragraphs(text(play, language)), english, read))
        path = folder(play) / "translations" / f"{language}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(texts, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
