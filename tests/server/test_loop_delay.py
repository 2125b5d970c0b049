"""The delay of the event loop: the longest of a minute, per process, for any scraper."""

from collections.abc import Iterator

import gevent
import pytest

from app.observability.worker_hooks import TICK_SECONDS, WINDOW_SECONDS, LongestDelay, measure


class Clock:
    """A clock that moves on by the next item of the list at each sleep."""

    def __init__(self, *late: float) -> None:
        self.now = 0.0
        self._late: Iterator[float] = iter(late)
        self.left = len(late)

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.left -= 1
        self.now += seconds + next(self._late)

    def goes_on(self) -> bool:
        return self.left > 0


def test_a_delay_is_shown_for_nearly_a_minute() -> None:
    clock = Clock()
    longest = LongestDelay(clock)
    assert longest.note(0.5) == 0.5
    clock.now = WINDOW_SECONDS - 6
    assert longest.note(0.1) == 0.5
    clock.now = WINDOW_SECONDS + 1
    assert longest.note(0.0) == 0.1
    clock.now = 3 * WINDOW_SECONDS
    assert longest.note(0.02) == 0.02


def test_the_delay_is_the_time_between_due_and_actual_wake_up() -> None:
    clock, delays = Clock(0.0, 0.25, 0.125), list[float]()
    measure(delays.append, clock.sleep, clock.goes_on, clock)
    assert delays == [pytest.approx(0.0), pytest.approx(0.25)]


def test_a_greenlet_that_computes_delays_the_loop() -> None:
    delays = list[float]()

    def is_short() -> bool:
        return not delays or delays[-1] < 3 * TICK_SECONDS

    def compute() -> None:
        count = 200_000
        while is_short():  # longer and longer, however fast the machine is
            for _ in range(count):
                pass
            count *= 2
            gevent.sleep(
                TICK_SECONDS / 10
            )  # with 0 it would go on many times before the loop looks at its timers

    looking = gevent.spawn(measure, delays.append, gevent.sleep, is_short)
    working = gevent.spawn(compute)
    with gevent.Timeout(60):  # the time limit of joinall itself begins when the loop last ran, maybe long ago
        gevent.joinall([looking, working])
    assert not is_short()
    assert delays == sorted(delays), "what is reported is the longest so far"
