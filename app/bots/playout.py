"""Playouts: a hand played to its end in one future, in which every seat lays as much as it can.

A future is a hand for every seat and an order of the stock. The cards are offered as in the rules: a turned
card to its seat, then to the next, a discard to the next only, and with claims to all others as well. Each
seat plays as in `app.bots.solitaire`; forcing does not occur, because no seat declines a card that fits. Only
seat 0 has one choice, the first time that it can lay a card: each way to lay it, and to decline, is played to
the end, and the best counts. This distinguishes moves that leave good choices.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from app.bots.solitaire import OUT, Position, Solitaire

NOBODY: Final = -1
"""Winner of a hand in which the stock runs out first."""


class CardOffer(NamedTuple):
    """A `card`, as a bag of one, that is offered to `seat` and those after it, `offers` seats in all.

    When all of them decline, `turner` turns up the next card.
    """

    seat: int
    card: int
    offers: int
    turner: int


class Playouts:
    """Playouts among as many seats as `worths` has, numbered in order of play from 0.

    `worths` is the value for seat 0 of a seat going out first, or NOBODY; at most 1.
    """

    def __init__(self, alone: Solitaire, worths: Mapping[int, float], *, everybody: bool) -> None:
        seats = len(worths) - 1
        self._alone, self._worths = alone, worths
        self.chosen = 0
        """Number of choices of seat 0 that were played so far."""
        self.next = [*range(1, seats), 0]
        self._turned = seats if everybody else 2
        self._left = seats - 1 if everybody else 1

    def given(self, seat: int, card: int) -> CardOffer:
        """Return the question after `seat` gave `card` away."""
        following = self.next[seat]
        return CardOffer(following, card, self._left, following)

    def turned(self, seat: int, card: int) -> CardOffer:
        """Return the question after `seat` turned `card` up."""
        return CardOffer(seat, card, self._turned, self.next[seat])

    def left(self, card: int) -> CardOffer:
        """Return the question after seat 0 declined a card that another seat left to it."""
        return CardOffer(self.next[0], card, self._turned - 2, 0)

    def declined(self, asked: CardOffer) -> CardOffer:
        """Return the question after the first seat declined; with 0 offers if it was the last."""
        return CardOffer(self.next[asked.seat], asked.card, asked.offers - 1, asked.turner)

    def worth(
        self, positions: Sequence[Position], stock: Sequence[int], asked: CardOffer, *, choosing: bool = True
    ) -> float:
        """Return the value of the hand for seat 0, which has one more choice if `choosing`."""
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
                    return self._best(places, list(cards), CardOffer(seat, card, offers, turner))
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

    def _best(self, places: Sequence[Position], stock: Sequence[int], asked: CardOffer) -> float:
        """Return the best value of the choices of seat 0, without a further choice."""
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
