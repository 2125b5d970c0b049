"""Answers about games: their views, which a game describes as data, and what commands return."""

from typing import Annotated, Any, Final, NotRequired, TypedDict

from marshmallow import Schema, fields

from app.api.schemas.game_schemas import CARD, answer_fields
from app.api.schemas.receipts import ReceiptView
from app.games.cards import PACKS
from app.games.game import Game, Money
from app.games.registry import GAMES, USUAL
from app.games.table.state import Kind, Start, Status, Visibility
from app.games.table.view import BankView, ForkOfView, ReplacementView, VoidView
from app.http.answers import schema_of
from replays.archive.unavailable import Incomplete
from replays.disputes.marks import DisputedLedger

Json = dict[str, Any]

_BY_SEAT: Final = "The number of a seat, from 0"
_DEADLINE: Final = "When the time for the open question is over, ms since 1970; not in answers to commands"
_STATUS: Final = (
    "waiting for open seats, or until everybody is ready for the first hand; committing and revealing where "
    "seats add chance of their own; playing a hand; "
    "between_hands until the seats are ready; finished; void: over without a result; frozen: an operator has "
    "to look at it"
)


def words(kinds: Any, description: str | None = None) -> Json:
    """Return the metadata of a field with a fixed set of values."""
    described = {} if description is None else {"description": description}
    return {"enum": [*map(str, kinds)], **described}


def described(description: str) -> Json:
    """Return the options of a field that is always present."""
    return {"metadata": {"description": description}}


def optional(description: str) -> Json:
    """Return the options of a field that may be missing."""
    return {"metadata": {"x-optional": True, "description": description}}


class FrozenView(Schema):
    """Reason of a frozen game."""

    reason = fields.String()
    receipt = fields.Nested(ReceiptView, **described("Which contradicts the log"))


class TableSeatView(Schema):
    """The seat in a view, in every game."""

    seat = fields.Integer(**described(_BY_SEAT))
    kind = fields.String(metadata=words(Kind, "Free to be taken (open), taken, or played by the service"))
    player = fields.String(
        allow_none=True, **described("Who sits there or for whom it is kept; null for a guest, who has no id")
    )
    bot = fields.String(allow_none=True, **described("The name of its bot, as of /v1/bots"))
    invited = fields.Boolean(**described("Whether the open seat is kept for an invitation"))
    entropy = fields.String(
        allow_none=True,
        metadata=words(
            ("committed", "server_supplied"),
            "Whether it adds chance of its own to the decks (RULES 12.2); null where none is asked for or "
            "that is open",
        ),
    )
    balance = fields.Integer(
        **described(
            "Sum of what the seat has won, less what it has paid, over all hands, in the unit of the stake"
        )
    )
    left = fields.Boolean(**described("Whether its person has left: the seat can be taken"))
    away = fields.Boolean(**described("Whether the seat is not waited for any more"))
    replacement = fields.Nested(
        schema_of(ReplacementView),
        **optional("The bot that plays for its person, who is away, or may; absent for all other seats"),
    )
    sits_out = fields.Boolean(**described("Whether the seat sits the present hand out"))


class TableView(Schema):
    """The members of a view in every game."""

    game = fields.String(**described("Its id"))
    variant = fields.String(**described("As of /v1/variants, or as a sheet calls itself"))
    visibility = fields.String(
        metadata=words(Visibility, "Who may look on: anybody, whoever knows the id, its seats alone")
    )
    start = fields.String(
        metadata=words(Start, "When the first hand begins: with the last seat taken, or once all are ready")
    )
    host = fields.Integer(
        allow_none=True, **described("The seat of the host; null where the host has none, or has left it")
    )
    rematch_of = fields.String(allow_none=True, **described("The game this one repeats"))
    evening = fields.String(
        **optional("The first table of its evening, see /v1/evenings; absent without one")
    )
    first_dealer = fields.Integer(
        **optional(
            "The seat to which the deal has passed from the table before (RULES 3.4); absent where the lot "
            "decides"
        )
    )
    fork_of = fields.Nested(
        schema_of(ForkOfView),
        allow_none=True,
        **described("Where it began, if it is a what-if of another game"),
    )
    ply = fields.Integer(**described("Number of entries; the ETag"))
    decision = fields.Integer(
        allow_none=True,
        **described(
            "Ply of the question open to this seat, good for If-Match; null while it is asked nothing"
        ),
    )
    status = fields.String(metadata=words(Status, _STATUS))
    frozen = fields.Nested(FrozenView, allow_none=True, **described("Why, in a game that is frozen"))
    void = fields.Nested(schema_of(VoidView), allow_none=True, **described("Why, in a game that is void"))
    pack = fields.String(metadata=words(PACKS, CARD))
    hand_number = fields.Integer(**described("Of the present hand, from 1; 0 before the first"))
    dealer = fields.Integer(allow_none=True, **described("The seat that deals the present hand"))
    awaited = fields.List(fields.Integer(), **described("The seats that are asked and have not answered"))
    answered = fields.List(fields.Integer(), **described("The seats that have answered the open question"))
    deadline = fields.Integer(allow_none=True, **optional(_DEADLINE))
    you = fields.Integer(allow_none=True, **described("The reader's own seat; null for a spectator"))
    stake = fields.Integer(**described("Of the present hand, after draws too (RULES 9.4); 0: for nothing"))
    money = fields.String(metadata=words(Money, "What the ledger counts"))
    house = fields.Integer(**described("What the house has; with the balances it sums to zero"))
    banks = fields.List(fields.Nested(schema_of(BankView)), **described("Who holds a team's money"))
    chosen_dealer = fields.Integer(allow_none=True, **described("The seat that shall deal the next hand"))
    next_dealer = fields.Integer(
        **optional(
            "The seat that deals the next hand, after the end the first one of a rematch (RULES 3.4, 3.5); "
            "absent before the lot decides and while a hand is played"
        )
    )


def view_schema(play: Game) -> type[Schema]:
    """Return the schema of the view of a game of `play`."""
    seat = type(
        f"{play.prefix}SeatView",
        (TableSeatView,),
        {"__doc__": "Public view of a seat.", **answer_fields(play.seat_view)},
    )
    members = {
        **answer_fields(play.hand_view, play.prefix),
        "seats": fields.List(fields.Nested(seat), **described("In order of play")),
    }
    bases = (TableView, schema_of(DisputedLedger), schema_of(Incomplete))
    return type(f"{play.prefix}ViewSchema", bases, {"__doc__": "A game as its reader sees it.", **members})


ViewSchema: Final[type[Schema]] = view_schema(GAMES[USUAL])
"""The view of the usual game, as the document has it."""

_OF_ANSWER: Final = (
    "For the ply of this answer; null in a game of bots alone, whose head is signed when asked for"
)
_PLY: Final = "The last entry of its log with what was done here; the ETag"
_SEAT: Final = "The number of the seat, from 0"
_OF_CALLER: Final = "Of the caller's seat; null in replays of this answer after 24 hours"
_ONLY_VALID: Final = "The only one that is valid; null in replays of this answer after 24 hours"


_REPLICATED: Final = "Whether enough replicas have the entry; only where the service waits for them"


class SeatTokenView(TypedDict):
    """A seat, and the secret that goes with it: the token of the caller's own, the code of an invitation."""

    seat: Annotated[int, _SEAT]
    token: NotRequired[Annotated[str | None, _OF_CALLER]]
    invitation: NotRequired[Annotated[str | None, "To be handed on: whoever sends it takes the seat"]]


class CreatedView(TypedDict):
    """A new game."""

    game: Annotated[str, "Its id"]
    ply: Annotated[int, _PLY]
    replicated: NotRequired[Annotated[bool, _REPLICATED]]
    receipt: Annotated[Json | None, ReceiptView, _OF_ANSWER]
    seats: Annotated[list[SeatTokenView], "In order of play"]
    view: Annotated[Json, ViewSchema]


class SeatedView(TypedDict):
    """A seat taken."""

    game: Annotated[str, "Its id"]
    ply: Annotated[int, _PLY]
    replicated: NotRequired[Annotated[bool, _REPLICATED]]
    receipt: Annotated[Json | None, ReceiptView, _OF_ANSWER]
    seat: Annotated[int, _SEAT]
    token: Annotated[str | None, _OF_CALLER]
    view: Annotated[Json, ViewSchema]


class RotatedView(TypedDict):
    """A seat with another token."""

    game: Annotated[str, "Its id"]
    ply: Annotated[int, _PLY]
    replicated: NotRequired[Annotated[bool, _REPLICATED]]
    receipt: Annotated[Json | None, ReceiptView, _OF_ANSWER]
    seat: Annotated[int, _SEAT]
    token: Annotated[str | None, _ONLY_VALID]


class AnswerView(TypedDict):
    """The answer to an accepted command."""

    ply: Annotated[int, _PLY]
    replicated: NotRequired[Annotated[bool, _REPLICATED]]
    receipt: Annotated[Json | None, ReceiptView, _OF_ANSWER]
    view: Annotated[Json, ViewSchema, "Without the deadline"]


class ParameterView(TypedDict):
    """A parameter of a rules sheet, explained."""

    name: str
    value: Annotated[object | None, "As in the sheet"]
    sentence: Annotated[Json, "What it decides, by language"]
    rule: Annotated[str, "Paragraph of the rulebook"]
    values: NotRequired[Annotated[Json, "What its values are called, by value and language"]]
    minimum: NotRequired[int]
    maximum: NotRequired[int]
    option: NotRequired[Annotated[str, "The option of the variant that sets it, if any does"]]
    allowed: NotRequired[Annotated[list[object] | None, "What that option may be; null: any number"]]


class ExplainedView(TypedDict):
    """A rules sheet in its canonical form, explained."""

    play: Annotated[str, "Which game it is of, as in /v1/rulebooks"]
    variant: Annotated[str, "custom for a sheet put together freely"]
    name: Annotated[Json, "What it is called, by language"]
    sentence: Annotated[Json, "What it is, by language"]
    custom: bool
    rules: Json
    rules_hash: Annotated[str, "SHA-256 of the canonical sheet, in hex"]
    rules_version: int
    parameters: list[ParameterView]


class EqualsView(TypedDict):
    """A variant and options that make the same rules."""

    variant: str
    options: Json


class SheetView(ExplainedView):
    """A sheet that can be played."""

    equals: EqualsView | None


class VariantView(ExplainedView):
    """A variant: its sheet and its options."""

    options: Annotated[Json, "By option the values it may have; null: any whole number"]


class VariantsView(TypedDict):
    """All variants."""

    variants: list[VariantView]
