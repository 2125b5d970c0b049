"""A game as one reader may know it, as schemas: they document it, the views themselves write it."""

from typing import Any, Final

from marshmallow import Schema, fields

from app.api.receipt_shapes import ReceiptView
from app.games.cards import PACKS
from app.games.conquian.rules import Money
from app.games.conquian.state import Phase, Source, Termination
from app.games.table.state import Kind, Start, Status, Stock, Visibility
from replays.absent import Incomplete
from replays.disputes.ledger_shapes import DisputedLedger

Json = dict[str, Any]

CARD: Final = (
    "A card is a rank and a suit. Spanish pack: 1 to 7 and 10 to 12 of O (oros), C (copas), E (espadas) or "
    "B (bastos), as 7O; French packs: A, 2 to 9, T, J, Q, K of d, h, s or c, as Td"
)
"""How cards are written."""

MOVE: Final[Json] = {"$ref": "#/components/schemas/Move"}
"""A command as it is sent."""

_BY_SEAT: Final = "The number of a seat, from 0"
_DEADLINE: Final = "When the time for the open question is over, ms since 1970; not in answers to commands"
_MONEY: Final = "in the unit of the stake"
_STATUS: Final = (
    "waiting for open seats, or until everybody is ready for the first hand; committing and revealing where "
    "seats add chance of their own; playing a hand; "
    "between_hands until the seats are ready; finished; void: over without a result; frozen: an operator has "
    "to look at it"
)
_PHASE: Final = (
    "What is asked. exchange: which card to give; offer: the first card goes round; left: a card that the "
    "seat before has left; new: a card just turned up; force_window: who forces the card on the seat on "
    "turn; claim_window: who else melds it; forced: the seat on turn must meld; over: nothing. null before "
    "the first hand"
)


def words(kinds: Any, description: str | None = None) -> Json:
    """What a field says that is one of a few words."""
    told = {} if description is None else {"description": description}
    return {"enum": [*map(str, kinds)], **told}


def said(description: str) -> Json:
    """The options of a field that is always there."""
    return {"metadata": {"description": description}}


def may_lack(description: str) -> Json:
    """The options of a field that may be missing."""
    return {"metadata": {"x-optional": True, "description": description}}


class VoidView(Schema):
    """Why a game ended without a result."""

    reason = fields.String(
        **said("RULES 11.10, as `abandoned`; `operator` where the operator ended the game")
    )
    seats = fields.List(fields.Integer(), **said("Those that caused it"))


class FrozenView(Schema):
    """Why a game is frozen."""

    reason = fields.String()
    receipt = fields.Nested(ReceiptView, **said("Which contradicts the log"))


class CentreView(Schema):
    """The centre card: the one in play."""

    card = fields.String(**said(CARD))
    source = fields.String(metadata=words(Source, "Turned up from the stock, or discarded"))
    left_by = fields.Integer(
        allow_none=True, **said("The seat that discarded it, or turned it up and declined it")
    )


class SeatView(Schema):
    """What everybody sees of a seat."""

    seat = fields.Integer(**said(_BY_SEAT))
    kind = fields.String(metadata=words(Kind, "Free to be taken (open), taken, or played by the service"))
    player = fields.String(
        allow_none=True, **said("Who sits there or for whom it is kept; null for a guest, who has no id")
    )
    bot = fields.String(allow_none=True, **said("The name of its bot, as of /v1/bots"))
    invited = fields.Boolean(**said("Whether the open seat is kept for an invitation"))
    entropy = fields.String(
        allow_none=True,
        metadata=words(
            ("committed", "server_supplied"),
            "Whether it adds chance of its own to the decks (RULES 12.2); null where none is asked for or "
            "that is open",
        ),
    )
    balance = fields.Integer(
        **said(f"Sum of what the seat has won, less what it has paid, over all hands, {_MONEY}")
    )
    left = fields.Boolean(**said("Whether its person has left: the seat can be taken"))
    away = fields.Boolean(**said("Whether the seat is not waited for any more"))
    sits_out = fields.Boolean(**said("Whether the seat sits the present hand out"))
    hand_count = fields.Integer(**said("How many cards it holds"))
    table = fields.List(fields.List(fields.String()), **said("Its melds, each a list of cards"))
    folded = fields.Boolean(**said("Whether it has given up the present hand"))


class BankView(Schema):
    """A team's bank."""

    team = fields.Integer(**said("Its number, from 0"))
    banker = fields.Integer(**said("The seat that holds the money"))
    balance = fields.Integer(**said(f"How much that is, {_MONEY}"))


class ResultView(Schema):
    """How the hand ended."""

    termination = fields.String(metadata=words(Termination, "Somebody went out, or the stock ran dry"))
    winner = fields.Integer(allow_none=True, **said("The seat that went out; null for tablas"))


class ForkOfView(Schema):
    """Where a fork began."""

    game = fields.String(**said("The game it was forked from"))
    ply = fields.Integer(**said("After which of its entries"))
    digest = fields.String(**said("The digest of that entry"))
    stock = fields.String(metadata=words(Stock, "As the game had it, or shuffled anew"))


class StandingView(Schema):
    """Whether a seat stands by a pass, in which windows."""

    claim = fields.Boolean()
    force = fields.Boolean()


class ViewSchema(DisputedLedger, Incomplete):
    """A game as one reader may know it."""

    game = fields.String(**said("Its id"))
    variant = fields.String(**said("As of /v1/variants, or as a sheet calls itself"))
    visibility = fields.String(
        metadata=words(Visibility, "Who may look on: anybody, whoever knows the id, its seats alone")
    )
    start = fields.String(
        metadata=words(Start, "When the first hand begins: with the last seat taken, or once all are ready")
    )
    host = fields.Integer(
        allow_none=True, **said("The seat of the host; null where the host has none, or has left it")
    )
    rematch_of = fields.String(allow_none=True, **said("The game this one repeats"))
    fork_of = fields.Nested(
        ForkOfView, allow_none=True, **said("Where it began, if it is a what-if of another game")
    )
    ply = fields.Integer(**said("Number of entries; the ETag"))
    decision = fields.Integer(
        allow_none=True,
        **said("Ply of the question open to this seat, good for If-Match; null while it is asked nothing"),
    )
    status = fields.String(metadata=words(Status, _STATUS))
    frozen = fields.Nested(FrozenView, allow_none=True, **said("Why, in a game that is frozen"))
    void = fields.Nested(VoidView, allow_none=True, **said("Why, in a game that is void"))
    pack = fields.String(metadata=words(PACKS, CARD))
    target = fields.Integer(allow_none=True, **said("Cards to have melded to go out"))
    phase = fields.String(allow_none=True, metadata=words(Phase, _PHASE))
    hand_number = fields.Integer(**said("Of the present hand, from 1; 0 before the first"))
    dealer = fields.Integer(allow_none=True, **said("The seat that deals the present hand"))
    turn = fields.Integer(allow_none=True, **said("The seat on turn: others may be asked before it plays"))
    awaited = fields.List(fields.Integer(), **said("The seats that are asked and have not answered"))
    answered = fields.List(fields.Integer(), **said("The seats that have answered the open question"))
    deadline = fields.Integer(allow_none=True, **may_lack(_DEADLINE))
    centre = fields.Nested(CentreView, allow_none=True, **said("The card in play"))
    stock_count = fields.Integer(allow_none=True, **said("How many cards are still to be turned up"))
    discards = fields.List(fields.String(), **may_lack("Dead cards, where they lie open, oldest first"))
    discard_count = fields.Integer(**may_lack("Number of dead cards, where they do not"))
    seats = fields.List(fields.Nested(SeatView), **said("In order of play"))
    you = fields.Integer(allow_none=True, **said("The reader's own seat; null for a spectator"))
    hand = fields.List(fields.String(), allow_none=True, **said("Own cards in the order dealt"))
    answer = fields.Raw(
        metadata={"anyOf": [MOVE, {"type": "null"}], "description": "Own answer in the open window"}
    )
    standing = fields.Nested(
        StandingView, allow_none=True, **said("Windows in which this seat stands by a pass")
    )
    stake = fields.Integer(**said("Of the present hand, after draws too (RULES 9.4); 0: for nothing"))
    money = fields.String(metadata=words(Money, "What the ledger counts"))
    house = fields.Integer(**said("What the house has; with the balances it sums to zero"))
    banks = fields.List(fields.Nested(BankView), **said("Who holds a team's money"))
    chosen_dealer = fields.Integer(allow_none=True, **said("The seat that shall deal the next hand"))
    result = fields.Nested(ResultView, allow_none=True, **said("How the hand ended; null while it is played"))
