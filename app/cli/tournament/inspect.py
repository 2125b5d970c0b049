"""Commands `conquian tournament failures`, `explain` and `games`: forfeits, pairings, and games."""

import shlex
from collections.abc import Sequence
from typing import Any, Final

import click
import orjson
from rich.table import Table
from rich.text import Text

from app.cli.language import language_option, spoken, terminal_language
from app.cli.progress import print_table
from app.cli.terminal import json_option, print_json
from app.cli.tournament.session import entrant_named, open_session, tournament_id
from app.i18n import Language, Message, translate
from app.settings.errors import StartError
from app.tournament.exports import failure_json, game_json
from app.tournament.failures import FAILURE_TEXTS, TRIAL, Failure, FailureKind, by_game
from app.tournament.results import GameOutcome, chosen
from app.tournament.schedule import Fixture
from app.tournament.state import Round, Tournament
from app.tournament.views import reasons

_COLUMNS: Final = ("game", "id", "entrant", "seat", "failure", "ply")
_TRIAL: Final = "trial"


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--game", "fixture", type=click.IntRange(0), metavar="NUMBER", help="Details of this game.")
@click.option("--entrant", "name", metavar="NAME", help="Failures of this entrant.")
@json_option
def failures(id_: str, fixture: int | None, name: str | None, as_object: bool) -> None:
    """List the games that bots of the tournament ID forfeited by failing.

    With --game the details of one game are printed: the question, the answer, and the end of the bot's
    standard error. Game 0 is the question that each bot is asked before the first game.
    """
    named = tournament_id(id_)
    with open_session() as session:
        state = session.state(named)
        listed = session.failures.of(state) if fixture is None else session.failures.of_game(state, fixture)
    listed = [failure for failure in listed if name is None or failure.entrant == entrant_named(state, name)]
    if as_object:
        rows = [failure_json(state.manifest, failure) for failure in listed]
        print_json({"tournament": state.id, "failures": rows})
    elif fixture is not None:
        _print_details(state, fixture, listed)
    else:
        _print_table(state, listed)


def _print_table(state: Tournament, listed: Sequence[Failure]) -> None:
    if not listed:
        click.echo("No game was forfeited by a failure.")
        return
    table = Table(*_COLUMNS, title=Text(f"{state.manifest.name}  {state.id}"), title_justify="left")
    for failure in listed:
        trial = failure.fixture == TRIAL
        table.add_row(
            _TRIAL if trial else str(failure.fixture),
            failure.game,
            Text(state.manifest.entrants[failure.entrant].name),
            "" if trial else str(failure.seat),
            translate(Language.EN, FAILURE_TEXTS[failure.kind]),
            str(failure.ply),
        )
    print_table(table)
    click.echo(f"Details: conquian tournament failures {state.id} --game {listed[0].fixture}")


def _print_details(state: Tournament, fixture: int, listed: Sequence[Failure]) -> None:
    if not listed:
        raise StartError(spoken(Message("No entrant failed in game {number}."), number=fixture))
    for failure in listed:
        click.echo("\n".join(_details(state, failure)))


def _details(state: Tournament, failure: Failure) -> list[str]:
    """Return the details of a failure as lines."""
    entrant = state.manifest.entrants[failure.entrant]
    game = f" ({failure.game})" if failure.game else ""
    place = (
        f"the trial question{game}"
        if failure.fixture == TRIAL
        else f"game {failure.fixture}{game}, seat {failure.seat}"
    )
    ended = f" ({failure.ended})" if failure.ended else ""
    kind = translate(Language.EN, FAILURE_TEXTS[failure.kind])
    lines = [f"{entrant.name}, {place}, after ply {failure.ply}: {kind}{ended}"]
    if failure.question is None:
        lines.append("The question is not kept.")
    else:
        lines += ["It was asked:", *(f"  {name}: {_line(value)}" for name, value in failure.question.items())]
    lines += [f"It answered: {failure.answer}"] if failure.answer else ["It answered nothing."]
    lines += ["It wrote on standard error:", failure.stderr.rstrip("\n")] if failure.stderr.strip() else []
    if failure.game:
        lines.append(
            f"Ask it again: conquian bot-check --again {failure.game} {failure.ply} {_bot(entrant.plan)}"
        )
    return lines


def _line(value: Any) -> str:
    return orjson.dumps(value).decode()


def _bot(plan: Any) -> str:
    """Return the option of `conquian bot-check` that names the bot of a participant."""
    if "command" in plan:
        return f"--command {shlex.quote(shlex.join(plan['command']))}"
    return f"--python {shlex.quote(plan['python'])}" if "python" in plan else "URL"


_ROUND: Final = Message("Round {number} of {rounds}")
_TABLE: Final = Message("Table {table}: ")


@click.command()
@click.argument("id_", metavar="ID")
@click.argument("number", metavar="[ROUND]", type=click.IntRange(min=1), required=False)
@language_option(terminal_language, show_default="the terminal's", help="The language of the sentences.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object, as the API has it.")
def explain(id_: str, number: int | None, lang: str, as_object: bool) -> None:
    """Explain the pairings of a round of the tournament ID; the last round is the default.

    There is a sentence for each table, with the rule and its numbers, followed by the code of the rule, which
    is the same in every language.
    """
    named = tournament_id(id_)
    with open_session() as session:
        state = session.state(named)
    explained = reasons(state, _round(state, number), [Language(lang)])
    if as_object:
        print_json(explained)
    else:
        click.echo("\n".join(_lines(explained, len(state.rounds), lang)))


def _round(state: Tournament, number: int | None) -> Round:
    """Return the round of this number, else the last. Raises StartError where there is none."""
    if not state.rounds or (number or 1) > len(state.rounds):
        raise StartError(
            spoken(
                Message("{tournament}: {count} rounds are paired so far."),
                tournament=state.id,
                count=len(state.rounds),
            )
        )
    return state.rounds[(number or 0) - 1]


def _lines(explained: dict[str, Any], rounds: int, lang: str) -> list[str]:
    """Return the reasons of a round as text; `rounds` are paired so far."""
    lines = [translate(lang, _ROUND, number=explained["round"], rounds=rounds)]
    for reason in explained["reasons"]:
        place = translate(lang, _TABLE, table=reason["table"]) if "table" in reason else ""
        lines.append(f"{place}{reason['text'][lang]} [{reason['rule']}]")
    return lines


_GAME_COLUMNS = ("game", "id", "deck", "entrants by seat", "balances", "ending", "plies")


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--entrant", "name", metavar="NAME", help="Games of this entrant.")
@click.option(
    "--result", type=click.Choice([*map(str, GameOutcome)]), help="Those that it won, drew or lost."
)
@json_option
def games(id_: str, name: str | None, result: str | None, as_object: bool) -> None:
    """List the games of the tournament ID."""
    if result is not None and name is None:
        raise click.UsageError(spoken(Message("--result needs --entrant.")))
    named = tournament_id(id_)
    with open_session() as session:
        state = session.state(named)
        failed = by_game(session.failures.of(state))
    entrant = None if name is None else entrant_named(state, name)
    fixtures = list(chosen(state, entrant, None if result is None else GameOutcome(result)))
    if as_object:
        rows = [game_json(state, fixture, failed) for fixture in fixtures]
        print_json({"tournament": state.id, "games": rows})
        return
    print_table(_table(state, fixtures, failed))


def _table(state: Tournament, fixtures: Sequence[Fixture], failed: dict[int, FailureKind]) -> Table:
    title = f"{state.manifest.name}  {state.id}: {len(fixtures)} games"
    table = Table(*_GAME_COLUMNS, title=Text(title), title_justify="left")
    for fixture in fixtures:
        names = ", ".join(state.manifest.entrants[entrant].name for entrant in fixture.seats)
        result = state.results.get(fixture.number)
        place = (str(fixture.number), result.game if result else "", str(fixture.deck), Text(names))
        if result is None:
            table.add_row(*place, "", "", "")
            continue
        kind = failed.get(fixture.number)
        ending = str(result.ending) + (
            "" if kind is None else f": {translate(Language.EN, FAILURE_TEXTS[kind])}"
        )
        table.add_row(*place, " ".join(f"{won:+d}" for won in result.balances), ending, str(result.plies))
    return table
