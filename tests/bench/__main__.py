"""`python -m tests.bench`: engine and records beside others, in one run on one core.

    python -m tests.bench [WHAT ...] [--rounds N] [--seconds S] [--venv DIR] [--alone]

WHAT are `playouts`, random games beside OpenSpiel and RLCard; `records`, our records replayed and audited
beside python-chess reading PGN; `listings`, what it costs to list moves; without any of them all three. The
others are installed from the package index into a virtual environment that is thrown away, or kept in DIR;
`--alone` leaves them out. Contenders take turns of S seconds of processor time, N rounds of them, so that
whatever else the machine does meets all of them; the numbers are medians over the rounds.

A decision is a command or an action that a seat takes, also where only one is listed, by all contenders
alike. What a seat that has folded lets pass is none: no command is asked for it. A ply is an entry of a log,
or a half move of chess. Our records are sittings of five hands, or single hands, of four variants between
greedy and random bots, each read once; the games of chess are random ones.
"""

import argparse
import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track
from rich.table import Table

from tests.bench.listing import listing_costs

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Contest:
    """Contenders by name: this engine by arguments, others by package and script; and what is `counted`."""

    title: str
    counted: str
    ours: Mapping[str, tuple[str, ...]]
    others: Mapping[str, tuple[str, str]]


_CONTESTS = {
    "playouts": Contest(
        "Random playouts",
        "decisions",
        {
            "conquian": ("-m", "tests.bench.conquian", "hand"),
            "conquian, nobody folds": ("-m", "tests.bench.conquian", "whole"),
            "conquian, whole table path": ("-m", "tests.bench.conquian", "table"),
        },
        {
            "OpenSpiel gin_rummy": ("open-spiel", "openspiel_gin.py"),
            "RLCard gin-rummy": ("rlcard", "rlcard_gin.py"),
        },
    ),
    "records": Contest(
        "Records",
        "plies",
        {
            "replay, sittings": ("-m", "tests.bench.replaying", "replay", "5"),
            "replay, single hands": ("-m", "tests.bench.replaying", "replay", "1"),
            "audit, sittings": ("-m", "tests.bench.replaying", "audit", "5"),
            "audit, single hands": ("-m", "tests.bench.replaying", "audit", "1"),
        },
        {"python-chess reading PGN": ("chess", "chess_pgn.py")},
    ),
}
_LISTINGS = "listings"


@dataclass(frozen=True, slots=True)
class Round:
    """Work of one contender in one turn: games, and their decisions or plies."""

    games: int
    decisions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Decisions or plies per second."""
        return self.decisions / self.seconds


@contextmanager
def _contender(line: Sequence[str]) -> Iterator[subprocess.Popen[str]]:
    """A player of games that waits for its turns."""
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _turn(process: subprocess.Popen[str], seconds: float) -> Round:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{seconds}\n")
    process.stdin.flush()
    games, decisions, taken = process.stdout.readline().split()
    return Round(int(games), int(decisions), float(taken))


def _install(folder: Path, packages: Sequence[str], console: Console) -> Path:
    """An interpreter in `folder` that has the packages."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    console.print(f"Installing {', '.join(packages)} ...")
    subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    return python


def _play(lines: Mapping[str, Sequence[str]], rounds: int, seconds: float) -> dict[str, list[Round]]:
    """The rounds of every contender; a first, short turn warms each of them up."""
    with ExitStack() as stack:
        players = {name: stack.enter_context(_contender(line)) for name, line in lines.items()}
        for player in players.values():
            _turn(player, seconds / 2)
        by_player: dict[str, list[Round]] = {name: [] for name in players}
        for _ in track(range(rounds), description="rounds"):
            for name, player in players.items():
                by_player[name].append(_turn(player, seconds))
    return by_player


def _rates(contest: Contest, by_player: Mapping[str, list[Round]]) -> Table:
    table = Table(title=f"{contest.title}: medians over the rounds")
    counted, others = contest.counted, [name for name in contest.others if name in by_player]
    heads = ("games/s", f"{counted}/s", f"{counted}/game", *(f"times {name}" for name in others))
    for title in ("", *heads):
        table.add_column(title, justify="right" if title else "left")
    for name, rounds in by_player.items():
        games = median(round_.games / round_.seconds for round_ in rounds)
        length = sum(round_.decisions for round_ in rounds) / sum(round_.games for round_ in rounds)
        ratios = [_ratio(rounds, by_player[other]) for other in others]
        table.add_row(
            name,
            f"{games:,.0f}",
            f"{median(round_.rate for round_ in rounds):,.0f}",
            f"{length:.1f}",
            *ratios,
        )
    return table


def _ratio(ours: list[Round], others: list[Round]) -> str:
    return f"{median(one.rate / other.rate for one, other in zip(ours, others, strict=True)):.2f}"


def _listings() -> Table:
    table = Table(title="Listing the moves of one seat")
    for title in ("", "positions", "median ms", "99 % below ms"):
        table.add_column(title, justify="right" if title else "left")
    for name, count, middle, high in listing_costs():
        table.add_row(name, f"{count:,}", f"{middle:.3f}", f"{high:.3f}")
    return table


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("what", nargs="*", metavar="WHAT", help=", ".join((*_CONTESTS, _LISTINGS)))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--venv", type=Path)
    parser.add_argument("--alone", action="store_true")
    return parser.parse_args()


def _held(contest: Contest, chosen: argparse.Namespace, console: Console) -> Table:
    """The table of a contest, held now."""
    lines: dict[str, tuple[str, ...]] = {
        name: (sys.executable, *words) for name, words in contest.ours.items()
    }
    with TemporaryDirectory() as scratch:
        if not chosen.alone:
            packages = [package for package, _ in contest.others.values()]
            python = str(_install(chosen.venv or Path(scratch), packages, console))
            lines |= {name: (python, str(_HERE / script)) for name, (_, script) in contest.others.items()}
        return _rates(contest, _play(lines, chosen.rounds, chosen.seconds))


def main() -> None:
    """Holds the contests and prints their tables."""
    chosen, console = _arguments(), Console()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    wanted = chosen.what or (*_CONTESTS, _LISTINGS)
    tables = [_held(contest, chosen, console) for name, contest in _CONTESTS.items() if name in wanted]
    for table in (*tables, *([_listings()] if _LISTINGS in wanted else [])):
        console.print(table)


if __name__ == "__main__":
    main()
