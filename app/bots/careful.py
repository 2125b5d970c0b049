"""`careful`: counts the visible cards and estimates for every move how often it goes out first.

The estimate is that of `app.bots.outlook`: it plays its own cards and sampled hands of the others against
sampled stocks. So it avoids positions that no live card improves, gives the next seat little that helps,
forces only seats that do not benefit, and keeps a card if that is worth more than a pass. Of the dead cards
it knows those that are visible. Folding saves nothing, so it never folds.

Restrictions that depend on the history of single cards, as in french-page, are ignored.
"""

from collections.abc import Sequence
from typing import Final

from app.bots.outlook import Future, Outlook, futures
from app.bots.situation import Situation
from app.bots.strategy import Chance, Move, Seen, View

_TRIES: Final = 12
"""Number of futures at a table of two; fewer with more seats, because each costs more."""
_HELD_BACK: Final = 0.02
"""Cost of a keep, which ends the turn."""


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move after which it goes out first most often.

    Takes a few milliseconds, and almost none if there is only one sensible move.
    """
    return obvious(moves) or _weighed(view, moves, chance, seen)


def _weighed(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    now = Situation(view, seen.rules, view.get("discards", ()))
    drawn = futures(now.live, view["stock_count"], now.rivals, chance, tries(now, _TRIES))
    return Weighing(now, drawn).best(unfolded(moves))


def tries(now: Situation, at_two: int) -> int:
    """Return the number of futures for a table, which is `at_two` at a table of two."""
    return max(4, 2 * at_two // (len(now.others) + 1))


def unfolded(moves: Sequence[Move]) -> list[Move]:
    """Return the moves other than folding, or all if there is no other."""
    return [move for move in moves if move["type"] != "fold"] or list(moves)


def obvious(moves: Sequence[Move]) -> Move | None:
    """Return the move that goes out, or the only one except folding; None if there is a choice."""
    playing = unfolded(moves)
    out = [move for move in playing if move["type"] == "meld" and "discard" not in move]
    return (out or playing)[0] if out or len(playing) == 1 else None


class Weighing:
    """Evaluation of the moves of `now` in common futures."""

    def __init__(self, now: Situation, drawn: Sequence[Future]) -> None:
        self._now = now
        seats = len(now.others) + 1
        self._outlook = Outlook(now.solver, now.live, seats, drawn, everybody=now.rules.claims)

    def best(self, moves: Sequence[Move]) -> Move:
        """Return the first of the best moves; in the exchange the card with the fewest ties."""
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
