"""The worker: runs the jobs on its list, and no other job of the queue."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
import traceback
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import TimeoutError as QueueTimeout

from app.observability.logs import current_origin
from app.server import embedded_queue, valkey_process
from app.service.job_queue import ARCHIVE, ENDED, JOB_SECONDS, LANES, PEOPLE, PLAY, QUEUE, REPORTS, JobQueue
from app.settings.errors import BadSetting
from app.settings.settings import Settings
from app.store.errors import OutcomeUnknown, StoreUnavailable
from replays.record.untrusted_values import Malformed, guarded
from tests.server.helpers import ROOT, eventually
from workers.jobs import JobFailed, ListedJob, run
from workers.lanes import Lanes

GAME = "g-00abcdefghijklmnopqrstuv"
Forge = Callable[..., None]


@pytest.fixture
def forge(queue: Redis) -> Forge:
    """Put a job into the queue, as anything with write access could."""

    def put(name: str, data: object, **fields: str | bytes) -> None:
        raw = data if isinstance(data, bytes) else zlib.compress(json.dumps(data).encode())
        for key, value in {"data": raw, "origin": "bots", "status": "queued", **fields}.items():
            queue.hset(f"rq:job:{name}", key, value)
        queue.rpush("rq:queue:bots", name)

    return put


def work(url: str, queues: Sequence[str] = (PEOPLE, QUEUE)) -> list[str]:
    """The games that one pass of the worker over the queues has played."""
    played: list[str] = []
    serve(url, played.append, queues)
    return played


def serve(url: str, play: Callable[[str], object], queues: Sequence[str] = (PEOPLE, QUEUE)) -> None:
    """A worker has played by `play` what waits in these queues."""
    job = Lanes(JobQueue(url), [lane for queue in queues for lane in LANES[queue]], play, at_once=1)
    run(Settings(redis_url=url, queue_redis_url=url), once=True, jobs={PLAY: job}, queues=queues)


def test_every_enqueued_name_is_served_once_in_order(queue_redis_url: str, queue: Redis) -> None:
    doorbell = JobQueue(queue_redis_url)
    for ply in (1, 2, 2, 3):
        doorbell.enqueue(f"{GAME}{ply}")
    assert work(queue_redis_url) == [f"{GAME}1", f"{GAME}2", f"{GAME}3"]
    assert not queue.keys("rq:job:*")
    assert work(queue_redis_url) == []


def test_a_worker_takes_no_job_while_it_is_paused(
    queue_redis_url: str, queue: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workers.jobs._LOOK_SECONDS", 0.0)
    doorbell, played, looks = JobQueue(queue_redis_url), list[str](), list[int]()
    doorbell.enqueue(GAME)
    job = Lanes(doorbell, LANES[QUEUE], played.append, at_once=1)

    def paused() -> bool:
        assert played == ([] if len(looks) < 3 else played)
        looks.append(queue.llen(f"rq:queue:{QUEUE}"))
        return len(looks) < 3

    settings = Settings(redis_url=queue_redis_url, queue_redis_url=queue_redis_url)
    run(settings, once=True, jobs={PLAY: job}, queues=(QUEUE,), paused=paused)
    assert looks[:3] == [1, 1, 1]
    assert played == [GAME]


def test_games_in_which_a_person_waits_come_first(queue_redis_url: str) -> None:
    doorbell = JobQueue(queue_redis_url)
    for ply in (1, 2, 3):
        doorbell.enqueue(f"{GAME}{ply}", people=ply == 3)
    assert work(queue_redis_url) == [f"{GAME}3", f"{GAME}1", f"{GAME}2"]


def test_a_worker_for_people_leaves_all_else_to_others(queue_redis_url: str) -> None:
    doorbell = JobQueue(queue_redis_url)
    for ply in (1, 2):
        doorbell.enqueue(f"{GAME}{ply}", people=ply == 2)
    assert work(queue_redis_url, (PEOPLE,)) == [f"{GAME}2"]
    assert work(queue_redis_url) == [f"{GAME}1"]


def test_a_served_name_can_be_enqueued_again(queue_redis_url: str) -> None:
    for _ in range(2):
        JobQueue(queue_redis_url).enqueue(GAME)
        assert work(queue_redis_url) == [GAME]


def test_a_job_runs_with_the_request_and_trace_that_enqueued_it(queue_redis_url: str, forge: Forge) -> None:
    heard: list[str] = []
    traced = f"trace-me-5678 {'5' * 32}-01"
    doorbell = JobQueue(queue_redis_url)
    doorbell.enqueue(f"{GAME}1", origin="trace-me-1234")
    doorbell.enqueue(f"{GAME}2", origin=traced)
    doorbell.enqueue(f"{GAME}3")
    serve(queue_redis_url, lambda game: heard.append(current_origin()))
    assert sorted(heard) == ["", "trace-me-1234", traced]
    heard.clear()
    doorbell.enqueue(ENDED, ARCHIVE, origin=traced)
    for name, meta in (("a", {"request": "two words"}), ("b", {"request": 7}), ("c", ["request"])):
        forge(name, [ARCHIVE, None, [ENDED], {}], meta=json.dumps(meta))
    settings = Settings(redis_url=queue_redis_url, queue_redis_url=queue_redis_url)
    run(settings, once=True, jobs={ARCHIVE: lambda name: heard.append(current_origin())})
    assert heard == [traced, "", ""]


def test_a_worker_without_a_store_reports_it() -> None:
    with pytest.raises(BadSetting, match="REDIS_URL is not set"):
        run(Settings(), jobs={})


FOREIGN_CALLS = {
    "another callable": (["os.mkdir", None, ["{canary}"], {}], {}),
    "a method of an object": (["mkdir", {"a": 1}, ["{canary}"], {}], {}),
    "odd arguments": ([PLAY, None, [GAME, "more"], {}], {}),
    "no text": ([PLAY, None, [7], {}], {}),
    "named arguments": ([PLAY, None, [GAME], {"game": GAME}], {}),
    "a list as name": ([["os.mkdir"], None, ["{canary}"], {}], {}),
    "too few parts": ([PLAY], {}),
    "no JSON": (b"\x80\x04garbage", {}),
    "a callback after success": ([PLAY, None, [GAME], {}], {"success_callback_name": "os.abort"}),
    "a callback after failure": ([PLAY, None, [GAME], {}], {"failure_callback_name": "os.abort"}),
    "a callback when stopped": ([PLAY, None, [GAME], {}], {"stopped_callback_name": "os.abort"}),
    "a web hook": (
        [PLAY, None, [GAME], {}],
        {"webhooks": '[{"url": "http://127.0.0.1:9/", "job_status": "finished"}]'},
    ),
    "a repetition": ([PLAY, None, [GAME], {}], {"repeats_left": "5", "repeat_intervals": "[0]"}),
    "a number that is none": ([PLAY, None, [GAME], {}], {"timeout": "soon", "ttl": "x"}),
    "an unknown status": ([PLAY, None, [GAME], {}], {"status": "sleeping"}),
}


@pytest.mark.parametrize("kind", FOREIGN_CALLS)
def test_a_forged_job_does_not_run_and_the_next_job_does(
    kind: str, queue_redis_url: str, forge: Forge, tmp_path: Path
) -> None:
    canary = tmp_path / "canary"
    data, fields = FOREIGN_CALLS[kind]
    text = json.dumps(data).replace("{canary}", str(canary)) if isinstance(data, list) else data
    forge("forged", json.loads(text) if isinstance(text, str) else text, **fields)
    JobQueue(queue_redis_url).enqueue("g-honest")
    assert work(queue_redis_url) == ["g-honest"]
    assert not canary.exists()


def test_a_forged_abandoned_job_calls_no_callback(
    queue_redis_url: str, queue: Redis, forge: Forge, tmp_path: Path
) -> None:
    forge("forged", ["os.mkdir", None, [], {}], failure_callback_name="os.abort")
    queue.delete("rq:queue:bots")
    queue.zadd("rq:wip:bots", {"forged:1": 1})
    JobQueue(queue_redis_url).enqueue("g-honest")
    assert work(queue_redis_url) == ["g-honest"]


def test_a_worker_announces_its_longest_silence_before_each_wait_and_job(queue_redis_url: str) -> None:
    heard: list[float] = []
    JobQueue(queue_redis_url).enqueue(GAME)
    limits: list[float] = []
    job = Lanes(JobQueue(queue_redis_url), LANES[QUEUE], lambda game: limits.extend(heard), at_once=1)
    run(
        Settings(redis_url=queue_redis_url, queue_redis_url=queue_redis_url),
        once=True,
        jobs={PLAY: job},
        alive=heard.append,
    )
    assert limits, "it has said so before the job"
    assert heard[len(limits) - 1] == JOB_SECONDS + 60
    assert set(heard) - {JOB_SECONDS + 60} == {105}


def test_a_job_that_fails_does_not_stop_the_worker(queue_redis_url: str) -> None:
    played: list[str] = []

    def play(game: str) -> None:
        if game == "g-bad":
            raise RuntimeError("broken")
        played.append(game)

    for game in ("g-bad", "g-good"):
        JobQueue(queue_redis_url).enqueue(game)
    serve(queue_redis_url, play)
    assert played == ["g-good"]


@pytest.mark.parametrize(
    ("problem", "lines"),
    [
        (StoreUnavailable("no answer"), []),  # the outage of the store has a line of its own
        (OutcomeUnknown("no answer"), []),
        (QueueTimeout("no answer"), ["A job waits: TimeoutError."]),
        (RuntimeError("a hidden card"), ["A job failed."]),
    ],
)
def test_a_job_that_fails_is_one_line_with_a_stack_only_for_a_defect(
    queue_redis_url: str, caplog: pytest.LogCaptureFixture, problem: Exception, lines: list[str]
) -> None:
    def make(_name: str) -> None:
        raise problem

    caplog.set_level("INFO")
    JobQueue(queue_redis_url).enqueue("t-first", REPORTS)
    settings = Settings(redis_url=queue_redis_url, queue_redis_url=queue_redis_url)
    run(settings, once=True, jobs={REPORTS: make})
    records = [line for line in caplog.records if line.levelno >= logging.WARNING]
    assert [line.getMessage() for line in records] == lines
    assert [line.exc_info is not None for line in records] == [line == "A job failed." for line in lines]


def test_the_time_limit_of_a_job_is_no_finding_of_the_audit_that_it_makes(
    queue_redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    findings: list[str] = []

    def audit(_name: str) -> None:
        try:
            guarded(lambda: time.sleep(60))
        except Malformed as fault:
            findings.append(str(fault))

    monkeypatch.setattr("app.service.job_queue.JOB_SECONDS", 1)
    JobQueue(queue_redis_url).enqueue(GAME)
    run(Settings(redis_url=queue_redis_url, queue_redis_url=queue_redis_url), once=True, jobs={PLAY: audit})
    assert findings == []
    assert "OutOfTime" in caplog.text


def test_error_messages_of_a_job_are_not_stored_in_the_queue(queue: Redis) -> None:
    hidden = "12B"

    def play(game: str) -> None:
        raise RuntimeError(f"{game} holds {hidden}")

    kind: Any = type("BrokenJob", (ListedJob,), {"jobs": {PLAY: play}})
    with pytest.raises(JobFailed) as failed:
        kind.create(PLAY, args=(GAME,), connection=queue).perform()
    trace = "".join(traceback.format_exception(failed.value))
    assert "RuntimeError" in trace
    assert hidden not in trace


def test_a_worker_without_work_keeps_its_connection(queue_redis_url: str, queue: Redis) -> None:
    program = (
        "import logging, sys\n"
        "from app.settings.settings import Settings\n"
        "from app.service.job_queue import PLAY\n"
        "from app.parts.outages import OUTAGES\n"
        "from workers.jobs import run\n"
        "logging.basicConfig()\n"
        "OUTAGES.begin({})\n"
        "run(Settings(redis_url=sys.argv[1], queue_redis_url=sys.argv[1]), jobs={PLAY: print})\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, queue_redis_url], stderr=subprocess.PIPE, cwd=ROOT, text=True
    ) as worker:
        eventually(lambda: queue.scard("rq:workers") == 1)
        time.sleep(2.5)  # longer than a request to the queue may take
        worker.terminate()
        _, errors = worker.communicate(timeout=120)
    assert "The store of the queue" not in errors, errors
    assert worker.returncode == 0


def test_an_outage_of_the_queue_is_one_line_of_a_worker(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys\n"
        "from app.observability.logs import configure\n"
        "from app.parts.outages import OUTAGES\n"
        "from app.service.job_queue import BOTS, PLAY, JobQueue\n"
        "from app.settings.settings import Settings\n"
        "from workers.jobs import run\n"
        "from workers.lanes import Lanes\n"
        "settings = Settings(redis_url=sys.argv[1], queue_redis_url=sys.argv[1])\n"
        "configure(settings.log_level)\n"
        "OUTAGES.begin({})\n"
        "play = lambda game: pathlib.Path(sys.argv[2], game).touch()\n"
        "run(settings, jobs={PLAY: Lanes(JobQueue(sys.argv[1]), [BOTS], play)})\n"
    )
    server = embedded_queue.start(tmp_path)
    try:
        with (
            Redis.from_url(server.url) as queue,
            subprocess.Popen(
                [sys.executable, "-c", program, server.url, str(tmp_path)],
                stderr=subprocess.PIPE,
                cwd=ROOT,
                text=True,
            ) as worker,
        ):
            try:
                eventually(lambda: queue.scard("rq:workers") == 1)
                server.process.kill()
                server.process.wait()
                assert worker.stderr is not None
                output = worker.stderr.readline()
                server.start()
                eventually(lambda: valkey_process.ping(server.socket) == b"+PONG")
                JobQueue(server.url).enqueue(GAME)
                eventually((tmp_path / GAME).exists)
            finally:
                os.kill(worker.pid, signal.SIGTERM)
            output += worker.stderr.read()
    finally:
        server.stop()
    lines = [line for line in output.splitlines() if "works again" not in line]
    assert lines
    assert all("The store of the queue" in line for line in lines), output
    # Each cause is told once: the connection was closed, the next one is refused, the store reads its file.
    causes = [re.findall("The store of the queue[^.]*", line) for line in lines]
    assert len({*map(str, causes)}) == len(causes), output


@pytest.mark.parametrize("job", [True, False], ids=["after-a-job", "from-the-start"])
def test_a_worker_waits_while_the_store_of_the_queue_is_full_and_then_works(
    job: bool, queue_redis_url: str, queue: Redis, tmp_path: Path
) -> None:
    program = (
        "import pathlib, sys\n"
        "from app.settings.settings import Settings\n"
        "from app.service.job_queue import BOTS, PLAY, JobQueue\n"
        "from workers import jobs\n"
        "from workers.lanes import Lanes\n"
        "from app.parts.outages import OUTAGES\n"
        "OUTAGES.begin({})\n"
        "jobs._MAINTENANCE_SECONDS = 1\n"  # it waits so long for a job
        "jobs._LIVENESS_SECONDS = 16\n"
        "home = pathlib.Path(sys.argv[2])\n"
        "job = Lanes(JobQueue(sys.argv[1]), [BOTS], lambda game: (home / game).touch())\n"
        "jobs.run(Settings(redis_url=sys.argv[1], queue_redis_url=sys.argv[1]), jobs={PLAY: job})\n"
    )
    doorbell, before = JobQueue(queue_redis_url), str(queue.config_get("maxmemory")["maxmemory"])
    if job:
        doorbell.enqueue("g-first")
    else:
        queue.config_set("maxmemory", 1)
    with subprocess.Popen(
        [sys.executable, "-c", program, queue_redis_url, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as worker:
        try:
            if job:
                eventually((tmp_path / "g-first").exists)
                queue.config_set("maxmemory", 1)
            assert worker.stderr is not None
            assert any("The store of the queue has no space left" in line for line in worker.stderr)
            queue.config_set("maxmemory", before)
            doorbell.enqueue("g-second")
            eventually((tmp_path / "g-second").exists)
            os.kill(worker.pid, signal.SIGTERM)
            worker.stderr.read()
            assert worker.wait(120) == 0
        finally:
            queue.config_set("maxmemory", before)
            worker.kill()
