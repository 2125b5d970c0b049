"""Events of a table outside the play of a hand."""

from typing import Any

from app.games.cards import Seat
from app.games.codec import for_nobody, for_owner
from app.games.table.state import Status
from app.games.values import value


@value
class Created:
    """A table was made: rules, seats, commitments to its key and first deck (RULES 12.1)."""

    game: str
    play: str
    rules: dict[str, Any]
    seats: tuple[dict[str, str], ...]
    entropy: str
    reveal: str
    game_commitment: str
    commitment: str
    token_hashes: tuple[str, ...] = for_nobody()
    game_key: str = for_nobody()
    decision_seconds: int | None = None
    window_seconds: int | None = None
    deal_delay_seconds: int | None = None
    rematch_of: str | None = None
    visibility: str | None = None
    parent: dict[str, Any] | None = None
    stock: str | None = None
    position: dict[str, Any] | None = None
    host: str | None = None
    tournament: dict[str, Any] | None = None
    start: str | None = None
    evening: str | None = None
    first_dealer: Seat | None = None


@value
class Seated:
    """A person took a free seat, or the host gave it to a `bot`; earlier tokens are no longer valid."""

    seat: Seat
    player: str | None = None
    token_hash: str | None = for_nobody(default=None)
    generation: int | None = None
    bot: str | None = None


@value
class Removed:
    """The host took a seat from its occupant; its tokens are no longer valid, and anyone may take it."""

    seat: Seat


@value
class Rotated:
    """A seat has a new token; those of earlier generations are no longer valid."""

    seat: Seat
    generation: int
    token_hash: str = for_nobody()


@value
class Left:
    """A person left the table; the service answers for the free seat until it is taken."""

    seat: Seat


@value
class SeatsAsked:
    """The table asks seats a question of its own: the new status, the seats that must answer."""

    status: Status
    awaited: tuple[Seat, ...]


@value
class Readied:
    """A seat is ready, committed to entropy or leaving chance to the service."""

    seat: Seat
    entropy_commitment: str | None = None


@value
class EntropyRevealed:
    """A seat opened its entropy; the others see it when the deck is dealt."""

    seat: Seat
    entropy: str = for_owner()


@value
class DealerChosen:
    """`by` named the seat that deals the next hand."""

    by: Seat
    seat: Seat


@value
class HouseCharged:
    """The house took its charge: the balances afterwards and what the house has."""

    balances: tuple[int, ...]
    house: int


@value
class HandBegun:
    """A hand began: its order, its stake, the entropy in its deck, the next hand's commitment."""

    hand_number: int
    dealer: Seat
    order: tuple[Seat, ...]
    stake: int
    entropy: tuple[str, ...]
    next_commitment: str


@value
class TimedOut:
    """Seats did not answer in time; the next events answer for them. Those in `away` are away now."""

    seats: tuple[Seat, ...]
    away: tuple[Seat, ...]


@value
class Returned:
    """A seat that had missed answers acts again; a bot that played for it stops."""

    seat: Seat


@value
class ReplacementAsked:
    """`by` asked that a bot play for the person of a seat that is away."""

    by: Seat
    seat: Seat


@value
class Replaced:
    """A bot plays for the person of a seat until that person returns."""

    seat: Seat
    bot: str


@value
class HandSettled:
    """The ledger after a hand: the amount won or paid by seat, balances, drawn hands in a row."""

    amounts: tuple[int, ...]
    balances: tuple[int, ...]
    drawn: int


@value
class KeyRevealed:
    """The key of a hand is open."""

    hand_number: int
    deal_key: str


@value
class KeysWithheld:
    """The game ended, and its keys stay closed because other games are dealt from the same deck.

    `status` is that of the ended game; a void one has the reason, and the seats that caused it.
    """

    status: Status
    reason: str | None = None
    seats: tuple[Seat, ...] = ()


@value
class GameEnded:
    """The game is over and every key is open, those of the hands by hand number."""

    game_key: str
    deal_keys: tuple[str, ...]


@value
class GameVoided:
    """The game ended without a result: the reason, the seats that caused it, the key, entropy by seat."""

    reason: str
    seats: tuple[Seat, ...]
    game_key: str
    entropy: tuple[str, ...]


@value
class Frozen:
    """The game stopped because its log contradicts a signed receipt, which the event shows."""

    reason: str
    receipt: dict[str, Any]


TableEvent = (
    Created
    | Seated
    | Removed
    | Rotated
    | Left
    | SeatsAsked
    | Readied
    | EntropyRevealed
    | DealerChosen
    | HouseCharged
    | HandBegun
    | TimedOut
    | Returned
    | ReplacementAsked
    | Replaced
    | HandSettled
    | KeyRevealed
    | KeysWithheld
    | GameEnded
    | GameVoided
    | Frozen
)

EVENTS: dict[str, type[TableEvent]] = {
    "created": Created,
    "seated": Seated,
    "removed": Removed,
    "rotated": Rotated,
    "left": Left,
    "seats-asked": SeatsAsked,
    "readied": Readied,
    "entropy-revealed": EntropyRevealed,
    "dealer-chosen": DealerChosen,
    "house-charged": HouseCharged,
    "hand-begun": HandBegun,
    "timed-out": TimedOut,
    "returned": Returned,
    "replacement-asked": ReplacementAsked,
    "replaced": Replaced,
    "hand-settled": HandSettled,
    "key-revealed": KeyRevealed,
    "keys-withheld": KeysWithheld,
    "game-ended": GameEnded,
    "game-voided": GameVoided,
    "frozen": Frozen,
}
"""The table's events by their stored names, which never change."""
