"""Bodies and answers of the resources of webhooks, and the messages that are sent to them."""

from typing import Annotated, Any, Final, TypedDict

from marshmallow import Schema, fields, validates_schema

from app.api.schemas.game_schemas import MOVE
from app.api.schemas.games import ViewSchema, described
from app.api.schemas.logs import LEGAL, LegalView
from app.games.codec import Json
from app.http.blueprint import RefusalSchema
from app.http.converters import MESSAGE_ID, WEBHOOK_ID
from app.http.credentials import GAME_ID
from app.http.fields import (
    Boolean,
    Choice,
    CursorField,
    ListOf,
    StrictSchema,
    String,
    invalid,
    page_limit,
)
from app.http.headers import JSON
from app.i18n import Message
from app.webhooks.delivery_log import DeliveryState
from app.webhooks.state import TEST, EventType
from app.webhooks.target_address import LENGTH

GAMES_MAX: Final = 100
LARGEST_PAGE: Final = 100
_EVENTS: Final = [*map(str, EventType)]
_GAME: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"
WEBHOOK: Final = "w-0c1d2e3f4g5h6i7j8k9l0m1n"
MESSAGE: Final = "msg_5d41402abc4b2a76b9719d911017c592"


def _events(**kwargs: Any) -> fields.Field[Any]:
    return ListOf(
        Choice(EventType),
        minimum=1,
        maximum=len(EventType),
        metadata={"description": "The types of its messages", "example": ["your_turn", "game_over"]},
        **kwargs,
    )


def _games(**kwargs: Any) -> fields.Field[Any]:
    return ListOf(
        String(minimum=26, maximum=26, pattern=f"^{GAME_ID}$"),
        allow_none=True,
        minimum=1,
        maximum=GAMES_MAX,
        metadata={
            "description": "The games about which messages are sent; null: all in which you have a seat, and "
            "those that you host if the key can organise"
        },
        **kwargs,
    )


def _description(**kwargs: Any) -> String:
    return String(minimum=0, maximum=200, metadata={"description": "For people to read"}, **kwargs)


class NewWebhookSchema(StrictSchema):
    """A new webhook."""

    url = String(
        required=True,
        maximum=LENGTH,
        metadata={
            "description": "Where messages are sent to: http or https, port 443, 80 or above 1024",
            "example": "https://bot.example/conquian",
        },
    )
    events = _events(required=True)
    games = _games(load_default=None)
    description = _description(load_default="")


class WebhookChangeSchema(StrictSchema):
    """The changes of a webhook."""

    url = String(maximum=LENGTH, metadata={"example": "https://bot.example/conquian"})
    events = _events()
    games = _games()
    description = _description()
    enabled = Boolean(metadata={"description": "Whether anything is sent"})

    @validates_schema
    def _something(self, data: dict[str, Any], **kwargs: Any) -> None:
        if not data:
            raise invalid(Message("Name at least one member to change."))


class DeliveriesQuery(StrictSchema):
    """The query for a page of the log of deliveries."""

    cursor = CursorField(str.isascii)
    limit = page_limit("deliveries", 50, LARGEST_PAGE)


class WebhookView(TypedDict):
    """A webhook."""

    webhook: Annotated[str, {"pattern": f"^{WEBHOOK_ID}$"}]
    url: str
    events: list[Annotated[str, {"enum": _EVENTS}]]
    games: list[str] | None
    description: str
    enabled: bool
    disabled_for: Annotated[str | None, "Why the service disabled it: gone or failing"]
    made: Annotated[int, "ms since 1970"]
    old_secret_until: Annotated[int | None, "Until when an old secret signs too, ms since 1970"]


class NewWebhookView(WebhookView):
    """A webhook with its secret."""

    secret: Annotated[str | None, "What messages are signed with; shown now, and for a day in replays"]


class WebhooksView(TypedDict):
    """The webhooks of a player."""

    webhooks: list[WebhookView]


class TryView(TypedDict):
    """One try to deliver."""

    at: Annotated[int, "ms since 1970"]
    status: Annotated[int | None, "Null where no answer came"]
    latency_ms: int
    error: Annotated[
        str | None,
        "blocked_address, dns, connect, tls, timeout, protocol, redirect, gone, status or "
        "move_unknown; null for success",
    ]
    answer: Annotated[str, "The beginning of the answer, at most 1 KiB"]
    command: Annotated[
        str | None, "What became of a move in the answer: accepted, or the code of its refusal"
    ]
    refusal: Annotated[
        Json | None,
        RefusalSchema,
        "The signed refusal of that move, if the rules refused it; else null",
    ]


class DeliveryView(TypedDict):
    """A message and its tries."""

    delivery: Annotated[str, "The webhook-id", {"pattern": f"^{MESSAGE_ID}$"}]
    event: Annotated[str, {"enum": [*_EVENTS, TEST]}]
    game: str | None
    ply: int | None
    made: Annotated[int, "ms since 1970"]
    state: Annotated[str, {"enum": [*map(str, DeliveryState)]}]
    reason: Annotated[str | None, "Why it was dropped"]
    next_try: Annotated[int | None, "ms since 1970"]
    tries: list[TryView]


class DeliveriesView(TypedDict):
    """A page of the log of deliveries, newest first."""

    deliveries: list[DeliveryView]
    next: Annotated[str | None, "The cursor of the next page, which Link names too"]


EXAMPLE: Final[dict[str, Any]] = {
    "webhook": WEBHOOK,
    "url": "https://bot.example/conquian",
    "events": ["your_turn", "game_over"],
    "games": None,
    "description": "My bot",
    "enabled": True,
    "disabled_for": None,
    "made": 1_790_000_000_000,
    "old_secret_until": None,
}
OFF_EXAMPLE: Final = {**EXAMPLE, "enabled": False}
NEW_EXAMPLE: Final = {**EXAMPLE, "secret": "whsec_..."}
DELIVERY_EXAMPLE: Final[dict[str, Any]] = {
    "delivery": MESSAGE,
    "event": "your_turn",
    "game": _GAME,
    "ply": 12,
    "made": 1_790_000_000_100,
    "state": "delivered",
    "reason": None,
    "next_try": None,
    "tries": [
        {
            "at": 1_790_000_000_120,
            "status": 200,
            "latency_ms": 31,
            "error": None,
            "answer": '{"command":{"type":"pass"}}',
            "command": "accepted",
            "refusal": None,
        }
    ],
}
WAITING_EXAMPLE: Final = {**DELIVERY_EXAMPLE, "state": "pending", "next_try": 1_790_000_000_100, "tries": []}


_HEADERS: Final = {
    "webhook-id": "Names the message, however often it is sent",
    "webhook-timestamp": "When it was sent, seconds since 1970",
    "webhook-signature": "`v1,` and base64 of HMAC-SHA-256 over id, timestamp and body with dots between; "
    "more than one, with a blank between, while an old secret signs too",
}


class NewsView(Schema):
    """The members of every message."""

    time = fields.Integer(**described("When it happened, ms since 1970: the `timestamp` of the message"))


class GameNewsView(NewsView):
    """A game at the ply of the message, as the owner of the webhook may see it."""

    game = fields.String(**described("Its id"))
    ply = fields.Integer(**described("The entry that the message is about"))
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
    ply = fields.Integer(**described("The entry of the dispute that the message is about"))
    url = fields.String(**described("The address of the dispute; a path unless the service has CONQUIAN_URL"))
    entry = fields.Dict(**described("The public part of the entry"))


class TrialNewsView(NewsView):
    """The data of a test message."""

    webhook = fields.String(**described("Its id"))


class TurnAnswerSchema(Schema):
    """The answer to a question; it may have a move."""

    command = fields.Raw(metadata={"anyOf": [MOVE], "description": "The move, at the ply of the message"})


_DATA: Final[dict[str, type[Schema]]] = {
    EventType.YOUR_TURN: TurnNewsView,
    EventType.SEAT_KEPT: KeptSeatNewsView,
    EventType.GAME_STARTED: GameNewsView,
    EventType.HAND_OVER: GameNewsView,
    EventType.GAME_OVER: GameNewsView,
    EventType.DISPUTE_OPENED: DisputeNewsView,
    EventType.DISPUTE_RULED: DisputeNewsView,
    TEST: TrialNewsView,
}
"""The content of a message, by its type."""


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
        {"in": "header", "name": header, "required": True, "description": text, "schema": {"type": "string"}}
        for header, text in _HEADERS.items()
    ]
    answer = {"content": {JSON: {"schema": TurnAnswerSchema}}} if name == EventType.YOUR_TURN else {}
    return {
        "summary": f"The message {name}",
        "parameters": parameters,
        "requestBody": {"required": True, "content": {JSON: {"schema": _message(name, data)}}},
        "responses": {
            "200": {"description": "It has come, as with every 2xx", **answer},
            "410": {"description": "No more: the webhook is disabled"},
        },
    }
