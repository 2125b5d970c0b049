"""Texts of the pages about disputes, and of the form that opens one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.i18n import Message

DISPUTE: Final[Mapping[str, Message]] = MappingProxyType(
    {
        "dispute.title": Message("Dispute"),
        "dispute.loading": Message("Opening the dispute…"),
        "dispute.about": Message("Hand {hand}, entry {ply}"),
        "dispute.to_replay": Message("Open the replay at this entry"),
        "dispute.position": Message("The table at this entry"),
        "dispute.no_position": Message("The game cannot be shown here."),
        "dispute.state_open": Message("Being judged"),
        "dispute.state_awaiting_reveal": Message("Waits until the cards are open"),
        "dispute.state_judged": Message("Judged: the seats may answer"),
        "dispute.state_arbiter": Message("Waits for an arbiter"),
        "dispute.state_closed": Message("Over"),
        "dispute.state_ruled": Message("Ruled"),
        "dispute.until": Message("The seats may answer until {time}."),
        "dispute.until_arbiter": Message("An arbiter may rule until {time}."),
        "dispute.rule": Message("The rule that decides"),
        "dispute.updated": Message("The dispute has changed: this is how it stands now."),
        # What a seat may say
        "dispute.your_part": Message("Your answer"),
        "dispute.seat": Message("You speak for seat {seat}. Everybody who may see the game can read it."),
        "dispute.text": Message("In your own words"),
        "dispute.accept": Message("Accept the verdict"),
        "dispute.contest": Message("Contest the verdict"),
        "dispute.contest_why": Message("Say why, so that an arbiter can decide."),
        "dispute.state_it": Message("Make a statement"),
        "dispute.withdraw": Message("Withdraw the dispute"),
        "dispute.evidence": Message("Add a signed refusal"),
        "dispute.evidence_why": Message(
            "This browser keeps the refusals that the service has signed for you in this game."
        ),
        "dispute.need_text": Message("Write a sentence first."),
        # An arbiter
        "dispute.arbiter": Message("Rule as an arbiter"),
        "dispute.arbiter_key": Message("Your API key with the scope audit"),
        "dispute.arbiter_key_why": Message("It stays in this tab and is sent to this service only."),
        "dispute.upheld": Message("The claim is right"),
        "dispute.rejected": Message("The claim is not right"),
        "dispute.outcome": Message("Ruling"),
        "dispute.reason": Message("Reason"),
        "dispute.paragraph": Message("Paragraph of the rulebook, such as 9.1 (optional)"),
        "dispute.correction": Message("Correction of the ledger (optional; the amounts sum to zero)"),
        "dispute.correction_of": Message("Seat {seat}"),
        "dispute.give_ruling": Message("Give the ruling"),
        # The log and the way out
        "dispute.log": Message("Log of the dispute"),
        "dispute.log_open": Message("opens the dispute"),
        "dispute.log_judge": Message("judges the claim"),
        "dispute.log_await": Message("waits until the cards are open"),
        "dispute.log_statement": Message("makes a statement"),
        "dispute.log_accept": Message("accepts the verdict"),
        "dispute.log_contest": Message("contests the verdict"),
        "dispute.log_withdraw": Message("withdraws the dispute"),
        "dispute.log_evidence": Message("adds evidence"),
        "dispute.log_rule": Message("rules"),
        "dispute.log_expire": Message("closes the dispute, as the time for answers is over"),
        "dispute.by_seat": Message("Seat {seat}"),
        "dispute.by_arbiter": Message("Arbiter {player}"),
        "dispute.by_service": Message("The service"),
        "dispute.take": Message("Share it"),
        "dispute.address": Message("Link to this dispute"),
        "dispute.bundle": Message("Bundle of evidence with the verifier"),
        "dispute.all": Message("All disputes"),
        # The list
        "dispute.list_title": Message("Disputes"),
        "dispute.list_lead": Message(
            "A hand that is over can be disputed from its replay. The machine judges first; if a seat "
            "contests its verdict, an arbiter rules."
        ),
        "dispute.list_own": Message("In games of this browser"),
        "dispute.list_open": Message("Not over yet"),
        "dispute.list_over": Message("Over", "disputes"),
        "dispute.list_none": Message("There are none."),
        "dispute.list_key": Message("Disputes of a player, or of all games for an arbiter or the operator"),
        "dispute.list_key_label": Message("API key"),
        "dispute.list_show": Message("Show"),
        "dispute.more": Message("Show more"),
        # The form
        "dispute.form_title": Message("Dispute this"),
        "dispute.form_lead": Message(
            "You dispute hand {hand} for seat {seat}. The game itself does not change; what this hand has "
            "paid is provisional until the dispute is over."
        ),
        "dispute.form_claim": Message("What is wrong?"),
        "dispute.form_ply": Message("Entry of the log"),
        "dispute.form_text": Message("What happened, in your own words?"),
        "dispute.form_command": Message("The move that was refused"),
        "dispute.form_no_refusal": Message(
            "This browser has kept no signed refusal of this game. Without one this claim is never upheld."
        ),
        "dispute.form_send": Message("Open the dispute"),
        "dispute.claim_illegal_move": Message("A move was accepted that the rules forbid"),
        "dispute.claim_wrong_refusal": Message("A lawful move of mine was refused"),
        "dispute.claim_wrong_payment": Message("The hand was paid wrongly"),
        "dispute.claim_deck_chosen": Message("The deck was chosen, not shuffled"),
        "dispute.claim_history_altered": Message("The game was changed afterwards"),
        "dispute.claim_time_out": Message("Time was called over too early"),
        "dispute.claim_other": Message("Something else"),
    }
)
