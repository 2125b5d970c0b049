"""Texts of the page that checks records and bundles."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

AUDIT: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "audit.title": Message("Audit a game"),
        "audit.lead": Message(
            "Drop the record of a game or a bundle of evidence here. It is checked in this browser, and "
            "nothing leaves your computer."
        ),
        "audit.choose": Message("Choose files"),
        "audit.beside": Message(
            "With the record you may drop a key list, receipts that you kept and, for a fork, the record "
            "of its parent."
        ),
        "audit.service_keys": Message("Trust the keys that this service publishes"),
        "audit.keys_of_service": Message("those that this service publishes now"),
        "audit.service_marks": Message("Ask this service for contradicted receipts and disputes"),
        "audit.marks_of_service": Message(
            "from this service now; receipts: {receipts}, disputes: {disputes}"
        ),
        "audit.no_marks": Message(
            "This service said nothing of this game: it does not have it, show it, or answer at all."
        ),
        "audit.keys_inside": Message(
            "The keys come from the bundle itself: compare them with a copy that you got elsewhere."
        ),
        "audit.forget": Message("Start again"),
        "audit.kind_record": Message("Record"),
        "audit.kind_keys": Message("Keys", "of signatures"),
        "audit.kind_receipts": Message("Receipts"),
        "audit.kind_parent": Message("Parent"),
        "audit.kind_dispute": Message("Dispute"),
        "audit.kind_marks": Message("Marks"),
        "audit.unreadable": Message("the file cannot be read"),
        "audit.no_record_inside": Message("this zip file is no bundle of evidence: it has no game.record"),
        "audit.is_text": Message(
            "this is the notation, which tells the same in fewer lines but has no seals; `conquian "
            "audit` checks it, or take the record of that game here"
        ),
        "audit.dispute_title": Message("The dispute"),
        "audit.dispute_clean": Message(
            "In the bundle of the dispute everything agrees: the order of the entries, who spoke and when, "
            "the verdict, which was judged anew here, and the other files."
        ),
        "audit.replayed": Message("The game of the file"),
        "audit.from_memory": Message(
            "It is shown from the memory of this browser, as it stands in the file."
        ),
        "audit.no_replay": Message("Its first entry cannot be read: of this file no position can be shown."),
        "audit.at_service": Message("The copy that this service has"),
        "audit.offline": Message(
            "Do you distrust this page too? The same verifier runs without it and without a network:"
        ),
        "audit.verifier": Message("the verifier's own page"),
    }
)
