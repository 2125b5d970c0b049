"""`searcher`: plays each move to the end of the hand in sampled futures, until its budget is used up.

It draws weighted futures (`app.bots.belief`) and plays each of its moves in the same ones. A move that is
clearly worse is dropped, so that the rest of the budget is spent on the moves that are hard to distinguish;
it stops when one is left.

A future is a hand for every seat and an order of the stock. The cards are offered as in the rules: a turned
card to its seat, then to the next, a discard to the next only, and with claims to all others as well. Each
seat plays as in `app.bots.solitaire`; forcing does not occur, because no seat declines a card that fits. Only
seat 0 has one choice, the first time that it can lay a card: each way to lay it, and to decline, is played to
the end, and the best counts. This distinguishes moves that leave good choices.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from time import perf_counter
from typing import Final, NamedTuple

from app.bots.belief import Belief
from app.bots.careful import obvious, unfolded
from app.bots.hand_history import past
from app.bots.situation import Situation
from app.bots.solitaire import OUT, Position, Solitaire, units
from app.bots.strategy import Budget, Chance, Move, Seen, Strategy, View
from app.games.conquian.rules import FirstTurn

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


_NODES: Final = 2000
_ROUND: Final = 16
"""Number of futures before the first check for moves that are clearly worse."""
_EXCHANGES: Final = 4
_BEHIND: Final = 2.5
"""Number of standard errors behind the best at which a move is dropped."""

Future = tuple[list[Position], list[int]]
Weigh = Callable[[Future], float]


class _Meter:
    """Budget of a search."""

    def __init__(self, budget: Budget) -> None:
        self._nodes = budget.nodes
        self._ends = None if budget.milliseconds is None else perf_counter() + budget.milliseconds / 1000

    def spent(self, nodes: int) -> bool:
        """Return whether the budget is used up after this number of nodes."""
        if self._nodes is not None and nodes > self._nodes:
            return True
        return self._ends is not None and perf_counter() > self._ends


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """Return the best move within 2,000 nodes, some forty milliseconds if there is a choice."""
    return _WITHIN(view, moves, chance, seen)


def within(budget: Budget) -> Strategy:
    """Return the strategy with a budget for each decision.

    A node is a move, or a later choice of this seat, played in one future.
    """

    def choose_within(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
        return obvious(moves) or _searched(view, moves, chance, seen, _Meter(budget))

    return choose_within


def _searched(view: View, moves: Sequence[Move], chance: Chance, seen: Seen, meter: _Meter) -> Move:
    return _Search(view, chance, seen).best(unfolded(moves), meter)


_WITHIN: Final = within(Budget(nodes=_NODES))


class _Search:
    """One decision: the futures, and the value of each move in each of them.

    Seats are numbered in order of play, the own one 0.
    """

    def __init__(self, view: View, chance: Chance, seen: Seen) -> None:
        history = past(view, seen)
        self._now = now = Situation(view, seen.rules, history.dead)
        self._alone = Solitaire(now.solver, Counter(now.live))
        self._seats = len(now.others) + 1
        self._belief = Belief(now, history, chance)
        self._phase = view["phase"]
        self._worths = {NOBODY: 1 / self._seats, **{at: float(at == 0) for at in range(self._seats)}}
        for seat in now.others if seen.rules.teams else ():
            self._worths[now.seat(seat)] = float((seat - view["you"]) % seen.rules.teams == 0)
        self._playouts = Playouts(self._alone, self._worths, everybody=seen.rules.claims)

    def best(self, moves: Sequence[Move], meter: _Meter) -> Move:
        """Return the move that won most, of those that were never clearly worse."""
        chosen = self._worth_a_look(moves)
        candidates = {at: self._weigh(move) for at, move in enumerate(chosen)}
        values: dict[int, list[float]] = {at: [] for at in candidates}
        due, weighed = _ROUND, len(candidates)
        while len(candidates) > 1 and not meter.spent(weighed + self._playouts.chosen):
            future = self._belief.future()
            for at, weigh in candidates.items():
                values[at].append(weigh(future))
            if len(values[next(iter(candidates))]) == due:
                due *= 2
                kept_moves = _not_behind({at: values[at] for at in candidates})
                candidates = {at: candidates[at] for at in kept_moves}
            weighed += len(candidates)
        return chosen[max(candidates, key=lambda at: sum(values[at]))]

    def _worth_a_look(self, moves: Sequence[Move]) -> list[Move]:
        """Return the promising moves; of cards to exchange those with the fewest ties."""
        if moves[0]["type"] == "exchange":
            return sorted(moves, key=lambda move: self._now.missed(move, self._alone.ties))[:_EXCHANGES]
        return self._now.promising(self._now.unforced(moves), self._alone.ties)

    def _weigh(self, move: Move) -> Weigh:
        """Return the function that computes the value of `move` in a future."""
        kind, given = move["type"], self._now.given(move)
        if kind == "exchange":
            return lambda future: self._exchanged(future, given)
        if kind == "force":
            place = self._now.seat(move["seat"])
            return lambda future: self._forced(future, place)
        laid, held = self._now.before(move)
        asked = self._declined() if kind == "pass" else self._playouts.given(0, given)
        own = laid, held - given
        return lambda future: self._playouts.worth((own, *future[0]), future[1], asked)

    def _forced(self, future: Future, place: int) -> float:
        """Play the force: the forced seat lays as much as it can and gives a card away."""
        card = self._now.centre
        places = [(self._now.laid, self._now.held), *future[0]]
        now = places[place]
        then = self._alone.after(now, card)
        if then is OUT:
            return self._worths[place]
        places[place] = then
        given = card + now[0] + now[1] - then[0] - then[1]
        return self._playouts.worth(places, future[1], self._playouts.given(place, given))

    def _exchanged(self, future: Future, given: int) -> float:
        """Play the exchange: every seat gives away the card with the fewest ties; then the first card is
        turned up.
        """
        gifts = [given, *[self._least(held) for _, held in future[0]]]
        hands = [self._now.held, *[held for _, held in future[0]]]
        places = [(0, hands[at] - gift + gifts[at - 1]) for at, gift in enumerate(gifts)]
        dealer = self._now.seat(self._now.view["dealer"])
        first, stock = self._playouts.next[dealer], future[1]
        if self._now.rules.first_turn is FirstTurn.OFFER:
            asked = CardOffer(first, stock[0], self._seats, dealer)
        else:
            asked = self._playouts.turned(first, stock[0])
        return self._playouts.worth(places, stock[1:], asked)

    def _least(self, held: int) -> int:
        """Return the card of a hand with the fewest ties."""
        bags, ties = self._now.solver.bags, self._alone.ties
        return min(units(bags.present(held)), key=lambda card: ties(card, 0, held))

    def _declined(self) -> CardOffer:
        """Return the question after this seat declines."""
        now, playouts, card = self._now, self._playouts, self._now.centre
        turner = now.seat(now.view["turn"])
        if self._phase == "new":
            return playouts.declined(playouts.turned(0, card))
        if self._phase == "offer":
            dealer = now.seat(now.view["dealer"])
            return CardOffer(playouts.next[0], card, dealer, dealer)
        if self._phase == "left":
            return playouts.left(card)
        if self._phase == "force_window" and now.view["centre"]["left_by"] is None:
            return playouts.declined(playouts.turned(turner, card))
        return CardOffer(turner, card, 0, turner)


def _not_behind(worths_of: Mapping[int, Sequence[float]]) -> list[int]:
    """Return the moves that are not clearly worse than the best, compared future by future."""
    best = worths_of[max(worths_of, key=lambda at: sum(worths_of[at]))]
    return [at for at, worths in worths_of.items() if not _behind(worths, best)]


def _behind(worths: Sequence[float], best: Sequence[float]) -> bool:
    """Return whether `worths` are less than `best` by so many standard errors of the difference."""
    count = len(best)
    differences = [more - less for more, less in zip(best, worths, strict=True)]
    mean = sum(differences) / count
    spread = sum([(difference - mean) ** 2 for difference in differences])
    return mean > _BEHIND * sqrt(spread + 1) / count
