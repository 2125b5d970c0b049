"""The command `conquian tournament failures`: which games bots forfeited by failing, and why."""

import shlex
import sys
from collections.abc import Sequence
from typing import Any, Final

import click
import orjson
from rich.console import Console
from rich.table import Table
from rich.text import Text

from app.cli.tournament.beginning import entrant_named, house, tournament_id
from app.config import StartError
from app.i18n import Language, translate
from app.tournament.exports import failure_json
from app.tournament.failures import SAID, TRIAL, Failure
from app.tournament.tournament import Tournament

_COLUMNS: Final = ("game", "id", "entrant", "seat", "failure", "ply")
_TRIAL: Final = "trial"


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--game", "fixture", type=click.IntRange(0), metavar="NUMBER", help="Details of this game.")
@click.option("--entrant", "name", metavar="NAME", help="Failures of this entrant.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def failures(id_: str, fixture: int | None, name: str | None, as_object: bool) -> None:
    """List the games that bots of the tournament ID forfeited by failing.

    With --game the details of one are printed: what was asked, what was answered, and the end of what the
    bot wrote on standard error. Game 0 is the question that each bot is asked before the first game.
    """
    named = tournament_id(id_)
    with house() as at:
        state = at.state(named)
        found = at.failures.of(state) if fixture is None else at.failures.of_game(state, fixture)
    found = [one for one in found if name is None or one.entrant == entrant_named(state, name)]
    if as_object:
        rows = [failure_json(state.manifest, one) for one in found]
        told = {"tournament": state.id, "failures": rows}
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode())
    elif fixture is not None:
        _print_details(state, fixture, found)
    else:
        _print_table(state, found)


def _print_table(state: Tournament, found: Sequence[Failure]) -> None:
    if not found:
        click.echo("No game was forfeited by a failure.")
        return
    table = Table(*_COLUMNS, title=Text(f"{state.manifest.name}  {state.id}"), title_justify="left")
    for one in found:
        trial = one.fixture == TRIAL
        table.add_row(
            _TRIAL if trial else str(one.fixture),
            one.game,
            Text(state.manifest.entrants[one.entrant].name),
            "" if trial else str(one.seat),
            translate(Language.EN, SAID[one.kind]),
            str(one.ply),
        )
    Console(width=None if sys.stdout.isatty() else 120).print(table)
    click.echo(f"Details: conquian tournament failures {state.id} --game {found[0].fixture}")


def _print_details(state: Tournament, fixture: int, found: Sequence[Failure]) -> None:
    if not found:
        raise StartError(f"No entrant failed in game {fixture}.")
    for one in found:
        click.echo("\n".join(_details(state, one)))


def _details(state: Tournament, one: Failure) -> list[str]:
    """What is known of a failure, a line or some lines each."""
    entrant = state.manifest.entrants[one.entrant]
    game = f" ({one.game})" if one.game else ""
    place = (
        f"the trial question{game}" if one.fixture == TRIAL else f"game {one.fixture}{game}, seat {one.seat}"
    )
    ended = f" ({one.ended})" if one.ended else ""
    lines = [f"{entrant.name}, {place}, after ply {one.ply}: {translate(Language.EN, SAID[one.kind])}{ended}"]
    if one.question is None:
        lines.append("The question is not kept.")
    else:
        lines += ["It was asked:", *(f"  {name}: {_line(value)}" for name, value in one.question.items())]
    lines += [f"It answered: {one.answer}"] if one.answer else ["It answered nothing."]
    lines += ["It wrote on standard error:", one.said.rstrip("\n")] if one.said.strip() else []
    if one.game:
        lines.append(f"Ask it again: conquian bot-check --again {one.game} {one.ply} {_bot(entrant.plan)}")
    return lines


def _line(value: Any) -> str:
    return orjson.dumps(value).decode()


def _bot(plan: Any) -> str:
    """The option of `conquian bot-check` that names the bot of an entrant."""
    if "command" in plan:
        return f"--command {shlex.quote(shlex.join(plan['command']))}"
    return f"--python {shlex.quote(plan['python'])}" if "python" in plan else "URL"
