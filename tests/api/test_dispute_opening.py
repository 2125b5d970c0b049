"""Opening a dispute: permission, entry, evidence, and one dispute for equal requests."""

from collections.abc import Iterator

import pytest
from werkzeug.test import TestResponse

from app.i18n import Language, translations
from app.store.keys import GameId, disputes_key
from replays.disputes.decide import DisputeRefused
from replays.disputes.service import DAY_MS, Complaint
from replays.disputes.state import Claim
from replays.disputes.words import ROWS
from tests.api.disputing import TEXT, dispute, dispute_of, dispute_service, ended, judged
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import person
from tests.api.test_idempotency import at_once, check_one


def test_a_dispute_names_its_game_entry_and_hand_and_both_sides_see_the_same(table: Table) -> None:
    response = dispute(table, 0, ply=7)
    made = expect(response, 201)
    assert response.headers["Location"] == f"/v1/disputes/{made['dispute']}"
    entry = table.get("/events?after=6&limit=1").get_json()["events"][0]
    about = made["about"]
    assert (about["game"], about["ply"], about["digest"]) == (table.id, 7, entry["digest"])
    assert (about["hand_number"], about["first"], about["last"]) == (1, 3, table.view()["ply"])
    path = f"/v1/disputes/{made['dispute']}"
    bodies = {table.api.client.get(path, headers=table.headers(seat)).data for seat in (0, 1, None)}
    assert len(bodies) == 1
    (listed,) = expect(table.get("/disputes"), 200)["disputes"]
    assert {**listed, "signed": made["signed"]} == dispute_of(table, made["dispute"])


def test_a_hand_that_is_played_cannot_be_disputed_yet(api: Api) -> None:
    table = api.table("me open", "mexican-2")
    refused(dispute(table, 0, ply=table.view()["ply"]), 409, "dispute_hand_open")
    assert "provisional" not in table.view()


def strangers(table: Table) -> Iterator[tuple[TestResponse, int, str]]:
    api, path = table.api, f"{table.path}/disputes"
    body = {"ply": 5, "claim": "other", "text": TEXT}
    other = api.table("me open")
    nobody = person(api)
    yield api.client.post(path, json=body), 401, "unauthenticated"
    yield api.client.post(path, json=body, headers=other.headers(0)), 404, "not_found"
    yield nobody.post(path, body), 403, "forbidden"
    yield nobody.with_scopes("spectate").post(path, body), 403, "forbidden"


def test_strangers_and_spectators_cannot_open_a_dispute(table: Table) -> None:
    for response, status, code in strangers(table):
        refused(response, status, code)
    assert expect(table.get("/disputes"), 200)["disputes"] == []
    assert not table.api.redis.exists(disputes_key(table.id))


def test_a_receipt_of_this_game_is_evidence_and_one_of_another_or_forged_is_none(
    api: Api, table: Table
) -> None:
    receipt = expect(table.get("/head"), 200)["receipt"]
    foreign = expect(ended(api).get("/head"), 200)["receipt"]
    forged = {**receipt, "digest": "00" * 32}
    for wrong in (foreign, {**foreign, "game": table.id}, forged, {**receipt, "more": 1}):
        refused(dispute(table, 0, "history_altered", receipt=wrong), 422, "dispute_receipt")
    verdict = judged(api, table, "history_altered", receipt=receipt)
    facts = verdict["verdict"]["facts"]
    assert (verdict["verdict"]["outcome"], facts["receipt_holds"], facts["chain_holds"]) == (
        "undecided",
        True,
        True,
    )
    assert verdict["receipt"] == receipt


@pytest.mark.parametrize("ply", [1, 2, 10_000])
def test_an_entry_outside_every_hand_cannot_be_disputed(ply: int, table: Table) -> None:
    refused(dispute(table, 0, ply=ply), 422, "dispute_ply")


def test_the_same_claim_twice_is_one_dispute(api: Api, table: Table) -> None:
    first = dispute(table, 0, Idempotency_Key="k")
    again = dispute(table, 0, Idempotency_Key="k")
    assert expect(first, 201) == expect(again, 201)
    assert again.headers["Idempotent-Replay"] == "true"
    repeated = dispute(table, 0)
    name = expect(first, 201)["dispute"]
    answer = refused(repeated, 409, "dispute_repeated")["detail"]
    assert f"a move `evidence` to /v1/disputes/{name}/moves" in answer
    assert repeated.headers["Location"] == f"/v1/disputes/{name}"
    refused(dispute(table, 0, ply=6), 409, "dispute_repeated")
    refused(dispute(table, 0, text="other", Idempotency_Key="k"), 422, "idempotency_key_reused")
    expect(dispute(table, 1), 201)
    expect(dispute(table, 0, "time_out"), 201)
    assert len(expect(table.get("/disputes"), 200)["disputes"]) == 3


def test_a_refusal_without_its_command_names_the_member(table: Table) -> None:
    problem = refused(dispute(table, 0, "wrong_refusal"), 422, "dispute_command")
    assert [error["pointer"] for error in problem["errors"]] == ["/command"]


def test_ten_equal_disputes_at_once_are_one(table: Table) -> None:
    answers = at_once(10, lambda: dispute(table, 0, Idempotency_Key="k"))
    check_one(answers, 201)
    assert len(expect(table.get("/disputes"), 200)["disputes"]) == 1


def test_after_seven_days_no_dispute_is_opened(api: Api, table: Table) -> None:
    position = api.games.current(GameId(table.id))
    complaint = Complaint(5, Claim.OTHER, TEXT)
    seat = position.table.seats[0]
    with pytest.raises(DisputeRefused, match="dispute_closed"):
        dispute_service(api, position.time + 7 * DAY_MS + 1).open(position, seat, complaint, None)
    dispute_service(api, position.time + 7 * DAY_MS).open(position, seat, complaint, None)


def test_a_dispute_about_a_dispute_is_refused(api: Api, table: Table) -> None:
    name = judged(api, table)["dispute"]
    body = {"ply": 1, "claim": "other", "text": TEXT}
    for path in (f"/v1/games/{name}/disputes", f"/v1/disputes/{name}/disputes"):
        refused(api.client.post(path, json=body, headers=table.headers(0)), 404, "not_found")
    for path in (f"/v1/games/{name}", f"/v1/disputes/{table.id}", "/v1/disputes/d-00" + "z" * 22):
        refused(api.client.get(path, headers=table.headers(0)), 404, "not_found")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"claim": "cheating"}, "validation_failed"),
        ({"text": ""}, "validation_failed"),
        ({"text": "x" * 2001}, "validation_failed"),
        ({"ply": 0}, "validation_failed"),
        ({"command": {"type": "pass"}}, "validation_failed"),
        ({"claim": "wrong_refusal"}, "dispute_command"),
        ({"claim": "wrong_refusal", "command": {"type": "create"}}, "dispute_command"),
        ({"claim": "wrong_refusal", "command": {"type": "keep", "discard": "99Z"}}, "dispute_command"),
        ({"claim": "wrong_refusal", "command": {}}, "dispute_command"),
        ({"verdict": {}}, "unknown_field"),
        ({"receipt": {"game": "g-00", "ply": 1}}, "dispute_receipt"),
    ],
)
def test_a_complaint_that_is_none_is_refused(body: Json, code: str, table: Table) -> None:
    refused(dispute(table, 0, **{"claim": "other", **body}), 422, code)


def test_a_dispute_is_described_in_three_languages_with_its_paragraph(table: Table) -> None:
    for language, title in translations(
        ROWS["dispute_ply"].code.title, Language("es"), Language("fr")
    ).items():
        body = {"ply": 1, "claim": "other", "text": TEXT}
        headers = table.headers(0, {"Accept-Language": language})
        problem = refused(
            table.api.client.post(f"{table.path}/disputes", json=body, headers=headers), 422, "dispute_ply"
        )
        assert (problem["title"], problem["rule"]) == (title, "13.1")
