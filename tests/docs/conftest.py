"""One service for all documents, started by the README's first command and stopped as a terminal would."""

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import pytest

from app.service.secret_keys import KEY_FILE
from tests import memory
from tests.docs.pages import PATIENCE_SECONDS, ROOT, blocks


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ready(url: str) -> bool:
    """Return True if the service at `url` answers that it is ready."""
    try:
        with urlopen(f"{url}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture(scope="session")
def data() -> Iterator[Path]:
    """Return the data directory of the service, with a fixed key, so that tournaments do not vary."""
    with TemporaryDirectory(prefix="cq-", dir=memory.place()) as directory:
        data = Path(directory) / "data"
        data.mkdir(mode=0o700)
        (data / KEY_FILE).touch(mode=0o600)
        (data / KEY_FILE).write_text("7a" * 32)
        yield data


@pytest.fixture(scope="session")
def log(data: Path) -> Path:
    """Return the file with all that the service writes."""
    return data.with_name("log")


@pytest.fixture(scope="session")
def url(data: Path, log: Path) -> Iterator[str]:
    """The address of the service."""
    yield from _served(data, log, free_port())


def _served(data: Path, log: Path, port: int) -> Iterator[str]:
    environ = {**os.environ, "PORT": str(port), "CONQUIAN_DATA": str(data), "LOG_LEVEL": "info"}
    environ |= {"WEB_CONCURRENCY": "1", "CONQUIAN_PEOPLE_WORKERS": "0"}
    environ |= {"CONQUIAN_COURIERS": "1", "CONQUIAN_WEBHOOK_NETWORKS": "127.0.0.0/8"}
    environ["CONQUIAN_ARCHIVE_SECONDS"] = "20"  # the machine may be busy
    environ["CONQUIAN_CHECKPOINT_SECONDS"] = "2"  # what waits for a checkpoint waits for up to a minute else
    run = blocks("README.md")[0]
    with log.open("wb") as output:
        service = subprocess.Popen(
            ["bash", "-c", run],
            cwd=ROOT,
            env=environ,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not ready(address):
            assert service.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield address
    finally:
        os.killpg(service.pid, signal.SIGINT)
        service.wait(PATIENCE_SECONDS)
