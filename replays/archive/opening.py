"""Archive, signer and archiver according to the settings."""

from typing import Final, Protocol

from redis import Redis
from sqlalchemy import Connection

from app.http.blocking_calls import TimeLimits
from app.service.signing import KeyRing
from app.settings.settings import Settings
from app.store.encryption import StorageCipher
from app.store.log import EventStore
from app.store.retention import Retention
from app.store.signing_state import SignedHead
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.files import BoundedFiles, ComparedFiles, Directory, Files, open_files
from replays.archive.kinds import Forms
from replays.archive.signing import LogSigner
from replays.catalogue.connecting import compared, connect, within

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


_CALL_SECONDS: Final = 120.0
"""Time limit of a call to a bucket in any process; its client limits each wait, not their sum."""


class OwnerCheck(Protocol):
    """The installation of this process; it compares the owners of archive and catalogue."""

    def admit_archive(self, files: Files, again: bool) -> None:
        """Raise InstallationMismatch if the archive may not be used; `again` reads its identity."""

    def admit_catalogue(self, connection: Connection | None, again: bool) -> None:
        """Raise InstallationMismatch if it may not be used; `again` reads its identity."""


def open_archive(settings: Settings, member: OwnerCheck | None = None) -> Archive:
    """Return the archive at ARCHIVE_URL with its catalogue; it is not accessed before the first use.

    With a `member` the owners of both are compared before the first use, and after an outage.
    """
    files = open_files(settings.archive)
    limited_files = files if isinstance(files, Directory) else BoundedFiles(files, TimeLimits(_CALL_SECONDS))
    engine = connect(settings.catalogue)
    if member is None:
        return Archive(limited_files, engine)
    return Archive(
        ComparedFiles(limited_files, member.admit_archive), compared(engine, member.admit_catalogue)
    )


def limited(archive: Archive, bounded: TimeLimits) -> Archive:
    """Return the archive with the limits of `bounded`, for a process with requests."""
    return Archive(BoundedFiles(archive.files, bounded), within(archive.engine, bounded.beside()))


def open_signer(archive: Archive, redis: Redis, ring: KeyRing) -> LogSigner:
    """Return the signer of the transparency log in `archive`, with the store behind `redis`."""
    return LogSigner(archive, SignedHead(redis), ring)


def open_archiver(
    settings: Settings, archive: Archive, redis: Redis, cipher: StorageCipher, signer: LogSigner, forms: Forms
) -> Archiver:
    """Return the archiver from the store behind `redis` into `archive`."""
    return Archiver(
        EventStore(redis, cipher),
        Retention(redis, cipher),
        archive,
        signer,
        keep_ms=settings.keep_hours * HOUR_MS,
        forms=forms,
        remove_ms=None if settings.archive_days is None else settings.archive_days * DAY_MS,
    )
