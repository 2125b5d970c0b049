"""Retention of finished games in the store: waiting for the archive, kept for a while, removed.

An archived game stays in the store for a fixed time, in which it is read most. Then its log is removed if its
head is the one that was archived. Its idempotency records stay for another day, so that repeated requests
still get their first answers, which are made from the archive. A game can also be written back from there.
"""

from collections.abc import Sequence
from typing import Final

from redis import Redis

from app.store import schedule
from app.store.client import Argument, ask, ask_script
from app.store.encryption import StorageCipher
from app.store.entry import At, Entry, LogPosition, pack
from app.store.entry_format import compressed
from app.store.keys import GameId, bucket, ended_key, game_keys, kept_key, removal_keys, tournaments_key
from app.store.schedule import Due, LiveGame

AGAIN_MS: Final = 3_600_000
"""Pause before the archive job tries again after it failed to archive a log."""


class Retention:
    """Finished games in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, cipher: StorageCipher) -> None:
        self._redis = redis
        self._cipher = cipher

    def ended(self, limit: int) -> list[Due]:
        """Return at most `limit` games that wait to be archived, longest waiting first."""
        return schedule.overdue(self._redis, limit, ended_key)

    def newest(self, limit: int, before: LiveGame | None = None) -> list[LiveGame]:
        """Return at most `limit` games that wait to be archived, newest first, after `before`."""
        return schedule.live(self._redis, limit, before, ended_key)

    def waiting(self) -> int:
        """Return the number of games that wait to be archived."""
        return schedule.count(self._redis, ended_key)

    def refused(self) -> int:
        """Return the number of those that are postponed because their log could not be archived."""
        return schedule.ahead(self._redis, ended_key)

    def kept(self) -> int:
        """Return the number of archived games that are still in the store."""
        return schedule.count(self._redis, kept_key)

    def refuse(self, game: GameId) -> None:
        """Postpone archiving of `game` by an hour because its log could not be archived."""
        schedule.postpone(self._redis, game, AGAIN_MS, key=ended_key)

    def keep(self, game: GameId, for_ms: int) -> None:
        """Mark `game` as archived. Its log may be removed `for_ms` ms from now."""
        ask_script(self._redis, "keep", game_keys(game), [game, for_ms])

    def expired(self, limit: int) -> list[GameId]:
        """Return at most `limit` archived games whose time in the store is over, oldest first."""
        return [game for _, game in schedule.overdue(self._redis, limit, kept_key)]

    def forget(self, game: GameId, archived: LogPosition) -> bool:
        """Remove the log of an archived game; its idempotency records expire after a day.

        Return whether no log of `game` is left. False if its time is not over or `archived` is not its head.
        """
        arguments: list[Argument] = [game, archived.ply, archived.digest]
        return bool(ask_script(self._redis, "forget", game_keys(game), arguments))

    def remove(self, game: GameId, marked: bool) -> bool:
        """Remove every key of `game`, whatever its state; return False if there was none.

        `marked` leaves a mark that the game was removed, for a game that is in no catalogue.
        """
        return bool(ask_script(self._redis, "remove", removal_keys(game), [game, int(marked)]))

    def enter(self, tournament: GameId, at_ms: int) -> None:
        """List a restored tournament again, as created at `at_ms` (ms since 1970)."""
        ask(self._redis, ("ZADD", tournaments_key(bucket(tournament)), "NX", at_ms, tournament))

    def restore(self, entries: Sequence[Entry], status: str, for_ms: int) -> LogPosition | None:
        """Write a whole log back to the store unless it is there; return its head.

        A restored game stays `for_ms` ms. None if the store holds a log without a head.
        """
        game = entries[0].game
        arguments: list[Argument] = [game, status, for_ms]
        for entry in entries:
            hidden = self._cipher.seal(game, entry.ply, pack(entry.parts)) if entry.parts else b""
            arguments += [compressed(game, entry.public), entry.digest, hidden]
        ply, digest = ask_script(self._redis, "restore", game_keys(game), arguments)
        return None if ply is None else At(int(ply), digest)
