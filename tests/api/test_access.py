"""Access control: tokens that are missing, malformed, wrong, of another seat or of another game."""

import pytest

from app.http.credentials import mint
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.service.helpers import KEYS

NOWHERE = "/v1/games/g-00" + "z" * 22


def strangers(table: Table) -> dict[str, str]:
    """Authorization headers that are not valid at `table`."""
    token = table.tokens[0]
    return {
        "garbled": "Bearer cq_seat_nonsense",
        "another scheme": f"Basic {token}",
        "no token": "Bearer ",
        "two tokens": f"Bearer {token} {token}",
        "a broken checksum": f"Bearer {token[:-1]}{'0' if token[-1] != '0' else '1'}",
        "made with another key": f"Bearer {mint(b'x' * 32, table.id, 0, 0)}",
        "of a seat that does not exist": f"Bearer {mint(KEYS.token, table.id, 9, 0)}",
        "of a bot's seat": f"Bearer {mint(KEYS.token, table.id, 1, 0)}",
        "of an open seat": f"Bearer {mint(KEYS.token, table.id, 2, 0)}",
        "of another generation": f"Bearer {mint(KEYS.token, table.id, 0, 1)}",
    }


@pytest.fixture
def table(api: Api) -> Table:
    """A game with a person, a bot and a free seat."""
    made = expect(api.post({"variant": "mexican-3", "seats": ["me", {"bot": "greedy"}, "open"]}), 201)
    return Table(api, made["game"], {0: made["seats"][0]["token"]})


def test_every_token_that_is_not_valid_is_answered_in_the_same_bytes(table: Table) -> None:
    bodies = set()
    for text in strangers(table).values():
        headers = {"Authorization": text}
        for path in ("", "/moves", "/events", "/positions/1", "/record", "/audit"):
            response = table.api.client.get(table.path + path, headers=headers)
            refused(response, 401, "unauthenticated")
            assert response.headers["WWW-Authenticate"] == 'Bearer realm="conquian"'
            bodies.add(response.data)
        sent = table.api.client.post(
            f"{table.path}/moves", json={"type": "pass", "expected_ply": 1}, headers=headers
        )
        refused(sent, 401, "unauthenticated")
        bodies.add(sent.data)
    bodies.add(table.get("/moves").data)
    bodies.add(table.post(None, {"type": "pass", "expected_ply": 1}, If_Match='"1"').data)
    assert len(bodies) == 1


def test_a_valid_token_of_another_game_is_refused_like_one_of_an_unknown_game(table: Table) -> None:
    other = table.api.table("me greedy")
    headers = other.headers(0, {"If-Match": '"1"'})
    client = table.api.client
    bodies = set()
    for path in (table.path, NOWHERE):
        for rest in ("", "/moves", "/events", "/positions/1", "/record", "/audit"):
            response = client.get(path + rest, headers=headers)
            refused(response, 404, "not_found")
            bodies.add(response.data)
        response = client.post(f"{path}/moves", json={"type": "pass"}, headers=headers)
        refused(response, 404, "not_found")
        bodies.add(response.data)
    assert len(bodies) == 1


def test_watching_needs_no_token_and_playing_does(table: Table) -> None:
    assert table.view()["you"] is None
    assert table.view(0)["you"] == 0
    refused(table.get("/moves"), 401, "unauthenticated")
    refused(table.post(None, {"type": "pass"}, If_Match='"1"'), 401, "unauthenticated")


def test_a_token_in_the_address_is_refused_and_never_used(table: Table) -> None:
    for query in (f"?token={table.tokens[0]}", "?access_token=x", f"?after={table.tokens[0]}"):
        refused(table.get(query), 400, "token_in_url")


def test_a_seat_token_works_as_soon_as_the_seat_is_taken_despite_caches(table: Table) -> None:
    assert table.view()["status"] == "waiting"
    table.sit()
    assert table.view(2)["hand"]
    assert table.moves(2)


@pytest.mark.parametrize(
    "address",
    [
        "g-0z" + "a" * 22,
        "g-00" + "A" * 22,
        "g-40" + "a" * 22,
        "g-00" + "a" * 21,
        "g-00" + "a" * 23,
        "%7Bb00%7D",
        "*",
        "%00",
        "..%2f..%2f",
        "9" * 3000,
    ],
)
def test_a_malformed_game_id_is_not_found(api: Api, address: str) -> None:
    for rest in ("", "/moves", "/events", "/audit", "/record"):
        refused(api.client.get(f"/v1/games/{address}{rest}"), 404, "not_found")


@pytest.mark.parametrize("ply", ["0", "99", "-1", "01", "1.0", "x", "9" * 15, "9" * 400, "%D9%A1"])
def test_a_ply_that_is_not_in_the_log_is_not_found(table: Table, ply: str) -> None:
    refused(table.get(f"/positions/{ply}"), 404, "not_found")


def test_a_token_does_not_act_for_another_seat(api: Api) -> None:
    table = api.table("me open")
    turn = table.view()["turn"]
    problem = refused(table.post(1 - turn, {"type": "pass"}), 409, "not_your_turn")
    assert (problem["rule"], problem["ply"]) == ("10.4", table.view()["ply"])
    smuggled: Json = {"type": "pass", "seat": turn}
    named = refused(table.post(1 - turn, smuggled), 422, "unknown_field")
    assert named["errors"][0]["pointer"] == "/seat"


@pytest.mark.parametrize(
    ("name", "status"), [("127.0.0.1:8000", 200), ("localhost", 200), ("evil.example", 400)]
)
def test_an_api_on_loopback_answers_to_loopback_names_alone(api: Api, name: str, status: int) -> None:
    assert api.client.get("/version", headers={"Host": name}).status_code == status


def test_a_private_game_exists_for_its_seats_alone_and_one_of_them_may_still_be_taken(api: Api) -> None:
    plan = {"variant": "north-american", "seats": ["me", "open"], "visibility": "private"}
    made = expect(api.post(plan), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    for path in ("", "/events", "/positions/1", "/record", "/audit"):
        refused(api.client.get(table.path + path), 404, "not_found")
        refused(
            api.client.get(table.path + path, headers=api.table("me greedy").headers(0, {})), 404, "not_found"
        )
    assert table.view(0)["visibility"] == "private"
    table.sit()
    assert table.view(1)["you"] == 1
    refused(api.post({**plan, "visibility": "secret"}), 422, "validation_failed")
