"""Settings of the Python interpreter of a server process, to keep pauses of its event loop short.

There are two causes of pauses while no request computes. A garbage collection of all objects stops every
thread, and takes 100 ms with some hundred thousand of them. And a computing thread keeps the interpreter for
a while before the event loop, which has become ready, gets it back, and again after each system call.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

FULL_AFTER: Final = 10_000
"""Number of collections of young objects before one of all objects; the default is 10.

Reading a long game makes a dozen of the former, which take a millisecond each.
"""

SWITCH_SECONDS: Final = 0.001
"""Time for which a computing thread keeps the interpreter from others; the default is 5 ms.

A probe of the service needs it back about ten times.
"""

_NEVER: Final = 1 << 30


def set_up() -> None:
    """Exclude all loaded objects from garbage collection for good, and collect the rest seldom."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, FULL_AFTER)
    sys.setswitchinterval(SWITCH_SECONDS)


@contextmanager
def unsearched() -> Iterator[None]:
    """Collect young objects only within the block: there are most objects while a long game is computed.

    One thread at a time may be within.
    """
    young, middle, seldom = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, seldom)
