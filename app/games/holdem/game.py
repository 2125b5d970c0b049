"""Limit hold'em as the table plays it: the `Game` protocol over this package's functions."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from app.games.cards import Card, Seat, in_order
from app.games.codec import Codec, Json
from app.games.descriptions import About, Reason, VariantRow
from app.games.game import HandEnd, Shuffle
from app.games.holdem import decide as rules_of_hands
from app.games.holdem import shapes, sitting, wire
from app.games.holdem.commands import Buy
from app.games.holdem.events import (
    ChipsBought,
    ChipsReturned,
    HandEvent,
    HoldemEvent,
    PotsWon,
    SittingEvent,
    StockShuffled,
)
from app.games.holdem.evolve import evolve, fold
from app.games.holdem.legal import default, legal
from app.games.holdem.reasons import (
    COMMAND_PARAGRAPHS,
    EVENT_PARAGRAPHS,
    HOLDEM_REASONS,
    SUBJECTS,
    sentence,
)
from app.games.holdem.rules import PACK, HoldemRules
from app.games.holdem.scenario import difference
from app.games.holdem.sitting import Bought
from app.games.holdem.state import HoldemState, undealt
from app.games.holdem.variants import ABOUT_CUSTOM, HOLDEM_SHEETS, HOLDEM_TABLE, HOLDEM_VARIANTS
from app.games.holdem.view import open_cards, unbegun, view
from app.games.holdem.words.parameters import explained
from app.games.shapes import CommandShape, Form, Member
from app.i18n import Message


class Holdem:
    """The game of limit hold'em, one hand at a time."""

    name = "holdem"
    package = "app.games.holdem"
    edition = 4
    fields: Collection[str] = tuple(HOLDEM_SHEETS.kinds)
    variants: Mapping[str, VariantRow] = HOLDEM_VARIANTS
    reasons: Mapping[str, Reason] = HOLDEM_REASONS
    reasons_of_seating: Collection[str] = ("buyin_too_small",)
    subjects: Mapping[str, str] = SUBJECTS
    paragraphs_of_events: Mapping[str, str] = EVENT_PARAGRAPHS
    reasons_of_seats = ("not_enough_players", "too_many_players")
    events: Codec[HoldemEvent] = wire.events
    prefix = "Holdem"
    command_shapes: Mapping[str, CommandShape] = shapes.HOLDEM_SHAPES
    command_members: Mapping[str, Member] = shapes.HOLDEM_MEMBERS
    hand_view: Mapping[str, Member] = shapes.HOLDEM_VIEW
    seat_view: Mapping[str, Member] = shapes.HOLDEM_SEAT_VIEW
    legal_view: Mapping[str, Member] = shapes.HOLDEM_LEGAL_VIEW
    seating: Mapping[str, Member] = shapes.HOLDEM_SEATING
    hands_max = 1000
    drops_left_seats = True
    deal_event = ("holes-dealt", "holes")
    no_winner = "split"
    about_centre: Collection[str] = ()
    export_columns: Mapping[str, Form] = wire.EXPORT_COLUMNS
    sit_and_go: Mapping[str, Any] = MappingProxyType({"players_min": 2, "rebuys": False, "deals": 1000})
    commands_between: Collection[type] = (Buy,)
    events_between: Collection[type] = (ChipsBought, ChipsReturned)

    # Functions that are methods of the protocol as they are:
    sheet = staticmethod(HOLDEM_TABLE.sheet)
    custom = staticmethod(HOLDEM_TABLE.custom)
    rules_to_json = staticmethod(HOLDEM_SHEETS.as_json)
    rules_from_json = staticmethod(HOLDEM_SHEETS.from_json)
    possible = staticmethod(HOLDEM_TABLE.possible)
    field_of = staticmethod(HOLDEM_TABLE.field_of)
    recognised = staticmethod(HOLDEM_TABLE.recognised)
    explain = staticmethod(explained)
    sentence = staticmethod(sentence)
    command_from_json = staticmethod(wire.command_from_json)
    command_to_json = staticmethod(wire.command_to_json)
    deal = staticmethod(rules_of_hands.deal)
    resume = staticmethod(wire.position_from_json)
    decide = staticmethod(rules_of_hands.decide)
    leave = staticmethod(rules_of_hands.leave)
    evolve = staticmethod(evolve)
    fold = staticmethod(fold)
    legal = staticmethod(legal)
    default = staticmethod(default)
    view = staticmethod(view)
    open_cards = staticmethod(open_cards)
    unbegun = staticmethod(unbegun)
    difference = staticmethod(difference)
    hand_fault = staticmethod(wire.hand_fault)
    keep = staticmethod(sitting.keep)
    chips = staticmethod(sitting.stacks)
    export_cells = staticmethod(wire.export_cells)

    def about(self, rules: HoldemRules) -> About:
        row = HOLDEM_VARIANTS.get(rules.variant)
        return ABOUT_CUSTOM if row is None else row.about

    def paragraph(self, command: Mapping[str, Any]) -> str:
        return COMMAND_PARAGRAPHS.get(str(command.get("type")), "10.1")

    def start(
        self,
        rules: HoldemRules,
        order: tuple[Seat, ...],
        seats: int,
        hand_number: int,
        chips: tuple[int, ...] = (),
    ) -> HoldemState:
        return undealt(rules, order, chips)

    def position(self, hand: HoldemState, *, keep_stock: bool) -> Json:
        whole = wire.position_to_json(hand)
        return whole if keep_stock else whole | {"stock": list(in_order(PACK, hand.stock))}

    def restock(self, hand: HoldemState, shuffle: Shuffle) -> tuple[HandEvent, ...]:
        return (StockShuffled(shuffle(in_order(PACK, hand.stock))),)

    def order(self, hand: HoldemState) -> tuple[Seat, ...]:
        return hand.order

    def ends(self, events: tuple[HandEvent, ...]) -> bool:
        return type(events[-1]) is PotsWon

    def undecided(self, hand: HoldemState) -> tuple[Seat, ...]:
        return self.awaited(hand)

    def is_window(self, hand: HoldemState) -> bool:
        return False

    def revealed(self, hand: HoldemState) -> Json:
        return {"hands": [list(cards) for cards in hand.holes], "stock": list(hand.stock)}

    def awaited(self, hand: HoldemState) -> tuple[Seat, ...]:
        return () if hand.turn is None else (hand.turn,)

    def answered(self, hand: HoldemState) -> tuple[Seat, ...]:
        return ()

    def question(self, hand: HoldemState) -> int:
        return hand.question

    def winner(self, hand: HoldemState) -> Seat | None:
        """The seat that has won the main pot alone."""
        shares = hand.awards[0].shares if hand.awards else ()
        return shares[0][0] if len(shares) == 1 else None

    def is_over(self, hand: HoldemState) -> bool:
        return hand.over

    def payments(self, hand: HoldemState, stake: int) -> tuple[int, ...]:
        """Return the chips of each seat less those before the hand (RULES 7.3)."""
        return tuple([now - before for now, before in zip(hand.stacks, hand.brought, strict=True)])

    def at_stake(self, rules: HoldemRules) -> bool:
        return True

    def stake(self, rules: HoldemRules, drawn: int) -> int:
        return 0

    def next_dealer(
        self, rules: HoldemRules, dealer: Seat, winner: Seat | None, playing: tuple[Seat, ...]
    ) -> Seat:
        """The next seat to the left that plays (RULES 2.2)."""
        return next((seat for seat in playing if seat > dealer), playing[0])

    def next_idle(
        self, rules: HoldemRules, idle: tuple[Seat, ...], winner: Seat | None, seats: tuple[Seat, ...]
    ) -> tuple[Seat, ...]:
        return ()

    def sitting(self, rules: HoldemRules, seats: int) -> Bought:
        return sitting.unbought(seats)

    def take_seat(
        self, rules: HoldemRules, bought: Bought, balances: tuple[int, ...], seat: Seat, terms: Json
    ) -> tuple[SittingEvent, ...]:
        return sitting.buy_in(rules, bought, balances, seat, terms.get("buy_in", rules.buy_in))

    def decide_between(
        self, rules: HoldemRules, bought: Bought, balances: tuple[int, ...], seat: Seat, command: Buy
    ) -> tuple[SittingEvent, ...]:
        return sitting.buy(rules, bought, seat, command.chips)

    def offers(self, rules: HoldemRules, chips: tuple[int, ...], seat: Seat) -> tuple[Buy, ...]:
        """The usual buy for a seat without chips (RULES 7.4)."""
        return (Buy(rules.buy_in),) if rules.rebuys and chips[seat] <= 0 else ()

    def holding(
        self, rules: HoldemRules, bought: Bought, chips: tuple[int, ...], seat: Seat, *, playing: bool
    ) -> Json:
        return {} if playing else sitting.holding(rules, bought, chips, seat)

    def unable(self, rules: HoldemRules, chips: tuple[int, ...]) -> tuple[Seat, ...]:
        """The seats without chips (RULES 7.4)."""
        return tuple([Seat(seat) for seat, held in enumerate(chips) if held <= 0])

    def charges(
        self,
        rules: HoldemRules,
        hand_number: int,
        order: tuple[Seat, ...],
        chips: tuple[int, ...],
        seats: int,
    ) -> tuple[int, ...]:
        """The collection, which the button pays out of its chips (RULES 3.1)."""
        button = order[-1]
        return tuple([min(rules.collection, chips[seat]) * (seat == button) for seat in range(seats)])

    def has_ended(self, rules: HoldemRules, hand_number: int, chips: tuple[int, ...]) -> bool:
        """After the agreed hands, the most of a sitting, or with one seat that has all chips and no buys."""
        alone = not rules.rebuys and sum(held > 0 for held in chips) < rules.players_min
        return alone or hand_number >= (rules.deals or self.hands_max)

    def grouped(self, moves: Iterable[Json]) -> list[Json]:
        return [{**move, "example": move} for move in moves]

    def centre(self, hand: HoldemState) -> Card | None:
        return None

    def hand_end(self, event: Json) -> HandEnd | None:
        if event["type"] != "pots-won":
            return None
        main = event["awards"][0]
        winners = [share["seat"] for share in main["shares"]]
        termination = "showdown" if len(main["seats"]) > 1 else "without_showing"
        return HandEnd(termination, winners[0] if len(winners) == 1 else None)

    def outcome(self, end: HandEnd) -> Message:
        if end.winner is None:
            return Message("the pot was shared")
        return Message("seat {seat} won").filled(seat=end.winner)

    def seals_command(self, events: tuple[HoldemEvent, ...]) -> bool:
        return False


HOLDEM = Holdem()
"""The one value of this game."""
