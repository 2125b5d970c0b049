"""Programs and objects of entrants, good and bad, and games of them without a store."""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from app.bots.hand_history import HandHistory
from app.bots.roster import BOTS
from app.bots.strategy import Chance, Move, Seen, Strategy
from app.games.table import wire
from app.games.table.commands import Deal
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, bots_awaited
from app.games.table.view import view
from app.store.keys import game_id_from
from tests.service.helpers import moves, table_for

GAME = game_id_from(b"e" * 32)

FIRST = "next((one for one in legal if one['type'] != 'fold'), legal[0])"

PROGRAM = """
import json, sys
hello = json.loads(input())
for line in sys.stdin:
    asked = json.loads(line)
    legal = asked["legal"]
    {body}
    print(json.dumps({answer}), flush=True)
"""


def program(folder: Path, body: str = "pass", answer: str = FIRST) -> dict[str, Any]:
    """An entrant that is a Python program: `body` runs before each answer."""
    path = folder / "bot.py"
    path.write_text(PROGRAM.format(body=body, answer=answer))
    return {"name": "mine", "command": [sys.executable, "-I", "-S", "bot.py"]}


def python(folder: Path, body: str, name: str = "mine.py") -> dict[str, Any]:
    """An entrant that is a class in a file; `body` is that of its method."""
    lines = "\n".join(f"        {line}" for line in body.splitlines())
    (folder / name).write_text(
        "class Bot:\n    asked = 0\n    def __call__(self, view, legal, chance, seen):\n"
        f"        self.asked += 1\n{lines}\n"
    )
    return {"name": "mine", "python": f"{name}:Bot"}


def question() -> tuple[dict[str, Any], list[Move], Chance, Seen]:
    """Return what a strategy is asked at the first decision of a game."""
    table = dealt()
    seat = bots_awaited(table)[0]
    return view(table, seat), moves(table, seat), Chance(b"c" * 32), Seen(table.rules)


def dealt(number: int = 0) -> Table:
    """A game of bots alone that has just been dealt."""
    table = fold(
        None,
        1,
        create(table_for("greedy greedy", "north-american", game=GAME, game_key=f"{number:02x}" * 32)),
    )
    return fold(table, 2, decide(table, None, Deal())) if pending(table) else table


def played(factories: Sequence[Callable[[], Strategy]], number: int = 0) -> list[Move]:
    """Every move of a game between new strategies."""
    table, commands, history = dealt(number), [], HandHistory()
    seats = [make() for make in factories]
    while asked := bots_awaited(table):
        seat = asked[0]
        chance = Chance((1000 * number + table.ply).to_bytes(4, "big") * 8)
        chosen = seats[seat](view(table, seat), moves(table, seat), chance, history.seen(table, seat))
        commands.append(chosen)
        events = decide(table, seat, wire.command_from_json(table.play, chosen))
        history.record(events)
        table = fold(table, table.ply + 1, events)
    assert table.is_over
    return commands


def greedy() -> Strategy:
    return BOTS["greedy"].strategy


def lines(path: Path) -> list[Any]:
    """Return what a program has written down, line by line."""
    return [json.loads(line) for line in path.read_text().splitlines()]
