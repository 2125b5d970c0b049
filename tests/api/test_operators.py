"""Bans, names and the end of players: over HTTP for operators, and by `conquian players`."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli.players import players
from app.players.directory import earlier_players
from app.store.installation import mark_backup
from app.store.player_index import PlayerIndex
from tests.api.helpers import Api, Table, expect, refused, running
from tests.api.player_requests import Person, operator, person

GAMES = "/v1/games"
SEATS = {"variant": "north-american", "seats": ["me", "open"]}
PASS = {"type": "pass"}
Order = Callable[[str, bool], object]


def path_of(player: Person) -> str:
    return f"/v1/operator/players/{player.id}"


def over_http(api: Api) -> Order:
    """Return a function that bans a player or lifts its ban over HTTP."""
    keeper = operator(api)
    return lambda player, banned: expect(
        keeper.patch(f"/v1/operator/players/{player}", {"banned": banned}), 200
    )


def players_output(api: Api, *words: str) -> str:
    """Return what `conquian players` prints."""
    done = CliRunner().invoke(players(lambda: api.players), words)
    assert done.exit_code == 0, done.output
    return done.output


def by_command(api: Api) -> Order:
    """Return a function that does the same by the command."""
    return lambda player, banned: players_output(api, "ban" if banned else "unban", player)


def seated(api: Api, host: Person, guest: Person) -> tuple[Table, list[str]]:
    """Return a table of the two, and their seat tokens."""
    made = expect(host.post(GAMES, SEATS), 201)
    table = Table(api, made["game"])
    tokens = [made["seats"][0]["token"], expect(guest.post(f"{table.path}/seats"), 201)["token"]]
    return table, tokens


@pytest.mark.parametrize("way", [over_http, by_command])
def test_a_ban_refuses_keys_seats_and_new_games_until_it_is_lifted(
    way: Callable[[Api], Order], api: Api
) -> None:
    order, lupe, luis = way(api), person(api), person(api, "Luis")
    table, tokens = seated(api, lupe, luis)
    kept_for = {**SEATS, "seats": ["me", {"player": lupe.id}]}
    moves, by_token = f"{table.path}/moves", {"Authorization": f"Bearer {tokens[0]}", "If-Match": '"3"'}
    for _ in range(2):
        order(lupe.id, True)
    for answer in (
        lupe.get("/v1/players/me"),
        lupe.get(table.path),
        lupe.post(GAMES, SEATS),
        lupe.post("/v1/players/me/keys", {"scopes": ["play"]}),
        lupe.post(moves, PASS, If_Match='"3"'),
        api.client.post(moves, json=PASS, headers=by_token),
        luis.post(GAMES, kept_for),
    ):
        refused(answer, 403, "banned")
    view = expect(luis.get(table.path), 200)
    assert (view["status"], view["seats"][0]["player"]) == ("playing", lupe.id)
    for _ in range(2):
        order(lupe.id, False)
    assert expect(lupe.get("/v1/players/me"), 200)["scopes"] == ["play", "view", "spectate"]
    expect(luis.post(GAMES, kept_for), 201)
    expect(lupe.post(GAMES, SEATS), 201)
    expect(api.client.get(f"{table.path}/moves", headers=by_token), 200)


def test_a_revoked_key_of_a_banned_player_is_no_key(api: Api) -> None:
    lupe = person(api)
    over_http(api)(lupe.id, True)
    players_output(api, "revoke", lupe.id)
    refused(lupe.get("/v1/players/me"), 401, "unauthenticated")


def test_a_name_that_should_not_be_shown_is_replaced(api: Api) -> None:
    lupe, keeper = person(api), operator(api)
    changed = expect(keeper.patch(path_of(lupe), {"name": "Luz"}), 200)
    assert (changed["name"], changed["scopes"]) == ("Luz", ["play", "view", "spectate"])
    assert expect(lupe.get("/v1/players/me"), 200)["name"] == "Luz"
    assert players_output(api, "rename", lupe.id, "Lupita").endswith("  Lupita\n")
    assert expect(api.client.get(f"/v1/players/{lupe.id}"), 200)["name"] == "Lupita"
    refused(keeper.patch(path_of(lupe), {"name": " "}), 422, "name_invalid")
    assert CliRunner().invoke(players(lambda: api.players), ["rename", lupe.id, "a\nb"]).exit_code == 1


def test_a_repeated_change_is_not_made_again_and_shows_the_player_as_it_is(api: Api) -> None:
    lupe, keeper = person(api), operator(api)
    headers = keeper.headers(Idempotency_Key="rename")
    first = api.client.patch(path_of(lupe), json={"name": "Luz"}, headers=headers)
    assert expect(first, 200)["name"] == "Luz"
    expect(keeper.patch(path_of(lupe), {"name": "Lucero"}), 200)
    again = api.client.patch(path_of(lupe), json={"name": "Luz"}, headers=headers)
    assert again.headers["Idempotent-Replay"] == "true"
    assert expect(again, 200)["name"] == "Lucero" == expect(lupe.get("/v1/players/me"), 200)["name"]
    other = api.client.patch(path_of(lupe), json={"name": "Luna"}, headers=headers)
    refused(other, 422, "idempotency_key_reused")


def test_an_operator_closes_a_player_over_http_with_its_webhooks(api: Api) -> None:
    lupe, keeper = person(api), operator(api)
    expect(lupe.post("/v1/webhooks", {"url": "https://93.184.216.34/h", "events": ["game_over"]}), 201)
    for _ in range(2):
        player = expect(keeper.patch(path_of(lupe), {"closed": True}), 200)
        assert (player["name"], player["scopes"]) == (lupe.id, [])
    refused(lupe.get("/v1/webhooks"), 401, "unauthenticated")
    for change in ({"name": "Lupe"}, {"banned": True}):
        refused(keeper.patch(path_of(lupe), change), 409, "player_closed")
    done = CliRunner().invoke(players(lambda: api.players), ["ban", lupe.id])
    assert (done.exit_code, done.output) == (1, "Error: The player was closed.\n")


def test_only_a_key_with_the_scope_operate_keeps_order(api: Api) -> None:
    lupe, luis = person(api), person(api, "Luis")
    refused(luis.patch(path_of(lupe), {"banned": True}), 403, "scope_missing")
    refused(api.client.patch(path_of(lupe), json={"banned": True}), 401, "unauthenticated")
    refused(operator(api).patch(f"/v1/operator/players/p-00{'z' * 22}", {"banned": True}), 404, "not_found")
    assert expect(lupe.get("/v1/players/me"), 200)["name"] == "Lupe"


def names_and_states(keeper: Person, query: str) -> list[tuple[str, str]]:
    """Return name and state of the players of one page."""
    body = expect(keeper.get(f"/v1/operator/players?{query}"), 200)
    return [(player["name"], player["state"]) for player in body["players"]]


def test_an_operator_finds_players_by_the_beginning_of_a_name(api: Api) -> None:
    keeper = operator(api)
    people = {name: person(api, name) for name in ("José", "josefina", "Joaquín", "JOSE", "Jós")}
    assert names_and_states(keeper, "name=jos") == [
        *[("Jós", "open")],
        *sorted([("JOSE", "open"), ("José", "open")], key=lambda one: people[one[0]].id),
        ("josefina", "open"),
    ]
    assert names_and_states(keeper, "name=JOA") == [("Joaquín", "open")]
    assert names_and_states(keeper, "name=pedro") == []
    first = expect(keeper.get("/v1/operator/players?name=jo&limit=3"), 200)
    rest = f"name=jo&limit=3&cursor={first['next']}"
    assert names_and_states(keeper, "name=jo&limit=3") + names_and_states(keeper, rest) == names_and_states(
        keeper, "name=jo"
    )
    assert len(first["players"]) == 3
    assert expect(keeper.get(f"/v1/operator/players?{rest}"), 200)["next"] is None


def test_a_search_follows_names_bans_and_closing(api: Api) -> None:
    keeper, lupe, luis = operator(api), person(api), person(api, "Luis")
    path = path_of(lupe)
    assert expect(keeper.patch(path, {"name": "Ana", "banned": True}), 200)["state"] == "banned"
    assert names_and_states(keeper, "name=lu") == [("Luis", "open")]
    assert (
        names_and_states(keeper, "name=a") == names_and_states(keeper, "state=banned") == [("Ana", "banned")]
    )
    assert ("Ana", "banned") not in names_and_states(keeper, "state=open")
    expect(keeper.patch(path, {"banned": False}), 200)
    assert names_and_states(keeper, "state=banned") == []
    assert expect(keeper.patch(path, {"closed": True}), 200)["state"] == "closed"
    assert names_and_states(keeper, "name=a") == []
    assert names_and_states(keeper, "state=closed") == [(lupe.id, "closed")]
    players_output(api, "ban", luis.id)
    assert names_and_states(keeper, "state=banned") == [("Luis", "banned")]


def test_no_name_of_a_closed_player_stays_in_the_index(api: Api) -> None:
    keeper, lupe = operator(api), person(api, "Primera")
    for name in ("Segunda", "Tercera", "Primera"):
        expect(keeper.patch(path_of(lupe), {"name": name}), 200)
    expect(keeper.patch(path_of(lupe), {"banned": True}), 200)
    expect(keeper.patch(path_of(lupe), {"closed": True}), 200)
    keys = [key for end in ("names", "banned", "closed") for key in api.redis.scan_iter(f"cq:*:{end}")]
    members = [member for key in keys for member in api.redis.zrange(key, 0, -1)]
    identity = lupe.id.encode()
    assert [member for member in members if identity in member] == [identity + b"\0" + identity]


def test_players_of_an_earlier_version_are_found_after_a_pass_of_the_clock(api: Api) -> None:
    keeper = operator(api)
    lupe, luis = person(api), person(api, "Luis")
    players_output(api, "ban", luis.id)
    for end in ("names", "banned"):
        api.redis.delete(*api.redis.scan_iter(f"cq:*:{end}"))
    assert names_and_states(keeper, "name=lu") == []
    earlier = earlier_players(api.players.all, api.players.find, PlayerIndex(api.redis), at_once=1)
    for _ in range(3):  # the keeper is a player, too
        earlier()
        assert api.redis.get("cq:names") is None
    earlier()
    assert api.redis.get("cq:names") is not None
    assert names_and_states(keeper, "name=lu") == [("Luis", "banned"), ("Lupe", "open")]
    assert names_and_states(keeper, "state=banned") == [("Luis", "banned")]
    api.redis.delete(*api.redis.scan_iter("cq:*:names"))
    earlier()
    assert names_and_states(keeper, "name=lu") == [], "it is done once"
    api.redis.set("cq:names", 1)  # a day later
    for _ in range(4):
        earlier()
    assert expect(keeper.get("/v1/operator/players?name=lup"), 200)["players"][0]["player"] == lupe.id
    assert api.redis.get("cq:names") == b"done"


def test_an_operator_sees_the_state_of_the_installation(api: Api) -> None:
    keeper, lupe = operator(api), person(api)
    expect(api.client.post(GAMES, json=SEATS), 201)
    players_output(api, "ban", lupe.id)
    mark_backup(api.redis, 1_790_000_000_000)
    seen = expect(keeper.get("/v1/operator"), 200)
    assert seen["numbers"]["games_live"] == 1
    assert seen["players"] == {"named": 2, "banned": 1, "closed": 0}
    assert (seen["disputes"], seen["storage"]["archived"]) == (0, 0)
    assert seen["storage"]["memory"] > 0
    assert seen["backup"] == 1_790_000_000_000
    ready = api.client.get("/readyz").get_json()
    assert {check["check"]: check["status"] for check in seen["checks"]} == ready["checks"]
    assert [check["cause"]["detail"] for check in seen["checks"] if check["cause"]] == ready["warnings"]
    for other in (lupe.get("/v1/operator"), person(api).get("/v1/operator")):
        assert other.status_code == 403
    refused(api.client.get("/v1/operator"), 401, "unauthenticated")


def test_an_operator_reads_the_causes_of_failed_checks_in_a_language(redis_url: str) -> None:
    with running(redis_url, catalogue_url="postgresql://nobody@127.0.0.1:1/none") as api:
        keeper = operator(api)

        def causes(query: str, **headers: str) -> list[dict[str, Any]]:
            seen = expect(keeper.get(f"/v1/operator{query}", **headers), 200)
            return [check["cause"] for check in seen["checks"] if check["cause"]]

        every, spanish = causes(""), causes("?lang=es")
        assert causes("", Accept_Language="es") == spanish
        (catalogue,) = [problem for problem in every if problem["code"] == "refused"]
        assert catalogue["text"]["es"].startswith("El catálogo rechaza la conexión")
        for all_of_them, cause in zip(every, spanish, strict=True):
            assert all_of_them["text"]["en"] == all_of_them["detail"] == cause["detail"]
            assert cause["text"] == {"es": all_of_them["text"]["es"]} != {"es": cause["detail"]}
        refused(keeper.get("/v1/operator?lang=xx"), 422, "validation_failed")


def test_a_part_that_is_away_is_missing_in_the_state_of_the_installation(redis_url: str) -> None:
    with running(redis_url, catalogue_url="postgresql://nobody@127.0.0.1:1/none") as api:
        seen = expect(operator(api).get("/v1/operator"), 200)
        assert seen["status"] == "warn"
        (catalogue,) = [check for check in seen["checks"] if check["check"] == "catalogue"]
        assert (catalogue["part"], catalogue["cause"]["code"]) == ("catalogue", "refused")
        assert seen["storage"]["archived"] is None
        assert "unsigned_games" not in seen["numbers"]
        assert "games_live" in seen["numbers"]


def test_only_an_operator_lists_players_and_a_cursor_is_checked(api: Api) -> None:
    refused(person(api).get("/v1/operator/players"), 403, "scope_missing")
    refused(api.client.get("/v1/operator/players"), 401, "unauthenticated")
    for cursor in ("x", "-", "bHVwZQBnLTAw"):
        refused(operator(api).get(f"/v1/operator/players?cursor={cursor}"), 422, "validation_failed")


def test_a_banned_player_is_listed_as_banned(api: Api) -> None:
    lupe = person(api)
    assert (
        players_output(api, "ban", lupe.id)
        == f"{lupe.id}  banned  1 keys  Lupe\n"
        == players_output(api, "list")
    )


def test_a_command_that_would_change_nothing_is_no_entry(api: Api) -> None:
    lupe = person(api)
    for command in (api.players.unban, api.players.ban, api.players.ban):
        last = command(lupe.id)
    assert (last.ply, api.players.rename(lupe.id, "Lupe").ply) == (2, 2)
    assert api.players.rename(lupe.id, "Luz").ply == 3
    assert [key.number for key in api.players.revoke_others(lupe.id, 1).keys] == [1]
    assert api.players.unban(lupe.id).ply == 4


def test_an_operator_ends_a_live_game_once_and_opens_its_keys(api: Api, table: Table) -> None:
    keeper, lupe = operator(api), person(api)
    live, _ = seated(api, lupe, person(api, "Luis"))
    path = f"/v1/operator/games/{live.id}/end"
    refused(lupe.post(path), 403, "scope_missing")
    ended = expect(keeper.post(path), 200)
    assert ended == {"game": live.id, "ply": live.view()["ply"], "reason": "operator"}
    assert (live.view()["status"], live.view()["void"]["reason"]) == ("void", "operator")
    assert expect(keeper.post(path), 200) == ended
    refused(keeper.post(f"/v1/operator/games/{table.id}/end"), 409, "game_over")
    refused(keeper.post(f"/v1/operator/games/g-00{'z' * 22}/end"), 404, "not_found")
