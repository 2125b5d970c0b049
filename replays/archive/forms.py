"""Archive forms of the kinds of logs: their records, audits and summaries."""

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


GAMES: Final = Form(lambda entries: b"".join(record_body(entries)), _fault, _summary)
"""Archive form of games."""

Forms = Mapping[Kind, Form]
"""Archive forms by kind."""

ONLY_GAMES: Final[Forms] = {Kind.GAME: GAMES}
"""Archive forms of an archive of games only."""
