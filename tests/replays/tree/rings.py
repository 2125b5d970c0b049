"""Rings of keys for the tests of the tree, without a store."""

from dataclasses import dataclass
from hashlib import sha256

from app.signing import KeyRing
from app.store.generations import Starts

ORIGIN = "conquian/test"
LONG_AFTER_MS = 10**15


@dataclass(frozen=True)
class Known:
    """Generations that are known from the start and never get more."""

    begins: Starts

    def starts(self) -> Starts:
        return self.begins

    def begin(self, known: Starts, from_ms: int) -> Starts:
        raise NotImplementedError


def ring(*begins: int, seed: bytes = b"ring") -> KeyRing:
    """Keys that follow one another at the times `begins`, the first of which is 0."""
    return KeyRing(sha256(seed).digest(), Known(begins), ORIGIN, clock=lambda: LONG_AFTER_MS)
