"""Records of logs that are no games: their lines are read, their chain is checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.games.codec import Json
from app.i18n import Message
from app.store.canonical import canonical
from app.store.entry import START_DIGEST, Entry, digest
from replays.audit.chain import Link, link_of
from replays.audit.report import Check, Report, ReportBuilder, Scope
from replays.record.format import (
    LINE_LIMIT,
    PUBLIC_MEMBERS,
    Misshapen,
    Proof,
    parse_entry,
    parse_proof,
    shaped,
)
from replays.record.untrusted_values import parse_object


@dataclass(frozen=True, slots=True)
class AggregateRecord:
    """The readable part of a record: the header, the entries, the proof."""

    header: Json
    entries: tuple[Entry, ...]
    proof: Proof | None

    @property
    def links(self) -> list[Link | None]:
        """The links of the entries, None for one whose public part is no canonical object."""
        return [link_of(entry.ply, entry.public, entry.digest) for entry in self.entries]

    @property
    def receipts(self) -> tuple[Json, ...]:
        """The receipts in the proof, none without one."""
        return self.proof.receipts if self.proof else ()

    def report(self, builder: ReportBuilder, name: Any) -> Report:
        """Return the report of everything noted about the log that the header calls `name`."""
        last = self.entries[-1].digest if self.entries else None
        return builder.report(Scope.RECORD, name if isinstance(name, str) else None, len(self.entries), last)


def read_aggregate(
    builder: ReportBuilder, record: bytes, lines: int, line_bytes: int = LINE_LIMIT
) -> AggregateRecord:
    """Return the record as far as it can be read: at most `lines` lines of less than `line_bytes` bytes."""
    documents: list[Json] = []
    for number, line in enumerate(record.split(b"\n")[:-1], 1):
        document, exact = parse_object(line) if len(line) < line_bytes and number < lines else (None, False)
        if document is None or not exact:
            builder.find(Check.FORMAT, number - 1, Message("the line is not a JSON object in canonical form"))
            break
        documents.append(document)
    if not record.endswith(b"\n") or not documents:
        builder.find(Check.FORMAT, len(documents), Message("the record is cut"))
    header, *rest = documents or [{}]
    last = rest.pop() if rest and "proof" in rest[-1] else None
    return AggregateRecord(header, _entries(builder, rest), _proof(builder, last, len(rest)))


def _entries(builder: ReportBuilder, rest: Sequence[Json]) -> tuple[Entry, ...]:
    entries = []
    for ply, document in enumerate(rest, 1):
        try:
            entry = parse_entry(ply, document)
        except (Misshapen, ValueError) as fault:
            builder.find(
                Check.FORMAT,
                ply,
                Message("the form is wrong: {reason}").filled(
                    reason=fault.message if isinstance(fault, Misshapen) else str(fault)
                ),
            )
            break
        if set(document["public"]) != PUBLIC_MEMBERS:
            builder.find(
                Check.FORMAT,
                ply,
                Message("the public part does not have the members {names}").filled(
                    names=str(sorted(PUBLIC_MEMBERS))
                ),
            )
            break
        entries.append(entry)
    return tuple(entries)


def _proof(builder: ReportBuilder, document: Json | None, plies: int) -> Proof | None:
    if document is None:
        return None
    try:
        return shaped(parse_proof, document)
    except Misshapen as fault:
        builder.find(
            Check.FORMAT,
            plies,
            Message("the form of the proof is wrong: {reason}").filled(reason=fault.message),
        )
        return None


def check_chain(builder: ReportBuilder, links: Sequence[Link], name: str) -> None:
    """Check that the entries are those of the log `name` in order, chained, and never go back in time."""
    before, latest = START_DIGEST, 0
    for ply, link in enumerate(links, 1):
        document = link.document
        builder.looked(Check.GAPS, Check.DIGESTS, Check.TIMES)
        # Written, because to Python `true` is 1.
        if canonical([document["ply"], document["game"], document["v"]]) != canonical([ply, name, 1]):
            builder.find(
                Check.GAPS, ply, Message("the entry is not the next one of this log"), found=document["ply"]
            )
        if link.digest != digest(before, link.public):
            builder.find(
                Check.DIGESTS, ply, Message("the digest does not follow from the entry and the one before")
            )
        if type(document["time"]) is not int or document["time"] < latest:
            builder.find(Check.TIMES, ply, Message("the clock goes back"), time=document["time"])
        else:
            latest = document["time"]
        before = link.digest
