"""Quotas of players, and of guests by address."""

import time
from collections.abc import Callable
from math import ceil
from threading import Lock
from typing import Final

from flask import request
from redis import Redis

from app.games.table.state import Status
from app.http.client_address import client_address
from app.http.errors import Problem
from app.i18n import Message
from app.settings.parsers import Network
from app.store.indexes import disown, own, prune, take
from app.store.keys import GameId

_OVER: Final = (str(Status.FINISHED), str(Status.VOID))
_DAY_MS: Final = 86_400_000
_AGAIN_SECONDS: Final = 5.0


class Quotas:
    """Quotas, counted in `redis` by the hashed `name` of an owner; 0 is unlimited."""

    def __init__(
        self,
        redis: Redis,
        name: Callable[[str], str],
        proxies: tuple[Network, ...],
        *,
        games: int,
        keys: int,
        import_bytes: int,
        registrations: int,
    ) -> None:
        self._redis = redis
        self._name = name
        self._proxies = proxies
        self._games = games
        self._keys = keys
        self._import_bytes = import_bytes
        self._registrations = registrations
        self._lock = Lock()
        self._full: dict[str, float] = {}

    def owner(self, player: str | None) -> str:
        """Return the owner of what the current request creates: `player`, else the client's address."""
        return player or client_address(request.environ, self._proxies)

    def admit_game(self, player: str | None, game: GameId, known: Callable[[], object]) -> Callable[[], None]:
        """Count a game before it is created; return a function that undoes it.

        Raises Problem quota_exceeded if the owner has too many open games. A repeated request finds its game
        with `known`, and is accepted in any case.
        """
        if not self._games:
            return lambda: None
        owner = self._name(self.owner(player))
        if not (own(self._redis, owner, game, self._games) or self._pruned(owner, game) or known()):
            raise Problem(
                "quota_exceeded",
                Message("At most {count} games may be open at once: finish some first.").filled(
                    count=self._games
                ),
            )
        return lambda: disown(self._redis, owner, game)

    def keys_exceeded(self) -> Problem:
        """Return the problem for a player with the maximum number of keys."""
        return Problem(
            "quota_exceeded",
            Message("A player may have {count} keys at once: revoke one, or rotate it.").filled(
                count=self._keys
            ),
        )

    def admit_import(self, player: str | None, size: int) -> None:
        """Count imported bytes. Raises Problem quota_exceeded if the daily quota is used up."""
        if not self._import_bytes:
            return
        self._take_of_day(
            "import-bytes",
            self.owner(player),
            size,
            self._import_bytes,
            Message("At most {count} bytes a day: come back in {hours} h."),
        )

    def admit_registration(self, known: Callable[[], object]) -> None:
        """Count a registration of a player by the client's address. Raises Problem quota_exceeded.

        A repeated request finds its player with `known`, and is not counted.
        """
        if not self._registrations or known():
            return
        self._take_of_day(
            "registrations",
            self.owner(None),
            1,
            self._registrations,
            Message("At most {count} players a day may be registered from here: come back in {hours} h."),
        )

    def _take_of_day(self, resource: str, owner: str, amount: int, most: int, text: Message) -> None:
        """Count `amount` of `resource` within a day. Raises Problem quota_exceeded with `text`."""
        taken = take(self._redis, f"{resource}:{self._name(owner)}", amount, most, _DAY_MS)
        if not taken.granted:
            raise Problem(
                "quota_exceeded",
                text.filled(count=most, hours=max(1, round(taken.ends_in_ms / 3_600_000))),
                headers={"Retry-After": str(ceil(taken.ends_in_ms / 1000))},
            )

    def _pruned(self, owner: str, game: GameId) -> bool:
        """Drop finished games from the owner's count; return True if there is room for `game`.

        It runs every five seconds at most for each owner.
        """
        now = time.monotonic()
        with self._lock:
            if self._full.get(owner, 0.0) > now:
                return False
            self._full = {name: until for name, until in self._full.items() if until > now}
            self._full[owner] = now + _AGAIN_SECONDS
        if prune(self._redis, owner, _OVER) >= self._games:
            return False
        with self._lock:
            self._full.pop(owner, None)
        return own(self._redis, owner, game, self._games)
