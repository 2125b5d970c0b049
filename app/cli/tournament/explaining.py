"""The command that says why a round of a tournament was paired as it was."""

from typing import Any, Final

import click
import orjson

from app.cli.tournament.beginning import house, tournament_id
from app.config import StartError
from app.i18n import Language, Message, translate
from app.terminal.locale import terminal_language
from app.tournament.shown import reasons
from app.tournament.tournament import Round, Tournament

_ROUND: Final = Message("Round {number} of {rounds}")
_TABLE: Final = Message("Table {table}: ")


@click.command()
@click.argument("id_", metavar="ID")
@click.argument("number", metavar="[ROUND]", type=click.IntRange(min=1), required=False)
@click.option(
    "--lang",
    type=click.Choice([*map(str, Language)]),
    default=terminal_language,
    show_default="the terminal's",
    help="The language of the sentences.",
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object, as the API has it.")
def explain(id_: str, number: int | None, lang: str, as_object: bool) -> None:
    """Say why a round of the tournament ID was paired as it was, the last one unless ROUND names another.

    A sentence for each table: the rule, and the numbers that it was decided by. The code of the rule, which
    is the same in every language, stands behind it.
    """
    named = tournament_id(id_)
    with house() as at:
        state = at.state(named)
    found = reasons(state, _round(state, number), [Language(lang)])
    if as_object:
        click.echo(orjson.dumps(found, option=orjson.OPT_INDENT_2).decode())
    else:
        click.echo("\n".join(_lines(found, len(state.rounds), lang)))


def _round(state: Tournament, number: int | None) -> Round:
    """The round of this number, else the last; StartError where there is none."""
    if not state.rounds or (number or 1) > len(state.rounds):
        raise StartError(f"{state.id}: {len(state.rounds)} rounds are paired so far.")
    return state.rounds[(number or 0) - 1]


def _lines(found: dict[str, Any], rounds: int, lang: str) -> list[str]:
    """The reasons of a round as text; `rounds` are paired so far."""
    told = [translate(lang, _ROUND, number=found["round"], rounds=rounds)]
    for reason in found["reasons"]:
        place = translate(lang, _TABLE, table=reason["table"]) if "table" in reason else ""
        told.append(f"{place}{reason['text'][lang]} [{reason['rule']}]")
    return told
