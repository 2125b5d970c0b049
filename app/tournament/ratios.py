"""Ratio of two sums over decks, with its 95 % interval from the scatter between decks."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from app.tournament.elo import Z95


@dataclass(slots=True)
class DeckRatio:
    """Ratio of `amount` to `number`, sums over `decks` decks; the other fields are sums for its interval."""

    amount: Fraction = Fraction(0)
    number: int = 0
    decks: int = 0
    squares: float = 0.0
    products: float = 0.0
    weights: int = 0

    def add(self, amount: Fraction | int, number: int) -> None:
        """Add the sums of one deck."""
        self.amount += amount
        self.number += number
        self.decks += 1
        self.squares += float(amount) * float(amount)
        self.products += float(amount) * number
        self.weights += number * number

    @property
    def value(self) -> Fraction:
        """The ratio, 0 without any number."""
        return self.amount / self.number if self.number else Fraction(0)

    @property
    def margin(self) -> float | None:
        """Half the width of the interval of `value`; None with a single deck."""
        if self.decks < 2 or not self.number:
            return None
        mean = float(self.value)
        scatter = self.squares - 2 * mean * self.products + mean * mean * self.weights
        spread = max(0.0, scatter) * self.decks / (self.decks - 1)
        return round(Z95 * sqrt(spread) / self.number, 4)
