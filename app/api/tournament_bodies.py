"""What the resources of tournaments take, as schemas."""

from typing import Any, ClassVar, Final

from marshmallow import INCLUDE, Schema, fields, validate

from app.api.schemas import LARGEST_PAGE, LONGEST_WAIT
from app.http.body import Size
from app.http.fields import Integer, QueryInteger, StrictSchema, String
from app.http.paging import CursorField
from app.store.keys import is_log_id
from app.tournament.formats.registry import FORMATS

_SEED: Final = "5b" * 32


class AnyObject(fields.Field[Any]):
    """An object that is checked elsewhere."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        return value


def _any(kind: str, description: str, example: Any) -> AnyObject:
    return AnyObject(metadata={"type": kind, "description": description, "example": example})


class ManifestSchema(Schema):
    """A tournament: who plays, what, in which format. Every member is checked at once."""

    class Meta:
        """Options of marshmallow."""

        unknown = INCLUDE

    body_size: ClassVar[Size] = Size.SHEET

    name = _any("string", "For people to read", "Copa de primavera")
    variant = _any("string", "A variant, see /v1/variants", "north-american")
    options = _any("object", "Options of the variant", {})
    rules = _any("object", "A custom sheet instead of variant and options", {"hand_size": 8})
    format = _any("object", f"`type` is one of {', '.join(FORMATS)}", {"type": "swiss", "rounds": 5})
    entrants = _any(
        "array",
        "Objects with a `name`, and `bot` (with `nodes` or `milliseconds`) or `player`",
        [{"name": "uno", "bot": "greedy"}, {"name": "dos", "bot": "careful"}],
    )
    decks_per_pairing = _any("integer", "How many decks a pairing plays", 4)
    duplicates = _any(
        "boolean",
        "Whether each deck is played with the seats exchanged; for players over HTTP see accept_memory",
        True,
    )
    seat_orders = _any("string", "rotation, all (four seats at most) or one", "rotation")
    deals = _any("integer", "Hands of a game", 1)
    tie_breaks = _any("array", "What decides between equals, in order", ["buchholz", "chips"])
    deck_seed = _any("string", "32 bytes in hex; without it the service draws one", _SEED)
    bot_seed = _any("string", "As deck_seed, for the chance of bots", _SEED)
    pairing_seed = _any("string", "As deck_seed, for pairings; public from the beginning", _SEED)
    accept_memory = _any(
        "boolean",
        "Whether players over HTTP, who may remember a deck, meet it again; its last game opens its keys",
        False,
    )
    limits = _any("object", "decision_seconds and others, for programs and players", {})


MANIFEST_EXAMPLE: Final[dict[str, Any]] = {
    "name": "Copa de primavera",
    "variant": "north-american",
    "format": {"type": "round_robin"},
    "entrants": [{"name": "uno", "bot": "greedy"}, {"name": "dos", "bot": "careful"}],
    "decks_per_pairing": 50,
}


class TournamentsQuery(StrictSchema):
    """Which page of the tournaments."""

    cursor = CursorField(is_log_id)
    limit = QueryInteger(
        load_default=20, minimum=1, maximum=50, metadata={"description": "Most tournaments of a page"}
    )


class FixturesQuery(StrictSchema):
    """Which games."""

    after = QueryInteger(load_default=0, metadata={"description": "Games after the one of this number"})
    limit = QueryInteger(
        load_default=100, minimum=1, maximum=1_000, metadata={"description": "Most games of a page"}
    )


class TournamentEventsQuery(StrictSchema):
    """Which entries are asked for, and how long to wait for the first."""

    after = QueryInteger(load_default=0, metadata={"description": "Entries after this ply"})
    wait = QueryInteger(
        load_default=0, maximum=LONGEST_WAIT, metadata={"description": "Seconds to wait for one"}
    )
    limit = QueryInteger(
        load_default=50, minimum=1, maximum=LARGEST_PAGE, metadata={"description": "Most entries of a page"}
    )


class AdjudicationSchema(StrictSchema):
    """What a fixture that was not played came to."""

    fixture = Integer(required=True, minimum=1, metadata={"example": 7})
    balances = fields.List(
        Integer(minimum=-1_000_000, maximum=1_000_000),
        required=True,
        validate=validate.Length(2, 12),
        metadata={"description": "By seat what is won or paid", "example": [1, -1]},
    )
    text = String(required=True, maximum=500, metadata={"description": "Why", "example": "No power."})


ADJUDICATION_EXAMPLE: Final[dict[str, Any]] = {"fixture": 1, "balances": [1, -1], "text": "No power."}
FORFEIT_EXAMPLE: Final[dict[str, Any]] = {"entrant": 1, "text": "Went home."}


class ForfeitSchema(StrictSchema):
    """Who takes no more part."""

    entrant = Integer(required=True, metadata={"description": "Its number, from 0", "example": 1})
    text = String(required=True, maximum=500, metadata={"description": "Why", "example": "Went home."})
