"""What helpers have opened for a test is closed when the test and its fixtures have ended."""

from collections.abc import Callable
from contextlib import ExitStack

_OPENED = ExitStack()


def at_end(close: Callable[[], object]) -> None:
    """Has `close` called at the end of the test that runs."""
    _OPENED.callback(close)


def close_all() -> None:
    """Everything that was opened is closed, the last first."""
    _OPENED.close()
