"""Quotas: the open games of an owner, that is the games it created and that are not known to be over.

A game is added before it is created, so that two processes together cannot exceed the quota. The end of a
game removes nothing: when the quota is used up, the heads of all its games are read and finished ones are
removed.
"""

from collections.abc import Collection
from typing import Final

from redis import Redis

from app.store.client import ask, ask_all
from app.store.keys import GameId, owned_key, state_key
from app.store.scripts import ask_script

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
