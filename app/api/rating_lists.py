"""Rating lists of variants, from finished tournaments."""

from collections.abc import Callable
from typing import Final

from flask import Response

from app.api import not_found
from app.games.registry import variants
from app.http.answers import schema_of
from app.http.blueprint import Blueprint
from app.http.headers import JSON
from replays.api.report_answers import accepted, may_wait
from replays.tournaments.lookup import Lookup
from replays.tournaments.rating_lists import RatingsView, finished, read, version

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


def blueprint(lookup: Lookup, enqueue: Callable[[str], object]) -> Blueprint:
    """Return the resource /v1/ratings; `enqueue` enqueues the computation of a list."""
    resource = Blueprint("ratings", __name__, url_prefix="/v1/ratings", description="Ratings")

    @resource.route("/<name>", methods=["GET"])
    @resource.response(200, schema_of(RatingsView), example=_EXAMPLE)
    @may_wait(resource)
    def show(name: str) -> Response:
        """Get the ratings of a variant

        The answer has Elo ratings of tables of two and Plackett-Luce ratings of larger tables, with 95 %
        intervals, computed from the last finished tournaments of the variant with any options; and the
        ratings after each of these tournaments. The same bot, budget and version, or the same player, is one
        entrant. A tournament that has ended just now counts a moment later.
        """
        if name not in variants():
            raise not_found.named(variants())
        stored = read(lookup.report_files, name)
        if stored is None or stored.version != version(finished(lookup, name)):
            enqueue(name)
        return (
            accepted(None, None, at_end=False) if stored is None else Response(stored.body, content_type=JSON)
        )

    return resource
