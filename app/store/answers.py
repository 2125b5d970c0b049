"""Idempotency records of writes that are in no log: the first answer, encrypted, kept for a day.

A record is a 16-byte fingerprint of the request (see `StorageCipher.blind`) and the encrypted answer. Until
there is an answer, the key is only claimed. A request under a claimed key may be executed again, so executing
it twice must be harmless.
"""

from typing import Final

from redis import Redis

from app.store.errors import KeyReused, OutcomeUnknown, StoreUnavailable
from app.store.keys import answer_key
from app.store.scripts import Argument, ask_script
from app.store.vault import StorageCipher

DAY_MS: Final = 86_400_000
"""How long a first answer is kept, and for how long a repeated answer still contains its secrets."""

_FIELD: Final = "answer"


class IdempotencyRecords:
    """First answers in `redis`, encrypted by `cipher`. A name has 32 unpredictable bytes."""

    def __init__(self, redis: Redis, cipher: StorageCipher) -> None:
        self._redis = redis
        self._cipher = cipher

    def claim(self, name: bytes, fingerprint: bytes) -> bytes | None:
        """Return the first answer under `name`, or claim `name` and return None if there is none yet.

        Raises KeyReused if the name was claimed with another fingerprint, and StoreUnavailable.
        """
        verdict, *rest = ask_script(
            self._redis, "claim", [answer_key(name)], [self._masked(name, fingerprint), DAY_MS]
        )
        if verdict == b"MISMATCH":
            raise KeyReused("the idempotency key was used for something else")
        return self._cipher.open(name.hex(), 0, rest[0]) if rest[0] else None

    def keep(self, name: bytes, fingerprint: bytes, answer: bytes) -> bytes | None:
        """Store `answer` unless there is one under `name`; return the one that was there, or None.

        Raises OutcomeUnknown if the store is unavailable, because the request has been executed.
        """
        sealed = self._cipher.seal(name.hex(), 0, answer)
        arguments: list[Argument] = [self._masked(name, fingerprint), sealed, DAY_MS]
        try:
            first = ask_script(self._redis, "answered", [answer_key(name)], arguments)
        except StoreUnavailable as away:
            raise OutcomeUnknown("it is done, and its answer is not kept", away.outage) from away
        return None if first == sealed else self._cipher.open(name.hex(), 0, first)

    def release(self, name: bytes, fingerprint: bytes) -> None:
        """Release the name after the request was refused. Names with an answer stay."""
        ask_script(self._redis, "release", [answer_key(name)], [self._masked(name, fingerprint)])

    def _masked(self, name: bytes, fingerprint: bytes) -> bytes:
        return self._cipher.blind(name.hex(), _FIELD, fingerprint)
