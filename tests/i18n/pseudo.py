"""A fourth catalogue, made from the source: each text between marks."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations, bindtextdomain
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog

from app import i18n
from app.i18n import DOMAIN, FOLDER, Language
from tests.i18n.catalogues import compiled
from tests.i18n.program import click_messages

OPEN, CLOSE = "⟦", "⟧"
_PLACE: Final = re.compile(r"\{\w+\}")
LANGUAGE: Final = Language("fr")
"""The language that the marked texts stand in for."""


class Marked(NullTranslations):
    """A catalogue in which each message is its English text between marks, but for what fills its places."""

    def gettext(self, message: str) -> str:
        """Return the message with marks around all that is no place."""
        return _PLACE.sub(lambda place: f"{CLOSE}{place[0]}{OPEN}", f"{OPEN}{message}{CLOSE}")

    def pgettext(self, context: str, message: str) -> str:
        """Return the message between marks."""
        return self.gettext(message)


@contextmanager
def pseudo() -> Iterator[None]:
    """Install the marked texts instead of a catalogue."""
    before = i18n.CATALOGUES[LANGUAGE]
    i18n.CATALOGUES[LANGUAGE] = Marked()
    try:
        yield
    finally:
        i18n.CATALOGUES[LANGUAGE] = before


@contextmanager
def marked_words(folder: Path) -> Iterator[None]:
    """Let gettext find marked words of click, which it reads from files, in `folder`."""
    path = folder / LANGUAGE / "LC_MESSAGES" / f"{DOMAIN}.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(_words())
    bindtextdomain(DOMAIN, folder)
    try:
        yield
    finally:
        bindtextdomain(DOMAIN, FOLDER)


@cache
def _words() -> bytes:
    """Return the compiled catalogue of the marked words of click."""
    catalogue, marked = Catalog(locale=str(LANGUAGE)), Marked()
    for _, text in click_messages():
        if isinstance(text, str):
            catalogue.add(text, marked.gettext(text))
        else:
            singular, many = map(marked.gettext, text)
            catalogue.add(text, (singular, many, many))
    return compiled(catalogue)


def outside(text: str) -> str:
    """Return what stands outside of the marks, which may be nested."""
    depth, letters = 0, []
    for letter in text:
        depth += (letter == OPEN) - (letter == CLOSE)
        if depth == 0 and letter != CLOSE:
            letters.append(letter)
    return "".join(letters)
