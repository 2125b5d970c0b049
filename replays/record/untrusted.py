"""Calls of the rules with values from a record that nobody vouches for."""

from collections.abc import Callable
from typing import TypeVar

from app.games.errors import GameError

T = TypeVar("T")


class Malformed(Exception):
    """Something in a record could not even be asked of the rules; the text says what is wrong, if known."""


def guarded(work: Callable[[], T]) -> T:
    """What `work` gives; Malformed if it breaks on a value that only a forger writes.

    The rules trust their callers, so a foreign record may break them anywhere and in any way.
    """
    try:
        return work()
    except (GameError, Malformed):
        raise
    except Exception as fault:
        raise Malformed from fault


def because(sentence: str, fault: Exception) -> str:
    """A sentence with what is wrong behind it, if that is known.

    >>> because("the entry cannot be understood", Malformed("a card is missing"))
    'the entry cannot be understood: a card is missing'
    >>> because("the entry cannot be understood", Malformed())
    'the entry cannot be understood'
    """
    return f"{sentence}: {fault}" if str(fault) else sentence
