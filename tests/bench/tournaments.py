"""Whole tournament games beside bare playouts of the same bots, by one worker and by two.

    python -m tests.bench.tournaments [--decks 1500] [--rounds 3]

A tournament of greedy against greedy (north-american) is played by a service of its own, with an embedded
store: chosen decks, proved entries, records archived, chained and checkpointed, results reported. In turn
with it, and while the service stands still, as many processes play as many games in memory alone, as
`conquian simulate` lets them. A first round of each is not counted: all are warm by then. What is printed
are medians and, in brackets, the least and the most of the rounds; ratios are those of neighbours, and a
round is long enough that the beginning and the end of a tournament count little. Asserts nothing; on a
machine that does other things at the same time look at the games per second of processor time.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.pool import Pool
from operator import attrgetter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from app.cli.simulate.plan import Plan, TableSetup
from app.cli.simulate.play import play
from app.processes.die_with_parent import with_parent_death_signal
from app.server import embedded_store
from app.service.secret_keys import keys
from app.service.tournaments import TournamentService
from app.settings.environment import load
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId
from app.store.log import EventStore
from app.tournament.manifest_parser import read
from app.tournament.state import Tournament
from tests.bench.cpu import cpu_seconds

SECRET: Final = "5c" * 32
WORKERS: Final = (1, 2)
_TOGETHER: Final = 50
_CASE: Final = Plan((TableSetup("north-american", 2),), ("greedy",), 7)


@dataclass(frozen=True, slots=True)
class Measured:
    """So many games in so many seconds of the clock, and of the processors that played them."""

    games: int
    seconds: float
    processor: float

    @property
    def by_clock(self) -> float:
        """Games a second."""
        return self.games / self.seconds

    @property
    def by_processor(self) -> float:
        """Games a second of processor time."""
        return self.games / self.processor


Round = tuple[Measured, Measured]
"""The whole games and the bare ones of a round."""


def _bare(games: range) -> float:
    """Plays games in this process; the processor seconds they took."""
    begun = time.process_time()
    play(_CASE, games)
    return time.process_time() - begun


def bare(pool: Pool, games: int, first: int) -> Measured:
    """So many playouts in memory by the processes of `pool`, from number `first` on."""
    parts = [range(at, min(at + _TOGETHER, first + games)) for at in range(first, first + games, _TOGETHER)]
    begun = time.perf_counter()
    used = pool.map(_bare, parts, chunksize=1)
    return Measured(games, time.perf_counter() - begun, sum(used))


@dataclass(frozen=True, slots=True)
class Service:
    """A store, a clock and workers, and the tournaments that they play."""

    tournament_service: TournamentService
    clock: int
    workers: Sequence[int]

    def played(self, name: str, decks: int) -> Measured:
        """A tournament of this name, from its manifest to its last game."""
        document = {
            "name": name,
            "variant": "north-american",
            "format": {"type": "round_robin"},
            "entrants": [{"name": f"greedy {letter}", "bot": "greedy"} for letter in "ab"],
            "decks_per_pairing": decks,
        }
        before, begun = self._used(), time.perf_counter()
        state = self._end(self.tournament_service.create(read(document))[0].log)
        return Measured(len(state.results), time.perf_counter() - begun, self._used() - before)

    @contextmanager
    def still(self) -> Iterator[None]:
        """Meanwhile only the store of the service runs, without commands."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for process in (self.clock, *self.workers):
            os.kill(process, number)

    def _end(self, tournament: GameId) -> Tournament:
        while not (state := self.tournament_service.current(tournament).state).is_over:
            time.sleep(0.05)
        return state

    def _used(self) -> float:
        """The processor seconds that the workers have taken."""
        return sum(map(cpu_seconds, self.workers))


@contextmanager
def service(workers: int) -> Iterator[Service]:
    """A service with so many workers, on an empty store of its own."""
    with TemporaryDirectory(prefix="cq-") as home, ExitStack() as undo:
        store = embedded_store.start(Path(home))
        undo.callback(store.stop)
        environ = os.environ | {
            "CONQUIAN_SECRET": SECRET,
            "CONQUIAN_DATA": home,
            "REDIS_URL": store.url,
            "LOG_LEVEL": "error",
        }
        os.environ.update(environ)
        running = [
            subprocess.Popen(_program(name), env=environ, stderr=subprocess.DEVNULL)
            for name in ["clock"] + ["worker"] * workers
        ]
        undo.callback(_stop, running)
        clock, *working = (process.pid for process in running)
        yield Service(_hall(store.url), clock, working)


def _program(name: str) -> list[str]:
    """Dies with this process, also while it stands still."""
    return with_parent_death_signal([sys.executable, "-m", "app.cli", name], signal.SIGKILL)


def _hall(url: str) -> TournamentService:
    secrets = keys(load())
    return TournamentService(EventStore(connect(url), StorageCipher(secrets.vault)), secrets.tournament)


def _stop(running: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in running:
        process.terminate()
    for process in running:
        process.wait()


def measured(workers: int, decks: int, rounds: int) -> list[Round]:
    """The rounds of so many workers, the first one, in which they become warm, left out."""
    timed: list[Round] = []
    with service(workers) as running, get_context("spawn").Pool(workers) as pool:
        for number in range(rounds + 1):
            whole = running.played(f"round {number}", decks)
            with running.still():
                timed.append((whole, bare(pool, whole.games, number * whole.games)))
    return timed[1:]


def _told(numbers: Iterable[float], digits: int) -> str:
    some = list(numbers)
    return f"{median(some):7.{digits}f} ({min(some):.{digits}f} to {max(some):.{digits}f})"


def _ratio(rounds: Sequence[Round], speed: Callable[[Measured], float]) -> str:
    return _told([speed(whole) / speed(alone) for whole, alone in rounds], 2)


def main() -> None:
    """Prints what was measured, the ratios last."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.tournaments")
    parser.add_argument("--decks", type=int, default=1_500, help="decks of a round, two games each")
    parser.add_argument("--rounds", type=int, default=3, help="rounds that count")
    chosen = parser.parse_args()
    measurements = {workers: measured(workers, chosen.decks, chosen.rounds) for workers in WORKERS}
    for workers, rounds in measurements.items():
        for name, side in ("tournament", 0), ("bare", 1):
            clock = _told([round_[side].by_clock for round_ in rounds], 1)
            processor = _told([round_[side].by_processor for round_ in rounds], 1)
            print(f"{name:10} {workers}   games/s {clock}   per processor s {processor}")
    for workers, rounds in measurements.items():
        clock, processor = _ratio(rounds, attrgetter("by_clock")), _ratio(rounds, attrgetter("by_processor"))
        print(f"tournament / bare with {workers}: {clock} by the clock, {processor} by the processor")
    pairs = zip(measurements[1], measurements[2], strict=True)
    print(f"two workers / one: {_told([two[0].by_clock / one[0].by_clock for one, two in pairs], 2)}")


if __name__ == "__main__":
    main()
