"""The sentences of the report on a dispute; `verifier.js` has the same table.

A test compares both tables. What stands in braces is filled in.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message
from replays.disputes.verdict_sentences import FORCED
from replays.report.words import MEANS

REPORT: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "title-claim": Message("The claim"),
        "title-verdict": Message("The verdict of the machine"),
        "title-facts": Message("What the verdict stands on"),
        "title-statements": Message("What the seats say"),
        "title-end": Message("Where the dispute stands"),
        "rule": Message(" (rules {rule})"),
        "unread": Message("The log of the dispute cannot be read in full: this is what could be read of it."),
        "claim": Message("Seat {seat} disputes entry {ply}, in hand {hand}, and claims: {claim}."),
        "words": Message("In its own words: {text}"),
        "means": MEANS,
        "refused-command": Message("The command that it says was refused: {move}."),
        "receipt": Message(
            "It shows a receipt, signed with the key {key}, for entry {ply} with the digest {digest}."
        ),
        "refusal": Message(
            "It shows a refusal, signed with the key {key}: after entry {ply} the service refused a command"
            " of this seat ({code}){rule}."
        ),
        "checkpoint": Message(
            "It shows a proof that the game ended at entry {ply} with the digest {digest}, under a signed"
            " checkpoint (size {size})."
        ),
        "added": Message("Seat {seat} added evidence later ({at})."),
        "none": Message("The machine has not judged it yet."),
        "outcome": Message("{outcome}{rule}."),
        "head": Message("It was judged by the log of the game up to entry {ply}, with the digest {digest}."),
        "deck-follows": Message("The deck follows from the key that the service had fixed before."),
        "deck-differs": Message(
            "The deck does not follow from the key that the service had fixed before.", "report"
        ),
        "deck-chance": Message("Seats that added chance of their own to the deck: {seats}."),
        "deck-bytes": Message("The chance that seat {seat} added: {chance}."),
        "deck-no-chance": Message(
            "No seat added chance of its own, so it is not proved that the service did not draw keys"
            " until it liked one."
        ),
        "move": Message("At entry {ply} seat {seat} did this: {move}."),
        "move-service": Message("At entry {ply} the service did this: {move}."),
        "move-lawful": Message("The rules allow it."),
        "move-unlawful": Message("The rules do not allow it."),
        "no-command": Message("The command that was refused was not given, so there was nothing to decide."),
        "refused-unlawful": Message(
            "Decided again after entry {ply}, the command is forbidden by the rules ({code})."
        ),
        "refused-lawful": Message("Decided again after entry {ply}, the command is lawful."),
        "refusal-unproved": Message(
            "That the command was sent and refused is in no log, and this verdict does not prove it."
        ),
        "chain-holds": Message("Every entry carries the digest of the one before it."),
        "chain-broken": Message("Not every entry carries the digest of the one before it."),
        "receipt-holds": Message("The log has the entry that the receipt names."),
        "receipt-broken": Message("The log does not have the entry that the service signed in the receipt."),
        "receipt-none": Message(
            "No receipt was shown; without one, a log that was made anew from its start looks the same."
        ),
        "paid": Message("Paid, by seat: {paid}. Due, by seat: {due}. The stake was {stake}."),
        "unpaid": Message("Nothing was paid in this hand."),
        "timed-out": Message(
            "The service answered for these seats: {seats}. That was at {answered}, {waited} seconds after"
            " the question; they had {seconds} seconds."
        ),
        "timed-out-absent": Message("Seats that were away then, for which nobody waits: {seats}."),
        "timed-out-nobody": Message("At entry {ply} the service answered for nobody."),
        "audit-clean": Message("Nothing was found in the hand."),
        "audit-unclean": Message("Something was found in the hand."),
        "damage": Message("The log of the game could not be read in full, so nothing was decided by it."),
        "damaged-at": Message("From entry {ply} on, the service could not read its own log."),
        "more-facts": Message("Further facts, as they are stored: {facts}"),
        "found": Message(
            "The number of faults that the machine found in the hand when it judged: {count}. The"
            " first is at entry {ply}{rule}."
        ),
        "forced": FORCED,
        "legal": Message("What seat {seat} could do after entry {ply} ({count} in all): {moves}."),
        "legal-more": Message(
            "Shown here are {shown} of {count}; the file dispute.json in the bundle has {listed}."
        ),
        "legal-nothing": Message("Seat {seat} could do nothing after entry {ply}."),
        "would-correct": Message("If the verdict stands, the ledger changes, by seat: {amounts}."),
        "statement": Message("Seat {seat} said: {text}"),
        "statement-arbiter": Message("Arbiter {by} said: {text}"),
        "answer-accepted": Message("Seat {seat} accepts the verdict."),
        "answer-contested": Message("Seat {seat} contests the verdict."),
        "answer-none": Message("Seat {seat} has not answered the verdict."),
        "stands-open": Message("It waits for the verdict of the machine."),
        "stands-awaiting_reveal": Message("The machine judges when the cards of the hand are open."),
        "stands-judged": Message("The seats can answer the verdict until {until}; after that it stands."),
        "stands-arbiter": Message("It waits for the ruling of an arbiter, until {until}."),
        "closed-accepted": Message("Every seat accepted the verdict: it is final."),
        "closed-expired": Message(
            "The time ran out without a ruling of an arbiter: the machine's verdict stands."
        ),
        "closed-withdrawn": Message("Seat {seat} withdrew the dispute: nothing follows from it."),
        "ruling": Message("Arbiter {by} ruled: {outcome}{rule}."),
        "ruling-reason": Message("The arbiter's reason: {reason}"),
        "corrected": Message("The ledger changes, by seat: {amounts}."),
        "uncorrected": Message("The ledger does not change."),
        "do-meld": Message("meld the centre card with {cards}"),
        "do-meld-alone": Message("meld the centre card without cards of the hand"),
        "do-lay": Message("meld the centre card and lay the table so: {cards}"),
        "do-discard": Message("{move}; discard {card}"),
        "do-pass": Message("pass"),
        "do-force": Message("force the centre card on seat {seat}"),
        "do-keep": Message("keep the centre card and discard {card}"),
        "do-exchange": Message("give {card} to the next seat"),
        "do-fold": Message("give up the hand"),
    }
)
"""Every sentence by name."""
