"""Leaving over HTTP: the seat is free, its next token works and the one before is refused everywhere."""

from uuid import uuid4

from tests.api.helpers import Api, Table, expect, refused, running


def test_a_seat_is_left_and_taken_again_with_a_new_token_that_alone_is_valid(api: Api) -> None:
    table = api.table("me open open", "mexican-3")
    assert expect(table.post(1, {"type": "leave"}), 200)["view"]["seats"][1]["left"]
    refused(table.post(1, {"type": "pass"}), 409, "already_left")
    old, key = table.tokens[1], {"Idempotency-Key": str(uuid4())}
    hand = table.view(1)["hand"]
    first, again = (api.client.post(table.path + "/seats", json={}, headers=key) for _ in range(2))
    taken = expect(first, 201)
    assert first.data == again.data
    assert (taken["seat"], taken["view"]["hand"]) == (1, hand)
    assert taken["token"] not in table.tokens.values()
    expect(table.get(seat=1), 401)
    expect(table.get("/moves", 1), 401)
    expect(table.post(1, {"type": "exchange", "card": hand[0]}, Idempotency_Key="x"), 401)
    table.tokens[1] = taken["token"]
    assert old != taken["token"]
    expect(table.post(1, {"type": "exchange", "card": hand[0]}), 200)


def test_an_ended_token_is_refused_by_a_process_with_an_older_position(redis_url: str) -> None:
    with running(redis_url) as api, running(redis_url) as other:
        table = api.table("me open open", "mexican-3")
        behind = Table(other, table.id, dict(table.tokens))
        card = behind.view(1)["hand"][0]
        expect(table.post(1, {"type": "leave"}), 200)
        taken = expect(api.client.post(table.path + "/seats", json={"seat": 1}), 201)
        body = {"type": "exchange", "card": card}
        expect(behind.post(1, body, Idempotency_Key="late"), 401)
        expect(behind.get("/moves", 1), 401)
        table.tokens[1] = taken["token"]
        assert expect(table.post(1, body), 200)["view"]["answered"] == [1]


def test_idempotency_keys_of_the_former_player_do_not_collide_with_those_of_the_next(api: Api) -> None:
    table = api.table("me open open", "mexican-3")
    card = table.view(1)["hand"][0]
    expect(table.post(1, {"type": "exchange", "card": card}, Idempotency_Key="k1"), 200)
    expect(table.post(1, {"type": "leave"}, Idempotency_Key="k2"), 200)
    table.tokens[1] = expect(api.client.post(table.path + "/seats", json={"seat": 1}), 201)["token"]
    left = table.post(1, {"type": "leave"}, Idempotency_Key="k1")
    assert expect(left, 200)["view"]["seats"][1]["left"]
    assert "Idempotent-Replay" not in left.headers
    assert "Idempotent-Replay" in table.post(1, {"type": "leave"}, Idempotency_Key="k1").headers
