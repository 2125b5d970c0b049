"""Schemas of the transparency log over HTTP."""

from marshmallow import Schema, fields

from app.http.fields import QueryInteger, StrictSchema, String

LARGEST_PAGE = 200
_ENDED = r"^[gd]-[0-3][0-9a-f][0-9a-z]{22}$"
_LARGEST = 2**53 - 1


class PageQuery(StrictSchema):
    """Page of checkpoints."""

    cursor = QueryInteger(
        maximum=_LARGEST,
        load_default=0,
        metadata={
            "description": "The `next` of the page before, or the size of a tree: only larger ones are listed"
        },
    )
    limit = QueryInteger(
        minimum=1,
        maximum=LARGEST_PAGE,
        load_default=LARGEST_PAGE,
        metadata={"description": "Maximum number of checkpoints on a page"},
    )


class InclusionQuery(StrictSchema):
    """Leaf and tree of an inclusion proof."""

    game = String(required=True, pattern=_ENDED, metadata={"description": "A game, or a dispute"})
    size = QueryInteger(
        minimum=1,
        maximum=_LARGEST,
        metadata={
            "description": "Leaves of the tree; by default those of the first checkpoint with the game"
        },
    )


class ConsistencyQuery(StrictSchema):
    """Trees of a consistency proof."""

    old = QueryInteger(
        required=True, maximum=_LARGEST, metadata={"description": "Leaves of the smaller tree"}
    )
    new = QueryInteger(required=True, maximum=_LARGEST, metadata={"description": "Leaves of the larger tree"})


class CheckpointView(Schema):
    """A signed head of the tree."""

    size = fields.Integer(metadata={"description": "How many leaves the tree has"})
    root = fields.String(metadata={"description": "Its root, 32 bytes in hex"})
    time = fields.Integer(metadata={"description": "When it was signed, ms since 1970"})
    note = fields.String(metadata={"description": "The signed note"})


class CheckpointsView(Schema):
    """A page of checkpoints."""

    checkpoints = fields.List(fields.Nested(CheckpointView))
    next = fields.Integer(metadata={"description": "The value of `cursor` for the next page"})


class LeafView(Schema):
    """A leaf; the hash of the tree is over SHA-256(0x00 || its canonical JSON)."""

    v = fields.Integer()
    game = fields.String()
    plies = fields.Integer()
    digest = fields.String(metadata={"description": "Of the last entry, in hex"})


class InclusionView(Schema):
    """A proof of inclusion (RFC 9162, 2.1.3)."""

    leaf = fields.Nested(LeafView)
    index = fields.Integer(metadata={"description": "The place of the leaf, from 0"})
    size = fields.Integer()
    path = fields.List(fields.String(), metadata={"description": "Hashes from the leaf up, in hex"})
    note = fields.String(
        allow_none=True, metadata={"description": "The checkpoint of exactly that size, if there is one"}
    )


class ConsistencyView(Schema):
    """A proof of consistency (RFC 9162, 2.1.4)."""

    old = fields.Integer()
    new = fields.Integer()
    path = fields.List(
        fields.String(), metadata={"description": "Hashes, in hex; none where old is 0 or new"}
    )
