"""Failures of the entrants of a tournament: which games they forfeited by failing, and how.

The details of a failure hold the cards of a seat, so only the command line of the operator shows them.
"""

from typing import Any, Final

import orjson
from flask import Response
from marshmallow import Schema, fields

from app.api import tournament_shapes as shapes
from app.api.tournament_bodies import FixturesQuery
from app.games.codec import Json
from app.http.blueprint import Blueprint
from app.http.errors import Problem
from app.http.headers import JSON, next_page
from app.journal import NoSuchLog
from app.store.keys import GameId
from app.tournament.failures import Failure, Kind
from app.tournament.schedule import Ending
from replays.tournaments.failing import Failures
from replays.tournaments.lookup import Lookup
from replays.tournaments.pending import may_wait

_EXAMPLE: Final[dict[str, Any]] = {
    "fixture": 7,
    "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
    "seat": 1,
    "entrant": 1,
    "kind": str(Kind.TIMED_OUT),
    "ply": 14,
}


class FailureView(Schema):
    """A game that an entrant forfeited by failing."""

    fixture = fields.Integer(metadata={"description": "The number of the game in the tournament"})
    game = fields.String(metadata={"description": "The id of the game"})
    seat = fields.Integer(metadata={"description": "The seat of the entrant, from 0"})
    entrant = fields.Integer(metadata={"description": "The number of the entrant, from 0"})
    kind = fields.String(
        metadata={"description": "How it failed; see the guide to bots", "enum": [*map(str, Kind)]}
    )
    ply = fields.Integer(metadata={"description": "The last ply of the game before the failure"})


class FailuresView(Schema):
    """Failures, in the order of the schedule."""

    tournament = fields.String()
    failures = fields.List(fields.Nested(FailureView))
    next = fields.Integer(
        metadata={"description": "The value of `cursor` for the next page"}, allow_none=True
    )


def blueprint(lookup: Lookup, failures: Failures) -> Blueprint:
    """The failures of /v1/tournaments."""
    found = Blueprint(
        "tournament_failures", __name__, url_prefix="/v1/tournaments", description="Failures of entrants"
    )

    @found.route("/<tournament_id:tournament>/failures", methods=["GET"])
    @found.arguments(FixturesQuery, location="query")
    @found.response(
        200,
        FailuresView,
        example={"tournament": shapes.EXAMPLE["tournament"], "failures": [_EXAMPLE], "next": None},
    )
    @may_wait(found)
    def of_tournament(query: Json, tournament: str) -> Response:
        """List the games of a tournament that entrants forfeited by failing

        Each has the kind of failure and the ply of the game. Games without a result yet are left out. Pages
        are chosen with `cursor` and `limit`.
        """
        try:
            seen = lookup.seen(GameId(tournament))
        except NoSuchLog:
            raise Problem("not_found") from None
        kept, following = failures.page(seen.tournament, query["cursor"], query["limit"])
        games = lookup.chosen(seen, [one.fixture for one in kept])
        forfeited = {one["fixture"]: one["at_fault"] for one in games if one["ending"] == Ending.FORFEIT}
        listed = [_row(one) for one in kept if one.seat in forfeited.get(one.fixture, ())]
        body = {"tournament": tournament, "failures": listed, "next": following}
        response = Response(orjson.dumps(body), content_type=JSON)
        return response if following is None else next_page(response, cursor=following)

    return found


def _row(one: Failure) -> Json:
    return {name: getattr(one, name) for name in _EXAMPLE} | {"kind": str(one.kind)}
