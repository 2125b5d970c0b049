"""Bots that compare moves by how often they go out first in sampled futures: `careful` and `counter`.

A future is a hand for every rival and an order of the stock, drawn from the cards that may be there. In it
every seat plays the solitaire of `app.bots.solitaire` with the cards that it is offered; the first to go out
wins. All moves of one decision are compared in the same futures.

`careful` counts the visible cards. It avoids positions that no live card improves, gives the next seat little
that helps, forces only seats that do not benefit, and keeps a card if that is worth more than a pass. Folding
saves nothing, so it never folds. Restrictions that depend on the history of single cards, as in french-page,
are ignored.

`counter` also remembers the hand. It knows every dead card, face down or not, and the cards that another seat
received openly or from it. It assumes that the others could not lay the cards that they declined, gave away
the cards that fitted least, and kept none that fits their table (`app.bots.belief`). It draws its futures
from these hands, four times as many as `careful`, and does not decline a card that the others would force on
it.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from typing import Final

from app.bots.belief import Belief
from app.bots.hand_history import past
from app.bots.situation import Situation
from app.bots.solitaire import NEVER, OUT, Position, Solitaire
from app.bots.strategy import Chance, Move, Seen, View
from app.games.conquian.melds.solver import Solver

_EVEN, _DRAWN = 0.5, 0.45
"""Value of going out at the same moment as another, and of nobody going out; going out first counts 1."""


Future = tuple[list[Position], list[int]]
"""Positions of the rivals, the next one first, and the order of the stock, as bags of one."""


class Outlook:
    """The `futures` of one decision among `seats` seats; there is at least one.

    `live` are all cards that may be in the stock or with a rival, as bags of one. A card of the stock is
    offered to `all_seats`, or to the seat that turns it up and the next.
    """

    def __init__(
        self, solver: Solver, live: Sequence[int], seats: int, futures: Sequence[Future], *, all_seats: bool
    ) -> None:
        self._alone = Solitaire(solver, Counter(live))
        self._seats, self._all_seats, self._futures = seats, all_seats, futures
        self._offers = [self._offered(order) for _, order in futures]
        self._firsts: dict[tuple[int, int], list[int]] = {}

    def worth(self, laid: int, held: int, given: int = 0, taker: int | None = None) -> float:
        """Return how often a seat with these bags laid and held goes out first; a draw counts 0.45.

        `given` is a card, or 0 for none, that is offered to rival number `taker`, or as a discard.
        """
        rival_moments = self._first(given, taker)
        own_moments = [self._alone.when((laid, held), offers[0]) for offers in self._offers]
        return sum([_outcome(moment, rival_moments) for moment in own_moments]) / len(own_moments)

    def ties(self, card: int, laid: int, held: int) -> int:
        """Return the ties of `card`, one of `held`."""
        return self._alone.ties(card, laid, held)

    def _offered(self, order: list[int]) -> list[list[int]]:
        """Return by seat, the own first, the cards that it is offered, with 0 for each other card."""
        seats = self._seats
        if seats < 3 or self._all_seats:
            return [order] * seats
        return [
            [card if (at - seat) % seats < 2 else 0 for at, card in enumerate(order)] for seat in range(seats)
        ]

    def _first(self, given: int, taker: int | None) -> list[int]:
        """Return when the first rival goes out in each future, sorted."""
        key = given, -1 if taker is None else taker
        moments = self._firsts.get(key)
        if moments is None:
            takers = [taker] if taker is not None else list(range(self._seats - 1 if self._all_seats else 1))
            offered = takers if given else []
            outs = [self._outs(number, given, offered) for number in range(len(self._futures))]
            moments = self._firsts[key] = sorted([min(times, default=NEVER) for times in outs])
        return moments

    def _outs(self, number: int, given: int, takers: list[int]) -> list[int]:
        """Return when each rival goes out in one future, if `takers` are offered `given` first."""
        hands, _ = self._futures[number]
        moments = []
        for rival, hand in enumerate(hands):
            now = self._alone.after(hand, given) if rival in takers else hand
            moments.append(-1 if now is OUT else self._alone.when(now, self._offers[number][rival + 1]))
        return moments


def _outcome(mine: int, theirs: list[int]) -> float:
    """Return the value of going out at the moment `mine`, averaged over `theirs`, which are sorted.

    Each own future is compared with every one of the others', which uses a small sample best.
    """
    sooner, not_later = bisect_left(theirs, mine), bisect_right(theirs, mine)
    same = _DRAWN if mine == NEVER else _EVEN
    return (len(theirs) - not_later + same * (not_later - sooner)) / len(theirs)


def futures(
    cards: Sequence[int], stock: int, rivals: Sequence[tuple[int, int]], chance: Chance, tries: int
) -> list[Future]:
    """Return `tries` futures; every hand and order of `cards` is equally likely.

    `stock` is the number of cards in the stock; `rivals` are the other seats in order of play: the bag laid,
    and the number of cards in the hand.
    """
    return [_future(cards, stock, rivals, chance) for _ in range(tries)]


def _future(cards: Sequence[int], stock: int, rivals: Sequence[tuple[int, int]], chance: Chance) -> Future:
    drawn, hands = chance.order(cards), []
    for laid, count in rivals:
        hands.append((laid, sum(drawn[:count])))
        drawn = drawn[count:]
    return hands, drawn[:stock]


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
        self._outlook = Outlook(now.solver, now.live, seats, drawn, all_seats=now.rules.claims)

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


_HISTORY_TRIES: Final = 48


def choose_by_history(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the move after which it goes out first most often; takes some ten milliseconds at a table of
    two.
    """
    return obvious(moves) or _believed(view, moves, chance, seen)


def _believed(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    history = past(view, seen)
    now = Situation(view, seen.rules, history.dead)
    belief = Belief(now, history, chance)
    drawn = [belief.future() for _ in range(tries(now, _HISTORY_TRIES))]
    return Weighing(now, drawn).best(now.unforced(unfolded(moves)))
