"""Backups of a service at work: what was acknowledged before arrives, and every game audits."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Final
from uuid import UUID

from tests.server.helpers import eventually
from tests.soak.client import PATIENCE_SECONDS, Client, Json, Player, Service, insist, make
from tests.soak.kills import Sitting

_WAITING: Final = {"variant": "north-american", "seats": ["me", "open"]}
_BOTS: Final = {"variant": "north-american", "seats": [{"bot": "random"}] * 2, "options": {"deals": 1}}
_PERSON: Final = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}], "options": {"deals": 1}}
_OF_BOTS: Final = 10
"""One of so many games is played by bots, to its end and into the archive; the others wait for a player."""


@contextmanager
def site() -> Iterator[Service]:
    """A service that takes any number of open games of one address."""
    with TemporaryDirectory(prefix="cq-") as directory:
        service = Service(Path(directory), CONQUIAN_OPEN_GAMES="0", CONQUIAN_RATE_GAMES="0")
        try:
            service.start()
            yield service
        finally:
            service.stop()


@dataclass
class _Table:
    """A person who plays game after game with a bot, and what was acknowledged to that person."""

    port: int
    rng: Random
    over: Event
    sittings: list[Sitting] = field(default_factory=list)

    def run(self) -> None:
        """Play until the stop is set."""
        with closing(Client(self.port)) as client:
            while not self.over.is_set():
                sitting = Sitting(make(client, self.rng, _PERSON))
                self.sittings.append(sitting)
                sitting.run(self.rng, self.over)

    def acknowledged(self) -> dict[str, dict[int, str]]:
        """The digests of entries by game and ply that were seen so far."""
        return {sitting.player.id: dict(sitting.promised.digests) for sitting in list(self.sittings)}


def restore(rng: Random, service: Service, *, games: int = 10_000, tables: int = 4) -> int:
    """A backup amid games that begin, go on, end and are archived; its restoration, and the audit of each."""
    service.wait()
    made = _made(rng, service, games)
    with TemporaryDirectory(prefix="cq-") as directory:
        home = Path(directory)
        with _playing(rng, service, tables) as players:
            eventually(lambda: all(_moves(table) > 5 for table in players), seconds=PATIENCE_SECONDS)
            before = {game: seen for table in players for game, seen in table.acknowledged().items()}
            service.operate("backup", str(home / "backup"))
        restored = Service(home, CONQUIAN_OPEN_GAMES="0")
        restored.operate("restore", str(home / "backup"))
        restored.operate("archive", "check", "--audit")
        try:
            restored.start()
            with closing(Client(restored.port)) as client:
                for game, digests in before.items():
                    _check(Player(client, game), digests)
                for game in made:
                    Player(client, game).audit()
        finally:
            restored.stop()
    return len(made) + len(before)


def _made(rng: Random, service: Service, games: int) -> list[str]:
    """New games; bots begin to play some of them."""
    with closing(Client(service.port)) as client:
        return [_begun(client, rng, _WAITING if at % _OF_BOTS else _BOTS) for at in range(games)]


def _begun(client: Client, rng: Random, body: Json) -> str:
    key = str(UUID(int=rng.getrandbits(128), version=4))
    reply = insist(lambda: client.send("POST", "/v1/games", body, Idempotency_Key=key))
    assert reply.status == 201, reply.data
    return str(reply.json["game"])


@contextmanager
def _playing(rng: Random, service: Service, tables: int) -> Iterator[list[_Table]]:
    over = Event()
    players = [_Table(service.port, Random(rng.random()), over) for _ in range(tables)]
    threads = [Thread(target=table.run, daemon=True) for table in players]
    for thread in threads:
        thread.start()
    try:
        yield players
    finally:
        over.set()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
    for sitting in (sitting for table in players for sitting in table.sittings):
        assert sitting.failure is None, sitting.failure


def _moves(table: _Table) -> int:
    return sum(len(sitting.promised.digests) for sitting in list(table.sittings))


def _check(player: Player, digests: dict[int, str]) -> None:
    """Every entry that was seen is in the log, and the log audits."""
    log: dict[int, Json] = {}
    while (page := player.get(f"/events?after={len(log)}&limit=200"))["events"]:
        log |= {entry["ply"]: entry for entry in page["events"]}
    for ply, digest in digests.items():
        assert log[ply]["digest"] == digest, (player.id, ply)
    player.audit()
