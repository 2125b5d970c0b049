"""What is the same in every position of a hand, worked out once for a sheet and an order of play."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.commands import Meld
from app.games.conquian.melds import Solver, solver
from app.games.conquian.rules import Rules

_KEPT = 64
_REMEMBERED = 1 << 12


class Memory(dict[Hashable, Any]):
    """Answers by all that they follow from; it forgets everything rather than grow without end."""

    __slots__ = ()

    def keep(self, cause: Hashable, answer: Any) -> None:
        """Remembers that `answer` follows from `cause`."""
        if len(self) >= _REMEMBERED:
            self.clear()
        self[cause] = answer


class Laying(dict[Card, Meld]):
    """The commands that lay the cards `use` with the centre card, by their discard."""

    __slots__ = ("out", "use")

    def __init__(self, use: tuple[Card, ...]) -> None:
        self.use = use
        self.out = Meld(None, use)
        """The command without a discard."""

    def __missing__(self, discard: Card) -> Meld:
        made = self[discard] = Meld(None, self.use, discard)
        return made


class Plan:
    """The solver, the successor of every seat, and the events that are told over and over.

    The rules' own fields say what is allowed; these say what they amount to: whether the pack is a `single`
    one; whether validity alone decides what may be melded (`free`), or the history of the cards counts
    (`restricts`); whether a seat `folds`, `keeps`, and whether more is on offer in turn than to meld, to
    pass and to fold (`offers`).
    """

    __slots__ = (
        "_layings",
        "blanks",
        "declined",
        "folds",
        "free",
        "given_up",
        "keeps",
        "left",
        "next",
        "offers",
        "opened",
        "restricts",
        "single",
        "solver",
        "takes",
        "turned",
        "unit",
    )

    def __init__(self, rules: Rules, order: tuple[Seat, ...]) -> None:
        self.solver: Solver = solver(rules)
        self.unit = self.solver.bags.unit
        self.single = rules.packs == 1
        self.restricts = rules.restricts_melds
        self.free = not (rules.restricts_melds or rules.last_card_from_stock) and rules.force_extra_hand_cards
        self.folds, self.keeps = rules.fold, rules.keep_centre
        self.offers = rules.force_by_turn_player or rules.keep_centre
        self.next = dict(zip(order, (*order[1:], *order[:1]), strict=True))
        self._layings: dict[int, Laying] = {}
        self.blanks, self.takes, self.opened, self.turned = Memory(), Memory(), Memory(), Memory()
        self.declined, self.given_up, self.left = Memory(), Memory(), Memory()

    def laying(self, use: int) -> Laying:
        """The commands that lay the cards of the bag `use`; there are few, and they are listed often."""
        found = self._layings.get(use)
        if found is None:
            if len(self._layings) >= _REMEMBERED:
                self._layings.clear()
            found = self._layings[use] = Laying(self.solver.bags.listed(use))
        return found


_equal = lru_cache(_KEPT)(Plan)
_same: dict[tuple[int, tuple[Seat, ...]], tuple[Rules, Plan]] = {}


def plan(rules: Rules, order: tuple[Seat, ...]) -> Plan:
    """The plan for hands of `rules` played in `order`.

    It is looked for by the identity of the sheet first, which stays alive beside its plan, because to hash
    forty fields takes longer than most decisions.
    """
    key = id(rules), order
    found = _same.get(key)
    if found is None:
        if len(_same) >= _KEPT:
            _same.clear()
        found = _same[key] = rules, _equal(rules, order)
    return found[1]
