"""Forks over HTTP: a hand of a finished game is played again from any ply (RULES 11.14)."""

from uuid import UUID

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from app.cli.replay.commands import audit as prove
from app.i18n import translate
from app.store.keys import GameId
from replays.audit.audit import audit
from replays.audit.report import Check
from replays.record.write import write_record
from replays.report.words import PROVEN
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.loopback import on_loopback


def ended(api: Api, seats: str = "random greedy", variant: str = "north-american", **more: object) -> Table:
    table = api.table(seats, variant, **more)
    table.play(seed=1)
    assert table.view()["status"] == "finished"
    return table


def ask(table: Table, body: Json, **more: str) -> TestResponse:
    headers = table.headers(None, {name.replace("_", "-"): text for name, text in more.items()})
    return table.api.client.post(table.path + "/forks", json=body, headers=headers)


def record(table: Table) -> bytes:
    return b"".join(write_record(table.api.games.entries(GameId(table.id), 0)))


def whole(table: Table, ply: int) -> Json:
    answer = expect(table.get(f"/positions/{ply}"), 200)
    return {"revealed": answer["revealed"], "seats": answer["view"]["seats"]}


def test_a_fork_begins_with_the_position_of_its_parent_and_plays_to_an_end(api: Api) -> None:
    parent = ended(api)
    made = expect(ask(parent, {"ply": 9, "seats": [{"bot": "greedy"}, {"bot": "random"}]}), 201)
    fork = Table(api, made["game"])
    api.bots(fork.id)
    last = fork.view()
    assert last["status"] == "finished"
    digest = expect(parent.get("/events?after=8&limit=1"), 200)["events"][0]["digest"]
    assert last["fork_of"] == {"game": parent.id, "ply": 9, "digest": digest, "stock": "same"}
    begun, there = whole(fork, 2), whole(parent, 9)
    assert begun["revealed"] == there["revealed"]
    assert [seat["table"] for seat in begun["seats"]] == [seat["table"] for seat in there["seats"]]
    assert audit(record(fork), record(parent)).sound
    assert expect(fork.get("/audit"), 200)["findings"] == []
    with on_loopback(api.client.application) as url:
        result = CliRunner().invoke(prove, [fork.id, "--url", url])
    assert (result.exit_code, translate("en", PROVEN[Check.PARENT]) in result.output) == (3, True)
    assert {done["check"] for done in expect(fork.get("/audit"), 200)["checks"]} >= {"parent", "decisions"}


def test_a_fresh_stock_has_the_same_cards_in_another_order(api: Api) -> None:
    parent = ended(api)
    made = expect(
        ask(parent, {"ply": 5, "stock": "fresh", "seats": [{"bot": "greedy"}, {"bot": "greedy"}]}), 201
    )
    fork = Table(api, made["game"])
    api.bots(fork.id)
    stock, before = whole(fork, 2)["revealed"]["stock"], whole(parent, 5)["revealed"]["stock"]
    assert sorted(stock) == sorted(before)
    assert stock != before
    assert audit(record(fork), record(parent)).sound


def test_a_fork_of_a_yuca_is_for_no_stake(api: Api) -> None:
    parent = ended(api, "greedy greedy", "four-deal")
    fork = Table(api, expect(ask(parent, {"ply": 4, "seats": [{"bot": "greedy"}] * 2}), 201)["game"])
    api.bots(fork.id)
    assert [seat["balance"] for seat in fork.view()["seats"]] == [0, 0]
    assert fork.view()["hand_number"] == 1


@pytest.mark.parametrize("variant", ["mexican-3", "navajo-tens", "caesars-conquian", "paco", "french-page"])
def test_every_ply_of_a_hand_can_be_forked(api: Api, variant: str) -> None:
    seats = " ".join(["greedy"] * (3 if variant == "mexican-3" else 2))
    parent = ended(api, seats, variant)
    plies = parent.view()["ply"]
    known = record(parent)
    for ply in range(2, min(plies, 40), 5):
        body = {"ply": ply, "seats": [{"bot": "random"}] * len(seats.split())}
        fork = Table(api, expect(ask(parent, body), 201)["game"])
        api.bots(fork.id)
        report = audit(record(fork), known)
        assert report.sound, report.findings


def test_a_person_may_play_a_fork(api: Api) -> None:
    parent = ended(api)
    made = expect(ask(parent, {"ply": 3, "seats": ["me", {"bot": "greedy"}]}), 201)
    fork = Table(api, made["game"], {0: made["seats"][0]["token"]})
    assert fork.view(0)["hand"] == expect(parent.get("/positions/3"), 200)["revealed"]["hands"][0]
    assert fork.view()["hand"] is None
    assert fork.play(seed=3)["status"] == "finished"


def test_a_fork_is_made_once_for_one_key(api: Api) -> None:
    parent = ended(api)
    key = str(UUID(int=7, version=4))
    body = {"ply": 3, "stock": "fresh", "seats": ["me", {"bot": "greedy"}]}
    first, again = (ask(parent, body, Idempotency_Key=key) for _ in range(2))
    assert (first.status_code, first.data) == (201, again.data)
    refused(ask(parent, {**body, "ply": 4}, Idempotency_Key=key), 422, "idempotency_key_reused")


def test_a_position_that_cannot_be_forked_is_refused_without_a_new_game(api: Api) -> None:
    running = api.table("me greedy")
    body: Json = {"ply": 2, "seats": [{"bot": "greedy"}] * 2}
    refused(ask(running, body), 409, "not_before_end")
    parent = ended(api)
    end = parent.view()["ply"]
    for ply in (1, end, end + 1):
        refused(ask(parent, {**body, "ply": ply}), 422, "fork_position")
    refused(ask(parent, {**body, "seats": [{"bot": "greedy"}] * 3}), 422, "fork_seats")
    refused(ask(parent, {**body, "ply": 0}), 422, "validation_failed")
    refused(ask(Table(api, "g-00" + "0" * 22), body), 404, "not_found")


def test_a_fork_of_a_private_game_is_private(api: Api) -> None:
    seats = ["me", {"bot": "greedy"}]
    made = expect(api.post({"variant": "north-american", "seats": seats, "visibility": "private"}), 201)
    parent = Table(api, made["game"], {0: made["seats"][0]["token"]})
    expect(parent.post(0, {"type": "leave"}), 200)
    api.bots(parent.id)
    assert parent.view(0)["status"] == "finished"
    body: Json = {"ply": 3, "visibility": "public", "seats": [{"bot": "greedy"}] * 2}
    refused(ask(parent, body), 404, "not_found")
    sent = api.client.post(parent.path + "/forks", json=body, headers=parent.headers(0))
    assert expect(sent, 201)["view"]["visibility"] == "private"


def test_a_fork_that_lies_about_its_parent_is_found(api: Api) -> None:
    parent, other = ended(api), ended(api)
    made = expect(ask(parent, {"ply": 9, "seats": [{"bot": "greedy"}] * 2}), 201)
    fork = Table(api, made["game"])
    api.bots(fork.id)
    findings = audit(record(fork), record(other)).findings
    assert {finding.check.value for finding in findings} == {"parent"}
    assert {finding.rule for finding in findings} == {"11.14"}
    assert any("position" in finding.detail for finding in findings)
