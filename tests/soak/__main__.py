"""`python -m tests.soak`: runs parts of the soak from a seed, and can go on where it was stopped.

    python -m tests.soak [--part NAME ...] [--seed N] [--scale small|full] [--resume FILE] [--chunk K]

Without `--part` (or PART in the environment) all parts run, without `--seed` (or SEED) a fresh seed is drawn
and printed. `--resume FILE` keeps what is done in FILE and starts there. The exit status is 1 after a
failure, whose seed and chunk are printed as a command, 2 for a wrong command line, 130 when interrupted.

A part is a function and two counts in `tests/soak/parts.py`; its docstring says how to add one. `make check`
runs every part at small scale with a fixed seed (`tests/soak/test_soak.py`).
"""

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from tests.soak.parts import PARTS
from tests.soak.runner import SCALES, Failure, Run, SoakError, one_chunk, resumed, soak


def _arguments(line: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("--part", nargs="+", choices=sorted(PARTS), metavar="NAME", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int)
    parser.add_argument("--scale", choices=SCALES)
    parser.add_argument("--resume", type=Path, metavar="FILE")
    parser.add_argument("--chunk", type=int, metavar="K", help="run only this chunk of one part")
    return parser.parse_args([*_from_environment(), *line])


def _from_environment() -> list[str]:
    """PART and SEED as options; what the command line says later counts."""
    given = {"--part": os.environ.get("PART", ""), "--seed": os.environ.get("SEED", "")}
    words = {option: value.replace(",", " ").split() for option, value in given.items()}
    return [word for option, values in words.items() if values for word in (option, *values)]


def main(line: Sequence[str] | None = None) -> int:
    """Runs the soak that the command line asks for; returns the exit status."""
    chosen = _arguments(sys.argv[1:] if line is None else line)
    console = Console()
    try:
        run = chosen.resume and resumed(chosen.resume, chosen.seed, chosen.scale)
    except SoakError as error:
        console.print(error)
        return 2
    if run is None:
        seed = secrets.randbelow(2**32) if chosen.seed is None else chosen.seed
        run = Run(seed, chosen.scale or "full")
    console.print(f"seed {run.seed}, scale {run.scale}")
    try:
        return _report(_run(run, chosen, console), console)
    except KeyboardInterrupt:
        return 130


def _run(run: Run, chosen: argparse.Namespace, console: Console) -> list[Failure]:
    parts = {name: part for name, part in PARTS.items() if name in (chosen.part or PARTS)}
    if chosen.chunk is None:
        return soak(run, parts, chosen.resume, console)
    failures = [one_chunk(run, name, part, chosen.chunk) for name, part in parts.items()]
    return [failure for failure in failures if failure is not None]


def _report(failures: list[Failure], console: Console) -> int:
    for failure in failures:
        console.print(failure.trace, markup=False, highlight=False)
        console.print(f"Again: {failure.command}", markup=False, highlight=False, soft_wrap=True)
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
