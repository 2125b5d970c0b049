"""The log of a game, as schemas: entries as everybody gets them, pages of them, positions and legal moves."""

from collections.abc import Iterator
from dataclasses import MISSING, Field
from dataclasses import fields as members
from enum import StrEnum
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from marshmallow import INCLUDE, Schema, fields

from app.api.schemas import MoveSchema
from app.api.view_shapes import CARD, MOVE, ViewSchema, may_lack, said
from app.games.audience import audience
from app.games.cards import Card, Seat
from app.games.registry import GAMES
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
"""What is written of values that have no parts."""

LEGAL: Final = "Each with an `example` that is ready to POST; with `expand` every body itself"
"""What lists of legal moves have."""

_EXAMPLE: Final = "A body ready to POST, always there without `expand`"

_UNIONS: Final = (UnionType, Union)
"""Both ways in which Python has this or that: a type of our own makes the older one."""


def _shape(hint: Any) -> Json:
    """How what is of the type `hint` is written."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return {"type": "string", "enum": [*map(str, hint)]}
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _shape(get_args(hint)[0])}
    if get_origin(hint) in _UNIONS:
        return {"anyOf": [_shape(one) for one in get_args(hint)]}
    return {"type": "object", "additionalProperties": {}}


def _of_field(item: Field[Any]) -> Json:
    """How a field of an event is written, which is left out where it is None."""
    told = [one for one in get_args(item.type) if one is not NoneType]
    return _shape(told[0] if get_origin(item.type) in _UNIONS and len(told) == 1 else item.type)


def _event(name: str, made: type[Any]) -> Json:
    """The public part of an event: what is sealed is absent."""
    shown = [item for item in members(made) if audience(item) is None]
    must = [item.name for item in shown if item.default is MISSING and NoneType not in get_args(item.type)]
    return {
        "title": name,
        "description": cleandoc(made.__doc__ or "").split("\n\n")[0],
        "type": "object",
        "properties": {
            "type": {"type": "string", "const": name},
            **{item.name: _of_field(item) for item in shown},
        },
        "required": ["type", *must],
        "additionalProperties": {},
    }


def _events() -> Iterator[Json]:
    """Every event that an entry can have."""
    for types in (EVENTS, *(play.events.types for play in GAMES.values())):
        for name, made in types.items():
            yield _event(name, made)


class PublicView(Schema):
    """The public part of an entry, as it was hashed; the first entry also names what the game stands on."""

    class Meta:
        """Options of marshmallow: later entries may say more."""

        unknown = INCLUDE

    v = fields.Integer(**said("The version of the form, 1"))
    game = fields.String(**said("Its id"))
    ply = fields.Integer(**said("The number of the entry, from 1"))
    time = fields.Integer(**said("ms since 1970, never before that of the entry before"))
    actor = fields.String(**said("Who acted: `seat:0` and so on, `host`, or `system`"))
    command = fields.Dict(
        **said("What was said: `type` and what goes with it; empty while that is sealed, as in an exchange")
    )
    events = fields.List(
        fields.Raw(metadata={"oneOf": [*_events()]}), **said(f"What followed, in this order. {CARD}")
    )
    seals = fields.List(
        fields.List(fields.Raw(metadata={"type": ["integer", "string"]})),
        **said(
            "The audience and the seal, in hex, of each part that only some may know; audience 255: nobody"
        ),
    )


class OwnView(Schema):
    """The part of an entry that its reader may know besides."""

    audience = fields.Integer(**said("The reader's seat"))
    salt = fields.String(**said("32 bytes, hex: with it the part makes the seal"))
    part = fields.Dict(**said("What is missing from `command`, and from `events` by their place in the list"))


class EntryView(Schema):
    """An entry of the log as everybody gets it, and what this reader may know besides."""

    ply = fields.Integer(**said("The number of the entry, from 1"))
    digest = fields.String(**said("SHA-256 of the digest before and of the entry, hex"))
    public = fields.Nested(PublicView)
    own = fields.Nested(
        OwnView,
        metadata={"x-optional": True, "description": "Where there is something for the reader's seat"},
    )


class TournamentEntryView(Schema):
    """An entry of the log of a tournament."""

    ply = fields.Integer(**said("The number of the entry, from 1"))
    digest = fields.String(**said("SHA-256 of the digest before and of the entry, hex"))
    public = fields.Dict(**said("As of a game; `game` is the id of the tournament"))


class EventsView(Schema):
    """A page of the log."""

    game = fields.String(**said("Its id"))
    ply = fields.Integer(**said("The last entry the log has"))
    events = fields.List(fields.Nested(EntryView), **said("In the order of the log"))
    next = fields.Integer(
        **said("The value of `after` for the next page; of a page without entries the one that was sent")
    )
    damaged_at = fields.Integer(
        **may_lack("The first entry that cannot be read; present where the log is damaged")
    )


class RevealedView(Schema):
    """What every position shows once the keys are open."""

    hands = fields.List(fields.List(fields.String()), **said("The cards in hand, by seat"))
    stock = fields.List(fields.String(), **said("The next card to be turned up first"))


class PositionView(Schema):
    """The position at a ply."""

    ply = fields.Integer(**said("Which one"))
    view = fields.Nested(ViewSchema)
    revealed = fields.Nested(RevealedView, **may_lack("Every hand and the stock, once the game is over"))


class LegalView(Schema):
    """A legal move, or several melds that differ in their discard alone; with `expand` a body itself."""

    type = fields.String(metadata={"enum": [*MoveSchema.kinds], "description": "The type of the command"})
    use = fields.List(fields.String(), **may_lack("Of a meld: the hand cards laid with the centre card"))
    discards = fields.List(
        fields.String(),
        **may_lack("Of a meld: any one of them goes with it as `discard`; empty where it goes out"),
    )
    discard = fields.String(**may_lack("Of a keep, and of a meld with `expand`: the card given away"))
    card = fields.String(**may_lack("Of an exchange: the card to give"))
    seat = fields.Integer(**may_lack("Of a force: who must meld; of choose_dealer: who deals"))
    example = fields.Raw(metadata={"x-optional": True, "anyOf": [MOVE], "description": _EXAMPLE})


class MovesView(Schema):
    """The legal moves of a seat."""

    game = fields.String(**said("Its id"))
    ply = fields.Integer(**said("The last entry the log has"))
    decision = fields.Integer(
        allow_none=True, **said("Ply of the question, good for If-Match; null while the seat is not asked")
    )
    moves = fields.List(fields.Nested(LegalView), **said(LEGAL))
