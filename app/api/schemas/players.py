"""Schemas of the players' requests and responses."""

from typing import Any

from marshmallow import Schema, fields

from app.http.fields import Boolean, Choice, ListOf, Name, StrictSchema
from app.players.state import KeyScope

_SCOPES = [str(scope) for scope in KeyScope]


class RegisterSchema(StrictSchema):
    """A new player."""

    name = Name(required=True, metadata={"description": "For people to read", "example": "Lupe"})
    bot = Boolean(
        load_default=False,
        metadata={
            "description": "Whether this is a program, which its owner may seat at new tables unasked; "
            "the owner is the player whose API key this request bears, if any"
        },
    )


class KeySchema(StrictSchema):
    """A new API key."""

    scopes = ListOf(
        Choice(KeyScope),
        required=True,
        minimum=1,
        maximum=len(KeyScope),
        metadata={"description": "What it may be used for, of what the player may do", "example": ["view"]},
    )


class NamedView(Schema):
    """A player."""

    player = fields.String()
    name = fields.String(metadata={"description": "The id again where the player was closed"})
    since = fields.Integer(metadata={"description": "ms since 1970"})
    bot = fields.Boolean(metadata={"description": "Whether it is a program"})
    owner = fields.String(allow_none=True, metadata={"description": "The player that a bot belongs to"})


class PlayerView(NamedView):
    """Public profile of a player."""

    games = fields.Integer(
        metadata={"description": "Finished games in the archive with a seat of this player"}
    )
    unrevealed = fields.Integer(
        metadata={"description": "Games among them that are void because this player did not reveal in time"}
    )


class KeyView(Schema):
    """An API key without its secret."""

    number = fields.Integer()
    prefix = fields.String(metadata={"description": "How the key begins, to find it by"})
    scopes = fields.List(
        fields.String(metadata={"enum": _SCOPES}), metadata={"description": "What it may be used for now"}
    )
    made = fields.Integer(metadata={"description": "ms since 1970"})
    revoked = fields.Integer(allow_none=True, metadata={"description": "ms since 1970; null: it is valid"})


class MeView(NamedView):
    """A player for itself."""

    scopes = fields.List(fields.String(metadata={"enum": _SCOPES}))


class KeysView(Schema):
    """The keys of a player."""

    keys = fields.List(fields.Nested(KeyView))


_SECRET: dict[str, Any] = {
    "description": "The key itself, shown now and in replays of this answer for 24 hours, then null"
}


class NewKeyView(KeyView):
    """A key that was just made."""

    key = fields.String(allow_none=True, metadata=_SECRET)


class RegisteredView(MeView):
    """A new player."""

    key = fields.String(allow_none=True, metadata=_SECRET)
