"""Pending decisions of a remote bot: every open question of a player, with all data to answer it."""

import time
from functools import partial
from typing import Annotated, Any, Final, TypedDict

import orjson
from flask import Response, request
from marshmallow import Schema, fields

from app.api.schemas.games import ViewSchema, described
from app.api.schemas.logs import LEGAL, LegalView
from app.api.schemas.requests import LONGEST_WAIT
from app.api.services import Service, as_text
from app.api.turns import Turned, asked_in, mark, waited
from app.http.answers import JsonAnswer, schema_of
from app.http.blueprint import KEY, Blueprint, produces
from app.http.fields import QueryBoolean, QueryInteger, StrictSchema, String
from app.http.headers import JSON, TEXT, negotiate, tag
from app.players.state import KeyScope
from app.service.pending_decisions import DecisionView, KeptView, LatencyView, kept_for, latency, open_to

MOST: Final = 50
_GAME: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"
_LINES: Final[dict[str, Any]] = {
    TEXT: {
        "schema": {"type": "string"},
        "example": f'{_GAME} 12 {{"type":"meld","use":["Js","Qs"]}}\n{_GAME} 12 {{"type":"pass"}}\n',
    }
}


class DecisionsQuery(StrictSchema):
    """Seconds to wait for a decision, and maximum number of decisions."""

    wait = QueryInteger(
        load_default=0,
        maximum=LONGEST_WAIT,
        metadata={"description": "Seconds to wait while there is nothing to decide"},
    )
    after = String(
        load_default="",
        minimum=0,
        maximum=32,
        metadata={
            "description": "`next` of a list that is known: wait also while there is nothing else; "
            "any other text counts as none"
        },
    )
    limit = QueryInteger(
        load_default=20, minimum=1, maximum=MOST, metadata={"description": "The most urgent ones come first"}
    )
    expand = QueryBoolean(load_default=False, metadata={"description": "List every body instead of groups"})


def _described(shape: type, **members: fields.Field[Any]) -> type[Schema]:
    """Return the schema of `shape` with the members that a game describes."""
    return type(shape.__name__, (schema_of(shape),), {"__doc__": shape.__doc__, **members})


_DecisionSchema: Final = _described(
    DecisionView,
    moves=fields.List(fields.Nested(LegalView), **described(LEGAL)),
    view=fields.Nested(ViewSchema),
)
_KeptSchema: Final = _described(
    KeptView, view=fields.Nested(ViewSchema, **described("The game as it is shown to spectators"))
)


class DecisionsView(TypedDict):
    """Pending decisions, the most urgent first."""

    as_of: Annotated[int, "ms since 1970: when the store was asked"]
    decisions: list[Annotated[DecisionView, _DecisionSchema]]
    kept: Annotated[
        list[Annotated[KeptView, _KeptSchema]],
        "Seats that are kept for the player, who has not taken them",
    ]
    latency: LatencyView
    next: Annotated[str, "The value of `after` to wait for another list"]


def blueprint(service: Service) -> Blueprint:
    """Return the resource of the pending decisions of a player."""
    resource = Blueprint(
        "decisions",
        __name__,
        url_prefix="/v1/players",
        description="The queue of a remote bot: what it is asked",
    )

    @resource.route("/me/decisions", methods=["GET"])
    @produces(JSON, TEXT)
    @resource.arguments(DecisionsQuery, location="query")
    @resource.doc(responses={200: {"content": _LINES}})
    @resource.response(200, schema_of(DecisionsView))
    @resource.bearer(KEY, scopes=("play", "view"))
    @resource.problems("stream_limit")
    def decisions(query: dict[str, Any]) -> Response:
        """List the pending decisions of the player in all games

        Each decision has the view, the legal moves and the deadline. To answer one, send POST
        /v1/games/{game}/moves with `decision` in If-Match and as Idempotency-Key; the request may be repeated
        until it succeeds. A decision is listed until it is answered or its time is over. `kept` has the seats
        that others keep for the player; a new one ends the wait of a request with `after`. With `Accept:
        text/plain` there is a line for each legal move: the game, `decision`, and a complete body for POST.
        """
        plays, views = service.access.asking(KeyScope.PLAY), service.access.asking(KeyScope.VIEW)
        player = plays()
        views()
        media_type = negotiate(request, JSON, TEXT)
        now, turns, pending = _asked(service, player.id, query, media_type == TEXT or query["expand"])
        if query["wait"]:
            # The key may have ended meanwhile.
            plays()
            views()
        if media_type == TEXT:
            return as_text(_line(decision, move) for decision in pending for move in decision["moves"])
        page: DecisionsView = {
            "as_of": now,
            "decisions": pending,
            "kept": kept_for(service.games, player.id, turns, MOST),
            "latency": latency(service.games.store, player.id),
            "next": mark(turns),
        }
        response = JsonAnswer(page)
        # Equal decisions have equal entity tags, at any time.
        response.set_etag(tag(orjson.dumps([pending, page["next"]])))
        response.vary.add("Accept")
        return response

    return resource


def _asked(
    service: Service, player: str, query: dict[str, Any], expand: bool
) -> tuple[int, Turned, list[DecisionView]]:
    """Return the time, the turns and the pending decisions, after waiting if there are none.

    The result is empty only after the full time of waiting, or if the reserved seats have changed since
    `after`.
    """
    ends, after = time.monotonic() + query["wait"], query["after"]
    while True:
        remaining = max(0.0, ends - time.monotonic())
        now, turns = waited(service, player, partial(_dull, after), remaining)
        pending = open_to(service.games, player, turns, query["limit"], expand)
        kept_changed = bool(query["after"]) and not asked_in(turns) and mark(turns) != query["after"]
        if pending or kept_changed or not remaining or service.watch.closed:
            return now, turns, pending
        after = mark(turns)  # answered meanwhile, or unknown: wait for the next change of the turns


def _dull(after: str, turns: Turned) -> bool:
    return mark(turns) == after or (not after and not asked_in(turns))


def _line(decision: DecisionView, move: dict[str, Any]) -> bytes:
    return b"%s %d %s" % (decision["game"].encode(), decision["decision"], orjson.dumps(move))
