"""Two hosts behind nginx: games go on when one of them dies, and nothing that was acknowledged is lost."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.cluster.nodes import cluster_in
from tests.deployment import proxy
from tests.operator.parts import MISSING, missing, parts
from tests.operator.roles import ROLES, Role
from tests.operator.site import Site, site
from tests.server.helpers import eventually
from tests.upgrade.load import Load
from tests.webhooks.receiver import receiving

HOSTS: Final[Mapping[str, str]] = {"one": "127.0.0.2", "two": "127.0.0.3"}
"""The address of each host."""

MOVES: Final = 30

pytestmark = pytest.mark.skipif(missing() and "CI" not in os.environ, reason=MISSING)


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Site]:
    """Every role on both hosts, over a cluster of three masters, a queue, PostgreSQL and a bucket."""
    shared = {"CONQUIAN_WEBHOOK_NETWORKS": "127.0.0.0/8", "CONQUIAN_PROXIES": "127.0.0.1"}
    with (
        parts(tmp_path) as servers,
        cluster_in(tmp_path / "nodes") as cluster,
        site(servers, 0, tmp_path, REDIS_URL=cluster.url, **shared) as hosted,
    ):
        for host, address in HOSTS.items():
            own = {"CONQUIAN_HOST": address, "CONQUIAN_DATA": str(tmp_path / f"host-{host}")}
            for role in ROLES:
                hosted.start(f"{role} on {host}", role, **own)
        yield hosted


def test_games_survive_the_death_of_a_host(hosts: Site, tmp_path: Path) -> None:
    apis = [process for process in hosts.running.values() if process.name == "api"]
    home = tmp_path / "nginx"
    home.mkdir()
    front = proxy.configured(home, *(f"{api.host}:{api.port}" for api in apis), tls=False)
    with ExitStack() as until:
        until.enter_context(proxy.running(front))
        receiver = until.enter_context(receiving())
        load = Load(front.port, receiver, hosts.operate, seed=1)
        load.goes_on(MOVES)
        for host in HOSTS:
            eventually(lambda: _moves(hosts, host) and _jobs(hosts, host))  # noqa: B023
        for role in ROLES:
            hosts.kill(f"{role} on one")
        load.goes_on(MOVES)
        load.end()


def _moves(hosts: Site, host: str) -> float:
    """Return the number of moves that the API of a host has accepted."""
    return _metric(hosts.running[f"api on {host}"], "conquian_moves", outcome="accepted")


def _jobs(hosts: Site, host: str) -> float:
    """Return the number of jobs that the workers of a host have run."""
    return _metric(hosts.running[f"worker on {host}"], "conquian_job_seconds", "_count")


def _metric(process: Role, name: str, ending: str = "_total", **labels: str) -> float:
    """Return the sum of the samples of a metric with these labels."""
    with urlopen(f"http://{process.host}:{process.port}/metrics", timeout=30) as answer:
        families = list(text_string_to_metric_families(answer.read().decode()))
    return sum(
        sample.value
        for family in families
        if family.name == name
        for sample in family.samples
        if sample.name == name + ending and labels.items() <= sample.labels.items()
    )
