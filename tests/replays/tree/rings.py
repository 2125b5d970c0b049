"""A ring of keys for the tests of the tree: fixed seeds, a new key at every time named."""

from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ORIGIN = "conquian/test"


@dataclass(frozen=True)
class TestKey:
    __test__ = False
    id: str
    public: bytes
    from_ms: int
    until_ms: int | None


@dataclass(frozen=True)
class TestSigned:
    __test__ = False
    key: str
    signature: bytes


class TestRing:
    """Keys that follow one another at the times `begins`."""

    __test__ = False
    origin = ORIGIN

    def __init__(self, *begins: int, seed: bytes = b"ring") -> None:
        self._begins = begins or (0,)
        secrets = (sha256(seed + bytes([number])).digest() for number in range(len(self._begins)))
        self._private = [Ed25519PrivateKey.from_private_bytes(secret) for secret in secrets]

    def keys(self) -> tuple[TestKey, ...]:
        publics = [private.public_key().public_bytes_raw() for private in self._private]
        ends = (*self._begins[1:], None)
        rows = zip(publics, self._begins, ends, strict=True)
        return tuple(
            TestKey(sha256(public).hexdigest()[:16], public, begin, end) for public, begin, end in rows
        )

    def sign(self, message: bytes, at_ms: int) -> TestSigned:
        at = max(number for number, begin in enumerate(self._begins) if begin <= at_ms)
        return TestSigned(self.keys()[at].id, self._private[at].sign(message))
