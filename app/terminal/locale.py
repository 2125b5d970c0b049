"""The language of the terminal, in which a command speaks unless it is told otherwise."""

import os

from app.i18n import Language


def terminal_language() -> str:
    """The code of the language that the terminal is set to, English where we do not speak it."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return named[:2] if named[:2] in list(Language) else str(Language.EN)
