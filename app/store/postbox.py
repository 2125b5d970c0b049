"""What is to be delivered for webhooks, and the log of what was: by webhook, in the store, in its bucket.

A delivery is in the post from the moment it is added until it is settled without a next try, whatever is
killed meanwhile. What its log says is the business of whoever writes it; it is sealed here.
"""

from typing import Final, NamedTuple

from redis import Redis

from app.store import agenda
from app.store.agenda import Due
from app.store.client import ask, ask_all, tell
from app.store.keys import GameId, busy_key, fails_key, post_key, post_keys
from app.store.scripts import Argument, ask_script
from app.store.vault import Vault

_SEALED_AT: Final = 0


class Mail(NamedTuple):
    """A delivery: its id, what its log says, when it was made and when the next try is, in server ms."""

    id: str
    record: bytes
    made: int
    next: int | None


class Postbox:
    """The deliveries in `redis`, at most `keep` of a webhook. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, vault: Vault, keep: int) -> None:
        self._redis = redis
        self._vault = vault
        self._keep = keep

    def add(self, webhook: GameId, delivery: str, record: bytes) -> bool:
        """True if the delivery is new, and due now; a known one stays as it is."""
        arguments: list[Argument] = [webhook, delivery, self._sealed(webhook, record), self._keep]
        return bool(ask_script(self._redis, "post_add", post_keys(webhook), arguments))

    def settle(self, webhook: GameId, delivery: str, record: bytes | None, next_in_ms: int | None) -> bool:
        """Writes what came of a try (None: as before) and when the next one is; False if it is not there."""
        said = b"" if record is None else self._sealed(webhook, record)
        wait = "" if next_in_ms is None else next_in_ms
        return bool(
            ask_script(self._redis, "post_settle", post_keys(webhook), [webhook, delivery, said, wait])
        )

    def due(self, webhook: GameId) -> Mail | None:
        """The delivery of a webhook that has been due for longest, None if none is."""
        _, _, todo, _ = post_keys(webhook)
        (seconds, microseconds), first = ask_all(
            self._redis, [("TIME",), ("ZRANGE", todo, 0, 0, "WITHSCORES")]
        )
        if not first or int(float(first[1])) > int(seconds) * 1000 + int(microseconds) // 1000:
            return None
        name = first[0].decode()
        found = self.get(webhook, name)
        if found is None:
            self.settle(webhook, name, None, None)
        return found

    def get(self, webhook: GameId, delivery: str) -> Mail | None:
        """One delivery, None if the log has it not (any more)."""
        found = self._all(webhook, [delivery])
        return found[0] if found else None

    def page(self, webhook: GameId, before: tuple[int, str] | None, limit: int) -> list[Mail]:
        """At most `limit` deliveries, newest first, those made before `before` where a page goes on."""
        _, order, _, _ = post_keys(webhook)
        newest = "+inf" if before is None else before[0]
        # All of the cursor's millisecond may come again, so as many more are asked for.
        extra = 0 if before is None else ask(self._redis, ("ZCOUNT", order, before[0], before[0]))
        command = ("ZRANGE", order, newest, "-inf", "BYSCORE", "REV", "LIMIT", 0, limit + extra, "WITHSCORES")
        flat = ask(self._redis, command)
        rows = [(int(at), name.decode()) for name, at in zip(flat[::2], flat[1::2], strict=True)]
        names = [name for at, name in rows if before is None or (at, name) < before][:limit]
        return self._all(webhook, names)

    def clear(self, webhook: GameId) -> None:
        """Nothing is kept of the deliveries of a webhook."""
        *own, post = post_keys(webhook)
        ask_all(self._redis, [("DEL", *own, fails_key(webhook)), ("ZREM", post, webhook)])

    def overdue(self, limit: int) -> list[Due]:
        """At most `limit` webhooks with something due, longest first."""
        return agenda.overdue(self._redis, limit, post_key)

    def postpone(self, webhook: GameId, in_ms: int, seen_ms: int) -> bool:
        """Has the webhook looked at later; what is due stays due. See `agenda.postpone`."""
        return agenda.postpone(self._redis, webhook, in_ms, seen_ms, post_key)

    def take(self, webhook: GameId, name: str, ms: int) -> bool:
        """True if from now on, for `ms` ms, nobody but `name` speaks to the receiver."""
        return bool(tell(self._redis, ("SET", busy_key(webhook), name, "NX", "PX", ms)))

    def hold(self, webhook: GameId, name: str, ms: int) -> bool:
        """True if `name` goes on speaking to the receiver for `ms` ms more; 0 ends it."""
        return bool(ask_script(self._redis, "hold", [busy_key(webhook)], [name, ms]))

    def failing(self, webhook: GameId, now_ms: int) -> int:
        """Since when every try has failed, `now_ms` if that one is the first."""
        _, since = ask_all(
            self._redis,
            [("SET", fails_key(webhook), now_ms, "NX"), ("GET", fails_key(webhook))],
        )
        return int(since or now_ms)

    def succeeded(self, webhook: GameId) -> None:
        """Forgets since when it failed."""
        ask(self._redis, ("DEL", fails_key(webhook)))

    def _all(self, webhook: GameId, names: list[str]) -> list[Mail]:
        if not names:
            return []
        mail, order, todo, _ = post_keys(webhook)
        sealed, made, due = ask_all(
            self._redis, [("HMGET", mail, *names), ("ZMSCORE", order, *names), ("ZMSCORE", todo, *names)]
        )
        return [
            Mail(
                name,
                self._vault.open(webhook, _SEALED_AT, blob),
                int(at),
                None if wait is None else int(float(wait)),
            )
            for name, blob, at, wait in zip(names, sealed, made, due, strict=True)
            if blob is not None and at is not None
        ]

    def _sealed(self, webhook: GameId, record: bytes) -> bytes:
        return self._vault.seal(webhook, _SEALED_AT, record)
