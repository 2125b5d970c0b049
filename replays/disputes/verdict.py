"""The verdict of the service on a claim: facts, and their consequences (RULES 13.3).

A verdict is JSON, stored in the log of the dispute. Anyone with the record of the game can make it again:

    {"outcome", "code", "rule", "consequence", "head": {"ply", "digest"}, "revealed",
     "facts": {...}, "findings": [...], "legal": {"ply", "seat", "moves", "count"} | null,
     "correction": [by seat] | null}

The first entry of a dispute names the version of the judge, absent for 1. Verdicts of version 1 have no
`code` and no `consequence`, and English in their findings; each version keeps its outcomes.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import GameError
from app.games.table import wire
from app.games.table.view import legal
from app.service.entry_codec import advance
from app.store.canonical import canonical, parse
from app.store.entry import Entry
from replays.audit.report import Finding, plain
from replays.disputes import opinions_v1, opinions_v2
from replays.disputes.case import Case, Opinion, findings
from replays.disputes.hands import HandSpan, hands
from replays.disputes.state import ABOUT_MOVES, HIDDEN, JUDGE, Claim, Dispute, VerdictOutcome
from replays.record.untrusted_values import Malformed, guarded

LISTED: Final = 200
"""The most moves that a verdict lists as legal, and the most findings."""

_OPINIONS: Final[Mapping[int, Mapping[Claim, Callable[[Case], Opinion]]]] = {
    1: opinions_v1.OPINIONS_V1,
    2: opinions_v2.OPINIONS_V2,
    3: opinions_v2.OPINIONS_V3,
}


class Consequence(StrEnum):
    """Consequence of a verdict (RULES 13.10); the values are stored."""

    NONE = "none"
    ARBITER = "arbiter"
    PAYMENT_CORRECTED = "payment_corrected"
    HAND_ANNULLED = "hand_annulled"
    HAND_ANNULLED_UNPAID = "hand_annulled_unpaid"
    HAND_ANNULLED_UNREAD = "hand_annulled_unread"


def ready(dispute: Dispute, publics: Sequence[Json]) -> bool:
    """Return whether the facts that decide the claim may be shown now."""
    return dispute.claim not in HIDDEN or _hand(dispute, publics).revealed


def verdict(dispute: Dispute, entries: Sequence[Entry]) -> Json:
    """Return the machine's verdict on `dispute` by the game's log `entries`, from ply 1 with hidden parts.

    A log that cannot be made sense of is undecided, with what the audit found.
    """
    publics = [parse(entry.public) for entry in entries]
    hand = _hand(dispute, publics)
    try:
        case = guarded(lambda: _case(dispute, entries, hand))
    except (Malformed, GameError) as fault:
        return _written(dispute, _senseless(dispute, fault), entries, hand, (), None)
    try:
        opinion = guarded(lambda: _OPINIONS[dispute.judge][dispute.claim](case))
    except (Malformed, GameError) as fault:
        opinion = _senseless(dispute, fault)
    try:
        shown = guarded(lambda: _legal(case, opinion))
    except (Malformed, GameError):
        shown = None  # the legal moves are shown beside the verdict and decide nothing
    return _written(dispute, opinion, entries, hand, case.found, shown)


def of_damage(claim: Claim, ply: int, judge: int = JUDGE) -> Json:
    """Return the verdict on a log that the store cannot read back from entry `ply` on as it was written."""
    altered = claim is Claim.HISTORY_ALTERED
    reasons: Json = {}
    if judge > 1:
        follows = Consequence.HAND_ANNULLED_UNREAD if altered else Consequence.ARBITER
        reasons = {"code": "entry_unreadable", "consequence": str(follows)}
    return {
        "outcome": str(VerdictOutcome.UPHELD if altered else VerdictOutcome.UNDECIDED),
        "rule": "12.7" if altered else None,
        **reasons,
        "head": None,
        "revealed": False,
        "facts": {"damaged_at": ply},
        "findings": [],
        "legal": None,
        "correction": None,
    }


def difference(stored: Json, again: Json) -> list[str]:
    """Return the members in which the verdict `stored` differs from the one made `again`.

    Findings are compared by ply, check and rule: their wording is no fact of the game, nor is the wording by
    which the first version explained that a log makes no sense.
    """
    named = {**stored, "findings": _compared(stored["findings"])}
    anew = {**again, "findings": _compared(again["findings"])}
    if "damage" in again["facts"] and set(stored["facts"]) == {"damage"}:
        anew["facts"] = stored["facts"]
    return [name for name in anew if canonical(anew[name]) != canonical(named[name])]


def _compared(findings: Sequence[Json]) -> list[Json | None]:
    members = ("ply", "check", "rule")
    return [
        {name: finding.get(name) for name in members} if isinstance(finding, dict) else finding
        for finding in findings
    ]


def _senseless(dispute: Dispute, fault: Exception) -> Opinion:
    """Return the opinion on a log that no position follows from."""
    facts = {"damage": str(fault)} if dispute.judge == 1 else {}
    return Opinion(VerdictOutcome.UNDECIDED, None, facts, code="log_senseless")


def _hand(dispute: Dispute, publics: Sequence[Json]) -> HandSpan:
    return next(hand for hand in hands(publics) if hand.number == dispute.hand_number)


def _case(dispute: Dispute, entries: Sequence[Entry], hand: HandSpan) -> Case:
    first = advance(None, tuple(entries[:1]))
    key = bytes.fromhex(first.table.game_key) if first else b""
    return Case(dispute, entries, hand, findings(entries, key, hand))


def _written(
    dispute: Dispute,
    opinion: Opinion,
    entries: Sequence[Entry],
    hand: HandSpan,
    findings: Sequence[Finding],
    shown: Json | None,
) -> Json:
    """Return the verdict as it is stored."""
    head, first = entries[-1], dispute.judge == 1
    correction = list(opinion.correction) if opinion.correction else None
    follows = _consequence(dispute.claim, opinion.outcome, correction)
    reasons = {} if first else {"code": opinion.code, "consequence": str(follows)}
    return {
        "outcome": str(opinion.outcome),
        "rule": opinion.rule,
        **reasons,
        "head": {"ply": head.ply, "digest": head.digest.hex()},
        "revealed": hand.revealed,
        "facts": opinion.facts,
        "findings": [_stored_finding(finding, first=first) for finding in findings[:LISTED]],
        "legal": shown,
        "correction": correction,
    }


def _stored_finding(finding: Finding, *, first: bool) -> Json:
    """Return a finding as it is stored, by the first version in English."""
    members = {"ply": finding.ply, "check": str(finding.check), "rule": finding.rule}
    if first:
        return {**members, "detail": finding.detail, "evidence": plain(finding.evidence)}
    return {**members, "values": plain(finding.evidence)}


def _consequence(claim: Claim, outcome: VerdictOutcome, correction: Sequence[int] | None) -> Consequence:
    if outcome is not VerdictOutcome.UPHELD:
        return Consequence.ARBITER if outcome is VerdictOutcome.UNDECIDED else Consequence.NONE
    if claim is Claim.WRONG_PAYMENT:
        return Consequence.PAYMENT_CORRECTED
    return Consequence.HAND_ANNULLED if correction else Consequence.HAND_ANNULLED_UNPAID


def _legal(case: Case, opinion: Opinion) -> Json | None:
    """Return the legal moves of the seat in dispute, if its cards may be shown.

    From version 2 on only for claims about a move.
    """
    dispute = case.dispute
    if dispute.judge > 1 and dispute.claim not in ABOUT_MOVES:
        return None
    seat: Seat | None
    if dispute.claim is Claim.WRONG_REFUSAL:
        seat, ply = Seat(dispute.seat), int(opinion.facts.get("ply", dispute.ply))
    else:
        seat, ply = case.entry(dispute.ply).seat, dispute.ply - 1
    if seat is None or not case.hand.revealed:
        return None
    table = case.table(ply)
    moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
    return {"ply": ply, "seat": seat, "moves": moves[:LISTED], "count": len(moves)}
