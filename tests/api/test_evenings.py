"""Evenings over HTTP: several tables of the same people with one ledger."""

import csv
from io import StringIO
from typing import Any

from app.store.evenings import TABLES_MAX
from app.store.keys import GameId, game_id_from, key_of
from replays.archive.archiver import Archiver
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import person
from tests.service.helpers import play_on

BODY: Json = {"variant": "mexican-2", "options": {"stake": 3}, "seats": ["me", {"bot": "greedy"}]}
UNKNOWN = "g-00" + "0" * 22


def made(api: Api, token: str | None = None, **more: Any) -> Table:
    """A new table of an evening, made by the holder of a token or key."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    body = expect(api.post({**BODY, "evening": "new", **more}, **headers), 201)
    return Table(
        api, body["game"], {seat["seat"]: seat["token"] for seat in body["seats"] if "token" in seat}
    )


def played(table: Table, seed: int) -> Table:
    """The table after its last hand."""
    play_on(table.api.games, GameId(table.id), seed)
    return table


def again(table: Table) -> Table:
    """The rematch of a table, which is over."""
    body = expect(table.api.client.post(table.path + "/rematch", headers=table.headers(0)), 201)
    return Table(table.api, body["game"], {0: body["token"]})


def evening(api: Api, table: Table, token: str | None = None) -> Json:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return expect(api.client.get(f"/v1/evenings/{table.id}", headers=headers), 200)


def test_a_rematch_goes_on_with_the_evening_and_its_ledger(api: Api) -> None:
    first = made(api)
    assert first.view()["evening"] == first.id
    played(first, 1)
    second = again(first)
    assert second.view()["evening"] == first.id
    played(second, 2)
    third = again(second)
    answer = evening(api, first)
    assert [table["game"] for table in answer["tables"]] == [first.id, second.id, third.id]
    assert [table["status"] for table in answer["tables"]] == ["finished", "finished", "playing"]
    assert [table["seats"] for table in answer["tables"]] == [[0, 1]] * 3
    balances = [[seat["balance"] for seat in table.view()["seats"]] for table in (first, second)]
    assert [hand["changes"] for hand in answer["hands"]] == balances
    assert answer["hands"][-1]["balances"] == [sum(two) for two in zip(*balances, strict=True)]
    assert [one["balance"] for one in answer["persons"]] == answer["hands"][-1]["balances"]
    assert sum(one["balance"] for one in answer["persons"]) + answer["house"] == 0


def test_a_game_without_an_evening_has_none_nor_has_its_rematch(api: Api) -> None:
    table = Table(api, (body := expect(api.post(BODY), 201))["game"], {0: body["seats"][0]["token"]})
    assert "evening" not in table.view()
    assert '"evening"' not in table.get("/events?limit=1").text
    played(table, 1)
    assert "evening" not in again(table).view()
    refused(api.client.get(f"/v1/evenings/{table.id}"), 404, "not_found")
    refused(api.client.get(f"/v1/evenings/{UNKNOWN}"), 404, "not_found")


def test_only_who_has_a_seat_at_a_table_of_the_evening_adds_one(api: Api) -> None:
    first = made(api)
    second = made(api, first.tokens[0], evening=first.id)
    assert second.view()["evening"] == first.id
    third = made(api, second.tokens[0], evening=first.id)
    stranger = made(api)
    for token in (None, stranger.tokens[0], person(api).key):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        for name in (first.id, UNKNOWN):
            refused(api.post({**BODY, "evening": name}, **headers), 403, "forbidden")
    assert [table["game"] for table in evening(api, first)["tables"]] == [first.id, second.id, third.id]
    refused(api.post({**BODY, "evening": "tonight"}), 422, "validation_failed")


def test_the_deal_passes_on_to_another_table_of_the_evening(api: Api) -> None:
    first = played(made(api), 1)
    dealer = first.view()["next_dealer"]
    assert evening(api, first)["next_dealer"] == dealer
    same = made(api, first.tokens[0], evening=first.id)
    assert same.view()["first_dealer"] == same.view()["dealer"] == dealer
    played(same, 2)
    turned = made(api, same.tokens[0], evening=first.id, seats=[{"bot": "greedy"}, "me"])
    assert turned.view()["dealer"] == 1 - same.view()["next_dealer"]
    assert turned.view()["evening"] == first.id
    beside = made(api, first.tokens[0], evening=first.id)
    assert "first_dealer" not in beside.view()


def test_a_player_adds_a_table_with_a_key_and_is_one_person_at_both(api: Api) -> None:
    lupe = person(api)
    first = made(api, lupe.key)
    second = made(api, lupe.with_scopes("play").key, evening=first.id)
    answer = evening(api, first)
    assert [table["game"] for table in answer["tables"]] == [first.id, second.id]
    assert [(one["player"], one["name"], one["bot"]) for one in answer["persons"]] == [
        (lupe.id, "Lupe", None),
        (None, None, "greedy"),
    ]


def test_a_guest_who_has_a_key_by_now_adds_a_table_with_the_token_of_a_seat_beside_it(api: Api) -> None:
    first = played(made(api), 1)
    lupe = person(api)
    body = {**BODY, "evening": first.id}
    key = {"Authorization": f"Bearer {lupe.key}"}
    refused(api.post(body, **key), 403, "forbidden")
    for token in (made(api).tokens[0], "cq_x", lupe.key):
        refused(api.post({**body, "evening_token": token}, **key), 403, "forbidden")
    refused(
        api.post({**body, "evening_token": first.tokens[0], "evening": "new"}, **key),
        422,
        "validation_failed",
    )
    second = made(api, lupe.key, evening=first.id, evening_token=first.tokens[0])
    assert second.view()["seats"][0]["player"] == lupe.id
    assert second.view()["dealer"] == first.view()["next_dealer"]
    answer = evening(api, first)
    assert [table["game"] for table in answer["tables"]] == [first.id, second.id]
    third = made(api, lupe.key, evening=first.id)
    assert third.view()["evening"] == first.id
    assert first.tokens[0] not in second.get("/events?limit=100").text


def test_strangers_do_not_see_the_private_tables_of_an_evening(api: Api) -> None:
    first = made(api, visibility="private")
    refused(api.client.get(f"/v1/evenings/{first.id}"), 404, "not_found")
    second = made(api, first.tokens[0], evening=first.id, visibility="unlisted")
    seen = evening(api, first)["tables"]
    assert [table["game"] for table in seen] == [second.id]
    for table in (first, second):
        assert len(evening(api, first, table.tokens[0])["tables"]) == 2
    refused(api.client.get(f"/v1/evenings/{first.id}", headers=made(api).headers(0)), 404, "not_found")


def test_the_hands_as_csv_are_those_of_the_evening_with_a_line_of_totals(api: Api) -> None:
    first = made(api, person(api, "=SUM(A1)").key)
    played(first, 1)
    played(again(first), 2)
    document = evening(api, first)
    answer = api.client.get(f"/v1/evenings/{first.id}/export.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    header, *lines, total = csv.reader(StringIO(answer.text))
    assert header == ["game", "hand", "dealer", "winner", "'=SUM(A1)", "greedy"]
    assert [line[0] for line in lines] == [table["game"] for table in document["tables"]]
    assert [list(map(int, line[4:])) for line in lines] == [hand["changes"] for hand in document["hands"]]
    assert total == ["total", "", "", "", *(str(one["balance"]) for one in document["persons"])]


def test_a_guest_has_a_number_as_its_name_in_csv(api: Api) -> None:
    first = made(api, seats=["me", "open"])
    first.sit()
    header = api.client.get(f"/v1/evenings/{first.id}/export.csv").text.splitlines()[0]
    assert header == "game,hand,dealer,winner,guest 1,guest 2"


def test_archived_tables_stay_in_their_evening(api: Api, archiver: Archiver) -> None:
    first = made(api)
    played(first, 1)
    second = again(first)
    before = evening(api, first)
    assert archiver.round().archived == 1
    assert evening(api, first) == before
    api.redis.delete(*api.redis.keys("cq:*:evening"))
    answer = evening(api, first)
    assert [table["game"] for table in answer["tables"]] == [first.id]
    assert answer["hands"] == before["hands"]
    played(second, 2)
    archiver.round()
    assert [table["game"] for table in evening(api, first)["tables"]] == [first.id, second.id]


def test_an_evening_has_a_hundred_tables_and_a_rematch_begins_another(api: Api) -> None:
    first = made(api)
    others = [game_id_from(number.to_bytes(32)) for number in range(TABLES_MAX - 1)]
    api.redis.sadd(key_of(first.id, "evening"), *others)
    refused(api.post({**BODY, "evening": first.id}, **first.headers(0)), 409, "quota_exceeded")
    played(first, 1)
    second = again(first)
    assert second.view()["evening"] == second.id
    assert again(first).id == second.id
