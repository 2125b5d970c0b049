"""All tournaments of a service: begun by manifests, moved on by organisers and by the jobs that play them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import orjson

from app.journal import Beside, Journal, NoSuchLog, Overtaken, Standing, Terms, Written, at_once
from app.signing import now_ms
from app.store.entry import Entry
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.terms import IdempotencyKey
from app.tournament import sayings as said
from app.tournament.decide import SYSTEM, VERSION, Tournaments
from app.tournament.errors import Unwelcome
from app.tournament.manifest import seeds
from app.tournament.reading import Draft
from app.tournament.schedule import Result
from app.tournament.shown import summary
from app.tournament.tournament import State, Tournament
from app.tournament.waiting import Wait
from app.tournament.wire import result_to_json

AGAIN_MS: Final = 5_000
"""How long after an entry somebody looks whether a tournament goes on."""

WAITS_MS: Final = 60_000
"""How long it is said that a tournament waits, unless it goes on: some tries, of seconds each."""

KEPT: Final = 16
"""How many tournaments a process remembers that plays them."""

_WORDS: Final[Mapping[str | None, Wait]] = {str(one): one for one in Wait}


class Log(Tournaments):
    """The decider of tournaments with what an entry of theirs leaves with the store."""

    def terms(self, state: Tournament, now: int) -> Terms:
        """A running tournament is rung for at once and again and again; one that is over is archived."""
        summed = orjson.dumps(summary(state))
        if state.is_over:
            return Terms(str(state.state), hint="end", summary=summed)
        if state.state is State.PAUSED:
            return Terms(str(state.state), summary=summed)
        return Terms(str(state.state), hint="play", due_in_ms=AGAIN_MS, summary=summed)


def salt_key(state: Tournament) -> bytes:
    """The key from which the seals of a tournament's log are salted."""
    return bytes.fromhex(state.deck_seed)


class Hall:
    """The tournaments in `store`; `key` draws the seeds that manifests leave open. Safe between threads.

    So many as `kept` says are remembered. What has to be computed is done by `beside`.
    """

    def __init__(
        self,
        store: EventStore,
        key: bytes,
        clock: Callable[[], int] = now_ms,
        kept: int = KEPT,
        beside: Beside = at_once,
    ) -> None:
        self._key = key
        self._clock = clock
        self._journal: Journal[Tournament] = Journal(store, Log(), clock, salt_key, kept, beside)

    @property
    def store(self) -> EventStore:
        """Where the logs are."""
        return self._journal.store

    def current(self, tournament: GameId) -> Standing[Tournament]:
        """The tournament as it is now; NoSuchLog if there is none."""
        return self._journal.current(tournament)

    def entries(self, tournament: GameId) -> tuple[Entry, ...]:
        """Every entry of a tournament's log; NoSuchLog if there is none."""
        return self._journal.entries(tournament)

    def told(self, entry: Entry) -> tuple[Any, ...]:
        """The events of an entry."""
        return self._journal.told(entry)

    def wait(self, tournament: GameId, on: Wait) -> None:
        """Whoever looks at the tournament is told for a while that it waits for `on`."""
        self.store.wait(tournament, on, WAITS_MS)

    def go_on(self, tournament: GameId) -> None:
        """The tournament waits for nothing any more."""
        self.store.go_on(tournament)

    def waits_for(self, state: Tournament) -> Wait | None:
        """What a tournament that is to be played waits for outside of itself; None for nothing."""
        return self.all_wait_for([(GameId(state.id), str(state.state))])[0]

    def all_wait_for(self, tournaments: Sequence[tuple[GameId, str]]) -> list[Wait | None]:
        """What each of these waits for, see `waits_for`, given its state; the store is asked once for all."""
        running = [name for name, state in tournaments if state == State.RUNNING]
        if not running:
            return [None] * len(tournaments)
        if self.store.is_full():  # which takes no note of it either
            return [Wait.STORE if state == State.RUNNING else None for _, state in tournaments]
        noted = dict(zip(running, self.store.waits_for(running), strict=True))
        return [_WORDS.get(noted.get(name)) for name, _ in tournaments]

    def create(
        self,
        draft: Draft,
        owner: str | None = None,
        once: IdempotencyKey | None = None,
        folder: str | None = None,
    ) -> tuple[Standing[Tournament], bool]:
        """The tournament of a manifest, and whether it began just now: the same manifest again gives it.

        `folder` is where paths of its entrants begin on the machine that plays.
        """
        drawn = seeds(self._key, draft.tournament, draft.given)
        command = said.Create(
            tournament=draft.tournament,
            manifest=draft.manifest.document,
            pairing_seed=drawn.pairing.hex(),
            organiser_seeded=drawn.organiser_seeded,
            owner=owner,
            deck_seed=drawn.deck.hex(),
            bot_seed=drawn.bot.hex(),
            folder=folder,
            version=VERSION,
            trial=True if draft.manifest.is_remote else None,
        )
        self._journal.store.enter(draft.tournament, self._clock())
        try:
            written = self._journal.act(draft.tournament, owner or SYSTEM, lambda _: command, once)
        except Unwelcome as refused:
            if refused.code != "tournament_exists":
                raise
            return self.current(draft.tournament), False
        return written.standing, not written.replayed

    def act(
        self,
        tournament: GameId,
        actor: str,
        command: Any,
        once: IdempotencyKey | None = None,
        expected: int | None = None,
    ) -> Written[Tournament]:
        """What came of a command; Unwelcome, Moved, NoSuchLog or an error of the store if nothing."""

        def made(state: Tournament | None) -> Any:
            if state is None:
                raise NoSuchLog(tournament)
            return command

        return self._journal.act(tournament, actor, made, once, expected)

    def report(self, tournament: GameId, results: Iterable[Result]) -> Standing[Tournament]:
        """The tournament after those of these results that it does not have yet, in the order of fixtures."""
        ordered = sorted(results, key=lambda one: one.fixture)

        def made(state: Tournament | None) -> said.Report:
            if state is None:
                raise NoSuchLog(tournament)
            waiting = {fixture.number for fixture in state.waiting}
            return said.Report(tuple(result_to_json(one) for one in ordered if one.fixture in waiting))

        while True:
            try:
                return self._journal.act(tournament, SYSTEM, made).standing
            except Unwelcome:
                return self.current(tournament)
            except Overtaken:
                continue
