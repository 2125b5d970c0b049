"""Shapes of the commands, the view and the legal moves of a hand, as the API takes and gives them."""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.holdem.ranking import Category
from app.games.holdem.rules import CHIPS_MAX, Street
from app.games.shapes import CommandShape, Form, Member, ObjectShape

HOLDEM_SHAPES: Mapping[str, CommandShape] = MappingProxyType(
    {
        "check": CommandShape(),
        "bet": CommandShape(must=("to",), example={"to": 6}),
        "call": CommandShape(),
        "raise": CommandShape(must=("to",), example={"to": 9}),
        "fold": CommandShape(),
        "buy": CommandShape(must=("chips",), example={"chips": 20}),
    }
)
"""The commands by their names in the API."""

HOLDEM_MEMBERS: Mapping[str, Member] = MappingProxyType(
    {
        "to": Member(
            Form.INTEGER, "bet, raise: the level of the round to go to", minimum=1, maximum=CHIPS_MAX
        ),
        "chips": Member(Form.INTEGER, "buy: the chips to buy between hands", minimum=1, maximum=CHIPS_MAX),
    }
)
"""The members of commands by name."""

_POT = ObjectShape(
    "HoldemPot",
    "A pot and the seats that can win it.",
    {"amount": Member(Form.INTEGER, "Its chips"), "seats": Member(Form.SEATS, "Who can win it")},
)
_SHARE = ObjectShape(
    "HoldemShare", "A part of a pot.", {"seat": Member(Form.SEAT), "chips": Member(Form.INTEGER)}
)
_AWARD = ObjectShape(
    "HoldemAward",
    "A pot that was won.",
    {**_POT.members, "shares": Member(Form.OBJECTS, "Its winners and what each gets", shape=_SHARE)},
)
_RESULT = ObjectShape(
    "HoldemResult",
    "The end of a hand.",
    {
        "showdown": Member(Form.BOOLEAN, "Whether hands were laid open"),
        "pots": Member(Form.OBJECTS, "The pots, the main pot first", shape=_AWARD),
    },
)
_SHOWN = ObjectShape(
    "HoldemShown",
    "A hand that lies open.",
    {
        "cards": Member(Form.CARDS, "The hole cards"),
        "category": Member(Form.WORD, "The kind of the hand", words=tuple(Category)),
        "best": Member(Form.CARDS, "The five cards that count"),
    },
)

HOLDEM_VIEW: Mapping[str, Member] = MappingProxyType(
    {
        "street": Member(Form.WORD, "The round of betting", words=tuple(Street), nullable=True),
        "board": Member(Form.CARDS, "The cards that belong to all"),
        "button": Member(Form.SEAT, "The seat that in theory deals", nullable=True),
        "turn": Member(Form.SEAT, "The seat that is asked", nullable=True),
        "limit": Member(Form.INTEGER, "The highest level of a round", nullable=True),
        "level": Member(Form.INTEGER, "What a seat must have bet in the round to stay in"),
        "levels": Member(Form.INTEGERS, "The levels to which the seat on turn may bet or raise"),
        "to_call": Member(Form.INTEGER, "What the seat on turn has to pay", nullable=True),
        "stock_count": Member(Form.INTEGER, "How many cards the stock has", nullable=True),
        "pots": Member(
            Form.OBJECTS, "The pots with all bets, the main pot first; after the hand in `result`", shape=_POT
        ),
        "hand": Member(Form.CARDS, "Own hole cards", nullable=True),
        "result": Member(Form.OBJECT, "How the hand ended", shape=_RESULT, nullable=True),
    }
)
"""The members of a view that are about the hand."""

HOLDEM_SEAT_VIEW: Mapping[str, Member] = MappingProxyType(
    {
        "hand_count": Member(Form.INTEGER, "How many cards it holds"),
        "stack": Member(Form.INTEGER, "Its chips that are in no pot; between hands with those it has bought"),
        "brought": Member(Form.INTEGER, "Its chips at the beginning of the hand, or for the next one"),
        "short_buys": Member(
            Form.INTEGER,
            "How often it may still buy for less than the buy-in; null during a hand",
            nullable=True,
        ),
        "bet": Member(Form.INTEGER, "Its level in the round"),
        "paid": Member(Form.INTEGER, "What it has put into the pots in this hand, a dead blind aside"),
        "folded": Member(Form.BOOLEAN, "Whether it has given up the hand"),
        "all_in": Member(Form.BOOLEAN, "Whether it is still in without chips"),
        "shown": Member(Form.OBJECT, "Its hand at the showdown", shape=_SHOWN, nullable=True),
    }
)
"""The members of a seat in a view that are about the hand."""

HOLDEM_LEGAL_VIEW: Mapping[str, Member] = MappingProxyType(
    {"to": Member(Form.INTEGER, "Of a bet or raise: the level", optional=True)}
)
"""The members of a legal move."""

HOLDEM_SEATING: Mapping[str, Member] = MappingProxyType(
    {
        "buy_in": Member(
            Form.INTEGER, "Chips to sit down with, the usual buy-in if absent", minimum=1, maximum=CHIPS_MAX
        )
    }
)
"""What may be said when a seat is taken."""
