"""Whose turn it is: by player the games in which a seat of it is awaited, or one is kept for it.

The sets of all buckets are merged. The append that makes it somebody's turn, or nobody's, writes that in the
same step.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from redis import Redis

from app.store.client import Command, ask_all
from app.store.keys import BUCKETS, GameId, pace_key, state_key, turns_key

LAST: Final = 100
"""How many answers a pace is made of."""


@dataclass(frozen=True, slots=True)
class Question:
    """Since when and until when players are asked in a game, in server ms; None where that is not known."""

    asked: int | None
    deadline: int | None


EVERY = tuple(range(BUCKETS))
"""Every bucket."""


def turns(redis: Redis, player: str, buckets: Iterable[int] = EVERY) -> tuple[int, dict[GameId, int]]:
    """The server's time in ms, and by game in these buckets the ply at which `player` was asked there.

    The ply is `terms.KEPT` where a seat is kept that the player has not taken.
    """
    # A member is `player game ply`; `!` is what comes right after a space.
    asked: list[Command] = [
        ("ZRANGE", turns_key(each), f"[{player} ", f"({player}!", "BYLEX") for each in buckets
    ]
    (seconds, microseconds), *found = ask_all(redis, [("TIME",), *asked])
    members = (member.decode().split() for some in found for member in some)
    now = int(seconds) * 1000 + int(microseconds) // 1000
    return now, {GameId(game): int(ply) for _, game, ply in members}


def questions(redis: Redis, games: Sequence[GameId]) -> dict[GameId, Question]:
    """By game since when and until when it asks whom it asks now."""
    found = ask_all(redis, [("HMGET", state_key(game), "a", "t") for game in games]) if games else []
    times = ([None if one is None else int(one) for one in row] for row in found)
    return {game: Question(*row) for game, row in zip(games, times, strict=True)}


def pace(redis: Redis, player: str) -> tuple[int, ...]:
    """In ms how long each of the last answers of `player` took since it was asked, newest first."""
    asked: list[Command] = [("LRANGE", pace_key(each, player), 0, -1) for each in EVERY]
    rows = [tuple(map(int, row.split())) for found in ask_all(redis, asked) for row in found]
    return tuple(took for _, took in sorted(rows, reverse=True)[:LAST])
