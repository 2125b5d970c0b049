"""Strength of the bots, each against the one before it: `python -m tests.bench.ladder`.

Every deal is played once for each seat that the stronger bot can have, on the same deck and with the others
in all other seats, so that the luck of the cards falls out as far as it can; such a deal is the unit of the
statistics. What counts is the
share of hands won by the stronger bot of those that somebody won, with an interval at 95 %; equal bots would
win the one part in as many as there are seats.

Each deal is a line of FILE as soon as it is played. Started again with that FILE, the ladder goes on where
it was stopped. With a budget in nodes the same seed gives the same lines on any machine and with any number
of processes; with `--milliseconds` it does not.
"""

import signal
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import click
import orjson
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from app.bots.roster import BOTS, made
from app.bots.strategy import Strategy
from app.cli.simulate.plan import TableSetup
from app.games.conquian.variants import VARIANTS
from tests.bench.duels import Estimate, Unit, share_of_decided, unit

_VARIANTS: Final = ("north-american", "mexican-2", "caesars-conquian", "four-deal")
_ENOUGH: Final = 30
_EXTRA: Final = ("searcher", "greedy")
"""Held beside the rungs: how far the top is above the middle."""


@dataclass(frozen=True, slots=True)
class Rung:
    """Two bots at one kind of table; the budget is for those that search."""

    stronger: str
    weaker: str
    variant: str
    seats: int
    seed: int
    nodes: int | None
    milliseconds: int | None

    @property
    def case(self) -> TableSetup:
        """The table."""
        return TableSetup(self.variant, self.seats)

    def played(self, deal: int) -> Unit:
        """Return what came of one deal."""
        one, other = (self._strategy(name) for name in (self.stronger, self.weaker))
        return unit(one, other, self.case, self.seed, deal)

    def _strategy(self, name: str) -> Strategy:
        if BOTS[name].within is None:
            return made(name)
        return made(name, self.nodes, self.milliseconds)


Work = tuple[Rung, int]
Done = dict[Rung, dict[int, Unit]]


def rungs(
    bots: Iterable[str], variants: Iterable[str], seed: int, nodes: int | None, milliseconds: int | None
) -> list[Rung]:
    """Each bot against the one before it, and `searcher` against `greedy`, in each variant."""
    names = list(bots)
    pairs = [(stronger, weaker) for weaker, stronger in pairwise(names)]
    if set(_EXTRA) <= set(names) and _EXTRA not in pairs:
        pairs.append(_EXTRA)
    return [
        Rung(one, other, variant, VARIANTS[variant].rules.players_min, seed, nodes, milliseconds)
        for one, other in pairs
        for variant in variants
    ]


def kept(file: Path) -> Done:
    """Return what FILE says was played; a last line that was cut off is passed over."""
    units: Done = {}
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            row = orjson.loads(line)
        except orjson.JSONDecodeError:
            continue
        units.setdefault(Rung(**row["rung"]), {})[row["deal"]] = Unit(**row["unit"])
    return units


def _play(work: Work) -> tuple[Rung, int, Unit]:
    rung, deal = work
    return rung, deal, rung.played(deal)


def results(work: list[Work], processes: int) -> Iterator[tuple[Rung, int, Unit]]:
    """Every deal of `work` as it is done."""
    if processes == 1:
        yield from map(_play, work)
        return
    with get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(_play, work)


def _climb(every: list[Rung], deals: int, processes: int, file: Path, done: Done) -> None:
    """Plays what is missing, all rungs in turn, so that a ladder that is stopped has something on each."""
    work = [(rung, deal) for deal in range(deals) for rung in every if deal not in done.get(rung, {})]
    columns = (TextColumn("deals"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    _end_last_line(file)
    with Progress(*columns, console=console) as progress, file.open("ab") as lines:
        task = progress.add_task("deals", total=deals * len(every), completed=deals * len(every) - len(work))
        for rung, deal, played in results(work, processes):
            done.setdefault(rung, {})[deal] = played
            lines.write(orjson.dumps({"rung": asdict(rung), "deal": deal, "unit": asdict(played)}) + b"\n")
            lines.flush()
            progress.advance(task)


def _end_last_line(file: Path) -> None:
    """End an incomplete last line, so that it stays a line of its own."""
    if file.exists() and not (b"\n" + file.read_bytes()).endswith(b"\n"):
        with file.open("ab") as lines:
            lines.write(b"\n")


def report(every: Iterable[Rung], done: Mapping[Rung, Mapping[int, Unit]]) -> Table:
    """The ladder as a table: shares of decided hands with their intervals."""
    table = Table(title="Share of decided hands that the stronger bot won")
    for title in ("bots", "variant", "deals", "won", "lost", "drawn", "share", "95 %", "beats"):
        table.add_column(title, justify="left" if title in ("bots", "variant") else "right")
    for rung in every:
        units = [one for _, one in sorted(done.get(rung, {}).items())]
        won, lost, drawn = (sum(getattr(one, name) for one in units) for name in ("won", "lost", "drawn"))
        estimate = share_of_decided(units)
        interval = f"{estimate.low:.1%} to {estimate.high:.1%}"
        beats = _verdict(estimate, len(units), 1 / rung.seats)
        counts = (len(units), won, lost, drawn)
        table.add_row(
            f"{rung.stronger} : {rung.weaker}",
            rung.variant,
            *map(str, counts),
            f"{estimate.share:.1%}",
            interval,
            beats,
        )
    return table


def _verdict(estimate: Estimate, units: int, even: float) -> str:
    """Return what the interval says, where there are deals enough for one."""
    if units < _ENOUGH or estimate.low <= even <= estimate.high:
        return "open"
    return "yes" if estimate.low > even else "no"


@click.command()
@click.option("--bots", default=",".join(BOTS), show_default=True, help="The ladder, the weakest first.")
@click.option("--variant", "variants", multiple=True, type=click.Choice(list(VARIANTS)), default=_VARIANTS)
@click.option("--deals", type=click.IntRange(1), default=400, show_default=True, help="Of each rung.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--nodes", type=click.IntRange(1), help="The budget of `searcher`; its own without one.")
@click.option("--milliseconds", type=click.IntRange(1), help="Its budget as a time.")
@click.option("--processes", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option(
    "--file", type=click.Path(dir_okay=False, path_type=Path), default="ladder.jsonl", show_default=True
)
def main(
    bots: str,
    variants: tuple[str, ...],
    deals: int,
    seed: int,
    nodes: int | None,
    milliseconds: int | None,
    processes: int,
    file: Path,
) -> None:
    """Play the ladder, or what FILE lacks of it, and print what came of it. Ctrl-C prints what there is."""
    every, done = rungs(bots.split(","), variants, seed, nodes, milliseconds), kept(file)
    try:
        _climb(every, deals, processes, file, done)
    except KeyboardInterrupt:
        click.echo("Stopped; the same command goes on.", err=True)
    Console(width=120).print(report(every, done))


if __name__ == "__main__":
    main()
