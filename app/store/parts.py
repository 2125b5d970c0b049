"""What is kept of the logs of tournaments beside them, so that no request needs to read a whole log.

Of each log there are a summary of its last entry, and parts: texts by name that are of one ply together, made
by jobs. A summary is written with its entry (see `app.store.summaries`); the one that is kept here stands for
it when the log has left the store. Both are projections: what is missing is made again from the log.
"""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from redis import Redis

from app.store.client import Command, ask, ask_all
from app.store.keys import GameId, disputed_key, parts_key, state_key, summary_key, wanted_key
from app.store.scripts import Argument, ask_script
from app.store.summaries import current

_PLY: Final = "n"
_TABLES: Final = "t3"
"""The field of what is known of the tables; those without `neighbours`, of other fields, are made again."""
_LEVEL: Final = 6


@dataclass(frozen=True, slots=True)
class Summed:
    """What the store says of a log: its ply, None where the log is not here, and its summary, if it has one.

    `at` is the ply that the summary is of.
    """

    ply: int | None
    at: int | None
    summary: bytes | None


@dataclass(frozen=True, slots=True)
class Tables:
    """Of which ply the tables of a log are, when they were made (ms since 1970) and how long that took."""

    ply: int
    made_ms: int
    took_ms: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Of which ply the parts of a log are, 0 where there are none, and what is known of its tables."""

    ply: int
    tables: Tables | None


class Parts:
    """What `redis` keeps of tournaments. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def summed(self, logs: Sequence[str]) -> list[Summed]:
        """Return what the store says of each of `logs`; one round trip."""
        commands: list[Command] = []
        for log in logs:
            commands += [("HMGET", state_key(log), "n", "l"), ("GET", summary_key(log))]
        found = ask_all(self._redis, commands) if commands else []
        return [_summed(found[at][0], found[at][1], found[at + 1]) for at in range(0, len(found), 2)]

    def remember(self, log: str, ply: int, summary: bytes) -> None:
        """Keep the summary of a log that is over, also when it has left the store."""
        ask(self._redis, ("SET", summary_key(log), b"%d %s" % (ply, summary)))

    def kept(self, log: str) -> Kept:
        """Return of which ply the parts of `log` are."""
        return self.get(log, ())[0]

    def get(self, log: str, names: Sequence[str]) -> tuple[Kept, list[bytes | None]]:
        """Return of which ply the parts of `log` are, and those of these names, None where one is missing."""
        ply, tables, *found = ask(self._redis, ("HMGET", parts_key(log), _PLY, _TABLES, *names))
        made = None if tables is None else Tables(*map(int, tables.split()))
        return Kept(int(ply or 0), made), [None if one is None else zlib.decompress(one) for one in found]

    def advance(
        self, log: str, before: int, ply: int, parts: Mapping[str, bytes], tables: Tables | None = None
    ) -> bool:
        """Write parts that are of `ply`; False, and nothing is written, unless they were of ply `before`."""
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
        """Note that somebody has asked for the report `name` of a log."""
        ask(self._redis, ("SADD", wanted_key(log), name))

    def wanted(self, log: str) -> list[str]:
        """Return the reports of a log that somebody has asked for and that are not made yet."""
        return sorted(name.decode() for name in ask(self._redis, ("SMEMBERS", wanted_key(log))))

    def made(self, log: str, name: str) -> None:
        """Note that the report `name` of a log is made."""
        ask(self._redis, ("SREM", wanted_key(log), name))

    def contest(self, log: str, fixture: int, dispute: GameId) -> None:
        """Note that `dispute` is about the game of a fixture of a tournament."""
        ask(self._redis, ("SADD", disputed_key(log), f"{fixture} {dispute}"))

    def contested(self, log: str) -> list[tuple[int, GameId]]:
        """Return the fixtures of a tournament that were disputed, each with a dispute that may be over."""
        found = [name.decode().split() for name in ask(self._redis, ("SMEMBERS", disputed_key(log)))]
        return sorted((int(fixture), GameId(dispute)) for fixture, dispute in found)

    def settled(self, log: str, fixture: int, dispute: GameId) -> None:
        """Note that a dispute about a fixture is over."""
        ask(self._redis, ("SREM", disputed_key(log), f"{fixture} {dispute}"))


def _summed(ply: bytes | None, written: bytes | None, kept: bytes | None) -> Summed:
    own = current(ply, written)
    if own is not None and ply is not None:
        return Summed(int(ply), int(ply), own)
    here = None if ply is None else int(ply)
    if kept is None:
        return Summed(here, None, None)
    at, _, summary = kept.partition(b" ")
    return Summed(here, int(at), summary) if here in (None, int(at)) else Summed(here, None, None)
