"""An installation on separate parts whose processes are started, stopped and killed one by one."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import sample
from secrets import token_hex
from typing import Final

from tests.operator.parts import Parts
from tests.operator.roles import HERE, Role, Version, environment, started
from tests.server.helpers import eventually, free_port

DATABASE, BUCKET = "games", "records"
_READY_SECONDS: Final = 120.0


class Site:
    """The running processes by their names, and the settings that they share."""

    def __init__(self, shared: dict[str, str], home: Path) -> None:
        self.settings = shared
        self.running: dict[str, Role] = {}
        self.output: list[str] = []
        """What processes have written that were stopped."""
        self._home = home
        self._starts = 0
        self._stacks: dict[str, ExitStack] = {}

    def start(self, name: str, role: str, version: Version = HERE, /, **more: str) -> None:
        """Start a process of a role with `more` settings and wait until it is ready."""
        self._starts += 1
        home = self._home / f"{self._starts}-{name}"
        stack, probe = ExitStack(), free_port()
        own = more if role == "api" else {**more, "CONQUIAN_METRICS_PORT": str(probe)}
        process = stack.enter_context(started(role, {**self.settings, **own}, home, version))
        self.running[name], self._stacks[name] = process, stack
        if role != "api":
            process.port = probe
        eventually(lambda: process.status is not None or _is_ready(process), seconds=_READY_SECONDS)
        assert process.status is None, process.output

    def stop(self, name: str) -> None:
        """End a process by SIGTERM, as an upgrade does. AssertionError if it does not end well."""
        process = self.running.pop(name)
        self._stacks.pop(name).close()
        self.output.append(process.output)
        assert process.status == 0, (name, process.status, process.output)

    def kill(self, name: str) -> None:
        """End a process and its children without a chance to do anything."""
        process = self.running.pop(name)
        os.killpg(process.process.pid, signal.SIGKILL)
        process.ended()
        self._stacks.pop(name).close()

    def operate(self, *words: str) -> None:
        """Run a command of the operator with this version."""
        subprocess.run(
            [HERE.python, "-m", "app.cli", *words],
            env=environment(HERE) | self.settings | {"CONQUIAN_DATA": str(self._home / "operator")},
            cwd=self._home,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def dial(self) -> socket.socket:
        """Return a connection to an API process that listens. Raises OSError if there is none."""
        places = [(process.host, process.port) for process in self.running.values() if process.name == "api"]
        for place in sample(places, len(places)):
            with suppress(OSError):
                return socket.create_connection(place, timeout=None)
        raise ConnectionRefusedError

    def close(self) -> None:
        """End what runs still."""
        for name in list(self.running):
            self.stop(name)


def _is_ready(role: Role) -> bool:
    try:
        return role.readiness()[0] == 200
    except OSError:
        return False


def settings(parts: Parts, number: int, secret: str) -> dict[str, str]:
    """Return the settings of installation `number` on these parts, where it has a database and a bucket."""
    return {
        "CONQUIAN_SECRET": secret,
        "REDIS_URL": parts.redis(number),
        "QUEUE_REDIS_URL": parts.queue(number),
        "CATALOGUE_URL": parts.catalogue(f"{DATABASE}{number}"),
        "ARCHIVE_URL": parts.archive(f"{BUCKET}{number}"),
        "AWS_ACCESS_KEY_ID": "games",
        "AWS_SECRET_ACCESS_KEY": "games",
    }


@contextmanager
def site(parts: Parts, number: int, home: Path, **more: str) -> Iterator[Site]:
    """Installation `number` on these parts without processes; those that run at the end are stopped."""
    parts.make_database(f"{DATABASE}{number}")
    parts.make_bucket(f"{BUCKET}{number}")
    new = Site(settings(parts, number, token_hex(32)) | more, home)
    try:
        yield new
    finally:
        new.close()
