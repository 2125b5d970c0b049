"""The languages that the service explains its rules in, and texts that say one thing in each of them."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Final

from app.i18n import Language as Language

_HOLE: Final = re.compile(r"\\\{\d?\\\}")


@dataclass(frozen=True, slots=True)
class Words:
    """One thing said in Spanish, English and French."""

    es: str
    en: str
    fr: str

    def in_(self, *languages: Language) -> dict[str, str]:
        """What is said in `languages`, or where none is named in every one, by language.

        >>> Words("escalera", "run", "séquence").in_(Language.FR)
        {'fr': 'séquence'}
        """
        return {code: text for code, text in asdict(self).items() if not languages or code in languages}


class Phrasebook:
    """Sentences by their English, each in Spanish and French; `{}` or `{0}` is what differs from one time to
    another, and may be a sentence itself."""

    def __init__(self, sentences: Mapping[str, tuple[str, str]]) -> None:
        self._sentences = sentences

    def told(self, text: str, language: Language) -> str | None:
        """What the English `text` says in a language, None where that is not known.

        >>> Phrasebook({"line {}": ("línea {}", "ligne {}")}).told("line 7", Language.FR)
        'ligne 7'
        """
        if language is Language.EN:
            return text
        at = (Language.ES, Language.FR).index(language)
        whole = self._sentences.get(text)
        if whole is not None:
            return whole[at]
        for form, said in self._forms:
            if match := form.fullmatch(text):
                return said[at].format(*[self.told(part, language) or part for part in match.groups()])
        return None

    @cached_property
    def _forms(self) -> list[tuple[re.Pattern[str], tuple[str, str]]]:
        """The sentences that are not always the same, the longer before those that would hold them."""
        varied = sorted((one for one in self._sentences if "{" in one), key=len, reverse=True)
        return [
            (re.compile(_HOLE.sub("(.+?)", re.escape(one)), re.DOTALL), self._sentences[one])
            for one in varied
        ]
