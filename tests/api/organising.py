"""Helpers for tournaments over HTTP."""

from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from app.cli.archive.kinds import FORMS
from app.players.state import KeyScope
from app.service.signing import KeyRing, now_ms
from app.service.tournaments import TournamentService
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.leases import Leases
from app.store.log import EventStore
from app.store.retention import Retention
from app.store.signing_state import StoredGenerations
from app.store.tournament_parts import TournamentParts
from app.tournament.manifest_parser import read
from replays.archive.archiver import Archiver
from replays.archive.files import Reached, go_on, open_files
from replays.archive.opening import open_archive, open_signer
from replays.archive.proof import Prover
from replays.disputes.marks import Marking
from replays.record.receipts import key_list
from replays.tournaments.archiving import BatchArchiver
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup
from replays.tournaments.marks import marking_in
from replays.tournaments.reports import ReportFiles
from replays.tournaments.stored_parts import PartsProjector
from tests.api.disputing import dispute_service
from tests.api.helpers import Api, Json, expect
from tests.api.player_requests import Person, person
from tests.bots.entrant_programs import python
from tests.closing import at_end
from tests.service.helpers import KEYS
from workers.reports import Reporter
from workers.tournaments import TournamentPlayer

PATH = "/v1/tournaments"


def manifest(name: str = "Copa", **members: Any) -> Json:
    """Return the manifest of a small tournament."""
    return {
        "name": name,
        "variant": "north-american",
        "format": {"type": "round_robin"},
        "entrants": [{"name": one, "bot": "random"} for one in ("ana", "beto", "caro")],
        **members,
    }


def organiser(api: Api, name: str = "Lupe") -> Person:
    """Return a player who may organise, with a key for that."""
    player = person(api, name)
    api.players.grant(player.id, KeyScope.ORGANISE)
    return player.with_scopes("organise")


def begun(api: Api, who: Person, **members: Any) -> str:
    """Return the address of a new tournament."""
    made = who.post(PATH, manifest(**members))
    assert made.status_code == 201, made.text
    return str(made.headers["Location"])


def playing(api: Api, reached: Reached = go_on) -> TournamentPlayer:
    """Return the job that plays tournaments; `reached` is called after each step of archiving."""
    archive = open_archive(api.settings)
    at_end(archive.close)
    archive.files = open_files(str(archive.files._root), reached)  # type: ignore[attr-defined]
    tournament_service = TournamentService(
        ArchiveFallbackStore(api.redis, StorageCipher(KEYS.vault), archive), KEYS.tournament
    )
    ring = KeyRing(KEYS.sign, StoredGenerations(api.redis))
    failures = Failures(archive.engine, StorageCipher(KEYS.vault))
    filing = BatchArchiver(archive, open_signer(archive, api.redis, ring), failures)
    return TournamentPlayer(
        tournament_service,
        filing,
        Leases(api.redis),
        lambda name: None,
        projector=PartsProjector(tournament_service, TournamentParts(api.redis), failures, timer=lambda: 0.0),
    )


def with_failing_entrant(api: Api, folder: Path) -> tuple[TournamentPlayer, GameId]:
    """Create a tournament in which the program of the second entrant crashes; return its job and its id."""
    plan = manifest(limits={"restarts": 0})
    plan["entrants"] = [
        plan["entrants"][0],
        python(folder, "return legal[0] if self.asked < 2 else 1 / 0"),
    ]
    player = playing(api)
    return player, player.tournament_service.create(read(plan), folder=str(folder))[0].log


def reporter(api: Api) -> Reporter:
    """Return the job that makes the reports of tournaments."""
    archive, parts = open_archive(api.settings), TournamentParts(api.redis)
    at_end(archive.close)
    store = ArchiveFallbackStore(api.redis, StorageCipher(KEYS.vault), archive)
    ring, reports = KeyRing(KEYS.sign, StoredGenerations(api.redis)), ReportFiles(archive.files)
    return Reporter(
        TournamentService(store, KEYS.tournament),
        parts,
        reports,
        Lookup(store, parts, reports),
        Prover(ring, lambda: archive.engine, now_ms),
        lambda: key_list(ring.document()),
        Failures(archive.engine, StorageCipher(KEYS.vault)),
        marking_in(store.marked, Marking(dispute_service(api, archived=archive.disputes), store)),
    )


def made(api: Api, path: str, **headers: str) -> TestResponse:
    """Return the response to a GET that was first answered with 202, after the job has run."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    waits = expect(api.client.get(path, headers=named), 202)
    assert waits["waits_for"] == "worker"
    reporter(api)(waits["tournament"] or path.rsplit("/", 1)[1])
    return api.client.get(path, headers=named)


def played(api: Api, address: str) -> None:
    """Play a batch of the tournament at this address."""
    playing(api)(GameId(Path(address).name))


def named(where: str) -> GameId:
    return GameId(Path(where).name)


def whole(api: Api, path: str, **headers: str) -> TestResponse:
    """The answer with what is asked for, after as many jobs as it takes."""
    answer = api.client.get(path, headers={name.replace("_", "-"): text for name, text in headers.items()})
    for _ in range(3):
        if answer.status_code == 202:
            answer = made(api, path, **headers)
    assert answer.status_code == 200, answer.text
    return answer


def archived(api: Api) -> None:
    """Everything that is over stands in the archive alone."""
    archive, after = open_archive(api.settings), Retention(api.redis, StorageCipher(KEYS.vault))
    at_end(archive.close)
    signer = playing(api).filing.signer
    archiver = Archiver(
        EventStore(api.redis, StorageCipher(KEYS.vault)), after, archive, signer, 0, forms=FORMS
    )
    while (done := archiver.round()).archived or done.more or done.forgotten:
        assert not done.refused
