"""Workers of a running tournament that are asked to stop, as by a rolling restart of containers."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from redis import Redis

from app.service.job_queue import JobQueue
from app.service.secret_keys import keys
from app.service.tournaments import TournamentService
from app.settings.environment import load
from app.settings.settings import Settings
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.log import EventStore
from app.tournament.manifest_parser import read
from replays.archive.opening import open_archive
from tests.server.helpers import environment, eventually
from tests.tournament.test_stopping import SEEDS, archived_games, leases, uninterrupted
from tests.tournament.venue import cup, outcome

SECRET: Final = "5" * 64
MANIFEST: Final = cup(3, "greedy", decks_per_pairing=40, **SEEDS)
"""240 games."""

STOPS: Final = 3
"""So many workers are asked to stop as soon as they play; the next one plays the rest."""


@contextmanager
def worker(home: Path, settings: Settings) -> Iterator[subprocess.Popen[str]]:
    """A worker process, killed at the end if it has not ended."""
    stores = {"REDIS_URL": settings.redis_url or "", "QUEUE_REDIS_URL": settings.queue_redis_url or ""}
    environ = environment(home, 1) | stores | {"CONQUIAN_SECRET": SECRET}
    command = [sys.executable, "-m", "app.cli", "worker"]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_workers_that_are_asked_to_stop_lose_no_game_and_play_none_twice(
    redis: Redis, redis_url: str, queue_redis_url: str, tmp_path: Path
) -> None:
    expected = uninterrupted(redis, redis_url, tmp_path / "other", MANIFEST)
    home = tmp_path / "data"
    settings = load(
        {
            "CONQUIAN_DATA": str(home),
            "CONQUIAN_SECRET": SECRET,
            "REDIS_URL": redis_url,
            "QUEUE_REDIS_URL": queue_redis_url,
        }
    )
    secrets = keys(settings)
    with connect(redis_url) as own, connect(queue_redis_url) as queue:
        service = TournamentService(EventStore(own, StorageCipher(secrets.vault)), secrets.tournament)

        def is_over() -> bool:
            return service.current(name).state.is_over

        name = GameId(read(MANIFEST).tournament)
        for number in range(STOPS + 1):
            with worker(home, settings) as process:
                if not number:
                    eventually(lambda: list(home.glob("run/metrics/worker-*.pid")))
                    assert service.create(read(MANIFEST))[0].log == name
                    JobQueue(queue_redis_url).enqueue(name)
                eventually(partial(leases, redis) if number < STOPS else is_over)
                os.kill(process.pid, signal.SIGTERM)
                assert process.wait(120) == 0
                assert process.stderr is not None
                assert 'level":"error' not in process.stderr.read()
            assert not leases(redis)
            assert is_over() == (number == STOPS)
            assert is_over() or queue.llen("rq:queue:bots") == 1
        assert outcome(service.current(name).state) == expected
    with closing(open_archive(settings)) as archive:
        assert sorted(archived_games(archive)) == sorted(run[4] for run in expected.values())
