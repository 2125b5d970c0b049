"""Plays one simulated game from its first entry to its last, as the service would, but in memory.

Plays a plan in several processes; what comes out does not depend on how many there are.
"""

import signal
from collections.abc import Iterator
from multiprocessing import get_context
from typing import Any

from app.bots.hand_history import Witness
from app.bots.roster import decision
from app.bots.strategy import Seen
from app.cli.simulate.check import Checks
from app.cli.simulate.plan import Plan
from app.cli.simulate.totals import Tally, Totals
from app.games.cards import Seat
from app.games.table import wire
from app.games.table.decide import create, decide, pending
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal, view

_LONGEST = 100_000
"""Limit of plies; a game that reaches it would not end."""


class Faulty(Exception):
    """A game failed; the text identifies it, how to repeat it, and the failure."""


def play(plan: Plan, games: range) -> Tally:
    """Return the totals, by case, of the games with these numbers. Raises Faulty at the first failure."""
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
    """Return the events of the next entry: a command of the service, or the move of the first bot to act."""
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


_TOGETHER = 10
"""How many games are one piece of work: few, so that little is lost when a run is stopped."""

Piece = tuple[Plan, range]


def results(plan: Plan, games: range, processes: int) -> Iterator[tuple[int, Tally]]:
    """How many games a finished piece held, and their totals, in the order in which pieces finish.

    Raises Faulty at the first game that goes wrong.
    """
    pieces = ((plan, games[at : at + _TOGETHER]) for at in range(0, len(games), _TOGETHER))
    if processes == 1:
        yield from map(_piece, pieces)
        return
    # Fresh processes that leave Ctrl-C to this one, and end with it.
    with get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(_piece, pieces)


def _piece(piece: Piece) -> tuple[int, Tally]:
    plan, games = piece
    return len(games), play(plan, games)
