"""Receipts that the log of a game contradicts, each with the receipt of the entry in the log.

They are stored beside the log: they are facts about the service, and are in no log and no record.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from redis import Redis

from app.store.canonical import canonical, parse
from app.store.client import ask, ask_all
from app.store.keys import GameId, contradictions_key

MOST: Final = 16
"""The largest number of plies of one game with a stored contradiction; one is enough as proof."""

Pair = tuple[Mapping[str, Any], Mapping[str, Any]]
"""A receipt, and the receipt of the logged entry at that ply, or of the last entry of a shorter log."""


class Contradictions:
    """Contradicted receipts of the games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def add(self, game: GameId, receipt: Mapping[str, Any], held: Mapping[str, Any]) -> None:
        """Store `receipt`, which the log contradicts, and `held`. The first one of each ply is kept."""
        key = contradictions_key(game)
        if ask(self._redis, ("HLEN", key)) < MOST:
            ask(self._redis, ("HSETNX", key, receipt["ply"], canonical([dict(receipt), dict(held)])))

    def of(self, games: Sequence[GameId]) -> list[tuple[Pair, ...]]:
        """For each of `games` its contradicted receipts, by ply; one round trip."""
        replies = (
            ask_all(self._redis, [("HVALS", contradictions_key(game)) for game in games]) if games else []
        )
        return [tuple(sorted(map(_pair, values), key=lambda pair: pair[0]["ply"])) for values in replies]


def _pair(value: bytes) -> Pair:
    receipt, held = parse(value)
    return receipt, held
