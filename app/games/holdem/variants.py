"""The variant of hold'em as a row of data, with its options."""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.descriptions import CUSTOM, About
from app.games.holdem.rules import BOUNDS, BetMode, Blinds, HoldemRules, Structure
from app.games.sheet_format import SheetFormat
from app.games.variant_table import OptionValue, Row, VariantTable
from app.i18n import Message

_YES_NO = (False, True)

HOLDEM_SHEETS = SheetFormat(
    HoldemRules, BOUNDS, {"players_min": "config_players", "players_max": "config_players"}
)
"""The form of the sheets of this game."""

_OPTIONS: Mapping[str, tuple[OptionValue, ...]] = MappingProxyType(
    {
        "players_min": (2, 3),
        "collection": (),
        "blinds": tuple(Blinds),
        "blind_live": _YES_NO,
        "bet_mode": tuple(BetMode),
        "structure": tuple(Structure),
        "buy_in": (),
        "short_buys": (),
        "rebuys": _YES_NO,
        "deals": (),
    }
)

_CAESARS = HoldemRules(variant="caesars-holdem")
_ABOUT_CAESARS = About(
    Message("Caesar's Club hold'em"),
    Message("Three to eleven players, limit bets in steps of three up to twelve, and one blind of a dollar."),
)
ABOUT_CUSTOM = About(
    Message("House rules of hold'em"),
    Message("A sheet of hold'em that the table put together freely."),
)

HOLDEM_VARIANTS: Mapping[str, Row[HoldemRules]] = MappingProxyType(
    {_CAESARS.variant: Row(_CAESARS, _ABOUT_CAESARS, _OPTIONS)}
)
"""Every variant by its id."""

HOLDEM_TABLE = VariantTable(
    rows=HOLDEM_VARIANTS,
    format=HOLDEM_SHEETS,
    base=HoldemRules(variant=CUSTOM),
    endless=("deals",),
)
"""The variants with their options."""
