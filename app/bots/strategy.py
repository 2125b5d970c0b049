"""What a strategy is: a choice among the moves that are open, from what one seat may see."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

from app.games.shuffle import below, words

T = TypeVar("T")
Move = dict[str, Any]
View = dict[str, Any]


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


class Strategy(Protocol):
    """Chooses one of `moves`, never empty, for the seat that sees `view`."""

    def __call__(self, view: View, moves: Sequence[Move], chance: Chance) -> Move: ...
