"""Plays one simulated game from its first entry to its last, as the service would, but in memory."""

from typing import Any

from app.bots.roster import decision
from app.bots.strategy import Seen
from app.bots.witness import Witness
from app.games.cards import Seat
from app.games.table import wire
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view
from app.simulate.check import Checks
from app.simulate.plan import Plan
from app.simulate.totals import Tally, Totals

_LONGEST = 100_000
"""No game takes so many plies; one that does would not end."""


class Faulty(Exception):
    """A game went wrong; the text says which, how to see it again, and what was wrong."""


def play(plan: Plan, games: range) -> Tally:
    """The totals, by case, of the games with these numbers; Faulty at the first that goes wrong."""
    tally: Tally = {}
    for game in games:
        case = plan.case(game)
        try:
            _game(plan, game, tally.setdefault(case.name, Totals()))
        except Exception as fault:
            again = f"--game {game} of seed {plan.seed}"
            raise Faulty(f"{case.name}, {again}: {type(fault).__name__}: {fault}") from fault
    return tally


def _game(plan: Plan, game: int, totals: Totals) -> None:
    events = create(plan.command(game))
    table = fold(None, 1, events)
    checks = Checks(plan.key(game, "checks")) if plan.check else None
    witness = Witness()
    while not table.is_over:
        events = _next(plan, game, table, witness)
        witness.hear(events)
        totals.see(events)
        table = fold(table, table.ply + 1, events)
        if checks is not None:
            checks.position(table)
        if table.ply >= _LONGEST:
            raise AssertionError("the game does not end")
    totals.end(table.ply)


def _next(plan: Plan, game: int, table: Table, witness: Witness) -> tuple[Any, ...]:
    """The events of the next entry: what the service owes, or the move of the first bot asked."""
    due = pending(table)
    if due is not None:
        return decide(table, None, due)
    seat = awaited(table)[0]
    return decide(table, seat, _move(plan, game, table, seat, witness.seen(table, seat)))


def _move(plan: Plan, game: int, table: Table, seat: Seat, seen: Seen) -> Any:
    commands = legal(table, seat)
    moves = [wire.command_to_json(table.play, command) for command in commands]
    chosen = decision(
        table.places[seat].bot or "",
        view(table, seat),
        moves,
        plan.key(game, "bots"),
        seen,
    )
    return commands[moves.index(chosen)]
