"""Fixtures: a cluster, the queue's server, and a service over both."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cluster.nodes import Cluster, cluster_in
from tests.conftest import valkey_in
from tests.soak.client import Service


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """Return a directory whose path is short enough for a socket."""
    with TemporaryDirectory(prefix="cq-") as directory:
        yield Path(directory)


@pytest.fixture(scope="module")
def cluster(home: Path) -> Iterator[Cluster]:
    """Three masters, each with a replica."""
    with cluster_in(home / "nodes") as cluster:
        yield cluster


@pytest.fixture(scope="module")
def queue_url(home: Path) -> Iterator[str]:
    """Return the address of the server of the job queue."""
    (home / "queue").mkdir()
    with valkey_in(home / "queue") as server:
        yield f"unix://{server.unix_socket_path}"


@pytest.fixture(scope="module")
def service(home: Path, cluster: Cluster, queue_url: str) -> Iterator[Service]:
    """`conquian serve` whose games are in the cluster."""
    service = Service(
        home, REDIS_URL=cluster.url, QUEUE_REDIS_URL=queue_url, CONQUIAN_WEBHOOK_NETWORKS="127.0.0.0/8"
    )
    try:
        service.start()
        yield service
    finally:
        service.stop()
