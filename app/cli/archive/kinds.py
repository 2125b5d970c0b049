"""Archive forms of all kinds of logs: records without their proofs, and summaries for the catalogue."""

from collections.abc import Sequence
from typing import Any, Final

from app.store.canonical import parse
from app.store.entry import Entry
from app.store.keys import LogKind
from replays.archive.kinds import GAMES, Forms, RecordKind, entries_in
from replays.audit.report import Finding
from replays.catalogue.summary import DISPUTE, TOURNAMENT, SeatSummary, Summary
from replays.disputes import record as dispute_record
from replays.disputes.audit import audit_dispute
from replays.record.format import Proof
from replays.record.write import proof_line
from replays.tournaments import record as tournament_record
from replays.tournaments.audit import audit_tournament


def _dispute_fault(record: bytes) -> str | None:
    """Return the first finding of the audit. To check the verdict the record of the game is needed too."""
    findings = audit_dispute(record + proof_line(Proof())).findings
    if findings:
        return _text_of(findings[0])
    is_over = dispute_record.folded(entries_in(record)).state.is_over
    return None if is_over else "the dispute is not over"


def _tournament_fault(record: bytes) -> str | None:
    """Return the first finding of the audit of the log; the games have audits of their own."""
    findings = audit_tournament(record).findings
    return _text_of(findings[0]) if findings else None


def _text_of(finding: Finding) -> str:
    return f"its audit has findings, the first at ply {finding.ply} by {finding.check}"


def _dispute_summary(record: bytes) -> Summary:
    """Return the game as parent and the parties as players; corrections of the ledger are their balances."""
    entries = entries_in(record)
    state = dispute_record.folded(entries).state
    changes = state.correction or (0,) * state.seats
    players = [
        SeatSummary(party.seat, "person", party.player, None, 0, changes[party.seat])
        for party in state.parties
    ]
    return _summary(
        entries,
        status=str(state.state),
        parent=state.game,
        started_ms=state.since,
        players=tuple(players),
        kind=DISPUTE,
    )


def _tournament_summary(record: bytes) -> Summary:
    entries = entries_in(record)
    state = tournament_record.folded(entries)
    return _summary(
        entries,
        variant=state.manifest.variant,
        status=str(state.state),
        parent=None,
        started_ms=state.created_ms,
        players=(),
        kind=TOURNAMENT,
    )


def _summary(entries: Sequence[Entry], *, variant: str = "", **fields: Any) -> Summary:
    """Return a summary with `fields` of a log that is no game, so it has no rules sheet and no hands."""
    return Summary(
        variant=variant,
        rules_version=0,
        rules_hash=b"",
        visibility="unlisted",
        ended_ms=int(parse(entries[-1].public)["time"]),
        hands=(),
        **fields,
    )


DISPUTES: Final = RecordKind(dispute_record.ended, _dispute_fault, _dispute_summary)
TOURNAMENTS: Final = RecordKind(tournament_record.ended, _tournament_fault, _tournament_summary)

FORMS: Final[Forms] = {LogKind.GAME: GAMES, LogKind.DISPUTE: DISPUTES, LogKind.TOURNAMENT: TOURNAMENTS}
"""Archive forms by kind of log."""
