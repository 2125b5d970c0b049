"""Lanes: one job serves many names, several at a time, those of persons first, and enqueues the rest."""

import logging
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pytest

from app.observability.logs import current_origin
from app.service.job_queue import BOTS, PEOPLES, JobQueue, Lane, QueuedName, QueueUnavailable, TakenNames
from app.store.errors import InstallationMismatch, StoreUnavailable
from tests.server.helpers import eventually
from workers.lanes import Lanes

PATIENCE_SECONDS = 120


@dataclass
class Waiting(JobQueue):
    """Names that wait in lists, for people and among bots."""

    lanes: dict[Lane, list[QueuedName]] = field(default_factory=lambda: {PEOPLES: [], BOTS: []})
    answered: list[Lane] = field(default_factory=list)
    woken: list[Lane] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    waits: int = 0
    away: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def acknowledge_lane(self, lane: Lane) -> None:
        self.answered.append(lane)

    def take(self, lanes: Sequence[Lane], most: int) -> TakenNames:
        if self.away:
            raise QueueUnavailable
        with self.lock:
            taken: list[QueuedName] = []
            for lane in lanes:
                while self.lanes[lane] and len(taken) < most:
                    taken.append(self.lanes[lane].pop(0))
            return TakenNames(tuple(taken), tuple(len(self.lanes[lane]) for lane in lanes))

    def wait(self, lanes: Sequence[Lane], seconds: float) -> TakenNames:
        assert seconds < 1
        self.waits += 1
        if self.late:
            self.add(self.late.pop(0))
        return self.take(lanes, 1)

    def wake(self, lane: Lane) -> None:
        self.woken.append(lane)

    def enqueue_all(self, names: Iterable[QueuedName], job: str = "") -> None:
        for ring in names:
            self.lanes[PEOPLES if ring.people else BOTS].append(ring)

    def add(self, *names: str, people: bool = False) -> None:
        self.enqueue_all([QueuedName(name, people=people) for name in names])


def test_one_job_serves_all_that_wait_people_s_first() -> None:
    waiting, served = Waiting(), list[str]()
    waiting.add("a", "b")
    waiting.add("c", people=True)
    Lanes(waiting, [PEOPLES, BOTS], served.append, at_once=1)("bots")
    assert served == ["c", "a", "b"]
    assert waiting.answered == [BOTS]
    assert waiting.woken == [BOTS], "another worker helps with what is left"


def test_several_names_are_served_at_a_time() -> None:
    waiting, meeting = Waiting(), threading.Barrier(3)
    waiting.add("a", "b", "c")
    Lanes(waiting, [BOTS], lambda name: meeting.wait(PATIENCE_SECONDS), at_once=3)("bots")
    assert not meeting.broken
    assert waiting.lanes[BOTS] == []


def test_the_time_of_a_job_is_bounded_and_another_one_is_woken_for_the_rest() -> None:
    waiting, served = Waiting(), list[str]()
    now = iter(range(100))
    waiting.add("a", "b", "c", "d")
    Lanes(waiting, [BOTS], served.append, at_once=1, seconds=2.5, clock=lambda: next(now))("bots")
    assert served == ["a", "b", "c"]
    assert [ring.name for ring in waiting.lanes[BOTS]] == ["d"]
    assert waiting.woken == [BOTS, BOTS]


def test_a_worker_that_has_no_other_jobs_waits_for_names_until_its_time_is_over() -> None:
    waiting, served = Waiting(late=["b", "c"]), list[str]()
    now = iter(range(100))
    waiting.add("a")
    Lanes(waiting, [BOTS], served.append, seconds=12.5, waits=True, clock=lambda: next(now))("bots")
    assert served == ["a", "b", "c"]
    assert waiting.waits > 2


def test_a_stopping_worker_takes_no_more_names() -> None:
    waiting, served, stopping = Waiting(), list[str](), threading.Event()

    def serve(name: str) -> None:
        served.append(name)
        stopping.set()

    waiting.add("a", "b")
    Lanes(waiting, [BOTS], serve, at_once=1, waits=True, stop=stopping)("bots")
    assert (served, waiting.waits) == (["a"], 0)
    assert [ring.name for ring in waiting.lanes[BOTS]] == ["b"]
    assert waiting.woken == [BOTS, BOTS]


def test_a_name_is_served_by_one_thread_at_a_time_and_again_if_it_was_enqueued_meanwhile() -> None:
    waiting = Waiting()
    at_once, most, served = 0, 0, list[str]()
    second = threading.Event()

    def serve(name: str) -> None:
        nonlocal at_once, most
        if name == "b":
            waiting.add("a")
            second.set()
            return
        at_once += 1
        most = max(most, at_once)
        served.append(name)
        if len(served) == 1:
            assert second.wait(PATIENCE_SECONDS)
            eventually(lambda: not waiting.lanes[BOTS])
        at_once -= 1

    waiting.add("a", "b")
    Lanes(waiting, [BOTS], serve, at_once=2)("bots")
    assert (served, most) == (["a", "a"], 1)


def test_another_installation_is_reported_once_for_all_names(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    def serve(name: str) -> None:
        raise InstallationMismatch("another one")

    waiting = Waiting()
    waiting.add("a", "b")
    Lanes(waiting, [BOTS], serve)("bots")
    assert not caplog.records


@pytest.mark.parametrize("problem", [StoreUnavailable("away"), ZeroDivisionError()])
def test_a_failing_name_does_not_stop_others(problem: Exception, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    waiting, served = Waiting(), list[str]()

    def serve(name: str) -> None:
        if name == "a":
            raise problem
        served.append(name)

    waiting.add("a", "b")
    Lanes(waiting, [BOTS], serve, at_once=1)("bots")
    assert served == ["b"]
    (line,) = caplog.records
    is_passing = isinstance(problem, StoreUnavailable)
    assert (line.levelno == logging.DEBUG and line.exc_info is None) is is_passing


def test_a_name_is_served_with_the_request_id_that_enqueued_it() -> None:
    waiting, heard = Waiting(), dict[str, str]()
    waiting.enqueue_all([QueuedName(f"{number}", f"request-{number}") for number in range(6)])

    def serve(name: str) -> None:
        heard[name] = current_origin()

    Lanes(waiting, [BOTS], serve, at_once=3)("bots")
    assert heard == {f"{number}": f"request-{number}" for number in range(6)}


def test_a_queue_that_is_away_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    Lanes(Waiting(away=True), [BOTS], print)("bots")
    assert [line.getMessage() for line in caplog.records] == [
        "The queue is unavailable: The store of the queue failed."
    ]


def test_a_slow_name_delays_no_job_and_no_other_name() -> None:
    waiting, served, done = Waiting(), list[str](), threading.Event()

    def serve(name: str) -> None:
        if name != "slow":
            served.append(name)
        elif threading.current_thread() is threading.main_thread():
            waiting.add("first", "slow")
        else:
            assert done.wait(PATIENCE_SECONDS)
            served.append(name)

    turns = Lanes(waiting, [BOTS], serve, at_once=2, seconds=0.05)
    waiting.add("first", "slow")
    while "slow" in {ring.name for ring in waiting.lanes[BOTS]} or not turns.busy:
        turns("bots")
    waiting.add("a", "b")
    while waiting.lanes[BOTS]:  # the time of one job may be over after the first name
        turns("bots")
    eventually(lambda: (sorted(served[-2:]), turns.busy) == (["a", "b"], {"slow"}))
    done.set()
    eventually(lambda: served[-1] == "slow" and not turns.busy)
