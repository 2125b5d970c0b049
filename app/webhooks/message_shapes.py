"""What a message says and what may be answered, as schemas, for the document."""

from typing import Any, Final

from marshmallow import Schema, fields

from app.api.log_shapes import LEGAL, LegalView
from app.api.view_shapes import MOVE, ViewSchema, described
from app.http.headers import JSON
from app.webhooks.webhook import TEST, Happening

_HEADERS: Final = {
    "webhook-id": "Names the message, however often it is sent",
    "webhook-timestamp": "When it was sent, seconds since 1970",
    "webhook-signature": "`v1,` and base64 of HMAC-SHA-256 over id, timestamp and body with dots between; "
    "more than one, with a blank between, while an old secret signs too",
}


class NewsView(Schema):
    """What every message tells."""

    time = fields.Integer(**described("When it happened, ms since 1970: the `timestamp` of the message"))


class GameNewsView(NewsView):
    """A game, as the owner of the webhook may see it at the ply that is told of."""

    game = fields.String(**described("Its id"))
    ply = fields.Integer(**described("The entry that is told of"))
    seat = fields.Integer(allow_none=True, **described("The owner's seat; null for whoever looks on"))
    url = fields.String(**described("The address of the game; a path unless the service has CONQUIAN_URL"))
    view = fields.Nested(ViewSchema)


class TurnNewsView(GameNewsView):
    """A question to the owner's seat."""

    decision = fields.Integer(**described("The ply of the question, good for If-Match"))
    deadline = fields.Integer(allow_none=True, **described("When its time is over, ms since 1970"))
    moves = fields.List(fields.Nested(LegalView), **described(LEGAL))


class KeptSeatNewsView(GameNewsView):
    """A seat that is kept for the owner, who takes it with POST /v1/games/{game}/seats."""

    seat = fields.Integer(**described("The seat that is kept"))
    view = fields.Nested(ViewSchema, **described("The game as it was made, as spectators see it"))


class DisputeNewsView(NewsView):
    """An entry of a dispute about a game of the owner's."""

    dispute = fields.String(**described("Its id"))
    game = fields.String(**described("The game that it is about"))
    ply = fields.Integer(**described("The entry of the dispute that is told of"))
    url = fields.String(**described("The address of the dispute; a path unless the service has CONQUIAN_URL"))
    entry = fields.Dict(**described("The public part of the entry"))


class TrialNewsView(NewsView):
    """What was asked for by `test`."""

    webhook = fields.String(**described("Its id"))


class TurnAnswerSchema(Schema):
    """What may stand in the answer to a question."""

    command = fields.Raw(
        metadata={"anyOf": [MOVE], "description": "The move, given on the ply that was told"}
    )


_DATA: Final[dict[str, type[Schema]]] = {
    Happening.YOUR_TURN: TurnNewsView,
    Happening.SEAT_KEPT: KeptSeatNewsView,
    Happening.GAME_STARTED: GameNewsView,
    Happening.HAND_OVER: GameNewsView,
    Happening.GAME_OVER: GameNewsView,
    Happening.DISPUTE_OPENED: DisputeNewsView,
    Happening.DISPUTE_RULED: DisputeNewsView,
    TEST: TrialNewsView,
}
"""What a message tells, by its type."""


def _message(name: str, data: type[Schema]) -> type[Schema]:
    members: dict[str, Any] = {
        "type": fields.String(metadata={"enum": [name]}),
        "timestamp": fields.String(
            metadata={"format": "date-time", "description": "When it happened, not when it was sent"}
        ),
        "data": fields.Nested(data),
    }
    return type(f"{name.title().replace('_', '')}MessageView", (Schema,), members)


def callbacks() -> dict[str, Any]:
    """The messages of a webhook, as what the service itself sends to the address that was registered."""
    return {
        str(name): {"{$request.body#/url}": {"post": _sent(str(name), data)}} for name, data in _DATA.items()
    }


def _sent(name: str, data: type[Schema]) -> dict[str, Any]:
    parameters = [
        {"in": "header", "name": one, "required": True, "description": told, "schema": {"type": "string"}}
        for one, told in _HEADERS.items()
    ]
    answer = {"content": {JSON: {"schema": TurnAnswerSchema}}} if name == Happening.YOUR_TURN else {}
    return {
        "summary": f"The message {name}",
        "parameters": parameters,
        "requestBody": {"required": True, "content": {JSON: {"schema": _message(name, data)}}},
        "responses": {
            "200": {"description": "It has come, as with every 2xx", **answer},
            "410": {"description": "No more: the webhook is disabled"},
        },
    }
