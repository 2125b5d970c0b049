"""Outbox: notices about new entries, for groups of relays that share them and for subscribers that read all.

A notice is a hint only. It may be repeated, late, or, once the outbox is trimmed, missing; the log decides.
One command waits for all buckets of a server. In a cluster it may name one bucket only, so `bucket_signals`
tells which buckets to read, and the outboxes of a node that cannot be reached are read later.
"""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from time import monotonic
from typing import Any, Final, NamedTuple

from redis import Redis

from app.store.bucket_signals import BucketSignals
from app.store.client import ask, ask_reachable, cluster_of, reachable_replies
from app.store.connections import Command
from app.store.errors import StoreUnavailable
from app.store.keys import BUCKETS, GameId, outbox_key

GROUP: Final = "relay"
BESIDE: Final = "beside"
"""Hint of a notice that has no entry: something beside the log of the game has changed."""

Cursors = tuple[str, ...]
"""For each bucket, in order, the id of the last notice that was read."""

_PAGE: Final = 100
_ROUND_SECONDS: Final = 5.0
_KEYS: Final = tuple(map(outbox_key, range(BUCKETS)))


class Notice(NamedTuple):
    """Notice that entry `ply` of `game` was appended with this hint; `bucket` and `id` name the notice.

    `asked` are the players whose turn it is since then, or was before; `request` is the request that wrote
    the entry, with its trace, as app.observability.logs has it in a text; empty if there was none.
    """

    bucket: int
    id: str
    game: GameId
    ply: int
    hint: str
    asked: tuple[str, ...] = ()
    request: str = ""


class Outbox:
    """The outboxes of all buckets.

    A notice not acknowledged within `claim_after_ms` goes to another relay.
    """

    def __init__(self, redis: Redis, claim_after_ms: int = 10_000, group: str = GROUP) -> None:
        self._redis = redis
        self._group = group
        self._claim_after_ms = claim_after_ms
        self._next_round = 0.0
        cluster = cluster_of(redis)
        self._signals = BucketSignals(cluster) if cluster else None

    def notices(self, consumer: str, block_ms: int) -> list[Notice]:
        """Return notices for the relay `consumer`, which acknowledges them with `done`.

        Waits up to `block_ms` ms for one; 0 does not wait. Each notice goes to one relay, and to another one
        if it is not acknowledged in time. Consumer names should be few and stable over restarts, because the
        server remembers them.
        """
        try:
            return self._claimed(consumer) or self._fresh(consumer, block_ms)
        except StoreUnavailable:
            # The groups may be lost with the data, so the next call creates them again.
            self._next_round = 0.0
            raise

    def done(self, notices: Iterable[Notice]) -> None:
        """Acknowledge notices, so that no other relay receives them."""
        by_bucket = groupby(sorted(notices), attrgetter("bucket"))
        commands = [
            ("XACK", _KEYS[key], self._group, *(notice.id for notice in group)) for key, group in by_bucket
        ]
        if commands:
            ask_reachable(self._redis, commands)

    def follow(self, cursors: Cursors | None, block_ms: int) -> tuple[Cursors, list[Notice]]:
        """Return all notices after `cursors` (None: after now) and the cursors of the next call.

        Waits up to `block_ms` ms for one; 0 does not wait.
        """
        if cursors is None:
            cursors = self._now()
        notices = self._read(("XREAD",), cursors, block_ms)
        seen = {notice.bucket: notice.id for notice in notices}
        return tuple(seen.get(key, old) for key, old in enumerate(cursors)), notices

    def _now(self) -> Cursors:
        lasts = ask_reachable(self._redis, [("XREVRANGE", key, "+", "-", "COUNT", 1) for key in _KEYS])
        return tuple(rows[0][0].decode() if rows else "0-0" for rows in lasts)

    def _fresh(self, consumer: str, block_ms: int) -> list[Notice]:
        return self._read(("XREADGROUP", "GROUP", self._group, consumer), (">",) * BUCKETS, block_ms)

    def _read(self, command: Command, after: Cursors, block_ms: int) -> list[Notice]:
        """Return notices after those ids, at most _PAGE of each bucket, by a reading command."""
        if self._signals is None:
            read = (*command, "COUNT", _PAGE, *_block(block_ms), "STREAMS", *_KEYS, *after)
            return _notices(ask(self._redis, read, block_ms))
        buckets = self._signals.wait(block_ms / 1000) if block_ms else range(BUCKETS)
        reads = [(*command, "COUNT", _PAGE, "STREAMS", _KEYS[number], after[number]) for number in buckets]
        streams = [stream for reply in ask_reachable(self._redis, reads) if reply for stream in reply]
        self._signals.signal(_KEYS.index(key.decode()) for key, rows in streams if len(rows) == _PAGE)
        return _notices(streams)

    def _claimed(self, consumer: str) -> list[Notice]:
        if monotonic() < self._next_round:
            return []
        # An error reply means that the group exists already.
        reachable_replies(
            self._redis, [("XGROUP", "CREATE", key, self._group, "0", "MKSTREAM") for key in _KEYS]
        )
        claims = ask_reachable(self._redis, [self._claim(key, consumer) for key in _KEYS])
        self._next_round = monotonic() + _ROUND_SECONDS
        return _notices((key.encode(), claim[1]) for key, claim in zip(_KEYS, claims, strict=True) if claim)

    def _claim(self, key: str, consumer: str) -> Command:
        return ("XAUTOCLAIM", key, self._group, consumer, self._claim_after_ms, "0-0", "COUNT", _PAGE)


def _block(block_ms: int) -> tuple[str | int, ...]:
    # BLOCK 0 would wait for ever.
    return ("BLOCK", block_ms) if block_ms > 0 else ()


def _notices(streams: Iterable[Any] | None) -> list[Notice]:
    return [_notice(key.decode(), row) for key, rows in streams or () for row in rows]


def _notice(key: str, row: Any) -> Notice:
    fields = dict(zip(row[1][::2], row[1][1::2], strict=True))
    game = GameId(fields[b"g"].decode())
    asked = tuple(fields.get(b"w", b"").decode().split())
    ply, hint, request = int(fields[b"n"]), fields[b"hint"].decode(), fields.get(b"r", b"").decode()
    return Notice(_KEYS.index(key), row[0].decode(), game, ply, hint, asked, request)
