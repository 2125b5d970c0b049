"""Translation: messages are English texts in the code, catalogues have them in other languages.

A message with values has named places, `{count}`. `make translations` collects the messages of the source
into the gettext catalogues of this folder, such as `es.po`, and compiles them to the place where gettext
looks for them, `es/LC_MESSAGES/conquian.mo`. A language is a compiled catalogue here: the program lists the
languages nowhere else. Translations of a rulebook are in its game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from gettext import NullTranslations, translation
from pathlib import Path
from typing import Final

DOMAIN: Final = "conquian"
"""Name of the compiled catalogues."""

FOLDER: Final = Path(__file__).parent
"""Folder of the catalogues, as gettext searches it."""


def ordered(codes: Iterable[str]) -> tuple[str, ...]:
    """Return the codes of languages in the order of answers, with English, the language of the source.

    >>> ordered(["fr", "es", "de"])
    ('de', 'en', 'es', 'fr')
    """
    first, *rest = sorted(codes)
    return (first, "en", *rest)


def _compiled() -> Iterator[str]:
    return (file.parents[1].name for file in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))


_FIRST, _, *_REST = ordered(_compiled())


class Language(StrEnum):
    """A language by its code (BCP 47): English, and each that has a compiled catalogue in this folder."""

    _ignore_ = "members code"
    members = vars()
    members[_FIRST.upper()] = _FIRST
    EN = "en"
    for code in _REST:
        members[code.upper().replace("-", "_")] = code


@dataclass(frozen=True, slots=True)
class Message:
    """An English text to be translated later, with the values of its places.

    `context` tells apart messages with equal English and different translations.
    """

    text: str
    context: str = ""
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    def filled(self, **values: object) -> "Message":
        """Return the message with values for its places."""
        return replace(self, values={**self.values, **values})

    def __str__(self) -> str:
        """Return the text in English."""
        return translate(Language.EN, self)


TRANSLATED: Final = tuple(language for language in Language if language is not Language.EN)
"""The languages of the catalogues."""

CATALOGUES: Final[dict[Language, NullTranslations]] = {
    language: translation(DOMAIN, FOLDER, [language], fallback=True) for language in Language
}
"""The catalogue of each language; that of English is empty, because a message is its own English text."""


def translate(language: str, message: Message | str, **values: object) -> str:
    """Return the text of `message` in `language`, its places filled if it has values.

    A value may be a message, which is translated too, or a list or tuple, which is written with commas.

    >>> translate("fr", Message("The game has {count} plies."), count=3)
    'La partie a 3 entrées.'
    """
    known = Message(message) if isinstance(message, str) else message
    catalogue = CATALOGUES[Language(language)]
    if not known.text:
        text = ""
    elif known.context:
        text = catalogue.pgettext(known.context, known.text)
    else:
        text = catalogue.gettext(known.text)
    given = {**known.values, **values}
    return (
        text.format(**{name: _written(language, value) for name, value in given.items()}) if given else text
    )


def _written(language: str, value: object) -> object:
    if isinstance(value, Message):
        return translate(language, value)
    if isinstance(value, list | tuple):
        return ", ".join(str(_written(language, part)) for part in value)
    return value


def translations(message: Message | str, *languages: Language) -> dict[str, str]:
    """Return the text of `message` by language, in every language if none is named.

    >>> translations(Message("yes"), Language("fr"))
    {'fr': 'oui'}
    """
    return {str(language): translate(language, message) for language in languages or Language}


NAME: Final = Message("English", "the name of this language in itself")


def name_of(language: str) -> str:
    """Return the name of a language in itself.

    >>> name_of("fr")
    'Français'
    """
    return translate(language, NAME)
