"""The commands `conquian backup` and `restore`: copies of an installation, from and into parts of any kind.

Exit status: 0 for success, 1 for damage or refusals, 2 if a part failed meanwhile, 130 when interrupted.
"""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click

from app.cli.archive.parts import FAILED, resumable, sentences
from app.cli.nearest_service import own_store, with_store
from app.cli.new_queue import check_queue
from app.cli.progress import step_progress
from app.observability.logs import configure
from app.service.secret_keys import (
    Keys,
    NoSecret,
    keep_secret,
    keys,
    keys_from,
    secret_text,
    service_secret,
)
from app.service.signing import now_ms, own_origin
from app.settings.environment import load
from app.settings.parsers import secret
from app.settings.settings import Settings
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.installation import mark_backup
from replays.archive.opening import open_archive
from replays.backup.folder import KEY, Backup, BackupRefused, NewBackup
from replays.backup.making import Making, Progress
from replays.backup.restoring import Restoration
from replays.catalogue.tables import VERSION
from replays.installation.parts import Identity, Parts, draw, secret_settings
from replays.installation.starting import join, parts_of

_SOME: Final = 20
"""Maximum of listed logs and files."""


@click.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.option("--without-keys", is_flag=True, help="Leave out the service secret.")
def backup(directory: Path, without_keys: bool) -> None:
    """Back up the whole installation into DIRECTORY, which is new or empty.

    The service may run meanwhile. The backup has everything that was acknowledged before it began, and every
    game at one ply. It contains the service secret, so whoever can read it can read every hidden card. With
    --without-keys the secret is left out, and must be kept elsewhere.

    An interrupted backup continues when the command is run again.
    """
    with sentences(), resumable(), with_store() as settings:
        configure(settings.log_level)
        secrets, identity = join(settings)
        if identity is None:
            raise BackupRefused("The games' store does not answer; a backup needs every part.")
        is_whole = back_up(settings, secrets, identity, directory, keys=not without_keys)
    click.echo(f"{directory} has the backup of {identity.id}.")
    sys.exit(0 if is_whole else FAILED)


@click.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.option("--check", "only_check", is_flag=True, help="Only compare every file with its hash.")
@click.option(
    "--rehearsal",
    is_flag=True,
    help="Restore a copy under an id of its own, without webhooks; set another CONQUIAN_ORIGIN.",
)
def restore(directory: Path, only_check: bool, rehearsal: bool) -> None:
    """Restore the backup in DIRECTORY into the parts of the settings, which must be empty.

    The parts may be of other kinds than those of the backup: the store of `conquian serve`, another Redis or
    Valkey, SQLite or PostgreSQL, a directory or a bucket. At the end every log in the store is compared with
    the backup. The backup is not changed.

    No process starts beside parts that are not wholly restored. An interrupted restoration continues when the
    command is run again.
    """
    with sentences(), resumable(), step_progress() as looked:
        source = Backup(directory)
        check_files(source, looked)
        if only_check:
            click.echo(f"{len(source.files)} files are what was written.")
            return
        settings = load()
        configure(settings.log_level)
        check_queue(settings)
        is_equal = write_back(source, settings, looked, rehearsal=rehearsal)
    sys.exit(0 if is_equal else FAILED)


def back_up(
    settings: Settings, secrets: Keys, identity: Identity, directory: Path, **options: bool | str
) -> bool:
    """Make or continue a backup, and print what it has; return False if the archive lacks files.

    The option `keys` includes the service secret; a backup with other options is not continued.
    """
    facts = {
        "installation": identity.id,
        "check": identity.check,
        "origin": origin_of(settings, secrets),
        **options,
    }
    with (
        closing(open_archive(settings)) as archive,
        closing(NewBackup(directory, facts, now_ms())) as target,
        step_progress() as looked,
    ):
        if options["keys"]:
            target.put(KEY, secret_text(service_secret(settings)).encode())
        redis = connect(settings.redis_url or "")
        making = Making(redis, archive, target, looked)
        counts = making.run()
        lost = making.lost()
        ended_ms = now_ms()
        target.finish(
            {
                "program": version("conquian"),
                "catalogue": VERSION,
                "ended_ms": ended_ms,
                "counts": counts,
            }
        )
        if not lost and "move" not in options:  # the files of a move are not kept
            mark_backup(redis, ended_ms)
    for name in lost[:_SOME]:
        click.echo(f"MISSING {name}: the catalogue names this file, and the archive does not have it")
    click.echo(_sum(counts))
    return not lost


def write_back(source: Backup, settings: Settings, looked: Progress, *, rehearsal: bool = False) -> bool:
    """Restore a backup into the parts of the settings, and print what arrived.

    Return False if a log in the store differs. Raises BackupRefused if a part is not empty, or if the key is
    missing.
    """
    secrets, root = _secrets(source, settings)
    identity = _identity(source, settings, secrets, rehearsal)
    with target_parts(settings) as parts:
        cipher = StorageCipher(secrets.vault)
        restoration = Restoration(source, parts, cipher, identity, looked, rehearsal)
        restoration.check()
        if root is not None:
            keep_secret(settings, root)
        arrived = restoration.run()
    for log in restoration.differing[:_SOME]:
        click.echo(f"DIFFERENT {log}: the store has not what the backup has")
    if restoration.differing:
        click.echo(f"{len(restoration.differing)} logs differ; run the command again.")
        return False
    click.echo(_sum(source.manifest["counts"]))
    click.echo(f"{arrived} logs were compared, and all are as in the backup. This is {identity.id}.")
    return True


def _sum(counts: dict[str, int]) -> str:
    return (
        f"In the store {counts['games']} games, {counts['players']} players, {counts['tournaments']}"
        f" tournaments, {counts['disputes']} disputes and {counts['webhooks']} webhooks; archived"
        f" {counts['archived']}, in {counts['files']} files."
    )


def origin_of(settings: Settings, secrets: Keys) -> str:
    """Return the name under which the installation signs."""
    return settings.origin or own_origin(secrets.sign)


def check_files(source: Backup, looked: Progress) -> None:
    """Raise BackupRefused if a file is missing or was altered."""
    for done, name in enumerate(source.files, start=1):
        source.read(name)
        looked("check", done, len(source.files))


def _secrets(source: Backup, settings: Settings) -> tuple[Keys, bytes | None]:
    """Return the keys of the backup's service, and the secret if the data directory is to have it.

    Raises BackupRefused if there is none, or another one.
    """
    root = None
    try:
        secrets = keys(settings)
    except NoSecret as missing:
        if KEY not in source.files:
            raise BackupRefused(
                f"The backup was made without keys. {missing} Put the service secret of the backup there, or"
                " set CONQUIAN_SECRET or CONQUIAN_SECRET_FILE."
            ) from None
        root = secret(source.read(KEY).decode().strip())
        secrets = keys_from(root)
    if not _identity_of(source).fits(secrets.installation):
        raise BackupRefused(f"The backup is of another service secret; look at {secret_settings(settings)}.")
    return secrets, root


def _identity_of(source: Backup) -> Identity:
    return Identity(source.manifest["installation"], source.manifest["check"])


def _identity(source: Backup, settings: Settings, secrets: Keys, rehearsal: bool) -> Identity:
    """Return the identity of the restored installation. Raises BackupRefused for a wrong origin."""
    before, origin = source.manifest["origin"], origin_of(settings, secrets)
    if rehearsal and origin == before:
        raise BackupRefused(
            f"A rehearsal must not sign as {before}, like the installation that it is a copy of; set"
            " CONQUIAN_ORIGIN to another name."
        )
    if not rehearsal and origin != before:
        raise BackupRefused(
            f"The installation of the backup signs as {before}, and here it would sign as {origin}; look at"
            " CONQUIAN_ORIGIN, or restore a copy with --rehearsal."
        )
    return draw(secrets.installation) if rehearsal else _identity_of(source)


@contextmanager
def target_parts(settings: Settings) -> Iterator[Parts]:
    """Provide the parts of the settings, with the store of the data directory unless they name one."""
    with ExitStack() as stack:
        if settings.redis_url is None:
            settings = stack.enter_context(own_store(settings))
        yield stack.enter_context(closing(parts_of(settings)))
