"""What the API answers, as schemas: they document it, the views themselves write it."""

from marshmallow import Schema, fields

_DEADLINE = "When the time for the open question is over, ms since 1970; not in answers to commands"

_OF_ANSWER = "For the ply of this answer; null in a game of bots alone, whose head is signed when asked for"
_TOKEN = {"description": "Of the caller's seat; null in replays of this answer after 24 hours"}
_RECEIPT = {
    "v": 1,
    "key": "3f9a51c0d2e4b687",
    "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
    "ply": 37,
    "digest": "5b" * 32,
    "time": 1_795_262_400_000,
    "signature": "a7" * 64,
}


class ReceiptView(Schema):
    """A receipt (RULES 12.7).

    The signature is Ed25519 over `conquian/receipt/1` and the canonical JSON of all else.
    """

    v = fields.Integer()
    key = fields.String(metadata={"description": "Id of a key of /.well-known/conquian-keys.json"})
    game = fields.String()
    ply = fields.Integer()
    digest = fields.String(metadata={"description": "Of that entry, hex"})
    time = fields.Integer(metadata={"description": "Of that entry, ms since 1970"})
    signature = fields.String(metadata={"description": "64 bytes, hex"})


KEY_LIST = {
    "v": 1,
    "origin": "conquian/3f9a51c0d2e4b687",
    "keys": [
        {
            "id": "3f9a51c0d2e4b687",
            "algorithm": "Ed25519",
            "public": "c4" * 32,
            "from": 0,
            "until": None,
        }
    ],
}


class SigningKeyView(Schema):
    """A key and its time, in ms since 1970."""

    id = fields.String(required=True, metadata={"description": "First 16 digits of SHA-256 of the key"})
    algorithm = fields.String(required=True)
    public = fields.String(required=True, metadata={"description": "32 bytes, hex"})
    begins = fields.Integer(required=True, data_key="from")
    until = fields.Integer(required=True, allow_none=True, metadata={"description": "null: in force"})


class KeyListView(Schema):
    """Every key that the service ever signed with."""

    v = fields.Integer(required=True)
    origin = fields.String(required=True, metadata={"description": "What the service calls itself"})
    keys = fields.List(fields.Nested(SigningKeyView), required=True)


class VoidView(Schema):
    """Why a game ended without a result."""

    reason = fields.String()
    seats = fields.List(fields.Integer(), metadata={"description": "Those that caused it"})


class FrozenView(Schema):
    """Why a game is frozen."""

    reason = fields.String()
    receipt = fields.Nested(ReceiptView, metadata={"description": "Which contradicts the log"})


class CentreView(Schema):
    """The centre card."""

    card = fields.String()
    source = fields.String()
    left_by = fields.Integer(allow_none=True)


class SeatView(Schema):
    """What everybody sees of a seat."""

    seat = fields.Integer()
    kind = fields.String()
    player = fields.String(allow_none=True)
    bot = fields.String(allow_none=True)
    invited = fields.Boolean(metadata={"description": "Whether the open seat is kept for an invitation"})
    entropy = fields.String(allow_none=True)
    balance = fields.Integer()
    left = fields.Boolean(metadata={"description": "Whether its person has left: the seat can be taken"})
    away = fields.Boolean(metadata={"description": "Whether the seat is not waited for any more"})
    sits_out = fields.Boolean(metadata={"description": "Whether the seat sits the present hand out"})
    hand_count = fields.Integer()
    table = fields.List(fields.List(fields.String()))
    folded = fields.Boolean()


class BankView(Schema):
    """A team's bank."""

    team = fields.Integer()
    banker = fields.Integer()
    balance = fields.Integer()


class ResultView(Schema):
    """How the hand ended."""

    termination = fields.String()
    winner = fields.Integer(allow_none=True)


class ForkOfView(Schema):
    """Where a fork began."""

    game = fields.String(metadata={"description": "The game it was forked from"})
    ply = fields.Integer(metadata={"description": "After which of its entries"})
    digest = fields.String(metadata={"description": "The digest of that entry"})
    stock = fields.String(metadata={"description": "same or fresh"})


class ProvisionalView(Schema):
    """A hand whose payment does not count yet."""

    hand_number = fields.Integer()
    dispute = fields.String()
    state = fields.String()


class CorrectionView(Schema):
    """What a dispute has changed."""

    hand_number = fields.Integer()
    dispute = fields.String()
    amounts = fields.List(fields.Integer(), metadata={"description": "By seat; they sum to zero"})


class ViewSchema(Schema):
    """A game as one reader may know it."""

    game = fields.String()
    variant = fields.String()
    visibility = fields.String(metadata={"description": "public, unlisted or private"})
    rematch_of = fields.String(allow_none=True, metadata={"description": "The game this one repeats"})
    fork_of = fields.Nested(ForkOfView, allow_none=True)
    ply = fields.Integer(metadata={"description": "Number of entries; the ETag"})
    decision = fields.Integer(
        allow_none=True, metadata={"description": "Ply of the question open to this seat"}
    )
    status = fields.String()
    frozen = fields.Nested(FrozenView, allow_none=True)
    void = fields.Nested(VoidView, allow_none=True)
    pack = fields.String()
    target = fields.Integer(allow_none=True, metadata={"description": "Cards to have melded to go out"})
    phase = fields.String(allow_none=True)
    hand_number = fields.Integer()
    dealer = fields.Integer(allow_none=True)
    turn = fields.Integer(allow_none=True)
    awaited = fields.List(fields.Integer())
    answered = fields.List(fields.Integer())
    deadline = fields.Integer(allow_none=True, metadata={"x-optional": True, "description": _DEADLINE})
    centre = fields.Nested(CentreView, allow_none=True)
    stock_count = fields.Integer(allow_none=True)
    discards = fields.List(
        fields.String(), metadata={"x-optional": True, "description": "Dead cards, where they lie open"}
    )
    discard_count = fields.Integer(
        metadata={"x-optional": True, "description": "Number of dead cards, where they do not"}
    )
    seats = fields.List(fields.Nested(SeatView))
    you = fields.Integer(allow_none=True)
    hand = fields.List(
        fields.String(), allow_none=True, metadata={"description": "Own cards in the order dealt"}
    )
    answer = fields.Dict(allow_none=True, metadata={"description": "Own answer in the open window"})
    standing = fields.Dict(
        allow_none=True, metadata={"description": "Windows in which this seat stands by a pass"}
    )
    stake = fields.Integer()
    money = fields.String(metadata={"description": "What the ledger counts: money or chips"})
    house = fields.Integer(metadata={"description": "What the house has; with the balances it sums to zero"})
    banks = fields.List(fields.Nested(BankView), metadata={"description": "Who holds a team's money"})
    chosen_dealer = fields.Integer(allow_none=True, metadata={"description": "Who shall deal the next hand"})
    result = fields.Nested(ResultView, allow_none=True)
    provisional = fields.List(
        fields.Nested(ProvisionalView),
        metadata={
            "x-optional": True,
            "description": "Hands in dispute; present where there are disputes about this game",
        },
    )
    corrections = fields.List(
        fields.Nested(CorrectionView), metadata={"x-optional": True, "description": "Of disputes"}
    )
    corrected = fields.List(
        fields.Integer(),
        metadata={"x-optional": True, "description": "By seat the balance after the corrections of disputes"},
    )


class SeatTokenView(Schema):
    """A seat, and the secret that goes with it: the token of the caller's own, the code of an invitation."""

    seat = fields.Integer()
    token = fields.String(allow_none=True, metadata={"x-optional": True, **_TOKEN})
    invitation = fields.String(
        allow_none=True,
        metadata={"x-optional": True, "description": "To be handed on: whoever sends it takes the seat"},
    )


class CreatedView(Schema):
    """A new game."""

    game = fields.String()
    ply = fields.Integer()
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    seats = fields.List(fields.Nested(SeatTokenView))
    view = fields.Nested(ViewSchema)


class SeatedView(Schema):
    """A seat taken."""

    game = fields.String()
    ply = fields.Integer()
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    seat = fields.Integer()
    token = fields.String(allow_none=True, metadata=_TOKEN)
    view = fields.Nested(ViewSchema)


class RotatedView(Schema):
    """A seat with another token."""

    game = fields.String()
    ply = fields.Integer()
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    seat = fields.Integer()
    token = fields.String(
        allow_none=True,
        metadata={"description": "The only one that is valid; null in replays of this answer after 24 hours"},
    )


class AnswerView(Schema):
    """The answer to an accepted command."""

    ply = fields.Integer()
    receipt = fields.Nested(ReceiptView, allow_none=True, metadata={"description": _OF_ANSWER})
    view = fields.Nested(ViewSchema, metadata={"description": "Without the deadline"})


class HeadView(Schema):
    """The signed head of a game."""

    game = fields.String()
    ply = fields.Integer()
    status = fields.String()
    receipt = fields.Nested(ReceiptView, metadata={"example": _RECEIPT})


class ConfrontedView(Schema):
    """What came of a valid receipt."""

    game = fields.String()
    ply = fields.Integer(metadata={"description": "Of the last entry now"})
    status = fields.String(metadata={"description": "`frozen` where the receipt contradicts a running game"})
    consistent = fields.Boolean(metadata={"description": "Whether the log has the entry of the receipt"})


class MovesView(Schema):
    """The legal moves of a seat."""

    game = fields.String()
    ply = fields.Integer()
    decision = fields.Integer(allow_none=True)
    moves = fields.List(
        fields.Dict(),
        metadata={
            "description": "Commands; melds as {type, use, discards} with `example`, a body ready to POST"
        },
    )


class EntryView(Schema):
    """An entry of the log as everybody gets it, and what this reader may know besides."""

    ply = fields.Integer()
    digest = fields.String()
    public = fields.Dict()
    own = fields.Dict(
        metadata={"x-optional": True, "description": "The reader's own part: audience, salt, part"}
    )


class EventsView(Schema):
    """A page of the log."""

    game = fields.String()
    ply = fields.Integer(metadata={"description": "The last entry the log has"})
    events = fields.List(fields.Nested(EntryView))
    next = fields.Integer(metadata={"description": "The value of `after` for the next page"})


class PositionView(Schema):
    """The position at a ply."""

    ply = fields.Integer()
    view = fields.Nested(ViewSchema)
    revealed = fields.Dict(
        metadata={"x-optional": True, "description": "Every hand and the stock, once the game is revealed"}
    )


class ParameterView(Schema):
    """A parameter of a rules sheet, explained."""

    name = fields.String()
    value = fields.Raw(metadata={"description": "As in the sheet"}, allow_none=True)
    sentence = fields.Dict(metadata={"description": "What it decides, by language"})
    rule = fields.String(metadata={"description": "Paragraph of the rulebook"})
    values = fields.Dict(
        metadata={"x-optional": True, "description": "What its values are called, by value and language"}
    )
    minimum = fields.Integer(metadata={"x-optional": True})
    maximum = fields.Integer(metadata={"x-optional": True})
    option = fields.String(
        metadata={"x-optional": True, "description": "The option of the variant that sets it, if any does"}
    )
    allowed = fields.List(
        fields.Raw(),
        allow_none=True,
        metadata={"x-optional": True, "description": "What that option may be; null: any number"},
    )


class ExplainedView(Schema):
    """A rules sheet in its canonical form, explained."""

    variant = fields.String(metadata={"description": "custom for a sheet put together freely"})
    name = fields.Dict(metadata={"description": "What it is called, by language"})
    sentence = fields.Dict(metadata={"description": "What it is, by language"})
    custom = fields.Boolean()
    rules = fields.Dict()
    rules_hash = fields.String(metadata={"description": "SHA-256 of the canonical sheet, in hex"})
    rules_version = fields.Integer()
    parameters = fields.List(fields.Nested(ParameterView))


class EqualsView(Schema):
    """A variant and options that make the same rules."""

    variant = fields.String()
    options = fields.Dict()


class SheetView(ExplainedView):
    """A sheet that can be played."""

    equals = fields.Nested(EqualsView, allow_none=True)


class VariantView(ExplainedView):
    """A variant: its sheet and its options."""

    options = fields.Dict(
        metadata={"description": "By option the values it may have; null: any whole number"}
    )


class VariantsView(Schema):
    """All variants."""

    variants = fields.List(fields.Nested(VariantView))
