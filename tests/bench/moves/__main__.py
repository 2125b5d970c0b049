"""`python -m tests.bench.moves`: accepted moves per second and their latency, beside a floor and a peer.

    python -m tests.bench.moves [--rounds N] [--seconds S] [--connections N] [--processes N]
                                [--modules DIR] [--node PROGRAM] [--alone] [--crowds N,N,...]
    python -m tests.bench.moves --nodes N,N,... --processes N,N,... [--json FILE] [--seed N]

Each of them is asked over connections that are kept, 16 at once where nothing else is said, one move under
way on each; whoever plays has looked at the game before the clock starts.

- conquian: the service as `conquian serve` starts it, with as many API processes as it is shipped with, plays
  real games of north-american for two. Every request is known beforehand.
- floor: a bare Flask view under the same server with the same settings, over the same store with fsync as
  shipped, that parses JSON and appends one entry by a script. It is asked by the same load generator.
- boardgame.io: its own server plays the smallest game of turns, once in memory, where nothing outlives it,
  and once with its FlatFile storage, which it writes to after it has told. Its own client asks it over
  websockets, two for each of as many matches as there are connections, and whoever moves waits for its
  update. It runs under --node, the node of this machine where nothing is named, as the others run under its
  Python (24 was 1.5 times as fast as 20); its modules are read from DIR if they are installed there.
  `--alone` leaves it out.

All take turns of S seconds, N rounds of them, so that whatever else the machine does meets all of them. Then
the service plays on with a crowd of other live games in the store; what one weighs is for
`tests.bench.weights` to say.

With `--nodes` the service alone plays the same moves once more over each number of store servers (one plain
server, or a cluster of so many masters) with each number of API processes, and the processor time of each
role per move is printed. All of them share this machine, so more of them make nothing faster than its
processors. FILE gets the figures.

Nothing is asserted. The column "load" says how much of one processor the load
generator took.
"""

import argparse
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from app.server.embedded_store import url_in
from app.store.client import connect
from tests.bench.moves.bench import PLIES, SEED, Bench
from tests.bench.moves.contenders import BoardgameIO, Turn, floor, machines_node
from tests.bench.moves.games import at_floor
from tests.bench.moves.memory import multiply
from tests.bench.moves.scaling import Combinations, measure
from tests.soak.client import Service

Contender = Callable[[], Turn]

_FLOOR = "floor"
_WIDTH = 140


def _contest(
    bench: Bench, servers: ExitStack, chosen: argparse.Namespace, home: Path
) -> dict[str, Contender]:
    low = servers.enter_context(floor(bench.data, chosen.processes))
    contenders: dict[str, Contender] = {
        "conquian": lambda: bench.play(bench.port, bench.fresh(once=False)),
        "conquian, with Idempotency-Key": lambda: bench.play(bench.port, bench.fresh(once=True)),
        _FLOOR: lambda: bench.play(low, at_floor(2 * bench.most // PLIES, PLIES)),
    }
    if not chosen.alone:
        peer = BoardgameIO(chosen.node, chosen.modules or home / "bgio")
        peer.install()
        for storage in ("memory", "flatfile"):
            port = servers.enter_context(peer.serve(storage, home / storage))
            contenders[f"boardgame.io, {storage}"] = partial(
                peer.drive, port, chosen.connections, chosen.seconds
            )
    return contenders


def _held(contenders: Mapping[str, Contender], rounds: int, console: Console) -> dict[str, list[Turn]]:
    turns: dict[str, list[Turn]] = {name: [] for name in contenders}
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("turns", total=rounds * len(contenders))
        for _ in range(rounds):
            for name, play in contenders.items():
                turns[name].append(play())
                progress.advance(task)
    return turns


def _rates(by_contender: Mapping[str, Sequence[Turn]]) -> Table:
    others = [name for name in by_contender if not name.startswith("conquian")]
    table = Table(title="Accepted moves: medians over the rounds")
    ratios = [title for name in others for title in (f"× {name}", "its p99")]
    for title in ("", "moves/s", "p50 ms", "p99 ms", "refused", "load", *ratios):
        table.add_column(title, justify="right" if title else "left")
    for name, turns in by_contender.items():
        table.add_row(
            name,
            f"{median(turn.rate for turn in turns):,.0f}",
            f"{median(turn.p50 for turn in turns):.1f}",
            f"{median(turn.p99 for turn in turns):.1f}",
            str(sum(turn.bad for turn in turns)),
            f"{median(turn.load for turn in turns):.2f}",
            *(cell for other in others for cell in _ratios(turns, by_contender[other])),
        )
    return table


def _ratios(ours: Sequence[Turn], others: Sequence[Turn]) -> tuple[str, str]:
    """Our rate and our 99th percentile over those of another."""
    pairs = list(zip(ours, others, strict=True))
    rate = median(one.rate / other.rate for one, other in pairs)
    return f"{rate:.2f}", f"{median(one.p99 / other.p99 for one, other in pairs):.2f}"


def _crowded(bench: Bench, crowds: Sequence[int], rounds: int) -> Table:
    """The rate of the service with more and more live games in the store."""
    table = Table(title="With other live games in the store")
    for title in ("live games", "moves/s", "p99 ms"):
        table.add_column(title, justify="right")
    bench.play(bench.port, [bench.game(once=True)])
    model, there = bench.last, 1
    for crowd in crowds:
        multiply(bench.redis, model, max(0, crowd - there))
        there = max(there, crowd)
        turns = [bench.play(bench.port, bench.fresh(once=True)) for _ in range(rounds)]
        rate, high = median(turn.rate for turn in turns), median(turn.p99 for turn in turns)
        table.add_row(f"{crowd:,}", f"{rate:,.0f}", f"{high:.1f}")
    return table


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",") if number]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.moves")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--connections", type=int, default=16)
    parser.add_argument("--processes", type=_numbers, default=[2])
    parser.add_argument("--modules", type=Path)
    parser.add_argument("--node", default=machines_node())
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--crowds", type=_numbers, default=[1, 1000, 100_000])
    parser.add_argument("--nodes", type=_numbers)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--json", type=Path)
    return parser.parse_args()


def main() -> None:
    """Holds the contest, or measures with more servers and processes, and prints tables."""
    chosen = _arguments()
    console = Console(width=max(_WIDTH, Console().width))
    if chosen.nodes:
        asked = Combinations(
            chosen.nodes, chosen.processes, chosen.rounds, chosen.connections, chosen.seconds, chosen.seed
        )
        measure(asked, console, chosen.json)
        return
    (chosen.processes,) = chosen.processes
    with TemporaryDirectory(prefix="cq-") as folder, ExitStack() as servers:
        home = Path(folder)
        service = Service(home, api_processes=chosen.processes, people_workers=1)
        servers.callback(service.stop)
        service.start()
        url = url_in(home / "data")
        assert url is not None
        redis = servers.enter_context(connect(url))
        bench = Bench(service, home / "data", redis, chosen.connections, chosen.seconds, chosen.seed)
        servers.callback(bench.close)
        console.print(_rates(_held(_contest(bench, servers, chosen, home), chosen.rounds, console)))
        if chosen.crowds:
            console.print(_crowded(bench, chosen.crowds, chosen.rounds))


if __name__ == "__main__":
    main()
