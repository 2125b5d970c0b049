"""Hidden parts of stored entries: their encryption under the key of the service or under a log's own key.

An own key is a random text in the head of its log, and the service's key is needed besides. Once it is
deleted, what it encrypted is lost wherever it stands: in the entries, in their copies, on replicas. The chain
has the seals of these parts, so no digest changes, and a seal reveals nothing because its salt is lost, too.
"""

from secrets import token_bytes
from typing import Any, Final

from redis import Redis

from app.store.append_options import HiddenUnder, IdempotencyKey
from app.store.client import ask
from app.store.encryption import StorageCipher
from app.store.entry import Entry, LogPosition, pack
from app.store.entry_format import entries_from, has_own, is_foreign
from app.store.keys import GameId, state_key
from app.store.scripts import Argument

_KEY: Final = "k"
_KEY_BYTES: Final = 32
_KEEP, _DROP = "keep", "drop"


class HiddenParts:
    """Hidden parts of the logs in `redis`; `cipher` has the keys of the service."""

    def __init__(self, redis: Redis, cipher: StorageCipher) -> None:
        self._redis = redis
        self._cipher = cipher

    def sealed(self, entry: Entry, under: HiddenUnder) -> tuple[bytes, Argument]:
        """Return the encrypted parts of `entry`, empty if there are none, and what becomes of the own key.

        Only an append creates an own key, and it is guarded by the place of the log: the key that is read
        here is that of the place on which the entry was decided, or the append is refused.
        """
        if under is HiddenUnder.DROPPED and entry.parts:
            raise ValueError("an entry that deletes the key of its log has no hidden part")
        if under is HiddenUnder.DROPPED:
            return b"", _DROP
        if not entry.parts:
            return b"", ""
        blob = pack(entry.parts)
        if under is HiddenUnder.SERVICE:
            return self._cipher.seal(entry.game, entry.ply, blob), ""
        known = self._own_key(entry.game)
        key = known or token_bytes(_KEY_BYTES)
        return self._cipher.own(key).seal(entry.game, entry.ply, blob), _KEEP if known else key

    def entries(
        self, game: GameId, after: LogPosition, rows: list[Any], key: bytes | None = None
    ) -> tuple[Entry, ...]:
        """Return the entries in `rows`, see `entries_from`; `key` is the own key if it is known."""
        return entries_from(self._cipher, game, after, rows, self._own(game, rows, key))

    def are_foreign(self, game: GameId, rows: list[Any]) -> bool:
        """Return whether none of the hidden parts in `rows` can be decrypted, see `is_foreign`."""
        return is_foreign(self._cipher, game, rows, self._own(game, rows, None))

    def blinded(self, game: GameId, once: IdempotencyKey) -> bytes:
        """Return the stored form of the fingerprint of a request."""
        return self._cipher.blind(game, once.field, once.fingerprint)

    def drop(self, game: GameId) -> None:
        """Delete the own key of a log, if it has one."""
        ask(self._redis, ("HDEL", state_key(game), _KEY))

    def _own(self, game: GameId, rows: list[Any], key: bytes | None) -> StorageCipher | None:
        if not has_own(rows):
            return None
        key = key or self._own_key(game)
        return None if key is None else self._cipher.own(key)

    def _own_key(self, game: GameId) -> bytes | None:
        key: bytes | None = ask(self._redis, ("HGET", state_key(game), _KEY))
        return key
