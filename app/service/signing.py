"""Signing keys of the service: their validity and the statements that they sign (Ed25519, RFC 8032).

The private seed of generation n (from 1) is HMAC-SHA-256(signing secret, uint32(n)), so the store keeps only
the times at which generations begin. A statement with time t is signed with the key valid at t, whenever it
is signed: an answer can be made again byte for byte after any number of rotations.

For that, every process must know a generation before it signs. A rotation therefore begins `LEAD_MS` ahead,
and a process signs for a time at most half of that after it last read the generations. Clocks of hosts may
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
from app.store.signing_state import Generations, Starts

Json = dict[str, Any]

ALGORITHM: Final = "Ed25519"
LEAD_MS: Final = 10_000
"""Delay until a rotation takes effect."""

FRESH_MS: Final = LEAD_MS // 2
"""Time for which the generations that were read are known to be complete."""

AHEAD: Final = 16
"""Number of generations after the known ones that are recognised if the store has lost them."""

_VERSION: Final = 1
_RECEIPT: Final = b"conquian/receipt/1"
_REFUSAL: Final = b"conquian/refusal/1"
_PRIME: Final = 2**255 - 19


class RotationPending(Exception):
    """The last rotation has not taken effect, so there cannot be another."""


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """A public key (32 bytes) and its id; it signs from `from_ms` to before `until_ms` (None: open)."""

    id: str
    public: bytes
    from_ms: int
    until_ms: int | None


@dataclass(frozen=True, slots=True)
class Signed:
    """A signature, 64 bytes, and the id of its key."""

    key: str
    signature: bytes


@dataclass(frozen=True, slots=True, repr=False)
class Pair:
    """A private key with its public half and its id."""

    private: Ed25519PrivateKey
    public: bytes
    id: str


def now_ms() -> int:
    """Return the clock of this host in ms since 1970."""
    return time.time_ns() // 1_000_000


def key_id(public: bytes) -> str:
    """Return the id of a public key (32 bytes): the first 16 hex digits of its SHA-256."""
    return sha256(public).hexdigest()[:16]


def own_origin(secret: bytes) -> str:
    """Return the name in signatures of a service without a configured one, from its signing secret."""
    return f"conquian/{_pair(secret, 1).id}"


class KeyRing:
    """Every signing key of a service, from its signing secret (32 bytes) and the stored generations.

    Safe between threads and greenlets. Methods that read the store may raise StoreUnavailable.
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
        self.origin = origin or own_origin(secret)

    def __repr__(self) -> str:
        return f"<KeyRing {self.origin}>"

    def keys(self) -> tuple[KeyInfo, ...]:
        """Return every key in order of use; the last may begin a few seconds in the future."""
        return self._infos(self._starts(self._clock()))

    def first(self, generations: int) -> tuple[bytes, ...]:
        """Return the public keys of the first `generations` generations; the store is not read."""
        return tuple(self._pair(number).public for number in range(1, generations + 1))

    def document(self) -> Json:
        """Return the published list of keys."""
        return {"v": _VERSION, "origin": self.origin, "keys": [_row(key) for key in self.keys()]}

    def sign(self, message: bytes, at_ms: int) -> Signed:
        """Sign `message` with the key valid at `at_ms`, ms since 1970; always the same bytes."""
        pair = self.pair(at_ms)
        return Signed(pair.id, pair.private.sign(message))

    def pair(self, at_ms: int) -> "Pair":
        """Return the key valid at `at_ms`."""
        return self._pair(self._at(at_ms))

    def in_force(self, at_ms: int) -> str:
        """Return the id of the key valid at `at_ms`."""
        return self.pair(at_ms).id

    def rotate(self) -> KeyInfo:
        """Add a key that signs from `LEAD_MS` after now, by this host's clock or the store's; return it.

        Raises RotationPending while the last rotation is in the future, GenerationConflict if another process
        rotates at the same time.
        """
        now = self._clock()
        starts = self._generations.starts()
        if starts[-1] > now:
            raise RotationPending("the last rotation has not taken effect yet")
        self._known = self._generations.begin(starts, now, LEAD_MS), now
        return self._infos(self._known[0])[-1]

    def forgotten(self) -> list[Json]:
        """Return the next `AHEAD` keys, which the store does not know, as rows of a document.

        A store that was set back to an older copy has lost rotations, not the secret that they came from. It
        is not known when these keys signed.
        """
        first = len(self._starts(self._clock())) + 1
        pairs = map(self._pair, range(first, first + AHEAD))
        return [_row(KeyInfo(pair.id, pair.public, 0, None)) for pair in pairs]

    def _at(self, at_ms: int) -> int:
        """Return the generation valid at a time."""
        return bisect_right(self._starts(at_ms), at_ms)

    def _starts(self, at_ms: int) -> Starts:
        """Return the start times of the generations, complete for `at_ms`."""
        cached = self._known
        if cached is None or at_ms > cached[1] + FRESH_MS:
            read_ms = self._clock()
            cached = self._known = self._generations.starts(), read_ms
        return cached[0]

    def _infos(self, starts: Starts) -> tuple[KeyInfo, ...]:
        ends = zip_longest(starts, starts[1:])
        pairs = ((self._pair(number), *times) for number, times in enumerate(ends, start=1))
        return tuple(KeyInfo(pair.id, pair.public, start, end) for pair, start, end in pairs)


def receipt(ring: KeyRing, game: str, ply: int, digest: bytes, at_ms: int) -> Json:
    """Return the signed statement that entry `ply` of `game` has this digest.

    `at_ms` is the time of the entry, or now if the entry has none because no person plays.
    """
    return _stated(ring, _RECEIPT, {"game": game, "ply": ply, "digest": digest.hex()}, at_ms)


def refusal(ring: KeyRing, refused: Json, at_ms: int) -> Json:
    """Return the signed statement that a command was refused at `at_ms`.

    `refused` has `game`, the `ply` that the command was decided on, `seat` (None for a caller without one),
    `command` as of `command_digest`, `code` and `rule`.
    """
    return _stated(ring, _REFUSAL, refused, at_ms)


def command_digest(command: Mapping[str, Any]) -> str:
    """Return the digest of a command for a signed refusal: SHA-256 in hex of the canonical JSON of its
    body.

    The body is that of the request without `expected_ply`, which is not part of the command.
    """
    return sha256(canonical({**command})).hexdigest()


def _stated(ring: KeyRing, label: bytes, members: Json, at_ms: int) -> Json:
    """Return a statement of the service with the time, the key valid then, and the signature."""
    pair = ring.pair(at_ms)
    statement: Json = {"v": _VERSION, "key": pair.id, **members, "time": at_ms}
    statement["signature"] = pair.private.sign(label + written(statement)).hex()
    return statement


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether `signature` (64 bytes) of `message` was made with the private key of `public` (32
    bytes).

    The key must be encoded canonically (RFC 8032, 5.1.3). The library also accepts other encodings.
    """
    y = int.from_bytes(public, "little") % 2**255
    if y >= _PRIME or (public[-1] >= 128 and y in (1, _PRIME - 1)):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def receipt_message(statement: Json) -> bytes:
    """Return the signed bytes of a receipt: its label and the canonical JSON of all members but the
    signature.
    """
    return _message(_RECEIPT, statement)


def refusal_message(statement: Json) -> bytes:
    """Return the signed bytes of a refusal, like those of a receipt with another label."""
    return _message(_REFUSAL, statement)


def _message(label: bytes, statement: Json) -> bytes:
    return label + canonical({name: value for name, value in statement.items() if name != "signature"})


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
