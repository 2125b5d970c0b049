"""Size and root of the last signed checkpoint of the log of all games, as stored.

They are in one key of no game. The store saves them before anything is signed, so that a catalogue that was
lost, or restored from an older copy, does not sign a second log under the same name.
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


class LogHeadConflict(StoreError):
    """Another process has moved the head of the log meanwhile."""


@dataclass(frozen=True, slots=True)
class LogHead:
    """Head of the log of all games: the number of leaves of its tree, and its root of 32 bytes."""

    size: int
    root: bytes


class SignedHead:
    """The last signed head, in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def read(self) -> LogHead | None:
        """Return the last signed head; None before the first. Raises ValueError if it is malformed."""
        text = ask(self._redis, ("GET", SIGNED))
        if text is None:
            return None
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError("the head of the log of all games is not one")
        return LogHead(int(match["size"]), bytes.fromhex(match["root"].decode()))

    def move(self, known: LogHead | None, new: LogHead) -> None:
        """Store `new`. Change nothing and raise LogHeadConflict if the stored head is not `known`."""
        if not int(ask_script(self._redis, "sign", [SIGNED], [_text(known), _text(new)])):
            raise LogHeadConflict("another process has signed the log of all games at the same time")

    def forget(self) -> None:
        """Remove the stored head, so that a new log may begin."""
        ask(self._redis, ("DEL", SIGNED))


def _text(head: LogHead | None) -> bytes:
    return b"" if head is None else b"%d %s" % (head.size, head.root.hex().encode())
