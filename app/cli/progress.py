"""Tables and progress bars of commands."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

StepProgress = Callable[[str, int, int], object]
"""Is called with the name of a step, and how much of it is done and how much there is."""


def print_table(table: Table, width: int = 120) -> None:
    """Print a table in the width of the terminal; elsewhere in `width` columns."""
    Console(width=None if sys.stdout.isatty() else width).print(table)


def progress_bars() -> Progress:
    """Return progress bars on standard error, if that is a terminal; they vanish at the end."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


@contextmanager
def step_progress() -> Iterator[StepProgress]:
    """Provide a function that shows the progress of each step with a bar of its own."""
    with progress_bars() as progress:
        bars: dict[str, TaskID] = {}

        def looked(step: str, done: int, total: int) -> None:
            if step not in bars:
                bars[step] = progress.add_task(step)
            progress.update(bars[step], completed=done, total=total)

        yield looked
