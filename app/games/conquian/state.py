"""The position of one hand of Conquián: everything that decides what may happen next."""

from dataclasses import KW_ONLY, field
from enum import StrEnum
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.commands import Command
from app.games.conquian.holding import UNSEEN, Holding
from app.games.conquian.melds import Solver
from app.games.conquian.plan import Plan, plan
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


@value
class State:
    """A hand in play.

    `order` lists the seats in order of play, the dealer last; `hands` and `tables` are by seat. `awaited`
    are the seats asked now, `answered` those that have answered the same question, `answers` what is kept
    until a window closes. `discards` are the dead cards, oldest first; `turned` are the table cards that
    were turned up from the stock, kept where the rules ask for them. `keeping` is the discard of a keep
    that waits for the force window. `claim_passes` and `force_passes` are the seats that stand by a pass
    (RULES 8.6). `idle_turns` counts turns without a stock card and without a meld
    (RULES 8.4). `question` counts the questions put so far.

    `holdings` and `plan` add nothing to it: they remember what was found out about the cards of a seat and
    about the rules.
    """

    _: KW_ONLY
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

    holdings: tuple[Holding, ...] = field(init=False, repr=False, compare=False)
    plan: Plan = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        made = plan(self.rules, self.order)
        cards = zip(self.hands, self.tables, strict=False)
        found = tuple([Holding(made.solver, hand, table) for hand, table in cards])
        object.__setattr__(self, "plan", made)
        object.__setattr__(self, "holdings", found)

    @property
    def solver(self) -> Solver:
        """What answers the meld question for these rules."""
        return self.plan.solver

    def holding(self, seat: Seat) -> Holding:
        """What `seat` holds and has laid, looked at."""
        found = self.holdings[seat]
        if found.joining == UNSEEN:
            found.look()
        return found

    def next(self, seat: Seat) -> Seat:
        """The seat that plays after `seat`."""
        return self.plan.next[seat]

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


Draft = Any
"""A `State` under way: until it is handed out, its fields may be assigned."""

_new = object.__new__


def draft(state: State) -> Draft:
    """A copy of `state` under way: field by field, which is the fastest there is for a value with slots."""
    now: Draft = _new(State)
    now.rules = state.rules
    now.order = state.order
    now.hand_size = state.hand_size
    now.phase = state.phase
    now.turn = state.turn
    now.hands = state.hands
    now.tables = state.tables
    now.stock = state.stock
    now.discards = state.discards
    now.centre = state.centre
    now.awaited = state.awaited
    now.answered = state.answered
    now.answers = state.answers
    now.turned = state.turned
    now.folded = state.folded
    now.claim_passes = state.claim_passes
    now.force_passes = state.force_passes
    now.stood = state.stood
    now.keeping = state.keeping
    now.idle_turns = state.idle_turns
    now.question = state.question
    now.result = state.result
    now.holdings = state.holdings
    now.plan = state.plan
    return now


def blank() -> Draft:
    """A position under way in which nothing was asked yet and nothing lies but a nameless centre card."""
    now: Draft = _new(State)
    now.centre, now.discards = Centre(Card(""), Source.STOCK), ()
    now.awaited = now.answered = now.answers = ()
    now.question = now.idle_turns = 0
    return now
