"""State of a tournament at one ply of its log. Times are ms since 1970.

Players over HTTP play a trial game each before the first game of a tournament, which counts for nothing. A
tournament whose first entry has `trial` begins no game before each of them has answered a question of its
trial game. A player that does not answer in time pauses the tournament; after each resumption, players
without an answer get another trial game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256
from itertools import islice
from types import MappingProxyType
from typing import Final

from app.games.shuffle import length_prefixed
from app.i18n import Message
from app.store.keys import GameId, game_id_from
from app.tournament.manifest import Manifest
from app.tournament.schedule import Ending, Fixture, FixtureResult, Pairing, Played, Results


class Wait(StrEnum):
    """Part or condition that prevents games from being played or archived."""

    ARCHIVE = "archive"
    CATALOGUE = "catalogue"
    TREE = "tree"
    STORE = "store"


WAIT_TEXTS: Final[Mapping[Wait, Message]] = MappingProxyType(
    {
        Wait.ARCHIVE: Message(
            "It waits for the archive, which does not keep its games; its disk may be full."
        ),
        Wait.CATALOGUE: Message("It waits for the catalogue of the archive, which is away or out of space."),
        Wait.TREE: Message(
            "It waits until the operator has looked at the log of all games, which contradicts itself."
        ),
        Wait.STORE: Message("It waits for the store, which did not answer or takes no writes."),
    }
)


_EDITION_BEFORE: Final = 8
"""Edition of the rulebook of tournaments whose first entry names none."""

_MINUTE_MS: Final = 60_000

_PAIRED_BY_JOBS: Final = 5
"""Version of a log from which on its organiser's commands pair nobody."""

FAILURES_MAX: Final = 3
"""Number of games forfeited by failing after which an entrant is withdrawn."""


class TournamentPhase(StrEnum):
    """Phase of a tournament."""

    REGISTERING = "registering"
    RUNNING = "running"
    PAUSED = "paused"
    FINISHED = "finished"
    ABORTED = "aborted"


ENDED: Final = (TournamentPhase.FINISHED, TournamentPhase.ABORTED)
"""Phases in which no game begins any more."""


@dataclass(frozen=True, slots=True)
class Round:
    """Pairings and fixtures of a round; `known` results existed when it was paired."""

    number: int
    pairings: tuple[Pairing, ...]
    fixtures: tuple[Fixture, ...]
    known: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    """The state of a tournament.

    `deck_seed` and `bot_seed` (hex) are secret until `is_over`; they are empty if the hidden part of the
    first entry was not available. `withdrawn` has the reason, by entrant.
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
    """Base of the entrants' relative paths."""
    version: int = 1
    """Version of the rules of its log."""
    trial: bool = False
    """True if players over HTTP answer a trial question before the first game."""
    rulebook: int | None = None
    """Edition of the rulebook that its first entry names, None in older logs; see `edition`."""
    tried: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """Trial game that was answered, by entrant."""
    resumed: int = 0
    """Number of times that it was resumed."""
    state: TournamentPhase = TournamentPhase.RUNNING
    rounds: tuple[Round, ...] = ()
    results: Results = field(default_factory=lambda: MappingProxyType({}))
    withdrawn: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    words: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    """Reasons of adjudicated fixtures, by number."""
    given: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Times at which kept seats got more minutes, with these minutes, by fixture."""
    is_unpaired: bool = False
    """True if a command of the organiser may have made a round due, which the service has not paired yet."""
    pace: tuple[tuple[int, int], ...] = ()
    """Times of the last batches, with the number of results at that time."""
    paused_for: str | None = None
    started_ms: int | None = None
    """Time of the end of registration; None if there was none."""
    ended_ms: int | None = None
    is_over: bool = False
    """True if the log has its last entry, and the seeds are public."""

    @property
    def edition(self) -> int:
        """Edition of the rulebook that its games name."""
        return _EDITION_BEFORE if self.rulebook is None else self.rulebook

    @property
    def begun_ms(self) -> int:
        """Time from which it is played."""
        return self.created_ms if self.started_ms is None else self.started_ms

    @property
    def fixtures(self) -> Iterator[Fixture]:
        """All paired games, in the order of the schedule."""
        return (fixture for paired in self.rounds for fixture in paired.fixtures)

    @property
    def waiting(self) -> Iterator[Fixture]:
        """All paired games without a result."""
        return (fixture for fixture in self.fixtures if fixture.number not in self.results)

    @property
    def untried(self) -> tuple[int, ...]:
        """Players over HTTP that have to answer a trial question before the first game."""
        if not self.trial:
            return ()
        return tuple(
            number
            for number, entrant in enumerate(self.manifest.entrants)
            if entrant.is_remote and number not in self.tried and number not in self.withdrawn
        )

    @property
    def games_per_second(self) -> float | None:
        """Speed of the last batches; None if unknown."""
        first, last = (self.pace[0], self.pace[-1]) if self.pace else ((0, 0), (0, 0))
        if self.state is not TournamentPhase.RUNNING or last[0] <= first[0]:
            return None
        return 1000 * (last[1] - first[1]) / (last[0] - first[0])

    @property
    def played(self) -> tuple[Played, ...]:
        """The rounds with their results."""
        return tuple(_played(paired, self.results) for paired in self.rounds)

    def before(self, paired: Round) -> tuple[Played, ...]:
        """Return the rounds before this one with the results known when it was paired.

        In formats that do not wait for a round to end, more results are known by now. Results keep their
        order of arrival.
        """
        known = dict(islice(self.results.items(), paired.known))
        return tuple(_played(earlier, known) for earlier in self.rounds[: paired.number - 1])

    def fixture(self, number: int) -> Fixture | None:
        """Return the game of this number, or None."""
        return next((fixture for fixture in self.fixtures if fixture.number == number), None)

    @property
    def is_paired_by_jobs(self) -> bool:
        """Return whether jobs pair the rounds that are due after commands of the organiser.

        In logs of earlier versions these commands pair them at once.
        """
        return self.version >= _PAIRED_BY_JOBS

    def waits_ms(self, fixture: int, before: int | None = None) -> int:
        """Return how long a kept seat of the fixture's game waits, in ms, with what was given `before`."""
        given = (minutes for at, minutes in self.given.get(fixture, ()) if before is None or at < before)
        return waiting_ms(self.manifest.absent.minutes, given)

    def failures(self, entrant: int) -> int:
        """Return the number of games that the entrant has forfeited."""
        games = (fixture for fixture in self.fixtures if entrant in fixture.seats)
        return sum(_failed(self.results.get(fixture.number), fixture, entrant) for fixture in games)


def waiting_ms(minutes: int, given: Iterable[int]) -> int:
    """Return how long a kept seat waits, in ms: `minutes` by the manifest and those given besides."""
    return _MINUTE_MS * (minutes + sum(given))


def _played(paired: Round, results: Results) -> Played:
    own = {
        fixture.number: results[fixture.number] for fixture in paired.fixtures if fixture.number in results
    }
    return Played(paired.number, paired.pairings, paired.fixtures, own)


def _failed(result: FixtureResult | None, fixture: Fixture, entrant: int) -> bool:
    if result is None or result.ending is not Ending.FORFEIT:
        return False
    return any(fixture.seats[seat] == entrant for seat in result.at_fault)


def trial_game(tournament: str, entrant: int, attempt: int) -> GameId:
    """Return the id of an entrant's trial game, after `attempt` resumptions of the tournament."""
    place = length_prefixed(tournament.encode()) + entrant.to_bytes(4, "big") + attempt.to_bytes(4, "big")
    return game_id_from(sha256(b"conquian/tournament-trial/1" + place).digest())
