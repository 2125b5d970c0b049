"""The Valkeys and Sentinels of the Compose file, run by their own commands elsewhere."""

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redis import Redis

from app.server.valkey_process import program
from tests.deployment.tools import DEPLOY
from tests.server.helpers import eventually, listens

_SHIMS = {"valkey-server": "", "valkey-sentinel": "--sentinel"}


@dataclass(frozen=True, slots=True)
class Host:
    """A place for servers: its directory, the secrets, and the ports of the primary and of the Sentinel."""

    home: Path
    secrets: Path
    primary: int
    sentinel: int

    @property
    def data(self) -> Path:
        """Parent of the directories of the servers."""
        return self.home / "data"

    @contextmanager
    def running(
        self, name: str, service: Mapping[str, Any], port: int, password: str | None
    ) -> Iterator[Redis]:
        """Run the command of a service within the block, and yield its client."""
        data, (config,) = self.data / name, service["configs"]
        data.mkdir(parents=True)
        shipped = data / "shipped"
        shipped.write_text(self._moved((DEPLOY / "compose" / f"{config['source']}.conf").read_text(), data))
        *shell, script = service["command"]
        script = self._moved(script.replace("$$", "$").replace(config["target"], str(shipped)), data)
        environ = {"PATH": f"{self._programs()}:{os.defpath}", "PORT": str(port), "HOSTNAME": "127.0.0.1"}
        environ["PRIMARY"] = (
            service.get("environment", {}).get("PRIMARY", "").replace("valkey-1", "127.0.0.1")
        )
        process = subprocess.Popen([*shell, script], env=environ, stdout=subprocess.DEVNULL)
        try:
            eventually(lambda: listens(port) or process.poll() is not None)
            assert process.poll() is None
            with Redis(port=port, password=password, decode_responses=True) as client:
                yield client
        finally:
            process.terminate()
            process.wait(300)

    def _moved(self, text: str, data: Path) -> str:
        """Return a text with the places and ports of this host in the place of those of a container."""
        for old, new in {
            "/run/secrets": str(self.secrets),
            " /data": f" {data}",
            "26379": str(self.sentinel),
            " 6379": f" {self.primary}",
            " valkey-1 ": " 127.0.0.1 ",
        }.items():
            text = text.replace(old, new)
        return text

    def _programs(self) -> Path:
        """Return a directory with the programs of a container, which listen where the test wants it."""
        folder = self.home / "bin"
        folder.mkdir(exist_ok=True)
        for name, option in _SHIMS.items():
            shim = folder / name
            shim.write_text(f'#!/bin/sh\nexec {program()} "$1" {option} --port $PORT --bind 127.0.0.1\n')
            shim.chmod(0o755)
        return folder
