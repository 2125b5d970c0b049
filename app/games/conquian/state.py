"""The position of one hand of Conquián: everything that decides what may happen next."""

from dataclasses import dataclass
from enum import StrEnum

from app.games.cards import Card, Seat
from app.games.conquian.commands import Command
from app.games.conquian.rules import Rules
from app.games.values import value

Laid = tuple[Card, ...]
"""One combination on the table, in the order in which it lies."""


class Phase(StrEnum):
    """The question put to the seat on turn, or to the seats awaited (RULES 3 to 8)."""

    EXCHANGE = "exchange"
    OFFER = "offer"
    LEFT = "left"
    NEW = "new"
    FORCE_WINDOW = "force_window"
    CLAIM_WINDOW = "claim_window"
    FORCED = "forced"
    OVER = "over"


class Source(StrEnum):
    """The place from which the centre card came."""

    STOCK = "stock"
    DISCARD = "discard"


class Termination(StrEnum):
    """The end of a hand: a seat went out, or the stock ran dry (tablas)."""

    WENT_OUT = "went_out"
    TABLAS = "tablas"


@value
class Centre:
    """The one card in play; `left_by` is the seat that discarded it, or turned it up and declined it."""

    card: Card
    source: Source
    left_by: Seat | None = None


@value
class HandResult:
    """The end of the hand and the seat that went out, if any did."""

    termination: Termination
    winner: Seat | None


@dataclass(frozen=True, kw_only=True)
class State:
    """A position of a hand.

    `order` lists the seats in order of play, the dealer last. `hands` and `tables` are by seat: the cards in
    the order dealt, and the combinations laid. `awaited` are the seats asked now, `answered` those that have
    answered the same question, `answers` their commands, kept until a window closes. `discards` are the dead
    cards, oldest first. `turned` are the cards on the tables that were turned up from the stock, kept where
    the rules restrict melds by it. `claim_passes` and `force_passes` are the seats that stand by a pass,
    `stood` lists the seats that changed this, once for each time (RULES 8.6). `keeping` is the discard of a
    keep that waits for the force window (RULES 8.3). `idle_turns` counts turns without a stock card and
    without a meld (RULES 8.4). `question` counts the questions put so far.
    """

    rules: Rules
    order: tuple[Seat, ...]
    hand_size: int
    phase: Phase
    turn: Seat
    hands: tuple[tuple[Card, ...], ...] = ()
    tables: tuple[tuple[Laid, ...], ...] = ()
    awaited: tuple[Seat, ...] = ()
    answered: tuple[Seat, ...] = ()
    answers: tuple[tuple[Seat, Command], ...] = ()
    centre: Centre | None = None
    stock: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    folded: tuple[Seat, ...] = ()
    turned: tuple[Card, ...] = ()
    claim_passes: tuple[Seat, ...] = ()
    force_passes: tuple[Seat, ...] = ()
    stood: tuple[Seat, ...] = ()
    keeping: Card | None = None
    idle_turns: int = 0
    question: int = 0
    result: HandResult | None = None

    @property
    def target(self) -> int:
        """The number of cards that lie melded when a seat goes out (RULES 9.1)."""
        return self.hand_size + 1

    @property
    def standing(self) -> tuple[Seat, ...]:
        """The seats that stand by a pass in the window that is open (RULES 8.6)."""
        if self.phase is Phase.CLAIM_WINDOW:
            return self.claim_passes
        return self.force_passes if self.phase is Phase.FORCE_WINDOW else ()

    def next(self, seat: Seat) -> Seat:
        """Return the seat that plays after `seat` (RULES 1.3)."""
        return self.order[(self.order.index(seat) + 1) % len(self.order)]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all other seats in order of play, the one after `seat` first."""
        at = self.order.index(seat)
        return self.order[at + 1 :] + self.order[:at]

    def table_cards(self, seat: Seat) -> tuple[Card, ...]:
        """Return the cards that lie melded before `seat`."""
        return tuple([card for meld in self.tables[seat] for card in meld])

    def answer(self, seat: Seat) -> Command | None:
        """Return what `seat` has answered in the open window, if that is kept."""
        return next((command for answerer, command in self.answers if answerer == seat), None)
