"""Schemas of the responses of tournaments."""

from typing import Annotated, Any, Final, TypedDict

from app.api.schemas.logs import TournamentEntryView
from app.api.schemas.tournament_requests import MANIFEST_EXAMPLE
from app.tournament.shapes import BriefView
from replays.archive.unavailable import Incomplete

TOURNAMENT_ID: Final = "t-17b3v0w1x5z8k2m4n6p7q9r0"

GAME_ID: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"


BRIEF_EXAMPLE: Final[dict[str, Any]] = {
    "tournament": TOURNAMENT_ID,
    "name": "Copa de primavera",
    "variant": "north-american",
    "format": "round_robin",
    "state": "running",
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
    "paused_for": None,
    "entrants": [
        {"entrant": 0, "name": "uno", "engine": "bot", "out": None, "trial": None},
        {"entrant": 1, "name": "dos", "engine": "bot", "out": None, "trial": None},
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
}

BEGUN_EXAMPLE: Final[dict[str, Any]] = {**EXAMPLE, "played": 0, "games_per_second": None, "eta_seconds": None}

ADJUDICATED_EXAMPLE: Final[dict[str, Any]] = {**BEGUN_EXAMPLE, "played": 1}

FORFEITED_EXAMPLE: Final[dict[str, Any]] = {
    **BEGUN_EXAMPLE,
    "played": 100,
    "state": "finished",
    "ended": BRIEF_EXAMPLE["started"] + 5_000,
    "entrants": [EXAMPLE["entrants"][0], {**EXAMPLE["entrants"][1], "out": "Went home."}],
    "seeds": {"deck_seed": "5b" * 32, "bot_seed": "6c" * 32},
}
"""A tournament that has just begun, with a game adjudicated, and with one of its two entrants withdrawn."""


class TournamentsView(Incomplete):
    """Tournaments, the newest first."""

    tournaments: list[BriefView]
    summing_up: Annotated[
        int,
        "How many of this page are left out: a worker sums them up, because an earlier"
        " version of the service played them; ask again soon",
    ]
    next: Annotated[str | None, "The value of `cursor` for the next page"]


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
