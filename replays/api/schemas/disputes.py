"""What the resources of disputes take and answer, as schemas."""

from typing import Any

from marshmallow import Schema, fields, validates_schema

from app.http.body import BodySize
from app.http.fields import (
    Choice,
    Integer,
    ListOf,
    QueryBoolean,
    QueryInteger,
    StrictSchema,
    String,
    TranslatedField,
    invalid,
)
from app.http.pagination import CursorField, Incomplete
from app.http.tagged_union import TypedSchema, TypeMembers
from app.i18n import TRANSLATED, Message
from replays.disputes.decide import LARGEST
from replays.disputes.state import OVER, Claim, Closing, DisputeState, VerdictOutcome
from replays.disputes.verdict_sentences import CONSEQUENCES, REASONS

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


_KINDS: dict[str, TypeMembers] = {
    "statement": TypeMembers(must=("text",), example={"text": "The seven was on the table before."}),
    "accept": TypeMembers(),
    "contest": TypeMembers(must=("text",), example={"text": "Paragraph 9.2 says otherwise."}),
    "withdraw": TypeMembers(),
    "evidence": TypeMembers(
        some=("command", "receipt", "refusal", "checkpoint"),
        example={"command": {"type": "pass"}},
    ),
    "rule": TypeMembers(
        must=("outcome", "reason"),
        may=("paragraph", "correction"),
        example={"outcome": "rejected", "reason": "The payment is that of 9.1.", "paragraph": "9.1"},
    ),
}
"""By what can be said what goes with it."""


class SaySchema(TypedSchema):
    """Something said in a dispute; which fields go with it depends on its type."""

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


class UnsettledQuery(StrictSchema):
    """Which disputes are looked for."""

    state = Choice(
        [str(one) for one in DisputeState if one not in OVER], metadata={"description": "Where it stands"}
    )
    for_arbiter = QueryBoolean(metadata={"description": "Whether an arbiter may rule now"})
    cursor = CursorField(str.isascii)
    limit = QueryInteger(
        load_default=20,
        minimum=1,
        maximum=50,
        metadata={"description": "Maximum number of disputes on a page"},
    )


class LogQuery(StrictSchema):
    """Which entries are asked for."""

    after = QueryInteger(load_default=0, metadata={"description": "Entries after this ply"})


class AboutView(Schema):
    """What a dispute is about."""

    game = fields.String()
    ply = fields.Integer()
    digest = fields.String(metadata={"description": "Of that entry"})
    hand_number = fields.Integer()
    first = fields.Integer(metadata={"description": "First entry of the hand"})
    last = fields.Integer(metadata={"description": "Last entry of the hand"})


class PartyView(Schema):
    """A seat of the game that a person has."""

    seat = fields.Integer()
    player = fields.String(allow_none=True)
    answer = fields.String(allow_none=True, metadata={"description": "To the verdict: accepted or contested"})


class EvidenceView(Schema):
    """What was added to a dispute."""

    by = fields.String(metadata={"description": "seat:N"})
    at = fields.Integer(metadata={"description": "ms since 1970"})
    command = fields.Dict(allow_none=True)
    receipt = fields.Dict(allow_none=True)
    refusal = fields.Dict(allow_none=True)
    checkpoint = fields.Dict(allow_none=True)


class StatementView(Schema):
    """What somebody said."""

    by = fields.String(metadata={"description": "seat:N or arbiter:player"})
    text = fields.String()
    at = fields.Integer(metadata={"description": "ms since 1970"})


class ParagraphView(Schema):
    """The paragraph of a verdict to read in another language."""

    language = fields.String(required=True, metadata={"enum": [*map(str, TRANSLATED)]})
    note = fields.String(required=True, metadata={"description": "Says that the English text binds"})
    paragraph = fields.String(required=True)


class VerdictReasonView(Schema):
    """What decides a verdict beside the paragraph that it cites."""

    rule = fields.String(metadata={"description": "Paragraph of the rules"})
    sentence = fields.String(metadata={"description": "Why, in the language of Accept-Language"})
    paragraph = fields.String(
        allow_none=True, metadata={"description": "Its text in the game's edition, translated if it is"}
    )


class VerdictSentencesView(Schema):
    """A verdict in words."""

    reason = fields.String(metadata={"description": "Why, in the language of Accept-Language"})
    consequence = fields.String(metadata={"description": "What follows for the hand and the ledger"})


class VerdictView(Schema):
    """What the machine says."""

    outcome = fields.String(metadata={"enum": [str(one) for one in VerdictOutcome]})
    code = fields.String(
        metadata={
            "x-optional": True,
            "description": "Why, as a stable code; absent where the first version of the judge has judged",
            "enum": [*REASONS],
        }
    )
    consequence = fields.String(
        metadata={
            "x-optional": True,
            "description": "What follows for the hand and the ledger (RULES 13.10); absent as `code`",
            "enum": [*CONSEQUENCES],
        }
    )
    sentences = fields.Nested(
        VerdictSentencesView,
        metadata={"x-optional": True, "description": "`code` and `consequence` in words; absent as they are"},
    )
    rule = fields.String(allow_none=True, metadata={"description": "Paragraph of the rules"})
    paragraph = fields.String(allow_none=True, metadata={"description": "Its text in the game's edition"})
    translation = fields.Nested(
        ParagraphView,
        metadata={"x-optional": True, "description": "Where Accept-Language chooses Spanish or French"},
    )
    reason = fields.Nested(
        VerdictReasonView,
        metadata={
            "x-optional": True,
            "description": "Of a meld that a seat was forced to make: the paragraph on forcing, and why",
        },
    )
    head = fields.Dict(allow_none=True, metadata={"description": "Ply and digest of the log judged by"})
    revealed = fields.Boolean(metadata={"description": "Whether the cards of the hand were open"})
    facts = fields.Dict(metadata={"description": "What the outcome follows from"})
    findings = fields.List(fields.Dict(), metadata={"description": "Of the audit, as far as they concern it"})
    legal = fields.Dict(
        allow_none=True, metadata={"description": "What was open to the seat: ply, seat, moves, count"}
    )
    correction = fields.List(
        fields.Integer(), allow_none=True, metadata={"description": "What follows for the ledger, by seat"}
    )


class RulingView(Schema):
    """What an arbiter says."""

    by = fields.String()
    outcome = fields.String()
    reason = fields.String()
    paragraph = fields.String(allow_none=True)


class DisputeView(Schema):
    """A dispute; everybody who sees it sees the same."""

    dispute = fields.String()
    ply = fields.Integer(metadata={"description": "Number of entries of its log; the ETag"})
    digest = fields.String(metadata={"description": "Of its last entry"})
    about = fields.Nested(AboutView)
    seat = fields.Integer(metadata={"description": "Who opened it"})
    claim = fields.String(metadata={"enum": [str(one) for one in Claim]})
    text = fields.String()
    command = fields.Dict(allow_none=True, metadata={"description": "Said to be refused; the last one given"})
    receipt = fields.Dict(allow_none=True, metadata={"description": "Given when it was opened"})
    judge = fields.Integer(
        metadata={"x-optional": True, "description": "Version of the machine that judges; absent for 1"}
    )
    refusal = fields.Dict(
        allow_none=True, metadata={"x-optional": True, "description": "As `receipt`; absent as `judge`"}
    )
    checkpoint = fields.Dict(
        allow_none=True, metadata={"x-optional": True, "description": "As `receipt`; absent as `judge`"}
    )
    evidence = fields.List(
        fields.Nested(EvidenceView),
        metadata={"x-optional": True, "description": "Added later (RULES 13.9); absent as `judge`"},
    )
    state = fields.String(metadata={"enum": [str(one) for one in DisputeState]})
    since = fields.Integer(metadata={"description": "ms since 1970"})
    until = fields.Integer(
        allow_none=True,
        metadata={"description": "When it is over at the latest, ms since 1970; null: nothing is asked"},
    )
    for_arbiter = fields.Boolean(metadata={"description": "Whether an arbiter may rule now"})
    parties = fields.List(fields.Nested(PartyView))
    statements = fields.List(fields.Nested(StatementView))
    verdict = fields.Nested(VerdictView, allow_none=True)
    ruling = fields.Nested(RulingView, allow_none=True)
    closed = fields.String(allow_none=True, metadata={"enum": [*(str(one) for one in Closing), None]})
    correction = fields.List(
        fields.Integer(),
        allow_none=True,
        metadata={"description": "Change of each seat's balance, in the order of the seats"},
    )


class SignedView(DisputeView):
    """A dispute, and what the service has signed of it."""

    signed = fields.Dict(
        metadata={
            "description": "The receipt of its last entry, to keep; `receipt` is that given as evidence"
        }
    )


class DisputesView(Incomplete):
    """The disputes about a game."""

    game = fields.String()
    disputes = fields.List(fields.Nested(DisputeView))


class UnsettledView(Incomplete):
    """Disputes that are not over."""

    disputes = fields.List(fields.Nested(DisputeView))
    next = fields.String(
        allow_none=True, metadata={"description": "The cursor of the next page, which Link names too"}
    )


class LoggedView(Schema):
    """An entry of the log of a dispute."""

    ply = fields.Integer()
    digest = fields.String()
    public = fields.Dict()


class LogView(Schema):
    """The log of a dispute."""

    dispute = fields.String()
    ply = fields.Integer()
    events = fields.List(fields.Nested(LoggedView))
    next = fields.Integer()
