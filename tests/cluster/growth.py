"""Parameters and results of `tests.cluster.many_games`, and their tables."""

from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Growth:
    """Parameters: the number of games, of those in a sample, of moves in each of these, and the seed.

    Games are created for at most `minutes`, and copied until there are `copies_to`.
    """

    games: int
    sample: int
    moves: int
    seed: int
    copies_to: int = 0
    idle_seconds: float = 10.0
    minutes: float = 20.0


@dataclass
class Behaviour:
    """Measurements with so many live games; times in ms, CPU in ms per move or second of rest."""

    games: int
    moves: int = 0
    refused: int = 0
    p50: float = 0.0
    cpu_of_move: dict[str, float] = field(default_factory=dict)
    cpu_at_rest: dict[str, float] = field(default_factory=dict)
    cpu_of_page: dict[str, float] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)
    ready: dict[str, Any] = field(default_factory=dict)


@dataclass
class GrowthReport:
    """Figures of a run; `by_node` are the games, buckets and bytes of each master.

    `steps` has the processor time so far, in seconds by role, after every tenth of the games.
    """

    created: int
    copied: int
    seconds_per_game: float
    cpu_of_creation: dict[str, float]
    steps: list[dict[str, float]]
    by_node: list[dict[str, float]]
    before: Behaviour
    after: Behaviour


def show(report: GrowthReport, listed: int, console: Console) -> None:
    """Print the figures of a run."""
    before, after = report.before, report.after
    console.print(
        f"{report.created:,} games, {listed:,} listed; {report.seconds_per_game * 1000:.1f} ms each"
    )
    nodes = Table("master", *report.by_node[0], title="Games by master")
    for number, row in enumerate(report.by_node, 1):
        nodes.add_row(str(number), *(f"{value:,}" for value in row.values()))
    console.print(nodes)
    pairs = ("of_move", "at_rest", "of_page")
    titles = [f"{pair[3:]} {when}" for pair in pairs for when in ("before", "after")]
    cpu = Table("role", "creation", *titles, title="CPU in ms, per game, move, second of rest and page")
    for role in after.cpu_of_move:
        cells = [getattr(run, f"cpu_{pair}").get(role, 0.0) for pair in pairs for run in (before, after)]
        cpu.add_row(role, *(f"{cell:.2f}" for cell in (report.cpu_of_creation.get(role, 0.0), *cells)))
    console.print(cpu)
    times = Table("answer", f"ms with {before.games:,}", f"ms with {after.games:,}", title="Times")
    for name, taken in after.times.items():
        times.add_row(name, f"{before.times[name]:.0f}", f"{taken:.0f}")
    console.print(times)
    for run in (before, after):
        console.print(f"{run.games:,} games: {run.moves:,} moves, {run.refused} refused, {run.ready}")
