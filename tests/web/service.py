"""The service that the browser visits: all of it, on loopback, and killed as a test needs it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

from app.config import load
from app.secret import keys
from app.signing import KeyRing, now_ms, receipt
from tests.house import helpers
from tests.remote.service import Caller, Json
from tests.replays.test_receipts import Fixed


@dataclass
class Service:
    """A running `conquian serve` with a fixed address."""

    data: Path
    port: int
    _running: ExitStack = field(default_factory=ExitStack)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """The service runs and is ready."""
        patience = {"CONQUIAN_DECISION_SECONDS": "600", "CONQUIAN_WINDOW_SECONDS": "600"}
        self._running.enter_context(helpers.service(self.data, self.port, CONQUIAN_COURIERS="0", **patience))

    def kill(self) -> None:
        """The service and all its processes are gone, by a signal that nobody can catch."""
        self._running.close()

    def ask(self, path: str, body: Any = None, key: str = "", **more: str) -> Json:
        """The JSON of an answer to a request with the token or API key `key`, a refusal's too."""
        return Caller(self.url, key).ask(path, body, **more)

    def body(self, path: str) -> bytes:
        """What stands at a path, byte by byte."""
        with urlopen(self.url + path, timeout=60) as answer:
            found: bytes = answer.read()
        return found

    def game(self, variant: str = "north-american", *bots: str, **more: Any) -> Json:
        """A new game against bots, one `greedy` if none is named: id, tokens and view."""
        seats = ["me", *({"bot": bot} for bot in bots or ("greedy",))]
        made = self.ask("/v1/games", {"variant": variant, "seats": seats, **more})
        assert "game" in made, made
        return made

    def bots_game(self, variant: str = "north-american", *bots: str, **more: Any) -> str:
        """A finished game of bots alone."""
        seats = [{"bot": bot} for bot in bots or ("greedy", "random")]
        made = self.ask("/v1/games", {"variant": variant, "seats": seats, **more})
        assert "game" in made, made
        game = str(made["game"])
        helpers.eventually(lambda: self.ask(f"/v1/games/{game}")["status"] == "finished", 60)
        return game

    def organiser(self) -> str:
        """The API key of a new player who may begin tournaments."""
        person = self.ask("/v1/players", {"name": "Torneo"})
        self.operate("players", "grant", person["player"], "organise")
        made = self.ask("/v1/players/me/keys", {"scopes": ["play", "organise"]}, person["key"])
        return str(made["key"])

    def tournament(self, organiser: str = "", **more: Any) -> str:
        """A tournament of three bots of ours, begun by an organiser, by default a new one, and played on by
        the worker."""
        entrants = [{"name": name.title(), "bot": name} for name in ("careful", "greedy", "random")]
        plan = {"name": "Copa de la casa", "variant": "mexican-2", "format": {"type": "round_robin"}}
        made = self.ask(
            "/v1/tournaments", {**plan, "entrants": entrants, **more}, organiser or self.organiser()
        )
        assert "tournament" in made, made
        return str(made["tournament"])

    def receipt(self, game: str, ply: int) -> Json:
        """A receipt, signed with the service's key, for an entry that the log of `game` does not have."""
        ring = KeyRing(keys(load(helpers.environment(self.data, self.port))).sign, Fixed())
        return receipt(ring, game, ply, b"\x01" * 32, now_ms())

    def operate(self, *line: str) -> None:
        """A command of the operator, in the directory of the service."""
        subprocess.run(
            [sys.executable, "-m", "app.cli", *line],
            env=helpers.environment(self.data, self.port),
            cwd=self.data.parent,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def kill_api(self) -> None:
        """The API processes are killed; `conquian serve` starts them again."""
        for pid in _listening(self.port):
            os.kill(pid, signal.SIGKILL)


def _listening(port: int) -> list[int]:
    """The processes of ours that are gunicorn serving `port`."""
    return [
        int(each.name)
        for each in Path("/proc").iterdir()
        if each.name.isdigit()
        and "gunicorn" in helpers.command(int(each.name))
        and f"PORT={port}\0" in _environ(each)
    ]


def _environ(process: Path) -> str:
    try:
        return (process / "environ").read_bytes().decode(errors="replace") + "\0"
    except OSError:
        return ""


@contextmanager
def running() -> Iterator[Service]:
    """A service of its own in a new directory."""
    with TemporaryDirectory(prefix="cq-") as directory:
        service = Service(Path(directory) / "data", helpers.free_port())
        service.start()
        try:
            yield service
        finally:
            service.kill()
