"""The meld question, solved exactly: what can be laid out, and which hand cards may go down with it.

A solver works on bags (see `bags`). It covers the cards that must lie on the table one by one: the
first uncovered face in canonical order belongs to some meld, so only melds through that face are tried,
and the rest is asked again and remembered. Cards still in the hand may complete a meld, and when all
that must lie is covered, melds of hand cards alone may be added.

Where nothing but validity counts, runs of three to five cards and sets of three to five copies suffice,
because every longer one falls apart into these. Where the history of cards counts (RULES 2.7, 6.6) all
melds are tried.
"""

from dataclasses import dataclass
from functools import lru_cache

from app.games.cards import Card, faces
from app.games.conquian.bags import Bags, bags
from app.games.conquian.combinations import laid_out
from app.games.conquian.rules import Rules, SetKind, StockCard


@dataclass(frozen=True, slots=True)
class Meld:
    """One combination: its bag, its cards as shown, and whether it is a set of one rank or face."""

    bag: int
    cards: tuple[Card, ...]
    is_set: bool


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What history forbids: of each bag in `groups` three cards stay together; `stock` were turned up."""

    groups: tuple[int, ...] = ()
    stock: int = 0
    need: StockCard = StockCard.OFF

    def allows(self, meld: Meld) -> bool:
        """Whether `meld` contains a card from the stock if it must (RULES 2.7)."""
        needs = self.need is StockCard.ALL or (self.need is StockCard.SETS and meld.is_set)
        return not needs or bool(meld.bag & self.stock)

    def kept(self, meld: Meld, so_far: int) -> int:
        """The bit set of groups that still have three cards together, `meld` included (RULES 6.6)."""
        for at, group in enumerate(self.groups):
            if (meld.bag & group).bit_count() >= 3:
                so_far |= 1 << at
        return so_far


FREE = Restrictions()
"""No restriction."""


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


class Solver:
    """Answers the meld question for one set of rules; every answer is exact and remembered."""

    def __init__(self, rules: Rules) -> None:
        self.bags: Bags = bags(rules.pack, rules.packs)
        self._every = self._table(rules)
        self._short = [[meld for meld in melds if len(meld.cards) <= 5] for melds in self._every]
        self.uses = lru_cache(maxsize=8192)(self._uses)
        self.covers = lru_cache(maxsize=8192)(self._covers)

    def _table(self, rules: Rules) -> list[list[Meld]]:
        """For each face the melds that contain it: longest first, runs before sets, then canonical order."""
        kinds = [(cards, False) for cards in _runs(rules)] + [(cards, True) for cards in _sets(rules)]
        melds: dict[int, Meld] = {}
        for natural, is_set in kinds:
            for cards in _with_wild(rules, natural):
                bag = self.bags.of(cards)
                melds.setdefault(bag, Meld(bag, laid_out(rules, cards), is_set))
        ordered = sorted(melds.values(), key=lambda meld: (-len(meld.cards), meld.is_set, meld.bag))
        return [
            [meld for meld in ordered if self.bags.within(self.bags.unit[card], meld.bag)]
            for card in self.bags.cards
        ]

    def _through(self, face: int, limits: Restrictions) -> list[Meld]:
        if limits == FREE:
            return self._short[face]
        return [meld for meld in self._every[face] if limits.allows(meld)]

    def _covers(self, bag: int, limits: Restrictions = FREE) -> bool:
        """Whether exactly the cards of `bag` can be laid out."""
        return 0 in self.uses(bag, 0, limits)

    def _uses(self, base: int, hand: int, limits: Restrictions = FREE) -> frozenset[int]:
        """Every bag of cards from `hand` that can be laid out together with all of `base`."""
        memo: dict[tuple[int, int, int], frozenset[int]] = {}
        return self._cover(base, hand, 0, limits, memo)

    def _cover(
        self,
        base: int,
        hand: int,
        kept: int,
        limits: Restrictions,
        memo: dict[tuple[int, int, int], frozenset[int]],
    ) -> frozenset[int]:
        if not base:
            complete = kept == (1 << len(limits.groups)) - 1
            return self._laid_from_hand(hand, limits, memo) if complete else frozenset()
        key = base, hand, kept
        if key not in memo:
            memo[key] = frozenset(self._steps(base, hand, kept, limits, memo))
        return memo[key]

    def _steps(
        self,
        base: int,
        hand: int,
        kept: int,
        limits: Restrictions,
        memo: dict[tuple[int, int, int], frozenset[int]],
    ) -> set[int]:
        found: set[int] = set()
        pool = base + hand
        for meld in self._through(self.bags.lowest(base), limits):
            if self.bags.within(meld.bag, pool):
                below = self.bags.common(meld.bag, base)
                added = meld.bag - below
                rest = self._cover(base - below, hand - added, limits.kept(meld, kept), limits, memo)
                found.update(added + use for use in rest)
        return found

    def _laid_from_hand(
        self, hand: int, limits: Restrictions, memo: dict[tuple[int, int, int], frozenset[int]]
    ) -> frozenset[int]:
        """Every bag inside `hand` that can be laid out by itself, the empty one included."""
        if not hand:
            return frozenset((0,))
        key = 0, hand, -1
        if key not in memo:
            face = self.bags.lowest(hand)
            found = set(self._laid_from_hand(self.bags.without(hand, face), limits, memo))
            for meld in self._through(face, limits):
                if self.bags.within(meld.bag, hand):
                    rest = self._laid_from_hand(hand - meld.bag, limits, memo)
                    found.update(meld.bag + use for use in rest)
            memo[key] = frozenset(found)
        return memo[key]

    def arrange(self, bag: int, limits: Restrictions = FREE) -> tuple[tuple[Card, ...], ...] | None:
        """The first layout of exactly `bag` in the documented order, or None (RULES 6.7).

        The first face not yet covered, in canonical order, goes into the first meld through it that
        leaves the rest coverable: longest first, runs before sets.
        """
        return self._arrange(bag, 0, limits)

    def _arrange(self, bag: int, kept: int, limits: Restrictions) -> tuple[tuple[Card, ...], ...] | None:
        if not bag:
            return () if kept == (1 << len(limits.groups)) - 1 else None
        for meld in self._every[self.bags.lowest(bag)]:
            if self.bags.within(meld.bag, bag) and limits.allows(meld):
                rest = self._arrange(bag - meld.bag, limits.kept(meld, kept), limits)
                if rest is not None:
                    return (meld.cards, *rest)
        return None


@lru_cache(maxsize=64)
def solver(rules: Rules) -> Solver:
    """The solver for `rules`; one is kept for each sheet in use."""
    return Solver(rules)
