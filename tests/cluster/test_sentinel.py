"""Failovers of a master with two replicas and three Sentinels, under load over HTTP."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cluster import failovers
from tests.cluster.load import check, load, play_on
from tests.cluster.sentinels import SentinelGroup, WatchedServer, service_in
from tests.server.helpers import eventually
from tests.soak.client import Client, Service


@pytest.fixture
def servers() -> Iterator[SentinelGroup]:
    """A master that takes entries only while a replica follows it, two replicas and three Sentinels."""
    with (
        TemporaryDirectory(prefix="cq-") as directory,
        service_in(Path(directory), options=["min-replicas-to-write 1"]) as servers,
    ):
        yield servers


@pytest.fixture
def service(servers: SentinelGroup) -> Iterator[Service]:
    """The whole service beside these servers; store and queue are two databases of one master."""
    with TemporaryDirectory(prefix="cq-") as directory:
        service = Service(Path(directory), REDIS_URL=servers.url)
        try:
            service.start()
            yield service
        finally:
            service.stop()


def fail_over(
    servers: SentinelGroup,
    service: Service,
    fault: Callable[[WatchedServer], object],
    repair: Callable[[WatchedServer], object],
) -> None:
    """Play through a fault of the master; nothing may be doubled, reordered or refused otherwise than 503."""
    old = servers.master()
    with load(service.port, seed=1) as players:
        play_on(players)
        fault(old)
        eventually(lambda: servers.replaced(old))
        play_on(players)
        repair(old)
        eventually(servers.is_whole)
        play_on(players)
    assert any(player.refusals for player in players), "the fault was not noticed"
    check(service.port, players)
    client = Client(service.port)
    ready = client.send("GET", "/readyz")
    assert ready.status == 200
    assert ready.json["parts"]["queue"]["status"] == "ok"
    client.close()


def test_a_killed_master_is_replaced_under_load(servers: SentinelGroup, service: Service) -> None:
    fail_over(servers, service, WatchedServer.kill, WatchedServer.start)


def test_a_master_that_hangs_is_replaced_and_takes_nothing_when_it_goes_on(
    servers: SentinelGroup, service: Service
) -> None:
    old = servers.master()
    fail_over(servers, service, WatchedServer.pause, WatchedServer.go_on)
    eventually(lambda: old.role() == "slave")


@pytest.mark.parametrize("fault", ["kill", "stale"])
def test_what_every_replica_has_is_not_lost_and_what_is_lost_is_detected(fault: str) -> None:
    result = failovers.run(1, "all", fault, seed=1, clients=4)
    assert result.acknowledged["true"]
    assert result.lost["true"] == 0
    assert result.undetected == 0
    assert set(result.requests) <= {503}


def test_readiness_connects_anew_after_a_failover(servers: SentinelGroup, service: Service) -> None:
    client = Client(service.port)
    for _ in range(4):  # connections of each API process are open and idle
        assert client.send("GET", "/readyz").status == 200
    old = servers.master()
    old.pause()
    eventually(lambda: servers.replaced(old))
    eventually(lambda: all(client.send("GET", "/readyz").status == 200 for _ in range(4)))
    old.go_on()
    client.close()
