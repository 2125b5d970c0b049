"""A game whose stored log is damaged: what is left of it is served, and its hands can be disputed."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

import wsgi
from app.store.keys import GameId, log_key
from replays.disputes.dispute import Claim
from replays.disputes.record import folded
from tests.api.disputing import dispute, docket, say, shown
from tests.api.helpers import Api, Json, Table, expect, refused, say_farewell
from tests.api.test_marks import signed
from tests.closing import at_end
from tests.handler.helpers import KEYS

AT = 20


def damage(api: Api, table: Table, at: int) -> None:
    """Entry `at` of the stored log becomes another one."""
    rows: Any = api.redis.xrange(log_key(table.id))
    api.redis.delete(log_key(table.id))
    for ply, (name, fields) in enumerate(rows, 1):
        said = {**fields, b"z": b"altered"} if ply == at else fields
        api.redis.xadd(log_key(table.id), said, id=name)


def cut(api: Api, table: Table, at: int) -> None:
    """The stored log loses its entries from `at` on."""
    rows: Any = api.redis.xrange(log_key(table.id))
    api.redis.xdel(log_key(table.id), *[name for name, _ in rows[at - 1 :]])


def afresh(api: Api, table: Table) -> Table:
    """The game in a process that remembers nothing of it."""
    app = wsgi.create_app(api.settings, KEYS, api.redis)
    at_end(partial(say_farewell, app))
    return replace(table, api=replace(api, app=app))


@pytest.fixture(params=[damage, cut])
def broken(api: Api, table: Table, request: pytest.FixtureRequest) -> Table:
    """A finished game that can be read up to the entry before `AT`."""
    request.param(api, table, AT)
    return afresh(api, table)


def judged(api: Api, broken: Table, claim: str, **more: Any) -> Json:
    made = expect(dispute(broken, 0, claim, **more), 201)
    assert docket(api).settle(GameId(made["dispute"])) is not None
    return shown(broken, made["dispute"])


def test_the_entries_before_the_damage_are_served_and_marked(broken: Table) -> None:
    page = expect(broken.get("/events?limit=200", 0), 200)
    assert [one["ply"] for one in page["events"]] == list(range(1, AT))
    assert (page["ply"], page["damaged_at"], page["next"]) == (AT - 1, AT, AT - 1)
    some = broken.get("/events?after=3&limit=5")
    assert [one["ply"] for one in expect(some, 200)["events"]] == [4, 5, 6, 7, 8]
    assert 'rel="next"' in some.headers["Link"]
    assert expect(broken.get("/positions/19"), 200)["view"]["ply"] == AT - 1
    refused(broken.get("/positions/20"), 404, "not_found")


def test_what_damage_hides_is_refused_with_what_the_player_can_do(broken: Table) -> None:
    for path in ("", "/record", "/head"):
        problem = refused(broken.get(path), 409, "quarantined")
        assert problem["ply"] == AT
        assert "you can dispute" in problem["detail"]


def test_the_cards_of_others_stay_hidden_in_what_is_left(broken: Table) -> None:
    for row in expect(broken.get("/events?limit=200", 0), 200)["events"]:
        assert row.get("own", {"audience": 0})["audience"] == 0
    assert not any("own" in row for row in expect(broken.get("/events?limit=200"), 200)["events"])
    assert "revealed" not in expect(broken.get("/positions/19"), 200)


@pytest.mark.parametrize("ply", [5, AT, AT + 3])
def test_a_damaged_log_never_blocks_a_dispute(api: Api, broken: Table, ply: int) -> None:
    for claim in ("history_altered", "illegal_move"):
        found = judged(api, broken, claim, ply=ply)
        outcome = "upheld" if claim == "history_altered" else "undecided"
        assert (found["state"], found["verdict"]["outcome"]) == ("judged", outcome)
        assert found["verdict"]["facts"]["damaged_at"] == AT
        assert found["about"]["ply"] == ply
    listed = expect(broken.get("/disputes"), 200)["disputes"]
    assert {one["claim"] for one in listed} == {"history_altered", "illegal_move"}
    expect(say(broken, listed[0]["dispute"], 1, "contest", text="no"), 200)
    expect(broken.api.client.get(f"/v1/disputes/{listed[0]['dispute']}/events"), 200)


def test_the_log_of_such_a_dispute_is_sound(api: Api, broken: Table) -> None:
    name = judged(api, broken, "history_altered", ply=AT)["dispute"]
    state = folded(docket(api).entries(GameId(name)))
    assert (state.claim, state.hand_number, state.last) == (Claim.HISTORY_ALTERED, 1, state.last)
    assert state.first <= AT <= state.last


def test_a_receipt_is_evidence_in_such_a_dispute(api: Api, broken: Table) -> None:
    kept = signed(api, broken, AT + 1)
    found = judged(api, broken, "history_altered", ply=AT + 1, receipt=kept)
    assert kept in (found["receipt"], *found.get("receipts", ()))


def test_only_entries_that_the_log_had_are_disputed(broken: Table) -> None:
    refused(dispute(broken, 0, "other", 10_000), 422, "dispute_ply")
    refused(dispute(broken, None, "other", AT), 401, "unauthenticated")


def test_receipts_are_compared_with_what_is_left(api: Api, broken: Table) -> None:
    row = expect(broken.get("/events?after=4&limit=1"), 200)["events"][0]
    said = expect(broken.confront(signed(api, broken, AT + 1)), 200)
    assert (said["consistent"], said["damaged_at"]) == (None, AT)
    said = expect(broken.confront(signed(api, broken, 5)), 200)
    assert (said["consistent"], said["damaged_at"], said["ply"]) == (False, AT, AT - 1)
    answer = broken.get("/receipts")
    assert [one["ply"] for one in answer.get_json()] == [5, 5]
    assert answer.get_json()[1]["digest"] == row["digest"]
    assert expect(broken.confront(answer.get_json()[1]), 200)["consistent"]


def test_a_log_without_its_first_entry_tells_nobody_who_sat_there(api: Api, table: Table) -> None:
    damage(api, table, 1)
    broken = afresh(api, table)
    for answer in (broken.get("/events"), broken.get("/positions/1"), dispute(broken, 0, "other", 3)):
        assert refused(answer, 409, "quarantined")["ply"] == 1
