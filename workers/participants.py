"""Decisions on bots' seats: by a bot of the service, or in a tournament game by the participant on the
seat.

A participant's program runs as long as its game is played by this worker; another worker starts a new one,
which gets the whole hand. One that fails after a restart ends the game.
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
"""Number of running participants that are kept."""

SeatKey = tuple[str, Seat]


class Participants:
    """Decides for every seat of a bot; `bot_key` is the random source of the service's bots.

    Safe between threads if no two of them play the same game.
    """

    def __init__(
        self,
        bot_key: bytes,
        tournament_service: TournamentService | None = None,
        failures: Failures | None = None,
    ) -> None:
        self._bot_key = bot_key
        self._tournament_service = tournament_service
        self._failures = failures
        self._lock = Lock()
        self._sitting: OrderedDict[SeatKey, tuple[ExitStack, Strategy]] = OrderedDict()

    def __call__(self, table: Table, seat: Seat, view: View, moves: Sequence[Move], seen: Seen) -> Move:
        """Return the move of the bot on `seat`. Raises EntrantError if a participant does not decide."""
        is_entrant = table.places[seat].bot is not None  # else it plays for a person who is absent
        if table.tournament is None or table.deck is None or not is_entrant or not self._tournament_service:
            bot, play = str(table.places[seat].strategy), table.play.name
            return decision(bot, view, moves, self._bot_key, seen, play=play)
        state = self._tournament_service.current(GameId(table.tournament)).state
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
        """Store the failure if the catalogue is available; the game continues either way.

        `asked` is the question without an answer.
        """
        fixture = fixture_of(state, table)
        if self._failures is None or fixture is None:
            return
        try:
            self._failures.note(state.id, [failure_of(state, fixture, table, seat, failure, asked)])
        except CatalogueError as problem:
            _log.warning("A failure in game %d of %s is not kept: %s.", fixture.number, state.id, problem)

    def leave(self, table: Table) -> None:
        """Close the participants of a finished game."""
        if table.tournament is None:
            return
        with self._lock:
            for chair in [other for other in self._sitting if other[0] == table.game]:
                self._sitting.pop(chair)[0].close()

    def _strategy(self, state: Tournament, table: Table, seat: Seat) -> Strategy:
        key = table.game, seat
        with self._lock:
            if key not in self._sitting:
                self._sit(state, table, seat)
            self._sitting.move_to_end(key)
            return self._sitting[key][1]

    def _sit(self, state: Tournament, table: Table, seat: Seat) -> None:
        (plan,) = [
            entrant.plan for entrant in state.manifest.entrants if entrant.name == table.places[seat].bot
        ]
        folder = None if state.folder is None else Path(state.folder)
        resources = ExitStack()
        make = resources.enter_context(
            opened(plan, folder, limits_in(state.manifest.limits), play=state.manifest.play)
        )
        self._sitting[table.game, seat] = resources, make()
        while len(self._sitting) > _KEPT:
            self._sitting.popitem(last=False)[1][0].close()
