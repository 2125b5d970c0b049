"""Logs in records of our own: out of their lines, without the proof that the audit gives."""

from collections.abc import Iterator

from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.entry import Entry, Part
from app.store.keys import GameId


def publics_in(record: bytes) -> Iterator[Json]:
    """The public parts of the entries in a record of any version."""
    return (document["public"] for document in _documents(record))


def entries_in(record: bytes) -> tuple[Entry, ...]:
    """The log in a record of any version, which must be one of ours."""
    return tuple(_entry(ply, document) for ply, document in enumerate(_documents(record), 1))


def _documents(record: bytes) -> Iterator[Json]:
    return (document for document in map(parse, record.splitlines()) if "public" in document)


def _entry(ply: int, document: Json) -> Entry:
    public = document["public"]
    parts = tuple(map(_part, document["hidden"]))
    return Entry(GameId(public["game"]), ply, canonical(public), bytes.fromhex(document["digest"]), parts)


def _part(hidden: Json) -> Part:
    return Part(hidden["audience"], bytes.fromhex(hidden["salt"]), canonical(hidden["part"]))
