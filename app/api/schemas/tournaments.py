"""Schemas of the responses of tournaments: lists, standings, the cross table, games and pairings."""

from typing import Annotated, Any, Final, TypedDict

from marshmallow import INCLUDE, Schema, fields

from app.api.schemas.logs import TournamentEntryView
from app.api.schemas.tournament_requests import MANIFEST_EXAMPLE
from app.games.codec import Json
from app.tournament.failures import FailureKind
from app.tournament.shapes import BriefView, CrossTable, FixtureRow, RoundView, StandingsTable
from replays.archive.unavailable import Incomplete
from replays.disputes.marks import MarksView

TOURNAMENT_ID: Final = "t-17b3v0w1x5z8k2m4n6p7q9r0"

GAME_ID: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"


BRIEF_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "name": "Copa de primavera",
    "variant": "north-american",
    "format": "round_robin",
    "state": "running",
    "paused_for": None,
    "waits_for": None,
    "entrants": 2,
    "played": 40,
    "planned": 100,
    "started": 1_790_000_000_000,
    "ended": None,
}

EXAMPLE: Final[dict[str, Any]] = {
    **BRIEF_EXAMPLE,
    "ply": 4,
    "format": {"type": "round_robin"},
    "entrants": [
        {"entrant": 0, "name": "uno", "engine": "bot", "player": None, "out": None, "trial": None},
        {"entrant": 1, "name": "dos", "engine": "bot", "player": None, "out": None, "trial": None},
    ],
    "round": 1,
    "rounds": 1,
    "paired": 100,
    "games_per_second": 31.5,
    "eta_seconds": 1.9,
    "owner": "p-0c1d2e3f4g5h6i7j8k9l0m1n",
    "duplicates": True,
    "memory_accepted": False,
    "reproducible": True,
    "organiser_seeded": False,
    "commitment": "9c" * 32,
    "seeds": None,
    "manifest": MANIFEST_EXAMPLE,
    "extendable": ["cycles"],
    "more_time": [],
}

BEGUN_EXAMPLE: Final[dict[str, Any]] = {**EXAMPLE, "played": 0, "games_per_second": None, "eta_seconds": None}

ADJUDICATED_EXAMPLE: Final[dict[str, Any]] = {**BEGUN_EXAMPLE, "played": 1}

FORFEITED_EXAMPLE: Final[dict[str, Any]] = {
    **BEGUN_EXAMPLE,
    "entrants": [EXAMPLE["entrants"][0], {**EXAMPLE["entrants"][1], "out": "Went home."}],
}

EXTENDED_EXAMPLE: Final[dict[str, Any]] = {
    **BEGUN_EXAMPLE,
    "format": {"type": "round_robin", "cycles": 2},
    "rounds": 2,
    "planned": 200,
}
"""A tournament that has just begun, with a game adjudicated, with one of its two entrants withdrawn, and with
another cycle.
"""


class TournamentsView(Incomplete):
    """Tournaments, the newest first."""

    tournaments: list[BriefView]
    summing_up: Annotated[
        int,
        "How many of this page are left out: a worker sums them up, because an earlier"
        " version of the service played them; ask again soon",
    ]
    next: Annotated[str | None, "The value of `cursor` for the next page"]


class TableView(TypedDict):
    """A game that is being played."""

    fixture: Annotated[int, "Its number, from 1"]
    round: int
    table: int
    game: str
    seats: Annotated[list[int], "By seat the entrant"]
    names: list[str]
    free: Annotated[list[int], "Seats whose player has not come yet"]
    until: Annotated[
        int | None, "When the rule for absent players follows, ms since 1970; null while nobody is missing"
    ]


class TablesView(TypedDict):
    """Tables of a tournament."""

    tournament: str
    tables: list[TableView]


TABLES_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "tables": [
        {
            "fixture": 1,
            "round": 1,
            "table": 1,
            "game": GAME_ID,
            "seats": [0, 1],
            "names": ["Ana", "Beto"],
            "free": [1],
            "until": 1_790_000_300_000,
        }
    ],
}


class TournamentEventsView(TypedDict):
    """A page of the log."""

    tournament: str
    ply: Annotated[int, "The last entry the log has"]
    events: list[TournamentEntryView]
    next: Annotated[int, "The value of `after` for the next page"]


EVENTS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "ply": 1,
    "events": [
        {
            "ply": 1,
            "digest": "5e" * 32,
            "public": {
                "v": 1,
                "game": TOURNAMENT_ID,
                "ply": 1,
                "time": 1_790_000_000_000,
                "actor": "p-0c1d2e3f4g5h6i7j8k9l0m1n",
                "command": {"type": "create"},
                "events": [{"type": "created"}],
                "seals": [[255, "7a" * 32]],
            },
        }
    ],
    "next": 1,
}


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


class FixtureView(FixtureRow, MarksView):
    """A game of the schedule; all after `names` is null until it has its result."""

    failure: Annotated[
        str | None,
        "How the entrant failed that forfeited the game, if one did",
        {"enum": [*map(str, FailureKind)]},
    ]


class FixturesView(Incomplete):
    """Games in the order of the schedule."""

    tournament: str
    games: list[FixtureView]
    next: Annotated[int | None, "The value of `cursor` for the next page"]


FIXTURE_EXAMPLE: Final[dict[str, Any]] = {
    "fixture": 1,
    "round": 1,
    "table": 1,
    "deck": 1,
    "seats": [0, 1],
    "names": ["uno", "dos"],
    "game": GAME_ID,
    "digest": "5e" * 32,
    "ending": "finished",
    "balances": [-1, 1],
    "scores": [0.0, 1.0],
    "at_fault": [],
    "failure": None,
    "plies": 31,
    "hands": 1,
    "text": None,
}


class PairingsView(RoundView):
    """A round."""

    rounds: int | None


PAIRINGS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "round": 1,
    "rounds": 1,
    "pairings": [
        {
            "table": 1,
            "entrants": [0, 1],
            "names": ["uno", "dos"],
            "bye": False,
            "played": 40,
            "planned": 100,
            "points": [14.0, 26.0],
        }
    ],
}


class ReasonView(Schema):
    """Reason of a pairing: a code, the numbers that decided, and a sentence."""

    class Meta:
        """Options of marshmallow: the numbers differ from rule to rule."""

        unknown = INCLUDE

    rule = fields.String()
    text = fields.Dict(keys=fields.String(), values=fields.String())


class ReasonsView(TypedDict):
    """Reasons of a round's pairings."""

    tournament: str
    round: int
    reasons: list[Annotated[Json, ReasonView]]


REASONS_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "round": 1,
    "reasons": [
        {
            "rule": "circle",
            "table": 1,
            "entrants": [0, 1],
            "cycle": 1,
            "turn": 1,
            "turns": 1,
            "text": {"en": "Cycle 1, turn 1 of 1: the circle brings uno and dos together."},
        }
    ],
}
