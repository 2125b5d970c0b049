"""Texts of a replay and its verdict, and of the page that checks records and bundles."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

REPLAY: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "replay.title": Message("Replay"),
        "replay.loading": Message("Opening the record…"),
        "replay.controls": Message("Go through the game"),
        "replay.slider": Message("Entry of the game"),
        "replay.first": Message("First ply (Home)"),
        "replay.back": Message("Previous ply (←)"),
        "replay.next": Message("Next ply (→)"),
        "replay.last": Message("Last ply (End)"),
        "replay.play": Message("Play (space)"),
        "replay.pause": Message("Pause (space)"),
        "replay.speed": Message("Speed"),
        "replay.seen_by": Message("Seen by"),
        "replay.everything": Message("everything open"),
        "replay.as_table": Message("whoever looks on"),
        "replay.hand_label": Message("Hand"),
        "replay.hand": Message("Hand {number}"),
        "replay.hand_won": Message("Hand {number}: {name} won"),
        "replay.hand_drawn": Message("Hand {number}: tablas"),
        "replay.ply": Message("Entry {ply}."),
        "replay.at": Message("Entry {ply} of {last}"),
        "replay.quiet": Message("A note of the service"),
        "replay.event_created": Message("The table is opened"),
        "replay.event_seats_asked": Message("The seats are asked for chance"),
        "replay.event_rotated": Message("A seat gets another token"),
        "replay.event_entropy_revealed": Message("A seat opens its chance"),
        "replay.event_standing_changed": Message("Somebody changes what they always answer"),
        "replay.event_key_revealed": Message("The keys are opened"),
        "replay.no_position": Message(
            "The record cannot be followed this far: this position cannot be shown."
        ),
        "replay.beside": Message("Beside the table"),
        "replay.moves": Message("Moves"),
        "replay.notation": Message("Notation"),
        "replay.ledger": Message("Ledger"),
        "replay.ledger_caption": Message("What each hand has paid"),
        "replay.no_ledger": Message("No hand has been paid yet."),
        "replay.winner": Message("Winner"),
        "replay.tablas": Message("tablas"),
        "replay.balance": Message("Balance"),
        "replay.rule": Message("Rule {number}"),
        "replay.no_rule": Message("The rulebook of this game does not have that paragraph."),
        "replay.share": Message("Link to this position"),
        "replay.copy": Message("Copy link"),
        "replay.copied": Message("Copied"),
        "replay.copy_by_hand": Message("It is selected: copy it with Ctrl+C"),
        "replay.take": Message("Take it home"),
        "replay.take_record": Message("Record"),
        "replay.take_text": Message("Text"),
        "replay.take_bundle": Message("Bundle with verifier"),
        "replay.dispute": Message("Dispute"),
        "replay.dispute_open": Message("Open the dispute"),
        "replay.dispute_report": Message("The whole report on the dispute"),
        "replay.dispute_bundle": Message("Bundle of dispute {dispute}"),
        "replay.what_if": Message("What if? Play on from here"),
        "replay.fork_title": Message("Play on from ply {ply}"),
        "replay.fork_lead": Message("It is a game of its own, for no stake; this one does not change."),
        "replay.fork_you": Message("You"),
        "replay.fork_open": Message("Free seat"),
        "replay.fork_fresh": Message("Shuffle the stock anew"),
        "replay.fork_play": Message("Play"),
        "replay.cancel": Message("Cancel"),
        "replay.withheld": Message(
            "This game has ended, but others are dealt from its deck: everything opens when they are over."
        ),
        "replay.still_running": Message(
            "The game is not over: what is hidden stays hidden, and there is no record to check yet."
        ),
        "replay.damaged": Message(
            "Entries 1 to {last} are shown here; from entry {ply} on it cannot be read."
        ),
        "replay.watch_it": Message("Watch it live"),
        "replay.checking": Message("Checking it here…"),
        "replay.verdict": Message("Verdict"),
        "replay.table": Message("The table"),
        "replay.badge_clean": Message("Checked: all right"),
        "replay.badge_open": Message("Checked in part"),
        "replay.badge_found_one": Message("{count} finding"),
        "replay.badge_found_other": Message("{count} findings"),
        "replay.badge_disputed_one": Message("{count} dispute"),
        "replay.badge_disputed_other": Message("{count} disputes"),
        "replay.disputes": Message("Disputes"),
        "replay.no_marks": Message(
            "The service did not say whether the log of this game contradicts a receipt."
        ),
        "replay.badge_how": Message("in this browser, by the independent verifier"),
        "replay.to_audit": Message("Check a file of your own"),
        "replay.findings": Message("Findings"),
        "replay.causes": Message("Who could have caused it, and what follows"),
        "replay.save_twice": Message("Save the two receipts, which prove it by themselves"),
        "replay.found": Message("finding"),
        "replay.open_ply": Message("See entry {ply}"),
        "replay.at_ply": Message("entry {ply}"),
        "replay.header_line": Message("before the first entry"),
        "replay.plies_more_one": Message("and {count} more entry"),
        "replay.plies_more_other": Message("and {count} more entries"),
        "replay.more_one": Message("And {count} more finding."),
        "replay.more_other": Message("And {count} more findings."),
        "replay.evidence": Message("Evidence"),
    }
)

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
