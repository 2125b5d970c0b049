"""The machine's verdict on a claim: facts first, then what follows from them and nothing else (RULES 13.3).

A verdict is JSON, stored in the dispute's log, and made again by anybody from the game's record:

    {"outcome", "rule", "head": {"ply", "digest"}, "revealed", "facts": {...}, "findings": [...],
     "legal": {"ply", "seat", "moves", "count"} | null, "correction": [by seat] | null}
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.entries import Opened, advance, read
from app.games.cards import Seat
from app.games.codec import Json, freeze
from app.games.conquian.reasons import REASONS
from app.games.errors import GameError, Refused
from app.games.table import wire
from app.games.table.decide import amounts_due, decide
from app.games.table.events import HandBegun, HandSettled, TimedOut
from app.games.table.state import Table
from app.games.table.view import legal
from app.store.canonical import parse
from app.store.entry import Entry
from replays.decisions import Malformed, guarded
from replays.disputes.dispute import HIDDEN, Claim, Dispute, Outcome
from replays.disputes.facts import CHAIN, findings
from replays.disputes.hands import Hand, hands
from replays.findings import Check, Finding, plain

LISTED: Final = 200
"""The most moves that a verdict lists as legal."""

CLOCKS_MS: Final = 2_000
"""How far the clocks of two hosts may differ before a time-out is called early or in time."""

_RULE_OF: Final = {
    "exchange": "3.3",
    "meld": "6.8",
    "pass": "10.4",
    "force": "10.5",
    "keep": "10.6",
    "fold": "10.7",
    "standing": "8.6",
}
_STORED: Final = {"card_not_in_hand": "10.1", "card_reused": "6.8"}
"""Paragraphs of codes as stored verdicts cite them, where refusals cite another today."""

_DECK: Final = (Check.COMMITMENTS, Check.DEAL, Check.SEALS)
_MOVE: Final = (Check.DECISIONS, Check.CARDS, Check.FORMAT)


@dataclass(frozen=True, slots=True)
class _Case:
    """All there is to judge by: the dispute, the log, the hand, what the audit found of it."""

    dispute: Dispute
    entries: Sequence[Entry]
    hand: Hand
    found: tuple[Finding, ...]

    def table(self, ply: int) -> Table:
        """The game right after entry `ply`."""
        position = advance(None, tuple(self.entries[:ply]))
        if position is None:
            raise ValueError("there is no position before the first entry")
        return position.table

    def told(self, ply: int) -> Opened:
        """What entry `ply` says, hidden parts included."""
        play = self.table(1).play if ply > 1 else None
        return read(play, self.entries[ply - 1])

    def among(self, *checks: Check) -> list[Finding]:
        """The findings of these checks."""
        return [one for one in self.found if one.check in checks]


@dataclass(frozen=True, slots=True)
class _Opinion:
    """What a claim comes to: the outcome, the paragraph, the facts, what is owed back."""

    outcome: Outcome
    rule: str | None
    facts: Json
    correction: tuple[int, ...] | None = None


def ready(dispute: Dispute, publics: Sequence[Json]) -> bool:
    """Whether the facts that the claim hangs on may be told now."""
    return dispute.claim not in HIDDEN or _hand(dispute, publics).revealed


def verdict(dispute: Dispute, entries: Sequence[Entry]) -> Json:
    """The machine's verdict on `dispute` by the game's log `entries`, from ply 1 with hidden parts.

    A log that cannot be made sense of is undecided, with what the audit found.
    """
    publics = [parse(entry.public) for entry in entries]
    hand = _hand(dispute, publics)
    try:
        case = guarded(lambda: _case(dispute, entries, hand))
    except (Malformed, GameError) as fault:
        return _written(_Opinion(Outcome.UNDECIDED, None, {"damage": str(fault)}), entries, hand, (), None)
    try:
        opinion = guarded(lambda: _OPINIONS[dispute.claim](case))
    except (Malformed, GameError) as fault:
        opinion = _Opinion(Outcome.UNDECIDED, None, {"damage": str(fault)})
    try:
        shown = guarded(lambda: _legal(case))
    except (Malformed, GameError):
        shown = None  # what was open to the seat is told beside the verdict, and decides nothing
    return _written(opinion, entries, hand, case.found, shown)


def of_damage(claim: Claim, ply: int) -> Json:
    """The verdict on a log that the store cannot read back from entry `ply` on as it was written."""
    altered = claim is Claim.HISTORY_ALTERED
    return {
        "outcome": str(Outcome.UPHELD if altered else Outcome.UNDECIDED),
        "rule": "12.7" if altered else None,
        "head": None,
        "revealed": False,
        "facts": {"damaged_at": ply},
        "findings": [],
        "legal": None,
        "correction": None,
    }


def _hand(dispute: Dispute, publics: Sequence[Json]) -> Hand:
    return next(hand for hand in hands(publics) if hand.number == dispute.hand_number)


def _case(dispute: Dispute, entries: Sequence[Entry], hand: Hand) -> _Case:
    first = advance(None, tuple(entries[:1]))
    key = bytes.fromhex(first.table.game_key) if first else b""
    return _Case(dispute, entries, hand, findings(entries, key, hand))


def _written(
    opinion: _Opinion, entries: Sequence[Entry], hand: Hand, found: Sequence[Finding], shown: Json | None
) -> Json:
    members: list[Json] = []
    for one in found[:LISTED]:
        member = plain(one)
        del member["type"], member["kind"]
        members.append(member)
    head = entries[-1]
    return {
        "outcome": str(opinion.outcome),
        "rule": opinion.rule,
        "head": {"ply": head.ply, "digest": head.digest.hex()},
        "revealed": hand.revealed,
        "facts": opinion.facts,
        "findings": members,
        "legal": shown,
        "correction": list(opinion.correction) if opinion.correction else None,
    }


def _legal(case: _Case) -> Json | None:
    """What was open to the seat in dispute, where its cards may be seen."""
    dispute = case.dispute
    seat: Seat | None
    if dispute.claim is Claim.WRONG_REFUSAL:
        seat, ply = Seat(dispute.seat), dispute.ply
    else:
        seat, ply = case.told(dispute.ply).seat, dispute.ply - 1
    if seat is None or not case.hand.revealed:
        return None
    table = case.table(ply)
    moves = [wire.command_to_json(table.play, command) for command in legal(table, seat)]
    return {"ply": ply, "seat": seat, "moves": moves[:LISTED], "count": len(moves)}


def _deck_chosen(case: _Case) -> _Opinion:
    """The deck is the one committed to: then nobody chose it after the seats had sat down (RULES 12.1)."""
    wrong = case.among(*_DECK)
    begun = case.told(case.hand.first).events
    entropy = next(event.entropy for event in begun if isinstance(event, HandBegun))
    facts = {"deck_follows_from_key": not wrong, "entropy_of_seats": [bool(text) for text in entropy]}
    return _by_findings(case, wrong, "12.1", facts, void=True)


def _illegal_move(case: _Case) -> _Opinion:
    ply = case.dispute.ply
    wrong = [one for one in case.among(*_MOVE) if one.ply == ply]
    told = case.told(ply)
    facts: Json = {"actor": told.seat, "command": told.command, "lawful": not wrong}
    rule = _RULE_OF.get(str(told.command.get("type")), "10.1")
    return _by_findings(case, wrong, rule, facts, void=True)


def _wrong_refusal(case: _Case) -> _Opinion:
    """The command is decided again on the position that its seat says it was refused in."""
    if case.dispute.refused is None:
        return _Opinion(Outcome.UNDECIDED, None, {"command": None})
    command, seat = dict(case.dispute.refused), Seat(case.dispute.seat)
    facts: Json = {"actor": seat, "command": command, "refusal": None}
    table = case.table(case.dispute.ply)
    try:
        decide(table, seat, _command(table, command))
    except Refused as refusal:
        facts["refusal"] = refusal.code
        return _Opinion(Outcome.REJECTED, cited_for(refusal.code), facts)
    return _Opinion(Outcome.UPHELD, _RULE_OF.get(str(command.get("type")), "10.1"), facts)


def _command(table: Table, document: Json) -> Any:
    fields = {name: freeze(value) for name, value in document.items()}
    return table.play.command_from_json(fields)


def _history_altered(case: _Case) -> _Opinion:
    wrong = case.among(*CHAIN)
    receipt = case.dispute.receipt
    facts: Json = {"chain_holds": not wrong, "receipt_holds": None}
    if receipt is not None:
        facts["receipt_holds"] = _holds(case.entries, receipt)
    if facts["receipt_holds"] is False:
        return _Opinion(Outcome.UPHELD, "12.7", facts, _refund(case))
    return _by_findings(case, wrong, "12.7", facts, void=True)


def _holds(entries: Sequence[Entry], receipt: Any) -> bool:
    ply = receipt["ply"]
    return bool(0 < ply <= len(entries) and entries[ply - 1].digest.hex() == receipt["digest"])


def _wrong_payment(case: _Case) -> _Opinion:
    """What the rules give for the hand as it was played, against what the ledger says."""
    events = case.told(case.hand.last or case.hand.first).events
    paid = next((event for event in events if isinstance(event, HandSettled)), None)
    if paid is None:
        return _Opinion(Outcome.REJECTED, "11.5", {"paid": None, "due": None})
    table = case.table(case.hand.last or case.hand.first)
    due = amounts_due(table)
    facts = {"paid": list(paid.amounts), "due": list(due), "stake": table.stake}
    if tuple(due) == tuple(paid.amounts):
        return _Opinion(Outcome.REJECTED, "9.3", facts)
    owed = tuple(right - was for right, was in zip(due, paid.amounts, strict=True))
    return _Opinion(Outcome.UPHELD, "9.3", facts, owed)


def _time_out(case: _Case) -> _Opinion:
    """Whether the time of the question was over when the service answered for a seat (RULES 11.8)."""
    ply = case.dispute.ply
    told, before = case.told(ply), case.table(ply - 1)
    out = next((event for event in told.events if isinstance(event, TimedOut)), None)
    if out is None or before.limits is None:
        return _Opinion(Outcome.REJECTED, "11.8", {"timed_out": None})
    window = before.in_hand and before.play.is_window(before.hand)
    seconds = before.limits.window if window else before.limits.decision
    asked = case.told(before.decision).time
    facts = {"timed_out": list(out.seats), "asked": asked, "answered": told.time, "seconds": seconds}
    absent = [seat for seat in out.seats if before.places[seat].away or before.places[seat].left]
    spare = told.time - asked - seconds * 1000
    if set(absent) == set(out.seats) or spare >= -CLOCKS_MS:
        return _Opinion(Outcome.REJECTED, "11.8", {**facts, "absent": absent})
    return _Opinion(Outcome.UPHELD, "11.8", {**facts, "absent": absent}, _refund(case))


def _other(case: _Case) -> _Opinion:
    return _Opinion(Outcome.UNDECIDED, None, {"audit_clean": not case.found})


def _by_findings(case: _Case, wrong: Sequence[Finding], rule: str, facts: Json, *, void: bool) -> _Opinion:
    if not wrong:
        return _Opinion(Outcome.REJECTED, rule, facts)
    cited = next((found for one in wrong if (found := _cited(one))), rule)
    return _Opinion(Outcome.UPHELD, cited, facts, _refund(case) if void else None)


def _cited(finding: Finding) -> str | None:
    """The paragraph of a finding; of a refusal that of its code, as every verdict that is stored has it."""
    code = str(finding.evidence.get("refusal"))
    return cited_for(code) if code in REASONS else finding.rule


def cited_for(code: str) -> str:
    """The paragraph of RULES.md that a verdict cites for a refusal code."""
    return _STORED.get(code) or REASONS[code].rule


def _refund(case: _Case) -> tuple[int, ...] | None:
    """What makes the hand as if it had not been paid: a void hand pays nothing (RULES 11.5)."""
    amounts = case.hand.settled["amounts"] if case.hand.settled else []
    return tuple(-amount for amount in amounts) if any(amounts) else None


_OPINIONS: Final[dict[Claim, Callable[[_Case], _Opinion]]] = {
    Claim.DECK_CHOSEN: _deck_chosen,
    Claim.ILLEGAL_MOVE: _illegal_move,
    Claim.WRONG_REFUSAL: _wrong_refusal,
    Claim.HISTORY_ALTERED: _history_altered,
    Claim.WRONG_PAYMENT: _wrong_payment,
    Claim.TIME_OUT: _time_out,
    Claim.OTHER: _other,
}
