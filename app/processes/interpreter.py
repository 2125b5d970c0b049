"""How the interpreter of a process that serves is set, so that it does not stop the event loop for long.

Two things stop it while no request computes. A search for cycles of garbage through all objects stops every
thread, and takes 100 ms with some hundred thousand of them. And a thread that computes keeps the interpreter
to itself for a while before the loop, which has woken, gets it back, and again after each call to the kernel.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

FULL_AFTER: Final = 10_000
"""How many searches among young objects come before one through all of them; by default 10.

A long game that is read and let go of makes a dozen of the former, which take a millisecond each.
"""

SWITCH_SECONDS: Final = 0.001
"""How long a thread that computes keeps the interpreter from others; by default 5 ms.

A probe of the service needs it back some ten times.
"""

_NEVER: Final = 1 << 30


def set_up() -> None:
    """What is loaded by now stays for good, and is never searched; the rest is searched seldom."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, FULL_AFTER)
    sys.setswitchinterval(SWITCH_SECONDS)


@contextmanager
def unsearched() -> Iterator[None]:
    """Meanwhile nothing but young objects is searched: while a long game is computed there are most objects.

    One thread at a time may be within.
    """
    young, middle, seldom = gc.get_threshold()
    gc.set_threshold(young, middle, _NEVER)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, seldom)
