"""Schemas of the requests and answers about disputes."""

from typing import Annotated, Any, NotRequired, TypedDict

from marshmallow import validates_schema

from app.games.codec import Json
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
from app.http.pagination import CursorField
from app.http.tagged_union import TypedSchema, TypeMembers
from app.i18n import TRANSLATED, Message
from replays.archive.unavailable import Incomplete
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


class UnsettledQuery(StrictSchema):
    """The query for disputes that are not over."""

    state = Choice(
        [str(state) for state in DisputeState if state not in OVER],
        metadata={"description": "Where it stands"},
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
    """The query for entries of a log."""

    after = QueryInteger(load_default=0, metadata={"description": "Entries after this ply"})


class AboutView(TypedDict):
    """The disputed entry and hand."""

    game: str
    ply: int
    digest: Annotated[str, "Of that entry"]
    hand_number: int
    first: Annotated[int, "First entry of the hand"]
    last: Annotated[int, "Last entry of the hand"]


class PartyView(TypedDict):
    """A seat of the game that a person has."""

    seat: int
    player: str | None
    answer: Annotated[str | None, "To the verdict: accepted or contested"]


class EvidenceView(TypedDict):
    """Evidence that was added to a dispute."""

    by: Annotated[str, "seat:N"]
    at: Annotated[int, "ms since 1970"]
    command: Json | None
    receipt: Json | None
    refusal: Json | None
    checkpoint: Json | None


class StatementView(TypedDict):
    """A statement in a dispute."""

    by: Annotated[str, "seat:N or arbiter:player"]
    text: str
    at: Annotated[int, "ms since 1970"]


class ParagraphView(TypedDict):
    """The paragraph of a verdict to read in another language."""

    language: Annotated[str, {"enum": [*map(str, TRANSLATED)]}]
    note: Annotated[str, "Says that the English text binds"]
    paragraph: str


class VerdictReasonView(TypedDict):
    """A reason of a verdict beside the paragraph that it cites."""

    rule: Annotated[str, "Paragraph of the rules"]
    sentence: Annotated[str, "Why, in the language of Accept-Language"]
    paragraph: Annotated[str | None, "Its text in the game's edition, translated if it is"]


class VerdictSentencesView(TypedDict):
    """A verdict in words."""

    reason: Annotated[str, "Why, in the language of Accept-Language"]
    consequence: Annotated[str, "What follows for the hand and the ledger"]


class VerdictView(TypedDict):
    """The verdict of the machine."""

    outcome: Annotated[str, {"enum": [*map(str, VerdictOutcome)]}]
    code: NotRequired[
        Annotated[
            str,
            "Why, as a stable code; absent where the first version of the judge has judged",
            {"enum": [*REASONS]},
        ]
    ]
    consequence: NotRequired[
        Annotated[
            str,
            "What follows for the hand and the ledger (RULES 13.10); absent as `code`",
            {"enum": [*CONSEQUENCES]},
        ]
    ]
    sentences: NotRequired[
        Annotated[VerdictSentencesView, "`code` and `consequence` in words; absent as they are"]
    ]
    rule: Annotated[str | None, "Paragraph of the rules"]
    paragraph: Annotated[str | None, "Its text in the game's edition"]
    translation: NotRequired[Annotated[ParagraphView, "Where Accept-Language chooses Spanish or French"]]
    reason: NotRequired[
        Annotated[
            VerdictReasonView, "Of a meld that a seat was forced to make: the paragraph on forcing, and why"
        ]
    ]
    head: Annotated[Json | None, "Ply and digest of the log judged by"]
    revealed: Annotated[bool, "Whether the cards of the hand were open"]
    facts: Annotated[Json, "What the outcome follows from"]
    findings: Annotated[list[Json], "Of the audit, as far as they concern it"]
    legal: Annotated[Json | None, "What was open to the seat: ply, seat, moves, count"]
    correction: Annotated[list[int] | None, "What follows for the ledger, by seat"]


class RulingView(TypedDict):
    """The ruling of an arbiter."""

    by: str
    outcome: str
    reason: str
    paragraph: str | None


class DisputeView(TypedDict):
    """A dispute, the same for every reader."""

    dispute: str
    ply: Annotated[int, "Number of entries of its log; the ETag"]
    digest: Annotated[str, "Of its last entry"]
    about: AboutView
    seat: Annotated[int, "Who opened it"]
    claim: Annotated[str, {"enum": [*map(str, Claim)]}]
    text: str
    command: Annotated[Json | None, "Said to be refused; the last one given"]
    receipt: Annotated[Json | None, "Given when it was opened"]
    judge: NotRequired[Annotated[int, "Version of the machine that judges; absent for 1"]]
    refusal: NotRequired[Annotated[Json | None, "As `receipt`; absent as `judge`"]]
    checkpoint: NotRequired[Annotated[Json | None, "As `receipt`; absent as `judge`"]]
    evidence: NotRequired[Annotated[list[EvidenceView], "Added later (RULES 13.9); absent as `judge`"]]
    state: Annotated[str, {"enum": [*map(str, DisputeState)]}]
    since: Annotated[int, "ms since 1970"]
    until: Annotated[int | None, "When it is over at the latest, ms since 1970; null: nothing is asked"]
    for_arbiter: Annotated[bool, "Whether an arbiter may rule now"]
    parties: list[PartyView]
    statements: list[StatementView]
    verdict: VerdictView | None
    ruling: RulingView | None
    closed: Annotated[str | None, {"enum": [*map(str, Closing)]}]
    correction: Annotated[list[int] | None, "Change of each seat's balance, in the order of the seats"]


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
    public: Json


class LogView(TypedDict):
    """The log of a dispute."""

    dispute: str
    ply: int
    events: list[LoggedView]
    next: int
