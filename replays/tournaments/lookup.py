"""Read access for requests: summaries, parts and reports made by jobs, never a whole log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import orjson

from app.games.codec import Json
from app.parts.outages import Part
from app.service.event_log import NoSuchLog
from app.service.tournaments import players_of
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.entry import Entry
from app.store.keys import GameId
from app.store.schedule import LiveGame
from app.store.tournament_parts import StoredSummary, TournamentParts
from app.tournament.hidden_names import hidden_names, hide, hide_in_summary
from app.tournament.shapes import FixtureRow, TournamentSummary
from app.tournament.state import TournamentPhase
from replays.archive.unavailable import passed_over
from replays.tournaments.marks import Marked, MarkedIn, unmarked
from replays.tournaments.parts import BLOCK, CROSS, OPEN, STANDINGS, games_part, unpack
from replays.tournaments.reports import MARKED, PARTS, PLACES, RECORD, ReportFiles, is_of_running, stored_name

PAGE_BYTES: Final = 1 << 19
"""Maximum of bytes of entries in one read, unless one entry is longer."""

_AT_ONCE: Final = 8
"""Maximum of entries in one read from the store."""

LOOKED_AT: Final = 1_000
"""Maximum of games that one request filters."""

_TABLES: Final = frozenset((STANDINGS, CROSS))


@dataclass(frozen=True, slots=True)
class SeenTournament:
    """A tournament by its summary at `ply`; `here` is True while its log is in the store.

    `hidden` has the ids of closed players that stand for their names, by entrant.
    """

    tournament: GameId
    ply: int
    summary: TournamentSummary
    here: bool
    hidden: Mapping[int, str] = field(default_factory=dict)

    @property
    def state(self) -> TournamentPhase:
        """Phase of the tournament."""
        return TournamentPhase(self.summary["state"])

    @property
    def is_over(self) -> bool:
        """True if its log has its last entry."""
        return self.summary["seeds"] is not None


class ReportPending(Exception):
    """A job has to make the requested report first; `seen` is the tournament, if known.

    The job is enqueued, unless the report is made `at_end` of the tournament only.
    """

    def __init__(self, tournament: str, seen: SeenTournament | None, *, at_end: bool = False) -> None:
        super().__init__(f"what is asked for of {tournament} is not made yet")
        self.tournament = tournament
        self.seen = seen
        self.at_end = at_end


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """A page of the list of tournaments; `next` is the end of the page, None on the last one.

    `summing_up` is the number of omitted tournaments that wait for a summary, `missing` are the parts that
    did not answer, without which that number may be too low.
    """

    tournaments: tuple[SeenTournament, ...]
    next: LiveGame | None
    summing_up: int
    missing: frozenset[Part]


def _do_nothing(tournament: GameId) -> None:
    """Do nothing (default for `enqueue`)."""


class Lookup:
    """Tournaments in `store` for requests; `enqueue` enqueues the job that makes what is missing.

    `marked` returns the marks of the games of a tournament.
    """

    def __init__(
        self,
        store: ArchiveFallbackStore,
        parts: TournamentParts,
        report_files: ReportFiles,
        enqueue: Callable[[GameId], object] = _do_nothing,
        marked: MarkedIn = unmarked,
    ) -> None:
        self.report_files = report_files
        self._store = store
        self._parts = parts
        self._enqueue = enqueue
        self._marked = marked

    def seen(self, tournament: GameId) -> SeenTournament:
        """Return the tournament by its summary. Raises NoSuchLog, or ReportPending if it has none yet."""
        (summed,) = self._parts.summed([tournament])
        tournament_seen = _seen(tournament, summed)
        if tournament_seen is not None:
            return self.without_closed([tournament_seen])[0]
        if summed.ply is None and self._store.head(tournament) is None:
            raise NoSuchLog(tournament)
        raise self._missing(tournament)

    def listed(
        self,
        limit: int,
        before: LiveGame | None = None,
        player: str | None = None,
        *,
        unfinished: bool = False,
    ) -> TournamentPage:
        """Return at most `limit` tournaments, newest first, after `before`.

        Of `player` if given, and only those that are not over if `unfinished`.
        """
        lists = self._store.tournament_lists
        names = (
            lists.page(limit + 1, before, unfinished=unfinished)
            if player is None
            else self._store.entered.page(player, limit + 1, before)
        )
        listed, summing_up, missing = list[SeenTournament](), 0, set[Part]()
        summed = self._parts.summed([name.game for name in names[:limit]])
        for name, summary in zip(names, summed, strict=False):
            seen = _seen(name.game, summary)
            if seen is not None:
                if unfinished and seen.is_over:
                    lists.over(name.game)
                elif player is None or player in players_of(seen.summary):
                    listed.append(seen)
                continue
            with passed_over(missing):
                if summary.ply is not None or self._store.head(name.game) is not None:
                    self._enqueue(name.game)
                    summing_up += 1
        following = names[limit - 1] if len(names) > limit else None
        return TournamentPage(tuple(listed), following, summing_up, frozenset(missing))

    def without_closed(self, tournaments: Sequence[SeenTournament]) -> list[SeenTournament]:
        """Return the tournaments with ids instead of the names of closed players."""
        players = {
            player
            for seen in tournaments
            for entrant in seen.summary["entrants"]
            if (player := entrant.get("player")) is not None
        }
        closed = self._store.names.closed(players)
        return (
            [_without(seen, hidden_names(seen.summary, closed)) for seen in tournaments]
            if closed
            else [*tournaments]
        )

    def parts(self, seen: SeenTournament, names: Sequence[str]) -> tuple[int, list[Any]]:
        """Return the ply of the parts with these names, and their contents; None for a missing part.

        The parts of a running tournament may be older than `seen`. Raises ReportPending if there are none.
        """
        kept, contents = self._parts.get(seen.tournament, names)
        ply = kept.ply
        if not _TABLES.isdisjoint(names):
            ply = 0 if kept.tables is None else kept.tables.ply
        if ply == 0 or (ply < seen.ply and seen.state is not TournamentPhase.RUNNING):
            contents = self._filed(seen, names)
            ply = seen.ply
        documents = [None if content is None else orjson.loads(content) for content in contents]
        return ply, hide(documents, seen.hidden)

    def part(self, seen: SeenTournament, name: str) -> tuple[int, Json]:
        """Return the ply and the content of a part. Raises ReportPending if there is no part of this name."""
        ply, (content,) = self.parts(seen, [name])
        if content is None:
            raise self._missing(seen.tournament, seen)
        return ply, content

    def games(
        self, seen: SeenTournament, after: int, limit: int, fits: Callable[[FixtureRow], bool] | None = None
    ) -> tuple[int, list[FixtureRow], int | None]:
        """Return the ply of the games, `limit` of them after a number, and the last number if more follow.

        With `fits` they are the matching ones among the next LOOKED_AT games, possibly few or none.
        """
        games_max = limit if fits is None else LOOKED_AT
        numbers = range(after + 1, after + games_max + 1 + BLOCK, BLOCK)
        ply, blocks = self.parts(seen, list(dict.fromkeys(map(games_part, numbers))))
        listed = [game for block in blocks for game in block or () if game["fixture"] > after]
        matching = [game for game in listed[:games_max] if fits is None or fits(game)]
        if len(matching) > limit:
            return ply, matching[:limit], matching[limit - 1]["fixture"]
        return ply, matching, listed[games_max - 1]["fixture"] if len(listed) > games_max else None

    def open_games(self, seen: SeenTournament) -> list[FixtureRow]:
        """Return the games without a result in which players sit, in the order of the schedule."""
        if seen.is_over:
            return []
        _, (games,) = self.parts(seen, [OPEN])
        return games or []

    def seated(self, seen: SeenTournament, fixtures: Sequence[int]) -> list[list[int]]:
        """Return the entrants of some games by seat."""
        return [game["seats"] for game in self.chosen(seen, fixtures)]

    def chosen(self, seen: SeenTournament, fixtures: Sequence[int]) -> list[FixtureRow]:
        """Return the games of these numbers."""
        names = [games_part(number) for number in fixtures]
        _, blocks = self.parts(seen, names) if names else (0, [])
        return [
            game
            for number, block in zip(fixtures, blocks, strict=True)
            for game in block or ()
            if game["fixture"] == number
        ]

    def _filed(self, seen: SeenTournament, names: Sequence[str]) -> list[bytes | None]:
        if not seen.is_over or self.report_files.size(seen.tournament, PARTS) is None:
            raise self._missing(seen.tournament, seen)
        _, contents = unpack(
            lambda start, length: self.report_files.read(seen.tournament, PARTS, start, length), names
        )
        return contents

    def entries(self, seen: SeenTournament, after: int, most: int) -> tuple[Entry, ...]:
        """Return entries after a ply, at most `most` and one read; none at the end.

        Raises ReportPending if the log has left the store and its report is not made.
        """
        upto = min(seen.ply, after + most)
        if after >= upto:
            return ()
        stored = self._here(seen, after, upto) if seen.here else ()
        if stored:
            return stored
        for name in (RECORD, PLACES):
            self.report(seen, name)
        return self.report_files.entries(seen.tournament, after, upto - after, PAGE_BYTES)

    def _here(self, seen: SeenTournament, after: int, upto: int) -> tuple[Entry, ...]:
        """Return entries of a log in the store; none if it is no longer there."""
        place, size = self._store.present.place(seen.tournament, after), 0
        entries: list[Entry] = []
        while place is not None and place.ply < upto and size < PAGE_BYTES:
            page = self._store.present.read(seen.tournament, place, min(upto, place.ply + _AT_ONCE))
            if not page:
                break
            entries += page
            size += sum(len(entry.public) for entry in page)
            place = page[-1]
        return tuple(entries)

    def report(self, seen: SeenTournament, name: str) -> str:
        """Return the name under which a report is stored. Raises ReportPending if it has to be made.

        A report with marks is made again when these have changed. While a part with disputes does not answer,
        this is unknown, and ReportPending is raised.
        """
        if not (seen.is_over or is_of_running(name)):
            raise ReportPending(seen.tournament, seen, at_end=True)
        marked = self.marked(seen) if name in MARKED else Marked()
        stored = stored_name(name, marked, seen.hidden)
        if marked.missing or self.report_files.size(seen.tournament, stored) is None:
            self._parts.want(seen.tournament, name)
            raise self._missing(seen.tournament, seen)
        return stored

    def marked(self, seen: SeenTournament) -> Marked:
        """Return the marks of the games of a tournament."""
        return self._marked(seen.tournament)

    def contested(self, seen: SeenTournament) -> list[tuple[int, GameId]]:
        """Return the numbers of the disputed games, each with a dispute that may be over."""
        return self._parts.contested(seen.tournament)

    def settled(self, seen: SeenTournament, fixture: int, dispute: GameId) -> None:
        """Record that a dispute about a game is over."""
        self._parts.settled(seen.tournament, fixture, dispute)

    def _missing(self, tournament: GameId, seen: SeenTournament | None = None) -> ReportPending:
        self._enqueue(tournament)
        return ReportPending(tournament, seen)


def _without(seen: SeenTournament, hidden: Mapping[int, str]) -> SeenTournament:
    return replace(seen, summary=hide_in_summary(seen.summary, hidden), hidden=hidden)


def _seen(tournament: GameId, summed: StoredSummary) -> SeenTournament | None:
    if summed.summary is None or summed.at is None:
        return None
    return SeenTournament(tournament, summed.at, orjson.loads(summed.summary), summed.ply is not None)
