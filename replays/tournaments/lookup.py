"""What requests read of tournaments: summaries, parts and reports that jobs have made, never a whole log."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from app.games.codec import Json
from app.journal import NoSuchLog
from app.outages import Part
from app.store.agenda import Live
from app.store.entry import Entry
from app.store.keys import GameId
from app.store.lasting import ArchiveFallbackStore
from app.store.parts import StoredSummary, TournamentParts
from app.tournament.tournament import State
from replays.absent import passed_over
from replays.tournaments.marks import Marked, MarkedIn, unmarked
from replays.tournaments.parts import BLOCK, CROSS, STANDINGS, games_part, unpack
from replays.tournaments.reports import (
    MARKED,
    PARTS,
    PLACES,
    RECORD,
    ReportFiles,
    is_of_running,
    with_tag,
)

PAGE_BYTES: Final = 1 << 19
"""How many bytes of entries are read at once, unless one entry is longer."""

_AT_ONCE: Final = 8
"""How many entries of a log that is in the store are read at once."""

LOOKED_AT: Final = 1_000
"""How many games of a schedule one request looks at to find those that it wants."""

_TABLES: Final = frozenset((STANDINGS, CROSS))


@dataclass(frozen=True, slots=True)
class Seen:
    """A tournament by its summary at `ply`; `here` says whether its log is in the store."""

    tournament: GameId
    ply: int
    summary: Json
    here: bool

    @property
    def state(self) -> State:
        """Whether it runs."""
        return State(self.summary["state"])

    @property
    def is_over(self) -> bool:
        """Whether its log has its last entry."""
        return self.summary["seeds"] is not None


class NotMade(Exception):
    """What is asked for has to be made by a job; `seen` is what is known, if anything.

    The job is rung for, unless it is made `at_end` of the tournament only.
    """

    def __init__(self, tournament: str, seen: Seen | None, *, at_end: bool = False) -> None:
        super().__init__(f"what is asked for of {tournament} is not made yet")
        self.tournament = tournament
        self.seen = seen
        self.at_end = at_end


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of the list of tournaments; it goes on after `next`, None at its end.

    `summing_up` says how many are left out because a job has to sum them up, `missing` what did not answer,
    so that it is not known whether more have to be.
    """

    tournaments: tuple[Seen, ...]
    next: Live | None
    summing_up: int
    missing: frozenset[Part]


def _nobody(tournament: GameId) -> None:
    """Nobody is rung for."""


class Lookup:
    """The tournaments in `store` as requests see them; `ring` asks for the job that makes what is missing.

    `marked` gives the marks of the games of a tournament.
    """

    def __init__(
        self,
        store: ArchiveFallbackStore,
        parts: TournamentParts,
        shelf: ReportFiles,
        ring: Callable[[GameId], object] = _nobody,
        marked: MarkedIn = unmarked,
    ) -> None:
        self.shelf = shelf
        self._store = store
        self._parts = parts
        self._ring = ring
        self._marked = marked

    def seen(self, tournament: GameId) -> Seen:
        """Return the tournament by its summary; NoSuchLog if there is none, NotMade if it has none yet."""
        (summed,) = self._parts.summed([tournament])
        found = _seen(tournament, summed)
        if found is not None:
            return found
        if summed.ply is None and self._store.head(tournament) is None:
            raise NoSuchLog(tournament)
        raise self._missing(tournament)

    def listed(self, limit: int, before: Live | None = None) -> Listed:
        """Return at most `limit` tournaments, newest first, after `before`."""
        names = self._store.tournaments(limit + 1, before)
        found, summing_up, missing = list[Seen](), 0, set[Part]()
        summed = self._parts.summed([one.game for one in names[:limit]])
        for one, told in zip(names, summed, strict=False):
            seen = _seen(one.game, told)
            if seen is not None:
                found.append(seen)
                continue
            with passed_over(missing):
                if told.ply is not None or self._store.head(one.game) is not None:
                    self._ring(one.game)
                    summing_up += 1
        following = names[limit - 1] if len(names) > limit else None
        return Listed(tuple(found), following, summing_up, frozenset(missing))

    def parts(self, seen: Seen, names: Sequence[str]) -> tuple[int, list[Any]]:
        """Return of which ply the parts of these names are, and what they say, None for one that is missing.

        Where a tournament goes on they may be of an earlier ply than `seen`. NotMade where there are none.
        """
        kept, found = self._parts.get(seen.tournament, names)
        ply = kept.ply
        if not _TABLES.isdisjoint(names):
            ply = 0 if kept.tables is None else kept.tables.ply
        if ply == 0 or (ply < seen.ply and seen.state is not State.RUNNING):
            found = self._filed(seen, names)
            ply = seen.ply
        return ply, [None if one is None else orjson.loads(one) for one in found]

    def part(self, seen: Seen, name: str) -> tuple[int, Json | None]:
        """Return of which ply the part of this name is, and what it says; see `parts`."""
        ply, (found,) = self.parts(seen, [name])
        return ply, found

    def games(
        self, seen: Seen, after: int, limit: int, fits: Callable[[Json], bool] | None = None
    ) -> tuple[int, list[Json], int | None]:
        """Return of which ply the games are, `limit` of them after a number, and where more follow.

        With `fits` they are those that fit among the next LOOKED_AT games, which may be few or none.
        """
        most = limit if fits is None else LOOKED_AT
        numbers = range(after + 1, after + most + 1 + BLOCK, BLOCK)
        ply, blocks = self.parts(seen, list(dict.fromkeys(map(games_part, numbers))))
        listed = [one for block in blocks for one in block or () if one["fixture"] > after]
        found = [one for one in listed[:most] if fits is None or fits(one)]
        if len(found) > limit:
            return ply, found[:limit], found[limit - 1]["fixture"]
        return ply, found, listed[most - 1]["fixture"] if len(listed) > most else None

    def seated(self, seen: Seen, fixtures: Sequence[int]) -> list[list[int]]:
        """Return the entrants of some games by seat."""
        return [one["seats"] for one in self.chosen(seen, fixtures)]

    def chosen(self, seen: Seen, fixtures: Sequence[int]) -> list[Json]:
        """Return the games of these numbers."""
        names = [games_part(number) for number in fixtures]
        _, blocks = self.parts(seen, names) if names else (0, [])
        return [
            one
            for number, block in zip(fixtures, blocks, strict=True)
            for one in block or ()
            if one["fixture"] == number
        ]

    def _filed(self, seen: Seen, names: Sequence[str]) -> list[bytes | None]:
        if not seen.is_over or self.shelf.size(seen.tournament, PARTS) is None:
            raise self._missing(seen.tournament, seen)
        _, found = unpack(lambda at, length: self.shelf.read(seen.tournament, PARTS, at, length), names)
        return found

    def entries(self, seen: Seen, after: int, most: int) -> tuple[Entry, ...]:
        """Return entries after a ply, at most `most` and as many as are read at once; none at the end.

        NotMade where the log has left the store and the report that has it is not made.
        """
        upto = min(seen.ply, after + most)
        if after >= upto:
            return ()
        found = self._here(seen, after, upto) if seen.here else ()
        if found:
            return found
        for name in (RECORD, PLACES):
            self.report(seen, name)
        return self.shelf.entries(seen.tournament, after, upto - after, PAGE_BYTES)

    def _here(self, seen: Seen, after: int, upto: int) -> tuple[Entry, ...]:
        """Return entries of a log that is in the store; none if it is there no longer."""
        place, size = self._store.present.place(seen.tournament, after), 0
        found: list[Entry] = []
        while place is not None and place.ply < upto and size < PAGE_BYTES:
            some = self._store.present.read(seen.tournament, place, min(upto, place.ply + _AT_ONCE))
            if not some:
                break
            found += some
            size += sum(len(one.public) for one in some)
            place = some[-1]
        return tuple(found)

    def report(self, seen: Seen, name: str) -> str:
        """Return the name under which a report is stored, if it is made, else ask for it: NotMade.

        One that tells of marks is made again where these have changed. While a part does not answer that
        knows of disputes, nobody can tell whether they have.
        """
        if not (seen.is_over or is_of_running(name)):
            raise NotMade(seen.tournament, seen, at_end=True)
        marked = self.marked(seen) if name in MARKED else Marked()
        stored = with_tag(name, marked.tag)
        if marked.missing or self.shelf.size(seen.tournament, stored) is None:
            self._parts.want(seen.tournament, name)
            raise self._missing(seen.tournament, seen)
        return stored

    def marked(self, seen: Seen) -> Marked:
        """Return the marks of the games of a tournament."""
        return self._marked(seen.tournament)

    def contested(self, seen: Seen) -> list[tuple[int, GameId]]:
        """Return the numbers of the disputed games, each with a dispute that may be over."""
        return self._parts.contested(seen.tournament)

    def settled(self, seen: Seen, fixture: int, dispute: GameId) -> None:
        """Note that a dispute about a game is over."""
        self._parts.settled(seen.tournament, fixture, dispute)

    def _missing(self, tournament: GameId, seen: Seen | None = None) -> NotMade:
        self._ring(tournament)
        return NotMade(tournament, seen)


def _seen(tournament: GameId, summed: StoredSummary) -> Seen | None:
    if summed.summary is None or summed.at is None:
        return None
    return Seen(tournament, summed.at, orjson.loads(summed.summary), summed.ply is not None)
