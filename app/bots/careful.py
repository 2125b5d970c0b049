"""`careful`: counts the cards it sees, and asks of every move how often it would go out first after it.

The answer is that of `app.bots.outlook`: it plays its own cards and hands that the others may hold on against
stocks that may be. So it does not lay itself into a corner that no live card opens, gives the next seat
little that helps, forces only whom that does not help, and keeps a card where that is worth more than to
pass. Of the dead cards it knows those that may be looked at. Folding saves nothing, so it never folds.

What the history of single cards forbids, as in french-page, the outlook leaves out.
"""

from collections.abc import Sequence
from typing import Final

from app.bots.outlook import Future, Outlook, futures
from app.bots.situation import Situation
from app.bots.strategy import Chance, Move, Seen, View

_TRIES: Final = 12
"""How many futures are drawn at a table of two; fewer with more seats, as each costs more."""
_HELD_BACK: Final = 0.02
"""What a keep costs: the turn is over."""


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """The move after which it goes out first most often.

    Costs a few milliseconds where there is a choice, and next to nothing where there is none.
    """
    return obvious(moves) or _weighed(view, moves, chance, seen)


def _weighed(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    now = Situation(view, seen.rules, view.get("discards", ()))
    drawn = futures(now.live, view["stock_count"], now.rivals, chance, tries(now, _TRIES))
    return Weighing(now, drawn).best(unfolded(moves))


def tries(now: Situation, at_two: int) -> int:
    """How many futures to draw where at a table of two it is `at_two`."""
    return max(4, 2 * at_two // (len(now.others) + 1))


def unfolded(moves: Sequence[Move]) -> list[Move]:
    """The moves that play on, or all where there is no such move."""
    return [move for move in moves if move["type"] != "fold"] or list(moves)


def obvious(moves: Sequence[Move]) -> Move | None:
    """The move that goes out, or the only one but to fold; None where there is a choice."""
    playing = unfolded(moves)
    out = [move for move in playing if move["type"] == "meld" and "discard" not in move]
    return (out or playing)[0] if out or len(playing) == 1 else None


class Weighing:
    """The question `now` and the futures in which its moves are weighed."""

    def __init__(self, now: Situation, drawn: Sequence[Future]) -> None:
        self._now = now
        seats = len(now.others) + 1
        self._outlook = Outlook(now.solver, now.live, seats, drawn, everybody=now.rules.claims)

    def best(self, moves: Sequence[Move]) -> Move:
        """The first of the moves that are worth most; in the exchange the card with the fewest ties goes."""
        ties = self._outlook.ties
        if moves[0]["type"] == "exchange":
            return min(moves, key=lambda move: self._now.missed(move, ties))
        return max(self._now.promising(moves, ties), key=self._worth)

    def _worth(self, move: Move) -> float:
        now, kind, given = self._now, move["type"], self._now.given(move)
        laid, held = now.before(move)
        if kind == "force":
            return self._outlook.worth(laid, held, now.centre, now.others.index(move["seat"]))
        if kind == "pass":
            offered = now.view["phase"] in ("new", "offer")
            return self._outlook.worth(laid, held, now.centre if offered else 0)
        worth = self._outlook.worth(laid, held - given, given)
        return worth - _HELD_BACK if kind == "keep" else worth
