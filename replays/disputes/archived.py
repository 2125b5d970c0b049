"""How disputes are archived: their record without its proof, and what the catalogue says of them."""

from typing import Final

from app.store.canonical import parse
from replays.archive.kinds import RecordKind, entries_in
from replays.catalogue.summary import DISPUTE, SeatSummary, Summary
from replays.disputes.audit import audit_dispute
from replays.disputes.record import ended, folded
from replays.record.format import Proof
from replays.record.write import proof_line


def _fault(record: bytes) -> str | None:
    """What the audit finds first; whether the machine judged rightly needs the game's record too."""
    findings = audit_dispute(record + proof_line(Proof())).findings
    if findings:
        return f"its audit has findings, the first at ply {findings[0].ply} by {findings[0].check}"
    return None if folded(entries_in(record)).is_over else "the dispute is not over"


def _summary(record: bytes) -> Summary:
    """The game as parent, the parties as players, what they got by a correction as their balances."""
    entries = entries_in(record)
    state = folded(entries)
    changes = state.correction or (0,) * state.seats
    return Summary(
        variant="",
        rules_version=0,
        rules_hash=b"",
        status=str(state.state),
        visibility="unlisted",
        parent=state.game,
        started_ms=state.since,
        ended_ms=int(parse(entries[-1].public)["time"]),
        hands=(),
        players=tuple(
            SeatSummary(one.seat, "person", one.player, None, 0, changes[one.seat]) for one in state.parties
        ),
        kind=DISPUTE,
    )


DISPUTES: Final = RecordKind(ended, _fault, _summary)
"""How disputes are archived."""
