"""Workers that are asked to stop while a job runs or is read."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from redis import Redis

from app.service.job_queue import REPORTS, JobQueue
from tests.server.helpers import ROOT, eventually


def test_sigterm_lets_the_running_job_finish_and_takes_no_other(
    queue_redis_url: str, queue: Redis, tmp_path: Path
) -> None:
    program = (
        "import pathlib, sys, time\n"
        "from app.settings.settings import Settings\n"
        "from app.service.job_queue import BOTS, PLAY, JobQueue\n"
        "from workers.lanes import Lanes\n"
        "from workers.jobs import run\n"
        "home = pathlib.Path(sys.argv[2])\n"
        "def play(game):\n"
        "    (home / 'began').touch()\n"
        "    while not (home / 'go').exists(): time.sleep(0.01)\n"
        "    (home / game).touch()\n"
        "job = Lanes(JobQueue(sys.argv[1]), [BOTS], play, at_once=1, seconds=0.0)\n"
        "run(Settings(redis_url=sys.argv[1], queue_redis_url=sys.argv[1]), jobs={PLAY: job})\n"
    )
    doorbell = JobQueue(queue_redis_url)
    doorbell.enqueue("g-first")
    doorbell.enqueue("g-second")
    with subprocess.Popen(
        [sys.executable, "-c", program, queue_redis_url, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as worker:
        eventually((tmp_path / "began").exists)
        os.kill(worker.pid, signal.SIGTERM)
        eventually(lambda: queue.keys("rq:worker:*") and _asked_to_stop(queue))
        (tmp_path / "go").touch()
        assert worker.wait(120) == 0
    assert (tmp_path / "g-first").exists()
    assert not (tmp_path / "g-second").exists()


def test_a_job_that_does_not_end_after_sigterm_is_interrupted_in_one_line(
    queue_redis_url: str, tmp_path: Path
) -> None:
    program = (
        "import pathlib, sys, time\n"
        "from app.settings.settings import Settings\n"
        "from app.service.job_queue import REPORTS\n"
        "from workers import jobs\n"
        "jobs.STOP_SECONDS = 1\n"
        "def make(name):\n"
        "    pathlib.Path(sys.argv[2], name).touch()\n"
        "    while True: time.sleep(0.01)\n"
        "jobs.run(Settings(redis_url=sys.argv[1], queue_redis_url=sys.argv[1]), jobs={REPORTS: make})\n"
    )
    JobQueue(queue_redis_url).enqueue("t-first", REPORTS)
    with subprocess.Popen(
        [sys.executable, "-c", program, queue_redis_url, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as worker:
        eventually((tmp_path / "t-first").exists)
        os.kill(worker.pid, signal.SIGTERM)
        assert worker.wait(120) == 0
        assert worker.stderr is not None
        output = worker.stderr.read()
    assert output.count("A job did not end within 1 s after the request to stop.") == 1
    assert "Traceback" not in output


def test_a_sigterm_while_a_job_is_read_stops_the_worker_too(queue_redis_url: str) -> None:
    """The signal is raised where errors of a faulty job are caught."""
    program = (
        "import os, signal, sys\n"
        "from app.settings.settings import Settings\n"
        "from app.service.job_queue import PLAY\n"
        "from workers import jobs as worker\n"
        "worker._check = lambda job, jobs: os.kill(os.getpid(), signal.SIGTERM)\n"
        "jobs = {PLAY: print}\n"
        "worker.run(Settings(redis_url=sys.argv[1], queue_redis_url=sys.argv[1]), jobs=jobs)\n"
    )
    JobQueue(queue_redis_url).enqueue("g-first")
    with subprocess.Popen([sys.executable, "-c", program, queue_redis_url], cwd=ROOT) as worker:
        try:
            assert worker.wait(120) == 0
        finally:
            worker.kill()


def _asked_to_stop(queue: Redis) -> bool:
    # A worker's own key; what hangs on it has a longer name and another type.
    return any(queue.hexists(key, "shutdown_requested_date") for key in queue.keys("rq:worker:" + "?" * 32))
