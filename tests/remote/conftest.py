"""The service that remote programs play at."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests import memory
from tests.server.helpers import free_port, service


@pytest.fixture(scope="package")
def url() -> Iterator[str]:
    """The address of a running service."""
    port = free_port()
    nearby = {"CONQUIAN_WEBHOOK_NETWORKS": "127.0.0.0/8", "CONQUIAN_COURIERS": "1"}
    with (
        TemporaryDirectory(prefix="cq-", dir=memory.place()) as directory,
        service(Path(directory) / "data", port, **nearby),
    ):
        yield f"http://127.0.0.1:{port}"
