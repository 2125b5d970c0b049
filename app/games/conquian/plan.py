"""What is the same in every position of a hand, worked out once for a sheet and an order of play."""

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.commands import Command, Fold, Pass
from app.games.conquian.melds import Solver, solver
from app.games.conquian.rules import ForceSource, Rules

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


class Passes(dict[Seat, "_PassesOf"]):
    """What was told when a seat on turn passed and nobody could force it: by seat, by who had left the centre
    card, and by the card on top of the stock."""

    __slots__ = ()

    def __missing__(self, seat: Seat) -> "_PassesOf":
        made = self[seat] = _PassesOf()
        return made


class _PassesOf(dict[Seat | None, dict[Card | None, tuple[Any, ...]]]):
    __slots__ = ()

    def __missing__(self, left_by: Seat | None) -> dict[Card | None, tuple[Any, ...]]:
        made: dict[Card | None, tuple[Any, ...]] = {}
        self[left_by] = made
        return made


PASS = Pass()
_ONLY_PASS, _PASS_OR_FOLD = (PASS,), (PASS, Fold())


class Plan:
    """The solver, the successor of every seat, and the events that are told over and over.

    The rules' own fields say what is allowed; these say what they amount to: whether the pack is a `single`
    one; whether validity alone decides what may be melded (`free`) and what may be forced
    (`forces_freely`), or the history of the cards counts (`restricts`); whether a seat on turn `keeps`, and
    whether it may do more than meld, pass and fold (`offers`). A seat that can use no centre card may do
    what `untabled` lists before it has melded, and what `tabled` lists afterwards; None where that differs.
    """

    __slots__ = (
        "_passes",
        "blanks",
        "declined",
        "forces_freely",
        "free",
        "given_up",
        "hand_size",
        "keeps",
        "left",
        "next",
        "offers",
        "opened",
        "order",
        "restricts",
        "rules",
        "single",
        "solver",
        "tabled",
        "takes",
        "turned",
        "unit",
        "untabled",
    )

    def __init__(self, rules: Rules, order: tuple[Seat, ...], hand_size: int) -> None:
        self.rules, self.order, self.hand_size = rules, order, hand_size
        self.solver: Solver = solver(rules)
        self.unit = self.solver.bags.unit
        self.single = rules.packs == 1
        self.restricts = rules.restricts_melds
        self.free = not (rules.restricts_melds or rules.last_card_from_stock) and rules.force_extra_hand_cards
        self.keeps = rules.keep_centre
        self.forces_freely = (
            self.free
            and rules.force_rearrange
            and rules.force_source is ForceSource.ANY
            and (rules.wild_card is None or rules.wild_forceable)
        )
        self.offers = rules.force_by_turn_player or rules.keep_centre
        self.next = dict(zip(order, (*order[1:], *order[:1]), strict=True))
        self.tabled: tuple[Command, ...] | None = None if self.offers else _ONLY_PASS
        self.untabled: tuple[Command, ...] | None = None if self.offers else self.ending(())
        self.blanks, self.takes, self.opened, self.turned = Memory(), Memory(), Memory(), Memory()
        self.declined, self.given_up, self.left, self._passes = Memory(), Memory(), Memory(), Memory()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and self._cause == other._cause

    def __hash__(self) -> int:
        return hash(self._cause)

    @property
    def _cause(self) -> tuple[Rules, tuple[Seat, ...], int]:
        return self.rules, self.order, self.hand_size

    def ending(self, table: tuple[tuple[Card, ...], ...]) -> tuple[Command, ...]:
        """What a seat with such a `table` may always do in turn (RULES 4.4, 8.5)."""
        return _PASS_OR_FOLD if self.rules.fold and not table else _ONLY_PASS

    def passes(self, folded: tuple[Seat, ...]) -> Passes:
        """What was told when seats passed while those `folded` had given up."""
        found: Passes | None = self._passes.get(folded)
        if found is None:
            found = Passes()
            self._passes.keep(folded, found)
        return found


_equal = lru_cache(_KEPT)(Plan)
_same: dict[tuple[int, tuple[Seat, ...], int], tuple[Rules, Plan]] = {}


def plan(rules: Rules, order: tuple[Seat, ...], hand_size: int) -> Plan:
    """The plan for hands of `rules` played in `order` with so many cards dealt to each seat.

    It is looked for by the identity of the sheet first, which stays alive beside its plan, because to hash
    forty fields takes longer than most decisions.
    """
    key = id(rules), order, hand_size
    found = _same.get(key)
    if found is None:
        if len(_same) >= _KEPT:
            _same.clear()
        found = _same[key] = rules, _equal(rules, order, hand_size)
    return found[1]
