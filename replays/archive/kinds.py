"""Archive forms of the kinds of logs: their records, audits and summaries.

Records in the archive are trusted: they are parsed without the checks of the audit.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.games.codec import Json
from app.service.entry_codec import advance
from app.store.canonical import canonical, parse
from app.store.entry import Entry, HiddenPart
from app.store.keys import GameId, LogKind
from replays.audit.audit import audit
from replays.catalogue.summary import Summary, summary
from replays.record.write import complete_record, record_body


@dataclass(frozen=True, slots=True)
class RecordKind:
    """A kind of log: its permanent record, the first fault in one (None if valid), and its summary.

    `record` raises a ReplayError for a log that has no record.
    """

    record: Callable[[Sequence[Entry]], bytes]
    fault: Callable[[bytes], str | None]
    summary: Callable[[bytes], Summary]


def _fault(record: bytes) -> str | None:
    """Return the first finding of a game's audit, or why its record does not replay to its last digest."""
    faults = audit(complete_record(record)).faults
    if faults:
        return f"its audit has findings, the first at ply {faults[0].ply} by {faults[0].check}"
    entries = entries_in(record)
    position = advance(None, entries)
    if position is None or not position.table.is_over or position.digest != entries[-1].digest:
        return "it does not replay to its end"
    return None


def _summary(record: bytes) -> Summary:
    return summary(list(publics_in(record)))


GAMES: Final = RecordKind(lambda entries: b"".join(record_body(entries)), _fault, _summary)
"""Archive form of games."""

Forms = Mapping[LogKind, RecordKind]
"""Archive forms by kind."""

ONLY_GAMES: Final[Forms] = {LogKind.GAME: GAMES}
"""Archive forms of an archive of games only."""


_ENTRY: Final = b'{"digest":"'
"""The beginning of the line of an entry."""

_DIGEST_END: Final = len(_ENTRY) + 64
_HIDES_NOTHING: Final = b'","hidden":[],"public":'
_PUBLIC: Final = _DIGEST_END + len(_HIDES_NOTHING)


def publics_in(record: bytes) -> Iterator[Json]:
    """Yield the public parts of the entries in a record of any version."""
    return (document["public"] for document in _documents(record))


def entries_in(record: bytes, after: int = 0) -> tuple[Entry, ...]:
    """Return the log in a trusted record of any version, or in its lines after a ply."""
    entries: list[Entry] = []
    for line in record.splitlines():
        ply = after + len(entries) + 1
        if entries and line.startswith(_ENTRY) and line.startswith(_HIDES_NOTHING, _DIGEST_END):
            # Most entries are of this kind; their public part has the bytes that were hashed.
            digest = bytes.fromhex(line[len(_ENTRY) : _DIGEST_END].decode())
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
