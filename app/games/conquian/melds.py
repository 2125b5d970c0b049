"""The meld question, solved exactly: what can be laid out, and which hand cards may go down with it."""

from functools import lru_cache

from app.games.cards import Card, faces
from app.games.conquian.bags import Bags, bags
from app.games.conquian.combinations import laid_out
from app.games.conquian.covers import Covers, Lanes
from app.games.conquian.history import FREE, Meld, Restrictions
from app.games.conquian.rules import Rules, SetKind

_SHORT = 5
"""Every longer meld falls apart into melds of three to five cards."""


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
        short = [meld for meld in every if len(meld.cards) <= _SHORT]
        wild = 0 if rules.wild_card is None else self.bags.unit[rules.wild_card]
        self._lanes = Lanes(self.bags, short, wild)
        self._identical = rules.set_kind is SetKind.IDENTICAL
        self._wild = wild
        self.joining = lru_cache(1 << 12)(self._joining)
        """The faces that may make a meld of three with two cards of a table and a hand."""

    def _joining(self, table: tuple[tuple[Card, ...], ...], hand: tuple[Card, ...]) -> int:
        bags = self.bags
        others = bags.tables(table) + bags.of(hand)
        if others & self._wild:
            return bags.faces
        present, width = bags.present(others), bags.width
        below, above = present << width & ~bags.lows, present >> width & ~bags.highs
        runs = below & (above | below << width & ~bags.lows) | above & above >> width & ~bags.highs
        return runs | self._wild | self._pairs(others, present)

    def _pairs(self, others: int, present: int) -> int:
        """The faces that may make a set with two of `others`."""
        bags = self.bags
        if self._identical:
            return bags.present(others - present)
        once = twice = 0
        for shift in bags.shifts:
            suit = present >> shift & bags.lane
            twice |= once & suit
            once |= suit
        return sum([twice << shift for shift in bags.shifts])

    def covers(self, bag: int, limits: Restrictions = FREE) -> bool:
        """Whether exactly the cards of `bag` can be laid out."""
        return 0 in self.uses(bag, 0, limits)

    def uses(self, base: int, hand: int, limits: Restrictions = FREE) -> set[int] | frozenset[int]:
        """Every bag of cards from `hand` that can be laid out together with all of `base`."""
        if limits is FREE:
            return self._lanes.uses(base, hand)
        allowed = [[meld for meld in melds if limits.allows(meld)] for melds in self._every]
        return Covers(self.bags, allowed, limits).uses(base, hand)

    def arrange(self, bag: int, limits: Restrictions = FREE) -> tuple[tuple[Card, ...], ...] | None:
        """The first layout of exactly `bag` in the documented order, or None (RULES 6.7).

        The first face not yet covered, in canonical order, goes into the first meld through it that
        leaves the rest coverable: longest first, runs before sets. It is the first face of that meld, too.
        """
        return self._arrange(bag, 0, limits)

    def _arrange(self, bag: int, kept: int, limits: Restrictions) -> tuple[tuple[Card, ...], ...] | None:
        if not bag:
            return () if kept == limits.all_kept else None
        guard = self.bags.guard
        pool = bag | guard
        for meld in self._led[self.bags.lowest(bag)]:
            if (pool - meld.bag) & guard == guard and (limits is FREE or limits.allows(meld)):
                kept_then = kept if limits is FREE else limits.kept(meld, kept)
                rest = self._arrange(bag - meld.bag, kept_then, limits)
                if rest is not None:
                    return (meld.cards, *rest)
        return None


@lru_cache(maxsize=64)
def solver(rules: Rules) -> Solver:
    """The solver for `rules`; one is kept for each sheet in use."""
    return Solver(rules)
