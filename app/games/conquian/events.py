"""Events of a hand, complete, so that each can be copied into the position."""

from app.games.cards import Card, Seat
from app.games.codec import for_each, for_nobody, for_owner
from app.games.conquian.commands import Command
from app.games.conquian.state import Laid, Phase, Termination
from app.games.values import value


@value
class Dealt:
    """The hands by seat, in the order dealt, and the stock, its first card on top."""

    hands: tuple[tuple[Card, ...], ...] = for_each()
    stock: tuple[Card, ...] = for_nobody()


@value
class Restocked:
    """The stock was shuffled anew, its first card on top: a fork begins (RULES 11.14)."""

    stock: tuple[Card, ...] = for_nobody()


@value
class Asked:
    """A new question: the phase, the seat on turn, the seats awaited, the seat that left the centre card."""

    phase: Phase
    turn: Seat
    awaited: tuple[Seat, ...]
    left_by: Seat | None = None


@value
class Answered:
    """A seat answered in the exchange or in a claim window; only it knows the answer."""

    seat: Seat
    answer: Command = for_owner()


@value
class Exchanged:
    """The exchanged cards changed hands: by seat what was given and received, None where a seat sits out."""

    given: tuple[Card | None, ...] = for_each()
    received: tuple[Card | None, ...] = for_each()


@value
class CardTurned:
    """The top card of the stock became the centre card; the card that lay there is dead."""

    seat: Seat
    card: Card


@value
class Passed:
    """A seat declined the centre card or a force window."""

    seat: Seat


@value
class Declined:
    """The seat on turn does not meld; only it knows if it keeps the card, and its discard then."""

    seat: Seat
    keeping: Card | None = for_owner()


@value
class Melded:
    """A seat used the centre card: the hand cards laid, its table now, its discard unless it went out."""

    seat: Seat
    used: tuple[Card, ...]
    table: tuple[Laid, ...]
    discard: Card | None


@value
class Forced:
    """`by` made `seat` meld the centre card."""

    by: Seat
    seat: Seat


@value
class Kept:
    """A seat took the centre card into its hand and discarded another."""

    seat: Seat
    card: Card
    discard: Card


@value
class Folded:
    """A seat gave up the hand."""

    seat: Seat


@value
class StandingChanged:
    """A seat changed its standing answers; only it knows the windows in which it passes now."""

    seat: Seat
    claim: bool = for_owner()
    force: bool = for_owner()


@value
class ClaimsClosed:
    """The claim window closed: the seat whose claim won, or None if no seat claimed."""

    seat: Seat | None


@value
class HandEnded:
    """The hand is over: a seat went out, or tablas."""

    termination: Termination
    winner: Seat | None


Event = (
    Dealt
    | Restocked
    | Asked
    | Answered
    | Exchanged
    | CardTurned
    | Passed
    | Declined
    | Melded
    | Forced
    | Kept
    | Folded
    | StandingChanged
    | ClaimsClosed
    | HandEnded
)

EVENTS: dict[str, type[Event]] = {
    "dealt": Dealt,
    "restocked": Restocked,
    "asked": Asked,
    "answered": Answered,
    "exchanged": Exchanged,
    "card-turned": CardTurned,
    "passed": Passed,
    "declined": Declined,
    "melded": Melded,
    "forced": Forced,
    "kept": Kept,
    "folded": Folded,
    "standing-changed": StandingChanged,
    "claims-closed": ClaimsClosed,
    "hand-ended": HandEnded,
}
"""The events by their stored names, which never change."""

SEALS_COMMAND: frozenset[type[Event]] = frozenset((Answered, Declined, StandingChanged))
"""Events after which the command itself may be known to its seat alone."""
