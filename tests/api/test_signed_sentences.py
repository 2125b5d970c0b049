"""Thirteen disputes with the exact sentences of their verdicts, which claim only proved facts."""

from collections.abc import Callable
from typing import Any

import pytest

from app.service.signing import command_digest, now_ms, receipt, refusal
from app.store.canonical import parse
from app.store.keys import GameId
from tests.api.attacking import entries_of, remade
from tests.api.disputing import dispute, dispute_of, dispute_service, finish
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.test_fairness import commit, made, reveal
from tests.replays.forging import Page, find

Claimed = tuple[Table, int, str, dict[str, Any]]
"""The game, the seat that claims, what it claims, and the rest of what it sends."""


def _ring(api: Api) -> Any:
    return api.parts.ring


def _first(table: Table, kind: str) -> int:
    """The ply of the first entry with an event of this type."""
    publics = [parse(entry.public) for entry in entries_of(table)]
    return next(
        int(public["ply"]) for public in publics for event in public["events"] if event["type"] == kind
    )


def _passed(table: Table) -> tuple[int, int, Json]:
    """A pass of a seat: the ply it was decided on, the seat, the command."""
    for entry in entries_of(table):
        document = parse(entry.public)
        if document["command"].get("type") == "pass" and document["actor"].startswith("seat:"):
            return document["ply"] - 1, int(document["actor"].removeprefix("seat:")), document["command"]
    raise AssertionError("nobody has passed")


def a_deck_without_chance_of_a_seat(api: Api, table: Table) -> Claimed:
    return table, 0, "deck_chosen", {}


def a_deck_with_chance_of_a_seat(api: Api, table: Table) -> Claimed:
    fair = made(api)
    commit(fair, 1)
    reveal(fair, 1)
    finish(api, fair)
    return fair, 0, "deck_chosen", {"ply": _first(fair, "dealt")}


def a_deck_that_was_exchanged(api: Api, table: Table) -> Claimed:
    def change(book: list[Page]) -> None:
        """Exchange the last two cards of the stock, which were not turned up."""
        ply, _ = find(book, "dealt")
        (stock,) = (event["stock"] for event in book[ply - 1].parts[255]["events"].values())
        stock[-2:] = stock[:-3:-1]

    return remade(table, change), 0, "deck_chosen", {}


def a_move_that_is_lawful(api: Api, table: Table) -> Claimed:
    return table, 0, "illegal_move", {"ply": _passed(table)[0] + 1}


def a_lawful_command_that_was_never_sent(api: Api, table: Table) -> Claimed:
    ply, seat, command = _passed(table)
    return table, seat, "wrong_refusal", {"ply": ply, "command": command}


def a_lawful_command_with_a_signed_refusal(api: Api, table: Table) -> Claimed:
    ply, seat, command = _passed(table)
    statement = {"game": table.id, "ply": ply, "seat": seat, "command": command_digest(command)}
    signed = refusal(_ring(api), statement | {"code": "wrong_phase", "rule": "10.1"}, now_ms())
    return table, seat, "wrong_refusal", {"ply": ply, "command": command, "refusal": signed}


def a_command_that_was_rightly_refused(api: Api, table: Table) -> Claimed:
    other = api.table("me open")
    seat, ply = 1 - (other.asked() or 0), other.view()["ply"]
    problem = refused(other.post(seat, {"type": "pass", "expected_ply": ply}), 409, "not_your_turn")
    finish(api, other)
    given = {"ply": ply, "command": {"type": "pass"}, "refusal": problem["refusal"]}
    return other, seat, "wrong_refusal", given


def a_history_with_nothing_that_was_kept(api: Api, table: Table) -> Claimed:
    return table, 0, "history_altered", {}


def a_history_that_a_receipt_bears_out(api: Api, table: Table) -> Claimed:
    kept = receipt(_ring(api), table.id, 9, entries_of(table)[8].digest, now_ms())
    return table, 0, "history_altered", {"receipt": kept}


def a_history_that_a_receipt_contradicts(api: Api, table: Table) -> Claimed:
    kept = receipt(_ring(api), table.id, 9, entries_of(table)[8].digest, now_ms())

    def change(book: list[Page]) -> None:
        for page in book[6:]:
            page.public["time"] += 1

    return remade(table, change), 0, "history_altered", {"receipt": kept}


def a_payment_that_was_tripled(api: Api, table: Table) -> Claimed:
    def change(book: list[Page]) -> None:
        _, event = find(book, "hand-settled")
        event["amounts"] = [3 * amount for amount in event["amounts"]]
        event["balances"] = [3 * balance for balance in event["balances"]]

    return remade(table, change), 0, "wrong_payment", {}


def a_seat_that_nobody_answered_for(api: Api, table: Table) -> Claimed:
    return table, 0, "time_out", {}


def something_else(api: Api, table: Table) -> Claimed:
    return table, 0, "other", {}


SIGNED: dict[Callable[[Api, Table], Claimed], tuple[str, str]] = {
    a_deck_without_chance_of_a_seat: (
        "undecided",
        (
            "The deck follows from a key that was fixed before anybody acted. No seat added chance of "
            "its own, so the service may have drawn keys until it liked one: neither that it did nor "
            "that it did not is proved."
        ),
    ),
    a_deck_with_chance_of_a_seat: (
        "rejected",
        (
            "These seats added chance of their own before the key was opened: 1. The deck follows "
            "from the key and from that chance, so the service cannot have chosen it alone."
        ),
    ),
    a_deck_that_was_exchanged: (
        "upheld",
        "The deck does not follow from the key that the service had fixed before.",
    ),
    a_move_that_is_lawful: ("rejected", "Decided again by the rules, the move in dispute is lawful."),
    a_lawful_command_that_was_never_sent: (
        "undecided",
        "After entry {ply} the command was lawful; that it was refused is not proved.",
    ),
    a_lawful_command_with_a_signed_refusal: (
        "upheld",
        (
            "After entry {ply} the command was lawful, and the service has signed that it refused it "
            "(wrong_phase)."
        ),
    ),
    a_command_that_was_rightly_refused: (
        "rejected",
        "After entry {ply} the rules forbid the command (not_your_turn).",
    ),
    a_history_with_nothing_that_was_kept: (
        "undecided",
        (
            "The chain of digests holds, but a log made anew from its start would hold as well. "
            "Nothing that was signed before was shown: neither that the log was altered nor that it was "
            "not is proved."
        ),
    ),
    a_history_that_a_receipt_bears_out: (
        "undecided",
        (
            "The log has the entries that were signed, up to entry 9. A receipt does not show when it was "
            "signed: one made after a change of the log would be borne out as well."
        ),
    ),
    a_history_that_a_receipt_contradicts: (
        "upheld",
        "The log does not have entry 9 as the service signed it in a receipt.",
    ),
    a_payment_that_was_tripled: ("upheld", "The hand has not paid what the rules say."),
    a_seat_that_nobody_answered_for: ("rejected", "In that entry the service answered for no seat."),
    something_else: ("undecided", "The machine does not decide claims of this kind; an arbiter may."),
}
"""By dispute what the machine may say of it, and no more."""


@pytest.mark.parametrize("case", SIGNED, ids=lambda case: case.__name__)
def test_a_verdict_claims_exactly_the_proved_facts(
    api: Api, table: Table, case: Callable[[Api, Table], Claimed]
) -> None:
    game, seat, claim, more = case(api, table)
    outcome, sentence = SIGNED[case]
    name = expect(dispute(game, seat, claim, **more), 201)["dispute"]
    assert dispute_service(game.api).settle(GameId(name)) == "judged"
    verdict = dispute_of(game, name)["verdict"]
    reason = verdict["sentences"]["reason"]
    assert (verdict["outcome"], reason) == (outcome, sentence.format(ply=more.get("ply")))
    follows = verdict["sentences"]["consequence"]
    assert ("annulled" in follows) == (outcome == "upheld" and claim != "wrong_payment")
    assert ("arbiter" in follows) == (outcome == "undecided")
    if outcome != "upheld":
        assert verdict["correction"] is None
