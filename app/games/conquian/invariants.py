"""Invariants of every position of a hand, however it came about: no card is lost, doubled or moved."""

from collections import Counter
from functools import lru_cache

from app.games.cards import Card, canonical_deck
from app.games.conquian.rules import Rules
from app.games.conquian.state import State
from app.i18n import Message


def hand_fault(hand: State, rules: Rules) -> Message | None:
    """Return why `hand` cannot be played by `rules`, or None."""
    cards = _cards(hand)
    try:
        cards.sort()
    except TypeError:
        return _card_fault(hand, rules)
    if cards != _deck(rules.pack, rules.packs):
        return _card_fault(hand, rules)
    sizes = (hand.hand_size, hand.target, 0)
    for seat, held in enumerate(hand.hands):
        if len(held) + sum(map(len, hand.tables[seat])) not in sizes:
            return Message("seat {seat} has a wrong number of cards").filled(seat=seat)
    return None


@lru_cache
def _deck(pack: str, packs: int) -> list[Card]:
    """Every card of the deck, sorted."""
    return sorted(canonical_deck(pack, packs))


def _card_fault(hand: State, rules: Rules) -> Message:
    """Return the message that names the cards that are lost or doubled."""
    deck, lying = Counter(_deck(rules.pack, rules.packs)), Counter(_cards(hand))
    lost, extra = sorted((deck - lying).elements()), sorted((lying - deck).elements())
    if not extra:
        return Message("these cards are missing: {cards}").filled(cards=_listed(lost))
    if not lost:
        return Message("these cards are there too often: {cards}").filled(cards=_listed(extra))
    return Message("instead of the cards {lost} there are {extra}").filled(
        lost=_listed(lost), extra=_listed(extra)
    )


def _listed(cards: list[Card]) -> str:
    return " ".join(cards[:8]) + (" ..." if len(cards) > 8 else "")


def _cards(hand: State) -> list[Card]:
    """Return every card, wherever it lies."""
    cards = [*hand.stock, *hand.discards]
    for held in hand.hands:
        cards += held
    for melds in hand.tables:
        for meld in melds:
            cards += meld
    if hand.centre is not None:
        cards.append(hand.centre.card)
    return cards
