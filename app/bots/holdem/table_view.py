"""A view of a hand of hold'em as its bots read it: chips, pot, rivals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.bots.strategy import Move, View
from app.games.cards import Card


@dataclass(frozen=True, slots=True)
class Spot:
    """The amounts that a decision depends on, in chips.

    `rivals` are the other seats that can win the hand. `price` is what a call costs.
    """

    hand: Sequence[Card]
    board: Sequence[Card]
    pot: int
    price: int
    own_bet: int
    rivals: tuple[int, ...]
    bets: dict[int, int]
    stacks: dict[int, int]

    @classmethod
    def of(cls, view: View) -> "Spot":
        """Return the amounts in `view`, which asks its own seat."""
        you, seats = view["you"], view["seats"]
        rivals = [
            number
            for number, seat in enumerate(seats)
            if number != you and seat["hand_count"] and not seat["folded"]
        ]
        return cls(
            hand=view["hand"],
            board=view["board"],
            pot=sum(pot["amount"] for pot in view["pots"]),
            price=view["to_call"] or 0,
            own_bet=seats[you]["bet"],
            rivals=tuple(rivals),
            bets={number: seats[number]["bet"] for number in rivals},
            stacks={number: seats[number]["stack"] for number in rivals},
        )

    def cost(self, move: Move) -> int:
        """Return the chips that a move puts into the pot."""
        if move["type"] == "call":
            return self.price
        return int(move["to"]) - self.own_bet if "to" in move else 0

    def owed(self, seat: int, level: int) -> int:
        """Return the chips that the rival `seat` has to add to stay in at `level`."""
        return min(max(0, level - self.bets[seat]), self.stacks[seat])


def in_hand(moves: Sequence[Move]) -> bool:
    """Return whether `moves` are those of a hand, and not of the table between two hands."""
    kinds: set[Any] = {move["type"] for move in moves}
    return bool(kinds & {"check", "call"})
