"""Schemas of a game's log: entries, pages of entries, positions and legal moves."""

from collections.abc import Iterator
from dataclasses import MISSING, Field
from dataclasses import fields as members
from enum import StrEnum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NotRequired, TypedDict, Union, get_args, get_origin

import orjson
from marshmallow import INCLUDE, Schema, fields

from app.api.schemas.commands import move_types
from app.api.schemas.game_schemas import CARD, answer_fields, move_reference
from app.api.schemas.games import ViewSchema, described
from app.games.cards import Card, Seat
from app.games.codec import audience
from app.games.game import Game
from app.games.registry import GAMES, USUAL
from app.games.table.events import EVENTS

Json = dict[str, Any]

_PLAIN: Final[dict[Any, Json]] = {
    Seat: {"type": "integer", "minimum": 0},
    Card: {"type": "string"},
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}
"""JSON schemas of values without parts."""

LEGAL: Final = "Each with an `example` that is ready to POST; with `expand` every body itself"
"""Description of lists of legal moves."""

_LEGAL: Final = (
    "A legal move, or several melds that differ in their discard alone; with `expand` a body itself."
)
_EXAMPLE: Final = "A body ready to POST, always there without `expand`"

_UNIONS: Final = (UnionType, Union)
"""Both types of Python's unions; a type alias of our own makes the older one."""


def _shape(hint: Any) -> Json:
    """Return the JSON schema of values of the type `hint`."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"type": "string", "enum": [*map(str, hint)]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _shape(get_args(hint)[0])}
    if get_origin(hint) in _UNIONS:
        return {"anyOf": [_shape(member) for member in get_args(hint)]}
    return {"type": "object", "additionalProperties": {}}


def _of_field(item: Field[Any]) -> Json:
    """Return the JSON schema of a field of an event, which is left out if it is None."""
    types = [member for member in get_args(item.type) if member is not NoneType]
    return _shape(types[0] if get_origin(item.type) in _UNIONS and len(types) == 1 else item.type)


def _event(name: str, event_type: type[Any]) -> Json:
    """Return the JSON schema of the public part of an event; sealed fields are absent."""
    public_fields = [item for item in members(event_type) if audience(item) is None]
    required = [
        item.name for item in public_fields if item.default is MISSING and NoneType not in get_args(item.type)
    ]
    return {
        "title": name,
        "description": cleandoc(event_type.__doc__ or "").split("\n\n")[0],
        "type": "object",
        "properties": {
            "type": {"type": "string", "const": name},
            **{item.name: _of_field(item) for item in public_fields},
        },
        "required": ["type", *required],
        "additionalProperties": {},
    }


def _events() -> Iterator[Json]:
    """Yield the JSON schema of every event of an entry."""
    for types in (EVENTS, *(play.events.types for play in GAMES.values())):
        for name, event_type in types.items():
            yield _event(name, event_type)


class PublicView(Schema):
    """The public part of an entry, as it was hashed; the first entry also names its rules."""

    class Meta:
        """Options of marshmallow: later entries may have more members."""

        unknown = INCLUDE

    v = fields.Integer(**described("The version of the form, 1"))
    game = fields.String(**described("Its id"))
    ply = fields.Integer(**described("The number of the entry, from 1"))
    time = fields.Integer(**described("ms since 1970, never before that of the entry before"))
    actor = fields.String(**described("Who acted: `seat:0` and so on, `host`, or `system`"))
    command = fields.Dict(
        **described(
            "What was said: `type` and what goes with it; empty while that is sealed, as in an exchange"
        )
    )
    events = fields.List(
        fields.Raw(metadata={"oneOf": [*_events()]}), **described(f"What followed, in this order. {CARD}")
    )
    seals = fields.List(
        fields.List(fields.Raw(metadata={"type": ["integer", "string"]})),
        **described(
            "The audience and the seal, in hex, of each part that only some may know; audience 255: nobody"
        ),
    )


class OwnView(TypedDict):
    """The part of an entry for the reader's seat."""

    audience: Annotated[int, "The reader's seat"]
    salt: Annotated[str, "32 bytes, hex: with it the part makes the seal"]
    part: Annotated[
        orjson.Fragment, "What is missing from `command`, and from `events` by their place in the list"
    ]


class EntryView(TypedDict):
    """The public part of an entry, with the part for its reader."""

    ply: Annotated[int, "The number of the entry, from 1"]
    digest: Annotated[str, "SHA-256 of the digest before and of the entry, hex"]
    public: Annotated[orjson.Fragment, PublicView]
    own: NotRequired[Annotated[OwnView, "Where there is something for the reader's seat"]]


class TournamentEntryView(TypedDict):
    """An entry of the log of a tournament."""

    ply: Annotated[int, "The number of the entry, from 1"]
    digest: Annotated[str, "SHA-256 of the digest before and of the entry, hex"]
    public: Annotated[orjson.Fragment, "As of a game; `game` is the id of the tournament"]


class EventsView(TypedDict):
    """A page of the log."""

    game: Annotated[str, "Its id"]
    ply: Annotated[int, "The last entry the log has"]
    events: Annotated[list[EntryView], "In the order of the log"]
    next: Annotated[
        int, "The value of `after` for the next page; of a page without entries the one that was sent"
    ]
    damaged_at: NotRequired[
        Annotated[int, "The first entry that cannot be read; present where the log is damaged"]
    ]


class RevealedView(Schema):
    """Cards that are public once the keys are revealed."""

    hands = fields.List(fields.List(fields.String()), **described("The cards in hand, by seat"))
    stock = fields.List(fields.String(), **described("The next card to be turned up first"))


class PositionView(TypedDict):
    """The position at a ply."""

    ply: Annotated[int, "Which one"]
    view: Annotated[Json, ViewSchema]
    revealed: NotRequired[Annotated[Json, RevealedView, "Every hand and the stock, once the game is over"]]


def legal_schema(play: Game) -> type[Schema]:
    """Return the schema of a legal move of a game of `play`."""
    namespace = {
        "__doc__": _LEGAL,
        "type": fields.String(
            metadata={"enum": [*move_types(play)], "description": "The type of the command"}
        ),
        **answer_fields(play.legal_view),
        "example": fields.Raw(
            metadata={"x-optional": True, "anyOf": [move_reference(play.prefix)], "description": _EXAMPLE}
        ),
    }
    return type(f"{play.prefix}LegalView", (Schema,), namespace)


LegalView: Final[type[Schema]] = legal_schema(GAMES[USUAL])
"""A legal move of the usual game, as the document has it."""


class MovesView(TypedDict):
    """The legal moves of a seat."""

    game: Annotated[str, "Its id"]
    ply: Annotated[int, "The last entry the log has"]
    decision: Annotated[
        int | None, "Ply of the question, good for If-Match; null while the seat is not asked"
    ]
    moves: Annotated[list[Annotated[Json, LegalView]], LEGAL]
