"""Idempotency records of writes that are in no log: the first answer, encrypted, kept for a day.

A record is a 16-byte fingerprint of the request (see `StorageCipher.blind`) and the encrypted answer. Until
there is an answer, the key is only claimed. A request under a claimed key may be executed again, so executing
it twice must be harmless.

The id of a game is derived from its idempotency key, so that a repeated creation finds the game. While the
catalogue is unavailable it is unknown whether a game of that id was archived and has left the store. The game
is then created under a random id, an alternative id that the store remembers: no id is used for two logs.
"""

from collections.abc import Callable
from secrets import token_bytes
from typing import Any, Final, NamedTuple

from redis import Redis

from app.store.client import Argument, ask, ask_script
from app.store.encryption import StorageCipher
from app.store.errors import KeyReused, OutcomeUnknown, StoreUnavailable
from app.store.keys import GameId, answer_key, game_id_from, idem_key, other_key, state_key

DAY_MS: Final = 86_400_000
"""Time for which a first answer is kept, and a repeated answer still contains its secrets."""

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
        return None if first is None else self._cipher.open(name.hex(), 0, first)

    def release(self, name: bytes, fingerprint: bytes) -> None:
        """Release the name after the request was refused. Names with an answer stay."""
        ask_script(self._redis, "release", [answer_key(name)], [self._masked(name, fingerprint)])

    def _masked(self, name: bytes, fingerprint: bytes) -> bytes:
        return self._cipher.blind(name.hex(), _FIELD, fingerprint)


CREATIONS_MS: Final = 86_400_000
KEPT_MS: Final = 30 * CREATIONS_MS
"""Time for which an alternative id is remembered."""


class AlternativeId(NamedTuple):
    """An alternative id, and whether it is too young for its log to have been archived and removed."""

    game: GameId
    is_young: bool


class AlternativeIds:
    """Alternative ids in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, clock: Callable[[], int]) -> None:
        self._redis = redis
        self._clock = clock

    def find(self, usual: GameId) -> GameId | None:
        """Return the alternative id of the game whose derived id is `usual`; None if there is none."""
        text = ask(self._redis, ("GET", other_key(usual)))
        return None if text is None else self._read(text).game

    def elsewhere(self, usual: GameId) -> AlternativeId:
        """The alternative id of the game whose derived id is `usual`; draw one if there is none."""
        drawn = f"{game_id_from(token_bytes(32))} {self._clock()}".encode()
        first = ask(self._redis, ("SET", other_key(usual), drawn, "NX", "GET", "PX", KEPT_MS))
        return self._read(drawn if first is None else first)

    def is_unused(self, game: GameId) -> bool:
        """Return whether the store has no game of this id and had none within a day."""
        return not ask(self._redis, ("EXISTS", state_key(game), idem_key(game)))

    def _read(self, text: Any) -> AlternativeId:
        game, drawn_ms = text.decode().split()
        return AlternativeId(GameId(game), self._clock() - int(drawn_ms) < CREATIONS_MS)
