"""Players over HTTP: creation, API keys, and seats that are played without seat tokens."""

from uuid import UUID

import pytest
from click.testing import CliRunner, Result

from app.api.schemas.players import place_cursor
from app.cli.players import closing, players
from app.http.credentials import mint_key, parse_key
from app.players.decide import LIVE_KEYS_MAX, IsClosed
from app.players.service import hash_of
from app.players.state import KeyScope
from app.service.signing import now_ms
from app.store.indexes import WebhookIndex
from app.store.keys import GameId
from app.store.player_index import PlayerPlace
from app.webhooks.service import Webhooks
from tests.api.helpers import Api, Json, Table, expect, refused
from tests.api.organising import manifest
from tests.api.player_requests import Person, person
from tests.service.helpers import KEYS, play_on
from tests.store.helpers import kept

KEY = str(UUID(int=7, version=4))
GAMES = "/v1/games"
SEATS = {"variant": "north-american", "seats": ["me", "open"]}


def table_of(host: Person, seats: list[Json | str], **more: object) -> Table:
    made = expect(host.post(GAMES, {"variant": "north-american", "seats": seats, **more}), 201)
    return Table(host.api, made["game"])


def test_one_idempotency_key_creates_one_player_and_shows_its_key_again(api: Api) -> None:
    answers = [
        api.client.post("/v1/players", json={"name": "Lupe"}, headers={"Idempotency-Key": KEY})
        for _ in range(2)
    ]
    assert answers[0].data == answers[1].data
    assert answers[1].headers["Idempotent-Replay"] == "true"
    assert answers[0].headers["Location"] == f"/v1/players/{answers[0].get_json()['player']}"
    other = api.client.post("/v1/players", json={"name": "Luis"}, headers={"Idempotency-Key": KEY})
    refused(other, 422, "idempotency_key_reused")


def test_the_name_is_public_and_only_the_player_reads_its_scopes_and_keys(api: Api) -> None:
    lupe = person(api)
    player = expect(api.client.get(f"/v1/players/{lupe.id}"), 200)
    assert (player["player"], player["name"]) == (lupe.id, "Lupe")
    assert not {"scopes", "keys", "key"} & set(player)
    assert expect(lupe.get("/v1/players/me"), 200)["scopes"] == ["play", "view", "spectate"]
    (key,) = expect(lupe.get("/v1/players/me/keys"), 200)["keys"]
    assert lupe.key.startswith(key["prefix"])
    assert (key["number"], key["revoked"]) == (1, None)
    for path in ("/v1/players/me", "/v1/players/me/keys"):
        refused(api.client.get(path), 401, "unauthenticated")
    refused(api.client.get(f"/v1/players/p-00{'z' * 22}"), 404, "not_found")


def test_the_names_of_several_players_come_in_one_answer(api: Api) -> None:
    lupe, luis = person(api), person(api, "Luis")
    ids = (luis.id, f"p-00{'z' * 22}", "nobody", lupe.id, luis.id)
    listed = expect(api.client.get("/v1/players", query_string={"ids": ",".join(ids)}), 200)["players"]
    assert [(row["player"], row["name"]) for row in listed] == [(luis.id, "Luis"), (lupe.id, "Lupe")]
    assert not any({"scopes", "keys", "key"} & set(row) for row in listed)
    for wrong in ("", ",".join([lupe.id] * 51)):
        assert api.client.get("/v1/players", query_string={"ids": wrong}).status_code == 422


def same(api: Api, **query: object) -> Json:
    return expect(api.client.get("/v1/players", query_string=query), 200)


def test_a_whole_name_finds_its_players_page_by_page_and_no_others(api: Api) -> None:
    wanted = {person(api, name).id for name in ("José", "jose", "JOSE")}
    for other in ("Josefa", "Jos", "Ana", "Zoe", "jose b"):
        person(api, other)
    listed = same(api, name="jose")["players"]
    assert [row["player"] for row in listed] == sorted(wanted)
    assert set(listed[0]) == {"player", "name", "bot", "since"}
    first = same(api, name="José", limit=2)
    rest = same(api, name="José", limit=2, cursor=first["next"])
    assert [player["player"] for page in (first, rest) for player in page["players"]] == sorted(wanted)
    assert rest["next"] is None
    assert same(api, name="j")["players"] == same(api, name="p-")["players"] == []
    refused(api.client.get("/v1/players?name="), 422, "name_invalid")
    for wrong in ({}, {"ids": "p-0c", "name": "Ana"}, {"name": "Ana", "cursor": "x"}):
        refused(api.client.get("/v1/players", query_string=wrong), 422, "validation_failed")


def test_no_cursor_lists_players_of_another_name(api: Api) -> None:
    ana = person(api, "Ana")
    person(api, "Luis")
    for place in (PlayerPlace("", GameId(ana.id)), PlayerPlace("a", GameId(ana.id))):
        assert same(api, name="Zoe", cursor=place_cursor(place)) == {"players": [], "next": None}


def test_a_search_by_name_leaves_out_who_is_banned_or_closed_and_knows_the_new_name(api: Api) -> None:
    lupe, luis, ana = person(api), person(api), person(api)
    api.players.ban(luis.id)
    api.players.close(ana.id)
    assert [player["player"] for player in same(api, name="lupe")["players"]] == [lupe.id]
    api.players.rename(lupe.id, "Guadalupe")
    assert same(api, name="lupe")["players"] == []
    assert [player["player"] for player in same(api, name="guadalupe")["players"]] == [lupe.id]


@pytest.mark.parametrize("name", ["", " Lupe", "a\nb", "x" * 41, "\u202eepul", 7])
def test_a_name_is_for_people_to_read(name: object, api: Api) -> None:
    assert api.client.post("/v1/players", json={"name": name}).status_code == 422


def test_every_key_that_is_not_valid_is_answered_in_the_same_bytes(api: Api) -> None:
    lupe, gone = person(api), person(api)
    expect(gone.delete("/v1/players/me/keys/1"), 200)
    table = api.table("me open")
    wrong = [
        gone.key,
        mint_key(KEYS.token, lupe.id, 2),
        mint_key(b"x" * 32, lupe.id, 1),
        mint_key(KEYS.token, f"p-00{'z' * 22}", 1),
        lupe.key[:-1] + ("0" if lupe.key[-1] != "0" else "1"),
        "cq_key_nonsense",
    ]
    bodies = set()
    for text in wrong:
        stranger = Person(api, lupe.id, text)
        answers = [stranger.get(path) for path in ("/v1/players/me", table.path, f"{table.path}/moves")]
        answers += [stranger.post(GAMES, SEATS), stranger.post(f"{table.path}/seats")]
        answers += [stranger.post("/v1/players/me/keys/1/rotate"), stranger.delete("/v1/players/me/keys/1")]
        for answer in answers:
            refused(answer, 401, "unauthenticated")
            bodies.add(answer.data)
    assert len(bodies) == 1


def test_a_key_is_stored_as_a_hash_alone(api: Api) -> None:
    lupe = person(api)
    raw = kept(api.redis)
    assert hash_of(lupe.key).encode() in raw
    assert lupe.key.encode() not in raw
    assert lupe.key.split("_")[-1][:52].encode() not in raw


def test_a_key_rotates_itself_and_a_repeated_request_gets_the_same_answer(api: Api) -> None:
    lupe = person(api)
    path = "/v1/players/me/keys/1/rotate"
    first, again = (lupe.post(path, Idempotency_Key=KEY) for _ in range(2))
    assert expect(first, 201) == expect(again, 201)
    assert again.headers["Idempotent-Replay"] == "true"
    refused(lupe.get("/v1/players/me"), 401, "unauthenticated")
    refused(lupe.post(path), 401, "unauthenticated")
    refused(lupe.post("/v1/players/me/keys/2/rotate", Idempotency_Key=KEY), 401, "unauthenticated")
    renewed = Person(api, lupe.id, first.get_json()["key"])
    assert expect(renewed.get("/v1/players/me"), 200)["player"] == lupe.id
    refused(renewed.post(path), 404, "not_found")
    refused(renewed.delete("/v1/players/me/keys/1"), 404, "not_found")
    refused(renewed.delete("/v1/players/me/keys/9"), 404, "not_found")


@pytest.mark.parametrize(
    ("path", "scope", "who"),
    [("/v1/tournaments", "organise", "Only the operator"), ("/v1/games", "play", "/v1/players/me/keys")],
)
def test_a_missing_scope_is_named_with_who_can_grant_it(api: Api, path: str, scope: str, who: str) -> None:
    narrow = person(api).with_scopes("view")
    response = narrow.post(path, manifest() if scope == "organise" else SEATS)
    detail = refused(response, 403, "scope_missing")["detail"]
    assert f"lacks {scope}." in detail
    assert who in detail
    challenge = f'Bearer realm="conquian", error="insufficient_scope", scope="{scope}"'
    assert response.headers["WWW-Authenticate"] == challenge


def test_a_narrow_key_can_do_no_more_than_its_scopes(api: Api) -> None:
    lupe = person(api)
    viewer, watcher = lupe.with_scopes("view"), lupe.with_scopes("spectate")
    table = table_of(lupe, ["me", "open"])
    table.sit()
    assert expect(viewer.get(table.path), 200)["you"] == 0
    refused(watcher.get(table.path), 403, "scope_missing")
    other = api.table("me open")
    assert expect(watcher.get(other.path), 200)["you"] is None
    refused(viewer.get(other.path), 403, "scope_missing")
    for narrow in (viewer, watcher):
        refused(narrow.post(GAMES, SEATS), 403, "scope_missing")
        refused(narrow.post(f"{other.path}/seats"), 403, "scope_missing")
        refused(narrow.post(f"{table.path}/moves", {"type": "pass"}, If_Match='"3"'), 403, "scope_missing")
        refused(narrow.post("/v1/players/me/keys", {"scopes": ["play"]}), 403, "scope_missing")
        refused(narrow.delete("/v1/players/me/keys/1"), 403, "scope_missing")
    expect(viewer.delete("/v1/players/me/keys/2"), 200)
    refused(viewer.get("/v1/players/me"), 401, "unauthenticated")


def test_wide_scopes_are_granted_by_the_operator_alone_and_taken_from_every_key(api: Api) -> None:
    lupe = person(api)
    refused(lupe.post("/v1/players/me/keys", {"scopes": ["audit"]}), 403, "scope_missing")
    api.players.grant(lupe.id, KeyScope.AUDIT)
    arbiter = lupe.with_scopes("audit")
    assert expect(arbiter.get("/v1/players/me"), 200)["scopes"] == ["play", "view", "spectate", "audit"]
    api.players.withdraw(lupe.id, KeyScope.AUDIT)
    assert expect(arbiter.get("/v1/players/me/keys"), 200)["keys"][1]["scopes"] == []
    refused(arbiter.get(api.table("me open").path), 403, "scope_missing")


def test_a_player_has_a_bounded_number_of_keys(api: Api) -> None:
    lupe = person(api)
    for _ in range(LIVE_KEYS_MAX - 1):
        lupe.with_scopes("view")
    refused(lupe.post("/v1/players/me/keys", {"scopes": ["view"]}), 409, "quota_exceeded")
    expect(lupe.post("/v1/players/me/keys/2/rotate"), 201)
    expect(lupe.delete("/v1/players/me/keys/3"), 200)
    lupe.with_scopes("view")


def test_a_player_plays_its_seat_without_a_seat_token(api: Api) -> None:
    lupe, luis = person(api), person(api, "Luis")
    table = table_of(lupe, ["me", "open"])
    assert expect(luis.post(f"{table.path}/seats"), 201)["seat"] == 1
    views = [expect(who.get(table.path), 200) for who in (lupe, luis)]
    assert [view["you"] for view in views] == [0, 1]
    assert [seat["player"] for seat in views[0]["seats"]] == [lupe.id, luis.id]
    assert views[0]["hand"] != views[1]["hand"]
    asked = views[0]["awaited"][0]
    mover, waiter = (lupe, luis) if asked == 0 else (luis, lupe)
    (move, *_) = expect(mover.get(f"{table.path}/moves?expand=1"), 200)["moves"]
    sent = mover.post(f"{table.path}/moves", move, Idempotency_Key="one")
    assert expect(sent, 200)["view"]["you"] == asked
    assert mover.post(f"{table.path}/moves", move, Idempotency_Key="one").data == sent.data
    late = waiter.post(f"{table.path}/moves", {"type": "pass"}, If_Match=f'"{views[0]["ply"]}"')
    refused(late, 412, "stale_ply")


def test_a_player_without_a_seat_may_watch_and_not_act(api: Api) -> None:
    table, lupe = api.table("me open"), person(api)
    assert expect(lupe.get(table.path), 200)["you"] is None
    refused(lupe.get(f"{table.path}/moves"), 401, "unauthenticated")
    refused(lupe.post(f"{table.path}/moves", {"type": "pass"}, If_Match='"3"'), 403, "forbidden")


def test_a_reserved_seat_is_taken_by_its_player_only(api: Api) -> None:
    host, guest, stranger = person(api), person(api, "Luis"), person(api, "Zoe")
    table = table_of(host, [{"player": guest.id}, "me"], visibility="private")
    for who in (stranger.post(f"{table.path}/seats"), api.client.post(f"{table.path}/seats")):
        refused(who, 404, "not_found")
    public = table_of(host, [{"player": guest.id}, "me"])
    refused(stranger.post(f"{public.path}/seats"), 409, "seat_reserved")
    refused(stranger.get(table.path), 404, "not_found")
    refused(stranger.post(f"{table.path}/moves", {"type": "pass"}, If_Match='"1"'), 404, "not_found")
    assert expect(guest.get(table.path), 200)["seats"][0]["kind"] == "open"
    assert expect(guest.post(f"{table.path}/seats"), 201)["seat"] == 0
    assert expect(guest.get(table.path), 200)["you"] == 0


def test_a_player_has_one_seat_at_a_table(api: Api) -> None:
    lupe = person(api)
    table = table_of(lupe, ["me", "open"])
    refused(lupe.post(f"{table.path}/seats"), 409, "already_seated")
    for seats in (["me", {"player": lupe.id}], [{"player": lupe.id}] * 2):
        problem = refused(lupe.post(GAMES, {**SEATS, "seats": seats}), 422, "player_twice")
        assert problem["errors"][0]["pointer"] == "/seats/0"
    unknown = [{"player": f"p-00{'z' * 22}"}, "me"]
    refused(lupe.post(GAMES, {**SEATS, "seats": unknown}), 422, "player_unknown")
    refused(lupe.post(GAMES, {**SEATS, "seats": [{"player": "me"}, "me"]}), 422, "validation_failed")


def test_a_seat_that_was_left_and_taken_by_another_is_lost_to_its_player(api: Api) -> None:
    lupe, luis = person(api), person(api, "Luis")
    table = table_of(lupe, ["me", "open"])
    table.sit()
    expect(lupe.post(f"{table.path}/moves", {"type": "leave"}, Idempotency_Key="l"), 200)
    refused(lupe.post(f"{table.path}/moves", {"type": "pass"}, Idempotency_Key="p"), 409, "already_left")
    assert expect(luis.post(f"{table.path}/seats"), 201)["seat"] == 0
    assert expect(lupe.get(table.path), 200)["you"] is None
    assert expect(luis.get(table.path), 200)["you"] == 0


def test_creations_of_two_players_under_one_idempotency_key_are_two_games(api: Api) -> None:
    lupe, luis = person(api), person(api, "Luis")
    made = [expect(who.post(GAMES, SEATS, Idempotency_Key=KEY), 201)["game"] for who in (lupe, luis, lupe)]
    assert made[0] == made[2] != made[1]


def test_a_record_names_players_by_id_and_a_rematch_keeps_their_seats(api: Api) -> None:
    lupe, luis = person(api), person(api, "Luis")
    table = table_of(lupe, ["me", "open"])
    expect(luis.post(f"{table.path}/seats"), 201)
    assert play_on(api.games, GameId(table.id), seed=3).table.is_over
    record = lupe.get(f"{table.path}/record", Accept="*/*").text
    assert lupe.id in record
    assert luis.id in record
    assert not {"Lupe", "Luis"} & set(record.replace('"', " ").split())
    assert expect(lupe.get(f"{table.path}/audit"), 200)["findings"] == []
    again = expect(lupe.post(f"{table.path}/rematch"), 201)
    refused(api.client.post(f"{GAMES}/{again['game']}/seats"), 409, "seat_reserved")
    assert expect(luis.post(f"{table.path}/rematch"), 201)["view"]["status"] == "playing"


def test_a_key_in_the_address_is_refused_and_never_used(api: Api) -> None:
    lupe = person(api)
    for query in (f"?after={lupe.key}", "?api_key=x"):
        refused(api.client.get(f"/v1/players/me{query}"), 400, "token_in_url")


def test_a_key_is_decoded_to_its_parts_and_one_wrong_character_is_detected(api: Api) -> None:
    lupe = person(api)
    parsed = parse_key(lupe.key)
    assert parsed is not None
    assert (parsed.player, parsed.number) == (lupe.id, 1)
    changed = {lupe.key[:at] + "x" + lupe.key[at + 1 :] for at in range(len(lupe.key))} - {lupe.key}
    assert not [text for text in changed if parse_key(text)]
    for player, number in (("p-xx", 1), (lupe.id, 0), (lupe.id, 2**16)):
        with pytest.raises(ValueError, match="a key needs"):
            mint_key(KEYS.token, player, number)


def test_the_operator_lists_grants_and_revokes(api: Api) -> None:
    lupe, luis = person(api), person(api, "Luis")
    group = players(lambda: api.players)

    def run(*words: str) -> str:
        done = CliRunner().invoke(group, words)
        assert done.exit_code == 0, done.output
        return done.output

    listed = run("list").splitlines()
    assert sorted(line.split()[0] for line in listed) == sorted([lupe.id, luis.id])
    assert "audit" in run("grant", lupe.id, "audit")
    lupe.with_scopes("audit")
    assert "audit" not in run("revoke", lupe.id, "--scope", "audit")
    assert "  1 keys  " in run("revoke", lupe.id, "--key", "2")
    assert "  0 keys  " in run("revoke", lupe.id)
    refused(lupe.get("/v1/players/me"), 401, "unauthenticated")
    for wrong in (
        ["grant", lupe.id, "play"],
        ["grant", "p-nobody", "audit"],
        ["revoke", lupe.id, "--key", "1"],
    ):
        assert CliRunner().invoke(group, wrong).exit_code != 0


def closed(api: Api, player: str, answer: str | None = None) -> Result:
    """Return what the operator's command says; without an `answer` it does not ask."""
    webhooks = Webhooks(api.games.store, WebhookIndex(api.redis), KEYS.token, 10, now_ms)
    words = [player] if answer else [player, "--yes"]
    return CliRunner().invoke(closing(lambda: (api.players, webhooks)), words, input=answer)


def test_a_closed_player_has_neither_key_nor_name_nor_webhook_and_keeps_its_id(api: Api) -> None:
    lupe, memo = person(api), person(api, "Memo")
    bot = expect(lupe.post("/v1/players", {"name": "Robot", "bot": True}), 201)["player"]
    hook = {"url": "https://93.184.216.34/hook", "events": ["game_over"]}
    expect(lupe.post("/v1/webhooks", hook), 201)
    table = table_of(lupe, ["me", "open"])
    expect(memo.post(f"{table.path}/seats"), 201)
    result = closed(api, lupe.id, "n\n")
    assert (result.exit_code, expect(lupe.get("/v1/players/me"), 200)["name"]) == (1, "Lupe")
    assert all(text in result.output for text in ("Goes:", "Stays:", f"{bot} is a bot of this player"))
    for _ in range(2):
        result = closed(api, lupe.id)
        assert (result.exit_code, result.output.splitlines()[-1]) == (0, f"{lupe.id}: closed.")
    assert Webhooks(api.games.store, WebhookIndex(api.redis), KEYS.token, 10, now_ms).of(lupe.id) == ()
    for answer in (lupe.get("/v1/players/me"), lupe.get(table.path), lupe.post(GAMES, SEATS)):
        refused(answer, 401, "unauthenticated")
    player = expect(api.client.get(f"/v1/players/{lupe.id}"), 200)
    assert (player["player"], player["name"]) == (lupe.id, lupe.id)
    assert expect(memo.get(table.path), 200)["seats"][0]["player"] == lupe.id
    kept_for = {"variant": "north-american", "seats": ["me", {"player": lupe.id}]}
    refused(memo.post(GAMES, kept_for), 422, "player_unknown")
    assert closed(api, "p-00" + "z" * 22).output == "Error: There is no player of this id.\n"


def test_a_closed_player_gets_no_scopes(api: Api) -> None:
    lupe = person(api)
    api.players.close(lupe.id)
    result = CliRunner().invoke(players(lambda: api.players), ["grant", lupe.id, "organise"])
    assert (result.exit_code, result.output) == (1, "Error: The player was closed.\n")
    result = CliRunner().invoke(players(lambda: api.players), ["revoke", lupe.id, "--key", "1"])
    assert (result.exit_code, "no such key" in result.output) == (1, True)
    assert CliRunner().invoke(players(lambda: api.players), ["list"]).output == f"{lupe.id}  closed\n"
    for act in (lambda: api.players.add_key(lupe.id, ("play",), None), lambda: api.players.close(lupe.id)):
        with pytest.raises(IsClosed):
            act()
