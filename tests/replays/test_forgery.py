"""Logs changed with all hashes recomputed: only the keys and the rules disprove them."""

from typing import Any

import pytest

from replays.audit.audit import audit
from replays.audit.report import Check, Finding, Report
from replays.record.write import write_record

from .disputes.logs import ply_of
from .forging import Json, Page, bound, discard_a_used_card, find, forged, pages, swap_dealt_cards
from .games import played, recorded


def first(report: Report, check: Check) -> Finding:
    return next(finding for finding in report.findings if finding.check is check)


def test_an_unchanged_log_that_is_hashed_again_is_clean() -> None:
    assert audit(forged(played("deals"), lambda book: None)).sound


def test_two_cards_swapped_in_the_deal_are_found_there() -> None:
    finding = first(audit(forged(played("mexican-3"), swap_dealt_cards)), Check.DEAL)
    assert finding.ply == 2
    assert "hands" in finding.detail


def test_another_order_of_the_stock_is_found_at_the_deal() -> None:
    def change(book: list[Page]) -> None:
        book[1].parts[255]["events"]["1"]["stock"].reverse()

    assert first(audit(forged(played("mexican-2"), change)), Check.DEAL).ply == 2


def test_another_first_dealer_is_found_at_the_deal() -> None:
    def change(book: list[Page]) -> None:
        begun = book[1].public["events"][0]
        begun["dealer"] = (begun["dealer"] + 1) % 3

    finding = first(audit(forged(played("mexican-3"), change)), Check.DEAL)
    assert (finding.ply, "dealer" in finding.detail) == (2, True)


def test_another_discard_is_found_at_its_ply() -> None:
    report = audit(forged(played("mexican-2"), discard_a_used_card))
    finding = first(report, Check.DECISIONS)
    ply = ply_of(played("mexican-2"), "melded")
    assert (finding.ply, finding.evidence["refusal"], finding.rule) == (ply, "discard_not_in_hand", "6.4")


def test_a_discard_changed_in_the_event_only_is_found() -> None:
    ply = 0

    def change(book: list[Page]) -> None:
        nonlocal ply
        ply, event = find(book, "melded")
        event["discard"] = event["used"][0]

    finding = first(audit(forged(played("mexican-2"), change)), Check.DECISIONS)
    assert (finding.ply, "Melded.discard" in finding.detail) == (ply, True)


def test_an_illegal_meld_is_found_with_its_reason() -> None:
    ply = 0

    def change(book: list[Page]) -> None:
        nonlocal ply
        ply, event = find(book, "melded")
        cards = [card for meld in event["table"] for card in meld] + [event["discard"]]
        book[ply - 1].public["command"] = {"type": "meld", "melds": [cards], "discard": event["used"][0]}

    finding = first(audit(forged(played("mexican-2"), change)), Check.DECISIONS)
    assert finding.ply == ply
    assert finding.evidence["refusal"] in ("combo_mixed", "run_gap", "set_too_long", "card_not_yours")
    assert finding.rule is not None


@pytest.mark.parametrize("renumber", [True, False])
def test_an_entry_that_was_dropped_is_missed_where_it_was(renumber: bool) -> None:
    dropped = 0

    def change(book: list[Page]) -> None:
        nonlocal dropped
        dropped, _ = find(book, "card-turned", 3)
        del book[dropped - 1]

    report = audit(forged(played("mexican-3"), change, renumber=renumber))
    if not renumber:
        assert first(report, Check.GAPS).ply == dropped
    assert min(finding.ply for finding in report.findings if finding.check is Check.DECISIONS) in (
        dropped,
        dropped + 1,
    )


def test_a_duplicate_entry_is_found() -> None:
    report = audit(forged(played("mexican-3"), lambda book: book.insert(9, book[8])))
    assert first(report, Check.GAPS).ply == 10
    again = audit(forged(played("mexican-3"), lambda book: book.insert(9, book[8]), renumber=True))
    assert first(again, Check.DECISIONS).ply == 10


def test_entries_in_another_order_are_found() -> None:
    def change(book: list[Page]) -> None:
        book[10], book[11] = book[11], book[10]

    assert {finding.ply for finding in audit(forged(played("mexican-3"), change)).findings} >= {11, 12}
    report = audit(forged(played("mexican-3"), change, renumber=True))
    assert first(report, Check.DECISIONS).ply == 11


def settled(book: list[Page]) -> tuple[int, Json]:
    """Return where a hand was paid for."""
    hands = (find(book, "hand-settled", nth) for nth in range(3))
    return next((ply, event) for ply, event in hands if any(event["amounts"]))


@pytest.mark.parametrize("amounts", [[2, -2, 0], [0, 0, 0], [9, -5, -4]])
def test_other_money_is_found_where_the_hand_was_settled(amounts: list[int]) -> None:
    ply = 0

    def change(book: list[Page]) -> None:
        nonlocal ply
        ply, event = settled(book)
        event["balances"] = [
            old - paid + new
            for old, paid, new in zip(event["balances"], event["amounts"], amounts, strict=True)
        ]
        event["amounts"] = amounts

    report = audit(forged(played("deals"), change))
    assert first(report, Check.MONEY).ply == ply


def test_money_from_nowhere_is_found_even_in_public() -> None:
    ply = 0

    def change(book: list[Page]) -> None:
        nonlocal ply
        ply, event = settled(book)
        event["balances"][0] += 1

    report = audit(forged(played("deals"), change))
    details = {finding.detail for finding in report.findings if finding.ply == ply}
    assert "the ledger does not add up" in details


def test_another_winner_is_found_at_the_end() -> None:
    ply = 0

    def change(book: list[Page]) -> None:
        nonlocal ply
        ply, event = find(book, "hand-ended")
        event["winner"] = 0 if event.get("winner") else 1
        event["termination"] = "went_out"

    finding = first(audit(forged(played("mexican-3"), change)), Check.DECISIONS)
    assert (finding.ply, "HandEnded" in finding.detail) == (ply, True)


def test_a_game_cut_short_does_not_end_with_the_reveal() -> None:
    def change(book: list[Page]) -> None:
        ended = book[-1].public["events"].pop()
        book[-1].public["events"].append(
            {
                "type": "game-voided",
                "reason": "x",
                "seats": [],
                "entropy": [""] * 3,
                "game_key": ended["game_key"],
            }
        )

    report = audit(forged(played("mexican-3"), change))
    assert first(report, Check.REVEAL).ply == len(played("mexican-3"))


def test_entries_after_the_end_are_found() -> None:
    report = audit(forged(played("mexican-3"), lambda book: book.append(book[-1]), renumber=True))
    last = len(played("mexican-3")) + 1
    assert {(last, Check.END), (last, Check.DECISIONS)} <= {
        (finding.ply, finding.check) for finding in report.findings
    }


def test_another_key_is_not_the_one_committed_to() -> None:
    def change(book: list[Page]) -> None:
        book[-1].public["events"][-1]["game_key"] = "ab" * 32

    report = audit(forged(played("mexican-3"), change))
    assert first(report, Check.REVEAL).ply == len(played("mexican-3"))


def test_another_key_in_the_last_event_is_found_although_the_reveal_has_the_right_one() -> None:
    book = pages(played("mexican-3"))
    key = bytes.fromhex(book[-1].public["events"][-1]["game_key"])
    book[-1].public["events"][-1]["game_key"] = "ab" * 32
    *entries, _, _ = write_record(bound(book, key, renumber=False))
    reveal_and_proof = recorded("mexican-3").splitlines(keepends=True)[-2:]
    report = audit(b"".join([*entries, *reveal_and_proof]))
    findings = [
        (finding.ply, finding.evidence["opened"])
        for finding in report.findings
        if "opened" in finding.evidence
    ]
    assert findings == [(len(book), "ab" * 32)]


def test_a_truth_value_for_the_number_of_a_seat_cannot_be_understood() -> None:
    ply, passed = next(
        (ply, event)
        for ply, page in enumerate(pages(played("mexican-3")), 1)
        for event in page.public["events"]
        if event.get("seat") in (0, 1)
    )

    def change(book: list[Page]) -> None:
        event = next(one for one in book[ply - 1].public["events"] if one["type"] == passed["type"])
        event["seat"] = bool(event["seat"])

    finding = first(audit(forged(played("mexican-3"), change)), Check.DECISIONS)
    assert finding.ply == ply
    assert finding.detail.startswith("the entry cannot be understood: ")
    assert finding.detail.endswith(".seat is of the wrong kind")


@pytest.mark.parametrize("name", ["commitment", "next_commitment"])
def test_a_commitment_to_another_key_of_a_hand_is_found_where_it_was_made(name: str) -> None:
    kind = "created" if name == "commitment" else "hand-begun"

    def change(book: list[Page]) -> None:
        _, event = find(book, kind)
        event[name] = "ab" * 32

    ply, event = find(pages(played("deals")), kind)
    finding = first(audit(forged(played("deals"), change)), Check.COMMITMENTS)
    assert (finding.ply, finding.rule) == (ply, "12.1")
    assert finding.evidence == {"committed": "ab" * 32, "derived": event[name]}


def test_a_last_hand_without_a_commitment_is_found_and_no_fault_of_the_ledger_before() -> None:
    def change(book: list[Page]) -> None:
        find(book, "hand-begun", -1)[1]["next_commitment"] = None

    ply, _ = find(pages(played("deals")), "hand-begun", -1)
    report = audit(forged(played("deals"), change))
    assert (ply, "next_commitment is missing") in [
        (finding.ply, finding.detail) for finding in report.findings
    ]
    assert Check.MONEY not in {finding.check for finding in report.findings}


def test_salts_from_another_key_are_found_at_each_entry_with_a_hidden_part() -> None:
    book = pages(played("mexican-3"))
    report = audit(b"".join(write_record(bound(book, b"k" * 32, renumber=False))))
    findings = {finding.ply for finding in report.findings if finding.check is Check.SEALS}
    assert findings == {ply for ply, page in enumerate(book, 1) if page.parts}
    assert first(report, Check.SEALS).detail == "the salt does not follow from the key of the hand"


def test_other_entropy_than_committed_to_is_found() -> None:
    def change(book: list[Page]) -> None:
        ply, event = find(book, "entropy-revealed")
        part = book[ply - 1].parts[event["seat"]]
        part["command"]["entropy"] = part["events"]["0"]["entropy"] = "00" * 20

    report = audit(forged(played("entropy"), change))
    finding = first(report, Check.COMMITMENTS)
    assert (finding.ply, finding.rule) == (5, "12.2")
    assert (5, Check.DECISIONS) in {(one.ply, one.check) for one in report.findings}


def test_a_missing_part_is_found() -> None:
    def change(book: list[Page]) -> None:
        del book[1].parts[0]

    report = audit(forged(played("mexican-3"), change))
    assert {finding.ply for finding in report.findings} >= {2}


def test_other_rules_than_announced_are_found() -> None:
    def change(book: list[Page]) -> None:
        for half in (book[0].public["command"], book[0].public["events"][0]):
            half["rules"]["stake"] = 2

    assert first(audit(forged(played("mexican-3"), change)), Check.RULES).ply == 1


@pytest.mark.parametrize(
    "rules",
    [{}, {"stake": -1}, {"packs": 10**9}, {"hand_sizes": [3] * 900}, {"stake": "1"}, {"claims": "no"}],
)
def test_rules_that_cannot_be_played_are_found(rules: Json) -> None:
    def change(book: list[Page]) -> None:
        for half in (book[0].public["command"], book[0].public["events"][0]):
            half["rules"] = half["rules"] | rules if rules else {"variant": "x"}

    assert first(audit(forged(played("mexican-3"), change)), Check.RULES).ply == 1


def test_a_decreasing_time_is_found() -> None:
    def change(book: list[Page]) -> None:
        book[8].public["time"] = 5

    assert first(audit(forged(played("persons"), change)), Check.TIMES).ply == 9


def test_an_unknown_actor_is_found() -> None:
    def change(book: list[Page]) -> None:
        book[8].public["actor"] = "seat:7"

    assert first(audit(forged(played("persons"), change)), Check.ACTORS).ply == 9


def test_a_card_that_lies_twice_is_found_in_the_position() -> None:
    def change(book: list[Page]) -> None:
        stock = book[1].parts[255]["events"]["1"]["stock"]
        stock[0] = stock[1]

    report = audit(forged(played("mexican-3"), change))
    assert first(report, Check.CARDS).ply == 2


@pytest.mark.parametrize("forgery", ["huge hand", "huge numbers", "words", "extra"])
def test_a_forged_deal_cannot_make_the_audit_slow_or_fail(forgery: str) -> None:
    def change(book: list[Page]) -> None:
        part: Any = book[1].parts[0]["events"]["1"]
        if forgery == "huge hand":
            part["hands"] = part["hands"] * 100
        elif forgery == "huge numbers":
            book[1].public["events"][0]["stake"] = 2**52
        elif forgery == "words":
            part["hands"] = "nothing"
        else:
            part["more"] = [1]

    report = audit(forged(played("mexican-3"), change))
    assert 2 in {finding.ply for finding in report.findings}
