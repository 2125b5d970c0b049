"""An installation on separate parts whose processes are replaced one by one, behind one address."""

import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Final

from tests.operator.installation import BUCKET, DATABASE, settings
from tests.operator.parts import Parts
from tests.operator.roles import Role, Version, environment, started
from tests.server.helpers import eventually, free_port
from tests.unreliable import Relay, relay_to

PROCESSES: Final[Mapping[str, str]] = {
    "worker": "worker",
    "people": "people",
    "courier": "courier",
    "clock": "clock",
    "api-0": "api",
    "api-1": "api",
}
"""The role of each process, in the order of an upgrade: those that only read entries come first."""

_READY_SECONDS: Final = 120.0


class Site:
    """The running processes, and a relay to the API processes that listen, as nginx would be one."""

    def __init__(self, parts: Parts, home: Path, version: Version) -> None:
        self.version = version
        self.settings = settings(parts, 0, token_hex(32)) | {"CONQUIAN_WEBHOOK_NETWORKS": "127.0.0.0/8"}
        self.output: list[str] = []
        """What processes have written that have ended."""
        self._home = home
        self._starts = 0
        self._rng = Random(0)
        self._running: dict[str, tuple[Role, ExitStack]] = {}
        self.relay: Relay | None = None

    @property
    def port(self) -> int:
        """The port of the relay, that is of the installation."""
        assert self.relay is not None
        return self.relay.port

    def start(self, name: str, version: Version) -> None:
        """Start a process and wait until it is ready."""
        self._starts += 1
        home = self._home / f"{self._starts}-{name}"
        stack, probe = ExitStack(), free_port()
        more = {} if PROCESSES[name] == "api" else {"CONQUIAN_METRICS_PORT": str(probe)}
        role = stack.enter_context(started(PROCESSES[name], self.settings | more, home, version))
        self._running[name] = (role, stack)
        if more:
            role.port = probe
        eventually(lambda: role.status is not None or _is_ready(role), seconds=_READY_SECONDS)
        assert role.status is None, role.output

    def stop(self, name: str) -> None:
        """End a process by SIGTERM, as an upgrade does. AssertionError if it does not end well."""
        role, stack = self._running.pop(name)
        stack.close()
        self.output.append(role.output)
        assert role.status == 0, (name, role.status, role.output)

    def operate(self, *words: str) -> None:
        """Run a command of the operator with this version."""
        here = Version()
        subprocess.run(
            [here.python, "-m", "app.cli", *words],
            env=environment(here) | self.settings | {"CONQUIAN_DATA": str(self._home / "operator")},
            cwd=self._home,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def dial(self) -> socket.socket:
        """Return a connection to an API process that listens. Raises OSError if there is none."""
        ports = [role.port for role, _ in self._running.values() if role.name == "api"]
        for port in self._rng.sample(ports, len(ports)):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=None)
            except OSError:
                continue
        raise ConnectionRefusedError

    def close(self) -> None:
        """End what runs still."""
        for name in list(self._running):
            self.stop(name)


def _is_ready(role: Role) -> bool:
    try:
        return role.readiness()[0] == 200
    except OSError:
        return False


@contextmanager
def site(parts: Parts, home: Path, version: Version) -> Iterator[Site]:
    """An installation of one version with all its processes."""
    parts.make_database(f"{DATABASE}0")
    parts.make_bucket(f"{BUCKET}0")
    found = Site(parts, home, version)
    try:
        for name in PROCESSES:
            found.start(name, version)
        with relay_to(found.dial) as found.relay:
            yield found
    finally:
        found.close()


def replace(found: Site, versions: Sequence[Version]) -> Iterator[tuple[str, Version]]:
    """Replace each process by one of each version in turn. Yield its name and version when it is ready.

    The way back to the version that was started is taken in the reverse order.
    """
    for version in versions:
        for name in reversed(list(PROCESSES)) if version == found.version else PROCESSES:
            found.stop(name)
            found.start(name, version)
            yield name, version
