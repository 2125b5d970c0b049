"""Runs the chunks of parts in order, remembers what is done, and says how to see a failure again."""

import json
import os
import traceback
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from tests.soak.parts import Part

SCALES = ("small", "full")


class SoakError(Exception):
    """The command line and the state file do not go together."""


@dataclass(slots=True)
class Run:
    """A soak: its seed and scale, and by part how many chunks are done; all that a resumed run needs."""

    seed: int
    scale: str
    done: dict[str, int] = field(default_factory=dict)

    def size(self, part: Part) -> int:
        """How many chunks `part` has at this scale."""
        return part.full if self.scale == "full" else part.small

    def generator(self, name: str, chunk: int) -> Random:
        """The generator of one chunk, the same in every run with this seed."""
        return Random(f"{self.seed}/{name}/{chunk}")


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and the command that shows it again."""

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
    return f"python -m tests.soak --part {name} --seed {run.seed} --chunk {chunk}"


def soak(run: Run, parts: Mapping[str, Part], path: Path | None, console: Console) -> list[Failure]:
    """Runs what is left of `parts`; the failures, at most one of each part, which stops at it."""
    columns = (TextColumn("{task.description:8}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    cases = TextColumn("{task.fields[cases]} cases")
    with Progress(*columns, cases, console=console) as progress:
        bars = {
            name: progress.add_task(name, total=run.size(part), completed=run.done.get(name, 0), cases=0)
            for name, part in parts.items()
        }
        found = [_part(run, name, part, path, progress, bars[name]) for name, part in parts.items()]
    return [failure for failure in found if failure is not None]


def _part(
    run: Run, name: str, part: Part, path: Path | None, progress: Progress, bar: TaskID
) -> Failure | None:
    tried = 0
    with part.setup() as prepared:
        for chunk in range(run.done.get(name, 0), run.size(part)):
            try:
                tried += part.chunk(run.generator(name, chunk), prepared)
            except Exception:
                return Failure(again(run, name, chunk), traceback.format_exc())
            run.done[name] = chunk + 1
            remember(run, path)
            progress.update(bar, advance=1, cases=tried)
    return None


def one_chunk(run: Run, name: str, part: Part, chunk: int) -> Failure | None:
    """Runs a single chunk by its number, to see a failure again."""
    with part.setup() as prepared:
        try:
            part.chunk(run.generator(name, chunk), prepared)
        except Exception:
            return Failure(again(run, name, chunk), traceback.format_exc())
    return None
