"""The keys of a table's decks and draws (RULES 12), derived from its state."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from app.games import shuffle
from app.games.cards import Card, Seat
from app.games.table.state import Table


def deal_key(table: Table, hand_number: int) -> bytes:
    """The key of hand `hand_number`."""
    return _deal_key(table.game_key, hand_number)


@lru_cache(maxsize=1024)
def _deal_key(game_key: str, hand_number: int) -> bytes:
    return shuffle.deal_key(bytes.fromhex(game_key), hand_number)


def salt_key(table: Table) -> bytes:
    """The key the seals of an entry are salted from: that of the current hand, of hand 1 before it."""
    return deal_key(table, max(1, table.hand_number))


def commitment(table: Table, hand_number: int) -> str:
    """The public promise of the key of hand `hand_number`, in hex."""
    return shuffle.commitment(table.game, hand_number, deal_key(table, hand_number)).hex()


def entropy(table: Table) -> tuple[str, ...]:
    """By seat what was added to the deck, in hex, empty where nothing was."""
    return tuple(place.entropy for place in table.places)


def _entropy_bytes(table: Table) -> list[bytes]:
    return [bytes.fromhex(text) for text in entropy(table)]


def deck(table: Table, hand_number: int) -> tuple[Card, ...]:
    """The deck order of hand `hand_number`."""
    key = shuffle.shuffle_key(deal_key(table, hand_number), _entropy_bytes(table))
    return shuffle.shuffled(table.rules.pack, table.rules.packs, key)


def shuffler(table: Table) -> Callable[[Sequence[Card]], tuple[Card, ...]]:
    """What shuffles the cards that a fork leaves in its stock, by the key of its hand (RULES 11.14)."""
    key = shuffle.shuffle_key(deal_key(table, 1), _entropy_bytes(table))
    return lambda cards: shuffle.permuted(cards, key)


def drawn(table: Table, idle: int) -> tuple[Seat, tuple[Seat, ...]]:
    """The first dealer, and the first `idle` other seats that sit the hand out (RULES 3.4, 3.6)."""
    stream = shuffle.draws(deal_key(table, 1), _entropy_bytes(table))
    dealer = shuffle.below(len(table.places), stream)
    others = [*table.seats[dealer + 1 :], *table.seats[:dealer]]
    return Seat(dealer), tuple(others.pop(shuffle.below(len(others), stream)) for _ in range(idle))


def keeps_promise(table: Table, seat: Seat, text: str) -> bool:
    """Whether the entropy `text` (hex) is the one `seat` has committed to."""
    promised = table.places[seat].committed
    return shuffle.entropy_commitment(table.game, seat, bytes.fromhex(text)).hex() == promised


def opened_keys(table: Table) -> tuple[str, ...]:
    """The keys of all hands dealt, by hand number, in hex."""
    return tuple(deal_key(table, number).hex() for number in range(1, table.hand_number + 1))
