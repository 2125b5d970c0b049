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
_NOTHING_MORE = frozenset((0,))
_NO_CROSSING = [0]


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

    Where `identical`, sets are copies of one face.

    A natural meld in one suit, or of copies of one face, stays in its lane; any other is a crossing.
    """

    def __init__(self, bags: Bags, melds: Sequence[Meld], wild: int, identical: bool) -> None:
        self._bags = bags
        self._wild = wild
        self._identical = identical
        self._shifts = bags.shifts
        self._lane = bags.lane
        natural = [meld for meld in melds if not meld.stands_in]
        lane = [meld for meld in natural if meld.bag & ~self._lane == 0]
        through = [[meld for meld in lane if bags.within(unit, meld.bag)] for unit in bags.unit.values()]
        self._in_lane = Covers(bags, through).uses
        self._sets = self._by_rank([meld for meld in natural if not self._stays(meld.bag)])
        self._run_starts = self._starts(lane)
        self._cross = bool(self._sets)
        self._stand_ins = tuple(meld.bag for meld in melds if meld.stands_in)

    def _stays(self, bag: int) -> bool:
        return any(bag & ~(self._lane << shift) == 0 for shift in self._shifts)

    def _by_rank(self, sets: Iterable[Meld]) -> dict[int, tuple[int, ...]]:
        """The sets by their rank, a bit of the first suit."""
        found: dict[int, tuple[int, ...]] = {}
        for meld in sets:
            rank = self._column(meld.bag) & self._lane
            found[rank] = (*found.get(rank, ()), meld.bag)
        return found

    def _starts(self, lane: Sequence[Meld]) -> int:
        """The faces of all suits with which a run of three begins."""
        runs = [meld.bag for meld in lane if not meld.is_set and len(meld.cards) == 3]
        return sum((bag & -bag) << shift for bag in runs for shift in self._shifts)

    def joining(self, others: int) -> int:
        """The faces that may make a meld of three with two of `others`."""
        bags = self._bags
        if others & self._wild:
            return bags.faces
        present, width = bags.present(others), bags.width
        below, above = present << width & ~bags.lows, present >> width & ~bags.highs
        runs = below & (above | below << width & ~bags.lows) | above & above >> width & ~bags.highs
        return runs | self._wild | self._pairs(others, present)

    def _pairs(self, others: int, present: int) -> int:
        """The faces that may make a set with two of `others`."""
        bags = self._bags
        if self._identical:
            return bags.present(others - present)
        once = twice = 0
        for shift in bags.shifts:
            suit = present >> shift & bags.lane
            twice |= once & suit
            once |= suit
        return twice * bags.lows

    def _column(self, present: int) -> int:
        """All cards of the ranks in `present`, a bag with one copy of each face at most."""
        ranks = 0
        for shift in self._shifts:
            ranks |= present >> shift & self._lane
        return sum([ranks << shift for shift in self._shifts])

    def uses(self, base: int, hand: int) -> set[int]:
        """Every bag from `hand` that goes down with all of `base`."""
        pool = base + hand
        crossings = self._crossings(base, pool) if self._cross else _NO_CROSSING
        if len(crossings) == 1 and not crossings[0]:
            return set(self._split(base, hand))
        found: set[int] = set()
        common = self._bags.common
        for chosen in crossings:
            below = common(chosen, base)
            need = base - below
            if not need or not need & ~self._in_runs(pool - chosen):
                added = chosen - below
                found.update([added + use for use in self._split(need, hand - added)])
        return found

    def _in_runs(self, pool: int) -> int:
        """Every copy of the faces of `pool` that lie in a run of it."""
        bags, width = self._bags, self._bags.width
        present = bags.present(pool)
        first = present & present >> width & present >> 2 * width & self._run_starts
        return bags.every(first | first << width | first << 2 * width)

    def _split(self, base: int, hand: int) -> list[int]:
        """The uses without any crossing: each suit by itself, and all of them together."""
        found, lane, in_lane = [0], self._lane, self._in_lane
        for shift in self._shifts:
            need, spare = base >> shift & lane, hand >> shift & lane
            if need or spare:
                uses = in_lane(need, spare)
                if uses != _NOTHING_MORE:
                    found = [use + (more << shift) for use in found for more in uses]
        return found

    def _crossings(self, base: int, pool: int) -> list[int]:
        """Every choice of crossings inside `pool` after which runs may cover `base`; no crossing is 0."""
        chosen = [0]
        must = base & ~self._in_runs(pool)
        if self._wild & pool:
            chosen += [bag for bag in self._stand_ins if self._bags.within(bag, pool)]
            must = 0
        ranks = self._ranks_within(pool)
        if must & ~self._bags.every(self._column(ranks)):
            return []
        while ranks:
            rank = ranks & -ranks
            ranks -= rank
            chosen = self._with_sets(chosen, self._sets[rank], pool, must)
        return chosen

    def _with_sets(self, chosen: list[int], sets: Sequence[int], pool: int, must: int) -> list[int]:
        """`chosen` with each possible choice of `sets`, all of one rank; `must` are cards without a run."""
        guard = self._bags.guard
        inside = [bag for bag in sets if ((pool | guard) - bag) & guard == guard]
        if self._bags.packs == 1:
            # At most one set of a rank, and it holds every card of the rank that has no run.
            due = must & self._column_of(sets)
            choices = [bag for bag in inside if bag & due == due]
            kept = [] if due else chosen
            return kept + [one + bag for bag in choices for one in chosen if not one & bag]
        for bag in inside:
            grown = chosen
            for _ in range(self._bags.packs):
                grown = [one + bag for one in grown if ((pool | guard) - one - bag) & guard == guard]
                chosen = chosen + grown
        return chosen

    @staticmethod
    def _column_of(sets: Sequence[int]) -> int:
        """All faces of some sets of one rank."""
        faces = 0
        for bag in sets:
            faces |= bag
        return faces

    def _ranks_within(self, pool: int) -> int:
        """The ranks that `pool` holds in three suits, where sets cross the suits."""
        once, twice, thrice = 0, 0, 0
        present, lane = self._bags.present(pool), self._lane
        for shift in self._shifts:
            suit = present >> shift & lane
            thrice |= twice & suit
            twice |= once & suit
            once |= suit
        return thrice
