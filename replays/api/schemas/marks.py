"""The marks of a game and what disputes say of its ledger, as schemas: the same in views and in the list."""

from typing import Any

from marshmallow import Schema, fields

from replays.disputes.state import Claim, DisputeState, VerdictOutcome


def _said(description: str) -> dict[str, Any]:
    return {"metadata": {"description": description}}


def _where_any(description: str) -> dict[str, Any]:
    """The options of a field that is there where there are disputes about the game."""
    return {"metadata": {"x-optional": True, "description": description}}


class ProvisionalView(Schema):
    """A hand whose payment does not count yet."""

    hand_number = fields.Integer(**_said("From 1"))
    dispute = fields.String(**_said("Its id"))
    state = fields.String(**_said("Where the dispute stands, as it says itself"))


class CorrectionView(Schema):
    """What a dispute has changed."""

    hand_number = fields.Integer(**_said("From 1"))
    dispute = fields.String(**_said("Its id"))
    amounts = fields.List(fields.Integer(), **_said("By seat; they sum to zero"))


class ContradictionView(Schema):
    """A receipt of the service that the log of the game contradicts (RULES 12.8)."""

    ply = fields.Integer(**_said("The entry that the receipt is for"))
    digest = fields.String(**_said("The digest in the receipt, hex"))
    held_ply = fields.Integer(**_said("`ply`, or the last entry of a log that has no such entry"))
    held_digest = fields.String(**_said("The digest of that entry in the log, hex"))


class DisputeMarkView(Schema):
    """A dispute about the game."""

    dispute = fields.String(**_said("Its id"))
    seat = fields.Integer(**_said("The seat that opened it"))
    hand_number = fields.Integer(**_said("From 1"))
    claim = fields.String(metadata={"enum": [str(one) for one in Claim]})
    state = fields.String(metadata={"enum": [str(one) for one in DisputeState]})
    outcome = fields.String(
        allow_none=True,
        metadata={
            "enum": [str(one) for one in VerdictOutcome],
            "description": "Of the arbiter's ruling, or else of the verdict; null before there is one",
        },
    )


class MarksView(Schema):
    """The members that marks of a game add to an object that tells of it (RULES 12.8, 13.8)."""

    contradictions = fields.List(
        fields.Nested(ContradictionView),
        **_where_any("Receipts that the log contradicts, if any: `GET /v1/games/{id}/receipts`"),
    )
    disputes = fields.List(fields.Nested(DisputeMarkView), **_where_any("Disputes about the game"))


class DisputedLedger(MarksView):
    """The members that marks of a game add to an object with its balances (RULES 12.8, 13.7)."""

    provisional = fields.List(
        fields.Nested(ProvisionalView),
        **_where_any("Hands in dispute; present where there are disputes about this game"),
    )
    corrections = fields.List(fields.Nested(CorrectionView), **_where_any("Of disputes"))
    corrected = fields.List(
        fields.Integer(), **_where_any("By seat the balance after the corrections of disputes")
    )
