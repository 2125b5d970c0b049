"""Idempotency over HTTP: a repeated or simultaneous request is one entry and one answer."""

import threading
from collections.abc import Callable
from uuid import UUID

import pytest
from werkzeug.test import TestResponse

from app.games.cards import Seat
from app.games.table.commands import Sit
from app.store.entry import Entry
from tests.api.helpers import Api, Table, expect, refused
from tests.service.races import Raced

KEY = str(UUID(int=7, version=4))
OTHER_KEY = str(UUID(int=8, version=4))


def at_once(count: int, send: Callable[[], TestResponse]) -> list[TestResponse]:
    """The answers to `count` equal requests that start together."""
    answers: list[TestResponse] = []
    barrier = threading.Barrier(count)

    def run() -> None:
        barrier.wait()
        answers.append(send())

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == count
    return answers


def check_one(answers: list[TestResponse], status: int) -> None:
    """All answers have the same bytes and one of them is the first."""
    assert {answer.status_code for answer in answers} == {status}
    assert len({answer.data for answer in answers}) == 1
    assert len({answer.headers["ETag"] for answer in answers}) == 1
    assert [answer.headers.get("Idempotent-Replay") for answer in answers].count(None) == 1


@pytest.mark.parametrize("seats", [["me", {"bot": "greedy"}], ["me", "open"], [{"bot": "random"}, "me"]])
def test_ten_creations_at_once_with_one_key_are_one_game(api: Api, seats: list[object]) -> None:
    body = {"variant": "north-american", "seats": seats}
    answers = at_once(10, lambda: api.post(body, Idempotency_Key=KEY))
    check_one(answers, 201)
    table = Table(api, answers[0].get_json()["game"])
    assert (
        sum(b'"created"' in entry.public for entry in api.games.entries(answers[0].get_json()["game"], 0))
        == 1
    )
    api.bots(table.id)
    assert api.post(body, Idempotency_Key=KEY).data == answers[0].data
    assert len(api.games.store.live(100)) == 1


def test_creations_with_other_keys_or_none_are_other_games(api: Api) -> None:
    body = {"variant": "north-american", "seats": ["me", "open"]}
    made = [
        api.post(body, **more) for more in ({}, {}, {"Idempotency_Key": KEY}, {"Idempotency_Key": OTHER_KEY})
    ]
    assert len({expect(each, 201)["game"] for each in made}) == 4


def test_the_key_of_a_creation_with_another_body_is_refused(api: Api) -> None:
    body = {"variant": "north-american", "seats": ["me", "open"]}
    expect(api.post(body, Idempotency_Key=KEY), 201)
    refused(api.post({**body, "variant": "mexican-2"}, Idempotency_Key=KEY), 422, "idempotency_key_reused")
    spelled = {"seats": ["me", "open"], "variant": "north-american"}
    assert api.post(spelled, Idempotency_Key=KEY).headers["Idempotent-Replay"] == "true"


@pytest.mark.parametrize("key", ["1", "my-game", "g" * 36, KEY[:-1]])
def test_an_answer_with_a_token_needs_an_unguessable_key(api: Api, key: str) -> None:
    body = {"variant": "north-american", "seats": ["me", "open"]}
    refused(api.post(body, Idempotency_Key=key), 400, "idempotency_key_invalid")
    made = expect(api.post(body), 201)
    sit = api.client.post(f"/v1/games/{made['game']}/seats", headers={"Idempotency-Key": key})
    refused(sit, 400, "idempotency_key_invalid")


def test_one_key_takes_one_seat_and_each_key_another(api: Api) -> None:
    made = expect(api.post({"variant": "mexican-3", "seats": ["me", "open", "open"]}), 201)
    path = f"/v1/games/{made['game']}/seats"
    answers = at_once(8, lambda: api.client.post(path, headers={"Idempotency-Key": KEY}))
    check_one(answers, 201)
    other = expect(api.client.post(path, headers={"Idempotency-Key": OTHER_KEY}), 201)
    assert {answers[0].get_json()["seat"], other["seat"]} == {1, 2}
    late = api.client.post(path, headers={"Idempotency-Key": KEY})
    assert late.data == answers[0].data
    refused(
        api.client.post(path, json={"seat": 2}, headers={"Idempotency-Key": KEY}),
        422,
        "idempotency_key_reused",
    )


def test_simultaneous_joins_get_different_seats(api: Api) -> None:
    made = expect(api.post({"variant": "paco", "seats": ["me", *["open"] * 5]}), 201)
    answers = at_once(7, lambda: api.client.post(f"/v1/games/{made['game']}/seats"))
    taken = [answer.get_json()["seat"] for answer in answers if answer.status_code == 201]
    full = [answer for answer in answers if answer.status_code != 201]
    assert sorted(taken) == [1, 2, 3, 4, 5]
    assert all(refused(answer, 409, "seat_taken") for answer in full)
    assert len({answer.get_json()["token"] for answer in answers if answer.status_code == 201}) == 5


def test_a_join_that_lost_a_race_for_a_seat_gets_the_next_one(api: Api) -> None:
    made = expect(api.post({"variant": "paco", "seats": ["me", *["open"] * 9]}), 201)
    left = [2, 3, 4, 5, 6, 7, 8]

    def overtake(entry: Entry) -> None:
        if left and entry.ply > 1:
            seat = Seat(left.pop())
            api.games.act(entry.game, seat, Sit(seat, None, "cc" * 32))

    api.parts.games.log.store = Raced(api.games.store._redis, overtake)
    taken = expect(api.client.post(f"/v1/games/{made['game']}/seats"), 201)
    assert (taken["seat"], taken["ply"], left) == (1, 9, [])


def test_a_move_sent_ten_times_at_once_is_one_entry(api: Api) -> None:
    table = api.table("me open")
    before = table.view()["ply"]
    seat = table.asked()
    answers = at_once(10, lambda: table.post(seat, {"type": "pass"}, Idempotency_Key="k"))
    check_one(answers, 200)
    assert table.view()["ply"] == before + 1
    stale = table.post(seat, {"type": "pass", "expected_ply": 1}, Idempotency_Key="k")
    assert stale.data == answers[0].data


def test_a_move_without_a_key_sent_ten_times_at_once_is_accepted_once(api: Api) -> None:
    table = api.table("me open")
    now = table.view()["ply"]
    seat = table.asked()
    answers = at_once(10, lambda: table.post(seat, {"type": "pass"}, If_Match=f'"{now}"'))
    assert sorted(answer.status_code for answer in answers) == [200] + [412] * 9
    assert table.view()["ply"] == now + 1


def test_a_key_with_another_move_is_refused_and_belongs_to_seat_and_game(api: Api) -> None:
    table, other = api.table("me open"), api.table("me open")
    seat = table.asked()
    expect(table.post(seat, {"type": "pass"}, Idempotency_Key="k"), 200)
    refused(table.post(seat, {"type": "fold"}, Idempotency_Key="k"), 422, "idempotency_key_reused")
    expect(other.post(other.asked(), {"type": "pass"}, Idempotency_Key="k"), 200)
    next_seat = table.asked()
    if next_seat != seat:
        expect(table.post(next_seat, {"type": "pass"}, Idempotency_Key="k"), 200)


def test_a_refused_move_does_not_use_up_its_key(api: Api) -> None:
    table = api.table("me open")
    seat = table.asked()
    assert seat is not None
    card = table.view(seat)["hand"][0]
    refused(table.post(seat, {"type": "keep", "discard": card}, Idempotency_Key="k"), 422, "keep_forbidden")
    expect(table.post(seat, {"type": "pass"}, Idempotency_Key="k"), 200)


def test_one_seat_with_six_keys_at_one_ply_leaves_one_entry(api: Api) -> None:
    table = api.table("me open")
    now = table.view()["ply"]
    seat = table.asked()
    keys = iter(range(100))
    lock = threading.Lock()

    def send() -> TestResponse:
        with lock:
            key = f"k{next(keys)}"
        return table.post(seat, {"type": "pass", "expected_ply": now}, Idempotency_Key=key)

    answers = at_once(6, send)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    assert table.view()["ply"] == now + 1
