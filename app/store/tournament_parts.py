"""Stored projections of the logs of tournaments, so that no request needs to read a whole log.

For each log there is a summary of its last entry, and parts: named texts of one common ply, made by jobs. A
summary is written with its entry (see `app.store.indexes`); the copy stored here replaces it when the log
has left the store. Whatever is missing is made again from the log.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from redis import Redis

from app.store.client import Argument, ask, ask_all, ask_script
from app.store.connections import Command
from app.store.indexes import current
from app.store.keys import GameId, disputed_key, parts_key, state_key, summary_key, wanted_key

_PLY: Final = "n"
_TABLES: Final = "t3"
"""Field of the tables; older tables, without `neighbours`, have other fields and are made again."""
_LEVEL: Final = 6


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """A log in the store: its ply (None if the log is not in the store), its summary if there is one.

    `at` is the ply of the summary.
    """

    ply: int | None
    at: int | None
    summary: bytes | None


@dataclass(frozen=True, slots=True)
class StoredTables:
    """The ply of the tables of a log, when they were made (ms since 1970), and the ms that took."""

    ply: int
    made_ms: int
    took_ms: int


@dataclass(frozen=True, slots=True)
class PartsState:
    """The ply of the parts of a log, 0 if there are none, and the state of its tables."""

    ply: int
    tables: StoredTables | None


class TournamentParts:
    """Stored parts and summaries of tournaments in `redis`. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def summed(self, logs: Sequence[str]) -> list[StoredSummary]:
        """Return the ply and the summary of each of `logs`; one round trip."""
        commands: list[Command] = []
        for log in logs:
            commands += [("HMGET", state_key(log), "n", "l"), ("GET", summary_key(log))]
        replies = ask_all(self._redis, commands) if commands else []
        return [
            _summed(replies[index][0], replies[index][1], replies[index + 1])
            for index in range(0, len(replies), 2)
        ]

    def remember(self, log: str, ply: int, summary: bytes) -> None:
        """Store the summary of a finished log, to be kept when the log leaves the store."""
        ask(self._redis, ("SET", summary_key(log), b"%d %s" % (ply, summary)))

    def kept(self, log: str) -> PartsState:
        """Return the ply of the parts of `log` and the state of its tables."""
        return self.get(log, ())[0]

    def get(self, log: str, names: Sequence[str]) -> tuple[PartsState, list[bytes | None]]:
        """Return the state of the parts of `log`, and the parts of these names, None for a missing one."""
        ply, tables, *parts = ask(self._redis, ("HMGET", parts_key(log), _PLY, _TABLES, *names))
        state = None if tables is None else StoredTables(*map(int, tables.split()))
        return PartsState(int(ply or 0), state), [
            None if part is None else zlib.decompress(part) for part in parts
        ]

    def advance(
        self, log: str, before: int, ply: int, parts: Mapping[str, bytes], tables: StoredTables | None = None
    ) -> bool:
        """Write parts of `ply`. Write nothing and return False unless the stored ones are of ply `before`."""
        arguments: list[Argument] = [before, ply]
        for name, part in parts.items():
            arguments += [name, zlib.compress(part, _LEVEL)]
        if tables is not None:
            arguments += [_TABLES, f"{tables.ply} {tables.made_ms} {tables.took_ms}"]
        return bool(ask_script(self._redis, "advance", [parts_key(log)], arguments))

    def drop(self, log: str) -> None:
        """Remove the parts of a log."""
        ask(self._redis, ("DEL", parts_key(log)))

    def want(self, log: str, name: str) -> None:
        """Record that a client has requested the report `name` of a log."""
        ask(self._redis, ("SADD", wanted_key(log), name))

    def wanted(self, log: str) -> list[str]:
        """Return the requested reports of a log that are not made yet."""
        return sorted(name.decode() for name in ask(self._redis, ("SMEMBERS", wanted_key(log))))

    def made(self, log: str, name: str) -> None:
        """Record that the report `name` of a log is made."""
        ask(self._redis, ("SREM", wanted_key(log), name))

    def contest(self, log: str, fixture: int, dispute: GameId) -> None:
        """Record that `dispute` is about the game of a fixture of a tournament."""
        ask(self._redis, ("SADD", disputed_key(log), f"{fixture} {dispute}"))

    def contested(self, log: str) -> list[tuple[int, GameId]]:
        """Return the disputed fixtures of a tournament, each with a dispute that may be over."""
        pairs = [name.decode().split() for name in ask(self._redis, ("SMEMBERS", disputed_key(log)))]
        return sorted((int(fixture), GameId(dispute)) for fixture, dispute in pairs)

    def settled(self, log: str, fixture: int, dispute: GameId) -> None:
        """Record that a dispute about a fixture is over."""
        ask(self._redis, ("SREM", disputed_key(log), f"{fixture} {dispute}"))


def _summed(ply: bytes | None, written: bytes | None, kept: bytes | None) -> StoredSummary:
    summary = current(ply, written)
    if summary is not None and ply is not None:
        return StoredSummary(int(ply), int(ply), summary)
    log_ply = None if ply is None else int(ply)
    if kept is None:
        return StoredSummary(log_ply, None, None)
    at, _, kept_summary = kept.partition(b" ")
    return (
        StoredSummary(log_ply, int(at), kept_summary)
        if log_ply in (None, int(at))
        else StoredSummary(log_ply, None, None)
    )
