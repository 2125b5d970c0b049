"""Moves per second and processor time per move, by role, with more store servers and API processes."""

import json
import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Final

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from tests.bench.moves.bench import Bench
from tests.cluster.sites import NodeSite, node_site

ROLES: Final = ("API", "queue", "workers", "clock", "couriers", "load")
"""Roles beside the store servers; `load` is the load generator."""

PEOPLE_WORKERS: Final = 1


@dataclass(frozen=True, slots=True)
class Combinations:
    """Parameters: store servers, API processes, rounds, connections, seconds of a turn and the seed."""

    nodes: Sequence[int]
    processes: Sequence[int]
    rounds: int
    connections: int
    seconds: float
    seed: int


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """A combination, with the medians of its rounds: moves a second, latencies in ms, CPU per move in ms."""

    nodes: int
    store: str
    processes: int
    moves: int
    refused: int
    rate: float
    p50: float
    p99: float
    cpu_ms: dict[str, float]


def machine() -> dict[str, str | int | float]:
    """Return what the measured machine is."""
    return {
        "processors": os.cpu_count() or 0,
        "processor": _processor(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "load": round(os.getloadavg()[0], 2),
    }


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "unknown")


def describe(seed: int) -> str:
    """Return the line that names the machine and the seed."""
    words = [f"{name} {value}" for name, value in machine().items()]
    return "; ".join([*words, f"seed {seed}"])


def points(asked: Combinations, console: Console) -> Iterator[MeasuredPoint]:
    """Measure every combination, and yield each when it is done."""
    pairs = [(nodes, processes) for nodes in asked.nodes for processes in asked.processes]
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("combinations", total=len(pairs))
        for nodes, processes in pairs:
            with node_site(nodes, processes, PEOPLE_WORKERS) as site:
                yield _measured(site, nodes, processes, asked)
            progress.advance(task)


def _measured(site: NodeSite, nodes: int, processes: int, asked: Combinations) -> MeasuredPoint:
    bench = Bench(site.service, site.data, site.redis, asked.connections, asked.seconds, asked.seed)
    turns, used = [], []
    for _ in range(asked.rounds):
        games = bench.fresh(once=True)
        before = site.cpu()
        turn = bench.play(bench.port, games)
        after = site.cpu() | {"load": turn.busy}
        turns.append(turn)
        used.append({role: seconds - before.get(role, 0.0) for role, seconds in after.items()})
    bench.close()
    per_move = [
        {role: 1000 * seconds / max(1, turn.good) for role, seconds in row.items()}
        for turn, row in zip(turns, used, strict=True)
    ]
    return MeasuredPoint(
        nodes=nodes,
        store=site.store,
        processes=processes,
        moves=sum(turn.good for turn in turns),
        refused=sum(turn.bad for turn in turns),
        rate=median(turn.rate for turn in turns),
        p50=median(turn.p50 for turn in turns),
        p99=median(turn.p99 for turn in turns),
        cpu_ms={role: round(median(row[role] for row in per_move), 3) for role in per_move[0]},
    )


def table(measured: Sequence[MeasuredPoint]) -> Table:
    """Return the table of all combinations."""
    result = Table(title="Moves by store servers and API processes; CPU in ms per move")
    stores = max((point.nodes for point in measured), default=1)
    columns = [*ROLES[:1], *(f"store {number}" for number in range(1, stores + 1)), *ROLES[1:]]
    for title in ("servers", "API processes", "moves/s", "p50 ms", "p99 ms", "refused", *columns):
        result.add_column(title, justify="right")
    for point in measured:
        result.add_row(
            f"{point.nodes} ({'cluster' if point.nodes > 1 else 'plain'})",
            str(point.processes),
            f"{point.rate:,.0f}",
            f"{point.p50:.1f}",
            f"{point.p99:.1f}",
            str(point.refused),
            *(f"{point.cpu_ms[role]:.2f}" if role in point.cpu_ms else "" for role in columns),
        )
    return result


def measure(asked: Combinations, console: Console, file: Path | None) -> list[MeasuredPoint]:
    """Measure, print the machine and the table, and write all figures into `file`.

    An interruption ends the measurement with what there is.
    """
    console.print(describe(asked.seed), soft_wrap=True)
    measurements: list[MeasuredPoint] = []
    try:
        for point in points(asked, console):
            measurements.append(point)
            console.print(f"{point.store}, {point.processes} API processes: {point.rate:,.0f} moves/s")
    except KeyboardInterrupt:
        console.print("Interrupted.")
    console.print(table(measurements))
    if file is not None:
        document = {
            "machine": machine(),
            "asked": asdict(asked),
            "points": [asdict(one) for one in measurements],
        }
        file.write_text(json.dumps(document, indent=1) + "\n")
    return measurements
