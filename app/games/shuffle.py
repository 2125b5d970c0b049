"""Keys, commitments, decks and draws: chance derived from one committed key per game.

Constants are ASCII, integers big-endian, HMAC is HMAC-SHA-256 (RFC 2104), `L(x)` is one length byte
and then x. A game key is 32 bytes from the operating system; everything else follows from it.
"""

import hmac
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from struct import Struct

from app.games.cards import Card, canonical_deck

_WORD = 1 << 32
_HASH = "sha256"
_BLOCK = Struct(">8I")


def _mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, _HASH)


def length_prefixed(value: bytes) -> bytes:
    """Return `L(value)`: one byte of length before the bytes. Raises ValueError for more than 255 bytes."""
    return bytes((len(value),)) + value


def _uint32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def tournament_game_key(deck_seed: bytes, deck_number: int) -> bytes:
    """Return the game key of deck `deck_number` of a tournament with the secret seed `deck_seed`."""
    return _mac(deck_seed, b"conquian/tournament/1" + _uint32(deck_number))


def deal_key(game_key: bytes, hand_number: int) -> bytes:
    """Return the key of hand `hand_number` (from 1) of the game with the key `game_key`."""
    return _mac(game_key, b"conquian/deal/1" + _uint32(hand_number))


def commitment(game: str, number: int, key: bytes) -> bytes:
    """Return the commitment, 32 bytes, to `key` for hand `number` of `game`; number 0 is the game key."""
    return sha256(b"conquian/commit/1" + length_prefixed(game.encode()) + _uint32(number) + key).digest()


def entropy_commitment(game: str, seat: int, entropy: bytes) -> bytes:
    """Return the commitment of a seat to its `entropy` (16 to 64 bytes), published before it is revealed."""
    seat_byte = seat.to_bytes(1, "big")
    return sha256(b"conquian/entropy/1" + length_prefixed(game.encode()) + seat_byte + entropy).digest()


def _joined(entropy: Sequence[bytes]) -> bytes:
    return b"".join(map(length_prefixed, entropy))


def shuffle_key(key: bytes, entropy: Sequence[bytes]) -> bytes:
    """Return the key of the deck: the deal key mixed with the entropy of each seat in order (or empty)."""
    return _mac(key, b"conquian/deck/1" + _joined(entropy))


def words(key: bytes) -> Iterator[int]:
    """Return the endless key stream of `key` as uint32 words, eight to a block."""
    return chain.from_iterable(_BLOCK.unpack(_mac(key, block.to_bytes(8, "big"))) for block in count())


def _limit(bound: int) -> int:
    """Return the first word that would favour some of the numbers below `bound`."""
    return _WORD // bound * bound


def below(bound: int, stream: Iterator[int]) -> int:
    """Return the next number below `bound` from `stream`; words that would favour some are skipped."""
    limit = _limit(bound)
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % bound


def shuffled(pack: str, packs: int, key: bytes) -> tuple[Card, ...]:
    """Return the deck of `packs` packs named `pack` under the shuffle key; index 0 is dealt first."""
    return permuted(canonical_deck(pack, packs), key)


def permuted(cards: Sequence[Card], key: bytes) -> tuple[Card, ...]:
    """Return `cards`, whose order is public, shuffled under the shuffle key."""
    deck = list(cards)
    stream = words(key)
    for last, bound, limit in _steps(len(deck)):
        # `below`, without its call: a shuffle is little else, and most of what a deal costs.
        word = next(stream)
        while word >= limit:
            word = next(stream)
        chosen = word % bound
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


@lru_cache
def _steps(size: int) -> tuple[tuple[int, int, int], ...]:
    """Return the steps of a shuffle of so many cards: the card to swap, the bound of the draw, its limit."""
    return tuple((last, last + 1, _limit(last + 1)) for last in range(size - 1, 0, -1))


def draws(key: bytes, entropy: Sequence[bytes]) -> Iterator[int]:
    """Return the word stream for every other draw, first dealer first; `key` is the deal key of hand 1."""
    return words(_mac(key, b"conquian/draw/1" + _joined(entropy)))
