"""Common start of the commands about tournaments."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.api.codes import tournament_remedy
from app.bots.errors import EntrantRefused
from app.bots.external.participants import ParticipantKind, kind_of, opened
from app.cli.language import spoken
from app.cli.nearest_service import nearest
from app.cli.tournament.following import End, Help, hosted
from app.i18n import Language, Message, translate
from app.server.supervisor import StopRequested, StopSignal
from app.service.aggregates import AggregateState
from app.service.event_log import NoSuchLog
from app.service.job_queue import JobQueue, QueueUnavailable
from app.service.tournaments import TournamentService, players_of
from app.settings.errors import StartError
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.keys import LogKind as Named
from app.store.keys import kind_of as named
from app.tournament.decide import SYSTEM
from app.tournament.errors import BadManifest, ManifestFault, Unwelcome
from app.tournament.hidden_names import hidden_names, hide_in_state
from app.tournament.manifest_parser import Draft, read
from app.tournament.state import Tournament
from app.tournament.views import summary
from replays.archive.archive import Archive
from replays.installation.installation import Installation, enter
from replays.tournaments.failures import Failures


@dataclass(frozen=True, slots=True)
class TournamentSession:
    """The tournament service of one command, and what moves its tournaments on.

    `enqueue` requests a job for a tournament, `help` plays it in this process.
    `failures` has those of the participants, and the times of their decisions.
    """

    tournament_service: TournamentService
    enqueue: Callable[[GameId], None]
    help: Help
    stop_signal: StopSignal
    failures: Failures

    def begin(self, plan: Draft, folder: Path) -> AggregateState[Tournament]:
        """Create the tournament of a manifest in `folder`, or return the existing one. Raises StartError.

        The log contains the folder only if bots are in it.
        """
        if plan.manifest.is_remote and self.help.alone:
            raise StartError(
                spoken(Message("Players over HTTP take part: run it beside a service that they reach."))
            )
        try:
            return self.tournament_service.create(
                plan, folder=str(folder) if plan.manifest.runs_code else None
            )[0]
        except Unwelcome as refused:
            raise StartError(refusal(refused)) from None

    def act(self, tournament: GameId, command: Any) -> Tournament:
        """Apply `command` of the operator and return the tournament. Raises StartError if it is refused."""
        try:
            state = self.tournament_service.act(tournament, SYSTEM, command).position.state
        except Unwelcome as refused:
            raise StartError(f"{tournament}: {refused.code}. {tournament_remedy(refused.code)}") from None
        except NoSuchLog:
            raise StartError(
                spoken(Message("There is no tournament {tournament}."), tournament=tournament)
            ) from None
        self.enqueue(tournament)
        return state

    def state(self, tournament: GameId) -> Tournament:
        """Return the current tournament without the names of closed players.

        Raises StartError if there is none.
        """
        try:
            state = self.tournament_service.current(tournament).state
        except NoSuchLog:
            raise StartError(
                spoken(Message("There is no tournament {tournament}."), tournament=tournament)
            ) from None
        summed = summary(state)
        closed = self.tournament_service.store.names.closed(players_of(summed))
        return hide_in_state(state, hidden_names(summed, closed))


@contextmanager
def open_session(workers: int | None = None, *, begins: bool = False) -> Iterator[TournamentSession]:
    """Open the running service, or else the data directory, with so many `workers` of its own.

    Unless the command `begins` a tournament, StartError is raised if the directory contains nothing. The
    program exits with status 130 if it is asked to stop before it has begun.
    """
    stop_signal = StopSignal()
    stop_signal.install()
    try:
        with hosted(nearest(), stop_signal, workers, begins=begins) as (settings, help_):
            installation = enter(settings)
            with closing(installation.archive()) as archive:
                yield _session_of(installation, archive, help_, stop_signal)
    except StopRequested:
        sys.exit(End.STOPPED)


def _session_of(
    installation: Installation, archive: Archive, help_: Help, stop_signal: StopSignal
) -> TournamentSession:
    settings, secrets = installation.settings, installation.secrets
    cipher = StorageCipher(secrets.vault)
    store = ArchiveFallbackStore(installation.store(), cipher, archive)
    job_queue = JobQueue(settings.queue_url or "")

    def enqueue(tournament: GameId) -> None:
        with suppress(QueueUnavailable):  # the clock enqueues it later
            job_queue.enqueue(tournament)

    return TournamentSession(
        TournamentService(store, secrets.tournament),
        enqueue,
        help_,
        stop_signal,
        Failures(archive.engine, cipher),
    )


def draft(document: Any, folder: Path) -> Draft:
    """Parse the manifest that was read in `folder`. Raises StartError with all of its errors."""
    try:
        parsed = read(document)
    except BadManifest as bad:
        raise StartError("\n".join(["The manifest is refused:", *map(_fault_line, bad.faults)])) from None
    for entrant in parsed.manifest.entrants:
        _check(entrant.plan, folder, parsed.manifest.play)
    return parsed


def refusal(refused: Unwelcome) -> str:
    """Return the sentence for a tournament of a valid manifest that cannot begin."""
    return f"The manifest is refused: {refused.code}. {tournament_remedy(refused.code)}"


def entrant_named(state: Tournament, name: str) -> int:
    """Return the number of the participant of this name. Raises StartError if there is none."""
    names = [entrant.name for entrant in state.manifest.entrants]
    if name not in names:
        raise StartError(spoken(Message("No entrant is called {name}: {names}."), name=name, names=names))
    return names.index(name)


def _fault_line(fault: ManifestFault) -> str:
    possible, place = fault.possible, f"  {fault.field or '/'}: {fault.code}."
    if fault.message is not None:
        return f"{place} {translate(Language.EN, fault.message)}"
    place = f"{place} {tournament_remedy(fault.code)}"
    if "allowed" in possible:
        return f"{place} Possible: {', '.join(json.dumps(value) for value in possible['allowed'])}."
    return f"{place} Possible: {possible['minimum']} to {possible['maximum']}." if possible else place


def _check(entrant: Any, folder: Path, play: str) -> None:
    """Raise StartError if a participant of this machine or of the service cannot be opened here."""
    try:
        if kind_of(entrant, local=True, play=play) is not ParticipantKind.PLAYER:
            with opened(entrant, folder, play=play):
                return
    except EntrantRefused as refused:
        raise StartError(f"{entrant['name']}: {refused} ({refused.code})") from None


def tournament_id(text: str) -> GameId:
    """Return `text` as the id of a tournament. Raises StartError if it is none."""
    if named(text) is not Named.TOURNAMENT:
        raise StartError(spoken(Message("That is not the id of a tournament.")))
    return GameId(text)
