"""Common helpers for tests of the archive: finished games, and an archiver with all it needs."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from click.testing import CliRunner, Result
from redis import Redis
from sqlalchemy import Engine, select

from app.cli import main
from app.service.signing import KeyRing
from app.store.encryption import StorageCipher
from app.store.entry import Entry
from app.store.keys import GameId, bucket, ended_key, kept_key
from app.store.log import EventStore
from app.store.retention import Retention
from app.store.signing_state import SignedHead, StoredGenerations
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.files import ArchivingStep, Reached, go_on, open_files
from replays.archive.signing import LogSigner
from replays.catalogue.tables import games
from tests.closing import at_end
from tests.replays.games import played

VAULT = StorageCipher(bytes(range(32)))
SECRET = b"s" * 32
NOW_MS = 1_790_000_000_000
HOUR_MS = 3_600_000
Command = Callable[..., Result]
"""Runs `conquian archive` with words and settings."""

NAMES = ("north-american", "mexican-2", "mexican-3", "deals", "entropy", "void")


class KilledAtStep(BaseException):
    """Raised by a test where a process would have been killed."""


def killed_at(step: ArchivingStep, time: int = 1) -> Reached:
    """Return a callback that raises KilledAtStep when `step` is reached for the nth time."""
    times = Counter[ArchivingStep]()

    def reached(done: ArchivingStep) -> None:
        times[done] += 1
        if done is step and times[done] == time:
            raise KilledAtStep

    return reached


@dataclass(frozen=True)
class Archiving:
    """A store, an archive for it and its archiver."""

    redis: Redis
    store: EventStore
    after: Retention
    archive: Archive
    archiver: Archiver

    def stopping(self, reached: Reached) -> Archiver:
        """Return an archiver of another process, which calls `reached` after every step."""
        files = open_files(str(self.archive.files._root), reached)  # type: ignore[attr-defined]
        archive = Archive(files, self.archive.engine)
        signer = LogSigner(
            archive, SignedHead(self.redis), self.archiver.signer.ring, lambda: NOW_MS, reached
        )
        return replace(self.archiver, archive=archive, signer=signer, reached=reached)

    def gone(self) -> bool:
        """True if the store holds nothing of any game."""
        return not list(self.redis.scan_iter("cq:*:g:*")) and (self.after.waiting(), self.after.kept()) == (
            0,
            0,
        )


def archiving(
    redis: Redis, engine: Engine, url: str | Path, keep_ms: int = 0, cipher: StorageCipher = VAULT
) -> Archiving:
    """Return an archiver with its parts, and its files at `url`; games leave the store after `keep_ms`."""
    store, after = EventStore(redis, cipher), Retention(redis, cipher)
    archive = Archive(open_files(str(url), go_on), engine)
    at_end(archive.close)
    ring = KeyRing(SECRET, StoredGenerations(redis), clock=lambda: NOW_MS)
    signer = LogSigner(archive, SignedHead(redis), ring, lambda: NOW_MS)
    archiver = Archiver(store, after, archive, signer, keep_ms, clock=lambda: NOW_MS)
    return Archiving(redis, store, after, archive, archiver)


def over(archiving: Archiving, entries: Sequence[Entry]) -> GameId:
    """Store the finished game with this log, in one write."""
    game = entries[0].game
    archiving.after.restore(entries, "finished", 0)
    archiving.redis.zrem(kept_key(bucket(game)), game)
    archiving.redis.zadd(ended_key(bucket(game)), {game: 1})
    return game


def finished(archiving: Archiving, names: Sequence[str] = NAMES) -> dict[GameId, tuple[Entry, ...]]:
    """Store finished games of all kinds, and return their logs."""
    logs = [played(name) for name in names]
    return {over(archiving, entries): entries for entries in logs}


def adopted(environ: dict[str, str], part: str = "store") -> str:
    """Let an empty part join the installation of the others, and return the output."""
    done = CliRunner().invoke(main, ["installation", "adopt", part, "--yes"], env=environ)
    assert done.exit_code == 0, done.output
    return done.output


def games_in(mine: Archiving) -> list[GameId]:
    """Return the games of the catalogue in their order."""
    with mine.archive.engine.connect() as connection:
        return list(map(GameId, connection.scalars(select(games.c.game).order_by(games.c.number))))
