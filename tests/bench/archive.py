"""Size of an archived game, and peak memory of an export of few and of many games.

    python -m tests.bench.archive [--games 10000 100000] [--what games hands plies] [--format parquet]

Games of bots are played once and archived under new ids as often as it takes, by the archive's own code;
each export runs in a process of its own, whose peak of resident memory is what counts.
"""

import argparse
import resource
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track
from rich.table import Table

from app.store.client import connect
from app.store.keys import game_id_from, log_key, state_key
from replays.archive.archive import Archive
from replays.archive.blobs import Filed, pack
from replays.archive.files import open_files
from replays.archive.kinds import GAMES
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.search import Filter
from replays.export.resumable import Export, ExportFormat, export
from replays.export.rows import What
from tests.conftest import valkey_in
from tests.replays.archive.helpers import archiving, over
from tests.replays.games import played

_TOGETHER = 500
_NAMES = ("north-american", "mexican-2", "mexican-3")
_SEEDS = range(1, 11)
_NOW_MS = 1_790_000_000_000


def _filed() -> list[Filed]:
    """Some games of bots, as they are archived."""
    logs = [played(name, seed) for name in _NAMES for seed in _SEEDS]
    return [Filed(log[0].game, len(log), log[-1].digest, GAMES.record(log)) for log in logs]


def _archive(data: Path) -> Archive:
    return Archive(open_files(str(data / "archive")), catalogue_at(f"sqlite:///{data}/catalogue.sqlite"))


def _fill(archive: Archive, games: int) -> None:
    """So many games in the archive: copies of a few under ids of their own."""
    originals = _filed()
    summaries = [GAMES.summary(record.record) for record in originals]
    for begin in track(range(0, games, _TOGETHER), description=f"archiving {games:,} games"):
        numbers = range(begin, min(begin + _TOGETHER, games))
        copies = [_copy(originals[number % len(originals)], number) for number in numbers]
        blob = archive.put(copies)
        entered = [summaries[number % len(summaries)] for number in numbers]
        archive.enter(blob, list(zip(blob.members, entered, strict=True)), _NOW_MS + begin)


def _copy(original: Filed, number: int) -> Filed:
    game = game_id_from(number.to_bytes(32))
    return Filed(
        game, original.plies, original.digest, original.record.replace(original.game.encode(), game.encode())
    )


def _sizes() -> Table:
    table = Table(title="Bytes of a game, by kind: means over ten")
    for title in ("", "plies", "live in Valkey", "record", "archived", "live / archived"):
        table.add_column(title, justify="right" if title else "left")
    with TemporaryDirectory(prefix="cq-") as home, valkey_in(Path(home)) as server:  # noqa: SIM117 (clearer)
        with connect(f"unix://{server.unix_socket_path}") as redis:
            place = archiving(redis, catalogue_at(f"sqlite:///{home}/c.sqlite"), Path(home) / "archive")
            for name in _NAMES:
                logs = [played(name, seed) for seed in _SEEDS]
                games = [over(place, log) for log in logs]
                keys = [key(game) for game in games for key in (log_key, state_key)]
                live = sum(int(redis.memory_usage(key, samples=0) or 0) for key in keys) / len(games)
                filed = [Filed(log[0].game, len(log), log[-1].digest, GAMES.record(log)) for log in logs]
                kept = len(pack(filed).data) / len(filed)
                whole = sum(len(record.record) for record in filed) / len(filed)
                plies = sum(map(len, logs)) / len(logs)
                row = (plies, live, whole, kept)
                table.add_row(name, *(f"{value:,.0f}" for value in row), f"{live / kept:.1f}")
    return table


def _exported(data: Path, what: str, form: str) -> tuple[float, float, int]:
    """The peak of memory in MiB, the seconds and the bytes of an export in a process of its own."""
    out = data / f"out.{form}"
    line = [sys.executable, "-m", "tests.bench.archive", "--export", str(data), what, form, str(out)]
    done = subprocess.run(line, check=True, capture_output=True, text=True)
    peak, seconds = map(float, done.stdout.split())
    size = out.stat().st_size
    out.unlink()
    return peak, seconds, size


def _export(data: str, what: str, form: str, out: str) -> None:
    began = time.monotonic()
    export(_archive(Path(data)), Export(Path(out), What(what), ExportFormat(form), Filter()))
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    print(peak, time.monotonic() - began)


def _exports(sizes: list[int], kinds: list[str], form: str) -> Table:
    table = Table(title=f"Export as {form}")
    for title in ("games", "rows of", "peak MiB", "seconds", "bytes"):
        table.add_column(title, justify="right")
    for games in sizes:
        with TemporaryDirectory(prefix="cq-") as home:
            archive = _archive(Path(home))
            _fill(archive, games)
            archive.engine.dispose()
            for what in kinds:
                peak, seconds, size = _exported(Path(home), what, form)
                table.add_row(f"{games:,}", what, f"{peak:,.0f}", f"{seconds:,.1f}", f"{size:,}")
    return table


def main() -> None:
    """Prints two tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.archive")
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--what", nargs="+", default=[str(what) for what in What])
    parser.add_argument("--format", default=str(ExportFormat.PARQUET))
    parser.add_argument("--export", nargs=4, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.export:
        _export(*chosen.export)
        return
    console = Console()
    console.print(_sizes())
    console.print(_exports(chosen.games, chosen.what, chosen.format))


if __name__ == "__main__":
    main()
