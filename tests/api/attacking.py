"""Attacks by a dishonest operator: logs that are rewritten in the store, and a restarted process."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from redis import Redis

from app.api.parts import ApiParts
from app.store.encryption import StorageCipher
from app.store.entry import Entry, pack
from app.store.entry_format import compressed
from app.store.keys import GameId, log_key, state_key
from tests.api.helpers import Table, process_of
from tests.replays.disputes.logs import forged_log
from tests.replays.forging import Page
from tests.service.helpers import KEYS


def entries_of(table: Table) -> tuple[Entry, ...]:
    """Return the stored log of a game with its hidden parts."""
    return tuple(table.api.games.entries(GameId(table.id), 0))


def started_anew(table: Table, redis: Redis | None = None) -> Table:
    """Return the game in a process without caches, which uses the connections of `redis`."""
    parts = ApiParts(table.api.settings, KEYS, redis or table.api.redis)
    return replace(table, api=replace(table.api, app=process_of(parts), parts=parts))


def remade(table: Table, change: Callable[[list[Page]], Any]) -> Table:
    """Return the game after `change`, with new salts, seals and digests, stored as the service does."""
    return stored(table, forged_log(entries_of(table), change))


def stored(table: Table, entries: Iterable[Entry]) -> Table:
    """Return the game with this log in the store."""
    game, redis, cipher = GameId(table.id), table.api.redis, StorageCipher(KEYS.vault)
    rows: Any = redis.xrange(log_key(game))
    redis.delete(log_key(game))
    for entry, (name, fields) in zip(entries, rows, strict=False):
        hidden: dict[Any, Any] = (
            {b"h": cipher.seal(game, entry.ply, pack(entry.parts))} if entry.parts else {}
        )
        written: dict[Any, Any] = {b"z": compressed(game, entry.public), b"d": entry.digest}
        redis.xadd(log_key(game), {**fields, **written, **hidden}, id=name)
        redis.hset(state_key(game), mapping={"n": entry.ply, "d": entry.digest})
    return started_anew(table)


def date_later(ply: int) -> Callable[[list[Page]], None]:
    """Return a change that dates every entry from `ply` on one millisecond later."""

    def change(book: list[Page]) -> None:
        for page in book[ply - 1 :]:
            page.public["time"] += 1

    return change


def flipped(data: bytes, at: int) -> bytes:
    """Return the data with one bit of the byte at `at` flipped."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def signed_twice(ply: int) -> str:
    """Return the sentence on two signed entries with this ply."""
    return f"The service has signed two different entries for ply {ply}."
