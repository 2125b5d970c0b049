"""Devices of a player over HTTP: one-time codes, labels and last uses of keys, and signing out."""

from typing import Any
from uuid import UUID

import pytest

from app.store.device_codes import TRIES, VALID_MS
from app.store.idempotency import DAY_MS
from app.store.key_uses import HOUR_MS
from app.store.keys import code_key, count_key
from tests.api.helpers import Api, Json, expect, refused, running
from tests.api.player_requests import Person, person
from tests.store.helpers import kept

CODES, REDEEM, KEYS = "/v1/players/me/codes", "/v1/players/codes/redeem", "/v1/players/me/keys"
ONCE = {"Idempotency-Key": str(UUID(int=9, version=4))}


def code_of(who: Person) -> str:
    """Return a new code of a player."""
    code = expect(who.post(CODES), 200)["code"]
    assert isinstance(code, str)
    return code


def redeemed(api: Api, code: str, **more: str) -> Person:
    """Return the player on the device at which a code is entered."""
    made = expect(api.client.post(REDEEM, json={"code": code, **more}), 201)
    return Person(api, made["player"], made["key"])


def keys(who: Person) -> list[Json]:
    """Return the keys of a player."""
    answer: list[Json] = expect(who.get(KEYS), 200)["keys"]
    return answer


def test_a_code_gives_another_device_a_key_of_the_same_player_once(api: Api) -> None:
    lupe = person(api)
    made = expect(lupe.post(CODES), 200)
    assert 0 < made["expires"] - keys(lupe)[0]["made"] <= VALID_MS + HOUR_MS
    phone = redeemed(api, f" {made['code'].lower().replace('-', ' ')} ", label="Phone")
    assert phone.id == lupe.id
    assert phone.key != lupe.key
    assert expect(phone.get("/v1/players/me"), 200)["name"] == "Lupe"
    assert [(key["number"], key["label"]) for key in keys(phone)] == [(1, None), (2, "Phone")]
    refused(api.client.post(REDEEM, json={"code": made["code"]}), 422, "code_invalid")


def test_the_new_key_may_do_what_the_key_may_that_made_the_code(api: Api) -> None:
    lupe = person(api)
    narrow = redeemed(api, code_of(lupe.with_scopes("play")))
    assert keys(narrow)[-1]["scopes"] == ["play"]
    refused(lupe.with_scopes("view").post(CODES), 403, "scope_missing")


def test_a_request_that_is_sent_again_gets_its_key_again_and_another_request_none(api: Api) -> None:
    code = code_of(person(api))
    first, again = (api.client.post(REDEEM, json={"code": code}, headers=ONCE) for _ in range(2))
    assert expect(first, 201) == expect(again, 201)
    assert again.headers["Idempotent-Replay"] == "true"
    refused(api.client.post(REDEEM, json={"code": code}), 422, "code_invalid")


def test_a_code_ends_after_ten_minutes_with_its_key_and_with_its_player(api: Api) -> None:
    lupe = person(api)
    ended = [code_of(lupe)]
    name = code_key(ended[0][:4])
    stored: Any = api.redis.get(name)
    player, number, until, mac = stored.decode().split()
    api.redis.set(name, f"{player} {number} {int(until) - VALID_MS} {mac}", keepttl=True)
    assert 0 < api.redis.pttl(name) <= DAY_MS
    tablet = lupe.with_scopes("play")
    ended.append(code_of(tablet))
    expect(lupe.delete(f"{KEYS}/2"), 200)
    ended.append(code_of(lupe))
    api.players.ban(lupe.id)
    for each in ended:
        refused(api.client.post(REDEEM, json={"code": each}), 422, "code_invalid")


@pytest.mark.parametrize("wrong", ["x", "K7QM2", "K7QM2-9XTB0", "K7QM2-9XTBDD", "ñ" * 10])
def test_a_text_that_is_no_code_is_refused_like_a_wrong_one(api: Api, wrong: str) -> None:
    refused(api.client.post(REDEEM, json={"code": wrong}), 422, "code_invalid")


def test_five_wrong_tries_end_a_code(api: Api) -> None:
    code = code_of(person(api))
    wrong = code[:-1] + ("2" if code[-1] != "2" else "3")
    for _ in range(TRIES):
        refused(api.client.post(REDEEM, json={"code": wrong}), 422, "code_invalid")
    refused(api.client.post(REDEEM, json={"code": code}), 422, "code_invalid")
    assert 0 < api.redis.pttl(count_key(f"code:{code[:4]}")) <= VALID_MS


def test_an_address_tries_few_codes_a_minute(redis_url: str) -> None:
    with running(redis_url, rate_codes=2) as api:
        for _ in range(2):
            refused(api.client.post(REDEEM, json={"code": "K7QM2-9XTBD"}), 422, "code_invalid")
        refused(api.client.post(REDEEM, json={"code": "K7QM2-9XTBD"}), 429, "rate_limited")
        person(api)


def test_the_store_has_no_code_in_the_clear(api: Api) -> None:
    code = code_of(person(api)).replace("-", "")
    assert code[4:].encode() not in kept(api.redis)


def test_a_key_has_a_label_from_the_beginning_and_keeps_it_when_it_rotates(api: Api) -> None:
    made = expect(api.client.post("/v1/players", json={"name": "Lupe", "label": "Kitchen"}), 201)
    lupe = Person(api, made["player"], made["key"])
    expect(lupe.post(KEYS, {"scopes": ["view"], "label": "Bot"}), 201)
    rotated = Person(api, lupe.id, expect(lupe.post(f"{KEYS}/1/rotate"), 201)["key"])
    assert [key["label"] for key in keys(rotated)] == ["Kitchen", "Bot", "Kitchen"]
    refused(rotated.post(KEYS, {"scopes": ["view"], "label": "a\u202eb"}), 422, "name_invalid")


def test_the_hour_of_the_last_use_of_each_key_is_shown(api: Api) -> None:
    lupe = person(api)
    viewer = lupe.with_scopes("view")
    first, second = keys(lupe)
    assert first["made"] - HOUR_MS < first["used"] <= first["made"] + HOUR_MS
    assert (first["used"] % HOUR_MS, second["used"]) == (0, None)
    expect(viewer.get("/v1/players/me"), 200)
    assert keys(lupe)[1]["used"] is not None


def test_a_player_signs_out_all_other_devices(api: Api) -> None:
    lupe = person(api)
    others = [lupe.with_scopes("play"), redeemed(api, code_of(lupe))]
    refused(lupe.with_scopes("view").delete(KEYS), 403, "scope_missing")
    for _ in range(2):
        left = expect(others[0].delete(KEYS), 200)["keys"]
        assert [key["number"] for key in left if key["revoked"] is None] == [2]
    for gone in (lupe, others[1]):
        refused(gone.get("/v1/players/me"), 401, "unauthenticated")
    expect(others[0].get("/v1/players/me"), 200)
