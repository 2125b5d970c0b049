"""The commands `conquian archive`: what is archived, archived now, found, exported, checked, made again.

They need the catalogue and the archive; what changes them also the store and the service secret. Exit
status: 0 for success, 1 where something is damaged or refused, 2 where nothing could be done.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import orjson
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from app.config import Settings, StartError, load
from app.games.conquian.variants import VARIANTS
from app.games.table.state import ENDED
from app.games.table.summary import OUTCOMES
from app.logs import configure
from app.secret import Keys, keys
from app.signing import KeyRing, now_ms
from app.store.afterlife import Afterlife
from app.store.client import connect
from app.store.errors import StoreError
from app.store.generations import StoredGenerations
from app.store.log import EventStore
from app.store.vault import Vault
from replays.archive import checking
from replays.archive.archive import Archive
from replays.archive.archiver import Archiver, Round
from replays.archive.errors import ArchiveError
from replays.archive.opening import HOUR_MS, open_archive, open_archiver, open_signer
from replays.archive.rebuilding import Looked, Rebuilding
from replays.archive.restoring import restore as restored
from replays.archive.rewriting import Rewriting
from replays.archive.segments import Segments
from replays.archive.signing import LogSigner
from replays.archive_forms import FORMS
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.errors import CatalogueError
from replays.catalogue.finding import End, Filter, Found, found
from replays.catalogue.generations import recall, recall_starts
from replays.export.columns import What
from replays.export.errors import ExportError
from replays.export.resumable import Export, Format
from replays.export.resumable import export as exported
from replays.installation.starting import check_records, join
from replays.listing_api import as_json
from replays.tree import store as tree
from replays.tree.errors import TreeError

F = TypeVar("F", bound=Callable[..., Any])

_PAGE: Final = 200
_FAILED: Final = 1
_INTERRUPTED: Final = 130
_SOME: Final = 20
"""How many games without their records are listed."""

_KNOWN: Final = (ArchiveError, CatalogueError, ExportError, StoreError, TreeError)


class _Impossible(click.ClickException):
    """Nothing could be done; one sentence says why."""

    exit_code = 2


class _Moment(click.ParamType[int]):
    """A day or a moment in UTC, or ms since 1970; gives ms."""

    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if value.isascii() and value.isdigit() and len(value) > 8:
            return int(value)
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(f"{value!r} is not like 2026-11-21, 2026-11-21T18:30 or ms since 1970", param, ctx)
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def _filtered(command: F) -> F:
    """Adds the options that say which games are meant."""
    options = [
        click.option("--status", type=click.Choice([str(one) for one in ENDED])),
        click.option("--variant", type=click.Choice(list(VARIANTS))),
        click.option("--player", metavar="ID", help="Somebody who had a seat."),
        click.option("--bot", metavar="NAME", help="A bot that had a seat."),
        click.option("--since", "since_ms", type=_Moment(), help="Ended then or later; 2026-11-21 in UTC."),
        click.option("--until", "until_ms", type=_Moment(), help="Ended then or earlier."),
        click.option("--outcome", type=click.Choice(OUTCOMES)),
        click.option("--length-min", type=click.IntRange(1), metavar="PLIES"),
        click.option("--length-max", type=click.IntRange(1), metavar="PLIES"),
        click.option("--fork-of", metavar="GAME", help="The forks of a game, and nothing else."),
        click.option("--hidden", is_flag=True, help="Unlisted and private games too."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@click.group()
def archive() -> None:
    """The archive of finished games."""


@archive.command()
def status() -> None:
    """Count what is archived and, where there is a store, what waits there."""
    with _sentences():
        settings = _beside()
        shelf = _kept(settings)
        with reading(shelf.engine) as connection:
            games, removed, blobs, size = rows.count(connection)
        click.echo(f"{games} games in the catalogue, {removed} of them without their record")
        click.echo(f"{blobs} files with {size} bytes in {settings.archive}")
        if settings.redis_url:
            after = _after(settings, keys(settings))
            click.echo(
                f"{after.waiting()} games wait in the store, {after.kept()} archived ones are kept there"
            )


@archive.command()
def now() -> None:
    """Archive everything that waits, now and here."""
    with _sentences():
        settings = _beside()
        archiver = _archiver(settings)
        total = Round()
        while True:
            done = archiver.round()
            total = Round(*(getattr(total, name) + getattr(done, name) for name in Round.__slots__))
            if not done.more:
                break
    click.echo(f"{total.archived} archived, {total.forgotten} gone from the store, {total.refused} refused")
    sys.exit(_FAILED if total.refused else 0)


@archive.command()
@_filtered
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@click.option("--json", "lines", is_flag=True, help="One JSON object a line.")
def find(limit: int, lines: bool, **chosen: Any) -> None:
    """Find games in the archive, the one that ended last first."""
    with _sentences():
        games = list(_some(_kept(_alone()), Filter(**chosen), limit))
    if lines:
        for game in games:
            sys.stdout.buffer.write(orjson.dumps(as_json(game), option=orjson.OPT_APPEND_NEWLINE))
        return
    Console(width=None if sys.stdout.isatty() else 160).print(_table(games))


@archive.command()
@_filtered
@click.option("--format", "form", type=click.Choice([str(one) for one in Format]), default="jsonl")
@click.option("--what", type=click.Choice([str(one) for one in What]), default="games", show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def export(form: str, what: str, out: Path, **chosen: Any) -> None:
    """Write games, their hands or their plies into a file; run again after a kill it goes on.

    Of a game whose record is damaged no plies are written; such games are listed at the end.
    """
    asked = Export(out, What(what), Format(form), Filter(**chosen))
    with _sentences(), _progress() as progress:
        bar = progress.add_task("parts", total=None)
        shelf = _kept(_alone())
        damaged = exported(
            shelf, asked, lambda every, done: progress.update(bar, total=every, completed=done)
        )
    _list_damaged(damaged)
    if damaged:
        click.echo(f"{len(damaged)} games are not in {out}: their records are damaged")
        sys.exit(_FAILED)


@archive.command()
@click.option("--audit", "audits", is_flag=True, help="Audit every record too, which takes its time.")
@click.option("--remove-strays", is_flag=True, help="Remove files that no game needs; not while games end.")
def check(audits: bool, remove_strays: bool) -> None:
    """Read every record of the archive and compare it with catalogue and tree, and look for lost parts."""
    with _sentences():
        shelf = _kept(_alone())
        with _counted(shelf) as looked:
            found = list(checking.damages(shelf, FORMS if audits else {}, looked))
        _list_damaged(found)
        with reading(shelf.engine) as connection:
            signed = tree.signed_size(connection)
        gap = Segments(shelf.files).gap(signed)
        if gap:
            click.echo(f"DAMAGED log of all games: {gap}")
        strays = checking.strays(shelf)
        for name in strays if remove_strays else ():
            shelf.files.remove(name)
    ending = "removed" if remove_strays else "left alone"
    click.echo(f"{len(found)} damaged records; {len(strays)} files that no game needs, {ending}")
    sys.exit(_FAILED if found or gap else 0)


@archive.command()
@click.option("--new-log", is_flag=True, help="Begin a new log where the archive does not hold the old one.")
def rebuild(new_log: bool) -> None:
    """Make the catalogue anew from the archive: the log of all games, its checkpoints, the rows of games.

    It goes on from what the catalogue has, be that nothing or an older copy. Interrupted and run again it
    goes on where it was. The times at which signing keys began come back into the store first, where it lacks
    them. No record holds how entrants of tournaments failed, how long they took, or what was imported.
    """
    with _sentences(), _resumable():
        settings = _beside()
        signer, shelf = _signer(settings)
        recall_starts(signer.segments.starts(), StoredGenerations(connect(_url(settings))))
        _check_log(signer, new_log)
        store = EventStore(connect(_url(settings)), Vault(keys(settings).vault))
        with _watched() as looked:
            result = Rebuilding(shelf, signer.ring, FORMS, store.head, now_ms, looked).run()
        fault = signer.fault()
    for game in result.missing[:_SOME]:
        click.echo(f"MISSING {game}: its leaf is there, its record is not in the archive")
    if more := result.missing[_SOME:]:
        click.echo(f"MISSING {len(more)} more")
    for game in result.elsewhere:
        click.echo(f"DIFFERENT {game}: the store has another log, and it was under no checkpoint")
    _list_damaged(result.damaged)
    click.echo(
        f"{result.games} games, {result.leaves} leaves and {result.checkpoints} checkpoints entered;"
        f" {len(result.missing)} games without their record"
    )
    click.echo(fault or "The catalogue begins with everything that was signed: the log goes on.")
    gone = result.missing if settings.archive_days is None else ()
    sys.exit(_FAILED if fault or gone or result.elsewhere or result.damaged else 0)


@archive.command()
def rewrite() -> None:
    """Write records that the archive has lost again, from games that the store still has.

    Lost parts of the log of all games are written again, too. Those that could not be are listed at the end.
    """
    with _sentences(), _resumable():
        settings = _beside()
        signer, shelf = _signer(settings)
        parts = signer.mend()
        store = EventStore(connect(_url(settings)), Vault(keys(settings).vault))
        with _counted(shelf) as looked:
            result = Rewriting(shelf, store, FORMS, now_ms, looked).run()
    for damage in result.lost:
        where = f" ({damage.file})" if damage.file else ""
        click.echo(f"LOST {damage.game}: {damage.detail}{where}")
    click.echo(
        f"{result.written} records and {parts} parts of the log written again,"
        f" {len(result.lost)} records could not be"
    )
    sys.exit(_FAILED if result.lost else 0)


@archive.command()
def restore() -> None:
    """Write every archived game back into the store, where it is missing, and compare all heads.

    The times at which signing keys began, as far as checkpoints tell them, come back first. A damaged record
    does not stop it: the damaged ones are listed at the end. Run again after their files were put back it
    restores them, too. API keys, webhooks and games that were not over are in the store alone.
    """
    with _sentences():
        settings = _beside()
        _url(settings)
        after, shelf = _after(settings, join(settings)[0]), _shelf(settings)
        with reading(shelf.engine) as connection:
            recall(connection, StoredGenerations(connect(_url(settings))))
        with _counted(shelf) as looked:
            result = restored(shelf, after, settings.keep_hours * HOUR_MS, looked)
    for game in result.different:
        click.echo(f"DIFFERENT {game}: the store has another log")
    _list_damaged(result.damaged)
    click.echo(
        f"{result.same} games with the same head, {len(result.different)} with another,"
        f" {result.removed} without their record, {len(result.damaged)} with a damaged one"
    )
    sys.exit(_FAILED if result.different or result.damaged else 0)


def _check_log(signer: LogSigner, new_log: bool) -> None:
    """The archive has the leaves of the log in their order; _Impossible if nothing has them.

    What a catalogue has that is whole, and the archive has not, is put there first.
    """
    with reading(signer.archive.engine) as connection:
        signed = tree.signed_size(connection)
    if signed and signer.fault() is None:
        signer.fill()
    elif signer.segments.head() is None and any(signer.archive.files.names(checking.FOLDER)):
        if not new_log:
            raise _Impossible(_NO_LOG)
        signer.stored.forget()


_NO_LOG: Final = (
    "The archive holds neither the leaves of the log of all games nor its checkpoints, because an earlier"
    " version wrote it or its folder `log` was lost, and neither does the catalogue. Put back a copy of"
    " either. Without one `conquian archive rebuild --new-log` enters the games in another order, into a new"
    " log: it contradicts every checkpoint that was signed before, so give it another name (CONQUIAN_ORIGIN)."
)


@contextmanager
def _watched() -> Iterator[Looked]:
    """What is told how far a rebuild is, with a bar for each kind of work."""
    with _progress() as progress:
        bars: dict[str, TaskID] = {}

        def looked(what: str, done: int, total: int) -> None:
            if what not in bars:
                bars[what] = progress.add_task(what)
            progress.update(bars[what], completed=done, total=total)

        yield looked


def _list_damaged(damages: Iterable[checking.Damage]) -> None:
    for damage in damages:
        where = f" ({damage.file})" if damage.file else ""
        click.echo(f"DAMAGED {damage.game}: {damage.detail}{where}")


def _some(shelf: Archive, wanted: Filter, limit: int) -> Iterator[Found]:
    before: End | None = None
    while limit > 0:
        with reading(shelf.engine) as connection:
            page = found(connection, wanted, min(limit, _PAGE), before)
        yield from page
        if len(page) < _PAGE:
            return
        limit -= len(page)
        before = (page[-1].ended_ms or 0, page[-1].game)


def _table(games: list[Found]) -> Table:
    table = Table()
    for title in ("game", "variant", "outcome", "plies", "ended", "seats"):
        table.add_column(title, justify="right" if title == "plies" else "left")
    for game in games:
        ended = datetime.fromtimestamp((game.ended_ms or 0) / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(one.player or one.bot or one.kind for one in game.players)
        table.add_row(game.game, game.variant, game.outcome, str(game.plies), ended, names)
    return table


@contextmanager
def _counted(shelf: Archive) -> Iterator[Callable[[], object]]:
    """What is called for each game of the archive, with a bar that shows how many there are."""
    with reading(shelf.engine) as connection:
        games, *_ = rows.count(connection)
    with _progress() as progress:
        bar = progress.add_task("games", total=games)
        yield lambda: progress.advance(bar)


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())


@contextmanager
def _sentences() -> Iterator[None]:
    """What went wrong outside of this program as one sentence and exit status 2."""
    try:
        yield
    except _KNOWN as problem:
        raise _Impossible(str(problem)) from None


@contextmanager
def _resumable() -> Iterator[None]:
    """Says that nothing is lost if the command is interrupted, which ends it with 130."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("Interrupted: run again it goes on where it was.", err=True)
        sys.exit(_INTERRUPTED)


def _alone() -> Settings:
    """The settings of a command that needs catalogue and archive, and no store."""
    settings = load()
    configure(settings.log_level)
    return settings


def _beside() -> Settings:
    """The settings, with the store of a service that runs beside this command if the program found it."""
    found: Callable[[], Settings] = click.get_current_context().obj or load
    settings = found()
    configure(settings.log_level)
    return settings


def _kept(settings: Settings) -> Archive:
    """The archive of a command that only reads; _Impossible, and nothing is made, where there is none."""
    empty = settings.catalogue_url is None and not (settings.data / "catalogue.sqlite").exists()
    if empty and settings.redis_url is None:  # beside a store nothing may have been archived yet
        raise _Impossible(f"There is no archive in {settings.data}: nothing is stored there.")
    check_records(settings)
    return _shelf(settings)


def _shelf(settings: Settings) -> Archive:
    """The archive that the settings name, closed when the command ends."""
    shelf = open_archive(settings)
    click.get_current_context().call_on_close(shelf.close)
    return shelf


def _url(settings: Settings) -> str:
    if settings.redis_url is None:
        raise StartError("REDIS_URL names no store, and no service runs beside the archive.")
    return settings.redis_url


def _after(settings: Settings, secrets: Keys) -> Afterlife:
    return Afterlife(connect(_url(settings)), Vault(secrets.vault))


def _signer(settings: Settings) -> tuple[LogSigner, Archive]:
    """What signs the log of all games, of which a command asks what was signed, and the archive."""
    redis, shelf = connect(_url(settings)), _shelf(settings)
    ring = KeyRing(join(settings)[0].sign, StoredGenerations(redis), settings.origin)
    return open_signer(shelf, redis, ring), shelf


def _archiver(settings: Settings) -> Archiver:
    redis, (secrets, _) = connect(_url(settings)), join(settings)
    ring = KeyRing(secrets.sign, StoredGenerations(redis), settings.origin)
    shelf = _shelf(settings)
    signer = open_signer(shelf, redis, ring)
    return open_archiver(settings, shelf, redis, Vault(secrets.vault), signer, FORMS)
