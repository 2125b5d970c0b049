"""Alternative game ids, drawn while the catalogue of the archive cannot be read.

The id of a game is derived from its idempotency key, so that a repeated creation finds the game. While the
catalogue is unavailable it is unknown whether a game of that id was archived and has left the store. The game
is then created under a random id, which the store remembers: no id is used for two logs.
"""

from collections.abc import Callable
from secrets import token_bytes
from typing import Any, Final, NamedTuple

from redis import Redis

from app.store.client import ask
from app.store.keys import GameId, game_id_from, idem_key, other_key, state_key

DAY_MS: Final = 86_400_000
KEPT_MS: Final = 30 * DAY_MS
"""How long an alternative id is remembered."""


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
        """The alternative id of the game whose derived id is `usual`; None if there is none."""
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
        return AlternativeId(GameId(game), self._clock() - int(drawn_ms) < DAY_MS)
