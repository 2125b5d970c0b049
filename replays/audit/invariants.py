"""What must hold in every position, however it came about: no card lost or doubled, no money made."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain

from app.games.cards import Card, Seat, canonical_deck, faces
from app.games.conquian.rules import Rules
from app.games.conquian.state import State
from app.games.table.state import Table


def position_fault(table: Table) -> str | None:
    """Why `table` is no position a game can be in, or None.

    Besides cards and money that is what later decisions rely on: numbers of cards and of hands within what
    the rules deal, so that a forged position cannot make them slow.
    """
    if sum(table.balances) + table.house or len(table.balances) != len(table.places):
        return "balances and house do not sum to zero"
    if not 0 <= table.drawn <= table.hand_number <= 100:
        return "the numbers of hands do not go together"
    is_played = isinstance(table.hand, State)
    return hand_fault(table.hand, table.rules) if is_played else None


def same_cards(before: State, after: State) -> bool:
    """Whether `after` is without fault as far as cards go, given that `before` is, of the same hand."""
    gone, come = _lies(before), _lies(after)
    seats = zip(before.hands, after.hands, before.tables, after.tables, strict=True)
    for hand_before, hand_after, table_before, table_after in seats:
        if hand_before is not hand_after or table_before is not table_after:
            gone += chain(hand_before, *table_before)
            held = [*chain(hand_after, *table_after)]
            come += held
            if len(held) not in (after.hand_size, after.target, 0):
                return False
    if before.stock is not after.stock:
        gone += before.stock
        come += after.stock
    if before.discards is not after.discards:
        gone += before.discards
        come += after.discards
    return sorted(gone) == sorted(come)


def _lies(hand: State) -> list[Card]:
    return [] if hand.centre is None else [hand.centre.card]


def hand_fault(hand: State, rules: Rules) -> str | None:
    """Why `hand` is none that can be played by `rules`, or None."""
    weigh, whole, count = _scales(rules.pack, rules.packs)
    lying = list(_lying(hand))
    try:
        right = len(lying) == count and sum(map(weigh, lying)) == whole
    except KeyError:
        right = False
    if not right:
        return _card_fault(hand, rules)
    sizes = (hand.hand_size, hand.target, 0)
    for seat, cards in enumerate(hand.hands):
        if len(cards) + len(hand.table_cards(Seat(seat))) not in sizes:
            return f"seat {seat} has a wrong number of cards"
    return None


@lru_cache
def _scales(pack: str, packs: int) -> tuple[Callable[[Card], int], int, int]:
    """What a card weighs, what the whole deck weighs, and how many cards it has.

    A face has ten bits of its own, so as many cards of equal weight are the same cards: no deck has so
    many of them that a face runs over.
    """
    weights = {face: 1 << 10 * at for at, face in enumerate(faces(pack))}
    return weights.__getitem__, packs * sum(weights.values()), packs * len(weights)


def _card_fault(hand: State, rules: Rules) -> str:
    """Which cards are not where they should be."""
    deck, lying = Counter(canonical_deck(rules.pack, rules.packs)), Counter(_lying(hand))
    lost, extra = sorted((deck - lying).elements()), sorted((lying - deck).elements())
    if not extra:
        return f"these cards are missing: {_listed(lost)}"
    if not lost:
        return f"these cards are there too often: {_listed(extra)}"
    return f"instead of the cards {_listed(lost)} there are {_listed(extra)}"


def _listed(cards: list[Card]) -> str:
    return " ".join(cards[:8]) + (" ..." if len(cards) > 8 else "")


def _lying(hand: State) -> Iterator[Card]:
    """Every card wherever it lies."""
    laid = (meld for table in hand.tables for meld in table)
    centre = () if hand.centre is None else (hand.centre.card,)
    return chain(*hand.hands, *laid, hand.stock, hand.discards, centre)
