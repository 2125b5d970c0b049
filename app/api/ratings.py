"""The rating lists of variants, from the tournaments that are over."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import orjson
from flask import Response
from marshmallow import Schema, fields

from app.api import absent
from app.games.conquian.variants import VARIANTS
from app.http.aside import aside
from app.http.blueprint import Blueprint
from app.http.headers import JSON
from app.journal import Standing
from app.tournament.rating_lists import Held, RatingList, rating_lists
from app.tournament.ratings import Rating, System
from app.tournament.tournament import State, Tournament
from replays.tournaments.hall import Hall

Json = dict[str, Any]

_LOOKED_AT: Final = 200
_LISTED: Final = 50
_PAGE: Final = 20
_KEPT: Final = 32
_EXAMPLE: Final = {
    "variant": "north-american",
    "tournaments": 1,
    "lists": [
        {
            "system": "elo",
            "rows": [{"name": "uno", "plan": {"bot": "greedy"}, "rating": 54.2, "margin": 60.1, "games": 40}],
            "history": [
                {
                    "tournament": "t-17b3v0w1x5z8k2m4n6p7q9r0",
                    "ended": 1795284000000,
                    "ratings": [{"row": 0, "rating": 54.2, "margin": 60.1, "games": 40}],
                }
            ],
        }
    ],
}


class ListedView(Schema):
    """Somebody in a rating list."""

    name = fields.String(metadata={"description": "As the last tournament called it"})
    plan = fields.Dict(metadata={"description": "Who decides: the same plan is the same entrant"})
    rating = fields.Float()
    margin = fields.Float(metadata={"description": "Half the width of the interval at 95 %"})
    games = fields.Integer()


class PastView(Schema):
    """A rating after a tournament."""

    row = fields.Integer(metadata={"description": "Whose: the number of the row, from 0"})
    rating = fields.Float()
    margin = fields.Float()
    games = fields.Integer()


class MomentView(Schema):
    """The ratings after a tournament."""

    tournament = fields.String()
    ended = fields.Integer(metadata={"description": "ms since 1970"})
    ratings = fields.List(fields.Nested(PastView))


class RatingListView(Schema):
    """A list by one system."""

    system = fields.String(metadata={"enum": [str(system) for system in System]})
    rows = fields.List(fields.Nested(ListedView))
    history = fields.List(fields.Nested(MomentView))


class RatingsView(Schema):
    """The lists of a variant."""

    variant = fields.String()
    tournaments = fields.Integer(metadata={"description": "How many went into the lists"})
    lists = fields.List(fields.Nested(RatingListView))


def blueprint(hall: Hall) -> Blueprint:
    """The resource /v1/ratings."""
    found = Blueprint("ratings", __name__, url_prefix="/v1/ratings", description="Ratings")

    @found.route("/<name>", methods=["GET"])
    @found.response(200, RatingsView, example=_EXAMPLE)
    def show(name: str) -> Response:
        """Get the ratings of a variant

        The answer has Elo ratings of tables of two and Plackett-Luce ratings of larger tables, with 95 %
        intervals, computed from the last finished tournaments of the variant with any options; and the
        ratings after each of these tournaments. The same bot, budget and version, or the same player, is one
        entrant.
        """
        if name not in VARIANTS:
            raise absent.named(VARIANTS)
        held = _Held(tuple(_finished(hall, name)))
        return Response(aside(lambda: _written(name, held)), content_type=JSON)

    return found


def _finished(hall: Hall, variant: str) -> Iterator[Standing[Tournament]]:
    """The last tournaments of a variant that were played to their end, the newest first."""
    before, looked_at, found = None, 0, 0
    while looked_at < _LOOKED_AT and found < _LISTED:
        page, before = hall.listed(_PAGE, before)
        for standing in page:
            state = standing.state
            if state.state is State.FINISHED and state.manifest.variant == variant and found < _LISTED:
                found += 1
                yield standing
        looked_at += _PAGE
        if before is None:
            return


class _Held:
    """Tournaments at their plies, known by these alone."""

    def __init__(self, standings: tuple[Standing[Tournament], ...]) -> None:
        self._places = tuple((standing.log, standing.ply) for standing in standings)
        found = (
            Held(one.log, one.state.ended_ms or 0, one.state.manifest, one.state.played) for one in standings
        )
        self.in_order = sorted(found, key=lambda one: (one.ended, one.tournament))

    def __hash__(self) -> int:
        return hash(self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held) and self._places == other._places


@lru_cache(maxsize=_KEPT)
def _written(variant: str, held: _Held) -> bytes:
    lists = [_list(found) for found in rating_lists(held.in_order) if found.entries]
    return orjson.dumps({"variant": variant, "tournaments": len(held.in_order), "lists": lists})


def _list(found: RatingList) -> Json:
    row_of = {row.entrant: at for at, row in enumerate(found.rows)}
    return {
        "system": str(found.system),
        "rows": [_row(found, row) for row in found.rows],
        "history": [
            {
                "tournament": entry.tournament,
                "ended": entry.ended,
                "ratings": [{"row": row_of[row.entrant], **_rating(row)} for row in entry.rows],
            }
            for entry in found.entries
        ],
    }


def _row(found: RatingList, row: Rating) -> Json:
    entrant = found.entrants[row.entrant]
    plan = {name: value for name, value in entrant.plan.items() if name != "name"}
    return {"name": entrant.name, "plan": plan, **_rating(row)}


def _rating(row: Rating) -> Json:
    return {"rating": row.rating, "margin": row.plus_minus, "games": row.games}
