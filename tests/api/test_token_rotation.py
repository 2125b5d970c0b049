"""Seat tokens replaced by the seat, its player or the host; the old one and its streams end."""

from threading import Thread
from uuid import uuid4

import pytest
from werkzeug.test import TestResponse

from app.games.cards import Seat
from app.games.table.commands import Expire
from app.store.keys import GameId
from replays.audit.audit import audit
from replays.record.write import write_record
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import Person, person
from tests.api.streaming import Thing, stream
from tests.server.helpers import eventually
from tests.service.helpers import play_on

GAMES = "/v1/games"


@pytest.fixture
def table(api: Api) -> Table:
    """A dealt game whose seat 0 is the host's."""
    return api.table("me open", decision_seconds=60, window_seconds=15, deal_delay_seconds=30)


def rotate(table: Table, seat: int, by: int | Person | None, **more: str) -> TestResponse:
    path, named = f"{table.path}/seats/{seat}/rotate", {k.replace("_", "-"): v for k, v in more.items()}
    if isinstance(by, Person):
        return by.post(path, None, **more)
    return table.api.client.post(path, headers=table.headers(by, named))


def test_a_seat_replaces_its_token_and_the_old_one_is_refused(table: Table) -> None:
    old, ply = table.tokens[1], table.view()["ply"]
    made = expect(rotate(table, 1, 1), 201)
    assert (made["seat"], made["ply"]) == (1, ply + 1)
    assert made["receipt"]["ply"] == made["ply"]
    assert made["token"] != old
    for answer in (table.get("", 1), table.get("/moves", 1), rotate(table, 1, 1)):
        refused(answer, 401, "unauthenticated")
    table.tokens[1] = made["token"]
    assert table.view(1)["you"] == 1
    expect(table.post(table.asked(), {"type": "pass"}), 200)


def test_a_lost_answer_is_had_again_with_the_token_that_has_ended(table: Table) -> None:
    key = str(uuid4())
    first = rotate(table, 0, 0, Idempotency_Key=key)
    again = rotate(table, 0, 0, Idempotency_Key=key)
    assert (first.status_code, again.data) == (201, first.data)
    assert again.headers["Idempotent-Replay"] == "true"
    refused(rotate(table, 0, 0, Idempotency_Key=str(uuid4())), 401, "unauthenticated")
    refused(rotate(table, 1, 0, Idempotency_Key=key), 401, "unauthenticated")


def test_the_open_question_and_its_deadline_stay_as_they_are(table: Table) -> None:
    asked = table.asked()
    before = table.view(asked)
    table.tokens[1] = expect(rotate(table, 1, 1), 201)["token"]
    after = table.view(asked)
    assert (after["decision"], after["deadline"]) == (before["decision"], before["deadline"])
    expect(table.post(asked, {"type": "pass"}, If_Match=f'"{before["ply"]}"'), 200)


def test_the_host_cannot_take_a_seat_that_is_played(table: Table) -> None:
    refused(rotate(table, 1, 0), 409, "rotation_closed")
    refused(rotate(table, 0, 1), 403, "forbidden")
    refused(rotate(table, 7, 0), 422, "seat_unknown")
    assert table.view(1)["you"] == 1


def test_the_host_replaces_the_token_of_a_seat_that_has_let_its_time_pass(table: Table) -> None:
    while table.asked() != 1:
        expect(table.post(0, {"type": "pass"}), 200)
    table.api.games.act(GameId(table.id), None, Expire((Seat(1),)))
    made = expect(rotate(table, 1, 0), 201)
    refused(table.get("", 1), 401, "unauthenticated")
    table.tokens[1] = made["token"]
    assert table.view(1)["you"] == 1


def test_the_host_cannot_replace_the_token_of_a_seat_that_has_returned(table: Table) -> None:
    while table.asked() != 1:
        expect(table.post(0, {"type": "pass"}), 200)
    table.api.games.act(GameId(table.id), None, Expire((Seat(1),)))
    while table.asked() != 1:
        expect(table.post(0, {"type": "pass"}), 200)
    expect(table.post(1, {"type": "pass"}), 200)
    refused(rotate(table, 1, 0), 409, "rotation_closed")


def test_before_the_first_hand_the_host_replaces_any_token_of_a_guest(api: Api) -> None:
    table = api.table("me open open", "mexican-3", entropy="seats")
    assert table.view()["status"] == "committing"
    table.tokens[2] = expect(rotate(table, 2, 0), 201)["token"]
    assert table.view(2)["you"] == 2
    refused(rotate(table, 0, 2), 403, "forbidden")


def test_a_player_with_a_key_keeps_its_seat_and_replaces_its_token_itself(api: Api) -> None:
    host, guest = person(api), person(api, "Luis")
    plan: Json = {"variant": "mexican-3", "seats": ["me", {"player": guest.id}, "open"]}
    made = expect(host.post(GAMES, plan), 201)
    table = Table(api, made["game"])
    table.tokens[1] = expect(guest.post(f"{table.path}/seats"), 201)["token"]
    refused(rotate(table, 1, host), 409, "rotation_closed")
    refused(rotate(table, 1, guest.with_scopes("view")), 403, "scope_missing")
    made = expect(rotate(table, 1, guest), 201)
    refused(table.get("", 1), 401, "unauthenticated")
    table.tokens[1] = made["token"]
    assert table.view(1)["you"] == 1
    refused(rotate(table, 1, person(api, "Zoe")), 403, "forbidden")


def test_a_host_without_a_seat_may_watch(api: Api) -> None:
    host = person(api)
    plan: Json = {"variant": "north-american", "seats": ["open", "open"], "visibility": "private"}
    made = expect(host.post(GAMES, plan), 201)
    table = Table(api, made["game"])
    table.sit({"seat": 0})
    assert expect(host.get(table.path), 200)["you"] is None
    refused(rotate(table, 0, person(api, "Zoe")), 404, "not_found")
    key = str(uuid4())
    first = rotate(table, 0, host, Idempotency_Key=key)
    assert expect(first, 201)["seat"] == 0
    assert rotate(table, 0, host, Idempotency_Key=key).data == first.data
    table.tokens[0] = first.get_json()["token"]
    public = api.games.entries(GameId(table.id), first.get_json()["ply"] - 1)[0].public
    assert b'"actor":"host"' in public
    refused(rotate(table, 1, host), 409, "rotation_closed")
    table.sit()
    play_on(api.games, GameId(table.id), seed=5)
    refused(rotate(table, 0, host), 409, "game_over")
    report = audit(b"".join(write_record(api.games.entries(GameId(table.id), 0))))
    assert report.sound, report.findings


def test_free_seats_and_seats_of_bots_have_no_token_to_replace(api: Api) -> None:
    made = expect(api.post({"variant": "mexican-3", "seats": ["me", "open", {"bot": "greedy"}]}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    for seat in (1, 2):
        refused(rotate(table, seat, 0), 409, "rotation_closed")
    refused(rotate(table, 0, None), 401, "unauthenticated")


def test_a_host_that_has_left_is_none(api: Api) -> None:
    table = api.table("me open open", "mexican-3")
    expect(table.post(0, {"type": "leave"}, Idempotency_Key="l"), 200)
    refused(rotate(table, 0, 0), 409, "already_left")
    refused(rotate(table, 1, 0), 403, "forbidden")


def test_a_stream_of_the_old_token_ends_without_further_entries(table: Table) -> None:
    heard: list[Thing] = []
    follows = Thread(target=lambda: heard.extend(stream(table, "?after=0", seat=1)))
    follows.start()
    eventually(lambda: heard)
    expect(rotate(table, 1, 1), 201)
    follows.join(300)
    assert not follows.is_alive()
    assert heard[-1].json["end"] == "unauthenticated"
    assert [item.name for item in heard[:-1]] == ["entry"] * (len(heard) - 1)
    assert heard[-2].json["ply"] == 3


def test_two_rotations_at_once_leave_one_token_that_is_valid(table: Table) -> None:
    tokens = [expect(rotate(table, 1, 1), 201)["token"]]
    for _ in range(3):
        table.tokens[1] = tokens[-1]
        tokens.append(expect(rotate(table, 1, 1), 201)["token"])
    valid = []
    for token in tokens:
        table.tokens[1] = token
        valid.append(table.get("", 1).status_code)
    assert valid == [401, 401, 401, 200]


def test_the_record_of_a_game_with_a_replaced_token_audits_clean_and_holds_no_token(table: Table) -> None:
    made = expect(rotate(table, 0, 0), 201)
    play_on(table.api.games, GameId(table.id), seed=4)
    record = b"".join(write_record(table.api.games.entries(GameId(table.id), 0)))
    report = audit(record)
    assert report.sound, report.findings
    assert made["token"].encode() not in record
