"""Version 1 of the judge, for disputes whose first entry names no version. It never changes."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import Refused
from app.games.table.decide import decide
from app.games.table.ending import amounts_due
from app.games.table.events import HandBegun, HandSettled, TimedOut
from replays.audit.report import Finding
from replays.disputes.case import (
    CHAIN,
    CLOCKS_MS,
    DECK,
    MOVE,
    Case,
    Opinion,
    cited,
    cited_for,
    command_of,
    refund,
)
from replays.disputes.state import Claim, VerdictOutcome


def _deck_chosen(case: Case) -> Opinion:
    """Compare the deck with its commitment, which was made before the seats were taken (RULES 12.1)."""
    wrong = case.among(*DECK)
    begun = case.entry(case.hand.first).events
    entropy = next(event.entropy for event in begun if isinstance(event, HandBegun))
    facts = {"deck_follows_from_key": not wrong, "entropy_of_seats": [bool(text) for text in entropy]}
    return _by_findings(case, wrong, "12.1", facts)


def _illegal_move(case: Case) -> Opinion:
    ply = case.dispute.ply
    wrong = [finding for finding in case.among(*MOVE) if finding.ply == ply]
    entry = case.entry(ply)
    facts: Json = {"actor": entry.seat, "command": entry.command, "lawful": not wrong}
    rule = case.table(1).play.paragraph(entry.command)
    return _by_findings(case, wrong, rule, facts)


def _wrong_refusal(case: Case) -> Opinion:
    """Decide the command again on the position on which it was refused according to its seat."""
    refused = case.dispute.opened_with.refused
    if refused is None:
        return Opinion(VerdictOutcome.UNDECIDED, None, {"command": None})
    command, seat = dict(refused), Seat(case.dispute.seat)
    facts: Json = {"actor": seat, "command": command, "refusal": None}
    table = case.table(case.dispute.ply)
    try:
        decide(table, seat, command_of(table, command))
    except Refused as refusal:
        facts["refusal"] = refusal.code
        return Opinion(VerdictOutcome.REJECTED, cited_for(table.play, refusal.code), facts)
    return Opinion(VerdictOutcome.UPHELD, table.play.paragraph(command), facts)


def _history_altered(case: Case) -> Opinion:
    wrong = case.among(*CHAIN)
    receipt = case.dispute.opened_with.receipt
    facts: Json = {"chain_holds": not wrong, "receipt_holds": None}
    if receipt is not None:
        facts["receipt_holds"] = case.has(receipt["ply"], receipt["digest"])
    if facts["receipt_holds"] is False:
        return Opinion(VerdictOutcome.UPHELD, "12.7", facts, refund(case.hand))
    return _by_findings(case, wrong, "12.7", facts)


def _wrong_payment(case: Case) -> Opinion:
    """Compare the payment of the hand by the rules with the ledger."""
    events = case.entry(case.hand.last or case.hand.first).events
    paid = next((event for event in events if isinstance(event, HandSettled)), None)
    if paid is None:
        return Opinion(VerdictOutcome.REJECTED, "11.5", {"paid": None, "due": None})
    table = case.table(case.hand.last or case.hand.first)
    due = amounts_due(table)
    facts = {"paid": list(paid.amounts), "due": list(due), "stake": table.stake}
    rule = table.play.subjects["payment"]
    if tuple(due) == tuple(paid.amounts):
        return Opinion(VerdictOutcome.REJECTED, rule, facts)
    owed = tuple(right - was for right, was in zip(due, paid.amounts, strict=True))
    return Opinion(VerdictOutcome.UPHELD, rule, facts, owed)


def _time_out(case: Case) -> Opinion:
    """Check that the time of the question was over when the service answered for a seat (RULES 11.8)."""
    ply = case.dispute.ply
    entry, before = case.entry(ply), case.table(ply - 1)
    out = next((event for event in entry.events if isinstance(event, TimedOut)), None)
    if out is None or before.limits is None:
        return Opinion(VerdictOutcome.REJECTED, "11.8", {"timed_out": None})
    window = before.in_hand and before.play.is_window(before.hand)
    seconds = before.limits.window if window else before.limits.decision
    asked = case.entry(before.decision).time
    facts = {"timed_out": list(out.seats), "asked": asked, "answered": entry.time, "seconds": seconds}
    absent = [seat for seat in out.seats if before.places[seat].away or before.places[seat].left]
    spare = entry.time - asked - seconds * 1000
    if set(absent) == set(out.seats) or spare >= -CLOCKS_MS:
        return Opinion(VerdictOutcome.REJECTED, "11.8", {**facts, "absent": absent})
    return Opinion(VerdictOutcome.UPHELD, "11.8", {**facts, "absent": absent}, refund(case.hand))


def _other(case: Case) -> Opinion:
    return Opinion(VerdictOutcome.UNDECIDED, None, {"audit_clean": not case.found})


def _by_findings(case: Case, wrong: Sequence[Finding], rule: str, facts: Json) -> Opinion:
    if not wrong:
        return Opinion(VerdictOutcome.REJECTED, rule, facts)
    return Opinion(VerdictOutcome.UPHELD, cited(case.play, wrong, rule), facts, refund(case.hand))


OPINIONS_V1: Final[Mapping[Claim, Callable[[Case], Opinion]]] = MappingProxyType(
    {
        Claim.DECK_CHOSEN: _deck_chosen,
        Claim.ILLEGAL_MOVE: _illegal_move,
        Claim.WRONG_REFUSAL: _wrong_refusal,
        Claim.HISTORY_ALTERED: _history_altered,
        Claim.WRONG_PAYMENT: _wrong_payment,
        Claim.TIME_OUT: _time_out,
        Claim.OTHER: _other,
    }
)
"""Judge of each claim."""
