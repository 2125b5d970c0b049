"""Games whose log could not be read: counted, retried with increasing pauses, or by an operator."""

from collections.abc import Iterator, Sequence
from typing import Final

from redis import Redis

from app.store import schedule
from app.store.client import ask, ask_script
from app.store.keys import BUCKETS, GameId, bucket, due_key, ended_key, is_game_id, state_key, unreadable_key

FIRST_MS: Final = 5_000
"""Pause before the first retry; each later one is twice as long."""

LONGEST_MS: Final = 600_000
"""Longest pause between two retries."""

RESTS_MS: Final = 3_600_000
"""Time by which the due mark of such a game is postponed: if the clock does not retry, the sweeper does."""

_PAGE: Final = 500


class Unreadables:
    """The unreadable games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def mark(self, game: GameId) -> int:
        """Count one more failure to read `game` and return the number of consecutive failures."""
        number = bucket(game)
        keys = [state_key(game), due_key(number), unreadable_key(number)]
        # Repeating this after a lost reply only makes the next pause longer.
        return int(ask_script(self._redis, "mark_unreadable", keys, [game, FIRST_MS, LONGEST_MS, RESTS_MS]))

    def wake(self, game: GameId) -> bool:
        """Make `game` due now; return False if it has no work before its deadline.

        The game counts as readable until the next failure to read it.
        """
        number = bucket(game)
        keys = [state_key(game), due_key(number), ended_key(number), unreadable_key(number)]
        return bool(ask_script(self._redis, "wake", keys, [game]))

    def due(self, limit: int) -> list[GameId]:
        """Return at most `limit` unreadable games that may be retried, earliest due first."""
        return [game for _, game in schedule.overdue(self._redis, limit, unreadable_key)]

    def count(self) -> int:
        """Return the number of games that could not be read."""
        return schedule.count(self._redis, unreadable_key)

    def all(self) -> Iterator[GameId]:
        """Yield every unreadable game."""
        return self._every(unreadable_key)

    def waiting(self) -> Iterator[GameId]:
        """Yield every game that waits for a bot, its deadline or the archive, once for each of these."""
        yield from self._every(due_key)
        yield from self._every(ended_key)

    def _every(self, key: schedule.Key) -> Iterator[GameId]:
        for number in range(BUCKETS):
            yield from _games(self._members(key(number)))

    def _members(self, key: str) -> list[bytes]:
        cursor, members = -1, list[bytes]()
        while cursor:
            position, flat = ask(self._redis, ("ZSCAN", key, max(cursor, 0), "COUNT", _PAGE))
            members += flat[::2]
            cursor = int(position)
        return members


def _games(names: Sequence[bytes]) -> Iterator[GameId]:
    """Yield those of `names` that are game ids; other logs have due marks, too."""
    return (GameId(name) for each in names if is_game_id(name := each.decode()))
