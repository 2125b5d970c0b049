"""Archive form of tournaments: the record without its proof, and the catalogue's summary."""

from typing import Final

from app.store.canonical import parse
from replays.archive.kinds import RecordKind, entries_in
from replays.catalogue.summary import TOURNAMENT, Summary
from replays.tournaments.audit import audit_tournament
from replays.tournaments.record import ended, folded


def _fault(record: bytes) -> str | None:
    """Return the first finding of the audit of the log; the games have audits of their own."""
    findings = audit_tournament(record).findings
    if findings:
        return f"its audit has findings, the first at ply {findings[0].ply} by {findings[0].check}"
    return None


def _summary(record: bytes) -> Summary:
    entries = entries_in(record)
    state = folded(entries)
    return Summary(
        variant=state.manifest.variant,
        rules_version=0,
        rules_hash=b"",
        status=str(state.state),
        visibility="unlisted",
        parent=None,
        started_ms=state.created_ms,
        ended_ms=int(parse(entries[-1].public)["time"]),
        hands=(),
        players=(),
        kind=TOURNAMENT,
    )


TOURNAMENTS: Final = RecordKind(ended, _fault, _summary)
"""Archive form of tournaments."""
