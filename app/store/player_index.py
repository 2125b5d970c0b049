"""Index of players: their names in sorted order, so that a prefix finds them without a scan.

A player is in the list of all players that have a name, in that of the banned ones, or in that of the closed
ones. It is added before the entry that changes its log, and its old place is removed afterwards. So an
interrupted change leaves a place too many, never one too few: the reader of a list compares each place with
the player.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from heapq import nsmallest
from types import MappingProxyType
from typing import Final, NamedTuple

from redis import Redis

from app.store.client import ask, ask_all
from app.store.connections import Command
from app.store.index_filling import FillMark
from app.store.keys import (
    BUCKETS,
    NAMES,
    GameId,
    LogKind,
    banned_key,
    bucket,
    closed_key,
    kind_of,
    names_key,
)

_SCANNED: Final = 1_000
END: Final = "\0"
"""Character between a name and an id; no name has it. As the end of a prefix it finds whole names."""
_AFTER: Final = b"\xff"
"""Byte after those of every text."""


class PlayerList(StrEnum):
    """List of players: all with a name, the banned ones, the closed ones."""

    NAMED = "named"
    BANNED = "banned"
    CLOSED = "closed"


_KEYS: Final[Mapping[PlayerList, Callable[[int], str]]] = MappingProxyType(
    {PlayerList.NAMED: names_key, PlayerList.BANNED: banned_key, PlayerList.CLOSED: closed_key}
)


class PlayerPlace(NamedTuple):
    """A player under a name in its normal form; also a cursor of a list."""

    name: str
    player: GameId


class PlayerIndex:
    """Lists of players in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.mark = FillMark(redis, NAMES)

    def add(self, places: Collection[tuple[PlayerList, PlayerPlace]]) -> None:
        """Add players to lists. Repeating this changes nothing."""
        if places:
            ask_all(self._redis, [("ZADD", _key(which, place), 0, _member(place)) for which, place in places])

    def drop(self, places: Collection[tuple[PlayerList, PlayerPlace]]) -> None:
        """Remove players from lists."""
        if places:
            ask_all(self._redis, [("ZREM", _key(which, place), _member(place)) for which, place in places])

    def forget(self, player: GameId) -> None:
        """Remove a player from the lists of names, under whatever name it is there.

        Reads the lists of one bucket in pages.
        """
        ending = f"{END}{player}"
        for key in (names_key(bucket(player)), banned_key(bucket(player))):
            cursor = b"0"
            while True:
                cursor, names = ask(
                    self._redis, ("ZSCAN", key, cursor, "MATCH", f"*{ending}", "COUNT", _SCANNED)
                )
                if names:
                    ask(self._redis, ("ZREM", key, *names[::2]))
                if cursor == b"0":
                    break

    def page(
        self, which: PlayerList, prefix: str, limit: int, after: PlayerPlace | None = None
    ) -> list[PlayerPlace]:
        """Return at most `limit` players whose names begin with `prefix`, by name and id, those after
        `after`, wherever that is.
        """
        place = b"" if after is None else _member(after).encode()
        start = b"(" + place if place >= prefix.encode() and place else b"[" + prefix.encode()
        end = b"(" + prefix.encode() + _AFTER
        commands: list[Command] = [
            ("ZRANGE", _KEYS[which](number), start, end, "BYLEX", "LIMIT", 0, limit)
            for number in range(BUCKETS)
        ]
        members = (member for reply in ask_all(self._redis, commands) for member in reply)
        return [_place(member) for member in nsmallest(limit, members)]

    def closed(self, players: Iterable[str]) -> set[str]:
        """Return those of `players` that are closed; one round trip."""
        names = [GameId(player) for player in sorted(set(players)) if kind_of(player) is LogKind.PLAYER]
        commands: list[Command] = [
            ("ZSCORE", closed_key(bucket(name)), _member(PlayerPlace(name, name))) for name in names
        ]
        scores = ask_all(self._redis, commands) if commands else []
        return {name for name, score in zip(names, scores, strict=True) if score is not None}

    def count(self, which: PlayerList) -> int:
        """Return the number of players in a list."""
        return sum(ask_all(self._redis, [("ZCARD", _KEYS[which](number)) for number in range(BUCKETS)]))


def _key(which: PlayerList, place: PlayerPlace) -> str:
    return _KEYS[which](bucket(place.player))


def _member(place: PlayerPlace) -> str:
    return f"{place.name}{END}{place.player}"


def _place(member: bytes) -> PlayerPlace:
    name, _, player = member.decode().rpartition(END)
    return PlayerPlace(name, GameId(player))
