"""Common parts of the archive commands: settings, connections, progress bars and error sentences."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import click

from app.cli.archive.kinds import FORMS
from app.cli.language import spoken
from app.cli.nearest_service import nearest
from app.cli.progress import progress_bars
from app.cli.terminal import INTERRUPTED, CannotRun
from app.i18n import Message
from app.observability.logs import configure
from app.parts.outages import sentence_of
from app.service.secret_keys import Keys
from app.service.signing import KeyRing
from app.settings.environment import load
from app.settings.errors import StartError
from app.settings.settings import Settings
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.errors import StoreError
from app.store.retention import Retention
from app.store.signing_state import StoredGenerations
from replays.archive import checking
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver
from replays.archive.errors import ArchiveError
from replays.archive.opening import open_archive, open_archiver, open_signer
from replays.archive.signing import LogSigner
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.errors import CatalogueError
from replays.export.resumable import ExportError
from replays.installation.starting import check_records, join
from replays.transparency.errors import TreeError

FAILED: Final = 1
"""Exit status for damage, losses and refusals."""

_KNOWN: Final = (ArchiveError, CatalogueError, ExportError, StoreError, TreeError)


def list_damaged(damages: Iterable[checking.DamagedRecord]) -> None:
    for damage in damages:
        where = f" ({damage.file})" if damage.file else ""
        click.echo(f"DAMAGED {damage.game}: {damage.detail}{where}")


@contextmanager
def counted(archive: Archive) -> Iterator[Callable[[], object]]:
    """Context of a function that is called for each game of the archive and advances a progress bar."""
    with reading(archive.engine) as connection:
        games, *_ = rows.count(connection)
    with progress_bars() as progress:
        bar = progress.add_task("games", total=games)
        yield lambda: progress.advance(bar)


@contextmanager
def sentences() -> Iterator[None]:
    """Translate errors outside of this program to one sentence and exit status 2."""
    try:
        yield
    except _KNOWN as problem:
        raise CannotRun(sentence_of(problem)) from None


@contextmanager
def resumable() -> Iterator[None]:
    """Print on an interrupt that the command can be resumed, and exit with 130."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("Interrupted: run again it goes on where it was.", err=True)
        sys.exit(INTERRUPTED)


def settings_alone() -> Settings:
    """Return the settings of a command that needs catalogue and archive, and no store."""
    settings = load()
    configure(settings.log_level)
    return settings


def settings_beside() -> Settings:
    """Return the settings, with the store of a service that runs in the data directory."""
    settings = nearest()
    configure(settings.log_level)
    return settings


def kept_archive(settings: Settings) -> Archive:
    """Return the archive for reading. Raises CannotRun if there is none; creates nothing."""
    empty = settings.catalogue_url is None and not (settings.data / "catalogue.sqlite").exists()
    if empty and settings.redis_url is None:  # with a store, the archive may still be empty
        raise CannotRun(f"There is no archive in {settings.data}: nothing is stored there.")
    check_records(settings)
    return archive_of(settings)


def archive_of(settings: Settings) -> Archive:
    """Return the archive of the settings, closed when the command ends."""
    archive = open_archive(settings)
    click.get_current_context().call_on_close(archive.close)
    return archive


def store_url(settings: Settings) -> str:
    if settings.redis_url is None:
        raise StartError(spoken(Message("REDIS_URL names no store, and no service runs beside the archive.")))
    return settings.redis_url


def retention_of(settings: Settings, secrets: Keys) -> Retention:
    return Retention(connect(store_url(settings)), StorageCipher(secrets.vault))


def open_log(settings: Settings) -> tuple[LogSigner, Archive]:
    """Return the signer of the transparency log, and the archive."""
    redis, archive = connect(store_url(settings)), archive_of(settings)
    ring = KeyRing(join(settings)[0].sign, StoredGenerations(redis), settings.origin)
    return open_signer(archive, redis, ring), archive


def archiver_of(settings: Settings) -> Archiver:
    redis, (secrets, _) = connect(store_url(settings)), join(settings)
    ring = KeyRing(secrets.sign, StoredGenerations(redis), settings.origin)
    archive = archive_of(settings)
    signer = open_signer(archive, redis, ring)
    return open_archiver(settings, archive, redis, StorageCipher(secrets.vault), signer, FORMS)
