"""One-time codes by which a player gets a key on another device.

A code has ten characters: four that name it and six that prove it. The store keeps a MAC of it, and counts
the wrong tries of each name, so that the proof cannot be guessed. That it is valid once is decided by the log
of the player, which names it in the entry of the new key. It is kept for a day for requests that are
repeated.
"""

import hmac
import secrets
from typing import Final, NamedTuple

from redis import Redis

from app.store.client import ask
from app.store.encryption import StorageCipher
from app.store.idempotency import DAY_MS
from app.store.indexes import take
from app.store.keys import code_key, count_key

ALPHABET: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Characters of a code: none that is mistaken for another."""

LENGTH: Final = 10
VALID_MS: Final = 600_000
"""Time for which a code is valid."""

TRIES: Final = 5
"""Number of wrong tries after which the codes of a name are refused for as long as a code is valid."""

_NAME: Final = 4
_FIELD: Final = "code"


class CodeHolder(NamedTuple):
    """The player who made a code, the number of the key that made it, and its end (ms since 1970)."""

    player: str
    number: int
    until_ms: int


class DeviceCodes:
    """The codes in `redis`, of which `cipher` makes the MACs. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, cipher: StorageCipher) -> None:
        self._redis = redis
        self._cipher = cipher

    def make(self, holder: CodeHolder) -> str:
        """Return a new code of `holder`."""
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
            stored = f"{holder.player} {holder.number} {holder.until_ms} {self._mac(code)}"
            if ask(self._redis, ("SET", code_key(code[:_NAME]), stored, "NX", "PX", DAY_MS)):
                return code

    def holder(self, code: str) -> CodeHolder | None:
        """Return who made `code`, in the form of `read`; None if it is wrong or its name was tried too often.

        A code that has ended is found, too.
        """
        name = code[:_NAME]
        tries = f"code:{name}"
        if int(ask(self._redis, ("GET", count_key(tries))) or 0) >= TRIES:
            return None
        stored = ask(self._redis, ("GET", code_key(name)))
        player, number, until_ms, mac = stored.decode().split() if stored else ("", "0", "0", "")
        if not hmac.compare_digest(mac, self._mac(code)):
            take(self._redis, tries, 1, TRIES, VALID_MS)
            return None
        return CodeHolder(player, int(number), int(until_ms))

    def _mac(self, code: str) -> str:
        return self._cipher.blind(code[:_NAME], _FIELD, code.encode()).hex()


def read(text: str) -> str | None:
    """Return the code that a person has typed, without hyphens and blanks; None if it is none.

    >>> read(" k7qm2-9xtbd ")
    'K7QM29XTBD'
    """
    code = "".join(text.replace("-", "").split()).upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def shown(code: str) -> str:
    """Return a code as people read it, in two halves.

    >>> shown("K7QM29XTBD")
    'K7QM2-9XTBD'
    """
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"
