"""A running service for programs outside of it, and an owner with a bot that they play as."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.server.helpers import ROOT

Json = dict[str, Any]
PATIENCE_SECONDS = 300.0
"""How long a game may take at most; a bound against hanging, not a measurement."""


@dataclass(frozen=True)
class Caller:
    """A client of the service at `url`, with an API key or without."""

    url: str
    key: str = ""

    def ask(self, path: str, body: Any = None, **more: str) -> Json:
        """The JSON of an answer, a refusal's too.

        What a busy machine refuses with 503 is asked for again, if it counts once.
        """
        named = {name.replace("_", "-"): text for name, text in more.items()}
        headers = {"Content-Type": "application/json", **named}
        headers |= {"Authorization": f"Bearer {self.key}"} if self.key else {}
        data = None if body is None else json.dumps(body).encode()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                with urlopen(Request(self.url + path, data, headers), timeout=60) as answer:
                    document: Json = json.load(answer)
            except HTTPError as refusal:
                with refusal:
                    document = json.load(refusal)
                counts_once = data is None or "Idempotency-Key" in headers
                if refusal.code == 503 and counts_once and time.monotonic() < deadline:
                    time.sleep(0.5)
                    continue
            return document


@dataclass(frozen=True)
class Robot:
    """A bot that a player owns, and its key."""

    owner: Caller
    id: str
    key: str

    def game(self, variant: str, bots: int = 1, **more: Any) -> str:
        """A new game of the robot against bots of the service."""
        seats = [{"player": self.id}, *([{"bot": "greedy"}] * bots)]
        made = self.owner.ask("/v1/games", {"variant": variant, "seats": seats, **more})
        assert "game" in made, made
        return str(made["game"])

    def over(self, games: list[str]) -> list[Json]:
        """The games as they ended; they must."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            views = [self.owner.ask(f"/v1/games/{game}") for game in games]
            if all(view["status"] in ("finished", "void") for view in views):
                return views
            assert time.monotonic() < deadline, [(view["status"], view["ply"]) for view in views]
            time.sleep(0.2)

    def entries(self, game: str) -> list[Json]:
        """The public parts of the whole log of a game."""
        entries: list[Json] = []
        while page := self.owner.ask(f"/v1/games/{game}/events?limit=200&after={len(entries)}")["events"]:
            entries += [entry["public"] for entry in page]
        return entries


def robot(url: str) -> Robot:
    """A new bot of a new owner."""
    made = Caller(url).ask("/v1/players", {"name": "Lupe"})
    owner = Caller(url, made["key"])
    bot = owner.ask("/v1/players", {"name": "Robo", "bot": True})
    return Robot(owner, bot["player"], bot["key"])


@contextmanager
def program(command: list[str], url: str, key: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A program that plays with a key, as long as the block lasts; what it says goes to `log`."""
    environ = {**os.environ, "CONQUIAN_URL": url, "CONQUIAN_KEY": key}
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environ, stdout=output, stderr=output, start_new_session=True
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
