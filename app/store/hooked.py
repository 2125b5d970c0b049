"""Who has webhooks, and how far the webhooks were told of each log."""

from collections.abc import Iterable
from typing import NamedTuple

from redis import Redis

from app.store.client import Command, ask, ask_all
from app.store.keys import HOOKS, GameId, bucket, hooked_key, hooks_key, state_key


class Watched(NamedTuple):
    """Logs that are watched over: those in the store, those of them with entries not told of, those gone."""

    there: list[GameId]
    late: list[GameId]
    gone: list[GameId]


class Hooked:
    """What webhooks are about, in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, webhook: GameId, owner: GameId, games: Iterable[GameId]) -> None:
        """From now on `webhook` is one of its owner's and of these games, and somebody looks at the owner."""
        commands: list[Command] = [("SADD", hooks_key(name), webhook) for name in (owner, *games)]
        ask_all(self._redis, [*commands, ("ZADD", HOOKS, 0, owner)])

    def drop(self, webhook: GameId, names: Iterable[GameId]) -> None:
        """`webhook` is no longer one of these games, or of its owner."""
        if commands := [("SREM", hooks_key(name), webhook) for name in names]:
            ask_all(self._redis, commands)

    def of(self, names: Iterable[GameId]) -> tuple[GameId, ...]:
        """The webhooks of these players and games, each once, in the order of their ids."""
        found = ask_all(self._redis, [("SMEMBERS", hooks_key(name)) for name in names])
        return tuple(sorted({GameId(one.decode()) for some in found for one in some}))

    def count(self) -> int:
        """How many players have webhooks."""
        return int(ask(self._redis, ("ZCARD", HOOKS)))

    def owners(self, players: Iterable[str]) -> set[str]:
        """Those of `players` who have webhooks."""
        names = sorted(set(players))
        marks = ask(self._redis, ("ZMSCORE", HOOKS, *names)) if names else []
        return {name for name, mark in zip(names, marks, strict=True) if mark is not None}

    def stalest(self, limit: int, before_ms: int) -> tuple[GameId, ...]:
        """At most `limit` players at whom nobody has looked since `before_ms`."""
        found = ask(self._redis, ("ZRANGE", HOOKS, "-inf", before_ms, "BYSCORE", "LIMIT", 0, limit))
        return tuple(GameId(one.decode()) for one in found)

    def looked(self, players: Iterable[GameId], now_ms: int) -> None:
        """Somebody looked at `players` at `now_ms`."""
        # XX: only those who are there; a mark set meanwhile for a new webhook is looked at a minute later.
        pairs = [word for player in players for word in (now_ms, player)]
        if pairs:
            ask(self._redis, ("ZADD", HOOKS, "XX", *pairs))

    def told(self, log: GameId) -> int | None:
        """Up to which ply webhooks were told of `log`; None where nobody has asked yet."""
        found = ask(self._redis, ("HGET", hooked_key(bucket(log)), log))
        return None if found is None else int(found)

    def tell(self, log: GameId, ply: int) -> None:
        """Webhooks were told of `log` up to `ply`."""
        ask(self._redis, ("HSET", hooked_key(bucket(log)), log, ply))

    def mark(self, logs: Iterable[GameId]) -> None:
        """From now on somebody watches over these logs until they are forgotten."""
        if commands := [("HSETNX", hooked_key(bucket(log)), log, 0) for log in logs]:
            ask_all(self._redis, commands)

    def forget(self, log: GameId) -> None:
        """Nobody is told of `log`."""
        ask(self._redis, ("HDEL", hooked_key(bucket(log)), log))

    def marked(self, logs: Iterable[GameId]) -> set[GameId]:
        """Those of `logs` that are watched over."""
        names = sorted(set(logs))
        if not names:
            return set()
        found = ask_all(self._redis, [("HEXISTS", hooked_key(bucket(log)), log) for log in names])
        return {log for log, there in zip(names, found, strict=True) if there}

    def watched(self, number: int) -> Watched:
        """How the logs of a bucket that are watched over stand."""
        flat = ask(self._redis, ("HGETALL", hooked_key(number)))
        told = {GameId(log.decode()): int(ply) for log, ply in zip(flat[::2], flat[1::2], strict=True)}
        if not told:
            return Watched([], [], [])
        heads = ask_all(self._redis, [("HGET", state_key(log), "n") for log in told])
        known = {log: None if head is None else int(head) for log, head in zip(told, heads, strict=True)}
        return Watched(
            [log for log, head in known.items() if head is not None],
            [log for log, head in known.items() if head is not None and head > told[log]],
            [log for log, head in known.items() if head is None],
        )
