"""What a command about tournaments has to do before it can do anything."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.api.tournament_codes import sentence
from app.bots.errors import EntrantRefused
from app.bots.external.participants import Kind, kind_of, opened
from app.cli.nearest_service import nearest
from app.cli.tournament.following import End, Help, hosted
from app.i18n import Language, translate
from app.server.supervisor import StopRequested, StopSignal
from app.service.event_log import AggregateState, NoSuchLog
from app.service.job_queue import JobQueue, QueueUnavailable
from app.service.tournaments import TournamentService
from app.settings.settings import StartError
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.keys import Kind as Named
from app.store.keys import kind_of as named
from app.tournament.decide import SYSTEM
from app.tournament.errors import BadManifest, Fault, Unwelcome
from app.tournament.manifest_parser import Draft, read
from app.tournament.state import Tournament
from replays.installation.installation import Installation, enter
from replays.tournaments.failures import Failures


@dataclass(frozen=True, slots=True)
class House:
    """Tournaments of a command: `ring` enqueues the playing of one, `help` plays it in this process.

    `failures` has those of their entrants, and the times of their decisions.
    """

    tournament_service: TournamentService
    ring: Callable[[GameId], None]
    help: Help
    bell: StopSignal
    failures: Failures

    def begin(self, plan: Draft, folder: Path) -> AggregateState[Tournament]:
        """The tournament of a manifest that was read in `folder`, begun or as it stands; else StartError.

        The log says where the folder is only if bots lie there.
        """
        if plan.manifest.is_remote and self.help.alone:
            raise StartError("Players over HTTP take part: run it beside a service that they reach.")
        try:
            return self.tournament_service.create(
                plan, folder=str(folder) if plan.manifest.runs_code else None
            )[0]
        except Unwelcome as refused:
            raise StartError(refusal(refused)) from None

    def tell(self, tournament: GameId, command: Any) -> Tournament:
        """The tournament after `command` of the operator; StartError if it is refused."""
        try:
            state = self.tournament_service.act(tournament, SYSTEM, command).standing.state
        except Unwelcome as refused:
            raise StartError(f"{tournament}: {refused.code}. {sentence(refused.code)}") from None
        except NoSuchLog:
            raise StartError(f"There is no tournament {tournament}.") from None
        self.ring(tournament)
        return state

    def state(self, tournament: GameId) -> Tournament:
        """The tournament as it is now; StartError if there is none."""
        try:
            return self.tournament_service.current(tournament).state
        except NoSuchLog:
            raise StartError(f"There is no tournament {tournament}.") from None


@contextmanager
def house(workers: int | None = None, *, begins: bool = False) -> Iterator[House]:
    """The tournaments of the service that runs, else of its data directory with `workers` of our own.

    Unless the command `begins` a tournament, StartError is raised where the directory holds nothing.
    The program ends with status 130 where it is asked to stop before anything has begun.
    """
    bell = StopSignal()
    bell.listen()
    try:
        with hosted(nearest(), bell, workers, begins=begins) as (settings, help_):
            yield _house(enter(settings), help_, bell)
    except StopRequested:
        sys.exit(End.STOPPED)


def _house(installation: Installation, help_: Help, bell: StopSignal) -> House:
    settings, secrets, shelf = installation.settings, installation.secrets, installation.archive()
    cipher = StorageCipher(secrets.vault)
    store = ArchiveFallbackStore(installation.store(), cipher, shelf)
    doorbell = JobQueue(settings.queue_url or "")

    def ring(tournament: GameId) -> None:
        with suppress(QueueUnavailable):  # the clock rings again
            doorbell.ring(tournament)

    return House(
        TournamentService(store, secrets.tournament), ring, help_, bell, Failures(shelf.engine, cipher)
    )


def draft(document: Any, folder: Path) -> Draft:
    """The tournament of a manifest that was read in `folder`; StartError with all that is wrong with it."""
    try:
        found = read(document)
    except BadManifest as bad:
        raise StartError("\n".join(["The manifest is refused:", *map(_told, bad.faults)])) from None
    for entrant in found.manifest.entrants:
        _check(entrant.plan, folder)
    return found


def refusal(refused: Unwelcome) -> str:
    """Why a tournament of a sound manifest cannot begin."""
    return f"The manifest is refused: {refused.code}. {sentence(refused.code)}"


def entrant_named(state: Tournament, name: str) -> int:
    """The number of the entrant of this name; StartError if there is none."""
    names = [entrant.name for entrant in state.manifest.entrants]
    if name not in names:
        raise StartError(f"No entrant is called {name}: {', '.join(names)}.")
    return names.index(name)


def _told(fault: Fault) -> str:
    possible, place = fault.possible, f"  {fault.field or '/'}: {fault.code}."
    if fault.said is not None:
        return f"{place} {translate(Language.EN, fault.said)}"
    place = f"{place} {sentence(fault.code)}"
    if "allowed" in possible:
        return f"{place} Possible: {', '.join(json.dumps(one) for one in possible['allowed'])}."
    return f"{place} Possible: {possible['minimum']} to {possible['maximum']}." if possible else place


def _check(entrant: Any, folder: Path) -> None:
    """StartError if an entrant of this machine or of the house cannot be opened here and now."""
    try:
        if kind_of(entrant, local=True) is not Kind.PLAYER:
            with opened(entrant, folder):
                return
    except EntrantRefused as refused:
        raise StartError(f"{entrant['name']}: {refused} ({refused.code})") from None


def tournament_id(text: str) -> GameId:
    """The id that a text is; StartError if it names no tournament."""
    if named(text) is not Named.TOURNAMENT:
        raise StartError("That is not the id of a tournament.")
    return GameId(text)
