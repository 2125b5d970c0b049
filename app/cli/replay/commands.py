"""Commands `replay`, `record`, `audit` and `import`; they need a file or the address of a service only.

Exit status: 0 for success and a clean audit, 1 for findings, 2 for unreadable input, 3 for an incomplete
audit without findings. Modules that only tournaments need are imported for tournaments only.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

import click
import orjson

from app.cli.language import language_option, spoken
from app.cli.nearest_service import UnreadableInput, address
from app.cli.replay.cards import Style
from app.cli.replay.rendering import frame, step_through
from app.cli.terminal import print_json
from app.i18n import Language, Message, translate
from app.store.keys import LogKind, kind_of
from replays.audit.report import AuditResult, Cause, Check, Report, worst
from replays.audit.report_json import as_json
from replays.disputes.bundle import Bundle
from replays.disputes.bundle_audit import Audited, audited, in_file
from replays.disputes.listed import disputes_about
from replays.disputes.partial import partial_section
from replays.disputes.report import report_of
from replays.record.errors import ReplayError, Unreachable
from replays.record.receipts import KeyList
from replays.report.facts import Facts, facts_of_record
from replays.report.page import page, section
from replays.report.source import (
    import_file,
    keys_at,
    receipts_in,
    record_at,
    replay_of,
    report_on,
    text_of_record,
)
from replays.report.steps import Replay
from replays.report.words import PHRASES

F = TypeVar("F", bound=Callable[..., Any])

_FOUND: Final = 1
_STATUS: Final = {AuditResult.CLEAN: 0, AuditResult.FINDINGS: _FOUND, AuditResult.INCOMPLETE: 3}
"""Exit status by the result of an audit."""


def _with_url(command: F) -> F:
    """Add the option for the address of the service."""
    help_text = "Address of a service, instead of that of the data directory."
    return click.option("--url", help=help_text)(command)


@click.command()
@click.argument("name", metavar="GAME|FILE")
@click.option("--at", "at", type=click.IntRange(1), metavar="PLY", help="Show this ply, or start there.")
@click.option(
    "--as", "seat", type=click.IntRange(0, 11), metavar="SEAT", help="Show only what this seat could see."
)
@_with_url
def replay(name: str, at: int | None, seat: int | None, url: str | None) -> None:
    """Show a game ply by ply: in a terminal with keys, otherwise all plies at once."""
    try:
        _show(replay_of(name, address(url, name), seat), at, _style())
    except ReplayError as problem:
        _fail(problem)


@click.command()
@click.argument("name", metavar="GAME|FILE")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "text"]),
    default="jsonl",
    show_default=True,
    help="The record as JSON lines, or the game in the notation.",
)
@_with_url
def record(name: str, form: str, url: str | None) -> None:
    """Write the record of a finished game to standard output, or convert a FILE between the formats."""
    try:
        data = record_at(name, address(url, name))
        sys.stdout.buffer.write(text_of_record(data).encode() if form == "text" else data)
    except ReplayError as problem:
        _fail(problem)


@click.command()
@click.argument("name", metavar="GAME|TOURNAMENT|FILE|BUNDLE|RECEIPTS")
@click.option("--json", "as_lines", is_flag=True, help="Print the report as one JSON object.")
@click.option("--parent", metavar="GAME|FILE", help="The game from which the fork was made.")
@click.option("--keys", metavar="FILE|URL", help="The list of keys to trust.")
@click.option("--games", metavar="FOLDER", help="Folder with the records of the games of a tournament.")
@click.option("--receipts", metavar="FILE", help="Kept receipts: JSON, one per line or a list.")
@click.option(
    "--save-twice",
    "twice",
    metavar="FILE",
    help="Write the receipts of a ply that was signed twice to FILE; they are the proof.",
)
@language_option("en", show_default=True, help="The language of the report.")
@_with_url
def audit(
    name: str,
    as_lines: bool,
    parent: str | None,
    keys: str | None,
    games: str | None,
    receipts: str | None,
    twice: str | None,
    lang: str,
    url: str | None,
) -> None:
    """Audit a game: its chain, its deck, every decision; or the bundle of a dispute and its verdict; or a
    tournament, its seeds, and that each game was played on the deck that the seed gives; or receipts alone,
    that no ply was signed twice.

    The result is printed first and last. Exit status: 0, clean: everything was checked, also signatures by a
    list of keys, without findings; 1: there are findings; 2: the input cannot be audited, for example a file
    that is no record; 3, incomplete: no findings, but something was not checked or is missing, such as a list
    of keys or a checkpoint, which the result names.
    """
    try:
        known, kept = None if keys is None else keys_at(keys), receipts_in(receipts) if receipts else ()
        if (bundle := in_file(name)) is not None:
            before = None if parent is None else record_at(parent, address(url, parent))
            bundle_audit = audited(bundle, known, kept, before)
            _save_twice(twice, bundle_audit.game, bundle_audit.dispute)
            _audit_bundle(bundle, bundle_audit, kept, as_lines, Language(lang))
        if is_tournament(name) and (kept or parent is not None or twice is not None):
            raise click.UsageError(
                spoken(
                    Message(
                        "the record of a tournament is audited without --receipts, --parent and --save-twice"
                    )
                )
            )
        url_used = address(url, name, parent)
        if is_tournament(name):
            # Imported on use: the formats of tournaments double the time of the start.
            auditing = import_module("replays.tournaments.games_audit")
            tournament_report, game_reports = auditing.audited(name, url_used, known, games)
            _audit_tournament(tournament_report, game_reports, known, as_lines, Language(lang))
        report, facts = report_on(name, url_used, parent, known, kept)
        _save_twice(twice, report)
        disputes = disputes_about(name, url_used)
    except ReplayError as problem:
        _fail(problem)
    if as_lines:
        print_json(as_json(report) | disputes.members)
    else:
        click.echo(page(report, facts, known, Language(lang), kept, disputes.sentences(Language(lang))))
    sys.exit(_STATUS[report.result])


@click.command("import")
@click.argument("file", metavar="FILE")
@_with_url
def import_(file: str, url: str | None) -> None:
    """Send a game from elsewhere to the service, which keeps and audits it: a record, or a text (.txt).

    Exit status 1 means that the audit has findings, or that the service has another game of that id.
    """
    try:
        answer = import_file(file, address(url))
    except ReplayError as problem:
        _fail(problem)
    print_json(answer)
    ours = answer.get("ours")
    sys.exit(_FOUND if answer["report"]["findings"] or not (ours is None or ours["same_head"]) else 0)


def _audit_bundle(
    bundle: Bundle, result: Audited, kept: Sequence[Any], as_lines: bool, language: Language
) -> NoReturn:
    """Print the audit of the bundle of a dispute, and exit."""
    if as_lines:
        reports = {
            "game": as_json(result.game),
            "dispute": as_json(result.dispute),
            "partial": result.partial,
        }
        print_json({**reports, "clean": result.clean, "result": result.result})
    else:
        facts = facts_of_record(bundle.game)
        dispute_id = result.dispute.game
        own_receipts = [
            receipt for receipt in kept if isinstance(receipt, dict) and receipt.get("game") == dispute_id
        ]
        others = [receipt for receipt in kept if receipt not in own_receipts]
        click.echo(page(result.game, facts, result.keys, language, others))
        chapters = report_of(bundle, facts.paragraphs, language)
        decided = [partial_section(result.partial, language)] if result.partial else []
        for title, sentences in (*chapters, *decided):
            click.echo(f"\n{section(title, iter(sentences))}")
        covered = Facts(timed=True, covered=_covered(result.dispute), ended=True, dispute=True)
        click.echo(f"\n{page(result.dispute, covered, result.keys, language, own_receipts)}")
        if result.own:
            click.echo(translate(language, PHRASES["own-keys"]))
    sys.exit(_STATUS[result.result])


def _save_twice(name: str | None, *reports: Report) -> None:
    """Write the receipts of the first ply that was signed twice to a file. Raises Unreachable."""
    twice = [
        finding for report in reports for finding in report.findings if finding.cause is Cause.TWO_SIGNATURES
    ]
    if name is None or not twice:
        return
    try:
        Path(name).write_bytes(
            orjson.dumps(twice[0].evidence["receipts"], option=orjson.OPT_INDENT_2) + b"\n"
        )
    except OSError as problem:
        raise Unreachable(Message("the file cannot be written: {reason}").filled(reason=problem)) from None


def _audit_tournament(
    report: Report, games: Sequence[Report], keys: KeyList | None, as_lines: bool, language: Language
) -> NoReturn:
    """Print the audit of a tournament and its games, and exit."""
    with_findings = [game_report for game_report in games if game_report.findings]
    partial = sum(game_report.result is AuditResult.INCOMPLETE for game_report in games)
    result = worst(report, *games)
    if as_lines:
        counts_by_kind = {
            "tournament": as_json(report),
            "games": len(games),
            "wrong": list(map(as_json, with_findings)),
        }
        totals = {"incomplete": partial, "clean": result is AuditResult.CLEAN, "result": result}
        print_json({**counts_by_kind, **totals})
    else:
        facts = Facts(timed=True, covered=_covered(report), ended=True, games=True)
        clean = len(games) - len(with_findings) - partial
        counted = PHRASES["games-counted"].filled(clean=clean, incomplete=partial, wrong=len(with_findings))
        counts = translate(language, counted)
        if with_findings:  # the tournament's own log may be clean
            click.echo(f"{counts}\n")
        click.echo(page(report, facts, keys, language))
        for game_report in with_findings:
            click.echo(
                f"\n{page(game_report, Facts(covered=_covered(game_report), ended=True), keys, language)}"
            )
        click.echo(f"\n{counts}")
    sys.exit(_STATUS[result])


def _covered(report: Report) -> bool:
    return any(check_count.check is Check.INCLUSION for check_count in report.checks)


def _show(shown_replay: Replay, at: int | None, style: Style) -> None:
    if at is not None and at > shown_replay.plies:
        raise ReplayError(Message("the game has {count} plies").filled(count=shown_replay.plies))
    if sys.stdout.isatty() and sys.stdin.isatty():
        step_through(shown_replay, at or 1, style, show=_draw, key=click.getchar, ask_ply=_ask_ply)
        return
    for ply in range(1, shown_replay.plies + 1) if at is None else (at,):
        click.echo(frame(shown_replay.step(ply), style))


def _draw(page: str) -> None:
    click.clear()
    click.echo(page)


def _ask_ply() -> int | None:
    answer = click.prompt("ply", default="", show_default=False)
    return int(answer) if answer.isascii() and answer.isdigit() else None


def _style() -> Style:
    return Style(unicode=(sys.stdout.encoding or "").lower().replace("-", "") == "utf8")


def _fail(problem: ReplayError) -> NoReturn:
    raise UnreadableInput(problem.message) from None


_HEADER: Final = b'"record":"conquian-tournament"'


def is_tournament(name: str) -> bool:
    """Return True if `name` is the id of a tournament, or a file with the record of one."""
    path = Path(name)
    try:
        if not path.is_file():
            return kind_of(name) is LogKind.TOURNAMENT
        with path.open("rb") as file:
            return _HEADER in file.readline(400)
    except OSError:
        return False
