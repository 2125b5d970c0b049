"""Signed refusals of moves in disputes: of refusals by the rules only."""

from typing import Any

import pytest

from app.players.state import KeyScope
from app.service.signing import command_digest
from replays.record.receipts import verify_refusal
from tests.api.disputing import TEXT, dispute, dispute_of, judged, say
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import person
from tests.api.test_receipts import published

MEMBERS = ("game", "ply", "seat", "command", "code", "rule")
STATEMENT = {"type": "statement", "text": "no"}


def signed(api: Api, problem: Json) -> Json:
    """Return what a problem's refusal says, which the service has signed."""
    refusal = problem["refusal"]
    assert verify_refusal(refusal, published(api)) is None
    assert refusal["time"] > 1_700_000_000_000
    return {name: refusal[name] for name in MEMBERS}


def test_an_opening_that_is_refused_is_signed_on_the_log_of_the_game(api: Api, table: Table) -> None:
    body = {"ply": 1, "claim": "other", "text": TEXT}
    problem = refused(dispute(table, 1, ply=1), 422, "dispute_ply")
    assert signed(api, problem) == {
        "game": table.id,
        "ply": table.view()["ply"],
        "seat": 1,
        "command": command_digest({**body, "type": "open"}),
        "code": "dispute_ply",
        "rule": "13.1",
    }


def test_a_hand_that_is_played_and_a_claim_that_is_repeated_are_signed_for(api: Api, table: Table) -> None:
    playing = api.table("me open", "mexican-2")
    ply = playing.view()["ply"]
    statement = signed(api, refused(dispute(playing, 0, ply=ply), 409, "dispute_hand_open"))
    assert (statement["game"], statement["ply"], statement["rule"]) == (playing.id, ply, "13.1")
    expect(dispute(table, 0), 201)
    statement = signed(api, refused(dispute(table, 0), 409, "dispute_repeated"))
    assert (statement["game"], statement["ply"]) == (table.id, table.view()["ply"])


def test_a_refused_move_in_a_dispute_is_signed_on_the_log_of_the_dispute(api: Api, table: Table) -> None:
    name = expect(dispute(table, 0), 201)["dispute"]
    body = {"type": "accept", "expected_ply": 1}
    headers = table.headers(1, {"If-Match": '"1"'})
    answer = api.client.post(f"/v1/disputes/{name}/moves", json=body, headers=headers)
    assert signed(api, refused(answer, 409, "dispute_unjudged")) == {
        "game": name,
        "ply": 1,
        "seat": 1,
        "command": command_digest({"type": "accept"}),
        "code": "dispute_unjudged",
        "rule": "13.5",
    }
    receipt = {"key": "no"}
    statement = signed(api, refused(say(table, name, 1, "evidence", receipt=receipt), 422, "dispute_receipt"))
    assert statement["command"] == command_digest({"type": "evidence", "receipt": receipt})
    assert (statement["game"], statement["ply"], statement["seat"]) == (name, 1, 1)


def test_a_refusal_for_lack_of_permission_is_signed_for_a_seat_and_not_for_an_arbiter(
    api: Api, table: Table
) -> None:
    name = judged(api, table)["dispute"]
    ply = dispute_of(table, name)["ply"]
    ruling: Json = {"type": "rule", "outcome": "upheld", "reason": "so it is"}
    for kind, more, rule in (("withdraw", {}, "13.1"), ("rule", ruling, "13.6")):
        body = {name: value for name, value in more.items() if name != "type"}
        statement = signed(api, refused(say(table, name, 1, kind, **body), 403, "dispute_party"))
        assert (statement["seat"], statement["ply"], statement["rule"]) == (1, ply, rule)
    lupe = person(api)
    api.players.grant(lupe.id, KeyScope.AUDIT)
    ruling["correction"] = [1, 1]
    path = f"/v1/disputes/{name}/moves"
    answer = lupe.with_scopes("audit").post(path, ruling, Idempotency_Key="1")
    statement = signed(api, refused(answer, 422, "dispute_correction"))
    assert (statement["seat"], statement["command"]) == (None, command_digest(ruling))


@pytest.mark.parametrize(("looks", "ply"), [(1, 2), (2, 2), (3, 1)])
def test_a_refusal_names_the_ply_of_its_decision_despite_later_entries(
    looks: int, ply: int, api: Api, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody is faster after so many looks at the log: for the caller, for the decision, and after it."""
    name = expect(dispute(table, 0), 201)["dispute"]
    store = api.parts.store
    look, left = store.look, [looks]

    def overtaken(log: Any, *given: Any) -> Any:
        state = look(log, *given)
        left[0] -= log == name
        if log == name and not left[0]:
            monkeypatch.undo()
            expect(say(table, name, 0, "statement", text="faster"), 200)
        return state

    monkeypatch.setattr(store, "look", overtaken)
    problem = refused(say(table, name, 1, "accept"), 409, "dispute_unjudged")
    assert (problem["refusal"]["ply"], dispute_of(table, name)["ply"]) == (ply, 2)


def test_refusals_without_a_paragraph_are_not_signed(api: Api, table: Table) -> None:
    name = expect(dispute(table, 0), 201)["dispute"]
    path = f"/v1/disputes/{name}/moves"
    answers = [
        api.client.post(path, json=STATEMENT, headers=table.headers(0, {"If-Match": '"7"'})),
        api.client.post(path, json=STATEMENT, headers=table.headers(0)),
        api.client.post(path, json=STATEMENT, headers={"If-Match": '"1"'}),
        say(table, name, 0, "statement"),
        dispute(table, 0, "nothing"),
        dispute(table, None),
    ]
    problems = [answer.get_json() for answer in answers]
    assert [problem["status"] for problem in problems] == [412, 428, 401, 422, 422, 401]
    assert not [problem for problem in problems if "refusal" in problem or "rule" in problem]


def test_evidence_without_a_canonical_form_is_refused_without_a_signature(table: Table) -> None:
    for receipt in ({"ply": 1.5}, {"é": 1}):
        problem = refused(dispute(table, 0, "history_altered", receipt=receipt), 422, "dispute_receipt")
        assert "refusal" not in problem


def test_a_refused_opening_held_against_the_game_is_consistent(api: Api, table: Table) -> None:
    answer = refused(dispute(table, 1, ply=1), 422, "dispute_ply")["refusal"]
    assert expect(table.confront(answer), 200)["consistent"]
    refused(table.confront({**answer, "seat": 0}), 422, "receipt_forged")
