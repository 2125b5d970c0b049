"""Schedules: sorted sets of games by time (due, live, ended, ...), one per bucket, read as one list."""

from collections.abc import Callable, Sequence
from heapq import nlargest, nsmallest
from typing import NamedTuple

from redis import Redis

from app.store.client import Argument, ask_all, ask_reachable, ask_script, ask_scripts, server_ms
from app.store.connections import Command
from app.store.keys import BUCKETS, GameId, bucket, due_key, live_key, state_key


class Due(NamedTuple):
    """A game and the time of its mark, in ms of the server's clock."""

    due_ms: int
    game: GameId


class LiveGame(NamedTuple):
    """A listed game and the time from which it is listed, in ms of the server's clock; also a cursor of the
    list.
    """

    since_ms: int
    game: GameId


Key = Callable[[int], str]
"""Function that returns the key of one kind of set for a bucket."""


def overdue(redis: Redis, limit: int, key: Key = due_key) -> list[Due]:
    """Return at most `limit` games whose mark has passed by the server's clock, earliest mark first.

    Without those on nodes of a cluster that cannot be reached.
    """
    now = server_ms(redis)
    # Read by score, so that marks in the future are never read, however many there are.
    marks: list[Command] = [
        ("ZRANGE", key(each), "-inf", now, "BYSCORE", "LIMIT", 0, limit, "WITHSCORES")
        for each in range(BUCKETS)
    ]
    due = (Due(*pair) for flat in ask_reachable(redis, marks) for pair in _pairs(flat or []))
    return nsmallest(limit, due)


def postpone(redis: Redis, game: GameId, in_ms: int, seen_ms: int | None = None, key: Key = due_key) -> bool:
    """Move the mark of `game` to `in_ms` ms from now by the server's clock; return whether it was moved.

    False if the game has no mark, or if `seen_ms` is given and another append has changed the mark since.
    """
    seen = "" if seen_ms is None else seen_ms
    return bool(ask_script(redis, "postpone", [key(bucket(game))], [in_ms, game, seen]))


def postpone_all(redis: Redis, seen: Sequence[Due], in_ms: int) -> None:
    """Move the marks that are unchanged since they were `seen` to `in_ms` ms from now; one round trip.

    Without those on nodes of a cluster that cannot be reached.
    """
    by_bucket: dict[int, list[Argument]] = {}
    for due_ms, game in seen:
        by_bucket.setdefault(bucket(game), [in_ms]).extend((game, due_ms))
    calls = [([due_key(number)], arguments) for number, arguments in by_bucket.items()]
    ask_scripts(redis, "postpone", calls, ask_reachable)


def timed(redis: Redis, games: Sequence[GameId]) -> set[GameId]:
    """Return those of `games` that have a running deadline, as far as their nodes can be reached."""
    ends = ask_reachable(redis, [("HGET", state_key(game), "t") for game in games]) if games else []
    return {game for game, end in zip(games, ends, strict=True) if end is not None}


def count(redis: Redis, key: Key) -> int:
    """Return the number of games in the sets of all buckets."""
    return sum(ask_all(redis, [("ZCARD", key(each)) for each in range(BUCKETS)]))


def ahead(redis: Redis, key: Key) -> int:
    """Return the number of games in the sets of all buckets whose mark is in the future."""
    next_second = (server_ms(redis) // 1000 + 1) * 1000
    commands: list[Command] = [("ZCOUNT", key(each), next_second, "+inf") for each in range(BUCKETS)]
    return sum(ask_all(redis, commands))


def live(redis: Redis, limit: int, before: LiveGame | None = None, key: Key = live_key) -> list[LiveGame]:
    """Return at most `limit` games, newest first; `before` is the last game of the previous page."""
    return newest(redis, [key(number) for number in range(BUCKETS)], limit, before)


def newest(redis: Redis, keys: Sequence[str], limit: int, before: LiveGame | None = None) -> list[LiveGame]:
    """Return at most `limit` games of several sets, as `live`."""
    # Read all games of the cursor's millisecond, because the cursor may lie between them.
    shared = [] if before is None else [_range(key, before.since_ms, before.since_ms, -1) for key in keys]
    top = "+inf" if before is None else f"({before.since_ms}"
    # Games are spread evenly over the buckets, so few buckets hold many of the newest ones.
    first_limit = limit if len(keys) == 1 else min(limit, 4 + limit // 16)
    commands = [*shared, *(_range(key, top, "-inf", first_limit) for key in keys)]
    by_bucket = [_games(flat) for flat in ask_all(redis, commands)]
    page = _merged(by_bucket, limit, before)
    incomplete = [
        number
        for number, games in enumerate(by_bucket[len(shared) :])
        if first_limit < limit and len(games) == first_limit and (len(page) < limit or games[-1] > page[-1])
    ]
    if not incomplete:
        return page
    replies = ask_all(redis, [_range(keys[number], top, "-inf", limit) for number in incomplete])
    for number, flat in zip(incomplete, replies, strict=True):
        by_bucket[len(shared) + number] = _games(flat)
    return _merged(by_bucket, limit, before)


def _merged(by_bucket: Sequence[Sequence[LiveGame]], limit: int, before: LiveGame | None) -> list[LiveGame]:
    games = (game for bucket_games in by_bucket for game in bucket_games)
    return nlargest(limit, (game for game in games if before is None or game < before))


def _range(name: str, newest: int | str, oldest: int | str, limit: int) -> Command:
    return ("ZRANGE", name, newest, oldest, "BYSCORE", "REV", "LIMIT", 0, limit, "WITHSCORES")


def _games(flat: list[bytes]) -> list[LiveGame]:
    return [LiveGame(*pair) for pair in _pairs(flat)]


def _pairs(flat: list[bytes]) -> list[tuple[int, GameId]]:
    games, scores = flat[::2], flat[1::2]
    return [(int(score), GameId(game.decode())) for game, score in zip(games, scores, strict=True)]
