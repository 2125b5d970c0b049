"""The commands of a seat that can meld: counted at once, and each made only when somebody looks at it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from app.games.cards import Card
from app.games.conquian.commands import Command, Meld
from app.games.conquian.holding import Way


class Listing(Sequence[Command]):
    """The melds of each of `ways`, with every discard that is possible then, and the `last` commands.

    Like the tuple of the same commands in everything but what it costs; `card` is that of a bag of one.
    """

    __slots__ = ("_card", "_last", "_ways")

    def __init__(self, card: Mapping[int, Card], ways: Sequence[Way], last: tuple[Command, ...]) -> None:
        self._card = card
        self._ways = ways
        self._last = last

    def __len__(self) -> int:
        count = len(self._last)
        for way in self._ways:
            count += 1 if way.out else way.discards.bit_count()
        return count

    def __iter__(self) -> Iterator[Command]:
        for way in self._ways:
            if way.out:
                yield Meld(None, way.cards)
                continue
            left = way.discards
            while left:
                yield Meld(None, way.cards, self._card[left & -left])
                left &= left - 1
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
        for way in self._ways:
            left = way.discards
            count = 1 if way.out else left.bit_count()
            if at < count:
                if way.out:
                    return Meld(None, way.cards)
                while at:
                    left &= left - 1
                    at -= 1
                return Meld(None, way.cards, self._card[left & -left])
            at -= count
        return self._last[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
