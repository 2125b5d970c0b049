"""Other ids of games that a key has made while it was not known whether its usual one is archived.

The id of a game follows from its idempotency key, so that a repeated creation meets it. While the catalogue
is away nobody knows whether a game of that id has been archived and left the store. Then the game is made
under an id that is drawn, and the store remembers which: no id is ever used for two logs.
"""

from collections.abc import Callable
from secrets import token_bytes
from typing import Any, Final, NamedTuple

from redis import Redis

from app.store.client import ask
from app.store.keys import GameId, game_id_from, idem_key, other_key, state_key

DAY_MS: Final = 86_400_000
KEPT_MS: Final = 30 * DAY_MS
"""How long such an id is remembered after it was drawn."""


class Other(NamedTuple):
    """The id of a game, and whether it is so young that no archived log can have left the store under it."""

    game: GameId
    is_young: bool


class Creations:
    """The other ids in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, clock: Callable[[], int]) -> None:
        self._redis = redis
        self._clock = clock

    def find(self, usual: GameId) -> GameId | None:
        """The other id of the game that would have the id `usual`; None if there is none."""
        found = ask(self._redis, ("GET", other_key(usual)))
        return None if found is None else self._read(found).game

    def elsewhere(self, usual: GameId) -> Other:
        """The other id of the game that would have the id `usual`, drawn now unless there is one."""
        drawn = f"{game_id_from(token_bytes(32))} {self._clock()}".encode()
        first = ask(self._redis, ("SET", other_key(usual), drawn, "NX", "GET", "PX", KEPT_MS))
        return self._read(drawn if first is None else first)

    def is_unused(self, game: GameId) -> bool:
        """Whether the store knows of no game of this id, nor of one that left it within a day."""
        return not ask(self._redis, ("EXISTS", state_key(game), idem_key(game)))

    def _read(self, text: Any) -> Other:
        game, drawn_ms = text.decode().split()
        return Other(GameId(game), self._clock() - int(drawn_ms) < DAY_MS)
