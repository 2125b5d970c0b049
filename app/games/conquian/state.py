"""The position of one hand of Conquián: everything that decides what may happen next."""

from dataclasses import field
from enum import StrEnum
from functools import lru_cache
from typing import Any

from app.games.cards import Card, Seat
from app.games.conquian.commands import Command
from app.games.conquian.holding import UNSEEN, Holding
from app.games.conquian.melds import Solver
from app.games.conquian.plan import Passes, Plan, plan
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
class Question:
    """What the seat on turn is asked, or those awaited; `in_turn` says that it is asked whether it uses the
    centre card.

    `answered` are the seats that have answered it, `answers` what is kept until a window closes.
    """

    phase: Phase
    turn: Seat
    answered: tuple[Seat, ...] = ()
    answers: tuple[tuple[Seat, Command], ...] = ()
    in_turn: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "in_turn", self.phase in (Phase.LEFT, Phase.NEW))


shared_question = lru_cache(1 << 10)(Question)
"""A question that nobody has answered yet; there are few."""


@value
class Lasting:
    """What seldom changes in a hand, and never when a seat passes or a card is turned.

    `turned` are the table cards that were turned up from the stock, kept where the rules ask for them.
    `claim_passes` and `force_passes` are the seats that stand by a pass, `stood` those that changed it
    (RULES 8.6), and `stands` says that any does. `keeping` is the discard of a keep that waits for the force
    window. `idle_turns` counts turns without a stock card and without a meld (RULES 8.4). `passes` are what
    was told when seats passed with the seats `folded`; none where anybody stands. `later` are values that
    followed from this one.
    """

    plan: Plan
    folded: tuple[Seat, ...] = ()
    turned: tuple[Card, ...] = ()
    claim_passes: tuple[Seat, ...] = ()
    force_passes: tuple[Seat, ...] = ()
    stood: tuple[Seat, ...] = ()
    keeping: Card | None = None
    idle_turns: int = 0
    result: Result | None = None
    stands: bool = field(init=False, repr=False, compare=False)
    passes: Passes = field(init=False, repr=False, compare=False)
    later: dict[Any, "Lasting"] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.recall()

    def recall(self) -> None:
        """Fills in what follows from who stands by a pass and who has folded."""
        stands = bool(self.claim_passes or self.force_passes)
        object.__setattr__(self, "stands", stands)
        object.__setattr__(self, "passes", Passes() if stands else self.plan.passes(self.folded))
        object.__setattr__(self, "later", {})

    def without(self, seat: Seat) -> "Lasting":
        """The same after `seat` has given up; hands begin with one value, so it is remembered."""
        found = self.later.get(seat)
        if found is None:
            found = self.later[seat] = lasting_draft(self)
            found.folded += (seat,)
            found.recall()
        return found

    def ended(self, result: Result) -> "Lasting":
        """The same at the end of the hand, remembered in the same way."""
        cause = result.termination, result.winner
        found = self.later.get(cause)
        if found is None:
            found = self.later[cause] = lasting_draft(self)
            found.result = result
        return found


@value
class State:
    """A hand in play; `State.of` makes one of its parts by name, all of which can be read from it.

    `order` lists the seats in order of play, the dealer last; `hands` and `tables` are by seat. `awaited`
    are the seats asked now, `answered` those that have answered the same question, `answers` what is kept
    until a window closes. `discards` are the dead cards, oldest first. `question` counts the questions put
    so far.

    What changes together lies in one value, because most decisions change little and a position is copied
    at each. `card` is the centre card as a bag, none where there is none; it, like what the holdings and
    the plan remember, adds nothing.
    """

    lasting: Lasting
    holdings: tuple[Holding, ...]
    asked: Question
    awaited: tuple[Seat, ...]
    centre: Centre | None
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    question: int
    card: int = field(repr=False, compare=False, default=0)

    @classmethod
    def of(
        cls,
        *,
        rules: Rules,
        order: tuple[Seat, ...],
        hand_size: int,
        phase: Phase,
        turn: Seat,
        hands: tuple[tuple[Card, ...], ...] = (),
        tables: tuple[tuple[Laid, ...], ...] = (),
        awaited: tuple[Seat, ...] = (),
        answered: tuple[Seat, ...] = (),
        answers: tuple[tuple[Seat, Command], ...] = (),
        centre: Centre | None = None,
        stock: tuple[Card, ...] = (),
        discards: tuple[Card, ...] = (),
        question: int = 0,
        **lasting: Any,
    ) -> "State":
        """A hand put together from its parts; `lasting` are parts of that name."""
        made = plan(rules, order, hand_size)
        holdings = tuple([Holding(made, *cards) for cards in zip(hands, tables, strict=True)])
        return State(
            Lasting(made, **lasting),
            holdings,
            Question(phase, turn, answered, answers),
            awaited,
            centre,
            stock,
            discards,
            question,
            bag_of(made, centre),
        )

    def changed(self, **changes: Any) -> "State":
        """A copy with `changes` of its parts by name, in which nothing is remembered."""
        return State.of(**({name: getattr(self, name) for name in _PARTS} | changes))

    @property
    def plan(self) -> Plan:
        """What is the same in every position of the hand."""
        return self.lasting.plan

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.lasting.plan.rules

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in order of play, the dealer last."""
        return self.lasting.plan.order

    @property
    def hand_size(self) -> int:
        """How many cards each seat was dealt."""
        return self.lasting.plan.hand_size

    @property
    def phase(self) -> Phase:
        """What the open question is about."""
        return self.asked.phase

    @property
    def turn(self) -> Seat:
        """The seat on turn."""
        return self.asked.turn

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in the hand of each seat, in the order dealt."""
        return tuple([holding.hand for holding in self.holdings])

    @property
    def tables(self) -> tuple[tuple[Laid, ...], ...]:
        """The melds before each seat."""
        return tuple([holding.table for holding in self.holdings])

    @property
    def answered(self) -> tuple[Seat, ...]:
        """The seats that have answered the open question."""
        return self.asked.answered

    @property
    def answers(self) -> tuple[tuple[Seat, Command], ...]:
        """What is kept until a window closes."""
        return self.asked.answers

    @property
    def folded(self) -> tuple[Seat, ...]:
        """The seats that have given up the hand."""
        return self.lasting.folded

    @property
    def turned(self) -> tuple[Card, ...]:
        """The table cards that were turned up from the stock."""
        return self.lasting.turned

    @property
    def claim_passes(self) -> tuple[Seat, ...]:
        """The seats that stand by a pass in claim windows."""
        return self.lasting.claim_passes

    @property
    def force_passes(self) -> tuple[Seat, ...]:
        """The seats that stand by a pass in force windows."""
        return self.lasting.force_passes

    @property
    def stood(self) -> tuple[Seat, ...]:
        """The seats that changed what they stand by, once for each time."""
        return self.lasting.stood

    @property
    def keeping(self) -> Card | None:
        """The discard of a keep that waits."""
        return self.lasting.keeping

    @property
    def idle_turns(self) -> int:
        """How many turns in a row brought neither a stock card nor a meld."""
        return self.lasting.idle_turns

    @property
    def result(self) -> Result | None:
        """How the hand ended, if it has."""
        return self.lasting.result

    @property
    def solver(self) -> Solver:
        """What answers the meld question for these rules."""
        return self.lasting.plan.solver

    def holding(self, seat: Seat) -> Holding:
        """What `seat` holds and has laid, looked at."""
        found = self.holdings[seat]
        if found.joining == UNSEEN:
            found.look()
        return found

    def next(self, seat: Seat) -> Seat:
        """The seat that plays after `seat`."""
        return self.lasting.plan.next[seat]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """All other seats in order of play, the one after `seat` first."""
        at = (order := self.order).index(seat) + 1
        return order[at:] + order[: at - 1]

    def table_cards(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that lie melded before `seat`."""
        return tuple([card for meld in self.holdings[seat].table for card in meld])

    def answer(self, seat: Seat) -> Command | None:
        """What `seat` has answered in the open window, if anything is kept."""
        return next((command for answerer, command in self.asked.answers if answerer == seat), None)

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


_PARTS = (
    "rules",
    "order",
    "hand_size",
    "phase",
    "turn",
    "hands",
    "tables",
    "awaited",
    "answered",
    "answers",
    "centre",
    "stock",
    "discards",
    "idle_turns",
    "question",
    "result",
    "folded",
    "turned",
    "claim_passes",
    "force_passes",
    "stood",
    "keeping",
)


def bag_of(plan: Plan, centre: Centre | None) -> int:
    """The centre card as a bag."""
    return 0 if centre is None else plan.unit[centre.card]


Draft = Any
"""A `State` or `Lasting` under way: until it is handed out, its fields may be assigned."""

_new = object.__new__


def draft(state: State) -> Draft:
    """A copy of `state` under way: field by field, which is the fastest there is for a value with slots."""
    now: Draft = _new(State)
    now.lasting = state.lasting
    now.holdings = state.holdings
    now.asked = state.asked
    now.awaited = state.awaited
    now.centre = state.centre
    now.card = state.card
    now.stock = state.stock
    now.discards = state.discards
    now.question = state.question
    return now


def lasting_draft(lasting: Lasting) -> Draft:
    """A copy of `lasting` under way."""
    now: Draft = _new(Lasting)
    now.plan = lasting.plan
    now.folded = lasting.folded
    now.turned = lasting.turned
    now.claim_passes = lasting.claim_passes
    now.force_passes = lasting.force_passes
    now.stood = lasting.stood
    now.keeping = lasting.keeping
    now.idle_turns = lasting.idle_turns
    now.result = lasting.result
    now.stands = lasting.stands
    now.passes = lasting.passes
    now.later = {}
    return now
