"""Parser of logs in trusted records, without the checks of the audit."""

from collections.abc import Iterator
from typing import Final

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.entry import Entry, HiddenPart
from app.store.keys import GameId
from replays.record.replay import ENTRY, OPENED

_HIDES_NOTHING: Final = b'","hidden":[],"public":'
_PUBLIC: Final = OPENED + len(_HIDES_NOTHING)


def publics_in(record: bytes) -> Iterator[Json]:
    """Yield the public parts of the entries in a record of any version."""
    return (document["public"] for document in _documents(record))


def entries_in(record: bytes, after: int = 0) -> tuple[Entry, ...]:
    """Return the log in a trusted record of any version, or in its lines after a ply."""
    entries: list[Entry] = []
    for line in record.splitlines():
        ply = after + len(entries) + 1
        if entries and line.startswith(ENTRY) and line.startswith(_HIDES_NOTHING, OPENED):
            # Most entries are of this kind; their public part has the bytes that were hashed.
            digest = bytes.fromhex(line[len(ENTRY) : OPENED].decode())
            entries.append(Entry(entries[0].game, ply, line[_PUBLIC:-1], digest, ()))
        elif "public" in (document := parse(line)):
            entries.append(_entry(ply, document))
    return tuple(entries)


def _documents(record: bytes) -> Iterator[Json]:
    return (document for document in map(parse, record.splitlines()) if "public" in document)


def _entry(ply: int, document: Json) -> Entry:
    public = document["public"]
    parts = tuple(map(_part, document["hidden"]))
    return Entry(GameId(public["game"]), ply, canonical(public), bytes.fromhex(document["digest"]), parts)


def _part(hidden: Json) -> HiddenPart:
    return HiddenPart(hidden["audience"], bytes.fromhex(hidden["salt"]), canonical(hidden["part"]))
