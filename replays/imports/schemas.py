"""Schemas of imports."""

from marshmallow import Schema, fields

from replays.imports.foreign import Form
from replays.imports.pending import Stage
from replays.schemas import ReportView


class OursView(Schema):
    """The service's own game of the id that an import names."""

    game = fields.String()
    plies = fields.Integer()
    head = fields.String(metadata={"description": "Our last digest, in hex"})
    same_head = fields.Boolean(metadata={"description": "Whether both logs are the same"})
    differs_at = fields.Integer(
        allow_none=True, metadata={"description": "The first ply at which they are not; null: none"}
    )


class ImportView(Schema):
    """An imported game with its audit."""

    id = fields.String(data_key="import", metadata={"description": "Follows from the bytes that were sent"})
    format = fields.String(metadata={"enum": [str(form) for form in Form]})
    size = fields.Integer(metadata={"description": "Bytes that were sent"})
    imported = fields.Integer(metadata={"description": "When it came, ms since 1970"})
    game = fields.String(allow_none=True, metadata={"description": "The game that it says it is"})
    variant = fields.String()
    plies = fields.Integer()
    keyed = fields.Boolean(
        metadata={"description": "false: moves and decks alone, so that nothing is proved of the deal"}
    )
    head = fields.String(allow_none=True, metadata={"description": "Its last digest; null without keys"})
    ours = fields.Nested(
        OursView,
        allow_none=True,
        metadata={"description": "Our own game of that id; null if there is none for this reader"},
    )
    report = fields.Nested(ReportView)


class PendingView(Schema):
    """A large import that waits for its audit."""

    id = fields.String(
        required=True, data_key="import", metadata={"description": "Follows from the bytes that were sent"}
    )
    format = fields.String(required=True, metadata={"enum": [str(form) for form in Form]})
    size = fields.Integer(required=True, metadata={"description": "Bytes that were sent"})
    imported = fields.Integer(required=True, metadata={"description": "When it came, ms since 1970"})
    stage = fields.String(
        required=True,
        metadata={
            "enum": [str(stage) for stage in Stage if stage is not Stage.REFUSED],
            "description": "waiting: for a worker; reading: line by line; auditing: all lines are read",
        },
    )
    read = fields.Integer(required=True, metadata={"description": "Bytes of `size` that a worker has read"})


class ForeignPositionView(Schema):
    """A position of an imported game."""

    ply = fields.Integer()
    view = fields.Dict(metadata={"description": "As a spectator would have seen it"})
    revealed = fields.Dict(metadata={"description": "Every hand and the stock"})
