"""Key rings for tests of the transparency log, without a store."""

from dataclasses import dataclass
from hashlib import sha256

from app.service.signing import KeyRing
from app.store.signing_state import Starts
from replays.record.receipts import KeyList, key_list

ORIGIN = "conquian/test"
LONG_AFTER_MS = 10**15


@dataclass(frozen=True)
class KnownStarts:
    """A fixed list of generations."""

    begins: Starts

    def starts(self) -> Starts:
        return self.begins

    def begin(self, known: Starts, now_ms: int, lead_ms: int) -> Starts:
        raise NotImplementedError


def ring(*begins: int, seed: bytes = b"ring") -> KeyRing:
    """Return keys that start at the times `begins`, the first of which is 0."""
    return KeyRing(sha256(seed).digest(), KnownStarts(begins), ORIGIN, clock=lambda: LONG_AFTER_MS)


def published(keys: KeyRing, *, only: int | None = None, origin: str = ORIGIN) -> KeyList:
    """Return the published list of keys; with `only` that key alone."""
    document = keys.document() | {"origin": origin}
    chosen = document["keys"] if only is None else [document["keys"][only]]
    return key_list(document | {"keys": chosen})
