"""Calls of the rules with values from a record that nobody vouches for."""

from collections.abc import Callable
from typing import TypeVar

from app.games.errors import GameError
from app.i18n import Message

T = TypeVar("T")


class Malformed(Exception):
    """Something in a record could not even be asked of the rules; `message` says what is wrong, if known."""

    def __init__(self, message: Message | None = None) -> None:
        super().__init__(*([] if message is None else [message]))
        self.message = message


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


def because(sentence: Message, fault: Exception) -> Message:
    """A sentence with what is wrong behind it, if that is known.

    >>> str(because(Message("the entry cannot be understood"), Malformed(Message("a card is missing"))))
    'the entry cannot be understood: a card is missing'
    >>> str(because(Message("the entry cannot be understood"), Malformed()))
    'the entry cannot be understood'
    """
    if not str(fault):
        return sentence
    known = fault.message if isinstance(fault, Malformed) else None
    return Message("{sentence}: {reason}").filled(sentence=sentence, reason=known or str(fault))
