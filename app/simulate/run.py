"""Plays a plan in several processes; what comes out does not depend on how many there are."""

import signal
from collections.abc import Iterator
from multiprocessing import get_context

from app.simulate.plan import Plan
from app.simulate.play import play
from app.simulate.totals import Tally

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
