"""The open games of an owner: those that it has made, until somebody looks and finds that they are over.

A game enters before it is made, so that two processes never make one too many. Nothing is done at its end:
only where there is no room the heads of all are looked at, and those that are over leave.
"""

from collections.abc import Collection
from typing import Final

from redis import Redis

from app.store.client import ask, ask_all
from app.store.keys import GameId, owned_key, state_key
from app.store.scripts import ask_script

_FORGET_SECONDS: Final = 30 * 86_400


def own(redis: Redis, owner: str, game: GameId, most: int) -> bool:
    """True if `game` is among at most `most` open games of `owner` now; StoreUnavailable raises."""
    return bool(ask_script(redis, "own", [owned_key(owner)], [game, most, _FORGET_SECONDS]))


def disown(redis: Redis, owner: str, *games: str) -> None:
    """These games of `owner` count no more."""
    if games:
        ask(redis, ("SREM", owned_key(owner), *games))


def prune(redis: Redis, owner: str, over: Collection[str]) -> int:
    """How many games of `owner` are open; those that left the store, or have a status in `over`, leave."""
    games = [name.decode() for name in ask(redis, ("SMEMBERS", owned_key(owner)))]
    if not games:
        return 0
    found = ask_all(redis, [("HGET", state_key(game), "s") for game in games])
    gone = [
        game for game, status in zip(games, found, strict=True) if status is None or status.decode() in over
    ]
    disown(redis, owner, *gone)
    return len(games) - len(gone)
