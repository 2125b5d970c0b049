"""Damage to the stored logs of games."""

from typing import Any, Final

from app.store.keys import log_key
from tests.api.helpers import Api, Table

AT: Final = 20
"""The ply of the first damaged entry."""


def damage(api: Api, table: Table, at: int) -> None:
    """Replace entry `at` of the stored log by another one."""
    rows: Any = api.redis.xrange(log_key(table.id))
    api.redis.delete(log_key(table.id))
    for ply, (name, fields) in enumerate(rows, 1):
        stored = {**fields, b"z": b"altered"} if ply == at else fields
        api.redis.xadd(log_key(table.id), stored, id=name)


def cut(api: Api, table: Table, at: int) -> None:
    """Remove the entries of the stored log from `at` on."""
    rows: Any = api.redis.xrange(log_key(table.id))
    api.redis.xdel(log_key(table.id), *[name for name, _ in rows[at - 1 :]])


def alter_hidden(api: Api, table: Table) -> None:
    """Reverse every hidden part of the stored log, so that none can be decrypted."""
    rows: Any = api.redis.xrange(log_key(table.id))
    api.redis.delete(log_key(table.id))
    for name, fields in rows:
        stored = {**fields, b"h": fields[b"h"][::-1]} if b"h" in fields else fields
        api.redis.xadd(log_key(table.id), stored, id=name)
