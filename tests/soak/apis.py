"""gunicorn as shipped, over a store that syncs every write, without workers or clock."""

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from tests.conftest import valkey_in
from tests.server.helpers import ROOT, children, environment, finish, free_port
from tests.soak.client import PATIENCE_SECONDS, Client, Lost


@dataclass(frozen=True, slots=True)
class Api:
    """A running gunicorn: its port and its process."""

    port: int
    process: subprocess.Popen[str]

    @property
    def workers(self) -> list[int]:
        """The processes that answer."""
        return children(self.process.pid)


@contextmanager
def store() -> Iterator[Path]:
    """The socket of a store in a directory of its own."""
    with TemporaryDirectory(prefix="cq-") as directory, valkey_in(Path(directory)) as server:
        assert server.unix_socket_path is not None
        yield server.unix_socket_path


@contextmanager
def api(
    home: Path, url: str, processes: int = 1, more: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Api]:
    """The API over the store at `url`, its data in `home`, with `more` settings; it is ready."""
    started = start(home, url, processes, more)
    try:
        wait(started, home)
        yield started
    finally:
        finish(started.process)


def start(home: Path, url: str, processes: int = 1, more: Mapping[str, str] = MappingProxyType({})) -> Api:
    """The API, which may not be ready yet."""
    port = free_port()
    own = {"WEB_CONCURRENCY": str(processes), "REDIS_URL": url, "LOG_LEVEL": "error"}
    with (home / "log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", str(ROOT / "deploy" / "gunicorn.conf.py"), "wsgi:app"],
            env={**environment(home, port), **own, **more},
            cwd=home,
            text=True,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    return Api(port, process)


def wait(started: Api, home: Path) -> None:
    """The API is ready."""
    client, ends = Client(started.port), time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < ends:
        with suppress(Lost):
            if client.send("GET", "/readyz").status == 200:
                return client.close()
        time.sleep(0.05)
    raise AssertionError((home / "log").read_text()[-2000:])
