"""The variant of hold'em as a row of data, with its options."""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.descriptions import CUSTOM
from app.games.holdem.rules import BOUNDS, BetMode, Blinds, HoldemRules, Structure
from app.games.holdem.words.variants import CAESARS_HOLDEM
from app.games.sheet_format import SheetFormat
from app.games.variant_table import OptionValue, Row, VariantTable

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

HOLDEM_VARIANTS: Mapping[str, Row[HoldemRules]] = MappingProxyType(
    {_CAESARS.variant: Row(_CAESARS, CAESARS_HOLDEM, _OPTIONS)}
)
"""Every variant by its id."""

HOLDEM_TABLE = VariantTable(
    rows=HOLDEM_VARIANTS,
    format=HOLDEM_SHEETS,
    base=HoldemRules(variant=CUSTOM),
    endless=("deals",),
)
"""The variants with their options."""
