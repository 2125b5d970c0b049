"""Summaries of games for lists, each in the head of its game.

A summary is stored with the ply of its entry. A summary left behind by an append of an earlier version of the
program has another ply and is ignored. The content of a summary belongs to the caller.
"""

from collections.abc import Sequence

from redis import Redis

from app.store.client import ask_all
from app.store.entry import Place
from app.store.keys import GameId, state_key
from app.store.scripts import ask_script


def summaries(redis: Redis, games: Sequence[GameId]) -> list[bytes | None]:
    """Return the summary of each of `games`, None if there is none of its last entry; one round trip."""
    if not games:
        return []
    replies = ask_all(redis, [("HMGET", state_key(game), "n", "l") for game in games])
    return [current(*pair) for pair in replies]


def describe(redis: Redis, game: GameId, at: Place, summary: bytes) -> bool:
    """Write the summary of `game` unless `at` is not its last entry; return whether it was written."""
    return bool(ask_script(redis, "describe", [state_key(game)], [at.ply, at.digest, summary]))


def current(ply: bytes | None, written: bytes | None) -> bytes | None:
    """Return the summary in `written` if it is of `ply`, the last one of the log."""
    if ply is None or written is None:
        return None
    at, _, summary = written.partition(b" ")
    return summary if at == ply else None
