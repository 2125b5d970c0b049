"""Commands `conquian archive`: status, archiving, search, export, check and restore.

They need the catalogue and the archive; commands that change them also need the store and the service secret.
Exit status: 0 for success, 1 for damage or refusals, 2 if nothing could be done.
"""

import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import orjson
from rich.table import Table

from app.cli.archive.kinds import FORMS
from app.cli.archive.parts import (
    FAILED,
    archive_of,
    archiver_of,
    counted,
    kept_archive,
    list_damaged,
    retention_of,
    sentences,
    settings_alone,
    settings_beside,
    store_url,
)
from app.cli.archive.repairs import rebuild, rewrite
from app.cli.language import spoken
from app.cli.progress import print_table, step_progress
from app.games.registry import variants
from app.games.table.state import ENDED
from app.games.table.summary import OUTCOMES
from app.i18n import Message
from app.service.secret_keys import keys
from app.store.client import connect
from app.store.entry_format import last_of_chain
from app.store.signing_state import StoredGenerations
from replays.api.games import as_json
from replays.archive import checking
from replays.archive.archive import Archive
from replays.archive.archiver import ArchiveRound
from replays.archive.opening import HOUR_MS
from replays.archive.recovery import restore as restored
from replays.archive.segments import Segments
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.key_epochs import recall
from replays.catalogue.search import End, Filter, ListedGame, found
from replays.catalogue.summary import EVENTS, PEOPLE
from replays.export.resumable import Export, ExportFormat
from replays.export.resumable import export as exported
from replays.export.rows import What
from replays.installation.starting import join
from replays.transparency import store as tree

F = TypeVar("F", bound=Callable[..., Any])

_PAGE: Final = 200


class _MomentType(click.ParamType[int]):
    """Parameter type of a day or time in UTC, or ms since 1970; converts to ms."""

    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if value.isascii() and value.isdigit() and len(value) > 8:
            return int(value)
        try:
            moment = datetime.fromisoformat(value)
        except ValueError:
            self.fail(
                spoken(
                    Message("{value} is not like 2026-11-21, 2026-11-21T18:30 or ms since 1970"),
                    value=repr(value),
                ),
                param,
                ctx,
            )
        return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def _filtered(command: F) -> F:
    """Add the options that select games."""
    options = [
        click.option("--status", type=click.Choice([str(ended_status) for ended_status in ENDED])),
        click.option("--variant", type=click.Choice(list(variants()))),
        click.option("--player", metavar="ID", help="A player who had a seat."),
        click.option("--bot", metavar="NAME", help="A bot that had a seat."),
        click.option(
            "--since",
            "since_ms",
            type=_MomentType(),
            help="Ended at this time or later, as 2026-11-21 in UTC.",
        ),
        click.option("--until", "until_ms", type=_MomentType(), help="Ended at this time or earlier."),
        click.option("--outcome", type=click.Choice(OUTCOMES)),
        click.option("--length-min", type=click.IntRange(1), metavar="PLIES"),
        click.option("--length-max", type=click.IntRange(1), metavar="PLIES"),
        click.option("--people", type=click.Choice(PEOPLE), help="A person in every seat, or in some."),
        click.option("--event", type=click.Choice(EVENTS), help="A forced card, a drawn hand, a dispute."),
        click.option("--tournament", metavar="ID", help="The games of a tournament."),
        click.option("--game", metavar="ID", help="The game itself."),
        click.option("--fork-of", metavar="GAME", help="Only the forks of a game."),
        click.option("--hidden", is_flag=True, help="Include unlisted and private games."),
    ]
    for option in reversed(options):
        command = option(command)
    return command


@click.group()
def archive() -> None:
    """The archive of finished games."""


@archive.command()
def status() -> None:
    """Print the number of archived games, and of those that wait in the store, if there is one."""
    with sentences():
        settings = settings_beside()
        opened = kept_archive(settings)
        with reading(opened.engine) as connection:
            games, removed, blobs, size = rows.count(connection)
        click.echo(f"{games} games in the catalogue, {removed} of them without their record")
        click.echo(f"{blobs} files with {size} bytes in {settings.archive}")
        if settings.redis_url:
            after = retention_of(settings, keys(settings))
            click.echo(
                f"{after.waiting()} games wait in the store, {after.kept()} archived ones are kept there"
            )


@archive.command()
def now() -> None:
    """Archive all waiting games now, in this process."""
    with sentences():
        settings = settings_beside()
        archiver = archiver_of(settings)
        total = ArchiveRound()
        while True:
            done = archiver.round()
            total = ArchiveRound(
                *(getattr(total, name) + getattr(done, name) for name in ArchiveRound.__slots__)
            )
            if not done.more:
                break
    click.echo(f"{total.archived} archived, {total.forgotten} gone from the store, {total.refused} refused")
    sys.exit(FAILED if total.refused else 0)


@archive.command()
@_filtered
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@click.option("--json", "lines", is_flag=True, help="Print one JSON object per line.")
def find(limit: int, lines: bool, **chosen: Any) -> None:
    """Find games in the archive; the game that ended last comes first."""
    with sentences():
        games = list(_some(kept_archive(settings_alone()), Filter(**chosen), limit))
    if lines:
        for game in games:
            sys.stdout.buffer.write(orjson.dumps(as_json(game), option=orjson.OPT_APPEND_NEWLINE))
        return
    print_table(_table(games), width=160)


@archive.command()
@_filtered
@click.option("--format", "file_format", type=click.Choice([*map(str, ExportFormat)]), default="jsonl")
@click.option("--what", type=click.Choice([*map(str, What)]), default="games", show_default=True)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True)
def export(file_format: str, what: str, out: Path, **chosen: Any) -> None:
    """Write games, their hands or their plies into a file. An interrupted export continues when run again.

    For a game whose record is damaged no plies are written; such games are listed at the end.
    """
    parameters = Export(out, What(what), ExportFormat(file_format), Filter(**chosen))
    with sentences(), step_progress() as looked:
        opened = kept_archive(settings_alone())
        damaged = exported(opened, parameters, lambda every, done: looked("parts", done, every))
    list_damaged(damaged)
    if damaged:
        click.echo(f"{len(damaged)} games are not in {out}: their records are damaged")
        sys.exit(FAILED)


@archive.command()
@click.option("--audit", "audits", is_flag=True, help="Also audit every record, which takes long.")
@click.option(
    "--remove-strays", is_flag=True, help="Remove files that no game needs; not while games are archived."
)
def check(audits: bool, remove_strays: bool) -> None:
    """Read every record of the archive, compare it with the catalogue and the log of all games, and report
    losses.

    If there is a store, the logs that are still in it are compared with the archived records.
    """
    with sentences():
        settings = settings_beside()
        opened = kept_archive(settings)
        opened.files.check()  # a missing bucket is not damage
        with counted(opened) as looked:
            damaged = list(checking.damages(opened, FORMS if audits else {}, looked))
        list_damaged(damaged)
        with reading(opened.engine) as connection:
            signed = tree.signed_size(connection)
        gap = Segments(opened.files).gap(signed)
        if gap:
            click.echo(f"DAMAGED log of all games: {gap}")
        live = None
        if settings.redis_url is not None:
            live = checking.compared(opened, partial(last_of_chain, connect(settings.redis_url)))
            for difference in live.different:
                click.echo(f"DIFFERENT {difference.game}: {difference.detail}")
        strays = checking.strays(opened)
        for name in strays if remove_strays else ():
            opened.files.remove(name)
    if live is None:
        click.echo("No store is known here: no record was compared with the log of its game there.")
    else:
        click.echo(f"{live.count} of the archived logs are in the store, {len(live.different)} differ there")
    click.echo(f"Not looked at: {', '.join(_untouched(audits))}.")
    ending = "removed" if remove_strays else "left alone"
    click.echo(f"{len(damaged)} damaged records; {len(strays)} files that no game needs, {ending}")
    sys.exit(FAILED if damaged or gap or (live is not None and live.different) else 0)


def _untouched(audits: bool) -> list[str]:
    """Return what `check` does not cover."""
    moves = [] if audits else ["whether the moves are legal (--audit)"]
    return [
        *moves,
        "hidden parts of logs in the store",
        "games that are not archived yet",
        "receipts and checkpoints that others keep",
    ]


@archive.command()
def restore() -> None:
    """Write every archived game that is missing in the store back into it, and compare all heads.

    The times at which signing keys began are restored first, as far as checkpoints contain them. Games with
    damaged records are left out and listed at the end; to restore them, put their files back and run the
    command again. API keys, webhooks and unfinished games are in the store only, and are not restored.
    """
    with sentences():
        settings = settings_beside()
        store_url(settings)
        after, opened = retention_of(settings, join(settings)[0]), archive_of(settings)
        with reading(opened.engine) as connection:
            recall(connection, StoredGenerations(connect(store_url(settings))))
        with counted(opened) as looked:
            result = restored(opened, after, settings.keep_hours * HOUR_MS, looked)
    for game in result.different:
        click.echo(f"DIFFERENT {game}: the store has another log")
    list_damaged(result.damaged)
    click.echo(
        f"{result.same} games with the same head, {len(result.different)} with another,"
        f" {result.removed} without their record, {len(result.damaged)} with a damaged one"
    )
    sys.exit(FAILED if result.different or result.damaged else 0)


def _some(archive: Archive, wanted: Filter, limit: int) -> Iterator[ListedGame]:
    before: End | None = None
    while limit > 0:
        with reading(archive.engine) as connection:
            page = found(connection, wanted, min(limit, _PAGE), before)
        yield from page.games
        limit -= len(page.games)
        before = page.next
        if before is None:
            return


def _table(games: list[ListedGame]) -> Table:
    table = Table()
    for title in ("game", "variant", "outcome", "plies", "ended", "seats"):
        table.add_column(title, justify="right" if title == "plies" else "left")
    for game in games:
        ended = datetime.fromtimestamp((game.ended_ms or 0) / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        names = ", ".join(player.player or player.bot or player.kind for player in game.players)
        table.add_row(game.game, game.variant, game.outcome, str(game.plies), ended, names)
    return table


archive.add_command(rebuild)
archive.add_command(rewrite)
