"""Commands `conquian archive rebuild` and `rewrite`: recovery of lost data."""

import sys
from typing import Final

import click

from app.cli.archive.kinds import FORMS
from app.cli.archive.parts import (
    FAILED,
    counted,
    list_damaged,
    open_log,
    resumable,
    sentences,
    settings_beside,
    store_url,
)
from app.cli.progress import step_progress
from app.cli.terminal import CannotRun
from app.service.secret_keys import keys
from app.service.signing import now_ms
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.log import EventStore
from app.store.signing_state import StoredGenerations
from replays.archive import checking
from replays.archive.rebuilding import Rebuilding
from replays.archive.recovery import Rewriting
from replays.archive.signing import LogSigner
from replays.catalogue.connecting import reading
from replays.catalogue.key_epochs import recall_starts
from replays.imports.storage import enter_imports
from replays.tournaments.failures import Failures, enter_failures
from replays.transparency import store as tree

_SOME: Final = 20
"""Maximum of listed games without records."""


@click.command()
@click.option("--new-log", is_flag=True, help="Begin a new log if the archive does not have the old one.")
def rebuild(new_log: bool) -> None:
    """Rebuild the catalogue from the archive: the log of all games, its checkpoints, the rows of games.

    It continues from an existing catalogue, which may be empty or an older copy, and from where it was
    interrupted. The times at which signing keys began are first written into a store that lacks them. Imports
    get the current time. Failures of entrants keep the game, the seat and the kind, if an export of the
    tournament exists. Other details of failures, times of decisions and refused imports are in no archive,
    and stay lost.
    """
    with sentences(), resumable():
        settings = settings_beside()
        signer, archive = open_log(settings)
        recall_starts(signer.segments.starts(), StoredGenerations(connect(store_url(settings))))
        _check_log(signer, new_log)
        cipher = StorageCipher(keys(settings).vault)
        store = EventStore(connect(store_url(settings)), cipher)
        with step_progress() as looked:
            result = Rebuilding(archive, signer.ring, FORMS, store.head, now_ms, looked).run()
        imports = enter_imports(archive.files, archive.engine, now_ms)
        failures = enter_failures(archive.files, Failures(archive.engine, cipher))
        fault = signer.fault()
    for game in result.missing[:_SOME]:
        click.echo(f"MISSING {game}: its leaf is there, its record is not in the archive")
    if more := result.missing[_SOME:]:
        click.echo(f"MISSING {len(more)} more")
    for game in result.elsewhere:
        click.echo(f"DIFFERENT {game}: the store has another log, and it was under no checkpoint")
    list_damaged(result.damaged)
    for name in imports.damaged:
        click.echo(f"DAMAGED {name}: the file is not what was sent; it is left out")
    click.echo(
        f"{result.games} games, {result.leaves} leaves and {result.checkpoints} checkpoints entered;"
        f" {len(result.missing)} games without their record"
    )
    click.echo(
        f"{imports.kept + imports.waiting} imports entered, {imports.waiting} of them to be audited again;"
        f" {failures} failures of entrants entered"
    )
    click.echo(fault or "The catalogue begins with everything that was signed: the log goes on.")
    lost = result.missing if settings.archive_days is None else ()
    damaged = result.damaged or imports.damaged
    sys.exit(FAILED if fault or lost or result.elsewhere or damaged else 0)


@click.command()
def rewrite() -> None:
    """Write lost records of the archive again, from games that are still in the store.

    Lost parts of the log of all games are written again, too. Records that cannot be written are listed at
    the end.
    """
    with sentences(), resumable():
        settings = settings_beside()
        signer, archive = open_log(settings)
        parts = signer.mend()
        store = EventStore(connect(store_url(settings)), StorageCipher(keys(settings).vault))
        with counted(archive) as looked:
            result = Rewriting(archive, store, FORMS, now_ms, looked).run()
    for damage in result.lost:
        where = f" ({damage.file})" if damage.file else ""
        click.echo(f"LOST {damage.game}: {damage.detail}{where}")
    click.echo(
        f"{result.written} records and {parts} parts of the log written again,"
        f" {len(result.lost)} records could not be"
    )
    sys.exit(FAILED if result.lost else 0)


def _check_log(signer: LogSigner, new_log: bool) -> None:
    """Check that the archive has the leaves of the log in order. Raises CannotRun if they are lost.

    Parts that only a valid catalogue has are first written to the archive.
    """
    with reading(signer.archive.engine) as connection:
        signed = tree.signed_size(connection)
    if signed and signer.fault() is None:
        signer.fill()
    elif signer.segments.head() is None and any(signer.archive.files.names(checking.FOLDER)):
        if not new_log:
            raise CannotRun(_NO_LOG)
        signer.stored.forget()


_NO_LOG: Final = (
    "The archive holds neither the leaves of the log of all games nor its checkpoints, because an earlier"
    " version wrote it or its folder `log` was lost, and neither does the catalogue. Put back a copy of"
    " either. Without one `conquian archive rebuild --new-log` enters the games in another order, into a new"
    " log: it contradicts every checkpoint that was signed before, so give it another name (CONQUIAN_ORIGIN)."
)
