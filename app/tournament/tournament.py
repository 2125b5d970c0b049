"""A tournament at one ply of its log. Times are ms since 1970."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from types import MappingProxyType
from typing import Final

from app.tournament.manifest import Manifest
from app.tournament.schedule import Ending, Fixture, Pairing, Played, Result, Results

FAILURES_MAX: Final = 3
"""After so many games that an entrant has forfeited by failing it is out."""


class State(StrEnum):
    """Where a tournament stands."""

    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"


ENDED: Final = (State.FINISHED, State.ABORTED)
"""The states in which no game begins any more."""


@dataclass(frozen=True, slots=True)
class Round:
    """Who meets whom in a round, and the games of it; so many results were `known` when it was paired."""

    number: int
    pairings: tuple[Pairing, ...]
    fixtures: tuple[Fixture, ...]
    known: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything a tournament is.

    `deck_seed` and `bot_seed` (hex) are known to the service alone until `is_over`; they are empty where the
    hidden part of the first entry was not at hand. `withdrawn` says by entrant why it is out.
    """

    id: str
    manifest: Manifest
    commitment: str
    organiser_seeded: bool
    owner: str | None
    created_ms: int
    deck_seed: str = field(repr=False)
    bot_seed: str = field(repr=False)
    folder: str | None = field(default=None, repr=False)
    """Where the paths of entrants begin."""
    version: int = 1
    """The version of the rules of its log."""
    trial: bool = False
    """Whether players over HTTP answer a trial question before the first game."""
    tried: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """By entrant the trial game in which it has answered."""
    resumed: int = 0
    """How often it was resumed."""
    state: State = State.RUNNING
    rounds: tuple[Round, ...] = ()
    results: Results = field(default_factory=lambda: MappingProxyType({}))
    withdrawn: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    words: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """Why fixtures were adjudicated, by number."""
    pace: tuple[tuple[int, int], ...] = ()
    """When the last batches were reported, and how many results there were then."""
    paused_for: str | None = None
    ended_ms: int | None = None
    is_over: bool = False
    """Whether the log has its last entry, and the seeds are open."""

    @property
    def fixtures(self) -> Iterator[Fixture]:
        """Every game paired so far, in the order of the schedule."""
        return (fixture for one in self.rounds for fixture in one.fixtures)

    @property
    def waiting(self) -> Iterator[Fixture]:
        """Every game paired so far that has no result."""
        return (fixture for fixture in self.fixtures if fixture.number not in self.results)

    @property
    def untried(self) -> tuple[int, ...]:
        """The players over HTTP who have to answer their trial question before the first game."""
        if not self.trial:
            return ()
        return tuple(
            at
            for at, entrant in enumerate(self.manifest.entrants)
            if entrant.is_remote and at not in self.tried and at not in self.withdrawn
        )

    @property
    def games_per_second(self) -> float | None:
        """How fast the last batches came; None where that cannot be told."""
        first, last = (self.pace[0], self.pace[-1]) if self.pace else ((0, 0), (0, 0))
        if self.state is not State.RUNNING or last[0] <= first[0]:
            return None
        return 1000 * (last[1] - first[1]) / (last[0] - first[0])

    @property
    def played(self) -> tuple[Played, ...]:
        """The rounds with their results."""
        return tuple(_played(one, self.results) for one in self.rounds)

    def before(self, one: Round) -> tuple[Played, ...]:
        """The rounds before `one` with those results that were there when it was paired.

        Where nobody waits for a round to end, more is known of them by now. Results stand in the order in
        which they came.
        """
        known = dict(islice(self.results.items(), one.known))
        return tuple(_played(each, known) for each in self.rounds[: one.number - 1])

    def fixture(self, number: int) -> Fixture | None:
        """The game of this number."""
        return next((fixture for fixture in self.fixtures if fixture.number == number), None)

    def failures(self, entrant: int) -> int:
        """How many games the entrant has forfeited."""
        lost = (fixture for fixture in self.fixtures if entrant in fixture.seats)
        return sum(_failed(self.results.get(fixture.number), fixture, entrant) for fixture in lost)


def _played(one: Round, results: Results) -> Played:
    own = {fixture.number: results[fixture.number] for fixture in one.fixtures if fixture.number in results}
    return Played(one.number, one.pairings, one.fixtures, own)


def _failed(result: Result | None, fixture: Fixture, entrant: int) -> bool:
    if result is None or result.ending is not Ending.FORFEIT:
        return False
    return any(fixture.seats[seat] == entrant for seat in result.at_fault)
