"""The command `conquian tournament games`: the games of a tournament, or those that an entrant lost."""

import sys
from collections.abc import Sequence

import click
import orjson
from rich.console import Console
from rich.table import Table
from rich.text import Text

from app.cli.tournament.beginning import entrant_named, house, tournament_id
from app.i18n import Language, translate
from app.tournament.exports import game_json
from app.tournament.failures import SAID, Kind, by_game
from app.tournament.results import Outcome, chosen
from app.tournament.schedule import Fixture
from app.tournament.tournament import Tournament

_COLUMNS = ("game", "id", "deck", "entrants by seat", "balances", "ending", "plies")


@click.command()
@click.argument("id_", metavar="ID")
@click.option("--entrant", "name", metavar="NAME", help="Games of this entrant.")
@click.option("--result", type=click.Choice([*map(str, Outcome)]), help="Those that it won, drew or lost.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object.")
def games(id_: str, name: str | None, result: str | None, as_object: bool) -> None:
    """List the games of the tournament ID."""
    if result is not None and name is None:
        raise click.UsageError("--result needs --entrant.")
    named = tournament_id(id_)
    with house() as at:
        state = at.state(named)
        failed = by_game(at.failures.of(state))
    entrant = None if name is None else entrant_named(state, name)
    found = list(chosen(state, entrant, None if result is None else Outcome(result)))
    if as_object:
        rows = [game_json(state, one, failed) for one in found]
        told = {"tournament": state.id, "games": rows}
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2).decode())
        return
    Console(width=None if sys.stdout.isatty() else 120).print(_table(state, found, failed))


def _table(state: Tournament, found: Sequence[Fixture], failed: dict[int, Kind]) -> Table:
    title = f"{state.manifest.name}  {state.id}: {len(found)} games"
    table = Table(*_COLUMNS, title=Text(title), title_justify="left")
    for one in found:
        names = ", ".join(state.manifest.entrants[entrant].name for entrant in one.seats)
        result = state.results.get(one.number)
        place = (str(one.number), result.game if result else "", str(one.deck), Text(names))
        if result is None:
            table.add_row(*place, "", "", "")
            continue
        kind = failed.get(one.number)
        ending = str(result.ending) + ("" if kind is None else f": {translate(Language.EN, SAID[kind])}")
        table.add_row(*place, " ".join(f"{won:+d}" for won in result.balances), ending, str(result.plies))
    return table
