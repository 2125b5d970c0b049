"""Delay of the event loop of an API process, measured by a greenlet that sleeps and looks how late it wakes.

While one greenlet computes, nothing else in its process happens: the delay is what every other request waits.
"""

from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

LOOP_DELAY: Final = "loop-delay"
"""The member of the application's extensions to which a process reports its delay, by name and in seconds."""

TICK_SECONDS: Final = 0.01
WINDOW_SECONDS: Final = 60.0
_PARTS: Final = 12

Report = Callable[[str, float], object]


class LongestDelay:
    """The longest of the delays that were noted within the last minute.

    A gauge that a scrape resets would hide delays from a second reader. This one shows each delay for
    55 to 60 seconds, so that a scrape every 15 or 30 seconds misses none.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._parts: deque[tuple[int, float]] = deque()

    def note(self, seconds: float) -> float:
        """Note one delay; return the longest of the window."""
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

    `sleep` is that of the event loop. A delay is known up to 10 ms: a shorter one may fall between two
    looks.
    """
    longest, shown = LongestDelay(clock), -1.0
    while goes_on():
        due = clock() + TICK_SECONDS
        sleep(TICK_SECONDS)
        found = longest.note(max(0.0, clock() - due))
        if found != shown:
            shown = found
            report(found)
