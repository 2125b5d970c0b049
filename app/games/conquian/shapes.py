"""Shapes of the commands, the view and the legal moves of a hand, as the API takes and gives them."""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.conquian.state import Phase, Source, Termination
from app.games.shapes import CommandShape, Form, Member, ObjectShape

COMMANDS: Mapping[str, CommandShape] = MappingProxyType(
    {
        "exchange": CommandShape(must=("card",), example={"card": "4C"}),
        "meld": CommandShape(
            one=("melds", "use"), may=("discard",), example={"use": ["6O", "5O"], "discard": "12B"}
        ),
        "pass": CommandShape(),
        "force": CommandShape(must=("seat",), example={"seat": 1}),
        "keep": CommandShape(must=("discard",), example={"discard": "12B"}),
        "fold": CommandShape(),
        "standing": CommandShape(some=("claim", "force"), example={"claim": True}),
    }
)
"""The commands by their names in the API."""

COMMAND_MEMBERS: Mapping[str, Member] = MappingProxyType(
    {
        "card": Member(Form.CARD, "exchange: the card to give"),
        "melds": Member(Form.MELDS, "meld: the seat's whole table afterwards"),
        "use": Member(Form.CARDS, "meld: hand cards laid with the centre card; the service arranges"),
        "discard": Member(Form.CARD, "meld, keep: the card given away; absent when going out"),
        "seat": Member(Form.SEAT, "force: the seat that must meld"),
        "claim": Member(Form.BOOLEAN, "standing: whether to pass in every claim window of this hand"),
        "force": Member(Form.BOOLEAN, "standing: whether to pass in every force window of this hand"),
    }
)
"""The members of commands by name."""

_PHASE = (
    "What is asked. exchange: which card to give; offer: the first card goes round; left: a card that the "
    "seat before has left; new: a card just turned up; force_window: who forces the card on the seat on "
    "turn; claim_window: who else melds it; forced: the seat on turn must meld; over: nothing. null before "
    "the first hand"
)

_CENTRE = ObjectShape(
    "Centre",
    "The centre card: the one in play.",
    {
        "card": Member(Form.CARD),
        "source": Member(Form.WORD, "Turned up from the stock, or discarded", words=tuple(Source)),
        "left_by": Member(
            Form.SEAT, "The seat that discarded it, or turned it up and declined it", nullable=True
        ),
    },
)
_STANDING = ObjectShape(
    "Standing",
    "Windows in which a seat always passes.",
    {"claim": Member(Form.BOOLEAN), "force": Member(Form.BOOLEAN)},
)
_RESULT = ObjectShape(
    "Result",
    "Result of the hand.",
    {
        "termination": Member(Form.WORD, "Somebody went out, or the stock ran dry", words=tuple(Termination)),
        "winner": Member(Form.SEAT, "The seat that went out; null for tablas", nullable=True),
    },
)

VIEW: Mapping[str, Member] = MappingProxyType(
    {
        "target": Member(Form.INTEGER, "Cards to have melded to go out", nullable=True),
        "phase": Member(Form.WORD, _PHASE, words=tuple(Phase), nullable=True),
        "turn": Member(Form.SEAT, "The seat on turn: others may be asked before it plays", nullable=True),
        "centre": Member(Form.OBJECT, "The card in play", shape=_CENTRE, nullable=True),
        "stock_count": Member(Form.INTEGER, "How many cards are still to be turned up", nullable=True),
        "discards": Member(Form.CARDS, "Dead cards, where they lie open, oldest first", optional=True),
        "discard_count": Member(Form.INTEGER, "Number of dead cards, where they do not", optional=True),
        "hand": Member(Form.CARDS, "Own cards in the order dealt", nullable=True),
        "answer": Member(Form.COMMAND, "Own answer in the open window", nullable=True),
        "standing": Member(
            Form.OBJECT, "Windows in which this seat stands by a pass", shape=_STANDING, nullable=True
        ),
        "result": Member(
            Form.OBJECT, "How the hand ended; null while it is played", shape=_RESULT, nullable=True
        ),
    }
)
"""The members of a view that are about the hand; before the first hand they are null or absent."""

SEAT_VIEW: Mapping[str, Member] = MappingProxyType(
    {
        "hand_count": Member(Form.INTEGER, "How many cards it holds"),
        "table": Member(Form.MELDS, "Its melds, each a list of cards"),
        "folded": Member(Form.BOOLEAN, "Whether it has given up the present hand"),
    }
)
"""The members of a seat in a view that are about the hand."""

LEGAL_VIEW: Mapping[str, Member] = MappingProxyType(
    {
        "use": Member(Form.CARDS, "Of a meld: the hand cards laid with the centre card", optional=True),
        "discards": Member(
            Form.CARDS,
            "Of a meld: any one of them goes with it as `discard`; empty where it goes out",
            optional=True,
        ),
        "discard": Member(
            Form.CARD, "Of a keep, and of a meld with `expand`: the card given away", optional=True
        ),
        "card": Member(Form.CARD, "Of an exchange: the card to give", optional=True),
        "seat": Member(Form.SEAT, "Of a force: who must meld; of choose_dealer: who deals", optional=True),
    }
)
"""The members of a legal move."""
