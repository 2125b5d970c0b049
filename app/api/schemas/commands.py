"""Schemas of the commands to a table and of taking a seat; they differ by game."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from marshmallow import fields, validates_schema

from app.api.schemas.game_schemas import SEAT_MAX, request_fields
from app.api.schemas.requests import HEX
from app.bots.roster import bots_of
from app.games.game import Game
from app.games.registry import GAMES
from app.games.shapes import CommandShape
from app.http.credentials import LONGEST, invitation
from app.http.fields import Choice, Integer, StrictSchema, String, TypedSchema, invalid
from app.i18n import Message


class SitSchema(StrictSchema):
    """Taking a seat."""

    seat = Integer(maximum=SEAT_MAX, metadata={"description": "Which free seat; by default the first"})
    invitation = String(
        maximum=LONGEST,
        metadata={"description": "The code of an invitation; a shared one may come with a seat"},
    )

    @validates_schema
    def _one_way(self, data: dict[str, Any], **kwargs: Any) -> None:
        if {"seat", "invitation"} <= set(data) and invitation(data["invitation"]).seat is not None:
            raise invalid(Message("A code names its seat itself."), "seat")


@cache
def sit_schema(play: str) -> StrictSchema:
    """Return the schema of taking a seat at a table of the game `play`."""
    return sit_schema_type(GAMES[play])()


def sit_schema_type(play: Game) -> type[StrictSchema]:
    """Return the class of the schema of taking a seat, with what the game wants to know."""
    namespace = {"__doc__": SitSchema.__doc__, **request_fields(play.seating)}
    return type(f"{play.prefix}SitSchema", (SitSchema,), namespace)


_ENTROPY: Final = "6465666768696a6b6c6d6e6f70717273"
_COMMITMENT: Final = "3bed48ead596af7e647db3b30f673fe5c51adb6eea13f19cbc3ccc66ce659d28"
"""Commitment and entropy of seat 0 of the game g-16jmetetohhriviq10vmwqaz, the example of /docs/proofs."""

_TABLE_TYPES: Final[Mapping[str, CommandShape]] = {
    "leave": CommandShape(),
    "choose_dealer": CommandShape(must=("seat",), example={"seat": 1}),
    "ready": CommandShape(may=("entropy_commitment",), example={"entropy_commitment": _COMMITMENT}),
    "begin": CommandShape(must=("bot",), example={"bot": "greedy"}),
    "remove": CommandShape(must=("seat",), example={"seat": 1}),
    "seat_bot": CommandShape(must=("seat", "bot"), example={"seat": 1, "bot": "greedy"}),
    "replace": CommandShape(must=("seat", "bot"), example={"seat": 1, "bot": "greedy"}),
    "return": CommandShape(),
    "reveal": CommandShape(must=("entropy",), example={"entropy": _ENTROPY}),
}
"""Members of each command of the table, in every game."""

_NAMED_SEATS = "choose_dealer: who deals; remove, seat_bot, replace: which seat"
_OF_BOTS = ("begin", "seat_bot", "replace")


def _table_members(play: Game) -> dict[str, fields.Field[Any]]:
    """Return the fields of the commands of a table of `play`."""
    return {
        "bot": Choice(
            bots_of(play.name),
            metadata={"description": "begin, seat_bot, replace: which bot, as of /v1/bots"},
        ),
        "entropy_commitment": String(
            minimum=64,
            maximum=64,
            pattern=HEX,
            metadata={
                "description": "ready, before the first hand of a game with `entropy` `seats`: the "
                "commitment to chance of the seat's own, SHA-256 over the joined bytes of "
                "`conquian/entropy/1`, the length of the game's id in one byte, the id, the seat in one "
                "byte, and the 16 to 64 bytes of chance (RULES 12.2). The example is that of seat 0 of "
                "g-16jmetetohhriviq10vmwqaz and of the example of `reveal`; it stands in "
                "/proof-vectors.json"
            },
        ),
        "entropy": String(
            minimum=32,
            maximum=128,
            pattern=HEX,
            metadata={"description": "reveal: the 16 to 64 bytes of chance that the seat committed to"},
        ),
        "expected_ply": Integer(metadata={"description": "The ply the caller decided on; see If-Match"}),
    }


def move_types(play: Game) -> dict[str, CommandShape]:
    """Return the members of each type of a command to a table of `play`."""
    bots = bots_of(play.name)
    own = {name: members for name, members in _TABLE_TYPES.items() if bots or name not in _OF_BOTS}
    return {**play.command_shapes, **own}


@cache
def move_schema(play: str) -> TypedSchema:
    """Return the schema of a command to a table of the game `play`, which costs more to build than to use."""
    return move_schema_type(GAMES[play])()


def move_schema_type(play: Game) -> type[TypedSchema]:
    """Return the class of the schema of a command: its members depend on its type."""
    kinds = move_types(play)
    members = play.command_members
    seats = [members["seat"].description] if "seat" in members else []
    namespace = {
        "__doc__": "A command of a seat; its members depend on its type.",
        "kinds": kinds,
        "type": Choice(kinds, required=True, metadata={"example": "pass"}),
        **request_fields(members),
        "seat": Integer(maximum=SEAT_MAX, metadata={"description": "; ".join([*seats, _NAMED_SEATS])}),
        **_table_members(play),
    }
    return type(f"{play.prefix}MoveSchema", (TypedSchema,), namespace)
