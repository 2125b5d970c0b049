"""Indexes beside the logs: small sets and hashes that spare a request from reading logs.

- WebhookIndex: the webhooks of a player or game, and the ply up to which each log was announced.
- Quotas: the games that an owner has created and that may be open. A game is added before it is created, so
  that two processes together cannot exceed the quota. When the quota is used up, the heads of all its games
  are read and finished ones are removed.
- Turns: by player the games in which it is that player's turn or a seat is reserved. The append that changes
  the turn updates the index in the same step; the sets of all buckets are merged.
- Rate counters: amounts taken of a limit within a time window, counted atomically for all processes.
- MarkedGames: games that may have contradicted receipts or disputes (`replays.disputes.marks`). A request for
  the marks of a tournament need not read those of all its games. A game stays after its disputes have ended.
- Contradictions: receipts that the log of a game contradicts, each with the receipt of the logged entry. They
  are facts about the service, so they are in no log and no record.
- Summaries for lists, each in the head of its game with the ply of its entry. One that an append of an
  earlier version left behind has another ply and is ignored. The caller defines the content.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from redis import Redis

from app.store.canonical import canonical, parse
from app.store.client import ask, ask_all, ask_script, tell_script
from app.store.connections import Command
from app.store.entry import LogPosition
from app.store.keys import (
    BUCKETS,
    HOOKS,
    GameId,
    bucket,
    contradictions_key,
    count_key,
    disputes_key,
    hooked_key,
    hooks_key,
    marked_key,
    owned_key,
    pace_key,
    state_key,
    turns_key,
)


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
        """Return the number of players with webhooks."""
        return int(ask(self._redis, ("ZCARD", HOOKS)))

    def owners(self, players: Iterable[str]) -> set[str]:
        """Return those of `players` that have webhooks."""
        names = sorted(set(players))
        marks = ask(self._redis, ("ZMSCORE", HOOKS, *names)) if names else []
        return {name for name, mark in zip(names, marks, strict=True) if mark is not None}

    def stalest(self, limit: int, before_ms: int) -> tuple[GameId, ...]:
        """Return at most `limit` players that were last checked before `before_ms`."""
        members = ask(self._redis, ("ZRANGE", HOOKS, "-inf", before_ms, "BYSCORE", "LIMIT", 0, limit))
        return tuple(GameId(member.decode()) for member in members)

    def looked(self, players: Iterable[GameId], now_ms: int) -> None:
        """Record that `players` were checked at `now_ms`."""
        # XX: existing players only. The mark of a webhook that was added meanwhile is checked a minute later.
        arguments = [argument for player in players for argument in (now_ms, player)]
        if arguments:
            ask(self._redis, ("ZADD", HOOKS, "XX", *arguments))

    def notified_ply(self, log: GameId) -> int | None:
        """Ply up to which webhooks were notified of `log`; None if the log is not watched yet."""
        ply = ask(self._redis, ("HGET", hooked_key(bucket(log)), log))
        return None if ply is None else int(ply)

    def set_notified(self, log: GameId, ply: int) -> None:
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
        """Return those of `logs` that are watched."""
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


_FORGET_SECONDS: Final = 30 * 86_400


def own(redis: Redis, owner: str, game: GameId, most: int) -> bool:
    """Add `game` to the at most `most` open games of `owner`; return whether it is one of them."""
    return bool(ask_script(redis, "own", [owned_key(owner)], [game, most, _FORGET_SECONDS]))


def disown(redis: Redis, owner: str, *games: str) -> None:
    """Remove these games of `owner` from its quota."""
    if games:
        ask(redis, ("SREM", owned_key(owner), *games))


def prune(redis: Redis, owner: str, over: Collection[str]) -> int:
    """Remove games of `owner` that left the store or have a status in `over`; return how many are open."""
    games = [name.decode() for name in ask(redis, ("SMEMBERS", owned_key(owner)))]
    if not games:
        return 0
    statuses = ask_all(redis, [("HGET", state_key(game), "s") for game in games])
    finished = [
        game
        for game, status in zip(games, statuses, strict=True)
        if status is None or status.decode() in over
    ]
    disown(redis, owner, *finished)
    return len(games) - len(finished)


LAST: Final = 100
"""Number of answers in a pace."""


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """Begin and deadline of the open turn of a game, in server ms; None if not known."""

    asked: int | None
    deadline: int | None


ALL_BUCKETS = tuple(range(BUCKETS))
"""Every bucket."""


def turns(redis: Redis, player: str, buckets: Iterable[int] = ALL_BUCKETS) -> tuple[int, dict[GameId, int]]:
    """Return the server's time in ms, and by game in these buckets the ply at which the turn of `player`
    began.

    The ply is `append_options.KEPT` for a reserved seat that the player has not taken.
    """
    # A member is `player game ply`; `!` is the character after the space.
    commands: list[Command] = [
        ("ZRANGE", turns_key(number), f"[{player} ", f"({player}!", "BYLEX") for number in buckets
    ]
    (seconds, microseconds), *replies = ask_all(redis, [("TIME",), *commands])
    members = (member.decode().split() for names in replies for member in names)
    now = int(seconds) * 1000 + int(microseconds) // 1000
    return now, {GameId(game): int(ply) for _, game, ply in members}


def turn_members(game: str, asked: str) -> list[str]:
    """Return the members of `turns` for a game whose head has `asked` as its players in turns.

    >>> turn_members("g", "7 p-one p-two:0")
    ['p-one g 7', 'p-two g 0']
    """
    ply, *players = asked.split() or [""]
    named = (name.partition(":") for name in players)
    return [f"{player} {game} {own or ply}" for player, _, own in named]


def questions(redis: Redis, games: Sequence[GameId]) -> dict[GameId, OpenTurn]:
    """Return the begin and deadline of the open turn of each game."""
    replies = ask_all(redis, [("HMGET", state_key(game), "a", "t") for game in games]) if games else []
    times = ([None if value is None else int(value) for value in row] for row in replies)
    return {game: OpenTurn(*row) for game, row in zip(games, times, strict=True)}


def pace(redis: Redis, player: str) -> tuple[int, ...]:
    """Milliseconds that each of the last answers of `player` took since its turn began, newest first."""
    commands: list[Command] = [("LRANGE", pace_key(number, player), 0, -1) for number in ALL_BUCKETS]
    rows = [tuple(map(int, row.split())) for reply in ask_all(redis, commands) for row in reply]
    return tuple(took for _, took in sorted(rows, reverse=True)[:LAST])


class RateCount(NamedTuple):
    """Result of taking from a counter: granted or not, the amount used, ms until the window ends."""

    granted: bool
    used: int
    ends_in_ms: int


def take(redis: Redis, name: str, amount: int, most: int, window_ms: int) -> RateCount:
    """Take `amount` of at most `most` under `name`. The window of `window_ms` begins with its first count.

    An amount above the limit is not taken. Raises StoreUnavailable, or OutcomeUnknown if the result is not
    known.
    """
    granted, used, left = tell_script(redis, "take", [count_key(name)], [amount, most, window_ms])
    return RateCount(bool(granted), int(used), int(left))


class MarkedGames:
    """The games in `redis` that may have marks. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, tournament: str, game: GameId) -> None:
        """Record that `game` of `tournament` will have a mark."""
        ask(self._redis, ("SADD", marked_key(tournament), game))

    def of(self, tournament: str) -> list[GameId]:
        """Return the games of `tournament` that may have marks, sorted."""
        return sorted(
            GameId(name.decode()) for name in ask(self._redis, ("SMEMBERS", marked_key(tournament)))
        )

    def among(self, games: Sequence[GameId]) -> set[GameId]:
        """Return those of `games` for which the store may have marks; one round trip, a command a bucket.

        All games of a bucket are returned where one of them has any, which is rare.
        """
        buckets = defaultdict[int, list[GameId]](list)
        for game in games:
            buckets[bucket(game)].append(game)
        keys = (
            [key(game) for game in together for key in (disputes_key, contradictions_key)]
            for together in buckets.values()
        )
        counts = ask_all(self._redis, [("EXISTS", *some) for some in keys]) if games else []
        return {
            game
            for count, together in zip(counts, buckets.values(), strict=True)
            if count
            for game in together
        }


MOST: Final = 16
"""The largest number of plies of one game with a stored contradiction; one is enough as proof."""

Pair = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A receipt, and the receipt of the logged entry at that ply, or of the last entry of a shorter log."""


class Contradictions:
    """Contradicted receipts of the games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game: GameId, receipt: Mapping[str, Any], held: Mapping[str, Any]) -> None:
        """Store `receipt`, which the log contradicts, and `held`. The first one of each ply is kept."""
        key = contradictions_key(game)
        if ask(self._redis, ("HLEN", key)) < MOST:
            ask(self._redis, ("HSETNX", key, receipt["ply"], canonical([dict(receipt), dict(held)])))

    def of(self, games: Sequence[GameId]) -> list[tuple[Pair, ...]]:
        """Return the contradicted receipts of each of `games`, by ply; one round trip."""
        replies = (
            ask_all(self._redis, [("HVALS", contradictions_key(game)) for game in games]) if games else []
        )
        return [tuple(sorted(map(_pair, values), key=lambda pair: pair[0]["ply"])) for values in replies]


def _pair(value: bytes) -> Pair:
    receipt, held = parse(value)
    return receipt, held


def summaries(redis: Redis, games: Sequence[GameId]) -> list[bytes | None]:
    """Return the summary of each of `games`, None if there is none of its last entry; one round trip."""
    if not games:
        return []
    replies = ask_all(redis, [("HMGET", state_key(game), "n", "l") for game in games])
    return [current(*pair) for pair in replies]


def describe(redis: Redis, game: GameId, at: LogPosition, summary: bytes) -> bool:
    """Write the summary of `game` unless `at` is not its last entry; return whether it was written."""
    return bool(ask_script(redis, "describe", [state_key(game)], [at.ply, at.digest, summary]))


def current(ply: bytes | None, written: bytes | None) -> bytes | None:
    """Return the summary in `written` if it is of `ply`, the last one of the log."""
    if ply is None or written is None:
        return None
    at, _, summary = written.partition(b" ")
    return summary if at == ply else None
