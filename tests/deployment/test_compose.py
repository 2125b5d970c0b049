"""The Compose file: read by its schema, and compared with the program and the secrets that it names."""

import os
import re
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis
from redis.exceptions import ResponseError

from app.parts.addresses import SentinelAddress
from app.processes.registry import ROLES
from app.service.secret_keys import keys
from app.settings.environment import load
from tests.deployment.composed import Host
from tests.deployment.tools import DEPLOY, output_of
from tests.server.helpers import eventually, free_port

FILE = DEPLOY / "compose.yaml"
COMPOSE: dict[str, Any] = yaml.safe_load(FILE.read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory that the script makes."""
    if os.geteuid() and "CI" not in os.environ:
        pytest.skip("only root can give files away")
    place = tmp_path_factory.mktemp("compose") / "secrets"
    output_of("sh", str(DEPLOY / "compose" / "secrets.sh"), str(place))
    return place


def names(service: dict[str, Any], kind: str) -> set[str]:
    """The names of the secrets, configs or volumes that a service uses."""
    listed = service.get(kind, [])
    return {each["source"] if isinstance(each, dict) else each.partition(":")[0] for each in listed}


def environment(secrets: Path) -> dict[str, str]:
    """The environment of a role, with the secrets in another directory and no choice of the operator's."""
    given: dict[str, str] = SERVICES["clock"]["environment"]
    chosen = {name: re.sub(r"\$\{\w+:-(.*?)\}", r"\1", text) for name, text in given.items()}
    return {name: text.replace("/run/secrets", str(secrets)) for name, text in chosen.items()}


def test_the_file_fits_the_schema_of_compose() -> None:
    output_of(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", str(FILE))


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined_and_has_a_check(name: str) -> None:
    service = SERVICES[name]
    assert (service["init"], service["read_only"], service["cap_drop"]) == (True, True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["healthcheck"] == {"disable": True} if name == "bucket" else service["healthcheck"]["test"]
    assert re.fullmatch(r"conquian:local|docker\.io/(?!bitnami)[\w./-]+:[\w.-]+", service["image"])
    assert not service["image"].endswith(":latest")


def test_what_a_service_waits_for_is_there_and_can_come_true() -> None:
    for name, service in SERVICES.items():
        for other, wait in service.get("depends_on", {}).items():
            ends = SERVICES[other]["healthcheck"] == {"disable": True}
            due = "service_completed_successfully" if ends else "service_healthy"
            assert wait["condition"] == due, f"{name} waits for {other}"


@pytest.mark.parametrize("kind", ["secrets", "configs", "volumes", "networks"])
def test_all_that_is_named_is_used_and_nothing_else(kind: str) -> None:
    used = set[str]().union(*(names(service, kind) for service in SERVICES.values()))
    assert used == COMPOSE[kind].keys()


def test_the_files_of_configs_are_shipped() -> None:
    for config in COMPOSE["configs"].values():
        assert (DEPLOY / config["file"]).is_file()


def test_each_role_has_a_service_with_its_command_and_its_check() -> None:
    services = {}
    for service in SERVICES.values():
        if service["image"] == "conquian:local" and "command" in service and "entrypoint" not in service:
            services[service["healthcheck"]["test"][-1]] = service
    assert services.keys() == {*ROLES}
    for role, service in services.items():
        assert service["command"] == (["worker", "--people"] if role == "people" else [role])
        assert service["healthcheck"]["test"] == ["CMD", "conquian", "health", role]


def test_the_script_makes_every_secret_and_keeps_it(secrets: Path) -> None:
    made = {path.name: path.read_bytes() for path in secrets.iterdir() if path.name != "complete"}
    assert {f"compose/secrets/{name}" for name in made} == {
        secret["file"] for secret in COMPOSE["secrets"].values()
    }
    output_of("sh", str(DEPLOY / "compose" / "secrets.sh"), str(secrets))
    assert {name: (secrets / name).read_bytes() for name in made} == made


def test_a_secret_belongs_to_the_user_of_its_container_alone(secrets: Path) -> None:
    users = {"conquian:local": 10001, "valkey": 999, "postgres": 70, "nginx": 101, "seaweedfs": 0}
    for service in SERVICES.values():
        image = re.sub(r"^docker\.io/\w+/(\w+):.*", r"\1", service["image"])
        for name in names(service, "secrets"):
            status = (secrets / name).stat()
            assert (status.st_uid, status.st_mode & 0o777) == (users[image], 0o400), name


def test_a_role_can_use_its_secrets(secrets: Path) -> None:
    settings = load(environment(secrets))
    assert keys(settings)
    address = SentinelAddress(settings.redis_url or "")
    address.check()
    hosts = [url.removeprefix("redis://").partition(":")[0] for url in address.sentinels]
    assert hosts == [name for name in SERVICES if name.startswith("sentinel-")]
    assert (
        f"sentinel monitor {address.service} valkey-1 6379 2"
        in (DEPLOY / "compose" / "sentinel.conf").read_text()
    )
    assert {"queue", "postgres", "s3"} <= SERVICES.keys()
    for text in (settings.queue_redis_url, settings.catalogue_url, settings.archive_url):
        assert re.search(r"[/@](queue|postgres|s3)[:/]", text or "")


def test_answers_speak_of_the_replicas_without_which_nothing_is_written(secrets: Path) -> None:
    assert load(environment(secrets)).replicas == "all"
    assert "CONQUIAN_REPLICAS" in SERVICES["api-1"]["environment"]
    stores = [name for name in SERVICES if name.startswith("valkey-")]
    assert len(stores) > 2, "after a failover the new primary needs a replica"
    assert {*stores} <= SERVICES["sentinel-1"]["depends_on"].keys()
    lines = (DEPLOY / "compose" / "valkey.conf").read_text().splitlines()
    assert {"min-replicas-to-write 1", "min-replicas-max-lag 2"} <= {*lines}


def test_a_sentinel_gives_a_new_primary_time_for_its_first_answer() -> None:
    text = (DEPLOY / "compose" / "sentinel.conf").read_text()
    (limit,) = re.findall(r"^sentinel down-after-milliseconds games (\d+)$", text, re.M)
    assert int(limit) >= 2_000


def test_the_apis_trust_the_network_of_the_proxy_and_no_other() -> None:
    (subnet,) = COMPOSE["networks"]["front"]["ipam"]["config"]
    assert SERVICES["api-1"]["environment"]["CONQUIAN_PROXIES"] == subnet["subnet"]
    members = {name for name, service in SERVICES.items() if "front" in service["networks"]}
    assert members == {"nginx", "api-1", "api-2"}


def test_nginx_passes_requests_to_both_apis() -> None:
    upstream = (DEPLOY / "compose" / "upstream.conf").read_text()
    assert re.findall(r"server ([\w-]+):8000;", upstream) == ["api-1", "api-2"]
    shipped = (DEPLOY / "nginx-upstream.conf").read_text()
    assert upstream.partition("keepalive")[2] == shipped.partition("keepalive")[2]


def begun(sentinel: Redis) -> bool:
    """Ask for a failover, and return whether the Sentinel knows a replica that can take over."""
    try:
        return bool(sentinel.sentinel_failover("games"))
    except ResponseError:
        return False


def follows(server: Redis) -> bool:
    """Return whether the server is a replica with all data of its primary."""
    return server.info("replication").get("master_link_status") == "up"


def written(server: Redis) -> bool:
    """Return whether the server is a primary that takes an entry."""
    try:
        return bool(server.set("c", "d"))
    except ResponseError:
        return False


def test_the_store_writes_only_with_a_replica_and_also_after_a_failover(
    secrets: Path, tmp_path: Path
) -> None:
    ports = {name: free_port() for name in SERVICES if name.startswith("valkey-")}
    watcher, word = free_port(), (secrets / "valkey.conf").read_text().split()[1]
    host = Host(tmp_path, secrets, ports["valkey-1"], watcher)
    with ExitStack() as running:

        def start(name: str) -> Redis:
            return running.enter_context(host.running(name, SERVICES[name], ports[name], word))

        first = start("valkey-1")
        kept = ("appendonly", "appendfsync", "maxmemory-policy")
        assert [first.config_get(name)[name] for name in kept] == ["yes", "always", "noeviction"]
        with pytest.raises(ResponseError, match="Not enough good replicas"):
            first.set("a", "b")
        replicas = {name: start(name) for name in ports if name != "valkey-1"}
        eventually(lambda: all(map(follows, replicas.values())))
        eventually(lambda: first.info("replication").get("min_slaves_good_slaves"))
        assert first.set("a", "b")
        sentinel = running.enter_context(host.running("sentinel-1", SERVICES["sentinel-1"], watcher, None))
        eventually(lambda: len(sentinel.sentinel_slaves("games")) == len(replicas))
        first.shutdown()
        eventually(lambda: begun(sentinel))
        eventually(lambda: any(map(written, replicas.values())))
        (heir,) = [name for name, server in replicas.items() if server.role()[0] == "master"]
        assert replicas[heir].get("a") == "b"
    text = (host.data / heir / "valkey.conf").read_text()
    assert "replicaof" not in text, "what a server has become it is after a restart"


def test_the_bucket_is_made_by_a_program_that_compiles() -> None:
    (program,) = SERVICES["bucket"]["command"]
    compile(program, "bucket", "exec")
    bucket = re.search(r"s3://(\w+)/", SERVICES["clock"]["environment"]["ARCHIVE_URL"])
    assert bucket
    assert f'create_bucket(Bucket="{bucket[1]}")' in program
