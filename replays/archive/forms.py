"""How each kind of log is archived: what its record is, what proves it, and what the catalogue says of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.entries import advance
from app.store.entry import Entry
from app.store.keys import Kind
from replays.archive.logs import entries_in, publics_in
from replays.audit.audit import audit
from replays.catalogue.summary import Summary, summary
from replays.record.write import complete_record, record_body


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of log: its record, which never changes, the first fault in one (None: sound), its summary.

    `record` raises a ReplayError for a log that has no record.
    """

    record: Callable[[Sequence[Entry]], bytes]
    fault: Callable[[bytes], str | None]
    summary: Callable[[bytes], Summary]


def _fault(record: bytes) -> str | None:
    """What the audit finds first in the record of a game, or why it does not replay to its last digest."""
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


GAMES: Final = Form(lambda entries: b"".join(record_body(entries)), _fault, _summary)
"""How games are archived."""

Forms = Mapping[Kind, Form]
"""How logs are archived, by kind."""

ONLY_GAMES: Final[Forms] = {Kind.GAME: GAMES}
"""Where nothing but games is archived."""
