"""The names of the variants of hold'em, and one sentence about each."""

from app.games.descriptions import About
from app.i18n import Message

CAESARS_HOLDEM = About(
    Message("Caesar's Club hold'em"),
    Message("Three to eleven players, limit bets in steps of three up to twelve, and one blind of a dollar."),
)
CUSTOM_HOLDEM = About(
    Message("House rules of hold'em"),
    Message("A sheet of hold'em that the table put together freely."),
)
