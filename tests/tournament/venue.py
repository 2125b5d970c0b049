"""Helpers that play a tournament in one process: a store, an archive, and a worker."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis import Redis

from app.cli.archive.kinds import FORMS
from app.service.signing import KeyRing
from app.service.tournaments import TournamentService
from app.store.archive_fallback import ArchiveFallbackStore
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.leases import Leases
from app.store.retention import Retention
from app.store.signing_state import SignedHead, StoredGenerations
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament, TournamentPhase
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.files import Reached, go_on, open_files
from replays.archive.signing import LogSigner
from replays.catalogue import connecting
from replays.tournaments.archiving import BatchArchiver
from replays.tournaments.failures import Failures
from tests.closing import at_end
from tests.service.helpers import KEYS
from workers.tournaments import TournamentPlayer

PATIENCE_SECONDS = 300.0
"""How long a tournament may take at most; a bound against hanging, not a measurement."""


@dataclass
class Venue:
    """A process that plays tournaments; `rung` are the jobs that it enqueued."""

    redis: Redis
    archive: Archive
    signer: LogSigner
    tournament_service: TournamentService
    player: TournamentPlayer
    failures: Failures
    rung: list[str] = field(default_factory=list)

    def begin(self, document: dict[str, Any]) -> GameId:
        """Create the tournament of a manifest."""
        return self.tournament_service.create(read(document))[0].log

    def state(self, tournament: GameId) -> Tournament:
        return self.tournament_service.current(tournament).state

    def run(self, tournament: GameId) -> Tournament:
        """Play the tournament to its end, and return it."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.state(tournament).is_over:
            assert time.monotonic() < deadline, "the tournament does not end"
            assert self.state(tournament).state is not TournamentPhase.PAUSED
            self.player(tournament)
        return self.state(tournament)

    def record(self, log: str) -> bytes:
        """Return the archived record of a game or a tournament."""
        data = self.archive.read(log)
        assert data is not None
        return data

    def archived(self) -> None:
        """Archive all finished logs and remove them from the store."""
        after, store = Retention(self.redis, StorageCipher(KEYS.vault)), self.tournament_service.store
        archiver = Archiver(store, after, self.archive, self.signer, 0, forms=FORMS)
        while (done := archiver.round()).archived or done.more or done.forgotten:
            assert not done.refused


def venue(
    redis_url: str, folder: Path, reached: Reached = go_on, seconds: float = 60.0, key: bytes | None = None
) -> Venue:
    """Return a venue over the store at `redis_url` and the archive in `folder`."""
    redis = connect(redis_url)
    engine = connecting.prepare(connecting.connect(f"sqlite:///{folder}/catalogue.sqlite"))
    archive = Archive(open_files(str(folder / "files"), reached), engine)
    at_end(archive.close)
    ring = KeyRing(KEYS.sign, StoredGenerations(redis))
    tournament_service = TournamentService(
        ArchiveFallbackStore(redis, StorageCipher(KEYS.vault), archive), key or KEYS.tournament
    )
    rung: list[str] = []
    failures = Failures(engine, StorageCipher(KEYS.vault))
    signer = LogSigner(archive, SignedHead(redis), ring, reached=reached)
    filing = BatchArchiver(archive, signer, failures, reached=reached)
    player = TournamentPlayer(tournament_service, filing, Leases(redis), rung.append, seconds)
    return Venue(redis, archive, signer, tournament_service, player, failures, rung)


def cup(entrants: int = 3, bot: str = "random", **members: Any) -> dict[str, Any]:
    """Return the manifest of a small tournament."""
    return {
        "name": "Copa",
        "variant": "north-american",
        "format": {"type": "round_robin"},
        "entrants": [{"name": f"{bot} {at}", "bot": bot} for at in range(entrants)],
        **members,
    }


def outcome(state: Tournament) -> dict[int, tuple[Any, ...]]:
    """Return the result of every fixture, with digests."""
    return {
        number: (
            result.balances,
            result.ending,
            result.plies,
            result.hands,
            result.game,
            result.digest,
            result.places,
        )
        for number, result in sorted(state.results.items())
    }
