"""Which games somebody must look at, and which are live: the sorted sets of all buckets, merged."""

from heapq import nlargest, nsmallest
from typing import NamedTuple

from redis import Redis

from app.store.client import Command, ask_all
from app.store.keys import BUCKETS, GameId, bucket, due_key, live_key
from app.store.scripts import ask_script


class Due(NamedTuple):
    """A game that is due since `due_ms` of the server's clock."""

    due_ms: int
    game: GameId


class Live(NamedTuple):
    """A game that is live since `since_ms` of the server's clock; also a cursor in the list."""

    since_ms: int
    game: GameId


def overdue(redis: Redis, limit: int) -> list[Due]:
    """At most `limit` games whose due mark has passed by the server's clock, longest due first."""
    marks: list[Command] = [("ZRANGE", due_key(each), 0, limit - 1, "WITHSCORES") for each in range(BUCKETS)]
    (seconds, microseconds), *found = ask_all(redis, [("TIME",), *marks])
    now = int(seconds) * 1000 + int(microseconds) // 1000
    due = (Due(*pair) for flat in found for pair in _pairs(flat))
    return nsmallest(limit, (each for each in due if each.due_ms <= now))


def postpone(redis: Redis, game: GameId, in_ms: int, seen_ms: int | None = None) -> bool:
    """True if the due mark of `game` now stands `in_ms` ms ahead of the server's clock.

    False if it has none, or if `seen_ms` is given and an append has set another mark since.
    """
    seen = "" if seen_ms is None else seen_ms
    return bool(ask_script(redis, "postpone", [due_key(bucket(game))], [game, in_ms, seen]))


def live(redis: Redis, limit: int, before: Live | None = None) -> list[Live]:
    """At most `limit` live games, newest first, after `before` where a page goes on."""
    found = ask_all(redis, _all_live(limit) if before is None else _live_before(limit, before))
    games = (Live(*pair) for flat in found for pair in _pairs(flat))
    return nlargest(limit, (each for each in games if before is None or each < before))


def _all_live(limit: int) -> list[Command]:
    return [_live_range(each, "+inf", "-inf", limit) for each in range(BUCKETS)]


def _live_before(limit: int, before: Live) -> list[Command]:
    # All that share the cursor's millisecond are asked for, since the cursor may split them.
    same = [_live_range(each, before.since_ms, before.since_ms, -1) for each in range(BUCKETS)]
    earlier = [_live_range(each, f"({before.since_ms}", "-inf", limit) for each in range(BUCKETS)]
    return same + earlier


def _live_range(each: int, newest: int | str, oldest: int | str, limit: int) -> Command:
    order = ("BYSCORE", "REV", "LIMIT", 0, limit, "WITHSCORES")
    return ("ZRANGE", live_key(each), newest, oldest, *order)


def _pairs(flat: list[bytes]) -> list[tuple[int, GameId]]:
    games, scores = flat[::2], flat[1::2]
    return [(int(score), GameId(game.decode())) for game, score in zip(games, scores, strict=True)]
