"""Tables at which each person gets ready before the first hand (RULES 11.16), over HTTP."""

import pytest

from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.player_requests import person

GAMES = "/v1/games"
READY = {"type": "ready"}


def made(api: Api, *seats: object, **more: object) -> Table:
    """A table of the host, on seat 0, and others."""
    plan = {"variant": "mexican-3", "seats": ["me", *seats], "start": "ready", **more}
    answer = expect(api.post(plan), 201)
    return Table(api, answer["game"], {0: answer["seats"][0]["token"]})


def say(table: Table, seat: int, body: Json) -> Json:
    view: Json = expect(table.post(seat, body, Idempotency_Key=f"{seat}-{body['type']}"), 200)["view"]
    return view


def sat(table: Table, seat: int) -> Json:
    answer = expect(table.api.client.post(f"{table.path}/seats", json={"seat": seat}), 201)
    table.tokens[seat] = answer["token"]
    view: Json = answer["view"]
    return view


def test_the_hand_is_dealt_once_all_players_are_ready_and_no_clock_runs_before(api: Api) -> None:
    table = made(api, "open", "open", options={"decision_seconds": 30})
    view = table.view(0)
    assert (view["status"], view["start"], view["host"]) == ("waiting", "ready", 0)
    assert (view["awaited"], view["decision"]) == ([0], 1)
    given_up = view["deadline"]
    sat(table, 1)
    view = sat(table, 2)
    assert (view["status"], view["awaited"]) == ("waiting", [0, 1, 2])
    assert [move["type"] for move in table.moves(2)] == ["ready"]
    say(table, 2, READY)
    view = say(table, 0, READY)
    assert (view["status"], view["awaited"], view["answered"]) == ("waiting", [1], [2, 0])
    assert table.view(0)["deadline"] > given_up
    view = say(table, 1, READY)
    assert view["status"] == "playing"
    assert table.view(0)["deadline"] < given_up


def test_the_host_begins_with_bots_in_the_free_seats(api: Api) -> None:
    table = made(api, {"invitation": True}, "open")
    sat(table, 2)
    begin = {"type": "begin", "bot": "random"}
    refused(table.post(2, begin, Idempotency_Key="mine"), 422, "not_host")
    view = say(table, 0, begin)
    assert [(seat["kind"], seat["bot"], seat["invited"]) for seat in view["seats"]] == [
        ("person", None, False),
        ("bot", "random", False),
        ("person", None, False),
    ]
    assert (view["status"], view["awaited"]) == ("waiting", [2])
    refused(table.post(0, begin, Idempotency_Key="again"), 409, "already_ready")
    assert say(table, 2, READY)["status"] == "playing"


@pytest.mark.parametrize("bot", ["nobody", 7, None])
def test_the_bot_is_one_of_the_service(api: Api, bot: object) -> None:
    table = made(api, "open", "open")
    refused(table.post(0, {"type": "begin", "bot": bot}, Idempotency_Key="begin"), 422, "validation_failed")
    refused(table.post(0, {"type": "begin"}, Idempotency_Key="begin"), 422, "validation_failed")
    refused(table.post(0, {**READY, "bot": "greedy"}, Idempotency_Key="begin"), 422, "unknown_field")


def test_the_first_entry_holds_the_option_only_if_it_was_requested(api: Api) -> None:
    for plan, kept in (({}, False), ({"start": "full"}, False), ({"start": "ready"}, True)):
        answer = expect(api.post({"variant": "mexican-2", "seats": ["me", "open"], **plan}), 201)
        (first,) = expect(api.client.get(f"{GAMES}/{answer['game']}/events?limit=1"), 200)["events"]
        for body in (first["public"]["command"], first["public"]["events"][0]):
            assert ("start" in body) == kept, plan
    among = {"variant": "mexican-2", "seats": ["me", "open"], "options": {"start": "ready"}}
    assert expect(api.post(among), 201)["view"]["start"] == "ready"
    refused(api.post({**among, "options": {"start": "soon"}}), 422, "config_option")
    refused(
        api.post({"variant": "mexican-2", "seats": ["me", "open"], "start": "soon"}), 422, "validation_failed"
    )


def test_rematches_and_forks_honour_the_start_option(api: Api) -> None:
    table = made(api, {"bot": "random"}, "open")
    sat(table, 2)
    for seat in (0, 2):
        say(table, seat, READY)
    table.play(seed=1)
    again = expect(api.client.post(f"{table.path}/rematch", headers=table.headers(0)), 201)
    assert (again["view"]["start"], again["view"]["awaited"]) == ("ready", [0])
    forks = f"{table.path}/forks"
    ply = next(
        entry["ply"]
        for entry in expect(api.client.get(f"{table.path}/events?limit=30"), 200)["events"]
        if any(event["type"] == "dealt" for event in entry["public"]["events"])
    )
    plan = {"ply": ply, "seats": ["me", {"bot": "random"}, {"bot": "random"}]}
    assert expect(api.client.post(forks, json=plan), 201)["view"]["status"] == "playing"
    fork = expect(api.client.post(forks, json={**plan, "start": "ready"}), 201)
    assert (fork["view"]["status"], fork["view"]["start"]) == ("waiting", "ready")
    played = Table(api, fork["game"], {0: fork["seats"][0]["token"]})
    assert say(played, 0, READY)["status"] == "playing"


def test_the_decisions_of_a_player_include_getting_ready(api: Api) -> None:
    lupe, chela = person(api), person(api, "Chela")
    seats = ["me", {"player": chela.id}, {"bot": "random"}]
    answer = expect(lupe.post(GAMES, {"variant": "mexican-3", "seats": seats, "start": "ready"}), 201)
    path = f"{GAMES}/{answer['game']}"
    (asked,) = expect(lupe.get("/v1/players/me/decisions"), 200)["decisions"]
    assert [move["type"] for move in asked["moves"]] == ["ready"]
    expect(chela.post(f"{path}/seats", {}), 201)
    (asked,) = expect(chela.get("/v1/players/me/decisions"), 200)["decisions"]
    assert (asked["game"], asked["seat"], asked["moves"][0]["type"]) == (answer["game"], 1, "ready")
    for player in (chela, lupe):
        view = expect(player.post(f"{path}/moves", READY, Idempotency_Key="ready"), 200)["view"]
    assert view["status"] == "playing"
