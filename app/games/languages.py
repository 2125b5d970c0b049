"""The languages that the service explains its rules in, and texts that say one thing in each of them."""

from dataclasses import asdict, dataclass
from enum import StrEnum


class Language(StrEnum):
    """A language by its code (BCP 47)."""

    ES = "es"
    EN = "en"
    FR = "fr"


@dataclass(frozen=True, slots=True)
class Words:
    """One thing said in Spanish, English and French."""

    es: str
    en: str
    fr: str

    def in_(self, *languages: Language) -> dict[str, str]:
        """What is said in `languages`, or where none is named in every one, by language.

        >>> Words("corrida", "run", "séquence").in_(Language.FR)
        {'fr': 'séquence'}
        """
        return {code: text for code, text in asdict(self).items() if not languages or code in languages}
