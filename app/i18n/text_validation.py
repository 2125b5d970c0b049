"""Text validation: names without invisible or reordering characters."""

import unicodedata
from collections.abc import Collection
from typing import Final

NAME_LENGTH: Final = 40

LINE: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of characters that break a line or are not characters."""

# Cf contains the direction marks and invisible characters; the joiners are part of normal words and emoji.
_HIDDEN: Final = LINE | {"Cf", "Co", "Cn"}
_JOINERS: Final = frozenset("\u200c\u200d")


def is_name(text: str) -> bool:
    r"""Return whether a text is 1 to NAME_LENGTH visible characters or joiners, without spaces at its ends.

    >>> is_name("Lupe"), is_name("a\u202egnp")
    (True, False)
    """
    return 1 <= len(text) <= NAME_LENGTH and text == text.strip() and not has(text, _HIDDEN, _JOINERS)


def has(text: str, categories: Collection[str], allowed: Collection[str] = ()) -> bool:
    """Return whether the text has a character of these Unicode categories that is not `allowed`."""
    return any(unicodedata.category(char) in categories and char not in allowed for char in text)
