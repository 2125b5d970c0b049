"""Clean-up of what helpers have opened, after the test and its fixtures."""

from collections.abc import Callable
from contextlib import ExitStack

_OPENED = ExitStack()


def at_end(close: Callable[[], object]) -> None:
    """Call `close` at the end of the current test."""
    _OPENED.callback(close)


def close_all() -> None:
    """Close everything that was opened, in reverse order."""
    _OPENED.close()
