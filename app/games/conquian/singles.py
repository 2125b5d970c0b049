"""Covers in one pack without a wild card, which most variants are played with.

The answers are those of `Lanes` and so is the idea; but a bag of one pack is a set of cards, so that
containment and taking away are one operation each, and two bits a face say at once which cards must lie and
which are spare. Every choice of sets is tried in which the cards lie that are in no run, and what remains is
one question a suit, which comes back so often that it is hardly ever computed.
"""

from collections.abc import Collection, Sequence

from app.games.conquian.bags import Bags
from app.games.conquian.covers import Covers
from app.games.conquian.history import Meld

_REMEMBERED = 1 << 16
_NOTHING_MORE = (0,)


class _Suit(dict[int, tuple[int, ...]]):
    """The uses of runs of one suit, by the cards that must lie, each one bit up, and the spare ones."""

    __slots__ = ("_covers", "_faces")

    def __init__(self, covers: Covers, faces: int) -> None:
        self._covers = covers
        self._faces = faces

    def __missing__(self, key: int) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = tuple(self._covers.uses(key >> 1 & self._faces, key & self._faces))
        self[key] = found = _NOTHING_MORE if found == _NOTHING_MORE else found
        return found


class Singles:
    """Answers from `melds`, each of at most five cards, every one a run or a set of one rank."""

    __slots__ = ("_lane", "_lows", "_not_highs", "_not_lows", "_shifts", "_starts", "_suit", "_width")

    def __init__(self, bags: Bags, melds: Sequence[Meld]) -> None:
        runs = [meld for meld in melds if not meld.is_set]
        in_first = [meld for meld in runs if not meld.bag & ~bags.lane]
        covers = Covers(bags, [[meld for meld in in_first if unit & meld.bag] for unit in bags.unit.values()])
        self._width, self._lane, self._shifts = bags.width, bags.lane, bags.shifts
        self._lows, self._not_lows, self._not_highs = bags.lows, ~bags.lows, ~bags.highs
        self._starts = sum([meld.bag & -meld.bag for meld in runs if len(meld.cards) == 3])
        self._suit = _Suit(covers, bags.faces & bags.lane)

    def joining(self, others: int) -> int:
        """The faces that may make a meld of three with two of `others`."""
        width, inner, outer, (_, second, third, fourth) = (
            self._width,
            self._not_lows,
            self._not_highs,
            self._shifts,
        )
        below, above = others << width & inner, others >> width & outer
        runs = below & (above | below << width & inner) | above & above >> width & outer
        twice = others & (others >> second | others >> third | others >> fourth)
        return runs | ((twice | twice >> second | twice >> third) & self._lane) * self._lows

    def uses(self, base: int, hand: int) -> Collection[int]:
        """Every bag from `hand` that goes down with all of `base`."""
        pool, both = base | hand, base << 1 | hand
        _, second, third, fourth = self._shifts
        two, three, four = pool >> second, pool >> third, pool >> fourth
        ranks = (pool & two & (three | four) | three & four & (pool | two)) & self._lane
        if not ranks:
            return self._runs(both)
        found: set[int] = set()
        choices = self._choices(base, pool, ranks)
        for chosen in choices:
            uses = self._runs(both & ~(3 * chosen))
            if uses:
                added = chosen & hand
                if added:
                    uses = [added | use for use in uses]
                if len(choices) == 1:
                    return uses
                found.update(uses)
        return found

    def _choices(self, base: int, pool: int, ranks: int) -> Sequence[int]:
        """Every choice of sets of `ranks`; the cards of `base` that no run can hold must be in one."""
        width, lows = self._width, self._lows
        first = pool & pool >> width & pool >> 2 * width & self._starts
        single = base & ~(first | first << width | first << 2 * width)
        chosen: Sequence[int] = _NOTHING_MORE
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            there = rank * lows & pool
            must = single & there
            sets = [there]
            if there.bit_count() > 3:
                sets += [there ^ rank << shift for shift in self._shifts if not rank << shift & must]
            if not must:
                sets.append(0)
            chosen = sets if chosen is _NOTHING_MORE else [one | bag for bag in sets for one in chosen]
        return chosen

    def _runs(self, both: int) -> Sequence[int]:
        """The uses without any set."""
        found: Sequence[int] = _NOTHING_MORE
        suit, lane = self._suit, self._lane
        for shift in self._shifts:
            uses = suit[both >> shift & lane]
            if uses is not _NOTHING_MORE:
                if not uses:
                    return uses
                found = [use | more << shift for use in found for more in uses]
        return found
