"""One game of a tournament, played in memory from its first entry to its last.

Everything in it follows from the tournament: its id from the number of its fixture, its decks from the deck
seed, the chance of its bots from the bot seed. So it is the same game wherever and however often it is
played, as long as no bot looks at a clock.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from app.bots.errors import EntrantError, EntrantFailed
from app.bots.roster import decided, decided_on
from app.bots.strategy import Move, Seen, Strategy, View
from app.bots.witness import Witness
from app.games.cards import Seat
from app.games.shuffle import length_prefixed, tournament_game_key
from app.games.table import wire
from app.games.table.commands import Create, Void
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view
from app.store.keys import GameId, game_id_from
from app.tournament.durations import Counts, counts
from app.tournament.failures import Failure, Kind
from app.tournament.manifest import Engine
from app.tournament.schedule import Ending, Fixture, Result, shares_deck
from app.tournament.tournament import Tournament
from replays.archive.blob import Filed
from replays.catalogue.summary import Summary, summary
from replays.tournaments.scribe import Scribe

_log: Final = logging.getLogger(__name__)

FAILED: Final = "entrant_failed"
"""Why a game is void whose entrant did not decide."""

PLAY: Final = "conquian"

Factory = Callable[[], Strategy]
"""Makes a strategy that knows nothing of any game."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A game that was played: its record and what the catalogue says of it, and what it came to.

    `failure` says why it was forfeited, if it was; `times` counts by entrant the times of its decisions.
    """

    filed: Filed
    summary: Summary
    result: Result
    failure: Failure | None = None
    times: Mapping[int, Counts] = field(default_factory=dict)


def game_id(tournament: str, fixture: int) -> GameId:
    """The id of the game of a fixture."""
    place = length_prefixed(tournament.encode()) + fixture.to_bytes(4, "big")
    return game_id_from(sha256(b"conquian/tournament-game/1" + place).digest())


def fixture_of(state: Tournament, table: Table) -> Fixture | None:
    """The fixture that is played at `table`; None if it is of another tournament."""
    on_deck = (one for one in state.fixtures if one.deck == table.deck)
    return next((one for one in on_deck if game_id(state.id, one.number) == table.game), None)


def membership(state: Tournament, fixture: Fixture) -> dict[str, Any]:
    """What the game of a fixture says of its tournament."""
    named = {"tournament": state.id, "fixture": fixture.number, "deck": fixture.deck}
    return {**named, "shared": True} if shares_deck(state.manifest, fixture) else named


def command(state: Tournament, fixture: Fixture) -> Create:
    """What makes the table of a fixture in which every entrant is a bot in process."""
    seats = tuple({"kind": "bot", "bot": state.manifest.entrants[entrant].name} for entrant in fixture.seats)
    return Create(
        game=game_id(state.id, fixture.number),
        play=PLAY,
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
    """The move of an entrant's `strategy` in a game of the tournament on `deck`, by the rules of its log.

    Before version 3 the chance of a bot followed from the id of the game, and so from all of the manifest.
    """
    key = bytes.fromhex(state.bot_seed)
    if state.version < 3:
        return decided(strategy, view, moves, key, seen)
    return decided_on(deck, strategy, view, moves, key, seen)


def play(
    state: Tournament, fixture: Fixture, factories: Sequence[Factory], *, quiet: bool = False
) -> Playout:
    """The game of `fixture`; `factories` make the strategies of the entrants, by their index.

    Failures are logged, unless the game is `quiet`, as one that counts for nothing.
    """
    strategies = [factories[entrant]() for entrant in fixture.seats]
    return _Game(state, fixture, strategies, quiet).played()


class _Game:
    """A game while it is played."""

    def __init__(
        self, state: Tournament, fixture: Fixture, strategies: Sequence[Strategy], quiet: bool
    ) -> None:
        self._fixture = fixture
        self._level = logging.DEBUG if quiet else logging.WARNING
        self._strategies = strategies
        engines = [state.manifest.entrants[entrant].engine for entrant in fixture.seats]
        self._of_the_house = [engine is Engine.BOT for engine in engines]
        self._state = state
        self._witness = Witness()
        self._scribe = Scribe()
        self._seconds: list[list[float]] = [[] for _ in fixture.seats]
        said = command(state, fixture)
        events = create(said)
        self._table = fold(None, 1, events)
        self._scribe.write(self._table, None, said, events)

    def played(self) -> Playout:
        """The game, played to its end."""
        failed: Failure | None = None
        while not self._table.is_over:
            due = pending(self._table)
            if due is not None:
                self._say(None, due)
                continue
            seat = awaited(self._table)[0]
            try:
                chosen = self._chosen(self._table, seat)
            except EntrantFailed as failure:
                self._log(seat, failure)
                asked = question(self._table, seat, self._witness.seen(self._table, seat))
                failed = failure_of(self._state, self._fixture, self._table, seat, failure, asked)
                self._say(None, Void(FAILED, (seat,)))
            else:
                self._say(seat, chosen)
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

    def _say(self, seat: Seat | None, said: Any) -> None:
        events = decide(self._table, seat, said)
        self._table = fold(self._table, self._table.ply + 1, events)
        self._scribe.write(self._table, seat, said, events)
        self._witness.hear(events)

    def _chosen(self, table: Table, seat: Seat) -> Any:
        commands = legal(table, seat)
        if len(commands) == 1 and self._of_the_house[seat]:
            return commands[0]  # a bot that was brought is asked all the same: it may be counting
        moves = [wire.command_to_json(table.play, one) for one in commands]
        seen = self._witness.seen(table, seat)
        strategy, deck = self._strategies[seat], self._fixture.deck
        shown, begun = view(table, seat), time.perf_counter()
        chosen = choice(self._state, deck, strategy, shown, moves, seen)
        self._seconds[seat].append(time.perf_counter() - begun)
        return commands[moves.index(chosen)]

    def _playout(self, failed: Failure | None) -> Playout:
        table, scribe = self._table, self._scribe
        record = scribe.record(table)
        filed = Filed(table.game, table.ply, scribe.digest, record)
        told = summary(scribe.publics)
        at_fault = () if failed is None else (failed.seat,)
        return Playout(filed, told, result_of(self._fixture, filed, told, at_fault), failed, self._times())

    def _times(self) -> dict[int, Counts]:
        found: dict[int, Counter[int]] = {}
        for entrant, seconds in zip(self._fixture.seats, self._seconds, strict=True):
            if seconds:
                found.setdefault(entrant, Counter()).update(counts(seconds))
        return dict(found)


def question(table: Table, seat: Seat, seen: Seen) -> dict[str, Any]:
    """What the seat is asked, as a program is told it, with all events of the hand."""
    moves = [wire.command_to_json(table.play, one) for one in legal(table, seat)]
    return {"view": view(table, seat), "legal": moves, "events": list(seen.events)}


def failure_of(
    state: Tournament,
    fixture: Fixture,
    table: Table,
    seat: Seat,
    failure: EntrantError,
    asked: Mapping[str, Any],
) -> Failure:
    """Why the entrant on `seat` forfeits the game of `fixture`, which was asked `asked` at `table`."""
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
    """The members of a `Failure` that say how an entrant failed; one that was not let in did not start."""
    if not isinstance(failure, EntrantFailed):
        return {"kind": Kind.NOT_STARTED, "said": str(failure)}
    kept = {"answer": failure.answer, "said": failure.said, "ended": failure.ended}
    return {"kind": Kind(failure.reason), **kept}


def result_of(fixture: Fixture, filed: Filed, told: Summary, at_fault: tuple[int, ...] = ()) -> Result:
    """What a game came to by its record."""
    ending = Ending.FORFEIT if at_fault else Ending.VOID if told.status == "void" else Ending.FINISHED
    return Result(
        fixture.number,
        tuple(one.balance for one in told.players),
        ending,
        at_fault,
        filed.plies,
        len(told.hands),
        filed.game,
        filed.digest.hex(),
    )
