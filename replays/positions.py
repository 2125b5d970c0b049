"""What must hold in every position, however it came about: no card lost or doubled, no money made."""

from collections import Counter
from collections.abc import Iterator

from app.games.cards import Card, canonical_deck
from app.games.conquian.state import State
from app.games.table.state import Table


def fault(table: Table) -> str | None:
    """Why `table` is no position a game can be in, or None.

    Besides cards and money that is what later decisions rely on: numbers of cards and of hands within what
    the rules deal, so that a forged position cannot make them slow.
    """
    if sum(table.balances) + table.house or len(table.balances) != len(table.places):
        return "balances and house do not sum to zero"
    if not 0 <= table.drawn <= table.hand_number <= 100:
        return "the numbers of hands do not go together"
    return _hand_fault(table.hand, table) if isinstance(table.hand, State) and table.hand.hands else None


def _hand_fault(hand: State, table: Table) -> str | None:
    deck = Counter(canonical_deck(table.rules.pack, table.rules.packs))
    lying = Counter(_lying(hand))
    if lying != deck:
        lost, extra = sorted((deck - lying).elements()), sorted((lying - deck).elements())
        return f"cards are missing ({_listed(lost)}) or too many ({_listed(extra)})"
    for seat in table.seats:
        if len(hand.hands[seat]) + len(hand.table_cards(seat)) not in (hand.hand_size, hand.target, 0):
            return f"seat {seat} has a wrong number of cards"
    return None


def _listed(cards: list[Card]) -> str:
    return " ".join(cards[:8]) + (" ..." if len(cards) > 8 else "") if cards else "none"


def _lying(hand: State) -> Iterator[Card]:
    """Every card wherever it lies."""
    for cards in (*hand.hands, *(meld for table in hand.tables for meld in table)):
        yield from cards
    yield from hand.stock
    yield from hand.discards
    if hand.centre is not None:
        yield hand.centre.card
