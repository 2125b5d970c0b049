"""Sampling of the hands that the others may hold, weighted by their observed moves.

A seat that declined a card most likely could not lay it. The card that it gave away most likely fitted least
with its hand, and the cards that it kept most likely do not fit its table. The cost of a hand is the
logarithm of how much less likely the observed moves are with it. Futures are drawn by a Markov chain that
exchanges cards between hands and stock, each exchange accepted with the ratio of the likelihoods (Metropolis
and others 1953); each future resembles the previous one, and none is rejected.

The costs were chosen among a few values: with these the futures were about as accurate for the hands of
`greedy` and `counter` as with any others.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from math import exp, log
from typing import Final

from app.bots.hand_history import CardChoice, Past
from app.bots.situation import Situation
from app.bots.solitaire import Position
from app.bots.strategy import Chance
from app.games.cards import PACKS, Seat
from app.games.conquian.melds.multiset import Bags
from app.games.conquian.melds.solver import Solver

_REFUSED: Final = 2.5
"""Cost of a hand for having declined a card that it could lay."""
_HELD_ON: Final = 1.0
"""Cost of a card that could have been laid when the seat gave another away."""
_TIES: Final = 24
"""Upper bound of the ties of a card in a hand."""
_EASE: Final = [exp(1.2 * more) for more in range(-_TIES, _TIES + 1)]
"""Factor by which a card with fewer ties is more likely to be given away, by the difference."""
_SETTLING: Final = 8
"""Exchanges per hidden card before the first future; between two futures it is one."""
_MOST: Final = 40
"""Largest number of cards that are exchanged: at a large table more exchanges gain less and cost more."""
_SURE: Final = 1 << 32

Tests = tuple[tuple[int, ...], ...]
"""For each declined card, the bags of hidden cards any of which would have allowed the seat to lay it."""
Given = tuple[int, int, int]
"""A card given away, the bag of all cards that left the hand later, and the faces that could be laid."""
Near = Mapping[int, tuple[int, int]]
"""By face those that make two ties with it (same rank, next in suit), and those that make one."""


class Rival:
    """Another seat: its cards in `laid`, those it must hold in `known`, and the number of its hidden
    cards.
    """

    def __init__(self, now: Situation, history: Past, seat: Seat, laid: int, count: int) -> None:
        self._bags: Bags = now.solver.bags
        self.laid = laid
        self.known = now.bag(history.known.get(seat, Counter()).elements())
        self.hidden = count - self._bags.size(self.known)
        self._tests: Tests = tuple(_tests(now.solver, history, seat, self.known, now.live))
        self._gifts = [_given(now, history, gift) for gift in history.gifts if gift.seat == seat]
        self._near: Near = _nearness(self._bags, now.rules.pack) if self._gifts else {}
        self._costs: dict[int, float] = {}

    @property
    def is_told_of(self) -> bool:
        """Return whether any observed move distinguishes between hands."""
        return bool(self._tests or self._gifts)

    def cost(self, hand: int) -> float:
        """Return the cost of the bag `hand` for the observed moves of this seat."""
        cost = self._costs.get(hand)
        if cost is None:
            cost = self._costs[hand] = _REFUSED * self._declined(hand) + sum(
                [self._gave(hand, *gift) for gift in self._gifts]
            )
        return cost

    def _declined(self, hand: int) -> int:
        """Return the number of cards that it declined and could have laid."""
        guard, declined = self._bags.guard, 0
        whole = hand | guard
        for bags in self._tests:
            for bag in bags:
                if (whole - bag) & guard == guard:
                    declined += 1
                    break
        return declined

    def _gave(self, hand: int, card: int, later: int, fitting: int) -> float:
        """Return the cost of giving away `card` from its hand at that time, without laying any other card."""
        near, bags = self._near, self._bags
        faces = bags.present(hand + later + card) & bags.faces
        twice, once = near[card]
        even = 2 * (faces & twice).bit_count() + (faces & once).bit_count() + _TIES
        chances, remaining = 0.0, faces
        while remaining:
            twice, once = near[remaining & -remaining]
            chances += _EASE[even - 2 * (faces & twice).bit_count() - (faces & once).bit_count()]
            remaining &= remaining - 1
        return log(chances) + _HELD_ON * (faces & fitting).bit_count()


class Belief:
    """Sampler of futures for the decision of `now`, given the hand history `history`."""

    def __init__(self, now: Situation, history: Past, chance: Chance) -> None:
        self._chance = chance
        self._stock: int = now.view["stock_count"]
        self._rivals = [
            Rival(now, history, seat, laid, count)
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
        """Deal the cards to the hands in their order."""
        cards = iter(self._cards)
        self._hands = [rival.known + sum(islice(cards, rival.hidden)) for rival in self._rivals]

    def future(self) -> tuple[list[Position], list[int]]:
        """Return the positions of the rivals and the order of the stock, as bags of one."""
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
        # Exchanging cards within a hand has no effect: with one rival the other card comes from the stock.
        first = held if len(self._rivals) == 1 else 0
        if not held or len(cards) == first:
            return
        for _ in range(times):
            first_index, second_index = below(held), first + below(len(cards) - first)
            owner_index = owner[first_index]
            other_owner = owner[second_index] if second_index < held else -1
            own_card, other_card = cards[first_index], cards[second_index]
            if owner_index == other_owner or own_card == other_card:
                continue
            if self._accepts(owner_index, other_owner, other_card - own_card):
                cards[first_index], cards[second_index] = other_card, own_card

    def _accepts(self, owner_index: int, other_owner: int, change: int) -> bool:
        """Change the hand of one owner by `change` and the other's by its negative, if the draw accepts
        it.
        """
        changed = {owner_index: self._hands[owner_index] + change}
        if other_owner >= 0:
            changed[other_owner] = self._hands[other_owner] - change
        rivals, hands = self._rivals, self._hands
        cost = sum(
            [rivals[rival].cost(hand) - rivals[rival].cost(hands[rival]) for rival, hand in changed.items()]
        )
        if cost > 0 and self._chance.below(_SURE) >= exp(-cost) * _SURE:
            return False
        for rival, hand in changed.items():
            hands[rival] = hand
        return True


def _tests(
    solver: Solver, past: Past, seat: Seat, known: int, live: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield for each declined card the bags that would have laid it, given the cards known since."""
    bag, gone = solver.bags.of, past.gone.get(seat, [])
    there = sum(live)
    for refusal in past.refusals:
        if refusal.seat == seat:
            later = [solver.bags.unit[card] for card in gone[refusal.moment :]]
            card, laid = solver.bags.unit[refusal.card], bag(refusal.laid)
            shown = known + sum(later)
            if not any(solver.covers(laid + card + more) for more in (0, *later)):
                bags = {pair - solver.bags.common(pair, shown) for pair in solver.pairs(card)}
                bags |= {unit for unit in set(live) if laid and solver.covers(laid + card + unit)}
                possible = tuple([unit for unit in bags if solver.bags.within(unit, there)])
                if possible and 0 not in bags:
                    yield possible


def _given(now: Situation, history: Past, gift: CardChoice) -> Given:
    """Return a gift in bags."""
    solver, laid = now.solver, now.bag(gift.laid)
    later = now.bag(history.gone.get(gift.seat, [])[gift.moment :])
    joining = solver.joining(laid) if laid else 0
    fitting = {face for face in now.live if face & joining and solver.covers(laid + face)}
    return now.bag([gift.card]), later, sum(fitting)


@lru_cache(maxsize=16)
def _nearness(bags: Bags, pack: str) -> Near:
    """Return the near faces of each face of a pack."""
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
    """Return the live cards that no hand is known to hold."""
    unit = now.solver.bags.unit
    remaining = Counter(now.live)
    remaining.subtract(unit[card] for card in now.solver.bags.listed(known))
    return list(remaining.elements())
