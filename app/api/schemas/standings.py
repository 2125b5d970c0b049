"""Schemas of the standings and the cross table of a tournament."""

from typing import Annotated, Any, Final

from app.api.schemas.tournaments import TOURNAMENT_ID
from app.tournament.shapes import CrossTable, StandingsTable
from replays.archive.unavailable import Incomplete


class StandingsView(StandingsTable, Incomplete):
    """The table."""

    ply: Annotated[int, "The last entry of the log that is counted"]


_COUNTS: Final = dict.fromkeys(("chips", "byes", "forfeits", "walkovers", "voids", "disputed", "open"), 0)

STANDINGS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "ply": 4,
    "provisional": True,
    "memory_accepted": False,
    "rating_system": "elo",
    "unrated": 0,
    "rows": [
        {
            "rank": 1,
            "entrant": 1,
            "name": "dos",
            "points": 26.0,
            "score": 0.65,
            "games": 40,
            "wins": 26,
            "draws": 0,
            "losses": 14,
            "rating": 54.2,
            "margin": 60.1,
            **_COUNTS,
            "tie_breaks": {},
            "time": {"decisions": 410, "median_ms": 0.21, "p95_ms": 0.9},
        },
        {
            "rank": 2,
            "entrant": 0,
            "name": "uno",
            "points": 14.0,
            "score": 0.35,
            "games": 40,
            "wins": 14,
            "draws": 0,
            "losses": 26,
            "rating": -54.2,
            "margin": 60.1,
            **_COUNTS,
            "tie_breaks": {},
            "time": {"decisions": 410, "median_ms": 0.21, "p95_ms": 0.9},
        },
    ],
    "neighbours": [{"entrants": [1, 0], "difference": 108.4, "margin": 120.2, "more_games": 10}],
    "sprt": None,
}


class CrossTableView(CrossTable):
    """Results by entrant and opponent; null where they did not meet."""

    ply: Annotated[int, "The last entry of the log that is counted"]


_CELL: Final = {
    "points": 26.0, "score": 0.65, "margin": 0.1478, "games": 40, "wins": 26, "draws": 0, "losses": 14,
}  # fmt: skip

_OTHER: Final = {
    "points": 14.0, "score": 0.35, "margin": 0.1478, "games": 40, "wins": 14, "draws": 0, "losses": 26,
}  # fmt: skip

CROSS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "ply": 4,
    "names": ["uno", "dos"],
    "rows": [[None, _OTHER], [_CELL, None]],
}
