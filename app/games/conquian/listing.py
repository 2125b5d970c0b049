"""The commands of a seat that can meld: counted at once, and each made only when somebody looks at it."""

from collections.abc import Iterator, Sequence
from typing import overload

from app.games.conquian.bags import Bags
from app.games.conquian.commands import Command, Meld

_OUT = -1
"""In place of the discards where the seat goes out and there is none: one command, as the bits of it say."""


class Listing(Sequence[Command]):
    """The melds that lay one of the bags `uses`, each with every discard that is left then, and the `last`.

    The melds are those of a seat that holds the bag `held` and goes out by laying `to_win` cards of it. Like
    the tuple of the same commands in everything but what it costs.
    """

    __slots__ = ("_bags", "_held", "_last", "_to_win", "_uses")

    def __init__(
        self, bags: Bags, uses: Sequence[int], held: int, to_win: int, last: tuple[Command, ...]
    ) -> None:
        self._bags = bags
        self._uses = uses
        self._held = held
        self._to_win = to_win
        self._last = last

    def _discards(self, use: int) -> int:
        """One copy of each face that may be discarded after laying `use`; `_OUT` where there is none."""
        bags = self._bags
        if bags.packs == 1:
            return _OUT if use.bit_count() == self._to_win else self._held ^ use
        return _OUT if bags.size(use) == self._to_win else bags.present(self._held - use)

    def _melds(self, use: int) -> Iterator[Command]:
        """The melds that lay `use`, discards in canonical order."""
        cards, left = self._bags.listed(use), self._discards(use)
        if left == _OUT:
            yield Meld(None, cards)
            return
        while left:
            yield Meld(None, cards, self._bags.card[left & -left])
            left &= left - 1

    def __len__(self) -> int:
        count = len(self._last)
        for use in self._uses:
            count += self._discards(use).bit_count()
        return count

    def __iter__(self) -> Iterator[Command]:
        for use in self._uses:
            yield from self._melds(use)
        yield from self._last

    @overload
    def __getitem__(self, at: int) -> Command: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Command, ...]: ...
    def __getitem__(self, at: int | slice) -> Command | tuple[Command, ...]:
        if not isinstance(at, int):
            return tuple(self)[at]
        if at < 0:
            at += len(self)
            if at < 0:
                raise IndexError(at)
        for use in self._uses:
            left = self._discards(use)
            count = left.bit_count()
            if at < count:
                if left == _OUT:
                    return Meld(None, self._bags.listed(use))
                while at:
                    left &= left - 1
                    at -= 1
                return Meld(None, self._bags.listed(use), self._bags.card[left & -left])
            at -= count
        return self._last[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
