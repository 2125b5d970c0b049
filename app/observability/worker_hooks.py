"""Hooks between the server of an API process and its application: calls at its end, loop delay.

The server reads this module before it patches sockets, so it imports none that opens sockets.

A greenlet measures the delay: it sleeps and checks how late it wakes. While one greenlet computes, nothing
else in its process runs, so the delay is the wait of every other request.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

SHUTDOWN_HOOKS: Final = "shutdown_hooks"
"""Name of the application extension that lists the calls before the end of its process."""

LOOP_DELAY: Final = "loop-delay"
"""Name of the application extension that receives the delay of a process, by name and in seconds."""

TICK_SECONDS: Final = 0.01
WINDOW_SECONDS: Final = 60.0
_PARTS: Final = 12

Report = Callable[[str, float], object]


class LongestDelay:
    """Longest delay that was recorded within the last minute.

    A gauge that a scrape resets would hide delays from a second reader. This one shows each delay for 55 to
    60 seconds, so that a scrape every 15 or 30 seconds misses none.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._parts: deque[tuple[int, float]] = deque()

    def note(self, seconds: float) -> float:
        """Record one delay; return the longest of the window."""
        part = int(self._clock() * _PARTS / WINDOW_SECONDS)
        while self._parts and self._parts[0][0] <= part - _PARTS:
            self._parts.popleft()
        if self._parts and self._parts[-1][0] == part:
            seconds = max(seconds, self._parts.pop()[1])
        self._parts.append((part, seconds))
        return max(longest for _, longest in self._parts)


def measure(
    report: Callable[[float], object],
    sleep: Callable[[float], object],
    goes_on: Callable[[], bool],
    clock: Callable[[], float] = monotonic,
) -> None:
    """Report the longest delay of the last minute whenever it changes, until `goes_on` returns False.

    `sleep` is that of the event loop. The resolution is 10 ms: a shorter delay may fall between two checks.
    """
    longest, reported = LongestDelay(clock), -1.0
    while goes_on():
        due = clock() + TICK_SECONDS
        sleep(TICK_SECONDS)
        delay = longest.note(max(0.0, clock() - due))
        if delay != reported:
            reported = delay
            report(delay)
