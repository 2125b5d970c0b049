"""Schemas of receipts, signed heads and the keys of the service."""

from typing import Annotated, NotRequired, TypedDict

from marshmallow import Schema, fields

from app.games.codec import Json
from app.games.table.state import Status

_RECEIPT = {
    "v": 1,
    "key": "3f9a51c0d2e4b687",
    "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
    "ply": 37,
    "digest": "5b" * 32,
    "time": 1_795_262_400_000,
    "signature": "a7" * 64,
}


class ReceiptView(Schema):
    """A receipt (RULES 12.7).

    The signature is Ed25519 over `conquian/receipt/1` and the canonical JSON of all else.
    """

    v = fields.Integer(metadata={"description": "The version of the form, 1"})
    key = fields.String(metadata={"description": "Id of a key of /.well-known/conquian-keys.json"})
    game = fields.String(metadata={"description": "Its id"})
    ply = fields.Integer(metadata={"description": "The number of the entry"})
    digest = fields.String(metadata={"description": "Of that entry, hex"})
    time = fields.Integer(metadata={"description": "Of that entry, ms since 1970"})
    signature = fields.String(metadata={"description": "64 bytes, hex"})


KEY_LIST = {
    "v": 1,
    "origin": "conquian/3f9a51c0d2e4b687",
    "keys": [
        {
            "id": "3f9a51c0d2e4b687",
            "algorithm": "Ed25519",
            "public": "c4" * 32,
            "from": 0,
            "until": None,
        }
    ],
}


SigningKeyView = TypedDict(
    "SigningKeyView",
    {
        "id": Annotated[str, "First 16 digits of SHA-256 of the key"],
        "algorithm": str,
        "public": Annotated[str, "32 bytes, hex"],
        "from": int,
        "until": Annotated[int | None, "Until when it signs, ms since 1970; null: it is in force"],
    },
)
SigningKeyView.__doc__ = "A key and its time, in ms since 1970."


class KeyListView(TypedDict):
    """Every key that the service ever signed with."""

    v: int
    origin: Annotated[str, "What the service calls itself"]
    keys: list[SigningKeyView]


class HeadView(TypedDict):
    """The signed head of a game."""

    game: Annotated[str, "Its id"]
    ply: Annotated[int, "Of the last entry"]
    status: Annotated[str, {"enum": [*map(str, Status)]}]
    receipt: Annotated[Json, ReceiptView, {"example": _RECEIPT}]


class SignedTwiceView(TypedDict):
    """Two receipts of the service for different entries of one ply."""

    ply: Annotated[int, "The entry that both are for"]
    detail: str
    receipts: Annotated[
        list[Annotated[Json, ReceiptView]],
        "The first receipt that was sent for this ply, and that of the log: as a file "
        "they prove it by themselves (`conquian audit FILE --keys KEYS`)",
    ]


class ConfrontedView(TypedDict):
    """Result of the comparison of a valid receipt."""

    game: str
    ply: Annotated[int, "Of the last entry now"]
    status: Annotated[
        str, {"enum": [*map(str, Status)]}, "`frozen` where the receipt contradicts a running game"
    ]
    consistent: Annotated[
        bool | None,
        "Whether the log has the entry of the receipt; "
        "null where the log is damaged before it, so that it is not known",
    ]
    two_signatures: NotRequired[
        Annotated[SignedTwiceView, "Present where the service has signed two different entries for this ply"]
    ]
    damaged_at: NotRequired[
        Annotated[int, "The first entry that cannot be read; present where the log is damaged"]
    ]


RECEIPT_LIST = [_RECEIPT, {**_RECEIPT, "digest": "c4" * 32, "signature": "b8" * 64}]
