"""Logs of hold'em forged with every hash made anew: the audit names the paragraph that they break."""

from collections.abc import Callable

import pytest

from app.i18n import Language
from replays.audit.audit import audit
from replays.audit.report import AuditResult, Check
from replays.report.facts import facts_of_record
from replays.report.page import page
from tests.corpus.sittings import plans, sitting
from tests.verifier.node import Auditor, auditor

from .forging import Json, Page, find, forged
from .games import played, recorded

Change = Callable[[list[Page]], int]


def events(book: list[Page], kind: str) -> list[tuple[int, Json]]:
    """Every event of this kind with its ply."""
    return [
        (ply, event)
        for ply, entry in enumerate(book, 1)
        for event in entry.public["events"]
        if event["type"] == kind
    ]


def another_share(book: list[Page]) -> int:
    """The winner of the first pot gets one chip less, and the seat beside it one."""
    ply, won = find(book, "pots-won")
    share = won["awards"][0]["shares"][0]
    share["chips"] -= 1
    won["awards"][0]["shares"].append({"seat": (share["seat"] + 1) % 5, "chips": 1})
    return ply


def another_hole_card(book: list[Page]) -> int:
    """Two seats of the first hand have each other's first card."""
    ply, _ = find(book, "holes-dealt")
    at = str([event["type"] for event in book[ply - 1].public["events"]].index("holes-dealt"))
    holes = [book[ply - 1].parts[seat]["events"][at]["holes"] for seat in (0, 1)]
    holes[0][0], holes[1][0] = holes[1][0], holes[0][0]
    return ply


def another_board(book: list[Page]) -> int:
    """The first flop has its cards in another order."""
    ply, board = find(book, "board-dealt")
    board["cards"].reverse()
    return ply


def a_bet_between_two_steps(book: list[Page]) -> int:
    """The first bet goes to a level that there is not."""
    ply, bet = find(book, "bet-placed")
    book[ply - 1].public["command"]["to"] = bet["to"] = bet["to"] + 1
    return ply


def a_raise_above_the_limit(book: list[Page]) -> int:
    """A raise goes to fifteen."""
    ply, raised = find(book, "raised")
    book[ply - 1].public["command"]["to"] = raised["to"] = 15
    return ply


def a_skipped_turn(book: list[Page]) -> int:
    """The turn goes to the seat after the next."""
    ply, turn = next(
        (ply, turn) for ply, turn in events(book, "turn-given") if len(book[ply - 1].public["events"]) == 2
    )
    turn["seat"] = (turn["seat"] + 1) % 5
    return ply


def no_collection(book: list[Page]) -> int:
    """The button of the first hand pays one dollar instead of two."""
    ply, charged = find(book, "house-charged")
    payer = charged["balances"].index(-2)
    charged["balances"][payer], charged["house"] = -1, 1
    return ply


def a_free_hand(book: list[Page]) -> int:
    """The button of the first hand pays nothing."""
    ply, charged = find(book, "house-charged")
    deal = book[ply - 1]
    deal.public["events"].remove(charged)
    for part in deal.parts.values():
        part["events"] = {str(int(at) - 1): hidden for at, hidden in part["events"].items()}
    return ply


def a_buy_of_nothing(book: list[Page]) -> int:
    """A seat buys no chips between two hands."""
    ply, bought = next(
        (ply, event)
        for ply, event in events(book, "chips-bought")
        if book[ply - 1].public["command"]["type"] == "buy"
    )
    book[ply - 1].public["command"]["chips"] = bought["chips"] = 0
    bought["short"] = True
    return ply


def another_button(book: list[Page]) -> int:
    """In the second hand the button stays where it was."""
    (_, first), (ply, second), *_ = events(book, "hand-begun")
    second["dealer"] = first["dealer"]
    return ply


def another_blind(book: list[Page]) -> int:
    """The blind is two dollars."""
    ply, blind = find(book, "blind-posted")
    blind["amount"] = 2
    return ply


def a_hidden_showdown(book: list[Page]) -> int:
    """One seat shows nothing."""
    ply, event = find(book, "hand-shown")
    book[ply - 1].public["events"].remove(event)
    return ply


FORGED = [
    (another_share, Check.DECISIONS, "6.5"),
    (another_hole_card, Check.DEAL, "12.1"),
    (another_board, Check.DECISIONS, "4.3"),
    (a_bet_between_two_steps, Check.DECISIONS, "5.3"),
    (a_raise_above_the_limit, Check.DECISIONS, "5.2"),
    (a_skipped_turn, Check.DECISIONS, "5.1"),
    (no_collection, Check.MONEY, "3.1"),
    (a_free_hand, Check.MONEY, "3.1"),
    (a_buy_of_nothing, Check.DECISIONS, "7.2"),
    (another_button, Check.DEAL, "2.2"),
    (another_blind, Check.DEAL, "3.2"),
    (a_hidden_showdown, Check.DECISIONS, "6.3"),
]
"""Ways to forge, with the check that finds it and the paragraph."""


@pytest.mark.parametrize(("change", "check", "rule"), FORGED)
def test_the_audit_names_the_paragraph_that_a_forged_record_breaks(
    change: Change, check: Check, rule: str
) -> None:
    plies = []
    record = forged(played("holdem"), lambda book: plies.append(change(book)))
    report = audit(record)
    assert report.result is AuditResult.FINDINGS
    finding = report.findings[0]
    assert (finding.ply, finding.check, finding.rule) == (plies[0], check, rule)
    for language in Language:
        text = page(report, facts_of_record(record), None, language)
        assert rule in text


def test_the_report_says_which_seats_won() -> None:
    record = recorded("holdem")
    report = audit(record)
    assert report.sound
    text = page(report, facts_of_record(record), None, Language.EN)
    assert "won" in text
    assert "went out" not in text


def test_the_verifier_names_the_same_plies_checks_and_paragraphs() -> None:
    with auditor() as verifier:
        theirs = [_first_of_verifier(verifier, change) for change, _check, _rule in FORGED]
    assert theirs == [(True, str(check), rule) for _change, check, rule in FORGED]


def _first_of_verifier(verifier: Auditor, change: Change) -> tuple[bool, str, str]:
    """Return whether the first finding is at the changed entry, its check and its paragraph."""
    plies: list[int] = []
    record = forged(played("holdem"), lambda book: plies.append(change(book)))
    first = min(verifier.audit(record)["findings"], key=lambda finding: int(finding["ply"]))
    return first["ply"] == plies[0], first["check"], first["rule"]


@pytest.mark.parametrize("terms", [{"buy_in": 11}, {"buy_in": "60"}, {"buy_in": None}, {"buy_in": [60]}])
def test_both_verifiers_refuse_a_seat_that_was_taken_without_a_buy_in(terms: Json) -> None:
    plies: list[int] = []

    def change(book: list[Page]) -> None:
        taken = [ply for ply, entry in enumerate(book, 1) if entry.public["command"]["type"] == "sit"]
        plies.append(taken[0])
        book[taken[0] - 1].public["command"]["terms"] = terms

    record = forged(sitting("holdem", plans()["holdem"]), change)
    first = audit(record).findings[0]
    assert (first.ply, first.check, first.rule) == (plies[0], Check.DECISIONS, "7.1")
    with auditor() as verifier:
        finding = min(verifier.audit(record)["findings"], key=lambda one: int(one["ply"]))
    assert (finding["ply"], finding["check"], finding["rule"]) == (plies[0], "decisions", "7.1")
