"""Read access to the disputes of a service: by id, by game, and those that are not over."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol

from app.parts.outages import Part
from app.service.aggregates import AggregateState
from app.service.event_log import EventLog, NoSuchLog
from app.store.dispute_index import DisputeIndex, DisputePhase
from app.store.entry import Entry
from app.store.errors import ILLEGIBLE
from app.store.keys import GameId
from app.store.schedule import LiveGame
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.archive.unavailable import passed_over
from replays.disputes.places import parties_of, phase_of
from replays.disputes.state import Dispute

_MOST_READ: Final = 200
"""Number of disputes that are read for one page, whether they can be read or not."""


class EndedDisputes(Protocol):
    """Lists archived disputes."""

    def __call__(
        self, limit: int, before: tuple[int, str] | None, player: str | None = None, *, public: bool = False
    ) -> Iterable[tuple[int, str]]:
        """Return at most `limit` disputes with their ends in ms, the latest first, after the place `before`.

        With `player` those to which it is a party, with `public` those about public games.
        """


def none_ended(
    limit: int, before: tuple[int, str] | None, player: str | None = None, *, public: bool = False
) -> Iterable[tuple[int, str]]:
    """Return no disputes, for a service without an archive."""
    return ()


@dataclass(frozen=True, slots=True)
class GameDisputes:
    """The disputes about a game, in the order of opening.

    `missing` are the parts that did not answer; their disputes are left out.
    """

    disputes: tuple[AggregateState[Dispute], ...]
    missing: frozenset[Part] = frozenset()


@dataclass(frozen=True, slots=True)
class DisputesByGame:
    """The disputes about each game that has any; members as in GameDisputes."""

    by_game: Mapping[GameId, tuple[AggregateState[Dispute], ...]]
    missing: frozenset[Part] = frozenset()


@dataclass(frozen=True, slots=True)
class DisputePage:
    """A page of disputes; `next` is the place of the next page, None at the end."""

    disputes: tuple[AggregateState[Dispute], ...]
    next: LiveGame | None
    missing: frozenset[Part] = frozenset()


class DisputeLookup:
    """The disputes in `log`, listed by game in `index`.

    `archived` returns pairs of a game and a dispute about it, for those of the given games that are in the
    archive: a store that was restored from it lists none. `ended` returns archived disputes, see
    `Archive.ended_disputes`.
    """

    def __init__(
        self,
        log: EventLog[AggregateState[Dispute]],
        index: DisputeIndex,
        archived: Callable[[Sequence[str]], Iterable[tuple[str, str]]],
        ended: EndedDisputes,
    ) -> None:
        self._log = log
        self._index = index
        self._archived = archived
        self._ended = ended

    def current(self, dispute: GameId) -> AggregateState[Dispute]:
        """Return the current state of a dispute. Raises NoSuchLog if there is none."""
        return self._log.current(dispute)

    def entries(self, dispute: GameId) -> tuple[Entry, ...]:
        """Return every entry of a dispute's log. Raises NoSuchLog if there is none."""
        return self._log.entries(dispute)

    def about(self, game: GameId, *, over: bool = True) -> GameDisputes:
        """Return every dispute about `game`. The archive is asked only about a game that is `over`."""
        missing = set[Part]()
        (names,) = self._named([game], [game] if over else [], missing)
        disputes: list[AggregateState[Dispute]] = []
        for name in names:
            with passed_over(missing):
                disputes += self._existing(name)
        return GameDisputes(tuple(sorted(disputes, key=_opened)), frozenset(missing))

    def about_each(self, games: Sequence[GameId], over: Sequence[GameId]) -> DisputesByGame:
        """Return the readable disputes about each game that has any.

        The store is asked about `games`, the archive about those that are `over`.
        """
        missing = set[Part]()
        disputes: dict[GameId, tuple[AggregateState[Dispute], ...]] = {}
        asked = tuple(dict.fromkeys([*games, *over]))
        for game, names in zip(asked, self._named(asked, over, missing), strict=True):
            readable: list[AggregateState[Dispute]] = []
            for name in names:
                with passed_over(missing), suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
                    readable += self._existing(name)
            if readable:
                disputes[game] = tuple(sorted(readable, key=_opened))
        return DisputesByGame(disputes, frozenset(missing))

    def _named(
        self, games: Sequence[GameId], over: Sequence[GameId], missing: set[Part]
    ) -> list[set[GameId]]:
        """Return the ids of the disputes about each of `games`, in the order of `games`."""
        named = [set(names) for names in self._index.of(games)] if games else []
        with passed_over(missing):
            for game, dispute in self._archived(over) if over else ():
                named[games.index(GameId(game))].add(GameId(dispute))
        return named

    def goes_on(self, dispute: GameId) -> bool:
        """Return whether there is such a dispute that is not over."""
        with suppress(*ILLEGIBLE, DamagedBlob, RecordRemoved):
            return any(not current.state.is_over for current in self._existing(dispute))
        return False

    def unsettled(
        self,
        phases: Collection[DisputePhase],
        limit: int,
        before: LiveGame | None = None,
        player: str | None = None,
        *,
        public: bool = False,
        wanted: Callable[[Dispute], bool] | None = None,
    ) -> DisputePage:
        """Return at most `limit` disputes that are not over, newest first, after `before`.

        They are in one of `phases`; `player` and `public` are those of EndedDisputes. A page is full unless
        the list ends, or unless many disputes cannot be read or are not `wanted`.
        """

        def listed(most: int, after: LiveGame | None) -> list[LiveGame]:
            return self._index.unsettled(most, after, phases, player, public=public)

        def read(name: GameId) -> AggregateState[Dispute] | None:
            current = self._running(name, player)
            if current is None or phase_of(current.state) not in phases:
                return None
            return current if wanted is None or wanted(current.state) else None

        return self._page(listed, read, limit, before)

    def over(
        self, limit: int, before: LiveGame | None = None, player: str | None = None, *, public: bool = False
    ) -> DisputePage:
        """Return at most `limit` archived disputes, those that ended last first, as `unsettled`; `player` and
        `public` are those of EndedDisputes.
        """

        def listed(most: int, after: LiveGame | None) -> list[LiveGame]:
            ended = self._ended(most, after, player, public=public)
            return [LiveGame(ms, GameId(name)) for ms, name in ended]

        return self._page(listed, self.current, limit, before)

    def _page(
        self,
        listed: Callable[[int, LiveGame | None], Sequence[LiveGame]],
        read: Callable[[GameId], AggregateState[Dispute] | None],
        limit: int,
        before: LiveGame | None,
    ) -> DisputePage:
        """Return a page of what is `listed` after a place, and can be `read`."""
        disputes, missing = list[AggregateState[Dispute]](), set[Part]()
        more, tried = True, 0
        while more and len(disputes) < limit and tried < _MOST_READ:
            asked, names = limit - len(disputes), list[LiveGame]()
            more = False
            with passed_over(missing):
                names = [*listed(asked + 1, before)]
                more = len(names) > asked
            tried += asked
            for place in names[:asked]:
                before = place
                with passed_over(missing), suppress(NoSuchLog, *ILLEGIBLE, DamagedBlob, RecordRemoved):
                    current = read(place.game)
                    if current is not None:
                        disputes.append(current)
        return DisputePage(tuple(disputes), before if more else None, frozenset(missing))

    def _running(self, name: GameId, player: str | None) -> AggregateState[Dispute] | None:
        """Return a listed dispute if it is not over; else remove it from the lists, also that of `player`,
        and return None.
        """
        players = () if player is None else (player,)
        with suppress(RecordRemoved):
            current = self.current(name)
            if not current.state.is_over:
                return current
            players = (*players, *parties_of(current.state))
        self._index.settled(name, players)
        return None

    def _existing(self, name: GameId) -> Iterable[AggregateState[Dispute]]:
        with suppress(NoSuchLog):
            yield self.current(name)


def _opened(dispute: AggregateState[Dispute]) -> tuple[int, str]:
    """Return the sort key of the order of opening."""
    return dispute.state.since, dispute.log
