"""Logs in records of our own: out of their lines, without the proof that the audit gives."""

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
    """The public parts of the entries in a record of any version."""
    return (document["public"] for document in _documents(record))


def entries_in(record: bytes, after: int = 0) -> tuple[Entry, ...]:
    """The log in a record of any version, which must be one of ours, or in lines of it that follow a ply."""
    found: list[Entry] = []
    for line in record.splitlines():
        ply = after + len(found) + 1
        if found and line.startswith(ENTRY) and line.startswith(_HIDES_NOTHING, OPENED):
            # Most entries are of this kind, and their public part stands there as it was hashed.
            digest = bytes.fromhex(line[len(ENTRY) : OPENED].decode())
            found.append(Entry(found[0].game, ply, line[_PUBLIC:-1], digest, ()))
        elif "public" in (document := parse(line)):
            found.append(_entry(ply, document))
    return tuple(found)


def _documents(record: bytes) -> Iterator[Json]:
    return (document for document in map(parse, record.splitlines()) if "public" in document)


def _entry(ply: int, document: Json) -> Entry:
    public = document["public"]
    parts = tuple(map(_part, document["hidden"]))
    return Entry(GameId(public["game"]), ply, canonical(public), bytes.fromhex(document["digest"]), parts)


def _part(hidden: Json) -> HiddenPart:
    return HiddenPart(hidden["audience"], bytes.fromhex(hidden["salt"]), canonical(hidden["part"]))
