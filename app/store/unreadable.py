"""Games whose log could not be read: counted, tried again with growing pauses, woken by an operator."""

from collections.abc import Iterator, Sequence
from typing import Final

from redis import Redis

from app.store import agenda
from app.store.client import ask
from app.store.keys import (
    BUCKETS,
    GameId,
    bucket,
    due_key,
    ended_key,
    is_game_id,
    state_key,
    unreadable_key,
)
from app.store.scripts import ask_script

FIRST_MS: Final = 5_000
"""The pause before the first new try; each later one is twice as long."""

LONGEST_MS: Final = 600_000
"""The longest pause between two tries."""

RESTS_MS: Final = 3_600_000
"""How long the due mark of such a game rests: if the clock does not try again, the sweeper does."""

_PAGE: Final = 500


class Unreadables:
    """The unreadable games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def mark(self, game: GameId) -> int:
        """Count one more failure to read `game` and return how many there were in a row."""
        number = bucket(game)
        keys = [state_key(game), due_key(number), unreadable_key(number)]
        # Not once more where an answer got lost: that only makes the next pause longer.
        return int(ask_script(self._redis, "mark_unreadable", keys, [game, FIRST_MS, LONGEST_MS, RESTS_MS]))

    def wake(self, game: GameId) -> bool:
        """Make due now whatever waits in `game`; return False if nothing does before its deadline.

        The game counts as readable until somebody finds again that it is not.
        """
        number = bucket(game)
        keys = [state_key(game), due_key(number), ended_key(number), unreadable_key(number)]
        return bool(ask_script(self._redis, "wake", keys, [game]))

    def due(self, limit: int) -> list[GameId]:
        """At most `limit` unreadable games that may be tried again, those due first."""
        return [game for _, game in agenda.overdue(self._redis, limit, unreadable_key)]

    def count(self) -> int:
        """How many games could not be read."""
        return agenda.count(self._redis, unreadable_key)

    def all(self) -> Iterator[GameId]:
        """Every unreadable game."""
        return self._every(unreadable_key)

    def waiting(self) -> Iterator[GameId]:
        """Every game that waits for a bot, its deadline or the archive, each once for each of them."""
        yield from self._every(due_key)
        yield from self._every(ended_key)

    def _every(self, key: agenda.Key) -> Iterator[GameId]:
        for number in range(BUCKETS):
            yield from _games(self._members(key(number)))

    def _members(self, key: str) -> list[bytes]:
        cursor, found = -1, list[bytes]()
        while cursor:
            rest, flat = ask(self._redis, ("ZSCAN", key, max(cursor, 0), "COUNT", _PAGE))
            found += flat[::2]
            cursor = int(rest)
        return found


def _games(names: Sequence[bytes]) -> Iterator[GameId]:
    """Those of `names` that are games; other logs have due marks, too."""
    return (GameId(name) for each in names if is_game_id(name := each.decode()))
