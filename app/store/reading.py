"""Decoding of raw replies into entries and heads: first the chain is verified, then hidden parts are
decrypted.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.store.entry import Entry, Head, HiddenPart, Place, continues, unpack
from app.store.errors import Tampered, Unreadable
from app.store.keys import GameId
from app.store.publics import decompressed
from app.store.vault import StorageCipher


def head_from(fields: Sequence[bytes | None]) -> Head | None:
    """Return the head in the reply {ply, digest, status, deadline}; None if there is no game."""
    ply, digest, status, deadline = fields
    if ply is None or digest is None or status is None:
        return None
    return Head(int(ply), digest, status.decode(), None if deadline is None else int(deadline))


def entries_from(cipher: StorageCipher, game: GameId, after: Place, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Return the entries in the rows of XRANGE, which must continue the log of `game` from `after`.

    Raises Tampered with the first ply that does not, and Unreadable with the first whose hidden part cannot
    be decrypted.
    """
    entries = []
    for row in rows:
        entry = _entry(cipher, game, after.ply + 1, row, after)
        entries.append(entry)
        after = entry
    return tuple(entries)


def chained(game: GameId, after: Place, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """Return the entries in the rows of XRANGE, as `entries_from`, without hidden parts."""
    entries = []
    for row in rows:
        after = _bare(game, after.ply + 1, row, after)
        entries.append(after)
    return tuple(entries)


def is_foreign(cipher: StorageCipher, game: GameId, rows: Iterable[Any]) -> bool:
    """Return whether the rows of XRANGE have hidden parts of which `cipher` decrypts none.

    If it decrypts one, the log was written under this key, and the others are damaged.
    """
    fields = ((row[0], dict(zip(row[1][::2], row[1][1::2], strict=True))) for row in rows)
    sealed = [
        (int(name.partition(b"-")[0]), row_fields[b"h"]) for name, row_fields in fields if b"h" in row_fields
    ]
    return bool(sealed) and not any(cipher.opens(game, ply, blob) for ply, blob in sealed)


def _bare(game: GameId, ply: int, row: Any, after: Place) -> Entry:
    name, fields = row[0], _fields(row)
    bare = Entry(game, ply, _public(game, ply, fields), fields.get(b"d", b""))
    if name != b"%d-0" % ply or not continues(bare, after):
        raise Tampered(game, ply)
    return bare


def _fields(row: Any) -> dict[bytes, bytes]:
    return dict(zip(row[1][::2], row[1][1::2], strict=True))


def _entry(cipher: StorageCipher, game: GameId, ply: int, row: Any, after: Place) -> Entry:
    bare, fields = _bare(game, ply, row, after), _fields(row)
    if b"h" not in fields:
        return bare
    return Entry(game, ply, bare.public, bare.digest, _parts(cipher, bare, fields[b"h"]))


def _public(game: GameId, ply: int, fields: Mapping[bytes, bytes]) -> bytes:
    """The public part; entries written before compression have it in plain form."""
    if b"z" not in fields:
        return fields.get(b"p", b"")
    try:
        return decompressed(game, fields[b"z"])
    except ValueError as error:
        raise Tampered(game, ply) from error


def _parts(cipher: StorageCipher, entry: Entry, sealed: bytes) -> tuple[HiddenPart, ...]:
    blob = cipher.open(entry.game, entry.ply, sealed)
    try:
        return unpack(blob)
    except ValueError as error:
        raise Unreadable(entry.game, entry.ply) from error
