"""Commands of a hand of limit hold'em."""

from app.games.values import value


@value
class Check:
    """Let the turn go by where nothing is to be paid; the club says "pass"."""


@value
class Bet:
    """Bet first in a round, up to the level `to`."""

    to: int


@value
class Call:
    """Pay up to the level of the round, or all chips where they do not reach it."""


@value
class Raise:
    """Raise the level of the round to `to`."""

    to: int


@value
class GiveUp:
    """Give up the hand where something is to be paid."""


HandCommand = Check | Bet | Call | Raise | GiveUp
"""A command of a hand."""


@value
class Buy:
    """Buy chips between hands."""

    chips: int


HoldemCommand = HandCommand | Buy
"""A command of a hand, or between two hands."""

HOLDEM_COMMANDS: dict[str, type[HoldemCommand]] = {
    "check": Check,
    "bet": Bet,
    "call": Call,
    "raise": Raise,
    "fold": GiveUp,
    "buy": Buy,
}
"""The commands by their names on the wire and in the log, which never change."""
