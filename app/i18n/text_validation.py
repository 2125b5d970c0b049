"""Texts that people can read as they stand: names without characters that hide or turn others."""

import unicodedata
from collections.abc import Collection
from typing import Final

NAME_LENGTH: Final = 40

LINE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""The categories of characters that break a line or are none."""

# Cf holds the direction marks and invisible characters; the joiners are part of ordinary words and emoji.
_HIDDEN: Final = LINE | {"Cf", "Co", "Cn"}
_JOINERS: Final = frozenset("\u200c\u200d")


def is_name(text: str) -> bool:
    r"""Whether a text is 1 to NAME_LENGTH visible characters or joiners, with no blank at either end.

    >>> is_name("Lupe"), is_name("a\u202egnp")
    (True, False)
    """
    return 1 <= len(text) <= NAME_LENGTH and text == text.strip() and not has(text, _HIDDEN, _JOINERS)


def has(text: str, categories: Collection[str], allowed: Collection[str] = ()) -> bool:
    """Whether a character that is not `allowed` belongs to one of these categories of Unicode."""
    return any(unicodedata.category(char) in categories and char not in allowed for char in text)
