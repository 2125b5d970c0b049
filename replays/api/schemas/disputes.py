"""Schemas of the requests and answers about disputes."""

from typing import Annotated, Any, TypedDict

import orjson
from marshmallow import validates_schema

from app.games.codec import Json
from app.games.shapes import CommandShape
from app.http.body import BodySize
from app.http.fields import (
    Choice,
    CursorField,
    Integer,
    ListOf,
    QueryBoolean,
    QueryInteger,
    StrictSchema,
    String,
    TranslatedField,
    TypedSchema,
    invalid,
    page_limit,
)
from app.i18n import Message
from replays.archive.unavailable import Incomplete
from replays.disputes import commands
from replays.disputes.decide import LARGEST
from replays.disputes.state import OVER, Claim, DisputeState, Evidence, VerdictOutcome
from replays.disputes.view import DisputeView

TEXT_MAX = 2_000
"""The most characters of what is said in a dispute."""

_TEXT = "For all who see the dispute; whatever is said of hidden cards here is said to everybody"


class ObjectField(TranslatedField):
    """A JSON object that is checked elsewhere."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise invalid(Message("An object is needed here."))
        return value


def _text(**more: Any) -> String:
    return String(maximum=TEXT_MAX, multiline=True, metadata={"description": _TEXT}, **more)


def _given(description: str) -> ObjectField:
    return ObjectField(metadata={"type": "object", "description": description})


_RECEIPT = "A receipt of this service for this game"
_REFUSAL = "The signed refusal of the command, as the answer had it (`refusal`)"
_CHECKPOINT = "The answer of GET /v1/log/proof/inclusion for this game, kept from before"


class OpenSchema(StrictSchema):
    """A new dispute."""

    body_size = BodySize.STATEMENT

    ply = Integer(
        required=True,
        minimum=1,
        metadata={
            "description": "The entry in dispute; for wrong_refusal the ply that the command was decided on",
            "example": 17,
        },
    )
    claim = Choice(Claim, required=True, metadata={"example": "wrong_payment"})
    text = _text(required=True)
    command = _given("The command that was refused, without `expected_ply`; wrong_refusal needs it")
    receipt = _given(_RECEIPT)
    refusal = _given(f"{_REFUSAL}; without it wrong_refusal is never upheld")
    checkpoint = _given(_CHECKPOINT)

    @validates_schema
    def _of_claim(self, data: dict[str, Any], **kwargs: Any) -> None:
        for name in ("command", "refusal"):
            if name in data and data.get("claim") != Claim.WRONG_REFUSAL:
                raise invalid(Message("Only a refusal has a command that was refused."), name)


_KINDS: dict[str, CommandShape] = {
    "statement": CommandShape(must=("text",), example={"text": "The seven was on the table before."}),
    "accept": CommandShape(),
    "contest": CommandShape(must=("text",), example={"text": "Paragraph 9.2 says otherwise."}),
    "withdraw": CommandShape(),
    "evidence": CommandShape(
        some=("command", "receipt", "refusal", "checkpoint"),
        example={"command": {"type": "pass"}},
    ),
    "rule": CommandShape(
        must=("outcome", "reason"),
        may=("paragraph", "correction"),
        example={"outcome": "rejected", "reason": "The payment is that of 9.1.", "paragraph": "9.1"},
    ),
}
"""Members of each command, by its type."""


class SaySchema(TypedSchema):
    """A command to a dispute; its fields depend on its type."""

    body_size = BodySize.STATEMENT

    kinds = _KINDS

    type = Choice(_KINDS, required=True, metadata={"example": "statement"})
    command = _given("evidence: the command that was refused, without `expected_ply`")
    receipt = _given(f"evidence: {_RECEIPT[0].lower()}{_RECEIPT[1:]}")
    refusal = _given(f"evidence: {_REFUSAL[0].lower()}{_REFUSAL[1:]}")
    checkpoint = _given(f"evidence: {_CHECKPOINT[0].lower()}{_CHECKPOINT[1:]}")
    text = _text()
    outcome = Choice(
        (VerdictOutcome.UPHELD, VerdictOutcome.REJECTED), metadata={"description": "rule: of the claim"}
    )
    reason = String(maximum=TEXT_MAX, multiline=True, metadata={"description": "rule: why"})
    paragraph = String(
        pattern=r"^\d{1,2}\.\d{1,2}$", maximum=5, metadata={"description": "rule: of the rules"}
    )
    correction = ListOf(
        Integer(minimum=-LARGEST, maximum=LARGEST),
        minimum=2,
        maximum=12,
        metadata={"description": "rule: what the ledger is changed by, by seat; the amounts sum to zero"},
    )
    expected_ply = Integer(metadata={"description": "The ply of the dispute it was decided on; see If-Match"})


def evidence_of(body: Json) -> Evidence:
    """Return the evidence in the body of a request."""
    return Evidence(body.get("receipt"), body.get("command"), body.get("refusal"), body.get("checkpoint"))


def command_of(body: Json) -> commands.Command:
    """Return the command in the body of a request."""
    fields = {name: value for name, value in body.items() if name not in ("type", "expected_ply")}
    if "correction" in fields:
        fields["correction"] = tuple(fields["correction"])
    made: commands.Command = commands.COMMANDS[body["type"]](**fields)
    return made


class UnsettledQuery(StrictSchema):
    """The query for disputes that are not over."""

    state = Choice(
        [str(state) for state in DisputeState if state not in OVER],
        metadata={"description": "Where it stands"},
    )
    for_arbiter = QueryBoolean(metadata={"description": "Whether an arbiter may rule now"})
    cursor = CursorField(str.isascii)
    limit = page_limit("disputes", 20, 50)


class LogQuery(StrictSchema):
    """The query for entries of a log."""

    after = QueryInteger(load_default=0, metadata={"description": "Entries after this ply"})


class SignedView(DisputeView):
    """A dispute, and what the service has signed of it."""

    signed: Annotated[Json, "The receipt of its last entry, to keep; `receipt` is that given as evidence"]


class DisputesView(Incomplete):
    """The disputes about a game."""

    game: str
    disputes: list[DisputeView]


class UnsettledView(Incomplete):
    """Disputes that are not over."""

    disputes: list[DisputeView]
    next: Annotated[str | None, "The cursor of the next page, which Link names too"]


class LoggedView(TypedDict):
    """An entry of the log of a dispute."""

    ply: int
    digest: str
    public: orjson.Fragment


class LogView(TypedDict):
    """The log of a dispute."""

    dispute: str
    ply: int
    events: list[LoggedView]
    next: int
