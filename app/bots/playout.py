"""A hand played on in one future: what it comes to if every seat lays whatever it can.

A future is a hand for every seat and an order of the stock. The cards come as the rules have them: the one
turned up is put to its seat, then to the next, a discard to the next alone, and where the rules have claims
to all others as well. Each seat plays as in `app.bots.solitaire`; nobody is forced, because nobody declines
what fits. Seat 0 alone has one choice left, the first time that it can lay a card: each way to do so, and to
decline, is played on, and the best counts. So a move that leaves good choices is told from one that does not.
"""

from collections.abc import Mapping, Sequence
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
    """Hands played on among as many seats as `worths` has, numbered in order of play from 0.

    `worths` is what it is worth to seat 0 that a seat goes out first, or NOBODY; 1 at most.
    """

    def __init__(self, alone: Solitaire, worths: Mapping[int, float], *, everybody: bool) -> None:
        seats = len(worths) - 1
        self._alone, self._worths = alone, worths
        self.chosen = 0
        """How many choices of seat 0 have been played on so far."""
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

    def worth(
        self, positions: Sequence[Position], stock: Sequence[int], asked: Question, *, choosing: bool = True
    ) -> float:
        """What the hand comes to for seat 0, which chooses once more if it is `choosing`."""
        places, following = list(positions), self.next
        joins, laying = self._alone.joins, self._alone.laying
        wanted = [joins(place) for place in places]
        seat, card, offers, turner = asked
        cards = iter(stock)
        while True:
            while offers:
                now = places[seat]
                then = laying(now, card) if card & wanted[seat] else now
                if then == now:
                    offers -= 1
                    seat = following[seat]
                elif then is OUT:
                    return self._worths[seat]
                elif choosing and not seat:
                    return self._best(places, list(cards), Question(seat, card, offers, turner))
                else:
                    places[seat] = then
                    wanted[seat] = joins(then)
                    card += now[0] + now[1] - then[0] - then[1]
                    seat = turner = following[seat]
                    offers = self._left
            card = next(cards, 0)
            if not card:
                return self._worths[NOBODY]
            seat, turner, offers = turner, following[turner], self._turned

    def _best(self, places: Sequence[Position], stock: Sequence[int], asked: Question) -> float:
        """The most that seat 0, which is `asked`, can make of it if it plays on without a choice."""
        now, *others = places
        best = 0.0
        for then in self._alone.choices(now, asked.card):
            given = asked.card + now[0] + now[1] - then[0] - then[1]
            left = self.declined(asked) if then == now else self.given(0, given)
            self.chosen += 1
            best = max(best, self.worth((then, *others), stock, left, choosing=False))
            if best == 1:
                break
        return best
