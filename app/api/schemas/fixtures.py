"""Schemas of the games and pairings of a tournament."""

from typing import Any, Final

from marshmallow import INCLUDE, Schema, fields

from app.api.schemas.tournaments import GAME_ID, TOURNAMENT_ID, nullable
from app.http.pagination import Incomplete
from app.tournament.failures import FailureKind
from replays.api.schemas.marks import MarksView


class FixtureView(MarksView):
    """A game of the schedule; all after `names` is null until it has its result."""

    fixture = fields.Integer(metadata={"description": "Its number, from 1"})
    round = fields.Integer()
    table = fields.Integer()
    deck = fields.Integer(metadata={"description": "Fixtures with one deck are dealt the same cards"})
    seats = fields.List(fields.Integer(), metadata={"description": "By seat the entrant"})
    names = fields.List(fields.String())
    game = fields.String(**nullable("The id of the game, with all that /v1/games has of it"))
    digest = fields.String(**nullable("The last digest of the game"))
    ending = fields.String(
        **nullable("How it ended", enum=["finished", "void", "adjudicated", "forfeit", "walkover", None])
    )
    balances = fields.List(fields.Integer(), **nullable("By seat what was won"))
    scores = fields.List(fields.Float(), **nullable("By seat the share of the others that was beaten"))
    at_fault = fields.List(fields.Integer(), **nullable("The seats that lost without being beaten"))
    failure = fields.String(
        **nullable(
            "How the entrant failed that forfeited the game, if one did",
            enum=[*map(str, FailureKind), None],
        )
    )
    plies = fields.Integer(allow_none=True)
    hands = fields.Integer(allow_none=True)
    text = fields.String(**nullable("Why it was adjudicated"))


class FixturesView(Incomplete):
    """Games in the order of the schedule."""

    tournament = fields.String()
    games = fields.List(fields.Nested(FixtureView))
    next = fields.Integer(**nullable("The value of `cursor` for the next page"))


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


class PairingView(Schema):
    """Entrants at a table of a round, with their points there."""

    table = fields.Integer()
    entrants = fields.List(fields.Integer())
    names = fields.List(fields.String())
    bye = fields.Boolean(metadata={"description": "Whether the only entrant meets nobody"})
    played = fields.Integer()
    planned = fields.Integer()
    points = fields.List(fields.Float())


class PairingsView(Schema):
    """A round."""

    tournament = fields.String()
    round = fields.Integer()
    rounds = fields.Integer(allow_none=True)
    pairings = fields.List(fields.Nested(PairingView))


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


class ReasonsView(Schema):
    """Reasons of a round's pairings."""

    tournament = fields.String()
    round = fields.Integer()
    reasons = fields.List(fields.Nested(ReasonView))


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
