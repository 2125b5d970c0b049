"""Schemas of the requests of tournaments."""

from typing import Any, ClassVar, Final

from marshmallow import INCLUDE, Schema, fields, validates_schema

from app.api.schemas.requests import LARGEST_PAGE, LONGEST_WAIT
from app.bots.roster import BOTS
from app.http.body import BodySize
from app.http.fields import (
    Choice,
    CursorField,
    Integer,
    ListOf,
    QueryInteger,
    StrictSchema,
    String,
    invalid,
    page_limit,
)
from app.http.openapi_components import REQUIRED
from app.i18n import Message
from app.store.keys import is_log_id
from app.tournament.extending import EXTENDED, TIME_MAX
from app.tournament.formats import FORMATS
from app.tournament.manifest import AbsentRule, SeatOrders, TieBreak
from app.tournament.results import GameOutcome

_SEED: Final = "5b" * 32


class AnyObject(fields.Field[Any]):
    """A value that is validated elsewhere."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return value


def _any(kind: str, description: str, example: Any = None, **more: Any) -> AnyObject:
    shown = {} if example is None else {"example": example}
    return AnyObject(metadata={"type": kind, "description": description, **shown, **more})


_TEXT: Final[dict[str, str]] = {"type": "string"}
_ENTRANT: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "name": {**_TEXT, "description": "Its name, unique in the tournament."},
        "bot": {**_TEXT, "description": "The name of a bot of the service, see /v1/bots."},
        "nodes": {"type": "integer", "description": "The search budget of the bot for each decision."},
        "milliseconds": {"type": "integer", "description": "The time of the bot for each decision."},
        "player": {**_TEXT, "description": "The id of a player, who decides over HTTP."},
        "version": {**_TEXT, "description": "The version of the entrant."},
    },
    "required": ["name"],
}
"""An entrant, as far as one can be named over HTTP."""


class ManifestSchema(Schema):
    """A manifest; all of its members are validated together."""

    class Meta:
        """Options of marshmallow."""

        unknown = INCLUDE

    body_size: ClassVar[BodySize] = BodySize.SHEET

    name = _any("string", "The name of the tournament.", "Copa de primavera", **{REQUIRED: True})
    variant = _any("string", "The id of a variant, see /v1/variants.", "north-american")
    options = _any("object", "The options of the variant.", {}, default={})
    rules = _any("object", "A custom rules sheet, instead of `variant` and `options`.", {"hand_sizes": [8]})
    format = _any(
        "object",
        f"The format. Its `type` is one of {', '.join(FORMATS)}; the other members are its parameters.",
        {"type": "swiss", "rounds": 5},
        properties={"type": {"type": "string", "enum": [*FORMATS]}},
        required=["type"],
        **{REQUIRED: True},
    )
    entrants = _any(
        "array",
        "The entrants, each with a `name` and one of `bot` and `player`.",
        [{"name": "uno", "bot": "greedy"}, {"name": "dos", "bot": "careful"}],
        items=_ENTRANT,
        **{REQUIRED: True},
    )
    decks_per_pairing = _any("integer", "The number of decks that each pairing plays.", 4, default=1)
    duplicates = _any(
        "boolean",
        "Whether each deck is played again with the seats exchanged. With players over HTTP this needs "
        "`accept_memory`, and is off without it.",
        default=True,
    )
    seat_orders = _any(
        "string",
        "The seat orders played on each deck: `rotation` (each entrant once at each seat), `all` (every "
        "order, four seats at most) or `one`.",
        "rotation",
        enum=[*map(str, SeatOrders)],
        default=str(SeatOrders.ROTATION),
    )
    deals = _any("integer", "The number of hands in a game; by default that of the variant.", 1)
    tie_breaks = _any(
        "array",
        "The tie-breaks, in order; by default those of the format.",
        ["buchholz", "chips"],
        items={"type": "string", "enum": [*map(str, TieBreak)]},
    )
    deck_seed = _any("string", "32 bytes in hex. The service draws one if it is absent.", _SEED)
    bot_seed = _any("string", "As `deck_seed`, for the random choices of bots.", _SEED)
    pairing_seed = _any("string", "As `deck_seed`, for pairings. It is public from the beginning.", _SEED)
    registration = _any(
        "string",
        "`open`: players register themselves until the organiser starts it; `entrants` may be absent then.",
        enum=["open"],
    )
    absent = _any(
        "object",
        "What happens where a player does not come to the table within `minutes`: `wait` (the seat is kept "
        "as at any table), `forfeit`, or `bot` (a `bot` of the service plays until the player returns, and "
        "also for a player who is away later).",
        {"rule": "bot", "minutes": 5, "bot": "greedy"},
        properties={
            "rule": {"type": "string", "enum": [*map(str, AbsentRule)]},
            "minutes": {"type": "integer", "minimum": 1, "maximum": 1440},
            "bot": _TEXT,
        },
        required=["rule"],
    )
    accept_memory = _any(
        "boolean",
        "Whether players over HTTP, who may remember a deck, may meet it again. The last game with a deck "
        "reveals its keys.",
        default=False,
    )
    limits = _any(
        "object",
        "`decision_seconds` for all entrants, and further limits of programs and players.",
        {},
        default={},
    )


MANIFEST_EXAMPLE: Final[dict[str, Any]] = {
    "name": "Copa de primavera",
    "variant": "north-american",
    "format": {"type": "round_robin"},
    "entrants": [{"name": "uno", "bot": "greedy"}, {"name": "dos", "bot": "careful"}],
    "decks_per_pairing": 50,
}


LIVE: Final = "live"
"""Status of tournaments that are not over."""


class TournamentsQuery(StrictSchema):
    """Filter and page of tournaments."""

    player = String(
        maximum=64,
        metadata={"description": "The id of a player who takes part or organises; `me` with an API key"},
    )
    status = Choice(
        [LIVE],
        metadata={"description": "`live`: only those that are not over (registering, running or paused)"},
    )
    cursor = CursorField(is_log_id)
    limit = page_limit("tournaments", 20, 50)


class FixturesQuery(StrictSchema):
    """Page of games."""

    cursor = QueryInteger(
        load_default=0, metadata={"description": "The `next` of the page before; absent for the first page"}
    )
    limit = page_limit("games", 100, 1_000)


class GamesQuery(FixturesQuery):
    """Page of games: all, those of an entrant, or those with a result for it."""

    entrant = QueryInteger(metadata={"description": "Games of the entrant of this number, from 0"})
    result = Choice(
        GameOutcome,
        metadata={
            "description": "Games with this result for `entrant`, which is required with it: its best seat"
            " scored more than 0.5, 0.5, or less. Games that are void or not over have none"
        },
    )

    @validates_schema
    def _of_somebody(self, data: dict[str, Any], **kwargs: Any) -> None:
        if "result" in data and "entrant" not in data:
            raise invalid(Message("A result needs an entrant: name it, too."), "result")


class TournamentEventsQuery(StrictSchema):
    """Range of entries, and seconds to wait for the first."""

    after = QueryInteger(load_default=0, metadata={"description": "Entries after this ply"})
    wait = QueryInteger(
        load_default=0,
        maximum=LONGEST_WAIT,
        metadata={"description": "Seconds to wait for a new entry before an empty answer"},
    )
    limit = page_limit("entries", 50, LARGEST_PAGE)


class AdjudicationSchema(StrictSchema):
    """Result of a fixture that was not played."""

    fixture = Integer(required=True, minimum=1, metadata={"example": 7})
    balances = ListOf(
        Integer(minimum=-1_000_000, maximum=1_000_000),
        required=True,
        minimum=2,
        maximum=12,
        metadata={"description": "By seat what is won or paid", "example": [1, -1]},
    )
    text = String(required=True, maximum=500, metadata={"description": "Why", "example": "No power."})


ADJUDICATION_EXAMPLE: Final[dict[str, Any]] = {"fixture": 1, "balances": [1, -1], "text": "No power."}
FORFEIT_EXAMPLE: Final[dict[str, Any]] = {"entrant": 1, "text": "Went home."}


START_EXAMPLE: Final[dict[str, Any]] = {"bots": 2, "bot": "greedy"}


class StartSchema(StrictSchema):
    """Bots that fill up a tournament at its start."""

    bots = Integer(load_default=0, minimum=0, maximum=256, metadata={"description": "How many bots fill up"})
    bot = Choice(BOTS, metadata={"description": "Name of the bot, if any fill up"})

    @validates_schema
    def _named(self, data: dict[str, Any], **kwargs: Any) -> None:
        if data["bots"] and "bot" not in data:
            raise invalid(Message("Name the bot that is added."), "bot")


class TablesQuery(StrictSchema):
    """Tables: all, or those of an entrant."""

    entrant = QueryInteger(metadata={"description": "Tables of the entrant of this number, from 0"})


class ExtensionSchema(StrictSchema):
    """Amount by which a tournament is extended."""

    parameter = Choice(
        sorted({name for names in EXTENDED.values() for name in names}),
        required=True,
        metadata={
            "description": "`rounds` of a Swiss, `games` or `minutes` of an arena, else `cycles`",
            "example": "rounds",
        },
    )
    by = Integer(
        required=True, minimum=1, maximum=1_000_000, metadata={"description": "What is added", "example": 2}
    )


EXTENSION_EXAMPLE: Final[dict[str, Any]] = {"parameter": "cycles", "by": 1}


class MoreTimeSchema(StrictSchema):
    """More time for the players of a game to come."""

    fixture = Integer(required=True, minimum=1, metadata={"example": 7})
    minutes = Integer(required=True, minimum=1, maximum=TIME_MAX, metadata={"example": 10})


MORE_TIME_EXAMPLE: Final[dict[str, Any]] = {"fixture": 7, "minutes": 10}


class ForfeitSchema(StrictSchema):
    """Entrant to withdraw."""

    entrant = Integer(required=True, metadata={"description": "Its number, from 0", "example": 1})
    text = String(required=True, maximum=500, metadata={"description": "Why", "example": "Went home."})
