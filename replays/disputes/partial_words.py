"""Sentences on what the bundle of a dispute decides beside damage.

`verifier.js` has them too; a test compares both tables. What stands in braces is filled in.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

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
