"""State of signing: the times from which each key signs, and the last signed head of the log of all games.

The generations of the signing key are an append-only list. The first generation is valid from the beginning
and is not listed. Item n of the list (from 0) is the time, in ms since 1970, from which generation n + 2
signs.

The store saves the size and root of a head before it is signed, so that a catalogue that was lost, or
restored from an older copy, does not sign a second log under the same name.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol

from redis import Redis

from app.store.client import ask, ask_script, tell_script
from app.store.errors import StoreError
from app.store.keys import GENERATIONS, SIGNED

Starts = tuple[int, ...]
"""By generation the time in ms from which it signs; the first is 0, each later one is greater."""


class GenerationConflict(StoreError):
    """Another process has begun a generation at the same time."""


class Generations(Protocol):
    """Storage of the generations."""

    def starts(self) -> Starts:
        """Start times of all known generations."""

    def begin(self, known: Starts, now_ms: int, lead_ms: int) -> Starts:
        """Add a generation to `known` that signs from `lead_ms` after `now_ms` or later; return all."""


class StoredGenerations:
    """The generations in the Redis or Valkey behind `redis`.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def starts(self) -> Starts:
        """Start times of all known generations. Raises ValueError if the list is malformed."""
        rows = ask(self._redis, ("LRANGE", GENERATIONS, 0, -1))
        starts = (0, *map(int, rows))
        if not all(earlier < later for earlier, later in pairwise(starts)):
            raise ValueError("the generations of the signing key are out of order")
        return starts

    def begin(self, known: Starts, now_ms: int, lead_ms: int) -> Starts:
        """Add a generation, at most once, and return all of them.

        It signs from `lead_ms` after `now_ms` or after the server's time, whichever is later: a slow host
        clock must not begin it in the past. Raises GenerationConflict if the store holds others than `known`,
        and ValueError if the start is not after that of the last one. Raises OutcomeUnknown if no answer
        came: read `starts` then.
        """
        arguments = [len(known) - 1, now_ms, lead_ms, known[-1]]
        begins = int(tell_script(self._redis, "begin", [GENERATIONS], arguments))
        if begins < 0:
            raise GenerationConflict("another generation of the signing key was begun at the same time")
        if begins <= known[-1]:
            raise ValueError("a generation begins after the one before it")
        return (*known, begins)

    def recall(self, known: Starts, from_ms: int) -> Starts:
        """Add a generation that began at `from_ms`, from another copy of the list; return all of them.

        Raises GenerationConflict if the store holds others than `known`, and ValueError if it is not after
        the last of them.
        """
        if from_ms <= known[-1]:
            raise ValueError("a generation begins after the one before it")
        if not int(tell_script(self._redis, "recall", [GENERATIONS], [len(known) - 1, from_ms])):
            raise GenerationConflict("another generation of the signing key was begun at the same time")
        return (*known, from_ms)


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
