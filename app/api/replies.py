"""Schemas of responses. They only document: the views write the JSON."""

from marshmallow import Schema, fields

from app.api.receipt_shapes import ReceiptView
from app.api.view_shapes import ViewSchema

_OF_ANSWER = "For the ply of this answer; null in a game of bots alone, whose head is signed when asked for"
_GAME = {"description": "Its id"}
_PLY = {"description": "The last entry of its log with what was done here; the ETag"}
_SEAT = {"description": "The number of the seat, from 0"}
_TOKEN = {"description": "Of the caller's seat; null in replays of this answer after 24 hours"}


class SeatTokenView(Schema):
    """A seat, and the secret that goes with it: the token of the caller's own, the code of an invitation."""

    seat = fields.Integer(metadata=_SEAT)
    token = fields.String(allow_none=True, metadata={"x-optional": True, **_TOKEN})
    invitation = fields.String(
        allow_none=True,
        metadata={"x-optional": True, "description": "To be handed on: whoever sends it takes the seat"},
    )


class CreatedView(Schema):
    """A new game."""

    game = fields.String(metadata=_GAME)
    ply = fields.Integer(metadata=_PLY)
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    seats = fields.List(fields.Nested(SeatTokenView), metadata={"description": "In order of play"})
    view = fields.Nested(ViewSchema)


class SeatedView(Schema):
    """A seat taken."""

    game = fields.String(metadata=_GAME)
    ply = fields.Integer(metadata=_PLY)
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    seat = fields.Integer(metadata=_SEAT)
    token = fields.String(allow_none=True, metadata=_TOKEN)
    view = fields.Nested(ViewSchema)


class RotatedView(Schema):
    """A seat with another token."""

    game = fields.String(metadata=_GAME)
    ply = fields.Integer(metadata=_PLY)
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    seat = fields.Integer(metadata=_SEAT)
    token = fields.String(
        allow_none=True,
        metadata={"description": "The only one that is valid; null in replays of this answer after 24 hours"},
    )


class AnswerView(Schema):
    """The answer to an accepted command."""

    ply = fields.Integer(metadata=_PLY)
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    view = fields.Nested(ViewSchema, metadata={"description": "Without the deadline"})


class ParameterView(Schema):
    """A parameter of a rules sheet, explained."""

    name = fields.String()
    value = fields.Raw(metadata={"description": "As in the sheet"}, allow_none=True)
    sentence = fields.Dict(metadata={"description": "What it decides, by language"})
    rule = fields.String(metadata={"description": "Paragraph of the rulebook"})
    values = fields.Dict(
        metadata={"x-optional": True, "description": "What its values are called, by value and language"}
    )
    minimum = fields.Integer(metadata={"x-optional": True})
    maximum = fields.Integer(metadata={"x-optional": True})
    option = fields.String(
        metadata={"x-optional": True, "description": "The option of the variant that sets it, if any does"}
    )
    allowed = fields.List(
        fields.Raw(),
        allow_none=True,
        metadata={"x-optional": True, "description": "What that option may be; null: any number"},
    )


class ExplainedView(Schema):
    """A rules sheet in its canonical form, explained."""

    variant = fields.String(metadata={"description": "custom for a sheet put together freely"})
    name = fields.Dict(metadata={"description": "What it is called, by language"})
    sentence = fields.Dict(metadata={"description": "What it is, by language"})
    custom = fields.Boolean()
    rules = fields.Dict()
    rules_hash = fields.String(metadata={"description": "SHA-256 of the canonical sheet, in hex"})
    rules_version = fields.Integer()
    parameters = fields.List(fields.Nested(ParameterView))


class EqualsView(Schema):
    """A variant and options that make the same rules."""

    variant = fields.String()
    options = fields.Dict()


class SheetView(ExplainedView):
    """A sheet that can be played."""

    equals = fields.Nested(EqualsView, allow_none=True)


class VariantView(ExplainedView):
    """A variant: its sheet and its options."""

    options = fields.Dict(
        metadata={"description": "By option the values it may have; null: any whole number"}
    )


class VariantsView(Schema):
    """All variants."""

    variants = fields.List(fields.Nested(VariantView))
