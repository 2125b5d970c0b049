"""Commands of a seat in a hand: exchange, meld, pass, force, keep, fold, and standing answers."""

from app.games.cards import Card, Seat
from app.games.values import value


@value
class Exchange:
    """Give one card of the hand to the next seat (RULES 3.3)."""

    card: Card


@value
class Meld:
    """Use the centre card, in turn, when forced, or as a claim (RULES 6).

    Either `melds` is the seat's whole table afterwards, or `use` are the hand cards laid with the centre
    card and the table is arranged for the seat. `discard` is None exactly when the seat goes out.
    """

    melds: tuple[tuple[Card, ...], ...] | None = None
    use: tuple[Card, ...] | None = None
    discard: Card | None = None


@value
class Pass:
    """Decline the centre card, or answer no in a window (RULES 4.4)."""


@value
class Force:
    """Make `seat` meld the centre card (RULES 7)."""

    seat: Seat


@value
class Keep:
    """Take the centre card into the hand and discard another (RULES 8.3)."""

    discard: Card


@value
class Fold:
    """Give up the hand before anything was melded (RULES 8.5)."""


@value
class Standing:
    """Stand by a pass in the claim or force windows of this hand, or no longer (RULES 8.6).

    None leaves a kind of window as it is.
    """

    claim: bool | None = None
    force: bool | None = None


Command = Exchange | Meld | Pass | Force | Keep | Fold | Standing

COMMANDS: dict[str, type[Command]] = {
    "exchange": Exchange,
    "meld": Meld,
    "pass": Pass,
    "force": Force,
    "keep": Keep,
    "fold": Fold,
    "standing": Standing,
}
"""The commands by their names in the API and in the log."""
