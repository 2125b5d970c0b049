"""Display of a tournament until it ends or the user stops.

It is played by the running service, or by a store and workers that this command starts for itself.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import Final

from rich.console import Console
from rich.live import Live

from app.cli.language import spoken
from app.cli.tournament.display import Watched
from app.i18n import Language, Message, translate
from app.server import serve
from app.server.supervisor import Child, StopRequested, StopSignal, warn
from app.service.tournaments import TournamentService
from app.settings.errors import StartError
from app.settings.parsers import LogLevel
from app.settings.settings import Settings
from app.store.errors import StoreUnavailable
from app.store.keys import GameId
from app.tournament import commands as tournament_commands
from app.tournament.decide import SYSTEM
from app.tournament.errors import Unwelcome
from app.tournament.state import ENDED, WAIT_TEXTS, Tournament, TournamentPhase, Wait


@dataclass(frozen=True, slots=True)
class Help:
    """Processes that this command started: `watch` restarts them (StartError if it cannot), `rest` ends them.

    Workers finish their current work.
    """

    watch: Callable[[], None]
    rest: Callable[[], None]
    alone: bool
    """True if no API runs, so that no player over HTTP can take part."""


QUIET: Final = {"LOG_LEVEL": LogLevel.ERROR.value}
"""Log level of the workers of this command, unless the environment says otherwise.

A failure of an entrant is kept and shown under the table, so no line of a worker stands before it.
"""


@contextmanager
def hosted(
    settings: Settings, bell: StopSignal, workers: int | None, *, begins: bool = False
) -> Iterator[tuple[Settings, Help]]:
    """The settings with a store that answers, and `workers` of our own where no service runs.

    `settings` name the store of a service that runs. Without `workers` nothing is played on our behalf.
    Unless a tournament `begins`, StartError is raised where the data directory holds nothing.
    """
    if settings.redis_url is not None:
        yield settings, Help(_nothing, _nothing, alone=False)
        return
    if not begins and not serve.holds_something(settings.data):
        raise StartError(
            spoken(
                Message("There are no tournaments in {folder}: nothing is stored there."),
                folder=settings.data,
            )
        )
    with serve.running_servers(settings, bell) as (servers, environ):
        located = servers.located(settings)
        roles = [] if workers is None else serve.jobs(workers)
        with serve.running_children(roles, QUIET | environ, bell) as children:
            yield (
                located,
                Help(partial(serve.watch, servers, children), partial(_rest, children, bell), alone=True),
            )


def _rest(children: Sequence[Child], bell: StopSignal) -> None:
    for child in children:
        child.stop(bell)


def _nothing() -> None:
    """A service looks after itself."""


_LOOK_SECONDS: Final = 0.25
_QUIETLY: Final = 0.05
"""Interval without a display: a small tournament ends sooner."""

_AGAIN_SECONDS: Final = 1.0
_PATIENCE_SECONDS: Final = 60.0
"""Time for which the store may be unavailable: a restart of the service takes some seconds."""


class End(IntEnum):
    """Result of watching a tournament; the exit status of the program."""

    FINISHED = 0
    PAUSED = 3
    ABORTED = 4
    STOPPED = 130


_ENDS: Final = {
    TournamentPhase.FINISHED: End.FINISHED,
    TournamentPhase.ABORTED: End.ABORTED,
    TournamentPhase.PAUSED: End.PAUSED,
    TournamentPhase.REGISTERING: End.PAUSED,
}


@dataclass(frozen=True, slots=True)
class Follower:
    """Watches tournaments in `tournament_service` while `help` plays them, until `stop_signal`."""

    tournament_service: TournamentService
    help: Help
    stop_signal: StopSignal
    clock: Callable[[], float] = time.monotonic

    def follow(self, tournament: GameId) -> End:
        """Show the tournament on standard error until it ends; a request to stop pauses it."""
        interactive, watched, reported = sys.stderr.isatty(), Watched(), None
        try:
            with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
                while True:
                    state, waits_for = self._reached(tournament)
                    if (end := self._ended(state)) is not None:
                        return end
                    if interactive:
                        live.update(watched.rendered(watched.look(state, waits_for)), refresh=True)
                    elif waits_for not in (None, reported):
                        warn(translate(Language.EN, WAIT_TEXTS[waits_for]))
                    reported = waits_for
                    self.help.watch()
                    self.stop_signal.pause(_LOOK_SECONDS if interactive else _QUIETLY)
        except StopRequested:
            return self._stopped(tournament)

    def _reached(self, tournament: GameId) -> tuple[Tournament, Wait | None]:
        """Return the tournament and what it waits for.

        Waits for a service that is being restarted, for a limited time.
        """
        deadline, warned = self.clock() + _PATIENCE_SECONDS, False
        while True:
            try:
                state = self.tournament_service.current(tournament).state
                return state, self.tournament_service.waits_for(state)
            except StoreUnavailable:
                self.help.watch()
                if self.clock() > deadline:
                    raise
                if not warned:
                    warn("The store cannot be reached; waiting for it.")
                warned = True
                self.stop_signal.pause(_AGAIN_SECONDS)

    def _ended(self, state: Tournament) -> End | None:
        """Return its end; None while it is running, or its seeds are not revealed yet."""
        if state.state in ENDED and not state.is_over and not state.manifest.is_remote:
            return None
        return _ENDS.get(state.state)

    def _stopped(self, tournament: GameId) -> End:
        with suppress(Unwelcome):
            self.tournament_service.act(tournament, SYSTEM, tournament_commands.Pause())
        self.help.rest()
        return End.STOPPED
