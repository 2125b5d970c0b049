"""Attacker that guesses hidden cards from what the service shows while a game runs.

That is the public log with its digests and seals, for a seat also its own parts and salts, and the keys of
hands that are over where those are opened early. A seal is SHA-256(salt || part), so the guesser needs the
salt: every value of the log is tried for it, and every key that a careless service might have used.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import chain

from app.games import shuffle
from app.games.codec import Json
from app.store.canonical import parse
from app.store.entry import Entry, salt, seal

WEAK_KEYS = 256
_HEX = frozenset("0123456789abcdef")


@dataclass(frozen=True)
class Guesser:
    """Knowledge of the first entries of a log: public parts and digests, and the parts of `seat`.

    `known_keys` are deal keys that leaked: none, unless a weakness is planted.
    """

    publics: tuple[bytes, ...]
    digests: tuple[bytes, ...]
    own: tuple[tuple[int, bytes], ...] = ()
    known_keys: tuple[bytes, ...] = field(default=(), repr=False)

    @cached_property
    def said(self) -> tuple[Json, ...]:
        """The public parts, read."""
        return tuple(map(parse, self.publics))

    @cached_property
    def game(self) -> str:
        """The id of the game."""
        return str(self.said[0]["game"])

    def opens(self, ply: int, audience: int, bodies: Sequence[bytes]) -> bytes | None:
        """The one of `bodies` that is sealed for `audience` in entry `ply`, if any salt shows it."""
        sealed = dict(self.said[ply - 1]["seals"])[audience]
        for tried in self._salts(ply, audience):
            for body in bodies:
                if seal(tried, body).hex() == sealed:
                    return body
        return None

    def prefers(self, ply: int, audience: int, bodies: Sequence[bytes]) -> bytes:
        """A guess where nothing opens: the body whose bare hash looks most like the seal and the digest."""
        sealed = bytes.fromhex(dict(self.said[ply - 1]["seals"])[audience])
        guess = int.from_bytes(sealed) ^ int.from_bytes(self.digests[ply - 1])
        return min(bodies, key=lambda body: (guess ^ int.from_bytes(sha256(body).digest())).bit_count())

    def _salts(self, ply: int, audience: int) -> Iterator[bytes]:
        yield from self._values
        for key in self._keys:
            yield salt(key, self.game, ply, audience)

    @cached_property
    def _values(self) -> tuple[bytes, ...]:
        """Every 32 bytes that the log shows, and what a service without a secret would take."""
        hashes = (bytes.fromhex(text) for part in self.said for text in _hashes(part))
        constants = (b"", bytes(32), sha256(b"").digest(), self.game.encode())
        values = chain(constants, self.digests, hashes, (value for _, value in self.own))
        return tuple(dict.fromkeys(values))

    @cached_property
    def _keys(self) -> tuple[bytes, ...]:
        """Keys from which salts may be derived."""
        values = [value for value in self._values if len(value) == 32]
        hashed = (sha256(value).digest() for value in values)
        return tuple(dict.fromkeys((*self.known_keys, *values, *hashed, *self._deal_keys(values))))

    def _deal_keys(self, values: Iterable[bytes]) -> Iterator[bytes]:
        """The keys of hands that follow from game keys which keep what the first entry promises."""
        promise = self.said[0]["events"][0]["game_commitment"]
        times = (sha256(str(part["time"]).encode()).digest() for part in self.said[:1])
        small = (number.to_bytes(32) for number in range(WEAK_KEYS))
        for key in (*values, *times, *small):
            if shuffle.commitment(self.game, 0, key).hex() == promise:
                yield from (shuffle.deal_key(key, number) for number in range(1, 10))


def guesser(entries: Sequence[Entry], seat: int | None, known_keys: tuple[bytes, ...] = ()) -> Guesser:
    """The guesser who holds `seat`, or only looks on, after these entries."""
    own = tuple((entry.ply, part.salt) for entry in entries for part in entry.parts if part.audience == seat)
    publics, digests = zip(*((entry.public, entry.digest) for entry in entries), strict=True)
    return Guesser(publics, digests, own, known_keys)


def _hashes(value: object) -> Iterator[str]:
    """Every text of 64 hex digits in a JSON value."""
    if isinstance(value, str) and len(value) == 64 and _HEX.issuperset(value):
        yield value
    elif isinstance(value, dict):
        yield from chain.from_iterable(map(_hashes, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_hashes, value))
