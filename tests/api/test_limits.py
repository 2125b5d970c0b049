"""Rate limits and quotas over HTTP: subjects, scope and headers."""

from typing import Any

import pytest
from redis import Redis
from werkzeug.test import TestResponse

from app.http.credentials import mint_key
from app.settings.environment import load
from tests.api.helpers import Api, expect, refused, running
from tests.api.player_requests import person
from tests.service.helpers import KEYS

BOTS = {"variant": "north-american", "seats": [{"bot": "random"}, {"bot": "random"}]}
OPEN = {"variant": "north-american", "seats": ["me", "open"]}


def post(api: Api, path: str, body: Any, address: str = "10.0.0.1", **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return api.client.post(path, json=body, headers=named, environ_overrides={"REMOTE_ADDR": address})


def make(api: Api, address: str = "10.0.0.1", body: Any = OPEN, **headers: str) -> TestResponse:
    return post(api, "/v1/games", body, address, **headers)


def entries(redis: Redis) -> int:
    return sum(int(redis.xlen(key)) for key in redis.scan_iter("cq:*:ev"))


def test_a_response_reports_the_remaining_requests_and_the_next_above_is_refused(redis_url: str) -> None:
    with running(redis_url, rate_games=2) as api:
        for left in (1, 0):
            made = make(api)
            assert made.status_code == 201
            assert made.headers["RateLimit-Policy"] == '"games";q=2;w=60'
            name, rest, ends = made.headers["RateLimit"].split(";")
            assert (name, rest) == ('"games"', f"r={left}")
            assert 0 < int(ends.removeprefix("t=")) <= 60
        before = entries(api.redis)
        answer = make(api)
        refused(answer, 429, "rate_limited")
        assert 1 < int(answer.headers["Retry-After"]) <= 60
        assert answer.headers["RateLimit"] == f'"games";r=0;t={answer.headers["Retry-After"]}'
        assert entries(api.redis) == before
        assert make(api, "10.0.0.2").status_code == 201
        assert 'conquian_rate_limited_total{policy="games"} 1.0' in api.client.get("/metrics").text


def test_creations_are_counted_for_all_processes_and_reads_per_process(redis_url: str) -> None:
    limits = {"rate_games": 3, "rate_reads": 2}
    with running(redis_url, **limits) as first, running(redis_url, **limits) as other:
        made = [make(api).status_code for api in (first, other, first, other)]
        assert made == [201, 201, 201, 429]
        read = [api.client.get("/v1/variants").status_code for api in (first, first, first, other)]
        assert read == [200, 200, 429, 200]


def test_a_seat_is_counted_independently_of_its_address(redis_url: str) -> None:
    with running(redis_url, rate_moves=2) as api:
        table = api.table("me me")
        codes = {0: [table.post(0, {"type": "nothing"}, If_Match='"1"').status_code for _ in range(3)]}
        codes[1] = [table.post(1, {"type": "nothing"}, If_Match='"1"').status_code for _ in range(2)]
    assert codes == {0: [422, 422, 429], 1: [422, 422]}


def test_a_player_is_counted_by_its_keys_and_others_cannot_use_up_its_limit(redis_url: str) -> None:
    with running(redis_url, rate_games=1) as api:
        lupe = person(api)
        forged = mint_key(b"another secret".ljust(32), lupe.id, 1)
        for attempt in (401, 429):
            assert make(api, Authorization=f"Bearer {forged}").status_code == attempt
        mine = {"Authorization": f"Bearer {lupe.key}"}
        assert make(api, "10.0.0.3", **mine).status_code == 201
        refused(make(api, "10.0.0.4", **mine), 429, "rate_limited")


def test_an_address_with_wrong_tokens_is_limited_and_its_valid_tokens_are_not(
    redis_url: str,
) -> None:
    with running(redis_url, rate_failures=3) as api:
        table = api.table("me me")
        wrong = {"Authorization": "Bearer cq_seat_nonsense"}
        codes = [api.client.get(table.path, headers=wrong).status_code for _ in range(4)]
        assert codes == [401, 401, 401, 429]
        assert table.get(seat=0).status_code == 200
        assert api.client.get(table.path).status_code == 200


def test_a_revoked_key_does_not_use_up_the_limit_of_its_player(redis_url: str) -> None:
    with running(redis_url, rate_reads=3) as api:
        lupe = person(api)
        leaked = lupe.with_scopes("view")
        assert expect(leaked.get("/v1/players/me"), 200)["player"] == lupe.id
        expect(lupe.delete("/v1/players/me/keys/2"), 200)
        codes = [leaked.get("/v1/players/me").status_code for _ in range(5)]
        assert codes == [401, 401, 401, 401, 429]
        expect(lupe.get("/v1/players/me"), 200)


@pytest.mark.parametrize(("proxies", "codes"), [((), [201, 429]), (("10.0.0.0/8",), [201, 201])])
def test_forwarded_addresses_count_only_through_a_trusted_proxy(
    redis_url: str, proxies: tuple[str, ...], codes: list[int]
) -> None:
    networks = load({"CONQUIAN_PROXIES": ",".join(proxies)}).proxies
    with running(redis_url, rate_games=1, proxies=networks) as api:
        claims = ["203.0.113.7, 198.51.100.1", "203.0.113.7, 198.51.100.2"]
        assert [make(api, X_Forwarded_For=claim).status_code for claim in claims] == codes


def test_an_owner_has_so_many_open_games_and_room_again_when_one_is_over(redis_url: str) -> None:
    with running(redis_url, open_games=2) as api:
        over = expect(make(api, body=BOTS), 201)["game"]
        key = {"Idempotency_Key": "6f1c2b1e-3f0a-4c7e-9d56-0a9b8c7d6e5f"}
        first = make(api, **key)
        api.bots(over)
        assert make(api).status_code == 201, "the bots have finished"
        before = entries(api.redis)
        for _ in range(2):
            refused(make(api), 409, "quota_exceeded")
        assert entries(api.redis) == before
        assert make(api, "10.0.0.2").status_code == 201
        assert make(api, **key).data == first.data, "what was made before is answered again"
        assert 'conquian_quota_exceeded_total{resource="games"} 2.0' in api.client.get("/metrics").text


def test_a_refused_creation_does_not_count(redis_url: str) -> None:
    with running(redis_url, open_games=1) as api:
        for _ in range(3):
            assert make(api, body={**OPEN, "options": {"stake": -1}}).status_code == 422
        assert make(api).status_code == 201


def test_a_player_has_so_many_keys_at_once(redis_url: str) -> None:
    with running(redis_url, player_keys=2) as api:
        lupe = person(api)
        body = {"scopes": ["view"]}
        made = expect(lupe.post("/v1/players/me/keys", body), 201)
        refused(lupe.post("/v1/players/me/keys", body), 409, "quota_exceeded")
        expect(lupe.post(f"/v1/players/me/keys/{made['number']}/rotate"), 201)


def test_games_from_elsewhere_have_so_many_bytes_a_day(redis_url: str) -> None:
    with running(redis_url, import_mb_day=1) as api:
        text = b"x" * 600_000
        sent: Any = {"data": text, "headers": {"Content-Type": "text/plain"}}
        assert api.client.post("/v1/imports", **sent).status_code == 202
        assert api.client.post("/v1/imports", **sent).get_json()["code"] == "quota_exceeded"
        elsewhere: Any = {"environ_overrides": {"REMOTE_ADDR": "10.0.0.2"}}
        assert api.client.post("/v1/imports", **sent, **elsewhere).status_code == 202


def test_an_address_registers_so_many_players_a_day(redis_url: str) -> None:
    with running(redis_url, players_day=2) as api:
        once = {"Idempotency-Key": "3f0c1f4e-6a0b-4f54-9d0c-6a5d4a0f1b52"}
        body = {"name": "Lupe"}
        first = expect(api.client.post("/v1/players", json=body, headers=once), 201)
        second = expect(api.client.post("/v1/players", json=body), 201)
        key = {"Authorization": f"Bearer {second['key']}"}
        for bearer in ({}, key):  # a key of a player is no way around it
            answer = api.client.post("/v1/players", json={**body, "bot": True}, headers=bearer)
            refused(answer, 409, "quota_exceeded")
            assert 86_000 < int(answer.headers["Retry-After"]) <= 86_400
        assert expect(api.client.post("/v1/players", json=body, headers=once), 201) == first
        elsewhere: Any = {"environ_overrides": {"REMOTE_ADDR": "10.0.0.2"}}
        assert api.client.post("/v1/players", json=body, **elsewhere).status_code == 201


def test_stakes_are_refused_on_an_unsafe_store(redis_url: str) -> None:
    with Redis.from_url(redis_url) as redis:
        redis.config_set("appendfsync", "everysec")
        try:
            with running(redis_url) as api:
                assert api.client.get("/readyz").get_json()["checks"]["appendfsync"] == "warn"
                answer = make(api)
                refused(answer, 503, "store_unsafe")
                assert entries(api.redis) == 0
                assert make(api, body={**OPEN, "options": {"stake": 0}}).status_code == 201
        finally:
            redis.config_set("appendfsync", "always")
    with running(redis_url) as api:
        assert make(api).status_code == 201


def test_without_the_store_writes_are_refused_and_reads_are_counted(redis_url: str) -> None:
    with running("redis://127.0.0.1:1", rate_games=9, rate_reads=9) as api:
        refused(make(api), 503, "store_unavailable")
        assert api.client.get("/v1/variants").headers["RateLimit"].startswith('"reads";r=8')
        assert 'conquian_rate_limit_failures_total{policy="games"} 1.0' in api.client.get("/metrics").text
        assert KEYS.token.hex() not in api.client.get("/metrics").text


def test_a_full_store_is_reported_without_counting_the_request(redis_url: str) -> None:
    with running(redis_url, rate_games=9) as api:
        api.redis.config_set("maxmemory", "1")
        try:
            refused(make(api), 503, "store_full")
        finally:
            api.redis.config_set("maxmemory", "0")
        assert make(api).status_code == 201
