"""The open question of a seat, as bags: its cards, and its promising moves."""

from collections.abc import Callable, Iterable, Sequence

from app.bots.hand_history import others, unseen
from app.bots.solitaire import Position
from app.bots.strategy import Move, View
from app.games.cards import Card, Seat
from app.games.conquian.melds.solver import solver
from app.games.conquian.rules import Rules

_DISCARDS = 4
"""Of moves that differ only in the discard, the number that are evaluated: those with the fewest ties."""
_LAYINGS = 8
"""Number of melds that are evaluated: those with the most cards."""

Ties = Callable[[int, int, int], int]
"""Function that returns the ties of a card, given it and the bags laid and held, it included."""


class Situation:
    """The open question as seen by one seat, with the dead cards `dead` that it knows."""

    def __init__(self, view: View, rules: Rules, dead: Iterable[Card]) -> None:
        self.solver = solver(rules)
        self.bag = self.solver.bags.of
        self.view, self.rules = view, rules
        tables = [self.bag(card for meld in seat["table"] for card in meld) for seat in view["seats"]]
        self.laid, self.held = tables[view["you"]], self.bag(view["hand"])
        self.centre = 0 if view["centre"] is None else self.bag([view["centre"]["card"]])
        self.others = others(view)
        """The other seats in order of play, the next one first."""
        self.rivals = [(tables[seat], int(view["seats"][seat]["hand_count"])) for seat in self.others]
        """The laid cards and the number of held cards of each of them."""
        self.live = [self.solver.bags.unit[card] for card in unseen(view, rules, dead)]
        """Every card that may be in the stock or with a rival, as a bag of one."""

    def given(self, move: Move) -> int:
        """Return the card that a move gives away, or 0."""
        card = move.get("discard", move.get("card"))
        return 0 if card is None else self.bag([card])

    def before(self, move: Move) -> Position:
        """Return the bags laid and held after a card is taken and before one is given away."""
        if move["type"] == "meld":
            used = self.bag(move["use"])
            return self.laid + self.centre + used, self.held - used
        return self.laid, self.held + (self.centre if move["type"] == "keep" else 0)

    def seat(self, number: Seat) -> int:
        """Return the place of a seat, counted in order of play from the own one, 0."""
        return self.others.index(number) + 1 if number in self.others else 0

    def unforced(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves except those that decline a card that the others can force, which only loses
        the choice.
        """
        if not self.laid or self.view["phase"] not in ("new", "left") or not self.rules.force_by_opponents:
            return moves
        remaining = [move for move in moves if move["type"] not in ("pass", "keep")]
        return remaining if remaining and self.solver.covers(self.laid + self.centre) else moves

    def promising(self, moves: Sequence[Move], ties: Ties) -> list[Move]:
        """Return the promising moves; never none, and always all that give no card away."""
        groups: dict[tuple[str, tuple[str, ...], Seat | None], list[Move]] = {}
        for move in moves:
            groups.setdefault((move["type"], tuple(move.get("use", ())), move.get("seat")), []).append(move)
        layings = sorted([key for key in groups if key[0] == "meld"], key=lambda key: -len(key[1]))
        passed_over = set(layings[_LAYINGS:])
        chosen = [
            sorted(group, key=lambda move: self.missed(move, ties))
            for key, group in groups.items()
            if key not in passed_over
        ]
        return [move for group in chosen for move in group[:_DISCARDS]]

    def missed(self, move: Move, ties: Ties) -> int:
        """Return the ties of the card that a move gives away."""
        given = self.given(move)
        return ties(given, *self.before(move)) if given else 0
