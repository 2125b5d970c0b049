"""Sentences on a verdict: the claim, the outcome, why the machine judged so and what follows, by code.

`verifier.js` has the same sentences. Verdicts of the first version have no codes.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from app.i18n import Language, Message, translate
from replays.disputes.state import Claim, VerdictOutcome

CLAIMS: Final[Mapping[Claim, Message]] = MappingProxyType(
    {
        Claim.DECK_CHOSEN: Message("the deck was chosen and not drawn by chance"),
        Claim.ILLEGAL_MOVE: Message("the move is against the rules"),
        Claim.WRONG_REFUSAL: Message("a lawful move was refused"),
        Claim.HISTORY_ALTERED: Message("what had been played was changed afterwards"),
        Claim.WRONG_PAYMENT: Message("the wrong amounts were paid"),
        Claim.TIME_OUT: Message("the service answered for a seat before its time was over"),
        Claim.OTHER: Message("something else"),
    }
)

OUTCOMES: Final[Mapping[VerdictOutcome, Message]] = MappingProxyType(
    {
        VerdictOutcome.UPHELD: Message("the claim was borne out"),
        VerdictOutcome.REJECTED: Message("the claim was not borne out"),
        VerdictOutcome.UNDECIDED: Message("the claim is undecided"),
    }
)

FORCED: Final = Message(
    "Another seat had forced the centre card on seat {seat}: it had to meld it and could do nothing else."
)
"""Why a meld was lawful that a seat was forced to make."""

REASONS: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "deck_not_from_key": Message(
            "The deck does not follow from the key that the service had fixed before."
        ),
        "deck_with_chance_of_seats": Message(
            "These seats added chance of their own before the key was opened: {seats}. The deck follows"
            " from the key and from that chance, so the service cannot have chosen it alone."
        ),
        "deck_of_service_alone": Message(
            "The deck follows from a key that was fixed before anybody acted. No seat added chance of"
            " its own, so the service may have drawn keys until it liked one: neither that it did nor"
            " that it did not is proved."
        ),
        "move_forbidden": Message("Decided again by the rules, the move in dispute is forbidden."),
        "move_lawful": Message("Decided again by the rules, the move in dispute is lawful."),
        "entry_lawful": Message("No seat acted in that entry; it is the one that the rules give."),
        "command_missing": Message("Without the command that was refused nothing can be decided."),
        "command_forbidden": Message("After entry {ply} the rules forbid the command ({refusal})."),
        "refusal_unproved": Message(
            "After entry {ply} the command was lawful; that it was refused is not proved."
        ),
        "refusal_proved": Message(
            "After entry {ply} the command was lawful, and the service has signed that it refused it"
            " ({signed})."
        ),
        "receipt_contradicted": Message(
            "The log does not have entry {ply} as the service signed it in a receipt."
        ),
        "checkpoint_contradicted": Message(
            "A signed checkpoint says that the game ended at entry {ply}, with a digest that is not"
            " the last one of its log."
        ),
        "chain_broken": Message(
            "The chain of digests is broken: some entry is not the one that was written."
        ),
        "history_unproved": Message(
            "The chain of digests holds, but a log made anew from its start would hold as well. Nothing"
            " that was signed before was shown: neither that the log was altered nor that it was not is"
            " proved."
        ),
        "evidence_too_early": Message(
            "Up to entry {ply} the log is the one that the service had signed, but the entry in"
            " dispute comes later: of that one nothing is proved."
        ),
        "evidence_borne_out": Message(
            "The log has the entries that were signed, up to entry {ply}. A receipt does not show when it"
            " was signed: one made after a change of the log would be borne out as well."
        ),
        "nothing_paid": Message("The hand paid nothing, and nothing was due."),
        "payment_right": Message("The hand has paid what the rules say."),
        "payment_wrong": Message("The hand has not paid what the rules say."),
        "nobody_timed_out": Message("In that entry the service answered for no seat."),
        "seat_was_absent": Message("The service answered for a seat that was away, which it may do at once."),
        "time_was_over": Message("When the service answered, the time was over, by its clock."),
        "time_was_left": Message(
            "The service answered before the {seconds} seconds were over, by its own clock."
        ),
        "for_arbiter": Message("The machine does not decide claims of this kind; an arbiter may."),
        "log_senseless": Message("The log of the game cannot be understood, so nothing is decided by it."),
        "entry_unreadable": Message(
            "From entry {damaged_at} on, the service could not read the log of the game as it had been"
            " written."
        ),
    }
)
"""By code why the machine judged so, with the facts of the verdict as values."""

CONSEQUENCES: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "none": Message("The hand and the ledger stay as they are."),
        "arbiter": Message("The hand and the ledger stay as they are, unless an arbiter rules otherwise."),
        "payment_corrected": Message(
            "the hand counts as it was played and what is missing is paid, by seat: {amounts}."
        ),
        "hand_annulled": Message(
            "the hand is annulled, because nobody can know how it would have ended. What it paid is paid"
            " back, by the claimant too; the ledger changes, by seat: {amounts}."
        ),
        "hand_annulled_unpaid": Message(
            "the hand is annulled; it had paid nothing, so the ledger does not change."
        ),
        "hand_annulled_unread": Message(
            "the hand is annulled; what it paid could not be read, so only an arbiter can correct the ledger."
        ),
    }
)
"""By code what an upheld, rejected or undecided verdict does to the hand and to the ledger, if it counts."""

STANDING: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "open": Message("If this verdict stands, {follows}"),
        "stands": Message("This verdict stands: {follows}"),
        "unruled": Message("The hand and the ledger stay as they are: no arbiter has ruled otherwise."),
        "ruled": Message("An arbiter has ruled on this claim: the ruling counts, and not this verdict."),
        "withdrawn": Message("The dispute was withdrawn: nothing follows from this verdict."),
    }
)
"""Frame of the consequence of a verdict, or the sentence in its place, by the state of the dispute."""


def sentences(
    verdict: Mapping[str, Any], language: Language, ended: str | None = None
) -> tuple[str, str] | None:
    """Return the reason of a verdict and its consequence; None for a verdict of the first version.

    `ended` is how its dispute ended: `accepted`, `expired`, `withdrawn` or `ruled`, None while it is open.
    """
    if "code" not in verdict:
        return None
    reason = REASONS.get(str(verdict["code"]))
    sentence = "" if reason is None else translate(language, reason)
    values = _values(verdict)
    follows = _follows(str(verdict["consequence"]), language, ended)
    return sentence.format_map(values), follows.format_map(values)


def ended(document: Mapping[str, Any]) -> str | None:
    """Return how a dispute in the form of the API ended; None while it is open."""
    closed: str | None = document["closed"]
    return closed if document["ruling"] is None else "ruled"


def _follows(code: str, language: Language, ended: str | None) -> str:
    if code not in CONSEQUENCES:
        return ""
    if ended in ("ruled", "withdrawn"):
        return translate(language, STANDING[ended])
    if code == "arbiter" and ended is not None:
        return translate(language, STANDING["unruled"])
    follows = translate(language, CONSEQUENCES[code])
    if code in ("none", "arbiter"):
        return follows
    return translate(language, STANDING["open" if ended is None else "stands"], follows=follows)


def _values(verdict: Mapping[str, Any]) -> "_Values":
    facts = verdict["facts"]
    entropy = facts.get("entropy_of_seats") or ()
    seats = ", ".join(str(seat) for seat, text in enumerate(entropy) if text)
    return _Values({**facts, "seats": seats, "amounts": amounts_text(verdict["correction"] or ())})


def amounts_text(amounts: Iterable[int]) -> str:
    """Return amounts by seat as text.

    >>> amounts_text([2, -1, 0, -1])
    '+2, -1, 0, -1'
    """
    return ", ".join(f"+{amount}" if amount > 0 else str(amount) for amount in amounts)


class _Values(dict[str, Any]):
    """The facts of a verdict; what is not there, as in a forged one, is left open."""

    def __missing__(self, name: str) -> str:
        return "?"
