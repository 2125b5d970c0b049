"""Translation: messages are English texts in the code, catalogues have them in other languages.

A message with values has named places, `{count}`. `make translations` collects the messages of the source
into the gettext catalogues `es.po` and `fr.po` of this folder and compiles them to `es.mo` and `fr.mo`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final


class Language(StrEnum):
    """A language by its code (BCP 47)."""

    ES = "es"
    EN = "en"
    FR = "fr"


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


def _read(language: Language) -> NullTranslations:
    compiled = files(__name__) / f"{language}.mo"
    if not compiled.is_file():
        return NullTranslations()
    with compiled.open("rb") as opened:
        return GNUTranslations(opened)


CATALOGUES: Final[dict[Language, NullTranslations]] = {language: _read(language) for language in Language}
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
        return ", ".join(str(_written(language, one)) for one in value)
    return value


def translations(message: Message | str, *languages: Language) -> dict[str, str]:
    """Return the text of `message` by language, in every language if none is named.

    >>> translations(Message("yes"), Language.FR)
    {'fr': 'oui'}
    """
    return {str(language): translate(language, message) for language in languages or Language}
