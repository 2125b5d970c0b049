"""How likely a seat is to go out before the others: races against hands and stocks that may be.

A future is a hand for every rival and an order of the stock, drawn from the cards that may be there. In it
every seat plays the game for one of `app.bots.solitaire` on the cards that it is offered; who is out first
has won. All choices of one decision are weighed in the same futures.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

from app.bots.solitaire import NEVER, OUT, Position, Solitaire
from app.bots.strategy import Chance
from app.games.conquian.melds.solver import Solver

_EVEN, _DRAWN = 0.5, 0.45
"""What it counts to be out at the same moment as another, and that nobody is; to be out first counts 1."""


Future = tuple[list[Position], list[int]]
"""The positions of the rivals, the next one first, and the order of the stock, as bags of one."""


class Outlook:
    """The `futures` of one decision among `seats` seats, of which at least one.

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
        """How often a seat is out first that has laid and holds these bags; a draw counts as 0.45 of once.

        `given` is a card, or 0 for none, that is offered to the rival number `taker`, or as a discard.
        """
        theirs = self._first(given, taker)
        mine = [self._alone.when((laid, held), offers[0]) for offers in self._offers]
        return sum([_outcome(moment, theirs) for moment in mine]) / len(mine)

    def ties(self, card: int, laid: int, held: int) -> int:
        """How much `card`, one of `held`, is part of."""
        return self._alone.ties(card, laid, held)

    def _offered(self, order: list[int]) -> list[list[int]]:
        """By seat, the own first, the cards that it is offered, 0 for each of the others."""
        seats = self._seats
        if seats < 3 or self._everybody:
            return [order] * seats
        return [
            [card if (at - seat) % seats < 2 else 0 for at, card in enumerate(order)] for seat in range(seats)
        ]

    def _first(self, given: int, taker: int | None) -> list[int]:
        """When the first of the rivals is out, of all futures, the soonest first."""
        key = given, -1 if taker is None else taker
        found = self._firsts.get(key)
        if found is None:
            takers = [taker] if taker is not None else list(range(self._seats - 1 if self._everybody else 1))
            offered = takers if given else []
            outs = [self._outs(number, given, offered) for number in range(len(self._futures))]
            found = self._firsts[key] = sorted([min(one, default=NEVER) for one in outs])
        return found

    def _outs(self, number: int, given: int, takers: list[int]) -> list[int]:
        """When each rival is out in one future, if those of `takers` are offered `given` before all else."""
        hands, _ = self._futures[number]
        found = []
        for rival, hand in enumerate(hands):
            now = self._alone.after(hand, given) if rival in takers else hand
            found.append(-1 if now is OUT else self._alone.when(now, self._offers[number][rival + 1]))
        return found


def _outcome(mine: int, theirs: list[int]) -> float:
    """What it is worth to be out at the moment `mine`, on average over all of `theirs`, which are sorted.

    Each own future meets every one of the others', which makes the most of few.
    """
    sooner, not_later = bisect_left(theirs, mine), bisect_right(theirs, mine)
    same = _DRAWN if mine == NEVER else _EVEN
    return (len(theirs) - not_later + same * (not_later - sooner)) / len(theirs)


def futures(
    cards: Sequence[int], stock: int, rivals: Sequence[tuple[int, int]], chance: Chance, tries: int
) -> list[Future]:
    """As many futures as `tries`, every hand and order of `cards` as likely as any other.

    `stock` is how many lie in the stock; `rivals` are the other seats in order of play: the bag laid, and the
    number of cards in the hand.
    """
    return [_future(cards, stock, rivals, chance) for _ in range(tries)]


def _future(cards: Sequence[int], stock: int, rivals: Sequence[tuple[int, int]], chance: Chance) -> Future:
    drawn, hands = chance.order(cards), []
    for laid, count in rivals:
        hands.append((laid, sum(drawn[:count])))
        drawn = drawn[count:]
    return hands, drawn[:stock]
