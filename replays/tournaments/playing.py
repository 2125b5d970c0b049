"""Playout of one game of a tournament in memory, the trial question, and results of live games.

Everything in a game is derived from the tournament: its id from the number of its fixture, its decks from the
deck seed, the random numbers of its bots from the bot seed. So it is the same game in every playout, as long
as no bot uses a clock.

Each entrant on this machine gets a trial question before the first game. It is the first question of a game
in memory with the tournament's rules, on a deck of its own; the game is not stored.
"""

import hmac
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from app.bots.errors import EntrantError, EntrantFailed
from app.bots.external.limits import limits_in
from app.bots.external.participants import LOCAL, kind_of, opened
from app.bots.hand_history import HandHistory
from app.bots.roster import decided, decided_on
from app.bots.strategy import Move, Seen, Strategy, View
from app.games.cards import Seat
from app.games.shuffle import length_prefixed, tournament_game_key
from app.games.table import wire
from app.games.table.commands import Create, Void
from app.games.table.decide import create, decide, pending
from app.games.table.ending import places
from app.games.table.evolve import fold
from app.games.table.state import Place, Status, Table, awaited
from app.games.table.view import legal, view
from app.service.entry_codec import Position
from app.store.keys import GameId, game_id_from
from app.tournament.durations import Counts, counts
from app.tournament.failures import TRIAL, Failure, FailureKind
from app.tournament.formats import FORMATS
from app.tournament.manifest import Engine, Entrant, Manifest
from app.tournament.schedule import Ending, Fixture, FixtureResult, shares_deck
from app.tournament.state import Tournament
from replays.archive.blobs import Filed
from replays.catalogue.summary import Summary, summary
from replays.tournaments.log_writer import LogWriter

_KEY: Final = hmac.digest(b"conquian/trial-question/1", b"", "sha256")


def tried(manifest: Manifest, folder: Path | None) -> dict[int, EntrantError]:
    """Return the errors of programs and Python objects that do not answer, by entrant."""
    failures = (
        (number, _tried(manifest, entrant, folder)) for number, entrant in enumerate(manifest.entrants)
    )
    return {number: failure for number, failure in failures if failure is not None}


def _tried(manifest: Manifest, entrant: Entrant, folder: Path | None) -> EntrantError | None:
    if kind_of(entrant.plan, local=True, play=manifest.play) not in LOCAL:
        return None
    table, history = _asking(manifest)
    seat = awaited(table)[0]
    seen = history.seen(table, seat)
    asked = question(table, seat, seen)
    try:
        with opened(entrant.plan, folder, limits_in(manifest.limits), play=manifest.play) as make:
            decided(make(), asked["view"], asked["legal"], _KEY, seen)
    except EntrantError as failure:
        return failure
    return None


def failure_at_trial(manifest: Manifest, at: int, problem: EntrantError) -> Failure:
    """Return the failure of entrant `at`, which did not answer the trial question."""
    table, history = _asking(manifest)
    seat = awaited(table)[0]
    asked, how = question(table, seat, history.seen(table, seat)), how_it_failed(problem)
    return Failure(fixture=TRIAL, game="", seat=at, entrant=at, ply=table.ply, question=asked, **how)


def _asking(manifest: Manifest) -> tuple[Table, HandHistory]:
    """Return a table with the first question, and the events before it."""
    history = HandHistory()
    table = fold(None, 1, create(_command(manifest)))
    while (due := pending(table)) is not None:
        events = decide(table, None, due)
        table = fold(table, table.ply + 1, events)
        history.record(events)
    return table, history


def _command(manifest: Manifest) -> Create:
    return Create(
        game=game_id_from(_KEY),
        play=manifest.play,
        rules=manifest.rules,
        seats=({"kind": "bot", "bot": "trial"},) * manifest.seats,
        entropy="none",
        reveal="game",
        token_hashes=("",) * manifest.seats,
        game_key=_KEY.hex(),
    )


def placed(manifest: Manifest, ended: Callable[[], Table]) -> tuple[int, ...]:
    """Return the places of the seats of a game, () if the format counts what they win; `ended` is its end."""
    return places(ended()) if FORMATS[manifest.format].by_place else ()


def result(manifest: Manifest, fixture: Fixture, position: Position) -> FixtureResult:
    """Return the result of the game of a fixture that is over at `position`."""
    table = position.table
    at_fault = tuple(seat for seat in table.seats if _failed(table, seat))
    ending = Ending.VOID if table.status is Status.VOID else Ending.FINISHED
    return FixtureResult(
        fixture.number,
        table.balances,
        Ending.FORFEIT if at_fault else ending,
        at_fault,
        position.ply,
        table.hand_number,
        table.game,
        position.digest.hex(),
        placed(manifest, lambda: table),
    )


def absences(table: Table) -> dict[Seat, FailureKind]:
    """Return the seats without a decider at the end of a game, with the kind of failure."""
    return {seat: _absence(table.places[seat]) for seat in table.seats if _is_absent(table.places[seat])}


def _is_absent(place: Place) -> bool:
    return place.away or place.left or place.free or place.stand_in is not None


def _absence(place: Place) -> FailureKind:
    if place.left:
        return FailureKind.LEFT
    never_came = place.free or (place.stand_in is not None and not place.away)
    return FailureKind.NOT_STARTED if never_came else FailureKind.TIMED_OUT


def _failed(table: Table, seat: Seat) -> bool:
    """Return True if the seat caused a void game or had no decider at the end."""
    return seat in table.void_seats or _is_absent(table.places[seat])


_log: Final = logging.getLogger(__name__)

FAILED: Final = "entrant_failed"
"""Reason of a void game whose entrant did not decide."""

Factory = Callable[[], Strategy]
"""Creates a strategy without knowledge of earlier games."""


class GivenUp(Exception):
    """A game was given up before its end, because the process stops; nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A played game: its record, its summary for the catalogue, and its result.

    `failure` is set if it was forfeited; `times` has the decision times, by entrant.
    """

    filed: Filed
    summary: Summary
    result: FixtureResult
    failure: Failure | None = None
    times: Mapping[int, Counts] = field(default_factory=dict)


def game_id(tournament: str, fixture: int) -> GameId:
    """Return the id of the game of a fixture."""
    place = length_prefixed(tournament.encode()) + fixture.to_bytes(4, "big")
    return game_id_from(sha256(b"conquian/tournament-game/1" + place).digest())


def fixture_of(state: Tournament, table: Table) -> Fixture | None:
    """Return the fixture that is played at `table`; None if it is of another tournament."""
    on_deck = (fixture for fixture in state.fixtures if fixture.deck == table.deck)
    return next((fixture for fixture in on_deck if game_id(state.id, fixture.number) == table.game), None)


def membership(state: Tournament, fixture: Fixture) -> dict[str, Any]:
    """Return the tournament's members in the first entry of a fixture's game."""
    members = {"tournament": state.id, "fixture": fixture.number, "deck": fixture.deck}
    return {**members, "shared": True} if shares_deck(state.manifest, fixture) else members


def command(state: Tournament, fixture: Fixture) -> Create:
    """Return the command that creates the table of a fixture with bots only."""
    seats = tuple({"kind": "bot", "bot": state.manifest.entrants[entrant].name} for entrant in fixture.seats)
    return Create(
        game=game_id(state.id, fixture.number),
        play=state.manifest.play,
        rules=state.manifest.rules,
        seats=seats,
        entropy="none",
        reveal="game",
        token_hashes=("",) * len(seats),
        game_key=tournament_game_key(bytes.fromhex(state.deck_seed), fixture.deck).hex(),
        tournament=membership(state, fixture),
    )


def choice(
    state: Tournament, deck: int, strategy: Strategy, view: View, moves: Sequence[Move], seen: Seen
) -> Move:
    """Return the move of a `strategy` in a game on `deck`, by the version of the tournament's log.

    Before version 3 the random numbers of a bot were derived from the id of the game, and so from all of the
    manifest.
    """
    key = bytes.fromhex(state.bot_seed)
    if state.version < 3:
        return decided(strategy, view, moves, key, seen)
    return decided_on(deck, strategy, view, moves, key, seen)


def play(
    state: Tournament,
    fixture: Fixture,
    factories: Sequence[Factory],
    *,
    quiet: bool = False,
    gives_up: Callable[[], bool] = lambda: False,
) -> Playout:
    """Play the game of `fixture`; `factories` create the strategies of the entrants, by number.

    Failures are logged, unless the game is `quiet`, as one that counts for nothing. Raises GivenUp when
    `gives_up` returns True, which is called before each decision.
    """
    strategies = [factories[entrant]() for entrant in fixture.seats]
    return _RunningGame(state, fixture, strategies, quiet).played(gives_up)


class _RunningGame:
    """A game in progress."""

    def __init__(
        self, state: Tournament, fixture: Fixture, strategies: Sequence[Strategy], quiet: bool
    ) -> None:
        self._fixture = fixture
        self._level = logging.DEBUG if quiet else logging.WARNING
        self._strategies = strategies
        engines = [state.manifest.entrants[entrant].engine for entrant in fixture.seats]
        self._is_own_bot = [engine is Engine.BOT for engine in engines]
        self._state = state
        self._history = HandHistory()
        self._writer = LogWriter(state.edition)
        self._seconds: list[list[float]] = [[] for _ in fixture.seats]
        created = command(state, fixture)
        events = create(created)
        self._table = fold(None, 1, events)
        self._writer.write(self._table, None, created, events)

    def played(self, gives_up: Callable[[], bool]) -> Playout:
        """Play the game to its end and return it. Raises GivenUp."""
        failed: Failure | None = None
        while not self._table.is_over:
            due = pending(self._table)
            if due is not None:
                self._act(None, due)
                continue
            if gives_up():
                raise GivenUp
            seat = awaited(self._table)[0]
            try:
                chosen = self._chosen(self._table, seat)
            except EntrantFailed as failure:
                self._log(seat, failure)
                put_question = question(self._table, seat, self._history.seen(self._table, seat))
                failed = failure_of(self._state, self._fixture, self._table, seat, failure, put_question)
                self._act(None, Void(FAILED, (seat,)))
            else:
                self._act(seat, chosen)
        return self._playout(failed)

    def _log(self, seat: Seat, failure: EntrantFailed) -> None:
        _log.log(
            self._level,
            "Tournament %s, game %d, ply %d: %s forfeits, %s",
            self._state.id,
            self._fixture.number,
            self._table.ply,
            self._state.manifest.entrants[self._fixture.seats[seat]].name,
            failure,
        )

    def _act(self, seat: Seat | None, given: Any) -> None:
        events = decide(self._table, seat, given)
        self._table = fold(self._table, self._table.ply + 1, events)
        self._writer.write(self._table, seat, given, events)
        self._history.record(events)

    def _chosen(self, table: Table, seat: Seat) -> Any:
        commands = legal(table, seat)
        if len(commands) == 1 and self._is_own_bot[seat]:
            return commands[0]  # external bots are always asked: they may count questions
        moves = [wire.command_to_json(table.play, legal_command) for legal_command in commands]
        seen = self._history.seen(table, seat)
        strategy, deck = self._strategies[seat], self._fixture.deck
        shown, begun = view(table, seat), time.perf_counter()
        chosen = choice(self._state, deck, strategy, shown, moves, seen)
        self._seconds[seat].append(time.perf_counter() - begun)
        return commands[moves.index(chosen)]

    def _playout(self, failed: Failure | None) -> Playout:
        table, writer = self._table, self._writer
        record = writer.record(table)
        filed = Filed(table.game, table.ply, writer.digest, record)
        record_summary = summary(writer.publics)
        at_fault = () if failed is None else (failed.seat,)
        return Playout(
            filed,
            record_summary,
            result_of(
                self._fixture, filed, record_summary, at_fault, placed(self._state.manifest, lambda: table)
            ),
            failed,
            self._times(),
        )

    def _times(self) -> dict[int, Counts]:
        by_entrant: dict[int, Counter[int]] = {}
        for entrant, seconds in zip(self._fixture.seats, self._seconds, strict=True):
            if seconds:
                by_entrant.setdefault(entrant, Counter()).update(counts(seconds))
        return dict(by_entrant)


def question(table: Table, seat: Seat, seen: Seen) -> dict[str, Any]:
    """Return the question to a seat, in the form for programs, with all events of the hand."""
    moves = [wire.command_to_json(table.play, legal_command) for legal_command in legal(table, seat)]
    return {"view": view(table, seat), "legal": moves, "events": list(seen.events)}


def failure_of(
    state: Tournament,
    fixture: Fixture,
    table: Table,
    seat: Seat,
    failure: EntrantError,
    asked: Mapping[str, Any],
) -> Failure:
    """Return the failure of the entrant on `seat` in the game of `fixture`; `asked` is the question."""
    return Failure(
        fixture=fixture.number,
        game=table.game,
        seat=seat,
        entrant=fixture.seats[seat],
        ply=table.ply,
        question=asked,
        **how_it_failed(failure),
    )


def how_it_failed(failure: EntrantError) -> dict[str, Any]:
    """Return the members of a `Failure` for an error; a refused entrant counts as not started."""
    if not isinstance(failure, EntrantFailed):
        return {"kind": FailureKind.NOT_STARTED, "stderr": str(failure)}
    kept = {"answer": failure.answer, "stderr": failure.stderr, "ended": failure.ended}
    return {"kind": FailureKind(failure.reason), **kept}


def result_of(
    fixture: Fixture, filed: Filed, summary: Summary, at_fault: tuple[int, ...], seat_places: tuple[int, ...]
) -> FixtureResult:
    """Return the result of a game from its record's summary, with the places of its seats (`placed`)."""
    ending = Ending.FORFEIT if at_fault else Ending.VOID if summary.status == "void" else Ending.FINISHED
    return FixtureResult(
        fixture.number,
        tuple(player.balance for player in summary.players),
        ending,
        at_fault,
        filed.plies,
        len(summary.hands),
        filed.game,
        filed.digest.hex(),
        seat_places,
    )
