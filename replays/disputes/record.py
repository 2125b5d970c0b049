"""The record of a dispute: its log as JSON lines, canonical as those of a game's record.

    {"dispute", "game", "plies", "record": "conquian-dispute", "v": 1}
    {"digest": hex, "hidden": [], "public": {}}                    one line an entry
    {"proof": {"checkpoint": null | {...}, "receipts": [receipt]}}

Everything before the proof never changes once the dispute is over.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from app.i18n import Message
from app.service.aggregates import Aggregate, AggregateState
from app.store.canonical import parse
from app.store.entry import Entry
from replays.audit.aggregate_record import AggregateRecord, read_aggregate
from replays.audit.report import ReportBuilder
from replays.disputes.decide import Disputes
from replays.disputes.state import Dispute
from replays.record.errors import ReplayError
from replays.record.format import Proof
from replays.record.write import json_line, proof_line, public_line

KIND: Final = "conquian-dispute"
FORMAT: Final = 1

LINES: Final = 2_000
"""So many lines no dispute has."""


def body(entries: Sequence[Entry]) -> Iterator[bytes]:
    """Yield the lines of the record of a dispute's log, without its proof."""
    opened = parse(entries[0].public)["events"][0]
    header = {
        "dispute": entries[0].game,
        "game": opened["game"],
        "plies": len(entries),
        "record": KIND,
        "v": FORMAT,
    }
    yield json_line(header)
    yield from map(public_line, entries)


def write(entries: Sequence[Entry], proof: Proof) -> bytes:
    """Return the whole record of a dispute as it stands."""
    return b"".join(body(entries)) + proof_line(proof)


def ended(entries: Sequence[Entry]) -> bytes:
    """Return the record of a dispute without its proof. Raises ReplayError while it is not over."""
    if not folded(entries).state.is_over:
        raise ReplayError(Message("the dispute {name} is not over").filled(name=entries[0].game))
    return b"".join(body(entries))


def scanned(notes: ReportBuilder, record: bytes) -> AggregateRecord:
    """Return the record of a dispute as far as it can be read, with a finding where it cannot."""
    return read_aggregate(notes, record, LINES)


def read(record: bytes) -> tuple[tuple[Entry, ...], Proof]:
    """Return the log and the proof in the record of a dispute. Raises ValueError where a line of it is
    unreadable.
    """
    parsed = scanned(notes := ReportBuilder(), record)
    if notes.found or parsed.proof is None:
        raise ValueError("the record has an unreadable line")
    return parsed.entries, parsed.proof


def folded(entries: Sequence[Entry]) -> AggregateState[Dispute]:
    """Return a dispute after its log. Raises Unreadable."""
    return Aggregate(Disputes(0)).folded(entries)
