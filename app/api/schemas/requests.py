"""Schemas of requests. They check the form; the rules check the rest."""

import re
from typing import Any, Final

from marshmallow import ValidationError, fields, validates_schema

from app.bots.roster import BOTS
from app.games.registry import variants
from app.games.table.state import Entropy, Start, Stock, Visibility
from app.http.body import BodySize
from app.http.credentials import PLAYER_ID
from app.http.fields import (
    Choice,
    CodedMessage,
    Integer,
    ListOf,
    QueryBoolean,
    QueryInteger,
    StrictSchema,
    String,
    TranslatedField,
    invalid,
    page_limit,
)
from app.i18n import Language, Message
from app.service.phrases import Phrase

_OPTIONS = (
    "Options of the variant, see /v1/variants, and of every table: entropy, reveal, start, decision_seconds "
    "and window_seconds (1 to 86400), deal_delay_seconds (0 to 86400)"
)
HEX = "^(?:[0-9a-f]{2})+$"
_SEATS = Message("A seat is {forms} or {last}.").filled(
    forms='"me", "open", {"bot": name}, {"player": id}', last='{"invitation": true or "shared"}'
)
_SEAT_FIELDS = Message(
    "Such a seat has the one field bot, the one field player, or the one field invitation."
)
INVITED, SHARED = "asked", "shared"
"""Placeholders for the invitation of a seat before the game has an id: a code of its own, the shared one."""

LONGEST_WAIT = 25
LARGEST_PAGE = 200


class SeatField(TranslatedField):
    """`"me"`, `"open"`, `{"bot": name}`, `{"player": id}` or `{"invitation": true or "shared"}`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, str]:
        if value in ("me", "open"):
            return {"kind": "person" if value == "me" else "open"}
        if not isinstance(value, dict):
            raise invalid(_SEATS)
        if set(value) == {"player"}:
            return {"kind": "open", "player": _player_id(value["player"])}
        if set(value) == {"invitation"}:
            return {"kind": "open", "invitation": _asked(value["invitation"])}
        if set(value) != {"bot"}:
            unknown = next((name for name in value if name != "bot"), None)
            raise (
                invalid(_SEAT_FIELDS, code="unknown_field") if unknown else invalid(Message("Name the bot."))
            )
        if not isinstance(value["bot"], str) or value["bot"] not in BOTS:
            raise invalid(Message("The bots are {names}.").filled(names=list(BOTS)))
        return {"kind": "bot", "bot": value["bot"]}


def _asked(value: Any) -> str:
    if value is True:
        return INVITED
    if value != SHARED:
        raise invalid(Message('An invitation is asked for by true or "shared".'))
    return SHARED


_SEAT: dict[str, Any] = {
    "oneOf": [
        {"type": "string", "enum": ["me", "open"]},
        {
            "type": "object",
            "properties": {"bot": {"type": "string", "enum": [*BOTS]}},
            "required": ["bot"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"player": {"type": "string", "pattern": f"^{PLAYER_ID}$"}},
            "required": ["player"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"invitation": {"type": "boolean", "const": True}},
            "required": ["invitation"],
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"invitation": {"type": "string", "enum": [SHARED]}},
            "required": ["invitation"],
            "additionalProperties": False,
        },
    ]
}


def _player_id(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(PLAYER_ID, value):
        raise invalid(Message("A player is named by its id, p- and 24 characters."))
    return value


class OptionsField(TranslatedField):
    """An object of options: each is a boolean, an integer, a string or null; the rules check them."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise invalid(Message("The options are an object."))
        for option in value.values():
            if not (option is None or isinstance(option, bool | int | str)):
                raise invalid(Message("An option is true, false, a whole number, a word or null."))
        return value


class VariantField(String):
    """The id of a variant."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.metadata = {"enum": list(variants()), **self.metadata}

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        if super()._deserialize(value, attr, data, **kwargs) not in variants():
            raise invalid(Message("The variants are {names}.").filled(names=list(variants())))
        return str(value)


class SheetField(TranslatedField):
    """A rules sheet: an object whose members the rules check."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise invalid(Message("A rules sheet is an object."))
        return value


class RulesSchema(StrictSchema):
    """The rules of a game: a variant with options, or a sheet put together freely."""

    body_size = BodySize.SHEET

    variant = VariantField(metadata={"example": "north-american"})
    options = OptionsField(
        load_default=dict,
        metadata={
            "type": "object",
            "additionalProperties": {"type": ["boolean", "integer", "string", "null"]},
            "description": _OPTIONS,
            "example": {"stake": 5},
        },
    )
    rules = SheetField(
        metadata={
            "type": "object",
            "description": "A custom sheet, whole or in part, instead of variant and options",
        }
    )

    @validates_schema
    def _one_way(self, data: dict[str, Any], **kwargs: Any) -> None:
        if "rules" in data and "variant" in data:
            raise invalid(
                Message("Give either a variant or a sheet; the sheet may name its variant itself."), "rules"
            )
        if "rules" not in data and "variant" not in data:
            raise invalid(Message("Name a variant, or give a sheet as rules."), "variant")


class LanguageQuery(StrictSchema):
    """Language of texts."""

    lang = Choice(
        Language,
        metadata={
            "description": "Language of all texts, instead of Accept-Language; all languages without both"
        },
    )


class BotsQuery(LanguageQuery):
    """Game whose bots are listed, and language of texts."""

    variant = VariantField(metadata={"description": "List the bots of the game that has this variant"})


SEATS_MAX: Final = 64
"""Limit of the schema, above that of any game; the rules have their own (`config_players`)."""


def seats_field() -> fields.Field[Any]:
    """Return the field for the seats of a game."""
    return ListOf(
        SeatField(metadata=_SEAT),
        required=True,
        minimum=1,
        maximum=SEATS_MAX,
        metadata={
            "description": 'By seat in order of play: "me" (at most once), "open", {"bot": name}, '
            '{"player": id}, which keeps the seat for that player, or {"invitation": true}, which keeps it '
            'for whoever has the code in the answer; all seats with {"invitation": "shared"} have one code',
            "example": ["me", {"bot": "greedy"}],
        },
    )


_START = (
    "When the first hand begins: full (default), when the last seat is taken; ready, when each person has "
    "sent ready as well, and no time runs before (RULES 11.16)"
)


def _check_one_me(data: dict[str, Any]) -> None:
    if sum(seat["kind"] == "person" for seat in data.get("seats", ())) > 1:
        raise invalid(Message('Only one seat can be "me".'), "seats")


_TOKEN_MAX: Final = 200
"""Limit of the schema, above the length of any token."""


class CreateSchema(RulesSchema):
    """A new game."""

    seats = seats_field()
    entropy = Choice(
        Entropy,
        metadata={
            "description": "Whether persons may add chance of their own to the decks: none (default), or "
            "seats; then each sends `ready`, with a commitment or without, and `reveal` after a commitment "
            "(RULES 12.2)"
        },
    )
    start = Choice(Start, metadata={"description": _START})
    visibility = Choice(
        Visibility,
        metadata={"description": "Who may look on: anybody (default), whoever knows the id, its seats alone"},
    )

    evening = String(
        pattern="^(?:new|g-[0-3][0-9a-f][0-9a-z]{22})$",
        metadata={
            "description": "new begins an evening, whose id is that of this table. The id of an evening adds "
            "this table to it; only who has a seat at one of its tables may. A rematch is of the same evening"
        },
    )
    evening_token = String(
        maximum=_TOKEN_MAX,
        metadata={
            "description": "The token of a seat at a table of that evening, for a caller with the API key of "
            "a player who had the seat as a guest"
        },
    )

    @validates_schema
    def _one_me(self, data: dict[str, Any], **kwargs: Any) -> None:
        _check_one_me(data)

    @validates_schema
    def _of_an_evening(self, data: dict[str, Any], **kwargs: Any) -> None:
        if "evening_token" in data and data.get("evening", "new") == "new":
            raise invalid(Message("Send it only with the id of an evening."), "evening_token")


class ForkSchema(StrictSchema):
    """A fork: its ply, its stock and its seats."""

    ply = Integer(
        required=True, minimum=1, metadata={"description": "The ply to play on from", "example": 37}
    )
    stock = Choice(
        Stock,
        load_default=Stock.SAME.value,
        metadata={"description": "The stock as the game had it (same), or shuffled anew (fresh)"},
    )
    seats = seats_field()
    visibility = Choice(
        Visibility,
        metadata={"description": "Who may look on; the default is that of the game, private stays private"},
    )
    start = Choice(Start, metadata={"description": _START})

    @validates_schema
    def _one_me(self, data: dict[str, Any], **kwargs: Any) -> None:
        _check_one_me(data)


_OF_REFUSAL: Final = ("seat", "command", "code", "rule")


class ReceiptSchema(StrictSchema):
    """A receipt or a signed refusal of the service, with all members."""

    v = Integer(required=True, minimum=1, maximum=1)
    key = String(required=True, minimum=16, maximum=16, pattern=HEX, metadata={"example": "3f9a51c0d2e4b687"})
    game = String(required=True, metadata={"example": "g-17b3v0w1x5z8k2m4n6p7q9r0"})
    ply = Integer(required=True, minimum=1)
    digest = String(
        minimum=64,
        maximum=64,
        pattern=HEX,
        metadata={"description": "Every receipt has it, no refusal", "example": "5b" * 32},
    )
    seat = Integer(allow_none=True, maximum=254, metadata={"description": "Every refusal has it, no receipt"})
    command = String(
        minimum=64, maximum=64, pattern=HEX, metadata={"description": "Every refusal has it, no receipt"}
    )
    code = String(
        maximum=64, pattern="^[a-z][a-z0-9_]*$", metadata={"description": "Every refusal has it, no receipt"}
    )
    rule = String(
        maximum=5,
        pattern=r"^[0-9]{1,2}\.[0-9]{1,2}$",
        metadata={"description": "Every refusal has it, no receipt"},
    )
    time = Integer(required=True, metadata={"description": "ms since 1970"})
    signature = String(required=True, minimum=128, maximum=128, pattern=HEX, metadata={"example": "a7" * 64})

    @validates_schema
    def _one_form(self, data: dict[str, Any], **kwargs: Any) -> None:
        given = [name for name in _OF_REFUSAL if name in data]
        if not given and "digest" not in data:
            raise invalid(Message("A receipt has a digest."), "digest")
        if given and "digest" in data:
            raise invalid(Message("A receipt has no such member, or a refusal no digest."), given[0])
        missing = [name for name in _OF_REFUSAL if name not in data] if given else []
        if missing:
            raise ValidationError(
                {name: [CodedMessage(Message("A refusal has this member."))] for name in missing}
            )


class PhraseSchema(StrictSchema):
    """A phrase that a seat says."""

    phrase = Choice(Phrase, required=True, metadata={"description": "One of the fixed phrases"})


class MovesQuery(StrictSchema):
    """Form of the list of legal moves."""

    expand = QueryBoolean(load_default=False, metadata={"description": "List every body instead of groups"})


class PositionQuery(StrictSchema):
    """Seat whose view of a position is requested."""

    seat = QueryInteger(
        metadata={"description": "As this seat saw it, once the game is revealed; your own at any time"}
    )


class PictureOfPositionQuery(StrictSchema):
    """Ply of a picture."""

    ply = QueryInteger(metadata={"description": "The position after this ply; by default after the last"})


class EventsQuery(StrictSchema):
    """Range of entries, and seconds to wait for the first."""

    after = QueryInteger(
        load_default=0,
        metadata={"description": "Entries after this ply; it may be one that the log has not reached yet"},
    )
    wait = QueryInteger(
        load_default=0,
        maximum=LONGEST_WAIT,
        metadata={"description": "Seconds to wait for a new entry before an empty answer"},
    )
    limit = page_limit("entries", 100, LARGEST_PAGE)
    presence = QueryBoolean(
        load_default=False, metadata={"description": "Stream also which seats are connected"}
    )
    phrases = QueryBoolean(load_default=False, metadata={"description": "Stream also what seats say"})
