"""What a strategy is: a choice among the moves that are open, from what one seat may know."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from app.games.shuffle import below, words

T = TypeVar("T")
Move = dict[str, Any]
View = dict[str, Any]


Told = dict[str, Any]
"""An event as the log has it, with the hidden fields that the seat may know."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a seat knows besides its view.

    `rules` is the sheet of the first entry of the log, as a value. `events` is all that was told of the
    present hand, in order, as the seat may read it: the same that a program reads over HTTP. Where nobody
    followed the hand it is empty.
    """

    rules: Any
    events: Sequence[Told] = ()


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a strategy may think about one decision.

    `nodes` is a number of moves, or of later choices, played on in one future each, and gives the same choice
    wherever it is asked; `milliseconds` is a time by the clock of the machine, and does not. With both, what
    is used up first ends the search; with neither there is no limit but the strategy's own.
    """

    nodes: int | None = None
    milliseconds: int | None = None

    def __post_init__(self) -> None:
        for limit in (self.nodes, self.milliseconds):
            if limit is not None and limit < 1:
                raise ValueError("a budget is at least 1")


class Chance:
    """A stream of even draws from a key that only the service knows (RULES 12.5)."""

    def __init__(self, key: bytes) -> None:
        self._words = words(key)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        return below(bound, self._words)

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`, each as likely as the others."""
        return items[self.below(len(items))]

    def order(self, items: Iterable[int]) -> list[int]:
        """`items` in an even order: each draws a word, and the lowest goes first."""
        return [item for _, item in sorted(zip(self._words, items, strict=False))]


class Strategy(Protocol):
    """Chooses one of `moves`, never empty, for the seat that sees `view` and has `seen` the game so far."""

    def __call__(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move: ...
