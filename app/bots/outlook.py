"""Probability that a seat goes out before the others: races against sampled hands and stocks.

A future is a hand for every rival and an order of the stock, drawn from the cards that may be there. In it
every seat plays the solitaire of `app.bots.solitaire` with the cards that it is offered; the first to go out
wins. All moves of one decision are compared in the same futures.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

from app.bots.solitaire import NEVER, OUT, Position, Solitaire
from app.bots.strategy import Chance
from app.games.conquian.melds.solver import Solver

_EVEN, _DRAWN = 0.5, 0.45
"""Value of going out at the same moment as another, and of nobody going out; going out first counts 1."""


Future = tuple[list[Position], list[int]]
"""Positions of the rivals, the next one first, and the order of the stock, as bags of one."""


class Outlook:
    """The `futures` of one decision among `seats` seats; there is at least one.

    `live` are all cards that may be in the stock or with a rival, as bags of one. A card of the stock is
    offered to `everybody`, or to the seat that turns it up and the next.
    """

    def __init__(
        self, solver: Solver, live: Sequence[int], seats: int, futures: Sequence[Future], *, everybody: bool
    ) -> None:
        self._alone = Solitaire(solver, Counter(live))
        self._seats, self._everybody, self._futures = seats, everybody, futures
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
        if seats < 3 or self._everybody:
            return [order] * seats
        return [
            [card if (at - seat) % seats < 2 else 0 for at, card in enumerate(order)] for seat in range(seats)
        ]

    def _first(self, given: int, taker: int | None) -> list[int]:
        """Return when the first rival goes out in each future, sorted."""
        key = given, -1 if taker is None else taker
        moments = self._firsts.get(key)
        if moments is None:
            takers = [taker] if taker is not None else list(range(self._seats - 1 if self._everybody else 1))
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
