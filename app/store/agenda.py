"""Which games somebody must look at, and which are live: the sorted sets of all buckets, merged."""

from collections.abc import Callable, Sequence
from heapq import nlargest, nsmallest
from typing import NamedTuple

from redis import Redis

from app.store.client import Command, ask_all
from app.store.keys import BUCKETS, GameId, bucket, due_key, live_key, state_key
from app.store.scripts import Argument, ask_script, ask_scripts


class Due(NamedTuple):
    """A game that is due since `due_ms` of the server's clock."""

    due_ms: int
    game: GameId


class Live(NamedTuple):
    """A game that is live since `since_ms` of the server's clock; also a cursor in the list."""

    since_ms: int
    game: GameId


Key = Callable[[int], str]
"""The name of one kind of set by bucket."""


def overdue(redis: Redis, limit: int, key: Key = due_key) -> list[Due]:
    """At most `limit` games whose mark has passed by the server's clock, longest due first."""
    ((seconds, microseconds),) = ask_all(redis, [("TIME",)])
    now = int(seconds) * 1000 + int(microseconds) // 1000
    # By score, so that marks that lie ahead are not read, however many there are.
    marks: list[Command] = [
        ("ZRANGE", key(each), "-inf", now, "BYSCORE", "LIMIT", 0, limit, "WITHSCORES")
        for each in range(BUCKETS)
    ]
    due = (Due(*pair) for flat in ask_all(redis, marks) for pair in _pairs(flat))
    return nsmallest(limit, due)


def postpone(redis: Redis, game: GameId, in_ms: int, seen_ms: int | None = None, key: Key = due_key) -> bool:
    """True if the mark of `game` now stands `in_ms` ms ahead of the server's clock.

    False if it has none, or if `seen_ms` is given and an append has set another mark since.
    """
    seen = "" if seen_ms is None else seen_ms
    return bool(ask_script(redis, "postpone", [key(bucket(game))], [in_ms, game, seen]))


def postpone_all(redis: Redis, seen: Sequence[Due], in_ms: int, key: Key = due_key) -> None:
    """The marks that still stand as they were `seen` stand `in_ms` ms ahead; one round trip for all."""
    found: dict[int, list[Argument]] = {}
    for due_ms, game in seen:
        found.setdefault(bucket(game), [in_ms]).extend((game, due_ms))
    ask_scripts(redis, "postpone", [([key(number)], moved) for number, moved in found.items()])


def timed(redis: Redis, games: Sequence[GameId]) -> set[GameId]:
    """Those of `games` for which a time runs."""
    ends = ask_all(redis, [("HGET", state_key(game), "t") for game in games]) if games else []
    return {game for game, end in zip(games, ends, strict=True) if end is not None}


def count(redis: Redis, key: Key) -> int:
    """How many games stand in the sets of all buckets."""
    return sum(ask_all(redis, [("ZCARD", key(each)) for each in range(BUCKETS)]))


def ahead(redis: Redis, key: Key) -> int:
    """How many games stand in the sets of all buckets with a mark that has not passed yet."""
    ((seconds, _),) = ask_all(redis, [("TIME",)])
    later: list[Command] = [
        ("ZCOUNT", key(each), (int(seconds) + 1) * 1000, "+inf") for each in range(BUCKETS)
    ]
    return sum(ask_all(redis, later))


def live(redis: Redis, limit: int, before: Live | None = None, key: Key = live_key) -> list[Live]:
    """At most `limit` games, newest first, after `before` where a page goes on."""
    buckets = range(BUCKETS)
    # All that share the cursor's millisecond are asked for, since the cursor may split them.
    same = (
        []
        if before is None
        else [_range(key(each), before.since_ms, before.since_ms, -1) for each in buckets]
    )
    newest = "+inf" if before is None else f"({before.since_ms}"
    # Games are spread over the buckets by chance, so few buckets have more than a few of the newest.
    few = min(limit, 4 + limit // 16)
    asked = [*same, *(_range(key(each), newest, "-inf", few) for each in buckets)]
    found = [_games(flat) for flat in ask_all(redis, asked)]
    page = _merged(found, limit, before)
    more = [
        each
        for each, some in enumerate(found[len(same) :])
        if few < limit and len(some) == few and (len(page) < limit or some[-1] > page[-1])
    ]
    if not more:
        return page
    whole = ask_all(redis, [_range(key(each), newest, "-inf", limit) for each in more])
    for each, flat in zip(more, whole, strict=True):
        found[len(same) + each] = _games(flat)
    return _merged(found, limit, before)


def _merged(found: Sequence[Sequence[Live]], limit: int, before: Live | None) -> list[Live]:
    games = (each for some in found for each in some)
    return nlargest(limit, (each for each in games if before is None or each < before))


def _range(name: str, newest: int | str, oldest: int | str, limit: int) -> Command:
    return ("ZRANGE", name, newest, oldest, "BYSCORE", "REV", "LIMIT", 0, limit, "WITHSCORES")


def _games(flat: list[bytes]) -> list[Live]:
    return [Live(*pair) for pair in _pairs(flat)]


def _pairs(flat: list[bytes]) -> list[tuple[int, GameId]]:
    games, scores = flat[::2], flat[1::2]
    return [(int(score), GameId(game.decode())) for game, score in zip(games, scores, strict=True)]
