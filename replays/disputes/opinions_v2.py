"""The second and the third version of the judge: opinions have a code.

They leave undecided what is not proved. Version 3 also leaves `history_altered` undecided if the log bears
the evidence out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from app.games.cards import Seat
from app.games.codec import Json
from app.games.errors import Refused
from app.games.table.decide import decide
from app.games.table.events import HandBegun
from app.service.signing import command_digest
from replays.disputes import opinions_v1
from replays.disputes.case import CHAIN, Case, Opinion, cited, cited_for, command_of, refund
from replays.disputes.state import Claim, VerdictOutcome


def _deck_chosen(case: Case) -> Opinion:
    """Check that a seat committed to its entropy after the key and opened it before the deal.

    Without entropy of a seat the service may have drawn keys until one suited it (RULES 12.1, 12.2).
    """
    opinion = opinions_v1.OPINIONS_V1[Claim.DECK_CHOSEN](case)
    begun = case.entry(case.hand.first).events
    entropy = next(event.entropy for event in begun if isinstance(event, HandBegun))
    facts = {**opinion.facts, "entropy_of_seats": list(entropy)}
    if opinion.outcome is VerdictOutcome.UPHELD:
        return replace(opinion, facts=facts, code="deck_not_from_key")
    if any(entropy):
        return Opinion(VerdictOutcome.REJECTED, "12.2", facts, code="deck_with_chance_of_seats")
    return Opinion(VerdictOutcome.UNDECIDED, "12.1", facts, code="deck_of_service_alone")


def _illegal_move(case: Case) -> Opinion:
    opinion = opinions_v1.OPINIONS_V1[Claim.ILLEGAL_MOVE](case)
    if opinion.outcome is VerdictOutcome.UPHELD:
        return replace(opinion, code="move_forbidden")
    return replace(opinion, code="entry_lawful" if opinion.facts["actor"] is None else "move_lawful")


def _wrong_refusal(case: Case) -> Opinion:
    """Uphold the claim if the command is lawful and the service signed its refusal (RULES 12.10)."""
    dispute = case.dispute
    if dispute.command is None:
        return Opinion(VerdictOutcome.UNDECIDED, None, {"command": None}, code="command_missing")
    command, seat = dict(dispute.command), Seat(dispute.seat)
    signed = _refusal(case, command)
    ply = dispute.ply if signed is None else signed["ply"]
    facts: Json = {"actor": seat, "command": command, "ply": ply, "refusal": None}
    facts["signed"] = None if signed is None else signed["code"]
    table = case.table(ply)
    try:
        decide(table, seat, command_of(table, command))
    except Refused as refusal:
        facts["refusal"] = refusal.code
        return Opinion(
            VerdictOutcome.REJECTED, cited_for(table.play, refusal.code), facts, code="command_forbidden"
        )
    if signed is None:
        return Opinion(
            VerdictOutcome.UNDECIDED, table.play.paragraph(command), facts, code="refusal_unproved"
        )
    return Opinion(
        VerdictOutcome.UPHELD, table.play.paragraph(command), facts, refund(case.hand), "refusal_proved"
    )


def _refusal(case: Case, command: Json) -> Json | None:
    """Return the signed refusal of this command of the seat in this hand that was given in evidence last."""
    digest, hand = command_digest(command), case.hand
    for refusal in reversed(case.dispute.refusals):
        placed = hand.first <= refusal["ply"] <= (hand.last or refusal["ply"])
        if placed and (refusal["seat"], refusal["command"]) == (case.dispute.seat, digest):
            return dict(refusal)
    return None


def _history_altered(case: Case) -> Opinion:
    """Compare kept evidence with the log.

    Without kept evidence a log that was rewritten from its start cannot be detected (RULES 12.7, 12.9).
    """
    dispute, wrong = case.dispute, case.among(*CHAIN)
    receipts = _borne_out([(receipt, receipt["ply"]) for receipt in dispute.receipts], case.has)
    ends = _borne_out(
        [(checkpoint["leaf"], checkpoint["leaf"]["plies"]) for checkpoint in dispute.checkpoints], case.ends
    )
    facts: Json = {
        "chain_holds": not wrong,
        "receipt_holds": all(receipts.values()) if receipts else None,
        "checkpoint_holds": all(ends.values()) if ends else None,
        "ply": max([*receipts, *ends], default=None),
    }
    for given, rule, code in ((receipts, "12.7", "receipt"), (ends, "12.9", "checkpoint")):
        broken = [ply for ply, holds in given.items() if not holds]
        if broken:
            facts["ply"] = min(broken)
            return Opinion(VerdictOutcome.UPHELD, rule, facts, refund(case.hand), f"{code}_contradicted")
    if wrong:
        return Opinion(
            VerdictOutcome.UPHELD, cited(case.play, wrong, "12.7"), facts, refund(case.hand), "chain_broken"
        )
    if facts["ply"] is None:
        return Opinion(VerdictOutcome.UNDECIDED, "12.7", facts, code="history_unproved")
    if facts["ply"] < dispute.ply:
        return Opinion(VerdictOutcome.UNDECIDED, "12.7", facts, code="evidence_too_early")
    return Opinion(VerdictOutcome.REJECTED, "12.7", facts, code="evidence_borne_out")


def _borne_out(
    signed: Sequence[tuple[Mapping[str, Any], int]], holds: Callable[[int, str], bool]
) -> dict[int, bool]:
    """Return by ply whether the log agrees with every signed statement about it."""
    agrees: dict[int, bool] = {}
    for document, ply in signed:
        agrees[ply] = agrees.get(ply, True) and holds(ply, document["digest"])
    return agrees


def _wrong_payment(case: Case) -> Opinion:
    opinion = opinions_v1.OPINIONS_V1[Claim.WRONG_PAYMENT](case)
    if opinion.facts["paid"] is None:
        return replace(opinion, code="nothing_paid")
    return replace(
        opinion, code="payment_wrong" if opinion.outcome is VerdictOutcome.UPHELD else "payment_right"
    )


def _time_out(case: Case) -> Opinion:
    opinion = opinions_v1.OPINIONS_V1[Claim.TIME_OUT](case)
    if opinion.outcome is VerdictOutcome.UPHELD:
        return replace(opinion, code="time_was_left")
    seats = opinion.facts["timed_out"]
    if seats is None:
        return replace(opinion, code="nobody_timed_out")
    absent = set(opinion.facts["absent"]) == set(seats)
    return replace(opinion, code="seat_was_absent" if absent else "time_was_over")


def _other(case: Case) -> Opinion:
    return replace(opinions_v1.OPINIONS_V1[Claim.OTHER](case), code="for_arbiter")


OPINIONS_V2: Final[Mapping[Claim, Callable[[Case], Opinion]]] = MappingProxyType(
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


def _history_altered_v3(case: Case) -> Opinion:
    """Leave the claim undecided: evidence signed after a change of the log agrees with the log too."""
    opinion = OPINIONS_V2[Claim.HISTORY_ALTERED](case)
    return (
        replace(opinion, outcome=VerdictOutcome.UNDECIDED)
        if opinion.outcome is VerdictOutcome.REJECTED
        else opinion
    )


OPINIONS_V3: Final[Mapping[Claim, Callable[[Case], Opinion]]] = MappingProxyType(
    {**OPINIONS_V2, Claim.HISTORY_ALTERED: _history_altered_v3}
)
"""Judge of each claim."""
