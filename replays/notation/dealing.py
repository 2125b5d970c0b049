"""Deals in a text: dealt from its deck if it has no key, else compared with the deal of the key."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from app.games.cards import Card, Seat, canonical_deck
from app.games.table import fairness
from app.games.table.events import HandBegun
from app.games.table.evolve import fold
from app.games.table.state import Table
from replays.notation.text import Deal
from replays.record.untrusted import Malformed


def dealt(table: Table, events: Sequence[Any], given: Deal) -> tuple[Any, ...]:
    """Return the events of the deal at `table` with the deck and the first dealer of the text.

    `events` are those of a deal by a key. Raises Malformed if the deck is missing or incomplete.
    """
    if Counter(given.deck) != Counter(canonical_deck(table.rules.pack, table.rules.packs)):
        raise Malformed("without the key of the game a deal tells its deck, every card of it")
    number = next(number for number, event in enumerate(events) if isinstance(event, HandBegun))
    begun = _by_lot(table, events[number], given)
    before = (*events[:number], begun)
    return (*before, *table.play.deal(fold(table, table.ply + 1, before).hand, tuple(map(Card, given.deck))))


def _by_lot(table: Table, begun: HandBegun, given: Deal) -> HandBegun:
    """Return the beginning of a hand; seats and dealer of the first one come from the text."""
    if table.hand_number or not given.order:
        return begun
    order = tuple(map(Seat, given.order))
    if not set(order) <= set(table.seats) or len({*order}) != len(begun.order) or len(order) != len({*order}):
        raise Malformed("these seats cannot play the hand")
    return replace(begun, dealer=order[-1], order=order)


def untrue(given: Deal, before: Table, after: Table, events: Sequence[Any], keyed: bool) -> str | None:
    """Return the first part of a deal in the text that is wrong, or None."""
    return next(
        (name for name, is_right in _facts(given, before, after, events, keyed) if not is_right), None
    )


def _facts(
    given: Deal, before: Table, after: Table, events: Sequence[Any], keyed: bool
) -> Iterator[tuple[str, bool]]:
    yield "hand", given.hand in (None, after.hand_number)
    yield "dealer", given.dealer in (None, after.dealer)
    yield "order", given.order in ((), after.order)
    yield "stake", given.stake in (None, after.stake)
    yield "deck", not (keyed and given.deck) or given.deck == fairness.deck(before, after.hand_number)
    hands = _hands(after, events)
    for seat, cards in given.holds:
        yield f"hand of seat {seat}", seat < len(hands) and Counter(hands[seat]) == Counter(cards)


def _hands(table: Table, events: Sequence[Any]) -> Sequence[Sequence[str]]:
    """Return the dealt hands, by seat."""
    names = table.play.events.types.values()
    documents = (table.play.events.to_json(event) for event in events if type(event) in names)
    return next((document["hands"] for document in documents if document["type"] == "dealt"), ())
