"""Schemas of the games and pairings of a tournament."""

from typing import Annotated, Any, Final, TypedDict

from marshmallow import INCLUDE, Schema, fields

from app.api.schemas.tournaments import GAME_ID, TOURNAMENT_ID
from app.games.codec import Json
from app.tournament.failures import FailureKind
from app.tournament.shapes import FixtureRow, RoundView
from replays.archive.unavailable import Incomplete
from replays.disputes.marks import MarksView


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
