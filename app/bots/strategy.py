"""Interface of a strategy: a choice among the legal moves, from the knowledge of one seat."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from app.games.shuffle import below, words

T = TypeVar("T")
Move = dict[str, Any]
View = dict[str, Any]


SeenEvent = dict[str, Any]
"""An event of the log, with the hidden fields that the seat may know."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Knowledge of a seat besides its view.

    `rules` is the sheet of the first entry of the log, as a value. `events` are all events of the current
    hand, in order, as the seat may read them: the same that a program reads over HTTP. Without a history it
    is empty.
    """

    rules: Any
    events: Sequence[SeenEvent] = ()


@dataclass(frozen=True, slots=True)
class Budget:
    """Budget of a strategy for one decision.

    `nodes` is a number of moves, or of later choices, played in one future each, and gives the same choice
    everywhere; `milliseconds` is a time by the clock of the machine, and does not. With both, the search ends
    when one is used up; with neither the only limit is the strategy's own.
    """

    nodes: int | None = None
    milliseconds: int | None = None

    def __post_init__(self) -> None:
        for limit in (self.nodes, self.milliseconds):
            if limit is not None and limit < 1:
                raise ValueError("a budget is at least 1")


class Chance:
    """Stream of uniform draws from a key that only the service knows (RULES 12.5)."""

    def __init__(self, key: bytes) -> None:
        self._words = words(key)

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        return below(bound, self._words)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of `items`, all equally likely."""
        return items[self.below(len(items))]

    def order(self, items: Iterable[int]) -> list[int]:
        """Return `items` in random order: each draws a word, and the lowest goes first."""
        return [item for _, item in sorted(zip(self._words, items, strict=False))]


class Strategy(Protocol):
    """Chooses one of `moves`, never empty, for the seat with `view` and the history `seen`."""

    def __call__(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move: ...
