"""Webhooks over HTTP: ownership, allowed values, and visibility."""

import base64
from typing import Any
from uuid import uuid4

import pytest

from app.players.state import KeyScope
from app.store.keys import hooks_key
from app.webhooks.state import OVERLAP_MS
from tests.api.helpers import Api, expect, refused
from tests.api.player_requests import Person, person

URL = "https://bot.example/hook"
BODY: dict[str, Any] = {"url": URL, "events": ["game_over", "your_turn"]}


def made(owner: Person, **more: Any) -> dict[str, Any]:
    return expect(owner.post("/v1/webhooks", BODY | more), 201)


def changed(owner: Person, webhook: str, body: Any) -> Any:
    return owner.api.client.patch(f"/v1/webhooks/{webhook}", headers=owner.headers(), json=body)


def test_a_new_webhook_shows_its_secret_once(api: Api) -> None:
    lupe = person(api)
    response = lupe.post("/v1/webhooks", BODY | {"description": "my bot"})
    new = expect(response, 201)
    assert response.headers["Location"] == f"/v1/webhooks/{new['webhook']}"
    secret = new.pop("secret")
    assert secret.startswith("whsec_")
    assert len(base64.b64decode(secret.removeprefix("whsec_"))) == 32
    assert new | {"made": 0} == {
        "webhook": new["webhook"],
        "url": URL,
        "events": ["your_turn", "game_over"],
        "games": None,
        "description": "my bot",
        "enabled": True,
        "disabled_for": None,
        "made": 0,
        "old_secret_until": None,
    }
    assert expect(lupe.get(f"/v1/webhooks/{new['webhook']}"), 200) == new
    assert expect(lupe.get("/v1/webhooks"), 200) == {"webhooks": [new]}


def test_a_repeated_creation_is_answered_alike_and_shows_the_secret(api: Api) -> None:
    lupe, key = person(api), str(uuid4())
    first = lupe.post("/v1/webhooks", BODY, Idempotency_Key=key)
    again = lupe.post("/v1/webhooks", BODY, Idempotency_Key=key)
    assert (again.status_code, again.json) == (201, first.json)
    assert again.headers["Idempotent-Replay"] == "true"
    refused(
        lupe.post("/v1/webhooks", BODY | {"description": "x"}, Idempotency_Key=key),
        422,
        "idempotency_key_reused",
    )
    assert len(expect(lupe.get("/v1/webhooks"), 200)["webhooks"]) == 1


def test_webhooks_are_their_owners_alone(api: Api) -> None:
    lupe, nobody = person(api), person(api, "Memo")
    webhook = made(lupe)["webhook"]
    path = f"/v1/webhooks/{webhook}"
    refused(nobody.get(path), 404, "not_found")
    refused(nobody.get(f"{path}/deliveries"), 404, "not_found")
    refused(changed(nobody, webhook, {"enabled": False}), 404, "not_found")
    refused(nobody.delete(path), 404, "not_found")
    for rest in ("/rotate", "/test", f"/deliveries/msg_{'0' * 32}/redeliver"):
        refused(nobody.post(path + rest), 404, "not_found")
    assert expect(nobody.get("/v1/webhooks"), 200) == {"webhooks": []}
    refused(api.client.get("/v1/webhooks"), 401, "unauthenticated")
    refused(api.client.post("/v1/webhooks", json=BODY), 401, "unauthenticated")


def test_a_key_needs_the_scopes(api: Api) -> None:
    lupe = person(api)
    webhook = made(lupe)["webhook"]
    viewing, playing = lupe.with_scopes("view"), lupe.with_scopes("play")
    expect(viewing.get(f"/v1/webhooks/{webhook}"), 200)
    refused(viewing.post("/v1/webhooks", BODY), 403, "scope_missing")
    refused(viewing.delete(f"/v1/webhooks/{webhook}"), 403, "scope_missing")
    refused(playing.post("/v1/webhooks", BODY), 403, "scope_missing")
    refused(playing.get("/v1/webhooks"), 403, "scope_missing")


def test_a_webhook_is_changed_field_by_field(api: Api) -> None:
    lupe = person(api)
    new = made(lupe)
    new.pop("secret")
    assert expect(changed(lupe, new["webhook"], {"events": ["hand_over"]}), 200) == new | {
        "events": ["hand_over"]
    }
    other = {"url": "https://other.example/", "description": "", "enabled": False}
    assert expect(changed(lupe, new["webhook"], other), 200) == new | {"events": ["hand_over"]} | other
    refused(changed(lupe, new["webhook"], {}), 422, "validation_failed")
    refused(changed(lupe, new["webhook"], {"secret": "whsec_"}), 422, "unknown_field")


def test_a_rotated_secret_is_another_and_the_old_one_signs_for_a_day(api: Api) -> None:
    lupe = person(api)
    new = made(lupe)
    path, key = f"/v1/webhooks/{new['webhook']}/rotate", str(uuid4())
    rotated = expect(lupe.post(path, Idempotency_Key=key), 201)
    assert rotated["secret"].startswith("whsec_")
    assert rotated["secret"] != new["secret"]
    assert rotated["old_secret_until"] > rotated["made"] + OVERLAP_MS - 1
    assert expect(lupe.post(path, Idempotency_Key=key), 201) == rotated
    for _ in range(3):
        expect(lupe.post(path), 201)
    refused(lupe.post(path), 409, "webhook_changes")


def test_a_deleted_webhook_is_not_found(api: Api) -> None:
    lupe = person(api)
    webhook = made(lupe)["webhook"]
    path = f"/v1/webhooks/{webhook}"
    expect(lupe.post(f"{path}/test"), 202)
    assert lupe.delete(path).status_code == 204
    refused(lupe.get(path), 404, "not_found")
    refused(lupe.delete(path), 404, "not_found")
    assert not [key for key in api.redis.scan_iter(f"*{webhook}*") if not key.endswith((b":ev", b":st"))]
    assert api.redis.scard(hooks_key(lupe.id)) == 0


def test_a_private_address_is_refused_with_the_setting_that_allows_it(api: Api) -> None:
    body = {**BODY, "url": "https://10.0.0.1/"}
    (fault,) = refused(person(api).post("/v1/webhooks", body), 422, "webhook_url")["errors"]
    assert "CONQUIAN_WEBHOOK_NETWORKS" in fault["detail"]


@pytest.mark.parametrize("url", ["ftp://bot.example/", "https://10.0.0.1/", "https://u:p@bot.example/", "x"])
def test_an_address_that_may_not_be_called_is_refused(api: Api, url: str) -> None:
    lupe = person(api)
    problem = refused(lupe.post("/v1/webhooks", BODY | {"url": url}), 422, "webhook_url")
    assert problem["errors"][0]["pointer"] == "/url"
    webhook = made(lupe)["webhook"]
    refused(changed(lupe, webhook, {"url": url}), 422, "webhook_url")


def test_a_player_has_so_many_webhooks_and_no_more(api: Api) -> None:
    lupe = person(api)
    ids = [made(lupe)["webhook"] for _ in range(api.settings.webhooks)]
    refused(lupe.post("/v1/webhooks", BODY), 409, "quota_exceeded")
    assert lupe.delete(f"/v1/webhooks/{ids[0]}").status_code == 204
    made(lupe)


def test_only_seats_and_organisers_subscribe_to_a_game(api: Api) -> None:
    lupe, memo = person(api), person(api, "Memo")
    game = expect(
        memo.post("/v1/games", {"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}), 201
    )["game"]
    assert made(memo, games=[game, game])["games"] == [game]
    problem = refused(lupe.post("/v1/webhooks", BODY | {"games": [game]}), 422, "webhook_games")
    assert [error["pointer"] for error in problem["errors"]] == ["/games/0"]
    unknown = "g-00" + "0" * 22
    refused(memo.post("/v1/webhooks", BODY | {"games": [unknown]}), 422, "webhook_games")
    api.players.grant(lupe.id, KeyScope.ORGANISE)
    organiser = lupe.with_scopes("play", "view", "organise")
    assert made(organiser, games=[game])["games"] == [game]
    refused(lupe.post("/v1/webhooks", BODY | {"games": [game]}), 422, "webhook_games")


def test_an_organiser_cannot_subscribe_to_a_private_game(api: Api) -> None:
    lupe, memo = person(api), person(api, "Memo")
    seats = ["me", {"bot": "greedy"}]
    body = {"variant": "north-american", "seats": seats, "visibility": "private"}
    game = expect(memo.post("/v1/games", body), 201)["game"]
    api.players.grant(lupe.id, KeyScope.ORGANISE)
    organiser = lupe.with_scopes("play", "view", "organise")
    refused(organiser.post("/v1/webhooks", BODY | {"games": [game]}), 422, "webhook_games")


def test_the_log_of_deliveries_is_paged(api: Api) -> None:
    lupe = person(api)
    path = f"/v1/webhooks/{made(lupe)['webhook']}"
    sent = [expect(lupe.post(f"{path}/test"), 202)["delivery"] for _ in range(7)]
    deliveries: list[str] = []
    following: str | None = f"{path}/deliveries?limit=3"
    while following:
        response = lupe.get(following)
        page = expect(response, 200)
        deliveries += [delivery["delivery"] for delivery in page["deliveries"]]
        link = response.headers.get("Link")
        following = link.split(">")[0].lstrip("<") if link else None
        assert (following is None) == (page["next"] is None)
    assert sorted(deliveries) == sorted(sent)
    assert len(set(deliveries)) == 7
    refused(lupe.get(f"{path}/deliveries?cursor=x"), 422, "validation_failed")


def test_a_repeated_test_is_one_message(api: Api) -> None:
    lupe, key = person(api), str(uuid4())
    path = f"/v1/webhooks/{made(lupe)['webhook']}"
    first = lupe.post(f"{path}/test", Idempotency_Key=key)
    again = lupe.post(f"{path}/test", Idempotency_Key=key)
    assert (again.json, again.headers["Idempotent-Replay"]) == (first.json, "true")
    page = expect(lupe.get(f"{path}/deliveries"), 200)
    assert [delivery["event"] for delivery in page["deliveries"]] == ["test"]
    refused(lupe.post(f"{path}/deliveries/msg_{'0' * 32}/redeliver"), 404, "not_found")


def test_no_secret_is_stored_in_the_clear(api: Api) -> None:
    lupe = person(api)
    secret = made(lupe)["secret"].removeprefix("whsec_")
    raw = base64.b64decode(secret)
    dumps = b"".join(api.redis.dump(key) or b"" for key in api.redis.scan_iter("*"))
    assert secret.encode() not in dumps
    assert raw not in dumps


def test_a_key_cannot_subscribe_to_events_beyond_its_scopes(api: Api) -> None:
    lupe = person(api)
    webhook = made(lupe)["webhook"]
    other = {"url": "https://other.example/"}
    refused(changed(lupe.with_scopes("play"), webhook, other), 403, "scope_missing")
    expect(changed(lupe.with_scopes("play", "view"), webhook, other), 200)
    api.players.grant(lupe.id, KeyScope.ORGANISE)
    organiser = lupe.with_scopes("play", "view", "organise")
    wide = made(organiser)["webhook"]
    refused(changed(lupe, wide, other), 403, "scope_missing")
    expect(changed(organiser, wide, other), 200)


def test_a_repeated_request_is_answered_though_it_could_not_be_made_any_more(api: Api) -> None:
    lupe, memo = person(api), person(api, "Memo")
    api.players.grant(lupe.id, KeyScope.ORGANISE)
    organiser = lupe.with_scopes("play", "view", "organise")
    body = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}
    game = expect(memo.post("/v1/games", body), 201)["game"]
    key = str(uuid4())
    first = organiser.post("/v1/webhooks", BODY | {"games": [game]}, Idempotency_Key=key)
    expect(first, 201)
    api.players.withdraw(lupe.id, KeyScope.ORGANISE)
    again = organiser.post("/v1/webhooks", BODY | {"games": [game]}, Idempotency_Key=key)
    assert (again.status_code, again.data) == (201, first.data)
    refused(organiser.post("/v1/webhooks", BODY | {"games": [game]}), 422, "webhook_games")
