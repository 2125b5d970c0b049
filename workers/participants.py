"""Who decides on a bot's seat: a bot of the house, or in a live game of a tournament the entrant on the seat.

An entrant that was brought lives as long as its game goes on and this worker plays it; another worker makes a
new one, which is told the whole hand. One that fails, after it was started again, ends the game by that.
"""

import logging
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import Any, Final

from app.bots.errors import EntrantError
from app.bots.external.limits import limits_in
from app.bots.external.participants import opened
from app.bots.roster import decision
from app.bots.strategy import Move, Seen, Strategy, View
from app.games.cards import Seat
from app.games.table.state import Table
from app.service.tournaments import TournamentService
from app.store.keys import GameId
from app.tournament.state import Tournament
from replays.catalogue.errors import CatalogueError
from replays.tournaments.failures import Failures
from replays.tournaments.playing import choice, failure_of, fixture_of

_log: Final = logging.getLogger("workers.contestants")

_KEPT: Final = 32
"""How many entrants of games that go on are kept."""

SeatKey = tuple[str, Seat]


class Participants:
    """Decides for every seat of a bot; `bot_key` is the chance of those of the house.

    Safe between threads, none of which plays the same game as another.
    """

    def __init__(
        self,
        bot_key: bytes,
        tournament_service: TournamentService | None = None,
        failures: Failures | None = None,
    ) -> None:
        self._bot_key = bot_key
        self._hall = tournament_service
        self._failures = failures
        self._lock = Lock()
        self._sitting: OrderedDict[SeatKey, tuple[ExitStack, Strategy]] = OrderedDict()

    def __call__(self, table: Table, seat: Seat, view: View, moves: Sequence[Move], seen: Seen) -> Move:
        """The move of the bot on `seat`; EntrantError where an entrant does not decide."""
        if table.tournament is None or table.deck is None or self._hall is None:
            return decision(str(table.places[seat].bot), view, moves, self._bot_key, seen)
        state = self._hall.current(GameId(table.tournament)).state
        try:
            return choice(state, table.deck, self._strategy(state, table, seat), view, moves, seen)
        except EntrantError as failure:
            self._note(
                state, table, seat, failure, {"view": view, "legal": moves, "events": list(seen.events)}
            )
            raise

    def _note(
        self, state: Tournament, table: Table, seat: Seat, failure: EntrantError, asked: dict[str, Any]
    ) -> None:
        """The failure is kept, if the catalogue takes it; the game goes on as if it were.

        `asked` is the question that was not answered.
        """
        fixture = fixture_of(state, table)
        if self._failures is None or fixture is None:
            return
        try:
            self._failures.note(state.id, [failure_of(state, fixture, table, seat, failure, asked)])
        except CatalogueError as problem:
            _log.warning("A failure in game %d of %s is not kept: %s.", fixture.number, state.id, problem)

    def leave(self, table: Table) -> None:
        """The game is over: nobody sits there any more."""
        if table.tournament is None:
            return
        with self._lock:
            for chair in [one for one in self._sitting if one[0] == table.game]:
                self._sitting.pop(chair)[0].close()

    def _strategy(self, state: Tournament, table: Table, seat: Seat) -> Strategy:
        chair = table.game, seat
        with self._lock:
            if chair not in self._sitting:
                self._sit(state, table, seat)
            self._sitting.move_to_end(chair)
            return self._sitting[chair][1]

    def _sit(self, state: Tournament, table: Table, seat: Seat) -> None:
        (plan,) = [one.plan for one in state.manifest.entrants if one.name == table.places[seat].bot]
        folder = None if state.folder is None else Path(state.folder)
        open_while = ExitStack()
        make = open_while.enter_context(opened(plan, folder, limits_in(state.manifest.limits)))
        self._sitting[table.game, seat] = open_while, make()
        while len(self._sitting) > _KEPT:
            self._sitting.popitem(last=False)[1][0].close()
