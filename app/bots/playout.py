"""A hand played on in one future: who goes out first if every seat lays whatever it can.

A future is a hand for every seat and an order of the stock. The cards come as the rules have them: the one
turned up is put to its seat, then to the next, a discard to the next alone, and where the rules have claims
to all others as well. Each seat plays as in `app.bots.solitaire`; nobody is forced, because nobody declines
what fits.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from app.bots.solitaire import OUT, Position, Solitaire

NOBODY: Final = -1
"""Who goes out where the stock runs out first."""


class Question(NamedTuple):
    """A `card`, as a bag of one, that is put to `seat` and those after it, `offers` seats in all.

    When all of them decline, `turner` turns up the next card.
    """

    seat: int
    card: int
    offers: int
    turner: int


class Playouts:
    """Hands played on among `seats` seats, numbered in order of play from 0."""

    def __init__(self, alone: Solitaire, seats: int, *, everybody: bool) -> None:
        self._alone = alone
        self.next = [*range(1, seats), 0]
        self._turned = seats if everybody else 2
        self._left = seats - 1 if everybody else 1

    def given(self, seat: int, card: int) -> Question:
        """What is asked after `seat` gave `card` away."""
        following = self.next[seat]
        return Question(following, card, self._left, following)

    def turned(self, seat: int, card: int) -> Question:
        """What is asked after `seat` turned `card` up."""
        return Question(seat, card, self._turned, self.next[seat])

    def left(self, card: int) -> Question:
        """What is asked when seat 0 has declined a card that another left to it."""
        return Question(self.next[0], card, self._turned - 2, 0)

    def declined(self, asked: Question) -> Question:
        """What is asked after the seat asked first has declined; of 0 seats, if it was the last."""
        return Question(self.next[asked.seat], asked.card, asked.offers - 1, asked.turner)

    def winner(self, positions: Sequence[Position], stock: Sequence[int], asked: Question) -> int:
        """The seat that goes out first, or NOBODY."""
        places, following = list(positions), self.next
        joins, laying = self._alone.joins, self._alone.laying
        wanted = [joins(place) for place in places]
        seat, card, offers, turner = asked
        cards = iter(stock)
        while True:
            while offers:
                now = places[seat]
                then = laying(now, card) if card & wanted[seat] else now
                if then is now:
                    offers -= 1
                    seat = following[seat]
                elif then is OUT:
                    return seat
                else:
                    places[seat] = then
                    wanted[seat] = joins(then)
                    card += now[0] + now[1] - then[0] - then[1]
                    seat = turner = following[seat]
                    offers = self._left
            card = next(cards, 0)
            if not card:
                return NOBODY
            seat, turner, offers = turner, following[turner], self._turned
