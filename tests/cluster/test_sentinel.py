"""Failovers of a master with two replicas and three Sentinels, under load over HTTP."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cluster.load import LoadClient, check_order, entries, load
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


def play_on(players: list[LoadClient], answers: int = 30) -> None:
    """Wait until each client has got so many more answers."""
    wanted = [len(player.successes) + answers for player in players]
    eventually(
        lambda: (
            any(player.failure for player in players)
            or all(len(player.successes) >= least for player, least in zip(players, wanted, strict=True))
        )
    )


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
    refusals = [each for player in players for each in player.refusals]
    assert refusals, "the fault was not noticed"
    assert {each.status for each in refusals} == {503}
    assert all(int(each.retry_after) > 0 for each in refusals)
    client = Client(service.port)
    for player in players:
        assert sum(check_order(entries(client, played), played) for played in player.games)
        for played in player.games:
            audit = client.send("GET", f"/v1/games/{played.game}/audit")
            assert audit.status == 404 or audit.json["findings"] == []
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
