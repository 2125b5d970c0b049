"""Events of a hand of limit hold'em, complete, so that each can be copied into the position."""

from app.games.cards import Card, Seat
from app.games.codec import for_each, for_nobody
from app.games.holdem.rules import Street
from app.games.holdem.state import Award
from app.games.values import value


@value
class BlindPosted:
    """A seat has bet before the cards; a `live` bet counts in the first round, with `level` to be matched."""

    seat: Seat
    amount: int
    live: bool
    level: int


@value
class HolesDealt:
    """The hole cards by seat, in the order dealt, and the rest of the deck, its first card on top."""

    holes: tuple[tuple[Card, ...], ...] = for_each()
    stock: tuple[Card, ...] = for_nobody()


@value
class StockShuffled:
    """The stock was shuffled anew, its first card on top: a fork begins."""

    stock: tuple[Card, ...] = for_nobody()


@value
class TurnGiven:
    """A seat is asked what it does."""

    seat: Seat


@value
class Checked:
    """A seat let its turn go by."""

    seat: Seat


@value
class BetPlaced:
    """A seat made the first bet of a round, to the level `to`."""

    seat: Seat
    to: int


@value
class Called:
    """A seat paid `amount` to stay in the hand."""

    seat: Seat
    amount: int


@value
class Raised:
    """A seat raised the level of the round to `to`."""

    seat: Seat
    to: int


@value
class HandGivenUp:
    """A seat gave up its hand, or left the table; what it has bet stays in the pot."""

    seat: Seat


@value
class BoardDealt:
    """Cards came to the board and the round `street` begins."""

    street: Street
    cards: tuple[Card, ...]


@value
class BetReturned:
    """A seat got back the part of its bet that no other seat has matched."""

    seat: Seat
    amount: int


@value
class HandShown:
    """A seat laid its hand open at the showdown."""

    seat: Seat
    cards: tuple[Card, ...]


@value
class PotsWon:
    """The hand is over: the pots, the main pot first, and who gets how much of each."""

    awards: tuple[Award, ...]


@value
class ChipsBought:
    """A seat bought chips before or between hands; `short` is true for less than the buy-in."""

    seat: Seat
    chips: int
    short: bool


@value
class ChipsReturned:
    """The chips of a seat went with the person that left it."""

    seat: Seat
    chips: int


SittingEvent = ChipsBought | ChipsReturned
"""An event that changes what a table keeps from hand to hand."""

HandEvent = (
    BlindPosted
    | HolesDealt
    | StockShuffled
    | TurnGiven
    | Checked
    | BetPlaced
    | Called
    | Raised
    | HandGivenUp
    | BoardDealt
    | BetReturned
    | HandShown
    | PotsWon
)
"""An event of a hand."""

HoldemEvent = HandEvent | SittingEvent

HOLDEM_EVENTS: dict[str, type[HoldemEvent]] = {
    "blind-posted": BlindPosted,
    "holes-dealt": HolesDealt,
    "stock-shuffled": StockShuffled,
    "turn-given": TurnGiven,
    "checked": Checked,
    "bet-placed": BetPlaced,
    "called": Called,
    "raised": Raised,
    "hand-given-up": HandGivenUp,
    "board-dealt": BoardDealt,
    "bet-returned": BetReturned,
    "hand-shown": HandShown,
    "pots-won": PotsWon,
    "chips-bought": ChipsBought,
    "chips-returned": ChipsReturned,
}
"""The events by their stored names, which never change."""
