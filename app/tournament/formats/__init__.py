"""Formats of tournaments by the name that a manifest uses: pairings of the next round, and their reasons."""

from collections.abc import Mapping

from app.tournament.formats import arena, knockout, league, round_robin, sprt, swiss
from app.tournament.formats.format import Format

FORMATS: Mapping[str, Format] = {
    "round_robin": round_robin.ROUND_ROBIN,
    "gauntlet": round_robin.GAUNTLET,
    "swiss": swiss.FORMAT,
    "single_elimination": knockout.SINGLE,
    "double_elimination": knockout.DOUBLE,
    "arena": arena.FORMAT,
    "league": league.FORMAT,
    league.SIT_AND_GO: league.SIT_AND_GO_FORMAT,
    "sprt": sprt.FORMAT,
}
"""All formats."""
