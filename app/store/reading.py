"""From raw replies to entries and heads: first the chain is checked, then hidden parts are opened."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.store.entry import Entry, Head, Part, Place, continues, unpack
from app.store.errors import Tampered, Unreadable
from app.store.keys import GameId
from app.store.publics import unpressed
from app.store.vault import Vault


def head_from(fields: Sequence[bytes | None]) -> Head | None:
    """The head in the reply {ply, digest, status, deadline}; None when there is no game."""
    ply, digest, status, deadline = fields
    if ply is None or digest is None or status is None:
        return None
    return Head(int(ply), digest, status.decode(), None if deadline is None else int(deadline))


def entries_from(vault: Vault, game: GameId, after: Place, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """The entries in the rows of XRANGE, which must continue the log of `game` from `after`.

    Tampered names the first ply that does not, Unreadable the first whose hidden part does
    not open.
    """
    entries = []
    for row in rows:
        entry = _entry(vault, game, after.ply + 1, row, after)
        entries.append(entry)
        after = entry
    return tuple(entries)


def chained(game: GameId, after: Place, rows: Iterable[Any]) -> tuple[Entry, ...]:
    """The public parts of the entries in the rows of XRANGE, as `entries_from`; hidden parts stay closed."""
    entries = []
    for row in rows:
        after = _bare(game, after.ply + 1, row, after)
        entries.append(after)
    return tuple(entries)


def is_foreign(vault: Vault, game: GameId, rows: Iterable[Any]) -> bool:
    """Return whether the rows of XRANGE have hidden parts of which `vault` opens none.

    One that opens proves that the log was written under this key, so that the others are damaged.
    """
    fields = ((row[0], dict(zip(row[1][::2], row[1][1::2], strict=True))) for row in rows)
    sealed = [(int(name.partition(b"-")[0]), found[b"h"]) for name, found in fields if b"h" in found]
    return bool(sealed) and not any(vault.opens(game, ply, blob) for ply, blob in sealed)


def _bare(game: GameId, ply: int, row: Any, after: Place) -> Entry:
    name, fields = row[0], _fields(row)
    bare = Entry(game, ply, _public(game, ply, fields), fields.get(b"d", b""))
    if name != b"%d-0" % ply or not continues(bare, after):
        raise Tampered(game, ply)
    return bare


def _fields(row: Any) -> dict[bytes, bytes]:
    return dict(zip(row[1][::2], row[1][1::2], strict=True))


def _entry(vault: Vault, game: GameId, ply: int, row: Any, after: Place) -> Entry:
    bare, fields = _bare(game, ply, row, after), _fields(row)
    if b"h" not in fields:
        return bare
    return Entry(game, ply, bare.public, bare.digest, _parts(vault, bare, fields[b"h"]))


def _public(game: GameId, ply: int, fields: Mapping[bytes, bytes]) -> bytes:
    """The public part; that of an entry which was written before they were pressed lies there as it is."""
    if b"z" not in fields:
        return fields.get(b"p", b"")
    try:
        return unpressed(game, fields[b"z"])
    except ValueError as error:
        raise Tampered(game, ply) from error


def _parts(vault: Vault, entry: Entry, sealed: bytes) -> tuple[Part, ...]:
    blob = vault.open(entry.game, entry.ply, sealed)
    try:
        return unpack(blob)
    except ValueError as error:
        raise Unreadable(entry.game, entry.ply) from error
