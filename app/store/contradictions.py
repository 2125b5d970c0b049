"""Receipts that the log of a game contradicts, each with the receipt of what the log holds instead.

They stand beside the log: they are facts about the service, and no log and no record has them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from redis import Redis

from app.store.canonical import canonical, parse
from app.store.client import ask, ask_all
from app.store.keys import GameId, contradictions_key

MOST: Final = 16
"""The most plies of one game for which a contradiction is kept; one is enough to prove it."""

Pair = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A receipt, and the receipt of what the log holds at that ply, or of its last entry where it is shorter."""


class Contradictions:
    """The contradicted receipts of the games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game: GameId, receipt: Mapping[str, Any], held: Mapping[str, Any]) -> None:
        """Keep `receipt`, which the log contradicts, and `held`; the first one of each ply stays."""
        key = contradictions_key(game)
        if ask(self._redis, ("HLEN", key)) < MOST:
            ask(self._redis, ("HSETNX", key, receipt["ply"], canonical([dict(receipt), dict(held)])))

    def of(self, games: Sequence[GameId]) -> list[tuple[Pair, ...]]:
        """Return for each of `games` its contradicted receipts, by ply; one round trip."""
        found = ask_all(self._redis, [("HVALS", contradictions_key(game)) for game in games]) if games else []
        return [tuple(sorted(map(_pair, values), key=lambda pair: pair[0]["ply"])) for values in found]


def _pair(value: bytes) -> Pair:
    receipt, held = parse(value)
    return receipt, held
