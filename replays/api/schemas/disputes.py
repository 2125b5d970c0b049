"""Schemas of the requests and answers about disputes, with examples."""

from typing import Annotated, Any, Final, TypedDict

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
    """The query for a list of disputes."""

    over = QueryBoolean(
        load_default=False, metadata={"description": "Those that are over, once they are archived"}
    )
    state = Choice(
        [str(state) for state in DisputeState if state not in OVER],
        metadata={"description": "Where it stands"},
    )
    for_arbiter = QueryBoolean(metadata={"description": "Whether an arbiter may rule now"})
    player = String(
        maximum=64,
        metadata={"description": "The id of a player who is a party; `me` with an API key"},
    )
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
    """A page of disputes."""

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


_GAME: Final = "g-17b3v0w1x5z8k2m4n6p7q9r0"
_HASH: Final = "5b" * 32

DISPUTE_EXAMPLE: Final[dict[str, Any]] = {
    "dispute": "d-2a4k6m8p0r2t4v6x8z0b2d4f",
    "ply": 2,
    "digest": "9f" * 32,
    "about": {"game": _GAME, "ply": 17, "digest": _HASH, "hand_number": 1, "first": 3, "last": 43},
    "seat": 0,
    "claim": "wrong_refusal",
    "text": "I could have kept the card.",
    "command": {"type": "keep", "discard": "4C"},
    "receipt": None,
    "judge": 3,
    "refusal": None,
    "checkpoint": None,
    "evidence": [],
    "state": "judged",
    "since": 1_790_000_000_000,
    "until": 1_790_604_800_000,
    "for_arbiter": False,
    "parties": [
        {"seat": 0, "player": None, "answer": None},
        {"seat": 1, "player": "p-0c1d2e3f4g5h6i7j8k9l0m1n", "answer": "accepted"},
    ],
    "statements": [],
    "verdict": {
        "outcome": "rejected",
        "code": "command_forbidden",
        "consequence": "none",
        "sentences": {
            "reason": "After entry 17 the rules forbid the command (keep_forbidden).",
            "consequence": "The hand and the ledger stay as they are.",
        },
        "rule": "10.6",
        "paragraph": "Keep. `keep_forbidden` (rules), `not_your_turn`, ...",
        "head": {"ply": 43, "digest": _HASH},
        "revealed": True,
        "facts": {
            "actor": 0,
            "command": {"type": "keep", "discard": "4C"},
            "ply": 17,
            "refusal": "keep_forbidden",
            "signed": None,
        },
        "findings": [],
        "legal": {"ply": 17, "seat": 0, "moves": [{"type": "pass"}], "count": 1},
        "correction": None,
    },
    "ruling": None,
    "closed": None,
    "correction": None,
}

SIGNED_EXAMPLE: Final[dict[str, Any]] = {
    **DISPUTE_EXAMPLE,
    "signed": {
        "v": 1,
        "key": "c5" * 8,
        "game": DISPUTE_EXAMPLE["dispute"],
        "ply": DISPUTE_EXAMPLE["ply"],
        "digest": DISPUTE_EXAMPLE["digest"],
        "time": 1_790_000_000_500,
        "signature": "7e" * 64,
    },
}

OPENED_EXAMPLE: Final[dict[str, Any]] = {
    **SIGNED_EXAMPLE,
    "ply": 1,
    "about": {**DISPUTE_EXAMPLE["about"], "last": 48},
    "claim": "wrong_payment",
    "text": "The yuca was not paid double.",
    "command": None,
    "state": "open",
    "until": None,
    "parties": [
        {"seat": 0, "player": None, "answer": None},
        {"seat": 1, "player": None, "answer": None},
    ],
    "verdict": None,
}
"""The answer to whoever opens a dispute, which the machine has not judged yet."""

LOG_EXAMPLE: Final[dict[str, Any]] = {
    "dispute": DISPUTE_EXAMPLE["dispute"],
    "ply": 1,
    "events": [
        {
            "ply": 1,
            "digest": "9f" * 32,
            "public": {
                "v": 1,
                "game": DISPUTE_EXAMPLE["dispute"],
                "ply": 1,
                "time": 1_790_000_000_000,
                "actor": "seat:0",
                "command": {"type": "open", "game": _GAME, "ply": 17, "claim": "wrong_refusal"},
                "events": [{"type": "dispute-opened", "game": _GAME, "ply": 17, "claim": "wrong_refusal"}],
                "seals": [],
            },
        }
    ],
    "next": 1,
}

OF_GAME_EXAMPLE: Final[dict[str, Any]] = {"game": _GAME, "disputes": [DISPUTE_EXAMPLE]}

UNSETTLED_EXAMPLE: Final[dict[str, Any]] = {"disputes": [DISPUTE_EXAMPLE], "next": None}
