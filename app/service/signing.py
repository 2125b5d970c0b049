"""The signing keys of the service: which one is in force when, and what it signs (Ed25519, RFC 8032).

The private seed of generation n (from 1) is HMAC-SHA-256(signing secret, uint32(n)), so the store keeps
nothing but the times at which generations begin. A thing with time t is signed with the key in force at t,
whenever that is done: an answer can be made again byte for byte after any number of rotations.

That needs every process to know a generation before it signs. A rotation therefore begins `LEAD_MS` ahead,
and nobody signs for a time more than half of that after the generations were last read. Clocks of hosts may
differ by the other half.
"""

import hmac
import time
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.store.canonical import canonical, written
from app.store.key_epochs import Generations, Starts

Json = dict[str, Any]

ALGORITHM: Final = "Ed25519"
LEAD_MS: Final = 10_000
"""How long after it was asked for a rotation takes effect."""

FRESH_MS: Final = LEAD_MS // 2
"""How long after they were read the generations are known to be all that count."""

AHEAD: Final = 16
"""How many generations beyond the known ones are recognised as ours, should the store have lost them."""

_VERSION: Final = 1
_RECEIPT: Final = b"conquian/receipt/1"
_REFUSAL: Final = b"conquian/refusal/1"
_PRIME: Final = 2**255 - 19


class RotationPending(Exception):
    """The last rotation has not taken effect, so there cannot be another."""


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """A public key (32 bytes) by its id; it signs from `from_ms` to before `until_ms` (None: still)."""

    id: str
    public: bytes
    from_ms: int
    until_ms: int | None


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature, 64 bytes, and the id of the key that made it."""

    key: str
    signature: bytes


@dataclass(frozen=True, slots=True, repr=False)
class Pair:
    """A private key with its public half and its id."""

    private: Ed25519PrivateKey
    public: bytes
    id: str


def now_ms() -> int:
    """The clock of this host in ms since 1970."""
    return time.time_ns() // 1_000_000


def key_id(public: bytes) -> str:
    """The id of a public key (32 bytes): the first 16 hex digits of its SHA-256."""
    return sha256(public).hexdigest()[:16]


class KeyRing:
    """Every signing key of a service, made from its signing secret (32 bytes) and the stored generations.

    Safe between threads and greenlets. What reads the store may raise StoreUnavailable.
    """

    def __init__(
        self,
        secret: bytes,
        generations: Generations,
        origin: str | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._generations = generations
        self._clock = clock
        self._known: tuple[Starts, int] | None = None
        self._pair = lru_cache(1024)(lambda generation: _pair(secret, generation))
        self.origin = origin or f"conquian/{self._pair(1).id}"

    def __repr__(self) -> str:
        return f"<KeyRing {self.origin}>"

    def keys(self) -> tuple[KeyInfo, ...]:
        """Every key there is, in the order in which they sign; the last may begin a few seconds ahead."""
        return self._infos(self._starts(self._clock()))

    def first(self, generations: int) -> tuple[bytes, ...]:
        """The public keys of so many generations, the first of all first; the store is not asked."""
        return tuple(self._pair(number).public for number in range(1, generations + 1))

    def document(self) -> Json:
        """The list of keys as it is published."""
        return {"v": _VERSION, "origin": self.origin, "keys": [_row(key) for key in self.keys()]}

    def sign(self, message: bytes, at_ms: int) -> Signed:
        """`message` signed with the key in force at `at_ms`, ms since 1970; always the same bytes."""
        pair = self.pair(at_ms)
        return Signed(pair.id, pair.private.sign(message))

    def pair(self, at_ms: int) -> "Pair":
        """The key in force at `at_ms`, to sign with."""
        return self._pair(self._at(at_ms))

    def in_force(self, at_ms: int) -> str:
        """The id of the key in force at `at_ms`."""
        return self.pair(at_ms).id

    def rotate(self) -> KeyInfo:
        """The next key, which signs from `LEAD_MS` after now on, by this host's clock or the store's.

        RotationPending while the last rotation still lies ahead, Overtaken if somebody else rotates at the same time.
        """
        now = self._clock()
        known = self._generations.starts()
        if known[-1] > now:
            raise RotationPending("the last rotation has not taken effect yet")
        self._known = self._generations.begin(known, now, LEAD_MS), now
        return self._infos(self._known[0])[-1]

    def forgotten(self) -> list[Json]:
        """Keys of ours that the store does not know, the next `AHEAD`, as rows of a document.

        A store that was set back to an older copy has forgotten rotations, not the secret they came from.
        When they signed is not known.
        """
        first = len(self._starts(self._clock())) + 1
        pairs = map(self._pair, range(first, first + AHEAD))
        return [_row(KeyInfo(pair.id, pair.public, 0, None)) for pair in pairs]

    def _at(self, at_ms: int) -> int:
        """The generation in force at a time."""
        return bisect_right(self._starts(at_ms), at_ms)

    def _starts(self, at_ms: int) -> Starts:
        """When each generation begins, as far as it may count at `at_ms`."""
        known = self._known
        if known is None or at_ms > known[1] + FRESH_MS:
            read_ms = self._clock()
            known = self._known = self._generations.starts(), read_ms
        return known[0]

    def _infos(self, starts: Starts) -> tuple[KeyInfo, ...]:
        ends = zip_longest(starts, starts[1:])
        pairs = ((self._pair(number), *times) for number, times in enumerate(ends, start=1))
        return tuple(KeyInfo(pair.id, pair.public, start, end) for pair, start, end in pairs)


def receipt(ring: KeyRing, game: str, ply: int, digest: bytes, at_ms: int) -> Json:
    """The signed statement that entry `ply` of `game` has this digest.

    `at_ms` is the time of the entry, or now where the entry has none because no person plays.
    """
    return _stated(ring, _RECEIPT, {"game": game, "ply": ply, "digest": digest.hex()}, at_ms)


def refusal(ring: KeyRing, refused: Json, at_ms: int) -> Json:
    """The signed statement that a command was refused at `at_ms`.

    `refused` has `game`, the `ply` that the command was decided on, `seat` (None for whoever acted without
    one), `command` as of `command_digest`, `code` and `rule`.
    """
    return _stated(ring, _REFUSAL, refused, at_ms)


def command_digest(command: Mapping[str, Any]) -> str:
    """What a signed refusal says of a command: SHA-256 in hex of the canonical JSON of its body.

    The body is that of the request without `expected_ply`, which says when and not what.
    """
    return sha256(canonical({**command})).hexdigest()


def _stated(ring: KeyRing, label: bytes, what: Json, at_ms: int) -> Json:
    """A statement of the service with the time, the key in force then, and the signature."""
    pair = ring.pair(at_ms)
    said: Json = {"v": _VERSION, "key": pair.id, **what, "time": at_ms}
    said["signature"] = pair.private.sign(label + written(said)).hex()
    return said


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` (64 bytes) is one of `message` by the holder of the key `public` (32 bytes).

    The key has to be encoded as RFC 8032, 5.1.3 has it: one point, one text. The library takes others, too.
    """
    y = int.from_bytes(public, "little") % 2**255
    if y >= _PRIME or (public[-1] >= 128 and y in (1, _PRIME - 1)):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def receipt_message(said: Json) -> bytes:
    """What the signature of a receipt is over: its label and the canonical JSON of all but the signature."""
    return _message(_RECEIPT, said)


def refusal_message(said: Json) -> bytes:
    """What the signature of a refusal is over, as that of a receipt with another label."""
    return _message(_REFUSAL, said)


def _message(label: bytes, said: Json) -> bytes:
    return label + canonical({name: value for name, value in said.items() if name != "signature"})


def _row(key: KeyInfo) -> Json:
    return {
        "id": key.id,
        "algorithm": ALGORITHM,
        "public": key.public.hex(),
        "from": key.from_ms,
        "until": key.until_ms,
    }


def _pair(secret: bytes, generation: int) -> Pair:
    seed = hmac.digest(secret, generation.to_bytes(4), "sha256")
    private = Ed25519PrivateKey.from_private_bytes(seed)
    public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
    return Pair(private, public, key_id(public))
