"""kill -9 at each step of archiving and at any moment: nothing lost or half visible, all of it resumed.

`python -m tests.soak.archive STORE HOME [STEP]` is the process that gets killed: it archives what waits and
kills itself right after STEP.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from redis import Redis
from sqlalchemy import select

from app.store.client import connect
from app.store.entry import Entry
from app.store.keys import GameId
from replays.archive.archiver import ArchiveRound
from replays.archive.files import ArchivingStep
from replays.catalogue.connecting import connect as catalogue_at
from replays.catalogue.connecting import reading
from replays.catalogue.tables import games, leaves
from replays.transparency.store import signed_size
from tests.conftest import valkey_in
from tests.replays.archive.helpers import Archiving, archiving, over
from tests.replays.games import PLANS, played

_ROOT = Path(__file__).parents[2]
_LONGEST_SECONDS = 60.0


@dataclass(frozen=True)
class Site:
    """A store, a catalogue and a directory that survive the processes that work on them."""

    store: str
    home: Path
    redis: Redis

    def archiving(self) -> Archiving:
        """Return what a process of ours has of them."""
        return _archiving(self.redis, self.home)

    def process(self, step: ArchivingStep | None) -> subprocess.Popen[bytes]:
        """A process that archives, and dies after `step`."""
        words = [self.store, str(self.home), *([] if step is None else [step])]
        line = [sys.executable, "-m", "tests.soak.archive", *words]
        return subprocess.Popen(line, cwd=_ROOT, stderr=subprocess.DEVNULL)


def _archiving(redis: Redis, home: Path) -> Archiving:
    return archiving(redis, catalogue_at(f"sqlite:///{home}/catalogue.sqlite"), home / "archive")


@contextmanager
def site() -> Iterator[Site]:
    """A site of its own, on disk, with a store that syncs every write."""
    with TemporaryDirectory(prefix="cq-") as home, valkey_in(Path(home)) as server:
        url = f"unix://{server.unix_socket_path}"
        with connect(url) as redis:
            yield Site(url, Path(home), redis)


def kill(rng: Random, here: Site) -> int:
    """One kill while some games are archived, then what was left is done; after both all is checked."""
    ours, logs = here.archiving(), _ended(rng, here)
    before = _entered(ours)
    step = rng.choice([*ArchivingStep, None])
    with here.process(step) as child:
        if step is None:
            with suppress(subprocess.TimeoutExpired):
                child.wait(rng.uniform(0.5, 3.0))
            child.kill()
        child.wait(_LONGEST_SECONDS)
    assert step is None or child.returncode == -signal.SIGKILL, (step, child.returncode)
    _check(ours, logs, before)
    while ours.archiver.round() != ArchiveRound():
        pass
    _check(ours, logs, before)
    assert _entered(ours) == before | set(logs)
    assert ours.gone()
    with reading(ours.archive.engine) as connection:
        assert signed_size(connection) == len(_entered(ours))
    ours.archive.engine.dispose()
    return 1


def _ended(rng: Random, here: Site) -> dict[GameId, tuple[Entry, ...]]:
    """Some games that have just ended."""
    names = rng.sample(list(PLANS), rng.randint(1, 3))
    logs = [played(name, rng.getrandbits(30)) for name in names]
    return {over(here.archiving(), entries): entries for entries in logs}


def _entered(ours: Archiving) -> set[str]:
    with reading(ours.archive.engine) as connection:
        entered = set(connection.scalars(select(games.c.game)))
        assert set(connection.scalars(select(leaves.c.game))) == entered
    return entered


def _check(ours: Archiving, logs: dict[GameId, tuple[Entry, ...]], before: set[str]) -> None:
    """Every log is whole where it is, in the archive or in the store, and the games are entered together."""
    entered = _entered(ours) - before
    assert entered in (set(), set(logs))
    for game, entries in logs.items():
        if game in entered:
            assert ours.archive.entries(game) == entries
        else:
            assert ours.archive.find(game) is None
            assert ours.store.read(game) == entries


def main(store: str, home: str, step: str | None = None) -> None:
    """Archives what waits; dies right after `step`."""

    def reached(done: ArchivingStep) -> None:
        if done == step:
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(_LONGEST_SECONDS)  # the signal may take a moment

    with connect(store) as redis:
        archiver = _archiving(redis, Path(home)).stopping(reached)
        while archiver.round() != ArchiveRound():
            pass


if __name__ == "__main__":
    main(*sys.argv[1:])
