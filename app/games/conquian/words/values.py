"""A short phrase for every value that a field of a rules sheet chooses from.

A value is named by its JSON text; `null` is the absence of a value. Those of switches are yes and no.
"""

from collections.abc import Mapping
from types import MappingProxyType

from app.i18n import Message

VALUES: Mapping[str, Mapping[str, Message]] = MappingProxyType(
    {
        "pack": {
            "spanish40": Message("Spanish pack of 40"),
            "french40": Message("French pack without 8, 9 and 10"),
            "numeral40": Message("French pack without court cards"),
            "french52": Message("French pack of 52"),
        },
        "direction": {
            "anticlockwise": Message("anticlockwise, to the right"),
            "clockwise": Message("clockwise, to the left"),
        },
        "deal_style": {
            "singles": Message("one by one"),
            "packets_4_4": Message("four and four"),
            "packets_3_5": Message("three, then five"),
        },
        "set_kind": {
            "rank": Message("of one rank"),
            "identical": Message("identical cards"),
        },
        "run_max": {"null": Message("no limit")},
        "first_turn": {
            "offer": Message("offered to everybody"),
            "plain": Message("like any card"),
        },
        "force_source": {
            "any": Message("any card"),
            "stock": Message("from the stock only"),
        },
        "wild_card": {
            "null": Message("no yuca"),
            "2O": Message("the two of oros"),
            "2d": Message("the two of diamonds"),
        },
        "keep_turn_limit": {"null": Message("twice the number of seats")},
        "group_needs_stock_card": {
            "off": Message("none"),
            "sets": Message("sets"),
            "all": Message("all melds"),
        },
        "waste": {
            "face_up": Message("face up"),
            "face_down": Message("face down"),
        },
        "payment": {
            "stake": Message("the stake"),
            "pay_cards": Message("the winner's pay cards"),
        },
        "draw_stake": {
            "same": Message("stays the same"),
            "double": Message("is doubled once"),
            "double_compound": Message("doubles with every drawn hand"),
            "carry": Message("is carried over"),
        },
        "next_dealer": {
            "rotate": Message("the next player"),
            "winner_leads": Message("whoever lets the winner lead"),
            "chosen": Message("whoever the table chooses"),
        },
        "deals": {
            "null": Message("as many as are liked"),
        },
        "money": {
            "money": Message("money", "stake"),
            "chips": Message("chips"),
        },
        "sits_out": {
            "none": Message("nobody"),
            "rotate": Message("each in turn"),
            "loser": Message("the loser"),
        },
    }
)
"""The phrases by field and value."""
