"""What findings say, in Spanish and French; what is not in the table is told as it is, in English."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Language, Phrasebook
from replays.page.case_details import CASES
from replays.page.form_details import FORMS
from replays.page.log_details import LOG
from replays.page.signed_details import SIGNED

DETAILS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType({**FORMS, **LOG, **SIGNED, **CASES})
"""What a finding says in English, with what is filled in as numbers, beside Spanish and French."""

_BOOK: Final = Phrasebook(DETAILS)


def told(detail: str, language: Language) -> str:
    """What a finding says, in a language as far as the table has it.

    >>> told("line 3: the clock goes back", Language.ES)
    'línea 3: el reloj va hacia atrás'
    """
    return _BOOK.told(detail, language) or detail
