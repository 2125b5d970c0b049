"""The size and the root of the last signed checkpoint of the log of all games, as the store knows them.

They stand in one key without a game. The store keeps them before anything is signed, so that a catalogue
that was lost, or put back from an older copy, does not sign a second log under the same name.
"""

import re
from dataclasses import dataclass
from typing import Final

from redis import Redis

from app.store.client import ask
from app.store.errors import StoreError
from app.store.keys import SIGNED
from app.store.scripts import ask_script

_TEXT: Final = re.compile(rb"(?P<size>[1-9][0-9]{0,15}) (?P<root>[0-9a-f]{64})")


class HeadMoved(StoreError):
    """Somebody else has moved the head of the log meanwhile."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """The head of the log of all games: how many leaves its tree has, and its root of 32 bytes."""

    size: int
    root: bytes


class SignedHead:
    """The head that was signed last, in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def read(self) -> LogHead | None:
        """The head that was signed last; None before the first. ValueError if it is not one of ours."""
        text = ask(self._redis, ("GET", SIGNED))
        if text is None:
            return None
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError("the head of the log of all games is not one")
        return LogHead(int(found["size"]), bytes.fromhex(found["root"].decode()))

    def move(self, known: LogHead | None, new: LogHead) -> None:
        """The store keeps `new`; HeadMoved, and nothing is changed, if it holds another one than `known`."""
        if not int(ask_script(self._redis, "sign", [SIGNED], [_text(known), _text(new)])):
            raise HeadMoved("another process has signed the log of all games at the same time")

    def forget(self) -> None:
        """The store keeps no head, so that a new log may begin."""
        ask(self._redis, ("DEL", SIGNED))


def _text(head: LogHead | None) -> bytes:
    return b"" if head is None else b"%d %s" % (head.size, head.root.hex().encode())
