"""Deals as a text tells them: dealt from its deck where there is no key, else held against the key's."""

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


def dealt(table: Table, events: Sequence[Any], told: Deal) -> tuple[Any, ...]:
    """The events of the deal at `table` when its deck is the one told, and its first dealer too.

    `events` are those of a deal by a key. Malformed where the deck is not told or lacks a card.
    """
    if Counter(told.deck) != Counter(canonical_deck(table.rules.pack, table.rules.packs)):
        raise Malformed("without the key of the game a deal tells its deck, every card of it")
    at = next(at for at, event in enumerate(events) if isinstance(event, HandBegun))
    begun = _by_lot(table, events[at], told)
    before = (*events[:at], begun)
    return (*before, *table.play.deal(fold(table, table.ply + 1, before).hand, tuple(map(Card, told.deck))))


def _by_lot(table: Table, begun: HandBegun, told: Deal) -> HandBegun:
    """The beginning of a hand; who plays and deals the first one is drawn by lot, so the text tells it."""
    if table.hand_number or not told.order:
        return begun
    order = tuple(map(Seat, told.order))
    if not set(order) <= set(table.seats) or len({*order}) != len(begun.order) or len(order) != len({*order}):
        raise Malformed("these seats cannot play the hand")
    return replace(begun, dealer=order[-1], order=order)


def untrue(told: Deal, before: Table, after: Table, events: Sequence[Any], keyed: bool) -> str | None:
    """What of a deal that is told is not so; None where all of it is."""
    return next((name for name, right in _facts(told, before, after, events, keyed) if not right), None)


def _facts(
    told: Deal, before: Table, after: Table, events: Sequence[Any], keyed: bool
) -> Iterator[tuple[str, bool]]:
    yield "hand", told.hand in (None, after.hand_number)
    yield "dealer", told.dealer in (None, after.dealer)
    yield "order", told.order in ((), after.order)
    yield "stake", told.stake in (None, after.stake)
    yield "deck", not (keyed and told.deck) or told.deck == fairness.deck(before, after.hand_number)
    hands = _hands(after, events)
    for seat, cards in told.holds:
        yield f"hand of seat {seat}", seat < len(hands) and Counter(hands[seat]) == Counter(cards)


def _hands(table: Table, events: Sequence[Any]) -> Sequence[Sequence[str]]:
    """The hands as they were dealt, by seat."""
    names = table.play.events.types.values()
    documents = (table.play.events.to_json(event) for event in events if type(event) in names)
    return next((one["hands"] for one in documents if one["type"] == "dealt"), ())
