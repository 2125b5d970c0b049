"""Archive, signer and archiver according to the settings."""

from typing import Final

from redis import Redis

from app.http.blocking_calls import TimeLimits
from app.service.signing import KeyRing
from app.settings.settings import Settings
from app.store.encryption import StorageCipher
from app.store.log import EventStore
from app.store.retention import Retention
from app.store.signing_state import SignedHead
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.files import BoundedFiles, Directory, open_files
from replays.archive.kinds import Forms
from replays.archive.signing import LogSigner
from replays.catalogue.connecting import connect, within

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS

_CALL_SECONDS: Final = 120.0
"""Time limit of a call to a bucket in any process; its client limits each wait, not their sum."""


def open_archive(settings: Settings) -> Archive:
    """Return the archive at ARCHIVE_URL with its catalogue; it is not accessed before the first use.

    `Installation.archive` compares the owners of both.
    """
    files = open_files(settings.archive)
    limited_files = files if isinstance(files, Directory) else BoundedFiles(files, TimeLimits(_CALL_SECONDS))
    return Archive(limited_files, connect(settings.catalogue))


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
