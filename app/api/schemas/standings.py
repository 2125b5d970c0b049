"""Schemas of the standings and the cross table of a tournament."""

from typing import Annotated, Any, Final, TypedDict

from app.api.schemas.tournaments import TOURNAMENT_ID
from app.games.codec import Json
from app.tournament.sprt import Decision, Model
from replays.archive.unavailable import Incomplete


class TimeView(TypedDict):
    """Statistics of an entrant's measured decision times."""

    decisions: int
    median_ms: float | None
    p95_ms: Annotated[float | None, "The 95th percentile"]


class NeighboursView(TypedDict):
    """Two entrants with neighbouring ratings, the better one first."""

    entrants: list[int]
    difference: Annotated[float, "Of their ratings"]
    margin: Annotated[float, "Half the width of its interval at 95 %"]
    more_games: Annotated[
        int | None,
        "About so many more games of the tournament would make the interval as narrow as the"
        " difference: 0 where it is; null for more than a million",
    ]


class RowView(TypedDict):
    """A row of the standings."""

    rank: int
    entrant: int
    name: str
    points: Annotated[float, "Of meetings in a Swiss tournament, else of games"]
    score: Annotated[float, "What was made of each game that counts, 0 to 1"]
    games: int
    wins: int
    draws: int
    losses: int
    chips: int
    byes: int
    forfeits: int
    walkovers: int
    voids: int
    disputed: Annotated[int, "Games that count, but may change"]
    open: Annotated[int, "Games that are paired and wait"]
    rating: Annotated[float | None, "See rating_system; null while no game of it counts for ratings"]
    margin: Annotated[float | None, "Half the width of the interval at 95 %"]
    tie_breaks: Annotated[Json, "Those that were needed, by name"]
    time: Annotated[
        TimeView | None,
        "Of its decisions in games played in memory; of a player over HTTP, of its answers in live "
        "games, from the question in the log to the answer. Bots at live tables are not measured. "
        "Null where there are none",
    ]


class SprtView(TypedDict):
    """The test so far."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Annotated[str, {"enum": [str(model) for model in Model]}]
    llr: Annotated[float, "The log-likelihood ratio"]
    lower: float
    upper: float
    units: Annotated[int, "How many units were looked at"]
    counts: Annotated[list[int], "Units by score, from all games lost to all games won"]
    decision: Annotated[str | None, "What was decided", {"enum": [str(one) for one in Decision]}]
    elo: Annotated[float, "The difference that the units speak for"]
    margin: Annotated[float, "Half the width of its interval at 95 %"]


class StandingsView(Incomplete):
    """The table."""

    tournament: str
    ply: Annotated[int, "The last entry of the log that is counted"]
    provisional: Annotated[bool, "Whether it can still change"]
    memory_accepted: Annotated[bool, "Whether entrants who may remember a deck have met it again"]
    rating_system: Annotated[str, {"enum": ["elo", "plackett_luce"]}]
    unrated: Annotated[
        int, "Games that ended by a forfeit or a walkover: they count for points and not for ratings"
    ]
    rows: list[RowView]
    neighbours: Annotated[
        list[NeighboursView], "How far neighbours by rating are apart; empty where ratings are not Elo"
    ]
    sprt: Annotated[SprtView | None, "Of a tournament that is such a test"]


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


class CellView(TypedDict):
    """Results of an entrant against another."""

    points: float
    score: Annotated[float, "What it made of a game, from 0 to 1"]
    margin: Annotated[
        float | None, "Half the width of the interval of score at 95 %, by how the decks scatter"
    ]
    games: int
    wins: int
    draws: int
    losses: int


class CrossTableView(TypedDict):
    """Results by entrant and opponent; null where they did not meet."""

    tournament: str
    ply: Annotated[int, "The last entry of the log that is counted"]
    names: list[str]
    rows: list[list[CellView | None]]


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
