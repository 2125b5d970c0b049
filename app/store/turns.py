"""Whose turn it is: by player the games in which a seat of it is awaited, the sets of all buckets merged.

The append that makes it somebody's turn, or nobody's, writes that in the same step.
"""

from collections.abc import Iterable

from redis import Redis

from app.store.client import Command, ask_all
from app.store.keys import BUCKETS, GameId, turns_key

EVERY = tuple(range(BUCKETS))
"""Every bucket."""


def turns(redis: Redis, player: str, buckets: Iterable[int] = EVERY) -> tuple[int, dict[GameId, int]]:
    """The server's time in ms, and by game in these buckets the ply at which `player` was asked there."""
    # A member is `player game ply`; `!` is what comes right after a space.
    asked: list[Command] = [
        ("ZRANGE", turns_key(each), f"[{player} ", f"({player}!", "BYLEX") for each in buckets
    ]
    (seconds, microseconds), *found = ask_all(redis, [("TIME",), *asked])
    members = (member.decode().split() for some in found for member in some)
    now = int(seconds) * 1000 + int(microseconds) // 1000
    return now, {GameId(game): int(ply) for _, game, ply in members}
