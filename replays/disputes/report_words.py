"""The sentences of the reports on a dispute and on its bundle; `verifier.js` has the same tables.

What stands in braces is filled in.
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
        "do-check": Message("let the turn go by"),
        "do-call": Message("pay what is missing to the level"),
        "do-bet": Message("bet up to {to}"),
        "do-raise": Message("raise to {to}"),
        "do-buy": Message("buy {chips} chips"),
    }
)
"""Every sentence by name."""

PARTIAL: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "title-partial": Message("What is decided in spite of the damage"),
        "partial-why": Message("What follows is decided without the damaged part of the record of the game."),
        "partial-sound": Message("In entries 1 to {sound} of {plies} nothing was found."),
        "partial-unsound": Message(
            "What was found begins before the second entry, so no entry is confirmed."
        ),
        "partial-first": Message("The first thing found is at entry {ply}, the one in dispute."),
        "partial-hand": Message(
            "The hand in dispute, entries {first} to {last}, stands before all that was found."
        ),
        "partial-entry-same": Message("Entry {ply} is the same as when the dispute was opened."),
        "partial-entry-other": Message("Entry {ply} is not the same as when the dispute was opened."),
        "partial-entry-missing": Message("Entry {ply}, which is in dispute, is not there or cannot be read."),
        "partial-head-same": Message("Entry {ply} is the same as when the machine judged."),
        "partial-head-other": Message("Entry {ply} is not the same as when the machine judged."),
        "partial-head-missing": Message(
            "Entry {ply}, up to which the machine judged, is not there or cannot be read."
        ),
        "partial-receipt-agrees": Message(
            "The service signed entry {ply} (receipt {source}), and the record has it."
        ),
        "partial-receipt-contradicts": Message(
            "The entry {ply} that the service signed (receipt {source}) is not the one that the record"
            " has (rules 12.7)."
        ),
        "partial-receipt-other_time": Message(
            "The service signed entry {ply} (receipt {source}) with another time than that of the"
            " record (rules 12.7)."
        ),
        "partial-receipt-missing": Message(
            "The service signed entry {ply} (receipt {source}), and the record ends before it (rules 12.7)."
        ),
        "partial-receipt-unreadable": Message(
            "The service signed entry {ply} (receipt {source}), which cannot be read in the record."
        ),
        "partial-receipt-other_game": Message(
            "A receipt ({source}) is of another game and says nothing about this one."
        ),
        "partial-receipt-unproved": Message(
            "A receipt ({source}) proves nothing: no key of the list that was in force then has signed it."
        ),
        "partial-refusal-lawful": Message(
            "The service signed (refusal {source}) that it refused the command in dispute after entry"
            " {ply}; decided again, the command is lawful."
        ),
        "partial-refusal-forbidden": Message(
            "The service signed (refusal {source}) that it refused the command in dispute after entry"
            " {ply}; decided again, the command is forbidden."
        ),
        "partial-refusal-beyond": Message(
            "The service signed (refusal {source}) that it refused the command in dispute after entry"
            " {ply}; whether the rules allowed it cannot be decided, because of the damage."
        ),
        "partial-refusal-unknown": Message(
            "The service signed (refusal {source}) that it refused, after entry {ply}, another command than"
            " the one in dispute."
        ),
        "partial-refusal-other_game": Message(
            "A signed refusal ({source}) is of another game and says nothing about this one."
        ),
        "partial-refusal-unproved": Message(
            "A refusal ({source}) proves nothing: no key of the list that was in force then has signed it."
        ),
        "source-record": Message("in the record"),
        "source-dispute": Message("that the seat brought as evidence"),
        "source-kept": Message("that you kept"),
        "source-bundle": Message("in contradicted.json"),
        "partial-inclusion-holds": Message(
            "The last digest of the record is covered by the signed checkpoint that it carries."
        ),
        "partial-inclusion-fails": Message(
            "The last digest of the record is not covered by the checkpoint that it carries."
        ),
        "partial-inclusion-none": Message("The record carries no checkpoint."),
        "partial-proved": Message("The claim is proved by what the service itself has signed."),
        "partial-twice": Message(
            "The service has signed two different entries with the same number: one in the receipt, and"
            " another that is named in the log of the dispute, which it signed too."
        ),
        "partial-contradicted": Message(
            "This record is not what the service signed. Who changed it, the service or somebody who had the"
            " file, cannot be seen here: compare it with the record that the service serves."
        ),
        "partial-open": Message(
            "Nothing more is decided here: whether what was found in the game speaks for or against the"
            " claim is for an arbiter to weigh."
        ),
    }
)
"""Every sentence by name."""
