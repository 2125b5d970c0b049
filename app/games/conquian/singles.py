"""Covers in one pack without a wild card, which most variants are played with.

The answers are those of `Lanes` and so is the idea; but a bag of one pack is a set of cards, so that
containment and taking away are one operation each. What one suit answers stands in a table that fills as it
is asked, and cards that could only lie in a set where no set is possible are noticed before any is tried.
"""

from collections.abc import Sequence

from app.games.conquian.bags import Bags
from app.games.conquian.covers import Covers
from app.games.conquian.history import Meld

_REMEMBERED = 1 << 16
_NOTHING_MORE = (0,)


class _Suit(dict[int, tuple[int, ...]]):
    """The uses of runs of one suit, by one number: the cards that must lie, and below them the spare ones."""

    __slots__ = ("_covers", "_lane", "_width")

    def __init__(self, covers: Covers, width: int) -> None:
        self._covers = covers
        self._width = width
        self._lane = (1 << width) - 1

    def __missing__(self, key: int) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = tuple(self._covers.uses(key >> self._width, key & self._lane))
        self[key] = found = _NOTHING_MORE if found == _NOTHING_MORE else found
        return found


class _Sets(dict[int, tuple[int, ...]]):
    """The sets that can be made of some cards of one rank."""

    __slots__ = ("_every",)

    def __init__(self, every: Sequence[int]) -> None:
        self._every = every

    def __missing__(self, cards: int) -> tuple[int, ...]:
        found = self[cards] = tuple([bag for bag in self._every if not bag & ~cards])
        return found


class Singles:
    """Answers from `melds`, each of at most five cards, every one a run or a set of one rank."""

    def __init__(self, bags: Bags, melds: Sequence[Meld]) -> None:
        runs = [meld for meld in melds if not meld.is_set]
        self._width, self._lane, self._shifts = bags.width, bags.lane, bags.shifts
        self._lows, self._not_lows, self._not_highs = bags.lows, ~bags.lows, ~bags.highs
        self._column = {
            unit << shift: unit * bags.lows
            for unit in bags.unit.values()
            if unit & bags.lane
            for shift in bags.shifts
        }
        in_first = [meld for meld in runs if not meld.bag & ~bags.lane]
        through = [[meld for meld in in_first if unit & meld.bag] for unit in bags.unit.values()]
        self._suit_bits = bags.shifts[1]
        self._suit = _Suit(Covers(bags, through), self._suit_bits)
        self._run_starts = sum([meld.bag & -meld.bag for meld in runs if len(meld.cards) == 3])
        self._sets = _Sets([meld.bag for meld in melds if meld.is_set])

    def joining(self, others: int) -> int:
        """The faces that may make a meld of three with two of `others`."""
        width, not_lows, not_highs = self._width, self._not_lows, self._not_highs
        below, above = others << width & not_lows, others >> width & not_highs
        runs = below & (above | below << width & not_lows) | above & above >> width & not_highs
        one, two, three, four = self._by_rank(others)
        pairs = one & (two | three | four) | two & (three | four) | three & four
        return runs | pairs * self._lows

    def _by_rank(self, cards: int) -> tuple[int, int, int, int]:
        """The cards of each suit as if they were of the first."""
        lane, (_, second, third, fourth) = self._lane, self._shifts
        return cards & lane, cards >> second & lane, cards >> third & lane, cards >> fourth

    def uses(self, base: int, hand: int) -> set[int]:
        """Every bag from `hand` that goes down with all of `base`."""
        pool, width = base | hand, self._width
        first = pool & pool >> width & pool >> 2 * width & self._run_starts
        in_set = base & ~(first | first << width | first << 2 * width)
        one, two, three, four = self._by_rank(pool)
        ranks = one & two & (three | four) | three & four & (one | two)
        if not ranks:
            return set() if in_set else set(self._by_suit(base, hand))
        columns = ranks * self._lows
        if in_set & ~columns:
            return set()
        return self._with_sets(base, hand, in_set, pool & columns)

    def _with_sets(self, base: int, hand: int, in_set: int, among: int) -> set[int]:
        """The same with each choice of sets from the cards `among`; those of `in_set` must lie in one."""
        found: set[int] = set()
        for chosen in self._choices(in_set, among):
            added = chosen & hand
            found.update([added | use for use in self._by_suit(base & ~chosen, hand & ~added)])
        return found

    def _choices(self, in_set: int, among: int) -> list[int]:
        """Every choice of at most one set of each rank of `among`; the cards `in_set` must be in one."""
        chosen = [0]
        while among:
            column = self._column[among & -among]
            sets = self._sets[among & column]
            must = in_set & column
            if must:
                chosen = [one | bag for bag in sets if not must & ~bag for one in chosen]
            else:
                chosen += [one | bag for bag in sets for one in chosen]
            among &= ~column
        return chosen

    def _by_suit(self, base: int, hand: int) -> list[int]:
        """The uses without any set: each suit by itself, and all of them together."""
        found, lane, bits, suit = [0], self._lane, self._suit_bits, self._suit
        for shift in self._shifts:
            uses = suit[(base >> shift & lane) << bits | hand >> shift & lane]
            if uses is not _NOTHING_MORE:
                found = [use | more << shift for use in found for more in uses]
        return found
