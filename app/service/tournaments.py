"""Service for tournaments: creation, commands of organisers, and commands of the jobs that play them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import orjson

from app.service.aggregates import Aggregate, AggregateState, check_ply
from app.service.event_log import EventLog, Executor, NoSuchLog, TooManyConflicts, run_directly
from app.service.log_decider import Accepted, AppendOptions
from app.service.rulebook import current
from app.service.signing import now_ms
from app.store.append_options import IdempotencyKey
from app.store.entry import Entry
from app.store.index_filling import in_steps
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.schedule import LiveGame
from app.store.tournament_parts import TournamentParts
from app.tournament import commands as log
from app.tournament.codecs import result_to_json
from app.tournament.decide import SYSTEM, VERSION, Tournaments
from app.tournament.errors import Unwelcome
from app.tournament.manifest import seeds
from app.tournament.manifest_parser import Draft
from app.tournament.schedule import FixtureResult
from app.tournament.shapes import TournamentSummary
from app.tournament.state import Tournament, TournamentPhase, Wait
from app.tournament.views import summary

AGAIN_MS: Final = 5_000
"""Time after an entry until a tournament is checked again, in ms."""

WAITS_MS: Final = 60_000
"""Time for which the reason of a wait is shown, in ms; longer than several tries."""

KEPT: Final = 16
"""Maximum of tournaments in the cache of a worker."""

_WORDS: Final[Mapping[str | None, Wait]] = {str(one): one for one in Wait}


class TournamentLog(Tournaments):
    """Decider of tournaments with the metadata that is appended with an entry."""

    refusals: tuple[type[Exception], ...] = (Unwelcome,)

    def terms(self, state: Tournament, now: int) -> AppendOptions:
        """Return the metadata: a running tournament is enqueued repeatedly, a finished one archived."""
        summed = orjson.dumps(summary(state))
        if state.is_over:
            return AppendOptions(str(state.state), hint="end", summary=summed)
        if state.state in (TournamentPhase.PAUSED, TournamentPhase.REGISTERING):
            return AppendOptions(str(state.state), summary=summed)
        return AppendOptions(str(state.state), hint="play", due_in_ms=AGAIN_MS, summary=summed)


def players_of(summed: TournamentSummary) -> set[str]:
    """Return the players that take part in a tournament, and the one that organises it."""
    return {
        player
        for player in (summed["owner"], *(entrant["player"] for entrant in summed["entrants"]))
        if player
    }


def earlier_tournaments(store: EventStore, parts: TournamentParts, at_once: int = 500) -> Callable[[], None]:
    """Return a function that adds the tournaments of an earlier version to their players, see `in_steps`.

    One without a summary is left out; the job that makes the summary adds it.
    """

    def add(some: list[LiveGame]) -> None:
        summed = parts.summed([place.game for place in some])
        store.entered.add(
            [
                (player, place)
                for place, stored in zip(some, summed, strict=True)
                if stored.summary is not None
                for player in players_of(orjson.loads(stored.summary))
            ]
        )

    return in_steps(store.entered.mark, lambda: _all_places(store, at_once), add, at_once)


def earlier_unfinished(store: EventStore, parts: TournamentParts, at_once: int = 500) -> Callable[[], None]:
    """Return a function that lists the tournaments of an earlier version that are not over, see `in_steps`.

    One without a summary is listed, too: it is removed when the job has made the summary.
    """

    def add(some: list[LiveGame]) -> None:
        summed = parts.summed([place.game for place in some])
        store.tournament_lists.add_unfinished(
            [
                place
                for place, stored in zip(some, summed, strict=True)
                if stored.summary is None or orjson.loads(stored.summary)["seeds"] is None
            ]
        )

    return in_steps(store.tournament_lists.mark, lambda: _all_places(store, at_once), add, at_once)


def _all_places(store: EventStore, at_once: int) -> Iterator[LiveGame]:
    before: LiveGame | None = None
    while page := store.tournament_lists.page(at_once, before):
        yield from page
        before = page[-1]


def salt_key(state: Tournament) -> bytes:
    """Return the key that salts the seals of a tournament's log."""
    return bytes.fromhex(state.deck_seed)


class TournamentService:
    """Tournaments in `store`; `key` derives the seeds that manifests do not have. Thread-safe.

    `kept` is the size of the cache. `beside` runs computations.
    """

    def __init__(
        self,
        store: EventStore,
        key: bytes,
        clock: Callable[[], int] = now_ms,
        kept: int = KEPT,
        beside: Executor = run_directly,
    ) -> None:
        self._key = key
        self._clock = clock
        self._aggregate = Aggregate(TournamentLog(), salt_key)
        self._log: EventLog[AggregateState[Tournament]] = EventLog(
            store, self._aggregate, clock, cached=kept, run=beside
        )

    @property
    def store(self) -> EventStore:
        """The event store with the logs."""
        return self._log.store

    def current(self, tournament: GameId) -> AggregateState[Tournament]:
        """Return the current tournament. Raises NoSuchLog."""
        return self._log.current(tournament)

    def entries(self, tournament: GameId) -> tuple[Entry, ...]:
        """Return all entries of a tournament's log. Raises NoSuchLog."""
        return self._log.entries(tournament)

    def events_of(self, entry: Entry) -> tuple[Any, ...]:
        """Return the events of an entry."""
        return self._aggregate.events(entry)

    def wait(self, tournament: GameId, on: Wait) -> None:
        """Record for a while that the tournament waits for `on`."""
        self.store.tournament_lists.wait(tournament, on, WAITS_MS)

    def go_on(self, tournament: GameId) -> None:
        """Record that the tournament no longer waits."""
        self.store.tournament_lists.go_on(tournament)

    def waits_for(self, state: Tournament) -> Wait | None:
        """Return what a running tournament waits for, or None."""
        return self.all_wait_for([(GameId(state.id), str(state.state))])[0]

    def all_wait_for(self, tournaments: Sequence[tuple[GameId, str]]) -> list[Wait | None]:
        """Return what each tournament of a given state waits for, with one request to the store."""
        running = [name for name, state in tournaments if state == TournamentPhase.RUNNING]
        if not running:
            return [None] * len(tournaments)
        if self.store.is_full():  # a full store cannot record the wait
            return [Wait.STORE if state == TournamentPhase.RUNNING else None for _, state in tournaments]
        noted = dict(zip(running, self.store.tournament_lists.waits_for(running), strict=True))
        return [_WORDS.get(noted.get(name)) for name, _ in tournaments]

    def create(
        self,
        draft: Draft,
        owner: str | None = None,
        once: IdempotencyKey | None = None,
        folder: str | None = None,
    ) -> tuple[AggregateState[Tournament], bool]:
        """Return the tournament of a manifest, and True if it is new; the same manifest has one tournament.

        `folder` is the base of its entrants' relative paths on the machine that plays.
        """
        drawn = seeds(self._key, draft.tournament, draft.given)
        command = log.CreateTournament(
            tournament=draft.tournament,
            manifest=draft.manifest.document,
            pairing_seed=drawn.pairing.hex(),
            organiser_seeded=drawn.organiser_seeded,
            owner=owner,
            deck_seed=drawn.deck.hex(),
            bot_seed=drawn.bot.hex(),
            folder=folder,
            version=VERSION,
            trial=True if draft.manifest.is_remote and not draft.manifest.is_open else None,
            rulebook=current(draft.manifest.play).edition,
        )
        at_ms = self._clock()
        self.store.tournament_lists.enter(draft.tournament, at_ms)
        named = {entrant.plan.get("player") for entrant in draft.manifest.entrants} | {owner}
        self.store.entered.add(
            [(player, LiveGame(at_ms, draft.tournament)) for player in named if player is not None]
        )
        try:
            written = self._log.act(draft.tournament, owner or SYSTEM, lambda _: command, once)
        except Unwelcome as refused:
            if refused.code != "tournament_exists":
                raise
            return self.current(draft.tournament), False
        return written.position, not written.replayed

    def act(
        self,
        tournament: GameId,
        actor: str,
        command: Any,
        once: IdempotencyKey | None = None,
        expected: int | None = None,
    ) -> Accepted[AggregateState[Tournament]]:
        """Carry out a command. Raises Unwelcome, UnexpectedPly, NoSuchLog or an error of the store."""

        def made(before: AggregateState[Tournament] | None) -> Any:
            if before is None:
                raise NoSuchLog(tournament)
            check_ply(before, expected)
            if isinstance(command, log.RegisterEntrant):
                self.store.entered.add([(command.player, LiveGame(self._clock(), tournament))])
            return command

        return self._log.act(tournament, actor, made, once)

    def report(self, tournament: GameId, results: Iterable[FixtureResult]) -> AggregateState[Tournament]:
        """Report those results that are still missing, in the order of fixtures; return the tournament."""
        ordered = sorted(results, key=lambda one_result: one_result.fixture)

        def made(before: AggregateState[Tournament] | None) -> log.ReportResults:
            if before is None:
                raise NoSuchLog(tournament)
            waiting = {fixture.number for fixture in before.state.waiting}
            return log.ReportResults(
                tuple(result_to_json(one_result) for one_result in ordered if one_result.fixture in waiting)
            )

        while True:
            try:
                return self._log.act(tournament, SYSTEM, made).position
            except Unwelcome:
                return self.current(tournament)
            except TooManyConflicts:
                continue
