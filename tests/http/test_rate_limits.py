"""The counters that a process keeps of its clients."""

from app.http.rate_limits import WINDOW_SECONDS, LocalCounts, RateState


class Clock:
    """A clock that a test moves, in seconds."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_window_begins_with_its_first_request_and_is_empty_again_after_it() -> None:
    clock = Clock()
    local = LocalCounts(clock)
    assert [local("moves", "a", 2) for _ in range(3)] == [
        RateState(True, 1, WINDOW_SECONDS),
        RateState(True, 0, WINDOW_SECONDS),
        RateState(False, 0, WINDOW_SECONDS),
    ]
    clock.now += WINDOW_SECONDS - 1
    assert local("moves", "a", 2) == RateState(False, 0, 1)
    clock.now += 1
    assert local("moves", "a", 2).fits


def test_kinds_and_callers_are_counted_apart() -> None:
    local = LocalCounts(Clock())
    for kind, who in (("moves", "a"), ("moves", "b"), ("reads", "a")):
        assert local(kind, who, 1).fits
        assert not local(kind, who, 1).fits


def test_a_look_does_not_count_and_sees_a_full_window() -> None:
    local = LocalCounts(Clock())
    assert all(local("failures", "a", 1, 0).fits for _ in range(3))
    local("failures", "a", 1)
    assert not local("failures", "a", 1, 0).fits


def test_the_callers_that_began_first_are_forgotten_where_there_are_too_many() -> None:
    local = LocalCounts(Clock(), known=2)
    assert local("moves", "a", 1).fits
    assert local("moves", "b", 1).fits
    assert local("moves", "c", 1).fits
    assert not local("moves", "b", 1).fits
    assert local("moves", "a", 1).fits
