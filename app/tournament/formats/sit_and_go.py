"""Sit-and-go: tables of a league, each played until one seat has all chips.

The fields of the sheet that this needs are the game's (`Sheets.sit_and_go`), and the manifest may name no
other values of them. Tables and cycles are those of a league.
"""

from typing import Final

from app.tournament.formats.format import Format
from app.tournament.formats.league import explain, next_round, rounds
from app.tournament.manifest import TieBreak

SIT_AND_GO: Final = "sit_and_go"
"""The name of the format in a manifest."""

FORMAT: Final = Format(
    rounds, next_round, explain, ahead=True, tie_breaks=(TieBreak.WINS, TieBreak.HEAD_TO_HEAD)
)
"""Sit-and-go."""
