"""The interface of a game towards the table, the store and the API."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from app.games.cards import Card, OpenCards, Seat
from app.games.codec import Codec, Json
from app.games.descriptions import About, Parameter, Reason, VariantRow
from app.games.errors import GameError
from app.games.shapes import CommandShape, Form, Member
from app.i18n import Message

Shuffle = Callable[[Sequence[Card]], tuple[Card, ...]]
"""Puts cards that lie in an order known to everybody into one that follows from a committed key."""


class Money(StrEnum):
    """The unit of the ledger."""

    MONEY = "money"
    CHIPS = "chips"


class TableRules(Protocol):
    """Fields that the rules of every game have."""

    @property
    def variant(self) -> str: ...
    @property
    def pack(self) -> str: ...
    @property
    def packs(self) -> int: ...
    @property
    def players_min(self) -> int: ...
    @property
    def players_max(self) -> int: ...
    @property
    def deals(self) -> int | None: ...
    @property
    def stake(self) -> int: ...
    @property
    def teams(self) -> int: ...
    @property
    def bank(self) -> bool: ...
    @property
    def money(self) -> str: ...
    @property
    def idle_seats(self) -> int: ...
    @property
    def dealer_is_chosen(self) -> bool: ...


class Sheets(Protocol):
    """The variants of a game, and the rules sheets that tables make of them."""

    @property
    def variants(self) -> Mapping[str, VariantRow]:
        """The variants by their ids, which no other game has."""

    @property
    def fields(self) -> Collection[str]:
        """The names of all fields of a sheet, in the order of the canonical form."""

    @property
    def sit_and_go(self) -> Mapping[str, Any]:
        """The fields of a sheet that make a sitting last until one seat has all chips; {} without stacks."""

    def sheet(self, variant: str, options: Mapping[str, Any]) -> TableRules:
        """The rules of `variant` with the chosen options; ConfigRefused if they do not go together."""

    def custom(self, document: Json) -> TableRules:
        """The rules of a sheet put together freely; ConfigRefused if it contradicts itself."""

    def rules_to_json(self, rules: Any) -> Json:
        """The canonical rules sheet."""

    def rules_from_json(self, document: Json) -> TableRules:
        """The rules a sheet stands for."""

    def possible(self, option: str, variant: str | None = None) -> Mapping[str, Any]:
        """Return what `option` may be in `variant`, or without one a field of a sheet; empty if unknown."""

    def field_of(self, option: str) -> str:
        """The field of a sheet that `option` sets."""

    def recognised(self, rules: Any) -> tuple[str, Json] | None:
        """The variant and the fewest options that make just these rules, or None."""

    def about(self, rules: Any) -> About:
        """The name of the variant of `rules`, and a sentence about it."""

    def explain(self, rules: Any) -> Mapping[str, Parameter]:
        """The explanation of each field of the sheet of `rules`, in the order of the canonical form."""


class Refusals(Protocol):
    """The codes with which a game and its table refuse."""

    @property
    def reasons(self) -> Mapping[str, Reason]:
        """Every code, those of the table with the paragraphs of this game's rulebook."""

    @property
    def reasons_of_seating(self) -> Collection[str]:
        """The codes with which the game, and not its table, refuses to let a seat be taken."""

    @property
    def reasons_of_seats(self) -> tuple[str, str]:
        """The codes for a table with too few seats, and with too many."""

    def sentence(self, refusal: GameError) -> Message:
        """The sentence of a refusal: of its cause, or else of its code."""

    @property
    def subjects(self) -> Mapping[str, str]:
        """The paragraphs about what an audit and a verdict look at: `cards`, `payment`, `charge`."""

    @property
    def paragraphs_of_events(self) -> Mapping[str, str]:
        """The paragraphs that decide events, by type or as `type.member`, where an audit names them."""

    def paragraph(self, command: Mapping[str, Any]) -> str:
        """The paragraph of the rulebook about a command of the game, as JSON."""


class Play(Protocol):
    """The course of a hand and what leads to the next, in values of the game that the table never reads."""

    def start(
        self, rules: Any, order: tuple[Seat, ...], seats: int, hand_number: int, chips: tuple[int, ...] = ()
    ) -> Any:
        """The hand before its deal; `order` lists the seats that play, the dealer last.

        `chips` are those of each seat, () in a game without stacks.
        """

    def deal(self, hand: Any, deck: tuple[Card, ...]) -> tuple[Any, ...]:
        """The events that deal `deck` and put the first question."""

    def resume(self, rules: Any, document: Json) -> Any:
        """The hand whose whole position `document` is; ValueError if it is none."""

    def position(self, hand: Any, *, keep_stock: bool) -> Json:
        """The whole position of a hand, hidden cards included, from which `resume` makes it again.

        Without `keep_stock` the stock stands in canonical order.
        """

    def restock(self, hand: Any, shuffle: Shuffle) -> tuple[Any, ...]:
        """The events that shuffle what lies in the stock."""

    def order(self, hand: Any) -> tuple[Seat, ...]:
        """The seats that play the hand in order of play, its dealer last."""

    def decide(self, hand: Any, seat: Seat, command: Any) -> tuple[Any, ...]:
        """The events of a command, or Refused."""

    def leave(self, hand: Any, seat: Seat) -> tuple[Any, ...]:
        """The events of a seat whose person leaves the table during a hand, () if the seat plays on."""

    def evolve(self, hand: Any, event: Any) -> Any:
        """The hand after `event`."""

    def fold(self, hand: Any, events: Sequence[Any]) -> Any:
        """The hand after all of `events`, in order."""

    def ends(self, events: tuple[Any, ...]) -> bool:
        """Return whether the hand is over after `events`, which `decide` returned."""

    def legal(self, hand: Any, seat: Seat) -> Sequence[Any]:
        """The commands open to `seat`, like a tuple of them."""

    def default(self, hand: Any, seat: Seat) -> Any:
        """The command that answers for `seat`, which is asked, when its time is over."""

    def undecided(self, hand: Any) -> tuple[Seat, ...]:
        """The seats asked now that have left no answer that stands."""

    def is_window(self, hand: Any) -> bool:
        """Return whether the open question is a window, which has the shorter time."""

    def view(self, hand: Any, seat: Seat | None) -> Json:
        """Return what `seat`, or a spectator (None), may know of the hand."""

    def open_cards(self, seen: Json, hands: Sequence[Sequence[Card]] | None) -> OpenCards:
        """Return the cards to draw for a view; without the revealed `hands` those of others as backs."""

    def unbegun(self, seats: int) -> Json:
        """Return what takes the place of `view` at a table of `seats` seats before the first hand."""

    def revealed(self, hand: Any) -> Json:
        """Every hand by seat and the stock, for games that are over."""

    def awaited(self, hand: Any) -> tuple[Seat, ...]:
        """The seats asked now."""

    def answered(self, hand: Any) -> tuple[Seat, ...]:
        """The seats that have answered the same question."""

    def question(self, hand: Any) -> int:
        """The number of the question now open; it grows with each new one."""

    def winner(self, hand: Any) -> Seat | None:
        """Return the winner of the hand, if it is over and has one."""

    def is_over(self, hand: Any) -> bool:
        """Return whether the hand has ended."""

    def payments(self, hand: Any, stake: int) -> tuple[int, ...]:
        """Return what each seat wins or pays for the hand."""

    def at_stake(self, rules: Any) -> bool:
        """Return whether anything can be won or lost at this table."""

    def stake(self, rules: Any, drawn: int) -> int:
        """The stake of a hand after `drawn` drawn hands in a row."""

    def next_dealer(self, rules: Any, dealer: Seat, winner: Seat | None, playing: tuple[Seat, ...]) -> Seat:
        """Return the seat of those `playing` that deals after a hand of `dealer` that `winner` won."""

    def next_idle(
        self, rules: Any, idle: tuple[Seat, ...], winner: Seat | None, seats: tuple[Seat, ...]
    ) -> tuple[Seat, ...]:
        """Return the seats that sit out the next hand, after a hand that `idle` sat out and `winner` won."""

    def difference(self, scenario: Json) -> str | None:
        """Return the first difference between a scenario of a hand and the rules, None if there is none."""

    def hand_fault(self, rules: Any, hand: Any) -> Message | None:
        """Return why `hand` cannot be played by `rules`, or None; for audits of foreign logs."""


class Sitting(Protocol):
    """State of a game between hands, beside the balances of the table: stacks of chips, for example.

    A sitting is a value of the game, None in a game without such state. The chips of a seat are those it
    has bought plus its balance, so balances and the house still sum to zero.
    """

    @property
    def hands_max(self) -> int:
        """The most hands of a sitting."""

    @property
    def drops_left_seats(self) -> bool:
        """True if a seat that was left gets no further hand; else the service plays on for it."""

    @property
    def commands_between(self) -> Collection[type]:
        """The types of the commands that a seat may send between hands."""

    @property
    def events_between(self) -> Collection[type]:
        """The types of the events that change a sitting and no hand."""

    def sitting(self, rules: Any, seats: int) -> Any:
        """Return the sitting at a new table."""

    def take_seat(
        self, rules: Any, sitting: Any, balances: tuple[int, ...], seat: Seat, terms: Json
    ) -> tuple[Any, ...]:
        """Return the events of taking `seat` on `terms`, see `Shapes.seating`; raise Refused."""

    def decide_between(
        self, rules: Any, sitting: Any, balances: tuple[int, ...], seat: Seat, command: Any
    ) -> tuple[Any, ...]:
        """Return the events of a command between hands; raise Refused."""

    def offers(self, rules: Any, chips: tuple[int, ...], seat: Seat) -> Sequence[Any]:
        """Return the commands between hands that are listed for `seat` before `ready`.

        A bot is asked between hands only if there are any.
        """

    def keep(self, sitting: Any, event: Any) -> Any:
        """Return the sitting after `event`, one of `events_between`."""

    def chips(self, sitting: Any, balances: tuple[int, ...]) -> tuple[int, ...]:
        """Return the chips of each seat; () in a game without stacks."""

    def holding(self, rules: Any, sitting: Any, chips: tuple[int, ...], seat: Seat, *, playing: bool) -> Json:
        """Return the members of the view of `seat` about its chips; `playing` is True during a hand.

        They stand instead of those of the hand. {} in a game without stacks.
        """

    def unable(self, rules: Any, chips: tuple[int, ...]) -> tuple[Seat, ...]:
        """Return the seats whose chips do not suffice for a hand."""

    def charges(
        self, rules: Any, hand_number: int, order: tuple[Seat, ...], chips: tuple[int, ...], seats: int
    ) -> tuple[int, ...]:
        """Return the payment of each of `seats` seats to the house before a hand."""

    def has_ended(self, rules: Any, hand_number: int, chips: tuple[int, ...]) -> bool:
        """Return whether hand `hand_number` is the last one, even if all seats stay."""


class HandEnd(NamedTuple):
    """The end of a hand from its public event: the termination, and the winner, if any."""

    termination: str
    winner: Seat | None


class Wire(Protocol):
    """Commands and events as JSON."""

    def hand_end(self, event: Json) -> HandEnd | None:
        """Return the end of a hand in the public part of an event; None for any other event."""

    def outcome(self, end: HandEnd) -> Message:
        """Return the end of a hand in a few words, for reports."""

    @property
    def events(self) -> Codec[Any]:
        """The codec of the game's events."""

    def command_from_json(self, document: Json) -> Any:
        """Return the command in a document; raise ValueError if it has none."""

    def command_to_json(self, command: Any) -> Json:
        """Return the document of a command, as in the API and the log."""

    def grouped(self, moves: Iterable[Json]) -> list[Json]:
        """Return legal moves in rows, each with an `example` of one of its moves."""

    @property
    def deal_event(self) -> tuple[str, str]:
        """The type of the event that deals the hands, and the name of its member with the cards by seat."""

    @property
    def no_winner(self) -> str:
        """The word of the notation for a hand that no seat has won alone."""

    @property
    def about_centre(self) -> Collection[str]:
        """The types of the commands that the notation writes with the card in the centre."""

    def centre(self, hand: Any) -> Card | None:
        """Return the card in the centre of the table, if there is one."""

    def seals_command(self, events: tuple[Any, ...]) -> bool:
        """Return whether the command that led to `events` may be known to its seat alone."""

    @property
    def export_columns(self) -> Mapping[str, Form]:
        """The columns of this game in an export of entries; no two games share a name."""

    def export_cells(self, before: Any, events: Sequence[Json]) -> tuple[Any, Json]:
        """Return the `before` of the next entry, that of the first is None, and the cells of this one."""


class Shapes(Protocol):
    """Schemas of requests and answers of one game, beside those of every game."""

    @property
    def prefix(self) -> str:
        """Prefix of the names of this game's schemas in the OpenAPI document."""

    @property
    def command_shapes(self) -> Mapping[str, CommandShape]:
        """The commands by their names in the API, different from those of the table."""

    @property
    def command_members(self) -> Mapping[str, Member]:
        """The members of commands by name."""

    @property
    def hand_view(self) -> Mapping[str, Member]:
        """The members of a view that are about the hand."""

    @property
    def seat_view(self) -> Mapping[str, Member]:
        """The members of a seat in a view that are about the hand."""

    @property
    def legal_view(self) -> Mapping[str, Member]:
        """The members of a legal move beside its type."""

    @property
    def seating(self) -> Mapping[str, Member]:
        """The members of a request for a seat, beside the seat itself."""


class Game(Sheets, Refusals, Play, Sitting, Wire, Shapes, Protocol):
    """One game of cards, as the table plays it hand by hand. Every method is pure."""

    @property
    def name(self) -> str:
        """The stored name of the game, by which the registry knows it."""

    @property
    def package(self) -> str:
        """The package with the editions of the rulebook and their translations."""

    @property
    def edition(self) -> int:
        """The edition of the rulebook for new tables."""
