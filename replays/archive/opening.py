"""The archive that the settings name, and what archives into it."""

from typing import Final, Protocol

from redis import Redis
from sqlalchemy import Connection

from app.config import Settings
from app.http.bounded import TimeLimits
from app.signing import KeyRing
from app.store.afterlife import Retention
from app.store.log import EventStore
from app.store.signed import SignedHead
from app.store.vault import StorageCipher
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.files import BoundedFiles, ComparedFiles, Directory, Files, open_files
from replays.archive.forms import Forms
from replays.archive.signing import LogSigner
from replays.catalogue.connecting import compared, connect, within

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


_CALL_SECONDS: Final = 120.0
"""How long one call to a bucket may take in any process: its client limits each wait, not their sum."""


class Member(Protocol):
    """The installation of this process, with which the owners of archive and catalogue are compared."""

    def admit_archive(self, files: Files, again: bool) -> None:
        """InstallationMismatch if it may not be used; `again` asks the archive whose it is."""

    def admit_catalogue(self, connection: Connection | None, again: bool) -> None:
        """InstallationMismatch if it may not be used; `again` asks the catalogue whose it is."""


def open_archive(settings: Settings, member: Member | None = None) -> Archive:
    """The archive at ARCHIVE_URL with its catalogue; nothing is touched before it is first used.

    With a `member` both are compared before their first use, and whenever they answer again.
    """
    files = open_files(settings.archive)
    patient = files if isinstance(files, Directory) else BoundedFiles(files, TimeLimits(_CALL_SECONDS))
    engine = connect(settings.catalogue)
    if member is None:
        return Archive(patient, engine)
    return Archive(ComparedFiles(patient, member.admit_archive), compared(engine, member.admit_catalogue))


def limited(archive: Archive, bounded: TimeLimits) -> Archive:
    """The same archive, for a process whose requests must not wait for it longer than `bounded` allows."""
    return Archive(BoundedFiles(archive.files, bounded), within(archive.engine, bounded.beside()))


def open_signer(archive: Archive, redis: Redis, ring: KeyRing) -> LogSigner:
    """What signs the log of all games in `archive`, beside the store behind `redis`."""
    return LogSigner(archive, SignedHead(redis), ring)


def open_archiver(
    settings: Settings, archive: Archive, redis: Redis, cipher: StorageCipher, signer: LogSigner, forms: Forms
) -> Archiver:
    """What moves finished games from the store behind `redis` into `archive`."""
    return Archiver(
        EventStore(redis, cipher),
        Retention(redis, cipher),
        archive,
        signer,
        keep_ms=settings.keep_hours * HOUR_MS,
        forms=forms,
        remove_ms=None if settings.archive_days is None else settings.archive_days * DAY_MS,
    )
