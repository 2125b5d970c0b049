"""Rematches over HTTP: one new table for all players who ask, linked to the old one (RULES 11.12)."""

from werkzeug.test import TestResponse

from tests.api.helpers import Api, Table, expect, refused, running
from tests.api.player_requests import person


def ended(api: Api, seats: str = "me open random", variant: str = "mexican-3") -> Table:
    """A table that has been played to its end."""
    table = api.table(seats, variant, stake=3)
    table.play(seed=1)
    assert table.view()["status"] == "finished"
    return table


def ask(table: Table, seat: int | None) -> TestResponse:
    return table.api.client.post(table.path + "/rematch", headers=table.headers(seat))


def test_all_players_who_ask_for_a_rematch_join_one_table_and_it_is_dealt(api: Api) -> None:
    table = ended(api)
    first, second = ask(table, 1), ask(table, 0)
    made, joined = expect(first, 201), expect(second, 201)
    assert first.headers["Location"] == f"/v1/games/{made['game']}"
    assert (made["game"], made["seat"], joined["seat"]) == (joined["game"], 1, 0)
    assert (made["view"]["status"], joined["view"]["status"]) == ("waiting", "playing")
    assert made["view"]["rematch_of"] == table.id
    assert [seat["kind"] for seat in made["view"]["seats"]] == ["open", "person", "bot"]
    assert made["view"]["stake"] == joined["view"]["stake"] - 3 == 0
    again = Table(api, made["game"], {1: made["token"], 0: joined["token"]})
    assert again.view(1)["you"] == 1
    assert again.view(0)["hand"] != again.view(1)["hand"]


def test_the_deal_passes_on_in_a_rematch(api: Api) -> None:
    table = ended(api, "me random random")
    dealer = (table.view()["dealer"] + 1) % 3
    assert table.view()["next_dealer"] == dealer
    made = expect(ask(table, 0), 201)
    again = made["view"]
    assert (again["first_dealer"], again["dealer"]) == (
        dealer,
        None if again["status"] == "waiting" else dealer,
    )
    again = Table(api, made["game"], {0: made["token"]})
    first = again.get("/events?limit=1").get_json()["events"][0]["public"]
    assert first["events"][0]["first_dealer"] == first["command"]["first_dealer"] == dealer
    assert again.view()["dealer"] == dealer


def test_asking_twice_is_answered_with_the_same_bytes(api: Api) -> None:
    table = ended(api)
    for seat in (0, 1):
        first, again = ask(table, seat), ask(table, seat)
        assert first.data == again.data
        assert (first.status_code, again.status_code) == (201, 201)
        assert "Idempotent-Replay" in again.headers


def test_a_rematch_is_for_the_seats_of_a_game_that_is_over(api: Api) -> None:
    table = api.table("me open random", "mexican-3")
    refused(ask(table, 0), 409, "not_before_end")
    refused(ask(ended(api), None), 401, "unauthenticated")


def test_a_key_without_the_scope_to_play_gets_no_rematch(api: Api) -> None:
    lupe = person(api)
    made = expect(lupe.post("/v1/games", {"variant": "mexican-2", "seats": ["me", {"bot": "random"}]}), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    table.play(seed=1)
    for scopes in (["view"], ["view", "spectate"]):
        refused(lupe.with_scopes(*scopes).post(f"{table.path}/rematch"), 403, "scope_missing")
    refused(person(api, "Chela").post(f"{table.path}/rematch"), 403, "forbidden")
    again = expect(lupe.with_scopes("play").post(f"{table.path}/rematch"), 201)
    assert expect(lupe.post(f"{table.path}/rematch"), 201) == again


def test_a_rematch_is_listed_among_the_open_games_of_its_player(redis_url: str) -> None:
    with running(redis_url, open_games=1) as api:
        table = ended(api, "me random", "mexican-2")
        expect(api.post({"variant": "north-american", "seats": ["me", "open"]}), 201)
        refused(ask(table, 0), 409, "quota_exceeded")
    with running(redis_url, open_games=2) as api:
        again = Table(api, table.id, table.tokens)
        made = expect(ask(again, 0), 201)
        assert expect(ask(again, 0), 201) == made


def test_a_seat_that_a_stranger_has_taken_meanwhile_is_taken(api: Api) -> None:
    table = ended(api)
    made = expect(ask(table, 0), 201)
    expect(api.client.post(f"/v1/games/{made['game']}/seats", json={}), 201)
    refused(ask(table, 1), 409, "seat_taken")
    assert ask(table, 0).get_json()["token"] == made["token"]


def test_the_rematch_of_a_rematch_is_a_third_game(api: Api) -> None:
    table = ended(api, "me random", "mexican-2")
    games = {table.id}
    for _ in range(2):
        made = expect(ask(table, 0), 201)
        table = Table(api, made["game"], {0: made["token"]})
        table.play(seed=2)
        games.add(table.id)
    assert len(games) == 3
