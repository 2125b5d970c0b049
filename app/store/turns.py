"""Turn index: by player the games in which it is that player's turn or a seat is reserved.

The sets of all buckets are merged. The append that changes the turn updates the index in the same step.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from redis import Redis

from app.store.client import Command, ask_all
from app.store.keys import BUCKETS, GameId, pace_key, state_key, turns_key

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
    """The server's time in ms, and by game in these buckets the ply at which the turn of `player` began.

    The ply is `terms.KEPT` for a reserved seat that the player has not taken.
    """
    # A member is `player game ply`; `!` is the character after the space.
    commands: list[Command] = [
        ("ZRANGE", turns_key(number), f"[{player} ", f"({player}!", "BYLEX") for number in buckets
    ]
    (seconds, microseconds), *replies = ask_all(redis, [("TIME",), *commands])
    members = (member.decode().split() for names in replies for member in names)
    now = int(seconds) * 1000 + int(microseconds) // 1000
    return now, {GameId(game): int(ply) for _, game, ply in members}


def questions(redis: Redis, games: Sequence[GameId]) -> dict[GameId, OpenTurn]:
    """By game the begin and deadline of its open turn."""
    replies = ask_all(redis, [("HMGET", state_key(game), "a", "t") for game in games]) if games else []
    times = ([None if value is None else int(value) for value in row] for row in replies)
    return {game: OpenTurn(*row) for game, row in zip(games, times, strict=True)}


def pace(redis: Redis, player: str) -> tuple[int, ...]:
    """Milliseconds that each of the last answers of `player` took since its turn began, newest first."""
    commands: list[Command] = [("LRANGE", pace_key(number, player), 0, -1) for number in ALL_BUCKETS]
    rows = [tuple(map(int, row.split())) for reply in ask_all(redis, commands) for row in reply]
    return tuple(took for _, took in sorted(rows, reverse=True)[:LAST])
