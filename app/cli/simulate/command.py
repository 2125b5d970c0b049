"""The command `conquian simulate`."""

import os
import sys
from collections.abc import Iterable
from time import monotonic
from typing import Any

import click
from rich.table import Table

from app.bots.roster import bots_of
from app.cli.language import spoken
from app.cli.progress import print_table, progress_bars
from app.cli.simulate.plan import Plan, cases
from app.cli.simulate.play import Faulty, Tally, Totals, merged, results, whole
from app.cli.terminal import INTERRUPTED, json_option, print_json
from app.games.errors import ConfigRefused
from app.games.registry import variants
from app.games.variant_table import OptionValue
from app.i18n import Message


@click.command()
@click.option(
    "--variant",
    type=click.Choice(list(variants())),
    help="Only this variant; the default is all of Conquián in turn.",
)
@click.option(
    "--players",
    type=click.IntRange(2, 13),
    help="Number of seats; the default is every possible number in turn.",
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule; may be repeated."
)
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--processes", type=click.IntRange(1, 64), default=os.cpu_count() or 1, show_default=True)
@click.option(
    "--bots",
    default="random",
    show_default=True,
    help="Names of bots, comma-separated, repeated for further seats.",
)
@click.option("--check", is_flag=True, help="Check cards, money and listed moves at every ply.")
@click.option("--game", type=click.IntRange(0), help="Play only the game of this number.")
@json_option
def simulate(
    variant: str | None,
    players: int | None,
    options: tuple[str, ...],
    games: int,
    seed: int,
    processes: int,
    bots: str,
    check: bool,
    game: int | None,
    as_object: bool,
) -> None:
    """Play games of bots in memory and count what happens.

    A seed gives the same games whatever the number of processes. Ctrl-C prints what was done so far.
    """
    tables = _cases(variant, players, options)
    plan = Plan(tables, _bots(bots, tables[0].play.name), seed, check)
    numbers = range(games) if game is None else range(game, game + 1)
    tally: Tally = {}
    began = monotonic()
    status = _run(plan, numbers, min(processes, len(numbers)), tally)
    _print(tally, monotonic() - began, as_object)
    sys.exit(status)


def _cases(variant: str | None, players: int | None, options: Iterable[str]) -> Any:
    try:
        return cases(variant, players, dict(map(option, options)))
    except ConfigRefused as refusal:
        raise click.UsageError(f"{refusal.code}: {refusal.field}") from None


def option(text: str) -> tuple[str, OptionValue]:
    """Parse `name=value` as in the API: true, false, null, a whole number, or a text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(spoken(Message("--option {text}: write NAME=VALUE"), text=text))
    words: dict[str, OptionValue] = {"true": True, "false": False, "null": None}
    if value in words:
        return name, words[value]
    return name, int(value) if value.isascii() and value.isdigit() else value


def _bots(names: str, play: str) -> tuple[str, ...]:
    chosen, known = tuple(names.split(",")), bots_of(play)
    for name in chosen:
        if name not in known:
            raise click.UsageError(
                spoken(Message("--bots {name}: choose from {names}"), name=name, names=list(known))
            )
    return chosen


def _run(plan: Plan, games: range, processes: int, tally: Tally) -> int:
    """Play into `tally` and return the exit status."""
    try:
        with progress_bars() as progress:
            task = progress.add_task("games", total=len(games))
            for played, totals in results(plan, games, processes):
                merged(tally, totals)
                progress.advance(task, played)
    except KeyboardInterrupt:
        click.echo("Stopped; this is what was done.", err=True)
        return INTERRUPTED
    except Faulty as fault:
        click.echo(f"FAILED {fault}", err=True)
        return 1
    return 0


def _print(tally: Tally, seconds: float, as_object: bool) -> None:
    total = whole(tally)
    speed = {
        "seconds": round(seconds, 3),
        "games_per_second": round(total.counts["games"] / seconds, 1),
        "plies_per_second": round(total.counts["plies"] / seconds, 1),
    }
    by_case = dict(sorted(tally.items()))
    if as_object:
        document = {
            "total": total.as_json(),
            "cases": {name: totals.as_json() for name, totals in by_case.items()},
        }
        print_json({**document, "speed": speed})
        return
    print_table(_table(by_case, total), width=160)
    click.echo("{seconds} s, {games_per_second} games/s, {plies_per_second} plies/s".format(**speed))


def _table(by_case: Tally, total: Totals) -> Table:
    table = Table()
    columns = total.columns
    for title in ("", *columns, "plies a game", "wins by seat"):
        table.add_column(title, justify="right" if title in columns else "left")
    for name, totals in {**by_case, "all": total}.items():
        table.add_row(
            name, *(f"{totals.counts[column]:,}" for column in columns), _lengths(totals), _wins(totals)
        )
    return table


def _lengths(totals: Totals) -> str:
    return f"{totals.length(0.0)} to {totals.length(1.0)}, median {totals.length(0.5)}"


def _wins(totals: Totals) -> str:
    return " ".join(str(totals.wins[seat]) for seat in range(max(totals.wins, default=-1) + 1))
