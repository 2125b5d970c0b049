"""Delivery queue of webhooks and the log of deliveries: by webhook, in its bucket.

A delivery stays in the queue from the moment it is added until it is settled without a next try, even if a
process is killed. The content of a record belongs to the caller; it is encrypted here.
"""

from typing import Final, NamedTuple

from redis import Redis

from app.store import schedule
from app.store.client import Argument, ask, ask_all, ask_script, send_once
from app.store.encryption import StorageCipher
from app.store.keys import GameId, busy_key, fails_key, post_key, post_keys
from app.store.schedule import Due

_SEALED_AT: Final = 0


class StoredDelivery(NamedTuple):
    """A delivery: its id, its record, when it was created and when the next try is, in server ms."""

    id: str
    record: bytes
    made: int
    next: int | None


class DeliveryQueue:
    """Deliveries in `redis`, at most `keep` per webhook. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, cipher: StorageCipher, keep: int) -> None:
        self._redis = redis
        self._cipher = cipher
        self._keep = keep

    def add(self, webhook: GameId, delivery: str, record: bytes) -> bool:
        """Add a delivery, due now; return whether it is new. A known one is not changed."""
        arguments: list[Argument] = [webhook, delivery, self._sealed(webhook, record), self._keep]
        return bool(ask_script(self._redis, "post_add", post_keys(webhook), arguments))

    def settle(self, webhook: GameId, delivery: str, record: bytes | None, next_in_ms: int | None) -> bool:
        """Write the record of a try (None: unchanged) and the time of the next; return whether it exists."""
        sealed = b"" if record is None else self._sealed(webhook, record)
        wait = "" if next_in_ms is None else next_in_ms
        return bool(
            ask_script(self._redis, "post_settle", post_keys(webhook), [webhook, delivery, sealed, wait])
        )

    def due(self, webhook: GameId) -> StoredDelivery | None:
        """Return the delivery of a webhook that has been due for longest, None if none is due."""
        _, _, todo, _ = post_keys(webhook)
        (seconds, microseconds), earliest = ask_all(
            self._redis, [("TIME",), ("ZRANGE", todo, 0, 0, "WITHSCORES")]
        )
        if not earliest or int(float(earliest[1])) > int(seconds) * 1000 + int(microseconds) // 1000:
            return None
        name = earliest[0].decode()
        delivery = self.get(webhook, name)
        if delivery is None:
            self.settle(webhook, name, None, None)
        return delivery

    def get(self, webhook: GameId, delivery: str) -> StoredDelivery | None:
        """Return one delivery, None if it is not, or no longer, in the log."""
        deliveries = self._all(webhook, [delivery])
        return deliveries[0] if deliveries else None

    def page(self, webhook: GameId, before: tuple[int, str] | None, limit: int) -> list[StoredDelivery]:
        """Return at most `limit` deliveries, newest first, created before `before` if it is given."""
        _, order, _, _ = post_keys(webhook)
        newest = "+inf" if before is None else before[0]
        # Deliveries of the cursor's millisecond may be read again, so as many more are requested.
        extra = 0 if before is None else ask(self._redis, ("ZCOUNT", order, before[0], before[0]))
        command = ("ZRANGE", order, newest, "-inf", "BYSCORE", "REV", "LIMIT", 0, limit + extra, "WITHSCORES")
        flat = ask(self._redis, command)
        rows = [(int(at), name.decode()) for name, at in zip(flat[::2], flat[1::2], strict=True)]
        names = [name for at, name in rows if before is None or (at, name) < before][:limit]
        return self._all(webhook, names)

    def clear(self, webhook: GameId) -> None:
        """Remove every delivery of a webhook."""
        *own, post = post_keys(webhook)
        ask_all(self._redis, [("DEL", *own, fails_key(webhook)), ("ZREM", post, webhook)])

    def overdue(self, limit: int) -> list[Due]:
        """Return at most `limit` webhooks with a due delivery, longest due first."""
        return schedule.overdue(self._redis, limit, post_key)

    def postpone(self, webhook: GameId, in_ms: int, seen_ms: int) -> bool:
        """Postpone the processing of the webhook; its deliveries stay due. See `schedule.postpone`."""
        return schedule.postpone(self._redis, webhook, in_ms, seen_ms, post_key)

    def take(self, webhook: GameId, name: str, ms: int) -> bool:
        """Lock the receiver for the worker `name` for `ms` ms; return whether it was free."""
        return bool(send_once(self._redis, ("SET", busy_key(webhook), name, "NX", "PX", ms)))

    def hold(self, webhook: GameId, name: str, ms: int) -> bool:
        """Extend the lock of the worker `name` by `ms` ms; 0 releases it. Return whether it was held."""
        return bool(ask_script(self._redis, "hold", [busy_key(webhook)], [name, ms]))

    def failing(self, webhook: GameId, now_ms: int) -> int:
        """Return the time from which every try has failed; `now_ms` if this failure is the first."""
        _, started = ask_all(
            self._redis,
            [("SET", fails_key(webhook), now_ms, "NX"), ("GET", fails_key(webhook))],
        )
        return int(started or now_ms)

    def succeeded(self, webhook: GameId) -> None:
        """Reset the time from which tries have failed."""
        ask(self._redis, ("DEL", fails_key(webhook)))

    def _all(self, webhook: GameId, names: list[str]) -> list[StoredDelivery]:
        if not names:
            return []
        mail, order, todo, _ = post_keys(webhook)
        sealed, made, due = ask_all(
            self._redis, [("HMGET", mail, *names), ("ZMSCORE", order, *names), ("ZMSCORE", todo, *names)]
        )
        return [
            StoredDelivery(
                name,
                self._cipher.open(webhook, _SEALED_AT, blob),
                int(at),
                None if wait is None else int(float(wait)),
            )
            for name, blob, at, wait in zip(names, sealed, made, due, strict=True)
            if blob is not None and at is not None
        ]

    def _sealed(self, webhook: GameId, record: bytes) -> bytes:
        return self._cipher.seal(webhook, _SEALED_AT, record)
