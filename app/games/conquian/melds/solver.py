"""The meld question, solved exactly: what can be laid out, and which hand cards may go down with it."""

from collections.abc import Collection

from app.games.cards import Card
from app.games.conquian.melds.combinations import FREE, Restrictions, combinations
from app.games.conquian.melds.exact_cover import FreeCover, RestrictedCover
from app.games.conquian.melds.multiset import Bags
from app.games.conquian.rules import Rules, SetKind

_SHORT = 5
"""Every longer combination splits into combinations of three to five cards."""


class Solver:
    """Exact answers to the meld question for the packs and combinations of one rules sheet."""

    def __init__(self, rules: Rules) -> None:
        self.bags: Bags = Bags(rules.pack, rules.packs)
        every = combinations(rules, self.bags)
        units = self.bags.unit.values()
        self._through = [[meld for meld in every if self.bags.within(unit, meld.bag)] for unit in units]
        self._led_by = [
            [meld for meld in melds if self.bags.lowest(meld.bag) == face]
            for face, melds in enumerate(self._through)
        ]
        """For each face the combinations in which it is the first."""
        threes = [meld.bag for meld in every if len(meld.cards) == 3]
        self._pairs = {
            unit: tuple([bag - unit for bag in threes if self.bags.within(unit, bag)]) for unit in units
        }
        short = [meld for meld in every if len(meld.cards) <= _SHORT]
        wild = 0 if rules.wild_card is None else self.bags.unit[rules.wild_card]
        self._free = FreeCover(self.bags, short, wild, rules.set_kind is SetKind.IDENTICAL)

    def pairs(self, card: int) -> tuple[int, ...]:
        """Return each bag of two that makes a combination of three with `card`, a bag of one."""
        return self._pairs[card]

    def joining(self, cards: int) -> int:
        """Return the faces that may make a combination of three with two of `cards`."""
        return self._free.joining(cards)

    def free(self, base: int, hand: int) -> Collection[int]:
        """Return every bag from `hand` that can be laid out with all of `base` where only validity counts."""
        return self._free.uses(base, hand)

    def uses(self, base: int, hand: int, limits: Restrictions = FREE) -> Collection[int]:
        """Return every bag from `hand` that can be laid out together with all of `base`."""
        if limits is FREE:
            return self._free.uses(base, hand)
        return RestrictedCover(self.bags, self._through, limits).uses(base, hand)

    def joins(self, card: int, others: int) -> bool:
        """Return whether `card` makes a combination of three with two of `others`; else it has no use."""
        pool, guard = others | self.bags.guard, self.bags.guard
        for pair in self._pairs[card]:  # noqa: SIM110 (a generator would take twice as long)
            if (pool - pair) & guard == guard:
                return True
        return False

    def covers(self, bag: int, limits: Restrictions = FREE) -> bool:
        """Return whether exactly the cards of `bag` can be laid out."""
        return 0 in self.uses(bag, 0, limits)

    def ordered(self, uses: Collection[int]) -> tuple[int, ...]:
        """Return bags in the order in which they are listed: fewest cards first, then canonical."""
        size = self.bags.size
        return tuple(sorted(uses, key=lambda use: (size(use), use)))

    def arrange(
        self, bag: int, limits: Restrictions = FREE, kept: int = 0
    ) -> tuple[tuple[Card, ...], ...] | None:
        """Return the first layout of exactly `bag` in the order of RULES 6.7, or None if there is none.

        The first face not yet covered, in canonical order, goes into the first combination through it that
        leaves the rest coverable. It is the first face of that combination, too. `kept` is the bit set of
        groups that still have three cards together.
        """
        if not bag:
            return () if kept == limits.all_kept else None
        for meld in self._led_by[self.bags.lowest(bag)]:
            if self.bags.within(meld.bag, bag) and limits.allows(meld):
                rest = self.arrange(bag - meld.bag, limits, limits.kept(meld, kept))
                if rest is not None:
                    return (meld.cards, *rest)
        return None


_SOLVERS: dict[tuple[object, ...], Solver] = {}
_SOLVERS_MAX = 64


def solver(rules: Rules) -> Solver:
    """Return the solver for the packs and combinations of `rules`; one is made for each kind in use."""
    identical = rules.set_kind is SetKind.IDENTICAL
    kind = rules.pack, rules.packs, identical, rules.run_max, rules.wild_card
    known = _SOLVERS.get(kind)
    if known is None:
        if len(_SOLVERS) >= _SOLVERS_MAX:
            _SOLVERS.clear()
        known = _SOLVERS[kind] = Solver(rules)
    return known
