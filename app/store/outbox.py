"""Who is told about new entries: groups of relays that share the notices, and watchers that see all.

A notice is only a doorbell. It may come twice, late, or, once the outbox was cut, never; what
counts is in the log.
"""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from time import monotonic
from typing import Any, Final, NamedTuple

from redis import Redis

from app.store.client import Command, ask, ask_all, replies
from app.store.errors import StoreUnavailable
from app.store.keys import BUCKETS, GameId, outbox_key

GROUP: Final = "relay"
Cursors = tuple[str, ...]
"""For each bucket, in order, the id of the last notice that was seen."""

_PAGE: Final = 100
_ROUND_SECONDS: Final = 5.0
_KEYS: Final = tuple(map(outbox_key, range(BUCKETS)))


class Notice(NamedTuple):
    """Entry `ply` of `game` was appended with this hint; `bucket` and `id` name the notice.

    `asked` are the players whose turn it is since then, or was before; `request` is the id of the request
    that wrote the entry, empty where none did.
    """

    bucket: int
    id: str
    game: GameId
    ply: int
    hint: str
    asked: tuple[str, ...] = ()
    request: str = ""


class Outbox:
    """The outboxes of all buckets; notices left unfinished for `claim_after_ms` go to another relay."""

    def __init__(self, redis: Redis, claim_after_ms: int = 10_000, group: str = GROUP) -> None:
        self._redis = redis
        self._group = group
        self._claim_after_ms = claim_after_ms
        self._next_round = 0.0

    def notices(self, consumer: str, block_ms: int) -> list[Notice]:
        """Notices for the relay `consumer` to act on and then pass to `done`.

        Waits up to `block_ms` ms for one; 0 does not wait. Each goes to one relay, and to
        another one when it is not done in time. Consumer names should be few and kept over
        restarts, since the server remembers them.
        """
        try:
            return self._claimed(consumer) or self._fresh(consumer, block_ms)
        except StoreUnavailable:
            # The groups may be gone with the data, so the next call makes sure of them.
            self._next_round = 0.0
            raise

    def done(self, notices: Iterable[Notice]) -> None:
        """From now on no relay will be given these notices."""
        by_bucket = groupby(sorted(notices), attrgetter("bucket"))
        commands = [("XACK", _KEYS[key], self._group, *(each.id for each in some)) for key, some in by_bucket]
        if commands:
            ask_all(self._redis, commands)

    def follow(self, cursors: Cursors | None, block_ms: int) -> tuple[Cursors, list[Notice]]:
        """All notices after `cursors`, and the cursors from which to go on; None is now.

        Waits up to `block_ms` ms for one; 0 does not wait.
        """
        if cursors is None:
            cursors = self._now()
        read = ("XREAD", "COUNT", _PAGE, *_block(block_ms), "STREAMS", *_KEYS, *cursors)
        found = _notices(ask(self._redis, read, block_ms))
        seen = {each.bucket: each.id for each in found}
        return tuple(seen.get(key, old) for key, old in enumerate(cursors)), found

    def _now(self) -> Cursors:
        lasts = ask_all(self._redis, [("XREVRANGE", key, "+", "-", "COUNT", 1) for key in _KEYS])
        return tuple(rows[0][0].decode() if rows else "0-0" for rows in lasts)

    def _fresh(self, consumer: str, block_ms: int) -> list[Notice]:
        options = ("COUNT", _PAGE, *_block(block_ms))
        news = (">",) * BUCKETS
        command = ("XREADGROUP", "GROUP", self._group, consumer, *options, "STREAMS", *_KEYS, *news)
        return _notices(ask(self._redis, command, block_ms))

    def _claimed(self, consumer: str) -> list[Notice]:
        if monotonic() < self._next_round:
            return []
        # An error reply says that the group exists already.
        replies(self._redis, [("XGROUP", "CREATE", key, self._group, "0", "MKSTREAM") for key in _KEYS])
        claims = ask_all(self._redis, [self._claim(key, consumer) for key in _KEYS])
        self._next_round = monotonic() + _ROUND_SECONDS
        return _notices((key.encode(), claim[1]) for key, claim in zip(_KEYS, claims, strict=True))

    def _claim(self, key: str, consumer: str) -> Command:
        return ("XAUTOCLAIM", key, self._group, consumer, self._claim_after_ms, "0-0", "COUNT", _PAGE)


def _block(block_ms: int) -> tuple[str | int, ...]:
    # The server takes BLOCK 0 as for ever.
    return ("BLOCK", block_ms) if block_ms > 0 else ()


def _notices(streams: Iterable[Any] | None) -> list[Notice]:
    return [_notice(key.decode(), row) for key, rows in streams or () for row in rows]


def _notice(key: str, row: Any) -> Notice:
    fields = dict(zip(row[1][::2], row[1][1::2], strict=True))
    game = GameId(fields[b"g"].decode())
    asked = tuple(fields.get(b"w", b"").decode().split())
    ply, hint, request = int(fields[b"n"]), fields[b"hint"].decode(), fields.get(b"r", b"").decode()
    return Notice(_KEYS.index(key), row[0].decode(), game, ply, hint, asked, request)
