"""Evidence in disputes over HTTP: signed refusals, receipts and checkpoints, at the start and added later."""

from dataclasses import replace
from typing import Any

import pytest

from app.service.signing import command_digest, now_ms, receipt, refusal
from app.store.canonical import parse
from app.store.keys import GameId
from replays.archive.archiver import Archiver
from replays.disputes.decide import EVIDENCE_MAX
from tests.api.disputing import dispute, dispute_of, dispute_service, ended, finish, judged, say
from tests.api.helpers import Api, Json, Table, expect, refused


@pytest.fixture
def table(api: Api) -> Table:
    return ended(api)


def moved(api: Api, table: Table) -> tuple[int, int, Json]:
    """A command that a seat gave in the hand: the ply it was decided on, the seat, and the command."""
    for entry in api.games.entries(GameId(table.id), 0):
        document = parse(entry.public)
        if document["command"].get("type") == "pass" and document["actor"].startswith("seat:"):
            return document["ply"] - 1, int(document["actor"].removeprefix("seat:")), document["command"]
    raise AssertionError("nobody has passed")


def signed(api: Api, table: Table, **changes: Any) -> Json:
    """Return what the service would have signed, had it refused this command of the seat."""
    ply, seat, command = moved(api, table)
    statement = {"game": table.id, "ply": ply, "seat": seat, "command": command_digest(command)}
    return refusal(api.parts.ring, statement | {"code": "wrong_phase", "rule": "10.1"} | changes, now_ms())


def claimed(api: Api, table: Table, **more: Any) -> Json:
    """Return the judged dispute of a legal command that the claimant calls refused."""
    ply, seat, command = moved(api, table)
    body = {"ply": ply, "command": command, **more}
    made = expect(dispute(table, seat, "wrong_refusal", **body), 201)
    assert dispute_service(api).settle(GameId(made["dispute"])) == "judged"
    return dispute_of(table, made["dispute"])


def test_a_legal_command_without_a_proved_refusal_is_undecided(api: Api, table: Table) -> None:
    verdict = claimed(api, table)["verdict"]
    assert (verdict["outcome"], verdict["code"], verdict["correction"]) == (
        "undecided",
        "refusal_unproved",
        None,
    )
    assert verdict["sentences"]["reason"].endswith(
        "the command was lawful; that it was refused is not proved."
    )


def test_a_signed_refusal_of_a_legal_command_is_upheld_and_annuls_the_hand(api: Api, table: Table) -> None:
    statement = claimed(api, table, refusal=signed(api, table))
    verdict, balances = statement["verdict"], [one["balance"] for one in table.view()["seats"]]
    assert (verdict["outcome"], verdict["code"]) == ("upheld", "refusal_proved")
    assert (verdict["consequence"], verdict["facts"]["signed"]) == ("hand_annulled", "wrong_phase")
    assert any(balances)
    assert verdict["correction"] == [-balance for balance in balances]
    assert "the hand is annulled" in verdict["sentences"]["consequence"]
    for seat in (0, 1):
        expect(say(table, statement["dispute"], seat, "accept"), 200)
    assert table.view()["corrected"] == [0, 0]


def test_a_refusal_that_the_service_gave_of_an_unlawful_command_is_rejected(api: Api) -> None:
    table = api.table("me open")
    seat, ply = 1 - (table.asked() or 0), table.view()["ply"]
    problem = refused(table.post(seat, {"type": "pass", "expected_ply": ply}), 409, "not_your_turn")
    finish(api, table)
    body = {"ply": ply, "command": {"type": "pass"}, "refusal": problem["refusal"]}
    name = expect(dispute(table, seat, "wrong_refusal", **body), 201)["dispute"]
    dispute_service(api).settle(GameId(name))
    verdict = dispute_of(table, name)["verdict"]
    assert (verdict["outcome"], verdict["code"]) == ("rejected", "command_forbidden")
    assert verdict["facts"]["signed"] == "not_your_turn"


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": None},
        {"command": "00" * 32},
        {"ply": 1},
        {"game": "g-00" + "a" * 22},
        {"signature": "00" * 64},
    ],
)
def test_a_refusal_of_another_command_is_no_evidence(changes: Json, api: Api, table: Table) -> None:
    ply, seat, command = moved(api, table)
    given = signed(api, table, **{name: changes[name] for name in changes if name != "signature"})
    body: Json = {
        "ply": ply,
        "command": command,
        "refusal": given | {n: changes[n] for n in changes if n == "signature"},
    }
    problem = refused(dispute(table, seat, "wrong_refusal", **body), 422, "dispute_refusal")
    assert [error["pointer"] for error in problem["errors"]] == ["/refusal"]


def test_evidence_that_is_added_leads_to_a_new_verdict_in_the_log(api: Api, table: Table) -> None:
    first = judged(api, table, "history_altered")
    name, head = first["dispute"], expect(table.get("/head"), 200)["receipt"]
    expect(say(table, name, 1, "accept"), 200)
    added = expect(say(table, name, 1, "evidence", receipt=head), 200)
    assert (added["state"], added["verdict"], added["until"]) == ("open", None, None)
    assert [party["answer"] for party in added["parties"]] == [None, None]
    assert [(item["by"], item["receipt"]) for item in added["evidence"]] == [("seat:1", head)]
    assert dispute_service(api).settle(GameId(name)) == "judged"
    judged_again = dispute_of(table, name)
    assert (first["verdict"]["code"], judged_again["verdict"]["code"]) == (
        "history_unproved",
        "evidence_borne_out",
    )
    log = expect(api.client.get(f"/v1/disputes/{name}/events"), 200)["events"]
    assert [entry["public"]["command"]["type"] for entry in log] == [
        "open",
        "judge",
        "accept",
        "evidence",
        "judge",
    ]


def test_a_receipt_that_the_log_contradicts_annuls_the_hand(api: Api, table: Table) -> None:
    name = judged(api, table, "history_altered")["dispute"]
    other = receipt(api.parts.ring, table.id, 7, bytes(32), now_ms())
    expect(say(table, name, 0, "evidence", receipt=other), 200)
    dispute_service(api).settle(GameId(name))
    verdict = dispute_of(table, name)["verdict"]
    assert (verdict["outcome"], verdict["code"], verdict["rule"]) == (
        "upheld",
        "receipt_contradicted",
        "12.7",
    )
    assert "does not have entry 7 as the service signed it" in verdict["sentences"]["reason"]
    assert "by the claimant too" in verdict["sentences"]["consequence"]


def test_a_receipt_fetched_later_rejects_no_claim_and_an_arbiter_may_rule(api: Api, table: Table) -> None:
    head = expect(table.get("/head"), 200)["receipt"]
    claim_body = judged(api, table, "history_altered", receipt=head)
    verdict = claim_body["verdict"]
    assert (verdict["outcome"], verdict["code"]) == ("undecided", "evidence_borne_out")
    assert (verdict["consequence"], claim_body["for_arbiter"]) == ("arbiter", True)


def test_a_receipt_for_an_earlier_entry_is_no_evidence_about_the_disputed_one(api: Api, table: Table) -> None:
    third = api.games.entries(GameId(table.id), 0)[2]
    early = receipt(api.parts.ring, table.id, 3, third.digest, now_ms())
    verdict = judged(api, table, "history_altered", ply=7, receipt=early)["verdict"]
    assert (verdict["outcome"], verdict["code"]) == ("undecided", "evidence_too_early")


def test_a_checkpoint_is_evidence_with_its_proof_of_inclusion(
    api: Api, table: Table, archiver: Archiver
) -> None:
    name = judged(api, table, "history_altered")["dispute"]
    replace(archiver, keep_ms=3_600_000).round()
    proof = expect(api.client.get("/v1/log/proof/inclusion", query_string={"game": table.id}), 200)
    wrong = {**proof, "leaf": {**proof["leaf"], "digest": "00" * 32}}
    refused(say(table, name, 0, "evidence", checkpoint=wrong), 422, "dispute_checkpoint")
    expect(say(table, name, 0, "evidence", checkpoint=proof), 200)
    dispute_service(api).settle(GameId(name))
    verdict = dispute_of(table, name)["verdict"]
    assert (verdict["outcome"], verdict["facts"]["checkpoint_holds"]) == ("undecided", True)


def test_a_command_is_refused_as_evidence_unless_the_claim_is_a_wrong_refusal(api: Api, table: Table) -> None:
    name, (_, seat, command) = judged(api, table, "history_altered")["dispute"], moved(api, table)
    problem = refused(say(table, name, seat, "evidence", command=command), 422, "dispute_command")
    assert problem["detail"].endswith("with any other claim none.")
    assert [error["pointer"] for error in problem["errors"]] == ["/command"]


def test_only_the_player_who_opened_a_dispute_adds_the_command_and_its_refusal(
    api: Api, table: Table
) -> None:
    opened, (_, seat, command) = claimed(api, table), moved(api, table)
    name, given = opened["dispute"], signed(api, table)
    refused(say(table, name, 1 - seat, "evidence", refusal=given), 403, "dispute_party")
    refused(say(table, name, seat, "evidence"), 422, "validation_failed")
    refused(say(table, name, seat, "evidence", command={"type": "create"}), 422, "dispute_command")
    expect(say(table, name, seat, "evidence", command=command, refusal=given), 200)
    dispute_service(api).settle(GameId(name))
    assert dispute_of(table, name)["verdict"]["code"] == "refusal_proved"


def test_evidence_is_added_only_so_often_and_never_at_the_end(api: Api, table: Table) -> None:
    name = judged(api, table, "history_altered")["dispute"]
    head = expect(table.get("/head"), 200)["receipt"]
    for number in range(EVIDENCE_MAX):
        digest = api.games.entries(GameId(table.id), 0)[number].digest
        given = receipt(api.parts.ring, table.id, number + 1, digest, now_ms())
        expect(say(table, name, number % 2, "evidence", receipt=given), 200)
    refused(say(table, name, 0, "evidence", receipt=head), 409, "dispute_evidence")
    expect(say(table, name, 0, "withdraw"), 200)
    refused(say(table, name, 1, "evidence", receipt=head), 409, "dispute_closed")
