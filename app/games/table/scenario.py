"""Scenarios of any game: of a hand, which the game reads, or of a table and the seats that are taken."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.games.cards import Seat
from app.games.errors import ConfigRefused
from app.games.registry import game_of, variants
from app.games.scenarios import (
    HEAD,
    after_steps,
    check_equal,
    check_names,
    check_then,
    first_difference,
)
from app.games.table import commands
from app.games.table.decide import create, decide
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.games.table.wire import command_from_json

_SCENARIO: Final = {*HEAD, "seats", "refused", "steps", "then"}
_GAME: Final = "a" * 22
_KEY: Final = "01" * 32


def difference(scenario: Mapping[str, Any]) -> str | None:
    """Return the first difference between `scenario` and the rules, as a sentence, or None when it passes.

    A scenario with a `position` is about a hand; one with a number of `seats` is about a table, see
    `_run`.
    """
    if not isinstance(scenario, Mapping) or scenario.get("variant") not in variants():
        return "unknown variant"
    if "seats" in scenario:
        return first_difference(_run, scenario)
    return game_of(scenario["variant"]).difference(dict(scenario))


def _run(scenario: Mapping[str, Any]) -> None:
    """Make a table of `seats` open seats, which the code `refused` refuses; without it play the steps.

    A step by `seat` null is one of the host or the service, who give seats to players: `{"type": "sit",
    "seat": 0, "terms": {...}}`. `then` may have the `status`, the `chips` and the `balances` of the seats.
    """
    check_names("scenario", scenario, _SCENARIO)
    game = game_of(scenario["variant"])
    rules = game.rules_to_json(game.sheet(scenario["variant"], scenario["options"]))
    seats = tuple({"kind": "open"} for _ in range(scenario["seats"]))
    made = commands.Create(_GAME, game.name, rules, seats, "none", "game", ("",) * len(seats), _KEY)
    try:
        table = fold(None, 1, create(made))
    except ConfigRefused as refusal:
        check_equal("table", scenario.get("refused", "accepted"), refusal.code)
        return
    check_equal("table", scenario.get("refused", "accepted"), "accepted")
    table = after_steps(table, scenario.get("steps", ()), lambda at: (None, *at.seats), _decided)
    check_then(_EXPECTATIONS, table, scenario.get("then", {}))


def _decided(table: Table, step: Mapping[str, Any]) -> Table:
    actor = None if step["seat"] is None else Seat(step["seat"])
    events = decide(table, actor, command_from_json(table.play, step["command"]))
    return fold(table, table.ply + 1, events)


_EXPECTATIONS: Final[Mapping[str, Callable[[Table], Any]]] = {
    "status": lambda table: str(table.status),
    "chips": lambda table: [*table.play.chips(table.sitting, table.balances)],
    "balances": lambda table: [*table.balances],
}
