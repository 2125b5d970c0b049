"""Hand history: the events of a hand as each seat sees them, and the conclusions of a seat."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from app.bots.strategy import Seen, SeenEvent, View
from app.games.cards import Card, Seat, canonical_deck
from app.games.conquian.rules import Rules
from app.games.table import wire
from app.games.table.events import HandBegun
from app.games.table.state import Table


@dataclass(frozen=True, slots=True)
class CardChoice:
    """A seat declined a card, or gave it away by choice.

    `moment` is the number of cards that had left its hand, `laid` its table at that time.
    """

    seat: Seat
    card: Card
    moment: int
    laid: tuple[Card, ...]


@dataclass(slots=True)
class Past:
    """History of the current hand.

    `dead` are the cards that cannot come any more. `gone` has by seat the cards that left its hand since the
    exchange, in order: a hand only shrinks, so an earlier hand is the current one and the cards that left it
    later. `known` are by seat cards that it must hold, because it received them openly or from this seat.
    """

    dead: list[Card] = field(default_factory=list)
    gone: dict[Seat, list[Card]] = field(default_factory=dict)
    known: dict[Seat, Counter[Card]] = field(default_factory=dict)
    refusals: list[CardChoice] = field(default_factory=list)
    gifts: list[CardChoice] = field(default_factory=list)


class _HistoryReader:
    """Reads events one by one into a history; `you` is the reading seat."""

    def __init__(self, you: Seat) -> None:
        self.past = Past()
        self._you = you
        self._order: Sequence[Seat] = ()
        self._centre: Card | None = None
        self._asked: SeenEvent = {}
        self._tables: dict[Seat, tuple[Card, ...]] = {}

    def read(self, event: SeenEvent) -> None:
        """Read one event; events without cards are ignored."""
        reader = _READERS.get(event["type"])
        if reader is not None:
            reader(self, event)

    def begun(self, event: SeenEvent) -> None:
        self._order = event["order"]

    def asked(self, event: SeenEvent) -> None:
        self._asked = event

    def turned(self, event: SeenEvent) -> None:
        self._bury()
        self._centre = event["card"]

    def passed(self, event: SeenEvent) -> None:
        if self._asked.get("phase") in ("offer", "left", "new") and event["seat"] == self._asked["turn"]:
            self._refused(event["seat"])

    def unclaimed(self, event: SeenEvent) -> None:
        if event.get("seat") is None:
            for seat in self._asked["awaited"]:
                self._refused(seat)

    def exchanged(self, event: SeenEvent) -> None:
        """Record the exchange: the own card went to the next seat, the received one was the giver's least
        useful.
        """
        you, order = self._you, list(self._order)
        if you not in order:
            return
        at = order.index(you)
        self.past.known[order[(at + 1) % len(order)]] = Counter([event["given"][you]])
        giver = order[at - 1]
        self.past.gifts.append(CardChoice(giver, event["received"][you], 0, ()))

    def melded(self, event: SeenEvent) -> None:
        seat = event["seat"]
        self._leave(seat, event["used"])
        self._tables[seat] = tuple(card for meld in event["table"] for card in meld)
        self._centre = None
        self._given(seat, event.get("discard"))

    def kept(self, event: SeenEvent) -> None:
        seat = event["seat"]
        self.past.known.setdefault(seat, Counter())[event["card"]] += 1
        self._centre = None
        self._given(seat, event["discard"])

    def _given(self, seat: Seat, card: Card | None) -> None:
        if card is not None:
            self._leave(seat, (card,))
            moment = len(self.past.gone[seat])
            self.past.gifts.append(CardChoice(seat, card, moment, self._tables.get(seat, ())))
            self._centre = card

    def _leave(self, seat: Seat, cards: Iterable[Card]) -> None:
        self.past.gone.setdefault(seat, []).extend(cards)
        if seat in self.past.known:
            self.past.known[seat] -= Counter(cards)

    def _refused(self, seat: Seat) -> None:
        if self._centre is not None:
            moment = len(self.past.gone.get(seat, ()))
            self.past.refusals.append(CardChoice(seat, self._centre, moment, self._tables.get(seat, ())))

    def _bury(self) -> None:
        if self._centre is not None:
            self.past.dead.append(self._centre)


_READERS: dict[str, Any] = {
    "hand-begun": _HistoryReader.begun,
    "asked": _HistoryReader.asked,
    "card-turned": _HistoryReader.turned,
    "passed": _HistoryReader.passed,
    "declined": _HistoryReader.passed,
    "claims-closed": _HistoryReader.unclaimed,
    "exchanged": _HistoryReader.exchanged,
    "melded": _HistoryReader.melded,
    "kept": _HistoryReader.kept,
}


def past(view: View, seen: Seen) -> Past:
    """Return the history of the hand for the seat of `view`.

    A discard leaves the centre for good when another seat discards in its place, which only a seat that took
    a card does; so a card is dead when the next one is turned up. The dead cards in a view are dead in any
    case.
    """
    reader = _HistoryReader(view["you"])
    for event in seen.events:
        reader.read(event)
    listed = view.get("discards")
    if listed is not None:
        reader.past.dead = list(listed)
    return reader.past


def others(view: View) -> list[Seat]:
    """Return the other seats that play this hand and have not folded, in order of play."""
    seats, you = view["seats"], view["you"]
    order = [*range(you + 1, len(seats)), *range(you)]
    return [
        Seat(seat)
        for seat in order
        if (seats[seat]["hand_count"] or seats[seat]["table"]) and not seats[seat]["folded"]
    ]


def unseen(view: View, rules: Rules, dead: Iterable[Card]) -> list[Card]:
    """Return every card that may be in the stock or in another hand, as far as the seat knows."""
    remaining = Counter(canonical_deck(rules.pack, rules.packs))
    remaining.subtract((*view["hand"], *dead))
    remaining.subtract(card for seat in view["seats"] for meld in seat["table"] for card in meld)
    if view["centre"] is not None:
        remaining.subtract((view["centre"]["card"],))
    return list(remaining.elements())


class HandHistory:
    """Records the events of one table; the events of a hand are dropped when the next begins."""

    def __init__(self) -> None:
        self._events_of_hand: list[Any] = []

    def record(self, events: Iterable[Any]) -> None:
        """Record the events of the next entry."""
        for event in events:
            if isinstance(event, HandBegun):
                self._events_of_hand = []
            self._events_of_hand.append(event)

    def seen(self, table: Table, seat: Seat) -> Seen:
        """Return the knowledge of `seat` besides its view; it is computed when it is read."""
        events, upto = self._events_of_hand, len(self._events_of_hand)
        return Seen(table.rules, LazyEvents(lambda: events_seen_by(table, seat, events[:upto])))


def since_deal(events: Sequence[Any]) -> tuple[Any, ...]:
    """Return those of `events` that belong to the last hand begun in them; all if none begins."""
    for index in range(len(events) - 1, -1, -1):
        if isinstance(events[index], HandBegun):
            return tuple(events[index:])
    return tuple(events)


def events_seen_by(table: Table, seat: Seat, events: Iterable[Any]) -> tuple[SeenEvent, ...]:
    """Return the events as `seat` may read them."""
    return tuple([wire.shown_to(table.play, event, seat) for event in events])


class LazyEvents(Sequence[SeenEvent]):
    """Events that are fetched when they are read: most strategies never read them."""

    __slots__ = ("_events", "_fetch")

    def __init__(self, fetch: Callable[[], Sequence[SeenEvent]]) -> None:
        self._fetch = fetch
        self._events: Sequence[SeenEvent] | None = None

    def _all(self) -> Sequence[SeenEvent]:
        if self._events is None:
            self._events = self._fetch()
        return self._events

    @overload
    def __getitem__(self, at: int) -> SeenEvent: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[SeenEvent]: ...
    def __getitem__(self, at: int | slice) -> SeenEvent | Sequence[SeenEvent]:
        return self._all()[at]

    def __iter__(self) -> Iterator[SeenEvent]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
