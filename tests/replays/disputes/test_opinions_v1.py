"""Verdicts of version 1: each claim upheld if true, rejected if not (RULES 13.3)."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from app.games.cards import Seat
from app.games.table import wire
from app.games.table.view import legal
from app.service.entry_codec import advance
from app.store.canonical import canonical, parse
from app.store.entry import Entry
from replays.disputes.state import HIDDEN, Claim, VerdictOutcome
from replays.disputes.verdict import ready, verdict
from tests.replays.disputes.logs import dispute, forged_log, ply_of, running
from tests.replays.forging import Page, discard_a_used_card, invert_payment, swap_dealt_cards
from tests.replays.games import played
from tests.verifier.sittings import forked, sitting

DEALS = "deals"
CARD = re.compile(r'"(?:[1-9]|1[0-2])[OCEB]"')


def judged(entries: tuple[Entry, ...], ply: int, claim: Claim, **more: Any) -> dict[str, Any]:
    opinion = verdict(dispute(entries, ply, claim, **more), entries)
    assert canonical(opinion)
    return opinion


@pytest.mark.parametrize("claim", [one for one in Claim if one not in (Claim.WRONG_REFUSAL, Claim.OTHER)])
def test_no_claim_is_upheld_of_a_game_that_was_played_by_the_rules(claim: Claim) -> None:
    for name in ("deals", "persons", "north-american"):
        entries = played(name)
        verdict = judged(entries, ply_of(entries, "card-turned"), claim)
        assert (verdict["outcome"], verdict["findings"], verdict["correction"]) == ("rejected", [], None), (
            name
        )
        assert verdict["rule"] is not None


def test_a_claim_without_checkable_facts_is_left_to_an_arbiter() -> None:
    entries = played(DEALS)
    assert judged(entries, 3, Claim.OTHER)["outcome"] == VerdictOutcome.UNDECIDED
    assert judged(entries, 3, Claim.WRONG_REFUSAL)["outcome"] == VerdictOutcome.UNDECIDED


def test_a_dealt_deck_that_does_not_follow_from_the_key_is_upheld_and_paid_back() -> None:
    entries = forged_log(played("mexican-3"), swap_dealt_cards)
    verdict = judged(entries, 2, Claim.DECK_CHOSEN)
    assert (verdict["outcome"], verdict["rule"]) == ("upheld", "12.1")
    assert verdict["facts"]["deck_follows_from_key"] is False
    assert {finding["ply"] for finding in verdict["findings"]} >= {2}


def test_a_chosen_deck_is_upheld_where_the_moves_after_it_fit_no_position() -> None:
    entries = played("mexican-3")
    ply = ply_of(entries, "melded")

    def change(book: list[Page]) -> None:
        hands = [book[1].parts[seat]["events"]["1"]["hands"] for seat in (0, 1)]
        hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
        (event,) = (one for one in book[ply - 1].public["events"] if one["type"] == "melded")
        event["table"] = "no table"

    verdict = judged(forged_log(entries, change), ply + 2, Claim.DECK_CHOSEN)
    assert (verdict["outcome"], verdict["rule"], verdict["legal"]) == ("upheld", "12.1", None)


def test_an_illegal_move_is_upheld_at_its_ply_alone_with_its_paragraph() -> None:
    entries = forged_log(played("mexican-2"), discard_a_used_card)
    ply = ply_of(entries, "melded")
    verdict = judged(entries, ply, Claim.ILLEGAL_MOVE)
    assert (verdict["outcome"], verdict["rule"]) == ("upheld", "6.4")
    assert verdict["facts"]["lawful"] is False
    before = judged(entries, ply - 1, Claim.ILLEGAL_MOVE)
    assert before["outcome"] == "rejected"


def test_the_legal_moves_of_a_verdict_are_those_that_the_rules_list() -> None:
    entries = played(DEALS)
    ply = ply_of(entries, "melded")
    verdict = judged(entries, ply, Claim.ILLEGAL_MOVE)
    position = advance(None, entries[: ply - 1])
    assert position is not None
    seat = int(parse(entries[ply - 1].public)["actor"].removeprefix("seat:"))
    listed = [
        wire.command_to_json(position.table.play, command) for command in legal(position.table, Seat(seat))
    ]
    assert verdict["legal"] == {"ply": ply - 1, "seat": seat, "moves": listed[:200], "count": len(listed)}


@pytest.mark.parametrize(("lawful", "outcome"), [(True, "upheld"), (False, "rejected")])
def test_a_refusal_is_wrong_exactly_if_the_rules_allow_the_command(lawful: bool, outcome: str) -> None:
    entries = played(DEALS)
    ply = ply_of(entries, "melded")
    actor = int(parse(entries[ply - 1].public)["actor"].removeprefix("seat:"))
    seat = actor if lawful else (actor + 1) % 3
    verdict = judged(entries, ply - 1, Claim.WRONG_REFUSAL, seat=seat, refused={"type": "pass"})
    assert verdict["outcome"] == outcome
    assert (verdict["facts"]["refusal"] is None) == lawful
    assert (verdict["rule"], verdict["legal"]["seat"]) == ("10.4", seat)


def test_a_wrong_payment_is_corrected() -> None:
    entries = played(DEALS)
    ply = ply_of(entries, "hand-settled", nth=1)
    due = settled(entries, ply)
    assert any(due)

    verdict = judged(forged_log(entries, lambda book: invert_payment(book, ply)), ply, Claim.WRONG_PAYMENT)
    assert (verdict["outcome"], verdict["rule"]) == ("upheld", "9.3")
    assert verdict["correction"] == [2 * amount for amount in due]
    assert sum(verdict["correction"]) == 0
    assert any(verdict["correction"])


def test_a_hand_continued_from_another_game_is_not_paid() -> None:
    plan = forked(played("bank"), Random(6))
    assert plan is not None
    entries = sitting(plan, Random(6))
    assert b'"went_out"' in entries[-1].public
    verdict = judged(entries, len(entries), Claim.WRONG_PAYMENT)
    assert (verdict["outcome"], verdict["facts"]["due"]) == ("rejected", [0] * 4)


def settled(entries: tuple[Entry, ...], ply: int) -> list[int]:
    events = parse(entries[ply - 1].public)["events"]
    amounts: list[int] = next(event["amounts"] for event in events if event["type"] == "hand-settled")
    return amounts


def paid_back(entries: Sequence[Entry], ply: int) -> list[int]:
    """Return the correction that gives back what the hand settled at `ply` paid, which is not nothing."""
    amounts = settled(tuple(entries), ply)
    assert any(amounts)
    return [-amount for amount in amounts]


def test_a_chain_that_breaks_before_the_end_of_the_hand_is_upheld() -> None:
    entries = list(played("mexican-2"))
    last = ply_of(tuple(entries), "hand-settled")
    broken = entries[3]
    entries[3] = Entry(broken.game, broken.ply, broken.public, bytes(32), broken.parts)
    verdict = judged(tuple(entries), last, Claim.HISTORY_ALTERED)
    assert (verdict["outcome"], verdict["facts"]["chain_holds"]) == ("upheld", False)
    assert verdict["correction"] == paid_back(entries, last)


@pytest.mark.parametrize(("digest", "outcome"), [("00" * 32, "upheld"), (None, "rejected")])
def test_a_receipt_shows_whether_the_log_was_altered(digest: str | None, outcome: str) -> None:
    entries = played("mexican-2")
    receipt = {"ply": 3, "digest": digest or entries[2].digest.hex()}
    verdict = judged(entries, 4, Claim.HISTORY_ALTERED, receipt=receipt)
    assert (verdict["outcome"], verdict["facts"]["receipt_holds"]) == (outcome, digest is None)
    back = paid_back(entries, ply_of(entries, "hand-settled"))
    assert verdict["correction"] == (back if outcome == "upheld" else None)


def test_claims_about_hidden_cards_wait_for_the_reveal_and_others_show_no_card() -> None:
    whole = played("persons")
    entries = running("persons", ply_of(whole, "hand-settled"))
    for claim in Claim:
        claimed = dispute(entries, ply_of(entries, "card-turned"), claim)
        waits = claim in HIDDEN
        assert ready(claimed, [parse(entry.public) for entry in entries]) != waits
        assert ready(claimed, [parse(entry.public) for entry in whole])
        if not waits:
            opinion = verdict(claimed, entries)
            assert (opinion["revealed"], opinion["legal"]) == (False, None)
            assert not CARD.findall(canonical(opinion).decode())


def test_a_hand_with_a_revealed_key_is_judged_during_the_game() -> None:
    whole = played(DEALS)
    entries = whole[: ply_of(whole, "key-revealed")]
    claimed = dispute(entries, ply_of(entries, "melded"), Claim.ILLEGAL_MOVE)
    assert ready(claimed, [parse(entry.public) for entry in entries])
    opinion = verdict(claimed, entries)
    assert (opinion["outcome"], opinion["revealed"]) == ("rejected", True)
    assert opinion["legal"]["count"] >= 1


def test_a_verdict_names_the_log_it_was_made_from_and_is_made_again_from_it() -> None:
    entries = played(DEALS)
    verdict = judged(entries, 5, Claim.DECK_CHOSEN)
    assert verdict["head"] == {"ply": len(entries), "digest": entries[-1].digest.hex()}
    assert verdict == judged(entries, 5, Claim.DECK_CHOSEN)


def test_a_log_that_makes_no_sense_is_undecided_and_never_breaks_the_machine() -> None:
    def change(book: list[Page]) -> None:
        book[4].public["events"] = [{"type": "melded", "seat": "x", "table": 7}]

    entries = forged_log(played("north-american"), change)
    for claim in Claim:
        assert judged(entries, 5, claim)["outcome"] in {str(outcome) for outcome in VerdictOutcome}
