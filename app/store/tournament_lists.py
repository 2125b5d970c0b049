"""Lists of tournaments by the time from which they are listed: all, unfinished ones, and each player's.

A tournament is added to the first two before its first entry, and a finished one is removed from the second
after its last, so that list may name one that never began or that is over. It is added to those of a player
before the entry that makes it one of the player. Readers compare each with its summary.
"""

from collections.abc import Collection, Sequence
from typing import Final

from redis import Redis

from app.store import schedule
from app.store.client import ask, ask_all
from app.store.connections import Command
from app.store.index_filling import FillMark
from app.store.keys import (
    ENTERED,
    UNFINISHED,
    GameId,
    LogKind,
    bucket,
    key_of,
    kind_of,
    tournaments_key,
    unfinished_key,
    waits_key,
)
from app.store.schedule import LiveGame


class TournamentLists:
    """The first two lists in `redis`, and reasons for which tournaments wait; `mark` is that of the second.

    Every method may raise StoreUnavailable.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.mark = FillMark(redis, UNFINISHED)

    def enter(self, tournament: GameId, at_ms: int) -> None:
        """List a new tournament. Readers skip one that never began."""
        keys = [key(bucket(tournament)) for key in (tournaments_key, unfinished_key)]
        ask_all(self._redis, [("ZADD", key, "NX", at_ms, tournament) for key in keys])

    def page(self, limit: int, before: LiveGame | None = None, *, unfinished: bool = False) -> list[LiveGame]:
        """Return at most `limit` tournaments, newest first; `before` is the last one of the previous page."""
        key = unfinished_key if unfinished else tournaments_key
        return schedule.live(self._redis, limit, before, key)

    def add_unfinished(self, places: Collection[LiveGame]) -> None:
        """Add tournaments that are not over to the second list. The first time stays."""
        commands: list[Command] = [
            ("ZADD", unfinished_key(bucket(place.game)), "NX", place.since_ms, place.game) for place in places
        ]
        if commands:
            ask_all(self._redis, commands)

    def over(self, tournament: GameId) -> None:
        """Remove a tournament that is over from the second list."""
        ask(self._redis, ("ZREM", unfinished_key(bucket(tournament)), tournament))

    def wait(self, tournament: GameId, on: str, last_ms: int) -> None:
        """Record for `last_ms` ms, or until `go_on`, that `tournament` waits for `on`.

        This is not part of its log: it expires, and the last process that tried to play it overwrites it.
        """
        ask(self._redis, ("SET", waits_key(tournament), on, "PX", last_ms))

    def go_on(self, tournament: GameId) -> None:
        """Record that `tournament` waits for nothing."""
        ask(self._redis, ("DEL", waits_key(tournament)))

    def waits_for(self, tournaments: Sequence[GameId]) -> list[str | None]:
        """Reasons recorded by `wait` for each of `tournaments`, None for nothing; one round trip."""
        commands = [("GET", waits_key(tournament)) for tournament in tournaments]
        reasons: list[bytes | None] = ask_all(self._redis, commands) if commands else []
        return [None if reason is None else reason.decode() for reason in reasons]


_END: Final = "entered"
"""End of the key of the tournaments of a player."""


class PlayerTournaments:
    """The tournaments of players in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.mark = FillMark(redis, ENTERED)

    def add(self, places: Collection[tuple[str, LiveGame]]) -> None:
        """Add tournaments, each with the time from which it is listed, to players. The first time stays."""
        commands: list[Command] = [
            ("ZADD", key_of(player, _END), "NX", place.since_ms, place.game)
            for player, place in places
            if kind_of(player) is LogKind.PLAYER
        ]
        if commands:
            ask_all(self._redis, commands)

    def page(self, player: str, limit: int, before: LiveGame | None = None) -> list[LiveGame]:
        """Return at most `limit` tournaments of a player, newest first, after `before`."""
        if kind_of(player) is not LogKind.PLAYER:
            return []
        return schedule.newest(self._redis, [key_of(player, _END)], limit, before)
