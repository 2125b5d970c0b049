"""The command `conquian move`: an installation moves to other parts, of any kind.

A move is a backup and its restoration. From its beginning the old store has the move instead of its identity,
so that no process starts beside it: what would be written there after the copy would be lost, and two
services would sign different histories. The id of the move is in the backup, too, so that a copy of an
earlier attempt, which may lack what was played since, is not used.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from secrets import token_hex

import click

from app.cli.archive.parts import FAILED, resumable, sentences
from app.cli.backup import back_up, check_files, origin_of, target_parts, write_back
from app.cli.nearest_service import with_store
from app.cli.new_queue import check_queue
from app.cli.progress import step_progress
from app.cli.terminal import environment
from app.observability.logs import configure
from app.parts.outages import Part
from app.processes.registry import ProcessRegister
from app.server.embedded_store import is_used
from app.server.serve import holds_something
from app.service.secret_keys import Keys, NoSecret, keys
from app.settings.environment import load
from app.settings.settings import Settings
from replays.backup.folder import Backup, BackupRefused, is_complete
from replays.backup.restoring import check_empty
from replays.installation.parts import CARRIERS, Identity, Move, Parts, move_in, secret_settings
from replays.installation.starting import join, parts_of


@click.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--to",
    "target",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="File with the new settings, lines NAME=value as for systemd.",
)
@click.option("--cancel", is_flag=True, help="Let the old parts be used again.")
def move(directory: Path, target: Path | None, cancel: bool) -> None:
    """Move this installation to the parts that the file --to names, which must be empty.

    The parts may be of other kinds, for example from the data directory of `conquian serve` to Redis,
    PostgreSQL and a bucket. Stop every process first. DIRECTORY is new or empty; the command backs the
    installation up into it, restores that into the new parts, and compares every log. DIRECTORY stays as a
    backup.

    From the beginning of the move no process starts with the old parts. If the command is interrupted, run it
    again with the same directory. --cancel ends a move. Never use the old parts and the new ones at the same
    time.
    """
    with sentences(), resumable():
        if cancel == (target is not None):
            raise click.UsageError("Give either --to or --cancel.")
        settings = load()
        configure(settings.log_level)
        _check_stopped(settings)
        if target is None:
            _cancel()
            return
        lines = _lines(target)
        new = load(os.environ | lines)
        with _with_credentials(lines):
            source = _backed_up(directory, new)
            is_equal = _is_finished(source, new) or _restored(source, new)
    if is_equal:
        click.echo(f"The installation has moved. Start its processes with the settings in {target}.")
    sys.exit(0 if is_equal else FAILED)


def _check_stopped(settings: Settings) -> None:
    """Raise BackupRefused if a process of the installation runs on this machine."""
    if is_used(settings.data) or ProcessRegister(settings.metrics).running():
        raise BackupRefused(f"The service in {settings.data} runs; stop it, and every other process of it.")


def _lines(path: Path) -> Mapping[str, str]:
    """Return the settings in a file of lines NAME=value. Raises BackupRefused for another line."""
    values: dict[str, str] = {}
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        name, equals, value = line.strip().partition("=")
        if not line.strip() or line.lstrip().startswith(("#", ";")):
            continue
        if not equals or not name.isidentifier():
            raise BackupRefused(f"Line {number} of {path} is not NAME=value.")
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        values[name] = value[1:-1] if quoted else value
    return values


@contextmanager
def _with_credentials(lines: Mapping[str, str]) -> Iterator[None]:
    """Set variables of other programs, such as those of a bucket, in the environment within the block."""
    own = {row.metadata["name"] for row in fields(Settings)}
    others = {name: value for name, value in lines.items() if name not in own}
    with environment(others):
        yield


def _backed_up(directory: Path, new: Settings) -> Backup:
    """Return the backup of this move, made or continued."""
    with with_store() as settings, closing(parts_of(settings)) as parts:
        secrets, begun = _continued(parts, settings) or _begun(parts, settings, directory, new)
        if not is_complete(directory):
            whole = back_up(settings, secrets, begun.identity, directory, keys=True, move=begun.id)
            if not whole:
                click.echo("The archive lacks files already, and the new one will lack them, too.")
        source = Backup(directory)
        if source.manifest.get("move") != begun.id:
            raise BackupRefused(
                f"{directory} has another backup than that of this move; name another directory."
            )
    with step_progress() as looked:
        check_files(source, looked)
    return source


def _continued(parts: Parts, settings: Settings) -> tuple[Keys, Move] | None:
    """Return the move that was begun before, None if there is none."""
    begun = move_in(parts.text(Part.STORE))
    if begun is None:
        return None
    secrets = keys(settings)
    if not begun.identity.fits(secrets.installation):
        raise BackupRefused(
            f"{begun.identity.id} has another service secret; look at {secret_settings(settings)}."
        )
    return secrets, begun


def _begun(parts: Parts, settings: Settings, directory: Path, new: Settings) -> tuple[Keys, Move]:
    """Begin a move, after all that could refuse it was checked."""
    secrets, identity = join(settings)
    if identity is None:
        raise BackupRefused("The games' store does not answer; a move needs every part.")
    if holds_something(directory):
        raise BackupRefused(f"{directory} is not empty; name another directory.")
    with suppress(NoSecret):
        if not identity.fits(keys(new).installation):
            raise BackupRefused(
                f"The new settings name another service secret; look at {secret_settings(new)}."
            )
    if origin_of(new, secrets) != origin_of(settings, secrets):
        raise BackupRefused("The new settings name another origin; look at CONQUIAN_ORIGIN.")
    if new.redis_url is None and new.data == load().data:
        raise BackupRefused("The new settings name the same store; look at REDIS_URL or CONQUIAN_DATA.")
    with target_parts(new) as empty:
        check_empty(empty)
    check_queue(new, former=settings.queue_url)
    begun = Move(token_hex(8), identity)
    parts.replace_text(Part.STORE, begun.text)
    return secrets, begun


def _is_finished(source: Backup, new: Settings) -> bool:
    """Return whether an earlier run has restored all new parts."""
    identity = Identity(source.manifest["installation"], source.manifest["check"])
    with target_parts(new) as parts:
        return all(parts.text(part) == identity.text for part in CARRIERS)


def _restored(source: Backup, new: Settings) -> bool:
    with step_progress() as looked:
        return write_back(source, new, looked)


def _cancel() -> None:
    """Give the old store its identity back."""
    with with_store() as settings, closing(parts_of(settings)) as parts:
        begun = move_in(parts.text(Part.STORE))
        if begun is None:
            raise BackupRefused("No move of this installation was begun.")
        parts.replace_text(Part.STORE, begun.identity.text)
    click.echo(f"{begun.identity.id} is at its old parts again. Use no parts that it was moved to.")
