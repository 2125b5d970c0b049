"""Conquián as the table plays it: the `Game` protocol over this package's functions."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from app.games.cards import Card, Seat, in_order
from app.games.codec import Codec, Json
from app.games.conquian import invariants, shapes, wire
from app.games.conquian.commands import Command
from app.games.conquian.decide import decide
from app.games.conquian.events import SEALS_COMMAND, Dealt, Event, HandEnded, Restocked
from app.games.conquian.evolve import evolve, fold
from app.games.conquian.legal import default, grouped, legal
from app.games.conquian.payment import payments
from app.games.conquian.reasons import PARAGRAPHS, REASONS
from app.games.conquian.rules import DrawStake, NextDealer, Payment, Rules, SitsOut
from app.games.conquian.scenario import difference
from app.games.conquian.sheets import SHEETS
from app.games.conquian.state import Phase, State
from app.games.conquian.turn import opening
from app.games.conquian.variants import TABLE_OF_VARIANTS, VARIANTS
from app.games.conquian.view import open_cards, unbegun, view
from app.games.conquian.words import details, parameters
from app.games.conquian.words import variants as about
from app.games.descriptions import About, Reason, VariantRow
from app.games.errors import Refused
from app.games.game import HandEnd, Shuffle
from app.games.shapes import CommandShape, Form, Member
from app.i18n import Message

_DOUBLINGS = 20
"""The most doublings of a stake; with more a balance would be no exact JSON number."""


class Conquian:
    """The game of Conquián, one hand at a time."""

    name = "conquian"
    package = "app.games.conquian"
    edition = 12
    fields: Collection[str] = tuple(SHEETS.kinds)
    variants: Mapping[str, VariantRow] = VARIANTS
    reasons: Mapping[str, Reason] = REASONS
    reasons_of_seating: Collection[str] = ()
    subjects: Mapping[str, str] = MappingProxyType({"cards": "1.4", "payment": "9.3", "charge": "9.7"})
    paragraphs_of_events: Mapping[str, str] = MappingProxyType({})
    reasons_of_seats = ("config_players", "config_players")
    events: Codec[Event] = wire.events
    prefix = ""
    command_shapes: Mapping[str, CommandShape] = shapes.COMMANDS
    command_members: Mapping[str, Member] = shapes.COMMAND_MEMBERS
    hand_view: Mapping[str, Member] = shapes.VIEW
    seat_view: Mapping[str, Member] = shapes.SEAT_VIEW
    legal_view: Mapping[str, Member] = shapes.LEGAL_VIEW
    seating: Mapping[str, Member] = MappingProxyType({})
    hands_max = 100
    drops_left_seats = False
    deal_event = ("dealt", "hands")
    no_winner = "tablas"
    about_centre = ("pass", "meld", "force", "keep")
    export_columns: Mapping[str, Form] = wire.EXPORT_COLUMNS
    sit_and_go: Mapping[str, Any] = MappingProxyType({})
    commands_between: Collection[type] = ()
    events_between: Collection[type] = ()

    # Functions that are methods of the protocol as they are:
    sheet = staticmethod(TABLE_OF_VARIANTS.sheet)
    custom = staticmethod(TABLE_OF_VARIANTS.custom)
    rules_to_json = staticmethod(SHEETS.as_json)
    rules_from_json = staticmethod(SHEETS.from_json)
    possible = staticmethod(TABLE_OF_VARIANTS.possible)
    field_of = staticmethod(TABLE_OF_VARIANTS.field_of)
    recognised = staticmethod(TABLE_OF_VARIANTS.recognised)
    explain = staticmethod(parameters.explained)
    sentence = staticmethod(details.sentence)
    command_from_json = staticmethod(wire.command_from_json)
    command_to_json = staticmethod(wire.command_to_json)
    resume = staticmethod(wire.position_from_json)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    fold = staticmethod(fold)
    legal = staticmethod(legal)
    default = staticmethod(default)
    view = staticmethod(view)
    open_cards = staticmethod(open_cards)
    unbegun = staticmethod(unbegun)
    payments = staticmethod(payments)
    difference = staticmethod(difference)
    grouped = staticmethod(grouped)
    export_cells = staticmethod(wire.export_cells)

    def about(self, rules: Rules) -> About:
        row = VARIANTS.get(rules.variant)
        return about.CUSTOM if row is None else row.about

    def paragraph(self, command: Mapping[str, Any]) -> str:
        return PARAGRAPHS.get(str(command.get("type")), "10.1")

    def start(
        self, rules: Rules, order: tuple[Seat, ...], seats: int, hand_number: int, chips: tuple[int, ...] = ()
    ) -> State:
        return State(
            rules=rules,
            order=order,
            hand_size=rules.hand_size(hand_number),
            phase=Phase.EXCHANGE,
            turn=order[0],
            hands=((),) * seats,
            tables=((),) * seats,
        )

    def deal(self, hand: State, deck: tuple[Card, ...]) -> tuple[Event, ...]:
        """Deal the cards in the order of play, singly or in packets, from the top (RULES 3.1, 3.2)."""
        hands: list[list[Card]] = [[] for _ in hand.hands]
        top = 0
        for packet in hand.rules.packets(hand.hand_size):
            for seat in hand.order:
                hands[seat] += deck[top : top + packet]
                top += packet
        dealt = Dealt(tuple(map(tuple, hands)), deck[top:])
        return dealt, *opening(evolve(hand, dealt))

    def position(self, hand: State, *, keep_stock: bool) -> Json:
        whole = wire.position_to_json(hand)
        return whole if keep_stock else whole | {"stock": list(in_order(hand.rules.pack, hand.stock))}

    def restock(self, hand: State, shuffle: Shuffle) -> tuple[Event, ...]:
        return (Restocked(shuffle(in_order(hand.rules.pack, hand.stock))),)

    def order(self, hand: State) -> tuple[Seat, ...]:
        return hand.order

    def leave(self, hand: State, seat: Seat) -> tuple[Event, ...]:
        """Nothing: the seat goes on paying and being paid (RULES 11.11)."""
        return ()

    def ends(self, events: tuple[Event, ...]) -> bool:
        return type(events[-1]) is HandEnded

    def undecided(self, hand: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in hand.awaited if seat not in hand.standing)

    def is_window(self, hand: State) -> bool:
        return hand.phase in (Phase.FORCE_WINDOW, Phase.CLAIM_WINDOW)

    def revealed(self, hand: State) -> Json:
        return {"hands": [list(cards) for cards in hand.hands], "stock": list(hand.stock)}

    def awaited(self, hand: State) -> tuple[Seat, ...]:
        return hand.awaited

    def answered(self, hand: State) -> tuple[Seat, ...]:
        return hand.answered

    def question(self, hand: State) -> int:
        return hand.question

    def winner(self, hand: State) -> Seat | None:
        return hand.result.winner if hand.result else None

    def is_over(self, hand: State) -> bool:
        return hand.result is not None

    def at_stake(self, rules: Rules) -> bool:
        """Return whether there is a stake, a house charge, or cards that pay by their worth (RULES 9)."""
        return rules.payment is Payment.PAY_CARDS or rules.stake > 0 or rules.house_charge > 0

    def stake(self, rules: Rules, drawn: int) -> int:
        """The stake after `drawn` drawn hands in a row; doubling stops after twenty (RULES 9.4)."""
        factor = {
            DrawStake.SAME: 1,
            DrawStake.DOUBLE: 2 if drawn else 1,
            DrawStake.DOUBLE_COMPOUND: 2 ** min(drawn, _DOUBLINGS),
            DrawStake.CARRY: drawn + 1,
        }
        return rules.stake * int(factor[rules.draw_stake])

    def next_dealer(self, rules: Rules, dealer: Seat, winner: Seat | None, playing: tuple[Seat, ...]) -> Seat:
        """The seat after the dealer, or where the winner leads, the seat before the winner (RULES 3.5)."""
        if rules.next_dealer is NextDealer.WINNER_LEADS and winner in playing:
            return playing[playing.index(winner) - 1]
        return next((seat for seat in playing if seat > dealer), playing[0])

    def next_idle(
        self, rules: Rules, idle: tuple[Seat, ...], winner: Seat | None, seats: tuple[Seat, ...]
    ) -> tuple[Seat, ...]:
        """The seat after the one that sat out, or where the loser sits out, the loser (RULES 3.6)."""
        if rules.sits_out is SitsOut.LOSER and winner is not None:
            losers = tuple(seat for seat in seats if seat != winner and seat not in idle)
            return losers[: rules.idle_seats]
        return tuple(seats[(seat + 1) % len(seats)] for seat in idle)

    def hand_fault(self, rules: Rules, hand: State) -> Message | None:
        return invariants.hand_fault(hand, rules)

    def sitting(self, rules: Rules, seats: int) -> None:
        return None

    def take_seat(
        self, rules: Rules, sitting: None, balances: tuple[int, ...], seat: Seat, terms: Json
    ) -> tuple[Event, ...]:
        return ()

    def decide_between(
        self, rules: Rules, sitting: None, balances: tuple[int, ...], seat: Seat, command: Any
    ) -> tuple[Event, ...]:
        raise Refused("wrong_phase", "11.1")

    def offers(self, rules: Rules, chips: tuple[int, ...], seat: Seat) -> tuple[Command, ...]:
        return ()

    def keep(self, sitting: None, event: Event) -> None:
        return None

    def chips(self, sitting: None, balances: tuple[int, ...]) -> tuple[int, ...]:
        return ()

    def holding(
        self, rules: Rules, sitting: None, chips: tuple[int, ...], seat: Seat, *, playing: bool
    ) -> Json:
        return {}

    def unable(self, rules: Rules, chips: tuple[int, ...]) -> tuple[Seat, ...]:
        return ()

    def charges(
        self, rules: Rules, hand_number: int, order: tuple[Seat, ...], chips: tuple[int, ...], seats: int
    ) -> tuple[int, ...]:
        """The house charge, once for the sitting (RULES 9.7)."""
        return (rules.house_charge if hand_number == 1 else 0,) * seats

    def has_ended(self, rules: Rules, hand_number: int, chips: tuple[int, ...]) -> bool:
        return hand_number >= (rules.deals or self.hands_max)

    def centre(self, hand: State) -> Card | None:
        return hand.centre.card if hand.centre is not None else None

    def hand_end(self, event: Json) -> HandEnd | None:
        return HandEnd(event["termination"], event.get("winner")) if event["type"] == "hand-ended" else None

    def outcome(self, end: HandEnd) -> Message:
        if end.winner is None:
            return Message("tablas")
        return Message("seat {seat} went out").filled(seat=end.winner)

    def seals_command(self, events: tuple[Event, ...]) -> bool:
        return not SEALS_COMMAND.isdisjoint(map(type, events))


CONQUIAN = Conquian()
"""The one value of this game."""
