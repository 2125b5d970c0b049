"""Highcard as the table plays it: the `Game` protocol."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import reduce
from typing import Any

from app.games.cards import HIDDEN, Card, OpenCards, Seat
from app.games.codec import Json
from app.games.descriptions import About, Parameter, RefusalKind
from app.games.errors import ConfigRefused, GameError, Refused
from app.games.game import HandEnd, Shuffle
from app.games.registry import GAMES, USUAL
from app.games.shapes import CommandShape, Form, Member
from app.i18n import Message
from tests.second_game import rules as r
from tests.second_game.rules import Hand, Sheet

Stacks = tuple[int, ...]
"""What each seat has bought so far."""


class HighcardGame:
    """Highcard: hands for chips that carry over."""

    name = "highcard"
    package = "tests.second_game"
    edition = 1
    prefix = "Highcard"
    variants = r.VARIANTS
    fields = r.FIELDS
    reasons = {  # noqa: RUF012
        **{code: r.reason(known.kind, code) for code, known in GAMES[USUAL].reasons.items()},
        "buy_too_small": r.reason(RefusalKind.NEVER, "buy_too_small"),
    }
    reasons_of_seating = ("buy_too_small",)
    subjects: Mapping[str, str] = {"cards": "1.1", "payment": "1.1", "charge": "1.1"}
    paragraphs_of_events: Mapping[str, str] = {}
    reasons_of_seats = ("config_players", "config_players")
    events = r.CODEC
    command_shapes: Mapping[str, CommandShape] = r.SHAPES
    command_members: Mapping[str, Member] = {"amount": r.AMOUNT}
    hand_view: Mapping[str, Member] = {
        "hand": Member(Form.CARDS, "Own card", nullable=True),
        "turn": Member(Form.SEAT, "The seat on turn", nullable=True),
    }
    seat_view: Mapping[str, Member] = {
        "hand_count": Member(Form.INTEGER, "How many cards it holds"),
        "chips": Member(Form.INTEGER, "Its stack"),
    }
    legal_view: Mapping[str, Member] = {}
    seating: Mapping[str, Member] = {"buy_in": Member(Form.INTEGER, "Chips to begin with")}
    hands_max = 50
    drops_left_seats = False
    deal_event = ("dealt", "hands")
    no_winner = "drawn"
    about_centre = ()
    export_columns: Mapping[str, Form] = {"buy": Form.INTEGER, "deal": Form.INTEGER}
    sit_and_go: Mapping[str, Any] = {}
    commands_between = (r.Buy,)
    events_between = (r.Bought,)

    # The sheet

    def sheet(self, variant: str, options: Mapping[str, Any]) -> Sheet:
        return self.rules_from_json({"variant": variant, **options})

    def custom(self, document: Json) -> Sheet:
        return self.rules_from_json(document)

    def rules_to_json(self, rules: Sheet) -> Json:
        return {name: getattr(rules, name) for name in self.fields}

    def rules_from_json(self, document: Json) -> Sheet:
        for name in document:
            if name not in self.fields:
                raise ConfigRefused("config_option", name)
        return Sheet(**document)

    def possible(self, option: str, variant: str | None = None) -> Mapping[str, Any]:
        return {}

    def field_of(self, option: str) -> str:
        return option

    def recognised(self, rules: Sheet) -> tuple[str, Json] | None:
        chosen = {name: getattr(rules, name) for name in ("stake", "deals", "buy_in")}
        return "highcard", {name: value for name, value in chosen.items() if value != getattr(Sheet(), name)}

    def about(self, rules: Sheet) -> About:
        return self.variants["highcard"].about

    def explain(self, rules: Sheet) -> Mapping[str, Parameter]:
        return self.fields

    def sentence(self, refusal: GameError) -> Message:
        return Message(self.reasons[refusal.code].sentence)

    def paragraph(self, command: Mapping[str, Any]) -> str:
        return "1.1"

    # A hand

    def start(
        self, rules: Sheet, order: tuple[Seat, ...], seats: int, hand_number: int, chips: Stacks = ()
    ) -> Hand:
        antes = (min(rules.stake, chips[seat]) if seat in order else 0 for seat in range(seats))
        return Hand(order, tuple(antes))

    def deal(self, hand: Hand, deck: tuple[Card, ...]) -> tuple[Any, ...]:
        seats, cards = len(hand.antes), dict(zip(hand.order, deck, strict=False))
        hands = (((cards[Seat(at)],) if Seat(at) in cards else ()) for at in range(seats))
        return (r.Dealt(tuple(hands), deck[len(hand.order) :]),)

    def resume(self, rules: Sheet, document: Json) -> Hand:
        hands = tuple(tuple(map(Card, cards)) for cards in document["hands"])
        plain = {name: tuple(document[name]) for name in ("order", "antes", "stock", "stayed")}
        return Hand(**plain, hands=hands, spoken=document["spoken"], winner=document["winner"])

    def position(self, hand: Hand, *, keep_stock: bool) -> Json:
        lists = {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(hand).items()
        }
        return {**lists, "hands": list(map(list, hand.hands))}

    def restock(self, hand: Hand, shuffle: Shuffle) -> tuple[Any, ...]:
        return (r.Dealt(hand.hands, shuffle(hand.stock)),)

    def order(self, hand: Hand) -> tuple[Seat, ...]:
        return hand.order

    def decide(self, hand: Hand, seat: Seat, command: Any) -> tuple[Any, ...]:
        if seat != hand.turn:
            raise Refused("not_your_turn")
        return r.spoken(hand, seat, stays=isinstance(command, r.Stay))

    def leave(self, hand: Hand, seat: Seat) -> tuple[Any, ...]:
        return ()

    def evolve(self, hand: Hand, event: Any) -> Hand:
        return r.evolved(hand, event)

    def fold(self, hand: Hand, events: Sequence[Any]) -> Hand:
        return reduce(r.evolved, events, hand)

    def ends(self, events: tuple[Any, ...]) -> bool:
        return isinstance(events[-1], r.Shown)

    def legal(self, hand: Hand, seat: Seat) -> Sequence[Any]:
        return (r.Stay(), r.Drop()) if seat == hand.turn else ()

    def default(self, hand: Hand, seat: Seat) -> Any:
        return r.Drop()

    def undecided(self, hand: Hand) -> tuple[Seat, ...]:
        return self.awaited(hand)

    def is_window(self, hand: Hand) -> bool:
        return False

    def view(self, hand: Hand, seat: Seat | None) -> Json:
        own = None if seat is None else list(hand.hands[seat])
        seats = [{"hand_count": len(cards)} for cards in hand.hands]
        return {"hand": own, "turn": hand.turn, "seats": seats}

    def open_cards(self, seen: Json, hands: Sequence[Sequence[Card]] | None) -> OpenCards:
        held = hands or [(HIDDEN,) * seat["hand_count"] for seat in seen["seats"]]
        return OpenCards((), tuple((tuple(hand),) for hand in held))

    def unbegun(self, seats: int) -> Json:
        return {"hand": None, "turn": None, "seats": [{"hand_count": 0}] * seats}

    def revealed(self, hand: Hand) -> Json:
        return {"hands": list(map(list, hand.hands)), "stock": list(hand.stock)}

    def awaited(self, hand: Hand) -> tuple[Seat, ...]:
        return () if hand.turn is None else (hand.turn,)

    def answered(self, hand: Hand) -> tuple[Seat, ...]:
        return ()

    def question(self, hand: Hand) -> int:
        return hand.spoken + bool(hand.hands)

    def winner(self, hand: Hand) -> Seat | None:
        return hand.winner

    def is_over(self, hand: Hand) -> bool:
        return hand.winner is not None

    def payments(self, hand: Hand, stake: int) -> tuple[int, ...]:
        pot = sum(hand.antes)
        return tuple(pot * (seat == hand.winner) - ante for seat, ante in enumerate(hand.antes))

    def at_stake(self, rules: Sheet) -> bool:
        return False

    def stake(self, rules: Sheet, drawn: int) -> int:
        return rules.stake

    def next_dealer(self, rules: Sheet, dealer: Seat, winner: Seat | None, playing: tuple[Seat, ...]) -> Seat:
        return next((seat for seat in playing if seat > dealer), playing[0])

    def next_idle(
        self, rules: Sheet, idle: tuple[Seat, ...], winner: Seat | None, seats: tuple[Seat, ...]
    ) -> tuple[Seat, ...]:
        return ()

    def difference(self, scenario: Json) -> str | None:
        return "Highcard has no scenarios"

    def hand_fault(self, rules: Sheet, hand: Hand) -> Message | None:
        cards = sorted([*hand.stock, *(card for held in hand.hands for card in held)])
        return None if cards in ([], sorted(r.DECK)) else Message("the cards are not those of the pack")

    def centre(self, hand: Hand) -> Card | None:
        return None

    def grouped(self, moves: Iterable[Json]) -> list[Json]:
        return [{**move, "example": move} for move in moves]

    # The sitting

    def sitting(self, rules: Sheet, seats: int) -> Stacks:
        return (0,) * seats

    def take_seat(
        self, rules: Sheet, sitting: Stacks, balances: tuple[int, ...], seat: Seat, terms: Json
    ) -> tuple[Any, ...]:
        amount = terms.get("buy_in", rules.buy_in)
        if amount < rules.buy_in:
            raise Refused("buy_too_small")
        return (r.Bought(seat, amount - sitting[seat] - balances[seat]),)

    def decide_between(
        self, rules: Sheet, sitting: Stacks, balances: tuple[int, ...], seat: Seat, command: Any
    ) -> tuple[Any, ...]:
        if command.amount < rules.buy_in:
            raise Refused("buy_too_small")
        return (r.Bought(seat, command.amount),)

    def offers(self, rules: Sheet, chips: tuple[int, ...], seat: Seat) -> Sequence[Any]:
        return (r.Buy(rules.buy_in),) if chips[seat] <= 0 else ()

    def keep(self, sitting: Stacks, event: Any) -> Stacks:
        return tuple(had + event.amount * (seat == event.seat) for seat, had in enumerate(sitting))

    def chips(self, sitting: Stacks, balances: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(bought + won for bought, won in zip(sitting, balances, strict=True))

    def holding(self, rules: Sheet, sitting: Stacks, chips: Stacks, seat: Seat, *, playing: bool) -> Json:
        return {"chips": chips[seat]}

    def unable(self, rules: Sheet, chips: tuple[int, ...]) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat, held in enumerate(chips) if held <= 0)

    def charges(
        self, rules: Sheet, hand_number: int, order: tuple[Seat, ...], chips: tuple[int, ...], seats: int
    ) -> tuple[int, ...]:
        return (0,) * seats

    def has_ended(self, rules: Sheet, hand_number: int, chips: tuple[int, ...]) -> bool:
        return hand_number >= (rules.deals or self.hands_max)

    # JSON

    def command_from_json(self, document: Json) -> Any:
        made = r.COMMANDS.get(str(document.get("type")))
        if made is None:
            raise ValueError("no command of Highcard")
        return made(**{name: value for name, value in document.items() if name != "type"})

    def command_to_json(self, command: Any) -> Json:
        name = next(name for name, made in r.COMMANDS.items() if isinstance(command, made))
        return {"type": name, **({"amount": command.amount} if isinstance(command, r.Buy) else {})}

    def hand_end(self, event: Json) -> HandEnd | None:
        return HandEnd("shown", event["winner"]) if event["type"] == "shown" else None

    def outcome(self, end: HandEnd) -> Message:
        return Message("seat {seat} won").filled(seat=end.winner)

    def seals_command(self, events: tuple[Any, ...]) -> bool:
        return False

    def export_cells(self, before: int | None, events: Sequence[Json]) -> tuple[int, Json]:
        dealt = (before or 0) + sum(event["type"] == "dealt" for event in events)
        bought = next((event["amount"] for event in events if event["type"] == "bought"), None)
        return dealt, {"buy": bought, "deal": dealt}


HIGHCARD = HighcardGame()
