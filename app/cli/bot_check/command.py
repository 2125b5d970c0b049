"""The command `conquian bot-check`."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from typing import Any, Final, NoReturn

import click
from rich.table import Table

from app.bots.external.limits import ParticipantLimits
from app.cli.bot_check import questions as repeating
from app.cli.bot_check import remote
from app.cli.bot_check.endpoint import Address, Examination
from app.cli.bot_check.local import run as rehearse
from app.cli.bot_check.remote import ProxiedService
from app.cli.bot_check.report import AFAR, HERE, CannotTry, PropertyResults
from app.cli.language import spoken
from app.cli.nearest_service import address as service_at
from app.cli.progress import print_table, progress_bars
from app.cli.simulate.plan import TableSetup, cases
from app.cli.terminal import INTERRUPTED, CannotRun, json_option, print_json
from app.games.registry import GAMES, USUAL
from app.games.registry import variants as every_variant
from app.http.credentials import parse_key
from app.i18n import Message

FAILED: Final = 1
_STDERR: Final = 2
_TIMES: Final = (
    "{decisions} decisions: median {median_ms} ms, p95 {p95_ms} ms, at most {max_ms} ms of {clock_ms} ms"
)
_NO_TIMES: Final = "No decision could be measured."


_option = partial(click.option, show_default=True)

Asking = Callable[[str], AbstractContextManager[repeating.Ask]]
"""Provides the function that asks a bot, for the game of this name."""


@click.command("bot-check")
@click.argument("target", metavar="[URL|TOKEN]", required=False)
@_option("--python", metavar="PATH.py:CLASS", help="A Python object instead of URL or TOKEN.")
@_option("--command", metavar="COMMAND", help="A program on standard input and output instead.")
@_option(
    "--variant",
    "variants",
    multiple=True,
    type=click.Choice(list(every_variant())),
    help="Only these variants; may be repeated. The default is all of Conquián.",
)
@_option("--games", type=click.IntRange(1, 1000), default=1, help="Games of each variant.")
@_option("--clock", type=click.IntRange(1, 3600), default=10, help="Seconds for a decision.")
@_option("--service", default="http://127.0.0.1:8000", help="TOKEN: the service on which the bot plays.")
@_option("--listen", default="127.0.0.1:0", help="TOKEN: address at which the bot connects.")
@_option(
    "--run", "program", help="TOKEN: command that starts the bot; CONQUIAN_URL and CONQUIAN_KEY are set."
)
@_option(
    "--silence",
    type=click.IntRange(1, 3600),
    default=60,
    help="TOKEN: longest time without a request, in seconds.",
)
@_option(
    "--secret", envvar="CONQUIAN_WEBHOOK_SECRET", help="URL: secret (whsec_...) that signs the messages."
)
@_option(
    "--memory", type=click.IntRange(16, 65_536), default=1024, help="--command: memory of the program in MiB."
)
@_option("--seed", type=int, default=1, help="Seed of the decks; not for TOKEN.")
@_option(
    "--again",
    nargs=2,
    type=(str, click.IntRange(1)),
    metavar="GAME PLY",
    help="Ask only this question again.",
)
@_option("--url", "at", help="--again: the service that has GAME, instead of that of the data directory.")
@json_option
def bot_check(
    target: str | None,
    python: str | None,
    command: str | None,
    variants: tuple[str, ...],
    games: int,
    clock: int,
    service: str,
    listen: str,
    program: str | None,
    silence: int,
    secret: str | None,
    memory: int,
    seed: int,
    again: tuple[str, int] | None,
    at: str | None,
    as_object: bool,
) -> None:
    """Check a bot: legal moves, time, crashes, repeated questions, lost replies, stale ones, unknown fields.

    With --python or --command a bot of this machine plays games in memory, as in a tournament; a program gets
    one JSON line for each decision and answers one. With a URL, as of a webhook, the bot gets `your_turn`
    messages of games in memory, and answers {"command": {...}}. With an API key (- reads it from standard
    input) the bot plays real games of a running service by queue or stream, through a proxy of this program:
    connect the bot to the address that is printed, or let --run start it. With --again one question is asked
    again, the one that was open in GAME (an id, or the file of a record) after PLY; a bot of this machine
    gets the questions before it, too.

    Exit status: 0 if no check failed, 1 if one failed, 2 if the bot cannot be checked.
    """
    local, tables = _local(target, python, command), _tables(variants)
    if again is not None:
        limits = ParticipantLimits(float(clock), memory_mb=memory, restarts=0)
        _ask_again(again, at, _asked(local, limits, target, secret), as_object, alone=local is None)
    tally = PropertyResults(clock * 1000, AFAR if local is None else HERE)
    try:
        with progress_bars() as progress:
            task = progress.add_task("games", total=games * len(tables))
            on_game = partial(progress.advance, task)
            if local is not None:
                limits = ParticipantLimits(float(clock), memory_mb=memory, restarts=0)
                rehearse(local, tally, limits, seed, tables * games, on_game)
            elif target is None:
                raise CannotTry(
                    spoken(Message("Name an address or an API key, or use --python or --command."))
                )
            elif "://" in target:
                Examination(Address(target, secret, float(clock)), tally, seed, on_game).run(tables, games)
            else:
                where = remote.RemoteBot(ProxiedService(service), _key(target), float(silence))
                start = partial(_bot, program, where.key)
                remote.run(where, tally, _place(listen), tables * games, start, on_game)
    except CannotTry as reason:
        _cannot(reason)
    except KeyboardInterrupt:
        click.echo("Stopped; this is what was seen.", err=True)
        _print(tally, as_object)
        sys.exit(INTERRUPTED)
    _print(tally, as_object)
    sys.exit(0 if tally.clean else FAILED)


def _asked(
    local: dict[str, Any] | None, limits: ParticipantLimits, target: str | None, secret: str | None
) -> Asking:
    """Return the function that asks the named bot; exit if it cannot be asked in this way."""
    if local is not None:
        return partial(repeating.of_entrant, local, limits)
    if target is None or "://" not in target:
        raise click.UsageError(spoken(Message("--again needs --command, --python or a URL.")))
    try:
        address = Address(target, secret, limits.decision_seconds)
    except CannotTry as reason:
        _cannot(reason)
    return lambda play: nullcontext(repeating.of_address(address, limits.milliseconds))


def _ask_again(
    again: tuple[str, int],
    at: str | None,
    asking: Asking,
    as_object: bool,
    *,
    alone: bool,
) -> NoReturn:
    """Repeat a question of a game, `alone` or after earlier ones, print the result, and exit."""
    (game, ply), url = again, service_at(at, again[0])
    try:
        questions = repeating.questions_at(game, ply, url)
        wanted = questions[-1]
        chance = repeating.chance_of(wanted.table, url)
        with asking(wanted.table.play.name) as ask:
            chosen = questions[-1:] if alone else questions
            result = repeating.answer(chosen, ask, chance or repeating.without_chance)
    except CannotTry as reason:
        _cannot(reason)
    if as_object:
        print_json(repeating.as_json(result, has_chance=chance is not None))
    else:
        click.echo("\n".join(repeating.sentences(result, wanted, has_chance=chance is not None)))
    sys.exit(0 if result.failure is None else FAILED)


def _cannot(reason: CannotTry) -> NoReturn:
    raise CannotRun(str(reason)) from None


def _tables(variants: Sequence[str]) -> tuple[TableSetup, ...]:
    """Return the smallest table of each variant."""
    return tuple(cases(name, None, {})[0] for name in variants or GAMES[USUAL].variants)


def _local(target: str | None, python: str | None, command: str | None) -> dict[str, Any] | None:
    """Return the participant for a local bot, None for any other. Raises UsageError for several bots."""
    if sum(option is not None for option in (target, python, command)) > 1:
        raise click.UsageError(
            spoken(Message("One bot at a time: an address, an API key, --python or --command."))
        )
    if python is not None:
        return {"name": python, "python": python}
    return None if command is None else {"name": command, "command": shlex.split(command)}


def _key(text: str) -> str:
    key = sys.stdin.readline().strip() if text == "-" else text
    if parse_key(key) is None:
        raise CannotTry(spoken(Message("That is neither an address nor an API key.")))
    return key


def _place(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not (port.isascii() and port.isdigit()) or int(port) > 65_535:
        raise CannotTry(spoken(Message("--listen is a host and a port, like 127.0.0.1:9000.")))
    return host.strip("[]"), int(port)


@contextmanager
def _bot(program: str | None, key: str, url: str) -> Iterator[remote.Gone]:
    """Run the bot, if it is to be started here; its whole process group ends with the block."""
    click.echo(f"The bot connects to {url}" + ("" if program else ": start it now."), err=True)
    if program is None:
        yield lambda: False
        return
    environ = {**os.environ, "CONQUIAN_URL": url, "CONQUIAN_KEY": key}
    try:
        process = subprocess.Popen(shlex.split(program), env=environ, stdout=_STDERR, start_new_session=True)
    except OSError as failure:
        raise CannotTry(
            spoken(Message("The bot does not start: {reason}."), reason=failure.strerror)
        ) from None
    before = signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # otherwise the bot would outlive this process
    try:
        yield lambda: process.poll() is not None
    finally:
        signal.signal(signal.SIGTERM, before)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _print(tally: PropertyResults, as_object: bool) -> None:
    report = tally.as_json()
    if as_object:
        print_json(report)
        return
    table = Table("", "verdict", "tried", "failed")
    for row in report["checks"]:
        table.add_row(row["sentence"], row["verdict"], str(row["tried"]), str(row["failed"]))
    print_table(table)
    measured = report["time"]
    click.echo(_TIMES.format(**measured) if measured["decisions"] else _NO_TIMES)
    for row in report["checks"]:
        for fault in row["faults"]:
            click.echo(f"FAILED {row['check']}: {fault}")
