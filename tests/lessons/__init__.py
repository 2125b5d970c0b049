"""Lessons of Conquián: positions, answers and mistakes, and the script that the page makes of them."""

from pathlib import Path
from typing import Any, Final

import orjson

from app.games.cards import Seat
from app.games.conquian.scenario import position
from app.games.registry import game_of
from app.games.table import commands
from app.games.table.decide import create, decide
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.games.table.view import view
from app.games.table.wire import command_from_json
from app.service.pending_decisions import bodies

HERE: Final = Path(__file__).parent
POSITIONS: Final = HERE / "positions.json"
LESSONS: Final = HERE / "lessons.json"
SCRIPT: Final = HERE.parents[1] / "app/web/static/js/games/conquian/lessons.js"
LEARNER: Final = Seat(0)
_PARENT: Final = {"game": "g-" + "0" * 24, "ply": 1, "digest": "00" * 32}
_ABOUT: Final = """\
// The lessons: each position as its seat sees it, legal moves, answers, and the view after the right one.
// Written by `python -m tests.lessons` from scenarios that are checked against the rules."""


def scenarios() -> list[dict[str, Any]]:
    """Return the scenarios of the positions."""
    document: list[dict[str, Any]] = orjson.loads(POSITIONS.read_bytes())["scenarios"]
    return document


def lessons() -> list[dict[str, Any]]:
    """Return the lessons: for each position the right answers and the mistakes that are explained."""
    document: list[dict[str, Any]] = orjson.loads(LESSONS.read_bytes())
    return document


def table(scenario: dict[str, Any]) -> Table:
    """Return a table of the learner and a bot in the position with which `scenario` begins."""
    game = game_of(scenario["variant"])
    rules = game.sheet(scenario["variant"], scenario["options"])
    made = commands.Create(
        game="lesson",
        play=game.name,
        rules=dict(game.rules_to_json(rules)),
        seats=({"kind": "person"}, {"kind": "bot", "bot": "greedy"}),
        entropy="none",
        reveal="game",
        token_hashes=("a" * 64, ""),
        game_key="01" * 32,
        parent=_PARENT,
        stock="same",
        position=dict(game.position(position(scenario), keep_stock=True)),
    )
    begun = fold(None, 1, create(made))
    return fold(begun, 2, decide(begun, None, commands.Deal()))


def after(at: Table, seat: int, command: dict[str, Any]) -> Table:
    """Return the table after a command, or raise Refused."""
    return fold(at, at.ply + 1, decide(at, Seat(seat), command_from_json(at.play, command)))


def script() -> str:
    """Return the script for the page, a line for each member of a position."""
    by_id = {scenario["id"]: scenario for scenario in scenarios()}
    parts = [_ABOUT, "export const LESSONS = ["]
    for lesson in lessons():
        parts.append(f'  {{ lesson: "{lesson["lesson"]}", positions: [')
        for one in lesson["positions"]:
            members = {**one, **_seen(by_id[one["position"]])}
            lines = [f"      {name}: {orjson.dumps(value).decode()}," for name, value in members.items()]
            parts += ["    {", *lines, "    },"]
        parts.append("  ] },")
    return "\n".join([*parts, "];", ""])


def _seen(scenario: dict[str, Any]) -> dict[str, Any]:
    first = table(scenario)
    last = first
    for step in scenario["steps"]:
        if step["accepted"]:
            last = after(last, step["seat"], step["command"])
    before, then = _view(first), _view(last)
    return {
        "view": before,
        "moves": first.play.grouped(bodies(first, LEARNER)),
        # What only the later view has, such as who deals next, is no part of a lesson about one decision.
        "after": {name: value for name, value in then.items() if value != before.get(name, value)},
    }


def _view(at: Table) -> dict[str, Any]:
    return {**view(at, LEARNER), "fork_of": None}
