"""Runs the chunks of parts in order, records those that passed, and prints how to reproduce a failure."""

import gc
import json
import os
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from tests.soak.parts import Part

SCALES = ("small", "full")
_GARBAGE = (10_000, 10, 50)
"""How rarely garbage is looked for within a chunk: the usual 700 took an eighth of the time of twins."""


class SoakError(Exception):
    """The command line and the state file do not go together."""


@dataclass(slots=True)
class Run:
    """A soak: its seed and scale, and by part how many chunks are done and what they counted.

    That is all that a resumed run needs.
    """

    seed: int
    scale: str
    done: dict[str, int] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)

    def size(self, part: Part) -> int:
        """Return how far `part` goes at this scale: in chunks, or in what it counts where it has a unit."""
        return part.full if self.scale == "full" else part.small

    def reached(self, name: str, part: Part) -> int:
        """Return how far the part `name` has come, in the same measure."""
        return (self.done if part.unit is None else self.counted).get(name, 0)

    def did(self, name: str, tried: int) -> None:
        """Another chunk of the part `name` is done, in which so many cases were tried."""
        self.done[name] = self.done.get(name, 0) + 1
        self.counted[name] = self.counted.get(name, 0) + tried

    def amounts(self, part: Part) -> Mapping[str, Any]:
        """Return the keyword arguments of a chunk of `part` at this scale."""
        return {} if self.scale == "full" else part.smaller

    def generator(self, name: str, chunk: int) -> Random:
        """The generator of one chunk, the same in every run with this seed."""
        return Random(f"{self.seed}/{name}/{chunk}")


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure, and the command that reproduces it."""

    command: str
    trace: str


def resumed(path: Path, seed: int | None, scale: str | None) -> Run | None:
    """The run that `path` remembers, None if there is none; SoakError if it is another than asked for."""
    if not path.exists():
        return None
    run = Run(**json.loads(path.read_text()))
    if seed not in (None, run.seed) or scale not in (None, run.scale):
        raise SoakError(f"{path} remembers seed {run.seed} at scale {run.scale}")
    return run


def remember(run: Run, path: Path | None) -> None:
    """Writes `run` to `path`, whole or not at all."""
    if path is not None:
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_text(json.dumps(asdict(run)))
        os.replace(fresh, path)


def again(run: Run, name: str, chunk: int) -> str:
    """The command that runs one chunk again."""
    scale = "" if run.scale == "full" else f" --scale {run.scale}"
    return f"python -m tests.soak --part {name} --seed {run.seed} --chunk {chunk}{scale}"


def soak(run: Run, parts: Mapping[str, Part], path: Path | None, console: Console) -> list[Failure]:
    """Runs what is left of `parts`; the failures, at most one of each part, which stops at it."""
    columns = (TextColumn("{task.description:8}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    cases = TextColumn("{task.fields[cases]:,} {task.fields[unit]}")
    with Progress(*columns, cases, console=console) as progress:
        bars = {name: _bar(run, name, part, progress) for name, part in parts.items()}
        failures = [_part(run, name, part, path, progress, bars[name]) for name, part in parts.items()]
    return [failure for failure in failures if failure is not None]


def _bar(run: Run, name: str, part: Part, progress: Progress) -> TaskID:
    total, completed, unit = run.size(part), run.reached(name, part), part.unit or "cases"
    return progress.add_task(
        name, total=total, completed=completed, cases=run.counted.get(name, 0), unit=unit
    )


def _part(
    run: Run, name: str, part: Part, path: Path | None, progress: Progress, bar: TaskID
) -> Failure | None:
    with _prepared(run, part) as prepared:
        while run.reached(name, part) < run.size(part):
            chunk = run.done.get(name, 0)
            try:
                tried = part.chunk(run.generator(name, chunk), prepared, **run.amounts(part))
                run.did(name, tried)
            except Exception:
                return Failure(again(run, name, chunk), traceback.format_exc())
            gc.collect()  # schemathesis leaves 12 MB in circles, and nobody looks for old ones
            remember(run, path)
            progress.update(bar, completed=run.reached(name, part), cases=run.counted[name])
    return None


@contextmanager
def _prepared(run: Run, part: Part) -> Iterator[Any]:
    """Yield what the chunks of `part` take; the garbage collector skips all that exists before they begin.

    What the caller has excluded from the search stays excluded afterwards.
    """
    usual, excluded = gc.get_threshold(), gc.get_freeze_count()
    setup = (run.scale == "full" and part.full_setup) or part.setup
    with setup() as prepared:
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_GARBAGE)
        try:
            yield prepared
        finally:
            gc.set_threshold(*usual)
            if not excluded:
                gc.unfreeze()


def one_chunk(run: Run, name: str, part: Part, chunk: int) -> Failure | None:
    """Runs a single chunk by its number, to see a failure again."""
    with _prepared(run, part) as prepared:
        try:
            part.chunk(run.generator(name, chunk), prepared, **run.amounts(part))
        except Exception:
            return Failure(again(run, name, chunk), traceback.format_exc())
    return None
