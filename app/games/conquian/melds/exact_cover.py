"""Exact covers: every choice of hand cards that can be laid out together with all of some other cards.

`RestrictedCover` answers for combinations of any kind and under any restriction. It covers the cards that
must lie one by one: the first uncovered face in canonical order belongs to some combination, so only
combinations through that face are tried. When all that must lie is covered, combinations of hand cards
alone may be added.

`FreeCover` answers where only validity counts. Combinations of three to five cards suffice there, because
every longer one splits into these. Few combinations cross the suits: it chooses those first, and what
remains is one small question per suit, which comes up in almost every hand: the answers are cached. This is
the only cache of the rules.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from app.games.conquian.melds.combinations import FREE, Combination, Restrictions
from app.games.conquian.melds.multiset import Bags

_CACHED = 1 << 16
_NOTHING_MORE = frozenset((0,))


class RestrictedCover:
    """Covers by combinations; `through` lists for each face the combinations that contain it."""

    def __init__(self, bags: Bags, through: Sequence[Sequence[Combination]], limits: Restrictions) -> None:
        self._bags = bags
        self._through = through
        self._limits = limits
        self.uses = lru_cache(_CACHED)(self._uses)
        """The cached `_uses`."""

    def _uses(self, base: int, hand: int, kept: int = 0) -> frozenset[int]:
        """Return every bag from `hand` that can be laid out with all of `base`.

        `kept` is the bit set of groups that still have three cards together (RULES 6.6).
        """
        if base:
            uses = frozenset(self._through_lowest(base, hand, kept))
        elif kept == self._limits.all_kept:
            uses = frozenset(self._from_hand(hand, kept))
        else:
            return frozenset()
        return _NOTHING_MORE if uses == _NOTHING_MORE else uses

    def _through_lowest(self, base: int, hand: int, kept: int) -> Iterator[int]:
        """Yield the uses for each combination through the first face of `base`."""
        bags, limits, pool = self._bags, self._limits, base + hand
        for meld in self._through[bags.lowest(base)]:
            if bags.within(meld.bag, pool) and limits.allows(meld):
                below = bags.common(meld.bag, base)
                added = meld.bag - below
                for use in self.uses(base - below, hand - added, limits.kept(meld, kept)):
                    yield added + use

    def _from_hand(self, hand: int, kept: int) -> Iterator[int]:
        """Yield every bag inside `hand` that can be laid out by itself, the empty one included."""
        if not hand:
            yield 0
            return
        bags = self._bags
        face = bags.lowest(hand)
        yield from self.uses(0, bags.without(hand, face), kept)
        for meld in self._through[face]:
            if bags.within(meld.bag, hand) and self._limits.allows(meld):
                for use in self.uses(0, hand - meld.bag, kept):
                    yield meld.bag + use


class FreeCover:
    """Covers by `melds`, each of at most five cards, of which `wild` (0: none) may stand in for others.

    Where `identical`, sets are copies of one face. A natural combination in one suit, or of copies of one
    face, stays in the lane of its suit; any other is a crossing.
    """

    def __init__(self, bags: Bags, melds: Sequence[Combination], wild: int, identical: bool) -> None:
        self._bags = bags
        self._wild = wild
        self._identical = identical
        self._shifts = bags.shifts
        self._lane = bags.lane
        natural = [meld for meld in melds if not meld.stands_in]
        lane = [meld for meld in natural if meld.bag & ~self._lane == 0]
        through = [[meld for meld in lane if bags.within(unit, meld.bag)] for unit in bags.unit.values()]
        self._in_lane = RestrictedCover(bags, through, FREE).uses
        self._sets = self._by_rank([meld for meld in natural if not self._stays(meld.bag)])
        self._run_starts = self._starts(lane)
        self._stand_ins = tuple(meld.bag for meld in melds if meld.stands_in)

    def _stays(self, bag: int) -> bool:
        return any(bag & ~(self._lane << shift) == 0 for shift in self._shifts)

    def _by_rank(self, sets: Iterable[Combination]) -> dict[int, tuple[int, ...]]:
        """Return the sets by their rank, which is named by its face in the first suit."""
        by_rank: dict[int, tuple[int, ...]] = {}
        for meld in sets:
            rank = 0
            for shift in self._shifts:
                rank |= meld.bag >> shift & self._lane
            by_rank[rank] = (*by_rank.get(rank, ()), meld.bag)
        return by_rank

    def _starts(self, lane: Sequence[Combination]) -> int:
        """Return the faces of all suits with which a run of three begins."""
        runs = [meld.bag for meld in lane if not meld.is_set and len(meld.cards) == 3]
        return sum((bag & -bag) << shift for bag in runs for shift in self._shifts)

    def joining(self, others: int) -> int:
        """Return the faces that may make a combination of three with two cards of `others`."""
        bags = self._bags
        if others & self._wild:
            return bags.faces
        present, width = bags.present(others), bags.width
        below, above = present << width & ~bags.lows, present >> width & ~bags.highs
        runs = below & (above | below << width & ~bags.lows) | above & above >> width & ~bags.highs
        return runs | self._wild | self._pairs(others, present)

    def _pairs(self, others: int, present: int) -> int:
        """Return the faces that may make a set with two cards of `others`."""
        bags = self._bags
        if self._identical:
            return bags.present(others - present)
        once = twice = 0
        for shift in bags.shifts:
            suit = present >> shift & bags.lane
            twice |= once & suit
            once |= suit
        return twice * bags.lows

    def uses(self, base: int, hand: int) -> set[int]:
        """Return every bag from `hand` that can be laid out with all of `base`."""
        pool = base + hand
        distinct: set[int] = set()
        common = self._bags.common
        for chosen in self._crossings(base, pool):
            below = common(chosen, base)
            need = base - below
            if not need & ~self._in_runs(pool - chosen):
                added = chosen - below
                distinct.update([added + use for use in self._split(need, hand - added)])
        return distinct

    def _in_runs(self, pool: int) -> int:
        """Return every copy of the faces of `pool` that one of its lanes may hold in a combination."""
        bags, width = self._bags, self._bags.width
        present = bags.present(pool)
        if self._identical:
            return bags.every(present)
        first = present & present >> width & present >> 2 * width & self._run_starts
        return bags.every(first | first << width | first << 2 * width)

    def _split(self, base: int, hand: int) -> list[int]:
        """Return the uses without any crossing: each suit by itself, and all of them together."""
        combined, lane, in_lane = [0], self._lane, self._in_lane
        for shift in self._shifts:
            need, spare = base >> shift & lane, hand >> shift & lane
            if need or spare:
                uses = in_lane(need, spare)
                if uses is not _NOTHING_MORE:
                    combined = [use + (more << shift) for use in combined for more in uses]
        return combined

    def _crossings(self, base: int, pool: int) -> list[int]:
        """Return every choice of crossings inside `pool` after which runs may cover `base`; 0 is none."""
        chosen = [0]
        ranks = self._ranks_within(pool)
        must = base & ~self._in_runs(pool) if ranks else 0
        if self._wild & pool:
            chosen += [bag for bag in self._stand_ins if self._bags.within(bag, pool)]
            must = 0
        while ranks:
            rank = ranks & -ranks
            ranks -= rank
            chosen = self._with_sets(chosen, rank, pool, must)
        return chosen

    def _with_sets(self, chosen: list[int], rank: int, pool: int, must: int) -> list[int]:
        """Return `chosen` with each possible choice of sets of `rank`.

        In one pack a rank has at most one set, and it holds every card of the rank in `must`, the cards
        that no run can hold.
        """
        sets, within = self._sets[rank], self._bags.within
        if self._bags.packs == 1:
            due = must & rank * self._bags.lows
            choices = [bag for bag in sets if not bag & ~pool and not due & ~bag]
            return ([] if due else chosen) + [
                laid + bag for bag in choices for laid in chosen if not laid & bag
            ]
        for bag in [bag for bag in sets if within(bag, pool)]:
            grown = chosen
            for _ in range(self._bags.packs):
                grown = [laid + bag for laid in grown if within(laid + bag, pool)]
                chosen = chosen + grown
        return chosen

    def _ranks_within(self, pool: int) -> int:
        """Return the ranks of which `pool` holds a set that crosses suits."""
        if not self._sets:
            return 0
        once, twice, thrice = 0, 0, 0
        present, lane = self._bags.present(pool), self._lane
        for shift in self._shifts:
            suit = present >> shift & lane
            thrice |= twice & suit
            twice |= once & suit
            once |= suit
        return thrice
