"""`searcher`: plays the hand on to its end in futures that may be, again and again, for as long as it may.

It draws futures as likely as what was seen makes them (`app.bots.belief`) and plays each of its moves on in
the same ones, with one more choice of its own (`app.bots.playout`). A move that falls clearly behind is given
up, so that the rest of the budget goes to those between which it is hard to choose; it stops as soon as one
is left.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from time import perf_counter
from typing import Final

from app.bots.belief import Belief
from app.bots.careful import obvious, unfolded
from app.bots.hand import past
from app.bots.playout import NOBODY, Playouts, Question
from app.bots.situation import Situation
from app.bots.solitaire import OUT, Position, Solitaire, units
from app.bots.strategy import Budget, Chance, Move, Seen, Strategy, View
from app.games.conquian.rules import FirstTurn

_NODES: Final = 2000
_ROUND: Final = 16
"""So many futures are looked into between two looks at which moves have fallen behind."""
_EXCHANGES: Final = 4
_BEHIND: Final = 2.5
"""So many standard errors behind the best a move is given up."""

Future = tuple[list[Position], list[int]]
Weigh = Callable[[Future], float]


class _Meter:
    """When a budget is used up."""

    def __init__(self, budget: Budget) -> None:
        self._nodes = budget.nodes
        self._ends = None if budget.milliseconds is None else perf_counter() + budget.milliseconds / 1000

    def spent(self, nodes: int) -> bool:
        """Whether so many nodes in all are too many, or the time is over."""
        if self._nodes is not None and nodes > self._nodes:
            return True
        return self._ends is not None and perf_counter() > self._ends


def choose(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
    """The best move that it finds in 2,000 nodes, some forty milliseconds where there is a choice."""
    return _WITHIN(view, moves, chance, seen)


def within(budget: Budget) -> Strategy:
    """The strategy with a budget for each decision.

    A node is a move, or a choice that it leaves to this seat, played on in one future.
    """

    def choose_within(view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
        return obvious(moves) or _searched(view, moves, chance, seen, _Meter(budget))

    return choose_within


def _searched(view: View, moves: Sequence[Move], chance: Chance, seen: Seen, meter: _Meter) -> Move:
    return _Search(view, chance, seen).best(unfolded(moves), meter)


_WITHIN: Final = within(Budget(nodes=_NODES))


class _Search:
    """One decision: the futures, and what each move comes to in each of them.

    Seats are places in order of play from here on, the own one 0.
    """

    def __init__(self, view: View, chance: Chance, seen: Seen) -> None:
        told = past(view, seen)
        self._now = now = Situation(view, seen.rules, told.dead)
        self._alone = Solitaire(now.solver, Counter(now.live))
        self._seats = len(now.others) + 1
        self._belief = Belief(now, told, chance)
        self._phase = view["phase"]
        self._worths = {NOBODY: 1 / self._seats, **{at: float(at == 0) for at in range(self._seats)}}
        for seat in now.others if seen.rules.teams else ():
            self._worths[now.seat(seat)] = float((seat - view["you"]) % seen.rules.teams == 0)
        self._playouts = Playouts(self._alone, self._worths, everybody=seen.rules.claims)

    def best(self, moves: Sequence[Move], meter: _Meter) -> Move:
        """The move that won most, of those that never fell clearly behind."""
        chosen = self._worth_a_look(moves)
        left = {at: self._weigh(move) for at, move in enumerate(chosen)}
        found: dict[int, list[float]] = {at: [] for at in left}
        due, weighed = _ROUND, len(left)
        while len(left) > 1 and not meter.spent(weighed + self._playouts.chosen):
            future = self._belief.future()
            for at, weigh in left.items():
                found[at].append(weigh(future))
            if len(found[next(iter(left))]) == due:
                due *= 2
                kept = _not_behind({at: found[at] for at in left})
                left = {at: left[at] for at in kept}
            weighed += len(left)
        return chosen[max(left, key=lambda at: sum(found[at]))]

    def _worth_a_look(self, moves: Sequence[Move]) -> list[Move]:
        """What is promising; of cards to exchange those with the fewest ties."""
        if moves[0]["type"] == "exchange":
            return sorted(moves, key=lambda move: self._now.missed(move, self._alone.ties))[:_EXCHANGES]
        return self._now.promising(self._now.unforced(moves), self._alone.ties)

    def _weigh(self, move: Move) -> Weigh:
        """What tells the worth of `move` in a future."""
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
        """The seat that is forced lays what it can and gives a card away."""
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
        """Every other seat gives away the card with the fewest ties; then the first card is turned up."""
        gifts = [given, *[self._least(held) for _, held in future[0]]]
        hands = [self._now.held, *[held for _, held in future[0]]]
        places = [(0, hands[at] - gift + gifts[at - 1]) for at, gift in enumerate(gifts)]
        dealer = self._now.seat(self._now.view["dealer"])
        first, stock = self._playouts.next[dealer], future[1]
        if self._now.rules.first_turn is FirstTurn.OFFER:
            asked = Question(first, stock[0], self._seats, dealer)
        else:
            asked = self._playouts.turned(first, stock[0])
        return self._playouts.worth(places, stock[1:], asked)

    def _least(self, held: int) -> int:
        """The card of a hand with the fewest ties."""
        bags, ties = self._now.solver.bags, self._alone.ties
        return min(units(bags.present(held)), key=lambda card: ties(card, 0, held))

    def _declined(self) -> Question:
        """What is asked when this seat declines."""
        now, playouts, card = self._now, self._playouts, self._now.centre
        turner = now.seat(now.view["turn"])
        if self._phase == "new":
            return playouts.declined(playouts.turned(0, card))
        if self._phase == "offer":
            dealer = now.seat(now.view["dealer"])
            return Question(playouts.next[0], card, dealer, dealer)
        if self._phase == "left":
            return playouts.left(card)
        if self._phase == "force_window" and now.view["centre"]["left_by"] is None:
            return playouts.declined(playouts.turned(turner, card))
        return Question(turner, card, 0, turner)


def _not_behind(found: Mapping[int, Sequence[float]]) -> list[int]:
    """The moves that are not clearly worse than the best, future by future."""
    best = found[max(found, key=lambda at: sum(found[at]))]
    return [at for at, worths in found.items() if not _behind(worths, best)]


def _behind(worths: Sequence[float], best: Sequence[float]) -> bool:
    """Whether `worths` are less than `best` by so many standard errors of the difference."""
    count = len(best)
    apart = [more - less for more, less in zip(best, worths, strict=True)]
    mean = sum(apart) / count
    spread = sum([(one - mean) ** 2 for one in apart])
    return mean > _BEHIND * sqrt(spread + 1) / count
