"""Covers in one pack without a wild card, which most variants are played with.

The answers are those of `Lanes` and so is the idea; but a bag of one pack is a set of cards, so that
containment and taking away are one operation each, and all suits are looked at together. Cards that could
only lie in a set where no set is possible are noticed before any set is tried, and a suit is only asked what
its runs cover where it has a run at all: a table looked into at random costs more than the sums beside it.
"""

from collections.abc import Collection, Sequence

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


class Singles:
    """Answers from `melds`, each of at most five cards, every one a run or a set of one rank."""

    __slots__ = (
        "_lane",
        "_lows",
        "_not_highs",
        "_not_lows",
        "_shifts",
        "_starts",
        "_suit",
        "_suits",
        "_width",
    )

    def __init__(self, bags: Bags, melds: Sequence[Meld]) -> None:
        runs = [meld for meld in melds if not meld.is_set]
        in_first = [meld for meld in runs if not meld.bag & ~bags.lane]
        through = [[meld for meld in in_first if unit & meld.bag] for unit in bags.unit.values()]
        self._suit = _Suit(Covers(bags, through), bags.shifts[1])
        self._width, self._lane, self._shifts = bags.width, bags.lane, bags.shifts
        self._lows, self._not_lows, self._not_highs = bags.lows, ~bags.lows, ~bags.highs
        self._starts = sum([meld.bag & -meld.bag for meld in runs if len(meld.cards) == 3])
        self._suits = tuple([(bags.lane << shift, shift) for shift in bags.shifts])

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
        width, (_, second, third, fourth) = self._width, self._shifts
        pool = base | hand
        first = pool & pool >> width & pool >> 2 * width & self._starts
        single = base & ~(first | first << width | first << 2 * width)
        two, three, four = pool >> second, pool >> third, pool >> fourth
        ranks = (pool & two & (three | four) | three & four & (pool | two)) & self._lane
        if single & ~(ranks * self._lows):
            return ()
        if single:
            columns = single | single >> second | single >> third | single >> fourth
            due = ranks & columns & ~(pool & two & three & four)
            if due:
                return self._forced(base, hand, single, ranks ^ due, due * self._lows & pool)
        return self._with_sets(base, hand, single, ranks, first) if ranks else self._runs(base, hand, first)

    def _forced(self, base: int, hand: int, single: int, ranks: int, forced: int) -> Collection[int]:
        """The same where the sets of three `forced` are laid first, because each holds a card of `single`."""
        width, need, spare, added = self._width, base & ~forced, hand & ~forced, hand & forced
        pool = need | spare
        first = pool & pool >> width & pool >> 2 * width & self._starts
        if ranks:
            found = self._with_sets(need, spare, single & ~forced, ranks, first)
        elif need & ~(first | first << width | first << 2 * width):
            return ()
        else:
            found = self._runs(need, spare, first)
        return [added | use for use in found] if added else found

    def _with_sets(self, base: int, hand: int, single: int, ranks: int, first: int) -> Collection[int]:
        """The same with each choice of sets; the cards `single` must lie in one."""
        pool, choices = base | hand, self._choices(single, ranks, base | hand)
        if not first:
            return {chosen & hand for chosen in choices if not base & ~chosen}
        width, found = self._width, set[int]()
        for chosen in choices:
            rest, need = pool & ~chosen, base & ~chosen
            first = rest & rest >> width & rest >> 2 * width & self._starts
            if not need & ~(first | first << width | first << 2 * width):
                uses, added = self._runs(need, hand & ~chosen, first), chosen & hand
                found.update([added | use for use in uses] if added else uses)
        return found

    def _choices(self, single: int, ranks: int, pool: int) -> list[int]:
        """Every choice of at most one set of each of `ranks`; the cards `single` must be in one."""
        chosen = [0]
        while ranks:
            rank = ranks & -ranks
            ranks ^= rank
            there = rank * self._lows & pool
            must = single & there
            sets = [there]
            if there.bit_count() > 3:
                sets += [there ^ rank << shift for shift in self._shifts if not rank << shift & must]
            grown = [one | bag for bag in sets for one in chosen] if chosen[-1] else sets
            chosen = grown if must else chosen + grown
        return chosen

    def _runs(self, base: int, hand: int, first: int) -> Sequence[int]:
        """The uses without any set; `first` are the cards with which runs of three begin, in all suits."""
        found: Sequence[int] = _NOTHING_MORE
        if first:
            lane, width = self._lane, self._shifts[1]
            for suit, shift in self._suits:
                if first & suit:
                    uses = self._suit[(base >> shift & lane) << width | hand >> shift & lane]
                    if uses is not _NOTHING_MORE:
                        found = [use | more << shift for use in found for more in uses]
        return found
