"""The clock: enqueues jobs for every notice and every overdue game, despite failures."""

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pytest

from app.service.job_queue import JobQueue, QueuedName, QueueUnavailable
from app.settings.settings import Settings
from app.store.errors import InstallationMismatch, StoreUnavailable
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.outbox import Notice
from app.store.schedule import Due
from replays.catalogue.errors import CatalogueUnavailable
from tests.server.helpers import eventually
from workers.clock import relay, run, sweep

ONE, TWO, THREE = (GameId(f"g-{n:02x}abcdefghijklmnopqrstuv") for n in range(3))


@dataclass
class FakeStore(EventStore):
    """A store whose outbox and schedule are lists; the first `failures` calls of each kind fail."""

    outbox: list[Notice] = field(default_factory=list)
    agenda: list[Due] = field(default_factory=list)
    clocks: set[GameId] = field(default_factory=set)
    failures: int = 0
    defects: int = 0
    finished: list[Notice] = field(default_factory=list)
    postponed: list[tuple[GameId, int, int | None]] = field(default_factory=list)
    consumers: set[str] = field(default_factory=set)
    calls: int = 0

    def notices(self, consumer: str, block_ms: int) -> list[Notice]:
        assert block_ms == 1000
        self.consumers.add(consumer)
        self._fail()
        return [each for each in self.outbox if each not in self.finished]

    def done(self, notices: Iterable[Notice]) -> None:
        self.finished += notices

    def overdue(self, limit: int) -> list[Due]:
        self._fail()
        return self.agenda[:limit]

    def timed(self, games: Sequence[GameId]) -> set[GameId]:
        return self.clocks.intersection(games)

    def postpone_all(self, seen: Sequence[Due], in_ms: int) -> None:
        self.postponed += [(game, in_ms, due_ms) for due_ms, game in seen]
        self.agenda = [each for each in self.agenda if each not in seen]

    def _fail(self) -> None:
        self.calls += 1
        if self.calls <= self.failures:
            raise StoreUnavailable("away")
        if self.calls <= self.failures + self.defects:
            raise ZeroDivisionError


@dataclass
class FakeBell(JobQueue):
    """A queue that records its jobs; the first `failures` calls fail."""

    failures: int = 0
    rings: list[str] = field(default_factory=list)
    waited_for: list[str] = field(default_factory=list)

    def enqueue_all(self, names: Iterable[QueuedName], job: str = "") -> None:
        if self.failures:
            self.failures -= 1
            raise QueueUnavailable
        rings = list(names)
        self.rings += [ring.name for ring in rings]
        self.waited_for += [ring.name for ring in rings if ring.people]


def notice(game: GameId, ply: int, hint: str) -> Notice:
    return Notice(0, f"{ply}-0", game, ply, hint)


def test_notices_for_bots_and_verdicts_are_enqueued_and_all_notices_acknowledged() -> None:
    store = FakeStore([notice(ONE, 2, "judge"), notice(TWO, 5, ""), notice(THREE, 9, "bot end")])
    bell = FakeBell()
    relay(store, bell, "clock-here")
    assert bell.rings == [ONE, THREE]
    assert store.finished == store.outbox


def test_a_game_in_which_a_person_waits_is_enqueued_with_priority() -> None:
    bell = FakeBell()
    relay(FakeStore([notice(ONE, 2, "bot"), notice(TWO, 2, "bot person seat")]), bell, "clock-here")
    assert (bell.rings, bell.waited_for) == ([ONE, TWO], [TWO])


def test_notices_stay_pending_when_enqueueing_fails() -> None:
    store = FakeStore([notice(ONE, 2, "bot"), notice(TWO, 2, "bot")])
    bell = FakeBell(failures=1)
    with pytest.raises(QueueUnavailable):
        relay(store, bell, "clock-here")
    assert store.finished == []
    relay(store, bell, "clock-here")
    assert bell.rings == [ONE, TWO]


def test_an_overdue_game_is_enqueued_and_checked_again_in_five_seconds() -> None:
    store = FakeStore(agenda=[Due(1000, ONE), Due(2000, TWO)])
    bell = FakeBell()
    sweep(store, bell)
    assert bell.rings == [ONE, TWO]
    assert store.postponed == [(ONE, 5000, 1000), (TWO, 5000, 2000)]


def test_an_overdue_game_with_a_running_clock_is_enqueued_with_priority() -> None:
    bell = FakeBell()
    sweep(FakeStore(agenda=[Due(1000, ONE), Due(2000, TWO)], clocks={TWO}), bell)
    assert (bell.rings, bell.waited_for) == ([ONE, TWO], [TWO])


def test_a_game_stays_overdue_when_enqueueing_fails() -> None:
    store = FakeStore(agenda=[Due(1000, ONE)])
    with pytest.raises(QueueUnavailable):
        sweep(store, FakeBell(failures=1))
    assert store.agenda == [Due(1000, ONE)]


@pytest.mark.parametrize(("failures", "defects", "rings"), [(0, 0, 0), (3, 0, 0), (0, 2, 0), (2, 1, 2)])
def test_all_loops_continue_after_errors_of_store_and_queue_and_end_on_request(
    failures: int, defects: int, rings: int
) -> None:
    store = FakeStore([notice(ONE, 2, "bot")], [Due(1000, TWO)], failures=failures, defects=defects)
    bell, stop = FakeBell(failures=rings), threading.Event()
    signed: list[bool] = []
    kept: list[bool] = []

    def sign() -> None:
        signed.append(len(signed) >= failures)
        if not signed[-1]:
            raise CatalogueUnavailable("away")

    def keep() -> None:
        kept.append(len(kept) >= failures)
        if not kept[-1]:
            raise QueueUnavailable

    clock = threading.Thread(target=run, args=(Settings(), store, bell, sign, keep, stop))
    clock.start()
    try:
        eventually(
            lambda: {ONE, TWO} <= set(bell.rings) and store.postponed and True in signed and True in kept
        )
    finally:
        stop.set()
        clock.join(300)
    assert not clock.is_alive()
    assert len(store.consumers) == 1


def test_a_loop_that_meets_another_installation_waits_silently(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, bell, stop = FakeStore([], []), FakeBell(), threading.Event()
    tries: list[int] = []

    def keep() -> None:
        tries.append(1)
        if len(tries) < 3:
            raise InstallationMismatch("another one")
        stop.set()

    run(Settings(), store, bell, lambda: None, keep, stop)
    assert len(tries) == 3
    assert not caplog.records


def test_the_clock_is_alive_until_one_of_its_loops_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.clock._LOOK_SECONDS", 0.005)
    heard: list[float] = []
    hangs, goes_on, stop = threading.Event(), threading.Event(), threading.Event()

    def keep() -> None:
        if hangs.is_set():
            goes_on.wait(30)

    def work() -> None:
        run(Settings(), FakeStore(), FakeBell(), lambda: None, keep, stop, alive=heard.append)

    clock = threading.Thread(target=work)
    clock.start()
    try:
        eventually(lambda: len(heard) > 2)
        monkeypatch.setattr("workers.clock._PASS_SECONDS", 0.0)
        hangs.set()
        eventually(lambda: not _is_heard(heard))
    finally:
        goes_on.set()
        stop.set()
        clock.join(300)
    assert set(heard) == {20.0}


def _is_heard(heard: list[float]) -> bool:
    before = len(heard)
    time.sleep(0.2)
    return len(heard) > before
