"""The position of one hand of Conquián: everything that decides what may happen next."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.commands import Command
from app.games.conquian.melds import Solver, solver
from app.games.conquian.rules import Rules
from app.games.values import value

Laid = tuple[Card, ...]
"""One meld on the table, in the order it is shown."""


class Phase(StrEnum):
    """What the seat on turn, or the seats awaited, are asked (RULES 4 to 8)."""

    EXCHANGE = "exchange"
    OFFER = "offer"
    LEFT = "left"
    NEW = "new"
    FORCE_WINDOW = "force_window"
    CLAIM_WINDOW = "claim_window"
    FORCED = "forced"
    OVER = "over"


class Source(StrEnum):
    """Where the centre card came from."""

    STOCK = "stock"
    DISCARD = "discard"


class Termination(StrEnum):
    """How a hand ended: somebody went out, or the stock ran dry (tablas)."""

    WENT_OUT = "went_out"
    TABLAS = "tablas"


@value
class Centre:
    """The one card in play; `left_by` is the seat that discarded it, or turned and rejected it."""

    card: Card
    source: Source
    left_by: Seat | None = None


@value
class Result:
    """How the hand ended and who went out, if anybody did."""

    termination: Termination
    winner: Seat | None


_new = object.__new__


@dataclass(frozen=True, kw_only=True)
class State:
    """A hand in play.

    `order` lists the seats in order of play, the dealer last; `hands` and `tables` are by seat. `awaited`
    are the seats asked now, `answered` those that have answered the same question, `answers` what is kept
    until a window closes. `discards` are the dead cards, oldest first; `turned` are the table cards that
    were turned up from the stock, kept where the rules ask for them. `keeping` is the discard of a keep
    that waits for the force window. `claim_passes` and `force_passes` are the seats that stand by a pass
    (RULES 8.6). `idle_turns` counts turns without a stock card and without a meld
    (RULES 8.4). `question` counts the questions put so far.

    The one value here without slots: a hand is copied at every move, and a dict of fields is copied many
    times faster than fields are by name.
    """

    rules: Rules
    order: tuple[Seat, ...]
    hand_size: int
    phase: Phase
    turn: Seat
    hands: tuple[tuple[Card, ...], ...] = ()
    tables: tuple[tuple[Laid, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    centre: Centre | None = None
    awaited: tuple[Seat, ...] = ()
    answered: tuple[Seat, ...] = ()
    answers: tuple[tuple[Seat, Command], ...] = ()
    turned: tuple[Card, ...] = ()
    folded: tuple[Seat, ...] = ()
    claim_passes: tuple[Seat, ...] = ()
    force_passes: tuple[Seat, ...] = ()
    stood: tuple[Seat, ...] = ()
    keeping: Card | None = None
    idle_turns: int = 0
    question: int = 0
    result: Result | None = None

    def fields(self) -> dict[str, Any]:
        """A copy of everything this position holds, to be changed and made `State.of`."""
        return self.__dict__.copy()

    @staticmethod
    def of(fields: dict[str, Any]) -> "State":
        """The position that holds `fields`, which are its own from now on."""
        made = _new(State)
        _hold(made, fields)
        return made

    @cached_property
    def solver(self) -> Solver:
        """What answers the meld question for these rules; copies carry it along."""
        return solver(self.rules)

    def next(self, seat: Seat) -> Seat:
        """The seat that plays after `seat`."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats in order of play, the one after `seat` first."""
        at = self.order.index(seat) + 1
        return self.order[at:] + self.order[: at - 1]

    def table_cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that lie melded before `seat`."""
        return tuple(card for meld in self.tables[seat] for card in meld)

    def answer(self, seat: Seat) -> Command | None:
        """What `seat` has answered in the open window, if anything is kept."""
        return next((command for answerer, command in self.answers if answerer == seat), None)

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that stand by a pass in the window that is open."""
        if self.phase is Phase.CLAIM_WINDOW:
            return self.claim_passes
        return self.force_passes if self.phase is Phase.FORCE_WINDOW else ()

    @property
    def target(self) -> int:
        """How many cards must lie melded to go out: the cards dealt and one more (RULES 9.1)."""
        return self.hand_size + 1


# Holding a dict of fields this way costs a third of what `object.__setattr__` takes to find it.
_hold = State.__dict__["__dict__"].__set__
