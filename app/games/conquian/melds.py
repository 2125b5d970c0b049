"""The meld question, solved exactly: what can be laid out, and which hand cards may go down with it.

A solver works on bags (see `bags`). It covers the cards that must lie on the table one by one: the
first uncovered face in canonical order belongs to some meld, so only melds through that face are tried,
and the rest is asked again and remembered. Cards still in the hand may complete a meld, and when all
that must lie is covered, melds of hand cards alone may be added.

Where nothing but validity counts, runs of three to five cards and sets of three to five copies suffice,
because every longer one falls apart into these. Where the history of cards counts (RULES 2.7, 6.6) all
melds are tried.
"""

from collections.abc import Iterator
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

    @property
    def all_kept(self) -> int:
        """The bit set of all groups."""
        return (1 << len(self.groups)) - 1

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
        """Every bag of cards from `hand` that can be laid out together with all of `base`."""

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

    def covers(self, bag: int, limits: Restrictions = FREE) -> bool:
        """Whether exactly the cards of `bag` can be laid out."""
        return 0 in self.uses(bag, 0, limits)

    def _uses(self, base: int, hand: int, limits: Restrictions = FREE) -> frozenset[int]:
        if limits is FREE:
            return _Question(self.bags, self._short, FREE).uses(base, hand)
        allowed = [[meld for meld in melds if limits.allows(meld)] for melds in self._every]
        return _Question(self.bags, allowed, limits).uses(base, hand)

    def arrange(self, bag: int, limits: Restrictions = FREE) -> tuple[tuple[Card, ...], ...] | None:
        """The first layout of exactly `bag` in the documented order, or None (RULES 6.7).

        The first face not yet covered, in canonical order, goes into the first meld through it that
        leaves the rest coverable: longest first, runs before sets.
        """
        return self._arrange(bag, 0, limits)

    def _arrange(self, bag: int, kept: int, limits: Restrictions) -> tuple[tuple[Card, ...], ...] | None:
        if not bag:
            return () if kept == limits.all_kept else None
        for meld in self._every[self.bags.lowest(bag)]:
            if self.bags.within(meld.bag, bag) and limits.allows(meld):
                rest = self._arrange(bag - meld.bag, limits.kept(meld, kept), limits)
                if rest is not None:
                    return (meld.cards, *rest)
        return None


class _Question:
    """One question under way: `melds` lists by face what may be laid, answers to its parts are remembered."""

    def __init__(self, bags: Bags, melds: list[list[Meld]], limits: Restrictions) -> None:
        self._bags = bags
        self._melds = melds
        self._limits = limits
        self._covered: dict[tuple[int, int, int], frozenset[int]] = {}
        self._laid: dict[int, frozenset[int]] = {0: frozenset((0,))}

    def uses(self, base: int, hand: int, kept: int = 0) -> frozenset[int]:
        """Every bag from `hand` that goes down with all of `base`; `kept` are the groups kept so far."""
        if not base:
            return self._from_hand(hand) if kept == self._limits.all_kept else frozenset()
        key = base, hand, kept
        if key not in self._covered:
            self._covered[key] = frozenset(self._through_lowest(base, hand, kept))
        return self._covered[key]

    def _through_lowest(self, base: int, hand: int, kept: int) -> Iterator[int]:
        """The uses for each meld through the first face of `base`; within() stands here inlined."""
        bags, guard = self._bags, self._bags.guard
        pool = (base + hand) | guard
        for meld in self._melds[bags.lowest(base)]:
            bag = meld.bag
            if (pool - bag) & guard == guard:
                below = bags.common(bag, base)
                added = bag - below
                for use in self.uses(base - below, hand - added, self._limits.kept(meld, kept)):
                    yield added + use

    def _from_hand(self, hand: int) -> frozenset[int]:
        """Every bag inside `hand` that can be laid out by itself, the empty one included."""
        if hand not in self._laid:
            bags = self._bags
            face = bags.lowest(hand)
            found = set(self._from_hand(bags.without(hand, face)))
            for meld in self._melds[face]:
                if bags.within(meld.bag, hand):
                    found.update(meld.bag + use for use in self._from_hand(hand - meld.bag))
            self._laid[hand] = frozenset(found)
        return self._laid[hand]


@lru_cache(maxsize=64)
def solver(rules: Rules) -> Solver:
    """The solver for `rules`; one is kept for each sheet in use."""
    return Solver(rules)
