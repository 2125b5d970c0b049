"""The meld question, solved exactly: what can be laid out, and which hand cards may go down with it."""

from collections.abc import Callable, Collection
from functools import lru_cache

from app.games.cards import Card, faces
from app.games.conquian.bags import Bags, bags
from app.games.conquian.combinations import laid_out
from app.games.conquian.covers import Covers, Lanes
from app.games.conquian.history import FREE, Meld, Restrictions
from app.games.conquian.rules import Rules, SetKind
from app.games.conquian.singles import Singles

_SHORT = 5
"""Every longer meld falls apart into melds of three to five cards."""
_REMEMBERED = 1 << 13


def _sets(rules: Rules) -> list[tuple[Card, ...]]:
    every = faces(rules.pack)
    if rules.set_kind is SetKind.IDENTICAL:
        return [(card,) * size for card in every for size in range(3, rules.packs + 1)]
    ranks = len(every) // rules.suits
    quartets = [every[rank::ranks] for rank in range(ranks)]
    triplets = [quartet[:out] + quartet[out + 1 :] for quartet in quartets for out in range(len(quartet))]
    return quartets + triplets


def _runs(rules: Rules) -> list[tuple[Card, ...]]:
    every = faces(rules.pack)
    ranks = len(every) // rules.suits
    suits = [every[start : start + ranks] for start in range(0, len(every), ranks)]
    return [
        suit[low : low + size]
        for suit in suits
        for size in range(3, rules.longest_run + 1)
        for low in range(ranks - size + 1)
    ]


def _with_wild(rules: Rules, cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """`cards` as they are, and with the wild card in place of each of them in turn."""
    wild = rules.wild_card
    if wild is None or wild in cards:
        return [cards]
    return [cards, *((*cards[:at], wild, *cards[at + 1 :]) for at in range(len(cards)))]


def _melds(rules: Rules, bags: Bags) -> list[Meld]:
    """Every meld: longest first, runs before sets, then canonical order."""
    kinds = [(cards, False) for cards in _runs(rules)] + [(cards, True) for cards in _sets(rules)]
    melds: dict[int, Meld] = {}
    for natural, is_set in kinds:
        for cards in _with_wild(rules, natural):
            bag = bags.of(cards)
            melds.setdefault(bag, Meld(bag, laid_out(rules, cards), is_set, cards != natural))
    return sorted(melds.values(), key=lambda meld: (-len(meld.cards), meld.is_set, meld.bag))


class Solver:
    """Answers the meld question for one set of rules; every answer is exact."""

    def __init__(self, rules: Rules) -> None:
        self.bags: Bags = bags(rules.pack, rules.packs)
        every = _melds(rules, self.bags)
        units = self.bags.unit.values()
        self._every = [[meld for meld in every if self.bags.within(unit, meld.bag)] for unit in units]
        self._led = [
            [meld for meld in melds if self.bags.lowest(meld.bag) == face]
            for face, melds in enumerate(self._every)
        ]
        """For each face the melds in which it is the first."""
        self._threes = tuple([meld.bag for meld in every if len(meld.cards) == 3])
        self.pairs: Callable[[int], tuple[int, ...]] = lru_cache(len(units))(self._pairs)
        """What makes a meld of three with one card, as bags of two."""
        short = [meld for meld in every if len(meld.cards) <= _SHORT]
        wild = 0 if rules.wild_card is None else self.bags.unit[rules.wild_card]
        free: Singles | Lanes
        if rules.packs == 1 and not wild:
            free = Singles(self.bags, short)
        else:
            free = Lanes(self.bags, short, wild, rules.set_kind is SetKind.IDENTICAL)
        self.free: Callable[[int, int], Collection[int]] = free.uses
        """Every bag from a hand that goes down with all of a base, where only validity counts."""
        self.joining: Callable[[int], int] = free.joining
        """The faces that may make a meld of three with two of the cards of a bag."""
        self._arranged = lru_cache(_REMEMBERED)(self._arrange_freely)

    def _pairs(self, card: int) -> tuple[int, ...]:
        return tuple([meld - card for meld in self._threes if self.bags.within(card, meld)])

    def ordered(self, uses: Collection[int]) -> tuple[int, ...]:
        """Bags in the order in which they are listed: fewest cards first, then canonical."""
        size = self.bags.size
        return tuple([use for _, use in sorted([(size(use), use) for use in uses])])

    def covers(self, bag: int, limits: Restrictions = FREE) -> bool:
        """Whether exactly the cards of `bag` can be laid out."""
        return 0 in self.uses(bag, 0, limits)

    def uses(self, base: int, hand: int, limits: Restrictions = FREE) -> Collection[int]:
        """Every bag of cards from `hand` that can be laid out together with all of `base`."""
        if limits is FREE:
            return self.free(base, hand)
        allowed = [[meld for meld in melds if limits.allows(meld)] for melds in self._every]
        return Covers(self.bags, allowed, limits).uses(base, hand)

    def arrange(self, bag: int, limits: Restrictions = FREE) -> tuple[tuple[Card, ...], ...] | None:
        """The first layout of exactly `bag` in the documented order, or None (RULES 6.7).

        The first face not yet covered, in canonical order, goes into the first meld through it that
        leaves the rest coverable: longest first, runs before sets. It is the first face of that meld, too.
        """
        return self._arranged(bag) if limits is FREE else self._arrange(bag, 0, limits)

    def _arrange_freely(self, bag: int) -> tuple[tuple[Card, ...], ...] | None:
        """`arrange` where only validity counts, so that what remains is a question that comes again."""
        if not bag:
            return ()
        guard = self.bags.guard
        pool = bag | guard
        for meld in self._led[self.bags.lowest(bag)]:
            if (pool - meld.bag) & guard == guard:
                rest = self._arranged(bag - meld.bag)
                if rest is not None:
                    return (meld.cards, *rest)
        return None

    def _arrange(self, bag: int, kept: int, limits: Restrictions) -> tuple[tuple[Card, ...], ...] | None:
        if not bag:
            return () if kept == limits.all_kept else None
        for meld in self._led[self.bags.lowest(bag)]:
            if self.bags.within(meld.bag, bag) and limits.allows(meld):
                rest = self._arrange(bag - meld.bag, limits.kept(meld, kept), limits)
                if rest is not None:
                    return (meld.cards, *rest)
        return None


@lru_cache(maxsize=64)
def solver(rules: Rules) -> Solver:
    """The solver for `rules`; one is kept for each sheet in use."""
    return Solver(rules)
