"""Which hands the others may hold: futures drawn as likely as what was seen makes them.

A seat that declined a card could most likely not lay it. What it gave away belonged to least of all that it
held then, and what it held on to did most likely not fit its table. A hand costs so much as it goes against
that, as the logarithm of how much less likely it is. Futures are drawn one after another by exchanging cards
between hands and stock, each exchange accepted as likely as it makes the whole (Metropolis and others 1953);
so each resembles the one before a little, and none has to be thrown away.

What each thing costs was chosen among a few values: with these the futures had about as much of the hands
of `greedy` and `counter` right as with any.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import exp, log
from typing import Final

from app.bots.hand import Gift, Past
from app.bots.situation import Situation
from app.bots.solitaire import Position
from app.bots.strategy import Chance
from app.games.cards import PACKS, Seat
from app.games.conquian.melds.multiset import Bags
from app.games.conquian.melds.solver import Solver

_REFUSED: Final = 2.5
"""What it costs a hand to have declined a card that it could lay."""
_HELD_ON: Final = 1.0
"""What it costs to hold a card that would have gone to the table when the seat gave another away."""
_TIES: Final = 24
"""No card of a hand has more."""
_EASE: Final = [exp(1.2 * more) for more in range(-_TIES, _TIES + 1)]
"""How much more likely than one card another is given away that has fewer ties, from so many more on."""
_SETTLING: Final = 8
"""So many times each hidden card of a hand is exchanged before the first future, and once between two."""
_MOST: Final = 40
"""Of the hidden cards so many at most: at a large table an exchange says less and costs more."""
_SURE: Final = 1 << 32

Tests = tuple[tuple[int, ...], ...]
"""For each card declined, the bags of hidden cards any of which would have let the seat lay it."""
Given = tuple[int, int, int]
"""A card given away, the bag of all that left the hand later, and the faces that would have been laid."""
Near = Mapping[int, tuple[int, int]]
"""By face those that make two ties with it, of its rank and next in suit, and those that make one."""


class Rival:
    """Another seat: what it has `laid`, what it must hold, `known`, and how many cards it hides besides."""

    def __init__(self, now: Situation, told: Past, seat: Seat, laid: int, count: int) -> None:
        self._bags: Bags = now.solver.bags
        self.laid = laid
        self.known = now.bag(told.known.get(seat, Counter()).elements())
        self.hidden = count - self._bags.size(self.known)
        self._tests: Tests = tuple(_tests(now.solver, told, seat, self.known, now.live))
        self._gifts = [_given(now, told, gift) for gift in told.gifts if gift.seat == seat]
        self._near: Near = _nearness(self._bags, now.rules.pack) if self._gifts else {}
        self._costs: dict[int, float] = {}

    @property
    def is_told_of(self) -> bool:
        """Whether anything speaks for some hands and against others."""
        return bool(self._tests or self._gifts)

    def cost(self, hand: int) -> float:
        """How unlikely what this seat did is with the bag `hand`."""
        found = self._costs.get(hand)
        if found is None:
            found = self._costs[hand] = _REFUSED * self._declined(hand) + sum(
                [self._gave(hand, *gift) for gift in self._gifts]
            )
        return found

    def _declined(self, hand: int) -> int:
        """How many cards it declined that it could have laid."""
        guard, declined = self._bags.guard, 0
        whole = hand | guard
        for bags in self._tests:
            for bag in bags:
                if (whole - bag) & guard == guard:
                    declined += 1
                    break
        return declined

    def _gave(self, hand: int, card: int, later: int, fitting: int) -> float:
        """How unlikely it is to give away `card` of what it held then, and to have laid none of the rest."""
        near, bags = self._near, self._bags
        faces = bags.present(hand + later + card) & bags.faces
        twice, once = near[card]
        even = 2 * (faces & twice).bit_count() + (faces & once).bit_count() + _TIES
        chances, left = 0.0, faces
        while left:
            twice, once = near[left & -left]
            chances += _EASE[even - 2 * (faces & twice).bit_count() - (faces & once).bit_count()]
            left &= left - 1
        return log(chances) + _HELD_ON * (faces & fitting).bit_count()


class Belief:
    """Futures for the decision of `now`, with what was `told` before."""

    def __init__(self, now: Situation, told: Past, chance: Chance) -> None:
        self._chance = chance
        self._stock: int = now.view["stock_count"]
        self._rivals = [
            Rival(now, told, seat, laid, count)
            for seat, (laid, count) in zip(now.others, now.rivals, strict=True)
        ]
        self._cards = chance.order(_without(now, sum(rival.known for rival in self._rivals)))
        self._held = sum(rival.hidden for rival in self._rivals)
        self._owner = [at for at, rival in enumerate(self._rivals) for _ in range(rival.hidden)]
        self._told = any(rival.is_told_of for rival in self._rivals)
        self._deal()
        if self._told:
            self._exchange(_SETTLING * min(_MOST, self._held))

    def _deal(self) -> None:
        """Gives the cards to the hands in the order in which they lie."""
        cards = iter(self._cards)
        self._hands = [rival.known + sum(islice(cards, rival.hidden)) for rival in self._rivals]

    def future(self) -> tuple[list[Position], list[int]]:
        """The positions of the rivals and the order of the stock, as bags of one."""
        if self._told:
            self._exchange(min(_MOST, self._held))
            rest = self._chance.order(self._cards[self._held :])
        else:
            self._cards = self._chance.order(self._cards)
            self._deal()
            rest = self._cards[self._held :]
        places = [(rival.laid, hand) for rival, hand in zip(self._rivals, self._hands, strict=True)]
        return places, rest[: self._stock]

    def _exchange(self, times: int) -> None:
        below, cards, owner, held = self._chance.below, self._cards, self._owner, self._held
        # Two cards of one hand are never worth exchanging: with one rival the other comes from the stock.
        first = held if len(self._rivals) == 1 else 0
        if not held or len(cards) == first:
            return
        for _ in range(times):
            one, other = below(held), first + below(len(cards) - first)
            mine = owner[one]
            theirs = owner[other] if other < held else -1
            given, taken = cards[one], cards[other]
            if mine == theirs or given == taken:
                continue
            if self._accepts(mine, theirs, taken - given):
                cards[one], cards[other] = taken, given

    def _accepts(self, mine: int, theirs: int, change: int) -> bool:
        """Changes the hand of `mine` by `change`, and that of `theirs` the other way, if chance wills."""
        changed = {mine: self._hands[mine] + change}
        if theirs >= 0:
            changed[theirs] = self._hands[theirs] - change
        rivals, hands = self._rivals, self._hands
        cost = sum([rivals[at].cost(hand) - rivals[at].cost(hands[at]) for at, hand in changed.items()])
        if cost > 0 and self._chance.below(_SURE) >= exp(-cost) * _SURE:
            return False
        for at, hand in changed.items():
            hands[at] = hand
        return True


def _tests(
    solver: Solver, past: Past, seat: Seat, known: int, live: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Of each card declined what would have laid it, with what the seat held then and has shown since."""
    bag, gone = solver.bags.of, past.gone.get(seat, [])
    there = sum(live)
    for refusal in past.refusals:
        if refusal.seat == seat:
            later = [solver.bags.unit[card] for card in gone[refusal.moment :]]
            card, laid = solver.bags.unit[refusal.card], bag(refusal.laid)
            shown = known + sum(later)
            if not any(solver.covers(laid + card + more) for more in (0, *later)):
                bags = {pair - solver.bags.common(pair, shown) for pair in solver.pairs(card)}
                bags |= {one for one in set(live) if laid and solver.covers(laid + card + one)}
                left = tuple([one for one in bags if solver.bags.within(one, there)])
                if left and 0 not in bags:
                    yield left


def _given(now: Situation, told: Past, gift: Gift) -> Given:
    """A gift in bags."""
    solver, laid = now.solver, now.bag(gift.laid)
    later = now.bag(told.gone.get(gift.seat, [])[gift.moment :])
    joining = solver.joining(laid) if laid else 0
    fitting = {face for face in now.live if face & joining and solver.covers(laid + face)}
    return now.bag([gift.card]), later, sum(fitting)


@lru_cache(maxsize=16)
def _nearness(bags: Bags, pack: str) -> Near:
    """What is near each face of a pack."""
    ranks = PACKS[pack].ranks
    place = {unit: (card[-1], ranks.index(card[:-1])) for card, unit in bags.unit.items()}
    near = {}
    for face, (suit, rank) in place.items():
        others = {other: abs(at - rank) for other, (of, at) in place.items() if other != face and of == suit}
        same = {other for other, (of, at) in place.items() if of != suit and at == rank}
        next_to = {other for other, apart in others.items() if apart == 1}
        near[face] = sum(same | next_to), sum([other for other, apart in others.items() if apart == 2])
    return near


def _without(now: Situation, known: int) -> list[int]:
    """The cards that may be anywhere: all that are live but those that some hand is known to hold."""
    unit = now.solver.bags.unit
    left = Counter(now.live)
    left.subtract(unit[card] for card in now.solver.bags.listed(known))
    return list(left.elements())
