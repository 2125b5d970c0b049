"""Index of disputes: those about each game, and those that are not over, by phase and by party.

A dispute that is not over is in the list of all of them and in that of its phase; of each player that is a
party to it in the list of its phase, and in a second one if its game is public. It is added to a list before
the entry that makes it belong there, and its old places are removed afterwards. So an interrupted change
leaves a place too many, never one too few: the reader of a list compares each place with the dispute.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from redis import Redis

from app.store import schedule
from app.store.client import ask_all
from app.store.connections import Command
from app.store.index_filling import FillMark
from app.store.keys import (
    BUCKETS,
    PHASES,
    GameId,
    LogKind,
    bucket,
    disputes_key,
    key_of,
    kind_of,
    set_of,
    unsettled_key,
)
from app.store.schedule import LiveGame


class DisputePhase(StrEnum):
    """Phase of a dispute that is not over; in `contested` a ruling of an arbiter is missing."""

    OPEN = "open"
    AWAITING_REVEAL = "awaiting_reveal"
    JUDGED = "judged"
    CONTESTED = "contested"


class DisputePlace(NamedTuple):
    """The lists of a dispute: its phase, the players that are parties, and whether its game is public.

    `since_ms` is the time of its opening, in ms since 1970.
    """

    dispute: GameId
    since_ms: int
    phase: DisputePhase
    players: tuple[str, ...]
    public: bool


class DisputeIndex:
    """Disputes about the games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self.mark = FillMark(redis, PHASES)

    def add(self, game: GameId, dispute: GameId, at_ms: int) -> None:
        """List `dispute` as opened at `at_ms`. Repeating this changes nothing."""
        listed = ("ZADD", unsettled_key(bucket(dispute)), "NX", at_ms, dispute)
        ask_all(self._redis, [("SADD", disputes_key(game), dispute), listed])

    def place(self, places: Collection[DisputePlace]) -> None:
        """Add disputes to the lists of their phases. Repeating this changes nothing."""
        commands: list[Command] = [
            ("ZADD", key, "NX", place.since_ms, place.dispute) for place in places for key in _keys(place)
        ]
        if commands:
            ask_all(self._redis, commands)

    def leave(self, places: Collection[DisputePlace]) -> None:
        """Remove disputes from the lists of phases that they have left."""
        if places:
            ask_all(self._redis, [("ZREM", key, place.dispute) for place in places for key in _keys(place)])

    def is_public(self, dispute: GameId, players: Iterable[str]) -> bool:
        """Return whether a list of one of `players` has the dispute as one about a public game."""
        commands: list[Command] = [
            ("ZSCORE", key, dispute)
            for phase in DisputePhase
            for key in _of_parties(players, phase, public=True)
        ]
        return any(score is not None for score in ask_all(self._redis, commands)) if commands else False

    def of(self, games: Sequence[GameId]) -> list[tuple[GameId, ...]]:
        """Return the disputes about each of `games`, sorted by id."""
        replies = ask_all(self._redis, [("SMEMBERS", disputes_key(game)) for game in games])
        return [tuple(sorted(GameId(name.decode()) for name in names)) for names in replies]

    def unsettled(
        self,
        limit: int,
        before: LiveGame | None = None,
        phases: Collection[DisputePhase] = tuple(DisputePhase),
        player: str | None = None,
        *,
        public: bool = False,
    ) -> list[LiveGame]:
        """Return at most `limit` unsettled disputes in `phases`, newest first; `before` is the last one of
        the previous page. With `player` those to which it is a party, with `public` those about public games.
        """
        if player is not None:
            keys = [key for phase in phases for key in _of_parties((player,), phase, public=public)]
        elif len(phases) == len(DisputePhase):
            keys = [unsettled_key(number) for number in range(BUCKETS)]
        else:
            keys = [set_of(number, _end(phase)) for phase in phases for number in range(BUCKETS)]
        return schedule.newest(self._redis, keys, limit, before) if keys else []

    def every(self, at_once: int = 500) -> Iterator[LiveGame]:
        """Yield the unsettled disputes, newest first."""
        before: LiveGame | None = None
        while page := self.unsettled(at_once, before):
            yield from page
            before = page[-1]

    def settled(self, dispute: GameId, players: Iterable[str] = ()) -> None:
        """Remove `dispute`, of which `players` are parties, from all lists but that of its game."""
        number, parties = bucket(dispute), tuple(players)
        keys = [unsettled_key(number)]
        for phase in DisputePhase:
            keys += [set_of(number, _end(phase)), *_of_parties(parties, phase, public=False)]
            keys += _of_parties(parties, phase, public=True)
        ask_all(self._redis, [("ZREM", key, dispute) for key in keys])


def _keys(place: DisputePlace) -> Iterator[str]:
    """Yield the keys of the lists in which a dispute has a place because of its phase."""
    yield set_of(bucket(place.dispute), _end(place.phase))
    yield from _of_parties(place.players, place.phase, public=False)
    if place.public:
        yield from _of_parties(place.players, place.phase, public=True)


def _of_parties(players: Iterable[str], phase: DisputePhase, *, public: bool) -> Iterator[str]:
    """Yield the keys of the lists of players for a phase; an id of another kind has none."""
    kind = "public" if public else "party"
    return (key_of(player, f"{kind}-{phase}") for player in players if kind_of(player) is LogKind.PLAYER)


def _end(phase: DisputePhase) -> str:
    return f"disputes-{phase}"
