"""What is the same in every position of a hand, worked out once for a sheet and an order of play."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from app.games.cards import Seat
from app.games.conquian.melds import Solver, solver
from app.games.conquian.rules import Rules

_KEPT = 64
_REMEMBERED = 1 << 12


class Memory(dict[Hashable, tuple[Any, ...]]):
    """Answers by all that they follow from; it forgets everything rather than grow without end."""

    __slots__ = ()

    def keep(self, cause: Hashable, answer: tuple[Any, ...]) -> None:
        """Remembers that `answer` follows from `cause`."""
        if len(self) >= _REMEMBERED:
            self.clear()
        self[cause] = answer


class Plan:
    """The solver, the successor of every seat, and the events that are told over and over.

    `restricts`, `folds` and `offers` say what the rules allow at all: melds that depend on history, giving
    up, and more in turn than melding and passing.
    """

    __slots__ = ("declined", "folds", "left", "next", "offers", "restricts", "solver", "turned", "unit")

    def __init__(self, rules: Rules, order: tuple[Seat, ...]) -> None:
        self.solver: Solver = solver(rules)
        self.unit = self.solver.bags.unit
        self.restricts = rules.restricts_melds
        self.folds = rules.fold
        self.offers = rules.force_by_turn_player or rules.keep_centre
        self.next = dict(zip(order, (*order[1:], *order[:1]), strict=True))
        self.declined, self.left, self.turned = Memory(), Memory(), Memory()


_equal = lru_cache(_KEPT)(Plan)
_same: dict[tuple[int, tuple[Seat, ...]], tuple[Rules, Plan]] = {}


def plan(rules: Rules, order: tuple[Seat, ...]) -> Plan:
    """The plan for hands of `rules` played in `order`.

    It is looked for by the identity of the sheet first, which stays alive beside its plan, because to hash
    forty fields takes longer than most decisions.
    """
    key = id(rules), order
    if key not in _same:
        if len(_same) >= _KEPT:
            _same.clear()
        _same[key] = rules, _equal(rules, order)
    return _same[key][1]
