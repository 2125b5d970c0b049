"""First answers to writes that no log remembers: kept for a day under their idempotency key, sealed.

A record is 16 bytes that stand for what was asked (see `Vault.blind`) and the sealed answer; before there is
one, the key is only taken. What is asked under a key that is taken may be done again, so it must be harmless
when it is done twice.
"""

from typing import Final

from redis import Redis

from app.store.errors import KeyReused, OutcomeUnknown, StoreUnavailable
from app.store.keys import answer_key
from app.store.scripts import Argument, ask_script
from app.store.vault import Vault

DAY_MS: Final = 86_400_000
"""How long an answer can be asked for again, and for how long a repeated answer still shows its secrets."""

_FIELD: Final = "answer"


class Answers:
    """The first answers in `redis`, sealed by `vault`; a name has 32 bytes that nobody can guess."""

    def __init__(self, redis: Redis, vault: Vault) -> None:
        self._redis = redis
        self._vault = vault

    def claim(self, name: bytes, fingerprint: bytes) -> bytes | None:
        """The answer that was given under `name`, None if there is none yet: then the name is taken now.

        KeyReused if it was taken for another fingerprint. StoreUnavailable.
        """
        verdict, *rest = ask_script(
            self._redis, "claim", [answer_key(name)], [self._said(name, fingerprint), DAY_MS]
        )
        if verdict == b"MISMATCH":
            raise KeyReused("the idempotency key was used for something else")
        return self._vault.open(name.hex(), 0, rest[0]) if rest[0] else None

    def keep(self, name: bytes, fingerprint: bytes, answer: bytes) -> bytes | None:
        """None if `answer` is now the first one under `name`, else the one that is.

        OutcomeUnknown if the store is away, because what was asked has been done.
        """
        sealed = self._vault.seal(name.hex(), 0, answer)
        arguments: list[Argument] = [self._said(name, fingerprint), sealed, DAY_MS]
        try:
            first = ask_script(self._redis, "answered", [answer_key(name)], arguments)
        except StoreUnavailable as away:
            raise OutcomeUnknown("it is done, and its answer is not kept", away.outage) from away
        return None if first == sealed else self._vault.open(name.hex(), 0, first)

    def release(self, name: bytes, fingerprint: bytes) -> None:
        """The name is free again, because what was asked was refused; not if somebody got an answer."""
        ask_script(self._redis, "release", [answer_key(name)], [self._said(name, fingerprint)])

    def _said(self, name: bytes, fingerprint: bytes) -> bytes:
        return self._vault.blind(name.hex(), _FIELD, fingerprint)
