"""The processes of an installation, each started as in the operator's guide."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import urlopen

import orjson

from tests.server.helpers import ROOT, eventually, free_port, listens

ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    "api": ("api",),
    "worker": ("worker",),
    "people": ("worker", "--people"),
    "courier": ("courier",),
    "clock": ("clock",),
}
"""The words after `conquian` that start each role."""

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "archive status": ("archive", "status"),
    "archive check": ("archive", "check"),
    "players list": ("players", "list"),
}
"""Commands that end: one that reads store and catalogue, one the files, one that needs the service secret."""

_START_SECONDS: Final = 120.0
_STOP_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Version:
    """A checkout of the product, and an interpreter with the packages that it needs."""

    root: Path = ROOT
    python: str = sys.executable


HERE: Final = Version()


@dataclass(slots=True)
class Role:
    """A process of a role or a command, what it has written so far, and of the API its port."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path
    port: int
    host: str = "127.0.0.1"

    @property
    def output(self) -> str:
        """Standard output and standard error, in the order in which they were written."""
        return self.log.read_text(errors="replace")

    @property
    def status(self) -> int | None:
        """The exit status, None while the process runs."""
        return self.process.poll()

    def ended(self) -> int:
        """The exit status of a process that ends by itself."""
        return self.process.wait(_START_SECONDS)

    def readiness(self) -> tuple[int, dict[str, Any]]:
        """The status and the document of `/readyz`."""
        try:
            with urlopen(f"http://{self.host}:{self.port}/readyz", timeout=30) as answer:
                return answer.status, orjson.loads(answer.read())
        except HTTPError as refused:
            with refused:
                return refused.code, orjson.loads(refused.read())


@contextmanager
def started(name: str, settings: Mapping[str, str], home: Path, version: Version = HERE) -> Iterator[Role]:
    """A process with these settings and no others; stopped by SIGTERM, and killed if that does not end it.

    `home` is a new directory of its own: its data unless the settings name another one, and its log.
    """
    home.mkdir(parents=True)
    port = free_port()
    usual = {"CONQUIAN_DATA": str(home / "data"), "PORT": str(port), "WEB_CONCURRENCY": "1"}
    log = home / "log"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [version.python, "-m", "app.cli", *{**ROLES, **COMMANDS}[name]],
            env=environment(version) | usual | dict(settings),
            cwd=home,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            yield Role(name, process, log, port, settings.get("CONQUIAN_HOST", "127.0.0.1"))
        finally:
            _stop(process)


def environment(version: Version) -> dict[str, str]:
    """Return what every process of a version needs besides its settings."""
    kept = {key: text for key, text in os.environ.items() if key in {"PATH", "HOME", "TMPDIR", "LANG"}}
    return kept | {"PYTHONPATH": str(version.root)}


def answers(api: Role) -> None:
    """Wait until an API process listens. AssertionError with its output if it ends instead."""
    eventually(lambda: api.status is not None or listens(api.port), seconds=_START_SECONDS)
    assert api.status is None, api.output


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise AssertionError(f"SIGTERM did not end {process.args!r}") from None
