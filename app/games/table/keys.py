"""The keys of a table's decks and draws (RULES 12), derived from its state."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from app.games import shuffle
from app.games.cards import Card, Seat
from app.games.table.state import Table


def deal_key(table: Table, hand_number: int) -> bytes:
    """Return the key of hand `hand_number` (12.1)."""
    return _deal_key(table.game_key, hand_number)


@lru_cache(maxsize=1024)
def _deal_key(game_key: str, hand_number: int) -> bytes:
    return shuffle.deal_key(bytes.fromhex(game_key), hand_number)


def salt_key(table: Table) -> bytes:
    """Return the key that salts the seals of an entry: that of the present hand, before it that of hand 1."""
    return deal_key(table, max(1, table.hand_number))


def commitment(table: Table, hand_number: int) -> str:
    """Return the public commitment to the key of hand `hand_number`, in hex."""
    return shuffle.commitment(table.game, hand_number, deal_key(table, hand_number)).hex()


def entropy(table: Table) -> tuple[str, ...]:
    """Return the entropy that each seat has added to the deck, in hex, empty for a seat that added none."""
    return tuple(place.entropy for place in table.places)


def _entropy_bytes(table: Table) -> list[bytes]:
    return [bytes.fromhex(text) for text in entropy(table)]


def deck(table: Table, hand_number: int) -> tuple[Card, ...]:
    """Return the deck of hand `hand_number`, its first card on top."""
    key = shuffle.shuffle_key(deal_key(table, hand_number), _entropy_bytes(table))
    return shuffle.shuffled(table.rules.pack, table.rules.packs, key)


def shuffler(table: Table) -> Callable[[Sequence[Card]], tuple[Card, ...]]:
    """Return the function that shuffles the stock of a fork by the key of its hand (11.14)."""
    key = shuffle.shuffle_key(deal_key(table, 1), _entropy_bytes(table))
    return lambda cards: shuffle.permuted(cards, key)


def drawn(table: Table, idle: int) -> tuple[Seat, tuple[Seat, ...]]:
    """Draw the first dealer, unless the first entry names it, and `idle` other seats that sit the first hand
    out (3.4, 3.6).
    """
    stream = shuffle.draws(deal_key(table, 1), _entropy_bytes(table))
    named = table.first_dealer
    dealer = shuffle.below(len(table.places), stream) if named is None else named
    others = [*table.seats[dealer + 1 :], *table.seats[:dealer]]
    return Seat(dealer), tuple(others.pop(shuffle.below(len(others), stream)) for _ in range(idle))


def keeps_promise(table: Table, seat: Seat, text: str) -> bool:
    """Return whether `seat` has committed to the entropy `text` (hex)."""
    promised = table.places[seat].committed
    return shuffle.entropy_commitment(table.game, seat, bytes.fromhex(text)).hex() == promised


def opened_keys(table: Table) -> tuple[str, ...]:
    """Return the keys of all hands dealt, by hand number, in hex."""
    return tuple(deal_key(table, number).hex() for number in range(1, table.hand_number + 1))
