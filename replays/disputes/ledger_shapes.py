"""What disputes say of a ledger, as schemas: the same in a game's view and in the list of games."""

from typing import Any

from marshmallow import Schema, fields


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


class DisputedLedger(Schema):
    """The members of an object with balances that disputes add to it (RULES 13.7)."""

    provisional = fields.List(
        fields.Nested(ProvisionalView),
        **_where_any("Hands in dispute; present where there are disputes about this game"),
    )
    corrections = fields.List(fields.Nested(CorrectionView), **_where_any("Of disputes"))
    corrected = fields.List(
        fields.Integer(), **_where_any("By seat the balance after the corrections of disputes")
    )
