"""Covers: every way to lay out all of some cards, alone or with others that may go down with them.

`Covers` answers on melds of any kind and with any history. It covers the cards that must lie one by one:
the first uncovered face in canonical order belongs to some meld, so only melds through that face are
tried, and the rest is asked again and remembered. Cards still in the hand may complete a meld, and when
all that must lie is covered, melds of hand cards alone may be added.

`Lanes` answers where nothing but validity counts. There runs of three to five cards and sets of three to
five copies suffice, because every longer meld falls apart into these. Only a few melds cross the suits: it
chooses those first, and what remains falls into one small question a suit, which comes back so often that
it is hardly ever computed.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from app.games.conquian.bags import Bags
from app.games.conquian.history import FREE, Meld, Restrictions

_REMEMBERED = 1 << 15


class Covers:
    """Answers from `melds`, which lists for each face the melds that contain it."""

    def __init__(self, bags: Bags, melds: Sequence[Sequence[Meld]], limits: Restrictions = FREE) -> None:
        self._bags = bags
        self._melds = melds
        self._limits = limits
        self.uses = lru_cache(_REMEMBERED)(self._uses)
        """Every bag from `hand` that goes down with all of `base`; `kept` are the groups kept so far."""
        self._alone = lru_cache(_REMEMBERED)(self._from_hand)

    def _uses(self, base: int, hand: int, kept: int = 0) -> frozenset[int]:
        if base:
            return frozenset(self._through_lowest(base, hand, kept))
        return self._alone(hand) if kept == self._limits.all_kept else frozenset()

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
        if not hand:
            return frozenset((0,))
        bags = self._bags
        face = bags.lowest(hand)
        found = set(self._alone(bags.without(hand, face)))
        for meld in self._melds[face]:
            if bags.within(meld.bag, hand):
                found.update(meld.bag + use for use in self._alone(hand - meld.bag))
        return frozenset(found)


class Lanes:
    """Answers from `melds`, each of at most five cards, where `wild` is a card that may stand in for others.

    A natural meld in one suit, or of copies of one face, stays in its lane; any other is a crossing.
    """

    def __init__(self, bags: Bags, melds: Sequence[Meld], wild: int = 0) -> None:
        self._bags = bags
        self._wild = wild
        self._shifts = tuple(suit * bags.suit_bits for suit in range(bags.suits))
        self._lane = (1 << bags.suit_bits) - 1
        lane = [meld for meld in melds if meld.bag & ~self._lane == 0 and not meld.stands_in]
        through = [[meld for meld in lane if bags.within(unit, meld.bag)] for unit in bags.unit.values()]
        self._in_lane = Covers(bags, through).uses
        self._sets = self._by_rank(meld for meld in melds if not meld.stands_in and not self._stays(meld.bag))
        self._run_starts = self._starts(lane)
        self._stand_ins = tuple(meld.bag for meld in melds if meld.stands_in)

    def _stays(self, bag: int) -> bool:
        return any(bag & ~(self._lane << shift) == 0 for shift in self._shifts)

    def _by_rank(self, sets: Iterable[Meld]) -> dict[int, tuple[int, ...]]:
        """The sets by the lowest bit of their rank in a lane."""
        found: dict[int, tuple[int, ...]] = {}
        for meld in sets:
            folded = self._folded(meld.bag)
            found[folded] = (*found.get(folded, ()), meld.bag)
        return found

    def _folded(self, bag: int) -> int:
        """The ranks of `bag`, one copy each, as a bag of the first suit."""
        present, ranks = self._bags.present(bag), 0
        for shift in self._shifts:
            ranks |= present >> shift & self._lane
        return ranks

    def uses(self, base: int, hand: int) -> set[int]:
        """Every bag from `hand` that goes down with all of `base`."""
        pool = base + hand
        crossings = self._crossings(pool)
        if len(crossings) == 1:
            return set(self._split(base, hand))
        found: set[int] = set()
        for chosen in crossings:
            below = self._bags.common(chosen, base)
            if self._in_runs(base - below, pool - chosen):
                added = chosen - below
                found.update([added + use for use in self._split(base - below, hand - added)])
        return found

    def _starts(self, lane: Sequence[Meld]) -> int:
        """The faces of all suits with which a run of three begins."""
        runs = [meld.bag for meld in lane if not meld.is_set and len(meld.cards) == 3]
        return sum((bag & -bag) << shift for bag in runs for shift in self._shifts)

    def _in_runs(self, base: int, pool: int) -> bool:
        """Whether each face of `base` lies in a run inside `pool`: without crossings, there is no other way."""
        present, width = self._bags.present(pool), self._bags.width
        first = present & present >> width & present >> 2 * width & self._run_starts
        return not self._bags.present(base) & ~(first | first << width | first << 2 * width)

    def _split(self, base: int, hand: int) -> list[int]:
        """The uses without any crossing: each suit by itself, and all of them together."""
        found, lane, in_lane = [0], self._lane, self._in_lane
        for shift in self._shifts:
            need, spare = base >> shift & lane, hand >> shift & lane
            if not need and not spare:
                continue
            uses = in_lane(need, spare, 0)
            if len(uses) == 1 and 0 in uses:
                continue
            found = [use + (more << shift) for use in found for more in uses]
            if not found:
                break
        return found

    def _crossings(self, pool: int) -> list[int]:
        """Every choice of crossings inside `pool`, the empty one included."""
        chosen = [0]
        if self._wild & pool:
            chosen += [bag for bag in self._stand_ins if self._bags.within(bag, pool)]
        for bag in self._sets_within(pool):
            grown = chosen
            for _ in range(self._bags.packs):
                grown = [one + bag for one in grown if self._bags.within(one + bag, pool)]
                chosen = chosen + grown
        return chosen

    def _sets_within(self, pool: int) -> list[int]:
        """The sets across suits that `pool` holds; only ranks in three suits are looked at."""
        once, twice, thrice = 0, 0, 0
        present, lane = self._bags.present(pool), self._lane
        for shift in self._shifts:
            suit = present >> shift & lane
            thrice |= twice & suit
            twice |= once & suit
            once |= suit
        found: list[int] = []
        while thrice:
            rank = thrice & -thrice
            found += [bag for bag in self._sets.get(rank, ()) if self._bags.within(bag, pool)]
            thrice -= rank
        return found
