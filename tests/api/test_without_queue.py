"""Service without the queue: each write is done, and work for workers waits."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from app.service.job_queue import JobQueue, QueuedName, QueueUnavailable
from app.store.keys import GameId
from replays.imports.foreign import SMALL, UploadForm
from replays.record.write import write_record
from tests.api.helpers import Api, expect, process
from tests.api.organising import begun, named, organiser, playing
from tests.api.test_every_write import DONE, KEY, made
from tests.api.writes import Made
from tests.replays.games import Plan, log_of
from workers.clock import sweep

__all__ = ["made"]

NOWHERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def away(api: Api) -> Api:
    """The same service in a process whose queue refuses connections."""
    return replace(api, app=process(replace(api.settings, queue_redis_url=NOWHERE), api.redis))


def test_each_write_is_done(made: Made, away: Api) -> None:
    answer = made[0].send(away.app, KEY)
    assert answer.status_code in DONE, answer.text


def test_work_for_a_worker_is_not_done_yet(api: Api, away: Api) -> None:
    where = begun(away, organiser(away))
    playing(api)(named(where))
    answer = away.client.get(f"{where}/export.json")
    assert expect(answer, 202)["waits_for"] == "worker"
    assert answer.headers["Retry-After"]


def test_a_large_import_is_taken_and_waits_for_a_worker(away: Api) -> None:
    record = b"".join(write_record(log_of(Plan("mexican-2", 2), 1)))
    large = record + b" " * SMALL[UploadForm.RECORD]
    answer = away.client.post("/v1/imports", data=large, content_type="application/x-ndjson")
    assert expect(answer, 202)["stage"] == "waiting"
    assert expect(away.client.get(answer.headers["Location"]), 202)["size"] == len(large)


def test_jobs_for_bots_are_retried_until_the_queue_is_back(away: Api) -> None:
    made = away.post({"variant": "north-american", "seats": [{"bot": "random"}] * 2})
    game = GameId(expect(made, 201)["game"])
    rung: list[str] = []

    class Bell(JobQueue):
        """A queue that is back when the second job is enqueued."""

        tries = 0

        def enqueue_all(self, names: Iterable[QueuedName], job: str = "") -> None:
            self.tries += 1
            if self.tries == 1:
                raise QueueUnavailable
            rung.extend(name.name for name in names)

    bell, store = Bell("unix:///nowhere"), away.games.store
    store.postpone(game, 0)  # as it is due some seconds after a job that was lost
    with pytest.raises(QueueUnavailable):
        sweep(store, bell)
    sweep(store, bell)
    assert rung == [game]
