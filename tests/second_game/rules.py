"""The rules of Highcard: sheet, hand, commands and events.

Each seat antes the stake from its stack and gets one card. In turn each seat stays or drops; the highest card
of those that stay wins. Between hands a seat may buy chips. The sitting ends when fewer than two seats have
chips.
"""

from dataclasses import dataclass, replace
from typing import Any

from app.games.cards import Card, Seat, canonical_deck
from app.games.codec import Codec, for_each, for_nobody
from app.games.descriptions import About, Parameter, Reason, RefusalKind
from app.games.game import Money
from app.games.shapes import CommandShape, Form, Member
from app.games.values import value
from app.i18n import Message

DECK = canonical_deck("french52", 1)


@dataclass(frozen=True)
class Sheet:
    """The rules of a table."""

    variant: str = "highcard"
    stake: int = 1
    deals: int | None = 3
    buy_in: int = 5
    pack: str = "french52"
    packs: int = 1
    players_min: int = 2
    players_max: int = 4
    teams: int = 0
    bank: bool = False
    money: str = Money.CHIPS
    idle_seats: int = 0
    dealer_is_chosen: bool = False


@dataclass(frozen=True)
class Highcard:
    """The only variant."""

    rules: Sheet
    about: About
    options: dict[str, tuple[Any, ...]]


VARIANTS = {
    "highcard": Highcard(
        Sheet(),
        About(Message("Highcard"), Message("One card each; the highest wins.")),
        {"stake": (), "deals": (), "buy_in": ()},
    )
}
FIELDS = {
    name: Parameter("1.1", Message("A field of Highcard."))
    for name in ("variant", "stake", "deals", "buy_in")
}


def reason(kind: RefusalKind, code: str) -> Reason:
    """A reason in the one paragraph that the rulebook has."""
    return Reason(kind, "1.1", f"Highcard refuses this: {code}.", f"Highcard: {code}")


@value
class Stay:
    """Play for the pot."""


@value
class Drop:
    """Give up the hand."""


@value
class Buy:
    """Buy chips between hands."""

    amount: int


COMMANDS = {"stay": Stay, "drop": Drop, "buy": Buy}
SHAPES = {
    "stay": CommandShape(),
    "drop": CommandShape(),
    "buy": CommandShape(must=("amount",), example={"amount": 5}),
}
AMOUNT = Member(Form.INTEGER, "buy: how many chips", minimum=1, maximum=100)


@value
class Dealt:
    """One card for each seat that plays."""

    hands: tuple[tuple[Card, ...], ...] = for_each()
    stock: tuple[Card, ...] = for_nobody()


@value
class Spoken:
    """A seat stays or drops."""

    seat: Seat
    stays: bool


@value
class Shown:
    """The cards of those that stayed, and the winner."""

    winner: Seat
    cards: tuple[Card, ...]


@value
class Bought:
    """A seat has bought chips; what it had lost before, or left behind, is made up for."""

    seat: Seat
    amount: int


EVENTS = {"dealt": Dealt, "spoken": Spoken, "shown": Shown, "bought": Bought}
CODEC: Codec[Any] = Codec(EVENTS, {}, {})


@dataclass(frozen=True)
class Hand:
    """A hand: the antes by seat, the cards, who has stayed, the winner."""

    order: tuple[Seat, ...]
    antes: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()
    stayed: tuple[Seat, ...] = ()
    spoken: int = 0
    winner: Seat | None = None

    @property
    def turn(self) -> Seat | None:
        """The seat on turn."""
        return None if self.winner is not None or not self.hands else self.order[self.spoken]


def evolved(hand: Hand, event: Any) -> Hand:
    """The hand after `event`."""
    if isinstance(event, Dealt):
        return replace(hand, hands=event.hands, stock=event.stock)
    if isinstance(event, Spoken):
        stayed = (*hand.stayed, event.seat) if event.stays else hand.stayed
        return replace(hand, stayed=stayed, spoken=hand.spoken + 1)
    return replace(hand, winner=event.winner)


def spoken(hand: Hand, seat: Seat, *, stays: bool) -> tuple[Any, ...]:
    """Return the events when `seat` answers; the last one stays if no other seat did."""
    event = Spoken(seat, stays or (not hand.stayed and hand.spoken == len(hand.order) - 1))
    after = evolved(hand, event)
    if after.spoken < len(hand.order):
        return (event,)
    winner = max(after.stayed, key=lambda one: DECK.index(hand.hands[one][0]) % 13)
    return event, Shown(winner, tuple(hand.hands[one][0] for one in after.stayed))
