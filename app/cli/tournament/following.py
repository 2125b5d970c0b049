"""A tournament is watched until it ends, or until whoever watches stops it."""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from rich.console import Console
from rich.live import Live

from app.children import Bell, Stopped, warn
from app.cli.tournament.hosting import Help
from app.cli.tournament.live import Watched
from app.i18n import Language, translate
from app.store.errors import StoreUnavailable
from app.store.keys import GameId
from app.tournament import sayings as said
from app.tournament.decide import SYSTEM
from app.tournament.errors import Unwelcome
from app.tournament.tournament import ENDED, State, Tournament
from app.tournament.waiting import SAID, Wait
from replays.tournaments.hall import TournamentService

_LOOK_SECONDS: Final = 0.25
_QUIETLY: Final = 0.05
"""So often is looked where nobody watches: a small tournament is over in less than a look."""

_AGAIN_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 60.0
"""So long a store may be away: a service that is started again takes some seconds."""


class End(IntEnum):
    """How watching ended; the exit status of the program."""

    FINISHED = 0
    PAUSED = 3
    ABORTED = 4
    STOPPED = 130


_ENDS: Final = {State.FINISHED: End.FINISHED, State.ABORTED: End.ABORTED, State.PAUSED: End.PAUSED}


@dataclass(frozen=True, slots=True)
class Follower:
    """Watches tournaments in `tournament_service` while `help` plays them, and stops by `bell`."""

    tournament_service: TournamentService
    help: Help
    bell: Bell
    clock: Callable[[], float] = time.monotonic

    def follow(self, tournament: GameId) -> End:
        """Shows it on standard error until it ends; asked to stop, the tournament is paused."""
        shown, watched, told = sys.stderr.isatty(), Watched(), None
        try:
            with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
                while True:
                    state, waits_for = self._reached(tournament)
                    if (end := self._ended(state)) is not None:
                        return end
                    if shown:
                        live.update(watched.rendered(watched.look(state, waits_for)), refresh=True)
                    elif waits_for not in (None, told):
                        warn(translate(Language.EN, SAID[waits_for]))
                    told = waits_for
                    self.help.watch()
                    self.bell.pause(_LOOK_SECONDS if shown else _QUIETLY)
        except Stopped:
            return self._stopped(tournament)

    def _reached(self, tournament: GameId) -> tuple[Tournament, Wait | None]:
        """The tournament as it is, and what it waits for.

        A service that is started again is waited for, within bounds.
        """
        ends, waited = self.clock() + _PATIENCE_SECONDS, False
        while True:
            try:
                state = self.tournament_service.current(tournament).state
                return state, self.tournament_service.waits_for(state)
            except StoreUnavailable:
                self.help.watch()
                if self.clock() > ends:
                    raise
                if not waited:
                    warn("The store cannot be reached; waiting for it.")
                waited = True
                self.bell.pause(_AGAIN_SECONDS)

    def _ended(self, state: Tournament) -> End | None:
        """How it has ended; None while it goes on, or its seeds are not open yet."""
        if state.state in ENDED and not state.is_over and not state.manifest.is_remote:
            return None
        return _ENDS.get(state.state)

    def _stopped(self, tournament: GameId) -> End:
        with suppress(Unwelcome):
            self.tournament_service.act(tournament, SYSTEM, said.Pause())
        self.help.rest()
        return End.STOPPED
