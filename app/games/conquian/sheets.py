"""The form of Conquián's rules sheets as JSON documents."""

from collections.abc import Mapping
from typing import Any

from app.games.conquian.rules import BOUNDS, Rules
from app.games.errors import ConfigRefused
from app.games.sheet_format import SheetFormat

CODES = {
    "hand_size": "config_hand_size",
    "hand_sizes": "config_hand_size",
    "players_min": "config_players",
    "players_max": "config_players",
    "teams": "config_teams",
    "stake": "config_stake",
}
"""The code for a value that a field cannot hold at all, where it is not `config_option`."""


class ConquianSheets(SheetFormat[Rules]):
    """The form of the sheets; a refusal names the field of a free sheet, not the option of a table."""

    def based_on(self, base: Rules, document: Mapping[str, Any]) -> Rules:
        """Return the custom rules of `document`, with the values of `base` for what it leaves out."""
        try:
            return super().based_on(base, document)
        except ConfigRefused as refused:
            # Rules name what is at fault as a table chooses it, and a sheet has no options.
            if refused.code == CODES["hand_sizes"]:
                refused.field = "hand_sizes"
            raise


SHEETS = ConquianSheets(Rules, BOUNDS, CODES)
"""The form of the sheets of this game."""
