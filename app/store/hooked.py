"""Webhook index: which webhooks belong to a player or game, and up to which ply each log was announced."""

from collections.abc import Iterable
from typing import NamedTuple

from redis import Redis

from app.store.client import Command, ask, ask_all
from app.store.keys import HOOKS, GameId, bucket, hooked_key, hooks_key, state_key


class WatchedLogs(NamedTuple):
    """Watched logs of a bucket: those in the store, those of them with unannounced entries, those gone."""

    present: list[GameId]
    late: list[GameId]
    gone: list[GameId]


class WebhookIndex:
    """Index of webhooks in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, webhook: GameId, owner: GameId, games: Iterable[GameId]) -> None:
        """Add `webhook` to its owner and to `games`, and schedule the owner for a check."""
        commands: list[Command] = [("SADD", hooks_key(name), webhook) for name in (owner, *games)]
        ask_all(self._redis, [*commands, ("ZADD", HOOKS, 0, owner)])

    def drop(self, webhook: GameId, names: Iterable[GameId]) -> None:
        """Remove `webhook` from `names`, games or its owner."""
        if commands := [("SREM", hooks_key(name), webhook) for name in names]:
            ask_all(self._redis, commands)

    def of(self, names: Iterable[GameId]) -> tuple[GameId, ...]:
        """Webhooks of these players and games, each once, sorted by id."""
        replies = ask_all(self._redis, [("SMEMBERS", hooks_key(name)) for name in names])
        return tuple(sorted({GameId(member.decode()) for members in replies for member in members}))

    def count(self) -> int:
        """Number of players with webhooks."""
        return int(ask(self._redis, ("ZCARD", HOOKS)))

    def owners(self, players: Iterable[str]) -> set[str]:
        """Those of `players` that have webhooks."""
        names = sorted(set(players))
        marks = ask(self._redis, ("ZMSCORE", HOOKS, *names)) if names else []
        return {name for name, mark in zip(names, marks, strict=True) if mark is not None}

    def stalest(self, limit: int, before_ms: int) -> tuple[GameId, ...]:
        """At most `limit` players that were last checked before `before_ms`."""
        members = ask(self._redis, ("ZRANGE", HOOKS, "-inf", before_ms, "BYSCORE", "LIMIT", 0, limit))
        return tuple(GameId(member.decode()) for member in members)

    def looked(self, players: Iterable[GameId], now_ms: int) -> None:
        """Record that `players` were checked at `now_ms`."""
        # XX: existing players only. The mark of a webhook that was added meanwhile is checked a minute later.
        arguments = [argument for player in players for argument in (now_ms, player)]
        if arguments:
            ask(self._redis, ("ZADD", HOOKS, "XX", *arguments))

    def told(self, log: GameId) -> int | None:
        """Ply up to which webhooks were notified of `log`; None if the log is not watched yet."""
        ply = ask(self._redis, ("HGET", hooked_key(bucket(log)), log))
        return None if ply is None else int(ply)

    def tell(self, log: GameId, ply: int) -> None:
        """Record that webhooks were notified of `log` up to `ply`."""
        ask(self._redis, ("HSET", hooked_key(bucket(log)), log, ply))

    def mark(self, logs: Iterable[GameId]) -> None:
        """Watch these logs until they are forgotten."""
        if commands := [("HSETNX", hooked_key(bucket(log)), log, 0) for log in logs]:
            ask_all(self._redis, commands)

    def forget(self, log: GameId) -> None:
        """Stop watching `log`."""
        ask(self._redis, ("HDEL", hooked_key(bucket(log)), log))

    def marked(self, logs: Iterable[GameId]) -> set[GameId]:
        """Those of `logs` that are watched."""
        names = sorted(set(logs))
        if not names:
            return set()
        replies = ask_all(self._redis, [("HEXISTS", hooked_key(bucket(log)), log) for log in names])
        return {log for log, exists in zip(names, replies, strict=True) if exists}

    def watched(self, number: int) -> WatchedLogs:
        """Return the watched logs of a bucket."""
        flat = ask(self._redis, ("HGETALL", hooked_key(number)))
        announced = {GameId(log.decode()): int(ply) for log, ply in zip(flat[::2], flat[1::2], strict=True)}
        if not announced:
            return WatchedLogs([], [], [])
        heads = ask_all(self._redis, [("HGET", state_key(log), "n") for log in announced])
        plies = {log: None if head is None else int(head) for log, head in zip(announced, heads, strict=True)}
        return WatchedLogs(
            [log for log, head in plies.items() if head is not None],
            [log for log, head in plies.items() if head is not None and head > announced[log]],
            [log for log, head in plies.items() if head is None],
        )
