"""A correct installation on separate parts, in which games are played all the time."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from tests.operator.parts import Parts
from tests.operator.roles import ROLES, Role
from tests.operator.site import site
from tests.server.helpers import eventually
from tests.soak.client import Client, Lost, choose

_PAUSE_SECONDS: Final = 0.1
"""Pause between two moves: games have to go on beside the trial, not to take the processor from it."""

_GAME: Final = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}
_BOTS: Final = {"variant": "mexican-2", "seats": [{"bot": "greedy"}, {"bot": "random"}]}


@dataclass(frozen=True, slots=True)
class Installation:
    """The settings that every process shares, and the running roles."""

    parts: Parts
    settings: Mapping[str, str]
    roles: Mapping[str, Role]

    @property
    def api(self) -> Role:
        return self.roles["api"]


@contextmanager
def installed(parts: Parts, number: int) -> Iterator[Installation]:
    """Installation `number` with all roles, ready to play, and with archived games."""
    home = parts.home / f"installation-{number}"
    home.mkdir()
    with site(parts, number, home) as started:
        for name in ROLES:
            started.start(name, name)
        with closing(Client(started.running["api"].port)) as client:
            made = _done(client, "POST", "/v1/games", _BOTS)["game"]
            record = f"/v1/games/{made}/record"
            eventually(lambda: client.send("GET", record).status == 200, pause=0.2)
        yield Installation(parts, started.settings, started.running)


class Play:
    """One person plays game after game with a bot, until told to stop; any answer but 2xx is a fault."""

    def __init__(self, api: Role) -> None:
        self._port, self._over, self._rng = api.port, threading.Event(), Random(1)
        self.faults: list[str] = []
        self.moves = 0
        self._thread = threading.Thread(target=self._play, name="play")

    def __enter__(self) -> "Play":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _play(self) -> None:
        client = Client(self._port)
        try:
            while not self._over.is_set():
                self._game(client)
        except (AssertionError, Lost) as fault:
            self.faults.append(repr(fault))
        finally:
            client.close()

    def _game(self, client: Client) -> None:
        made = _done(client, "POST", "/v1/games", _GAME)
        path, seat = f"/v1/games/{made['game']}", {"Authorization": f"Bearer {made['seats'][0]['token']}"}
        while not self._over.is_set():
            view = _done(client, "GET", path, None, **seat)
            if view["status"] == "finished":
                return
            if 0 not in view["awaited"]:
                self._over.wait(0.02)
                continue
            moves = _done(client, "GET", f"{path}/moves?expand=1", None, **seat)["moves"]
            move = choose(self._rng, moves) | {"expected_ply": view["ply"]}
            _done(client, "POST", f"{path}/moves", move, **seat)
            self.moves += 1
            self._over.wait(_PAUSE_SECONDS)


def _done(client: Client, method: str, path: str, body: Any, **headers: str) -> dict[str, Any]:
    """The document of an answer 2xx; AssertionError for any other."""
    reply = client.send(method, path, body, **headers)
    assert 200 <= reply.status < 300, (method, path, reply.status, reply.data)
    return reply.json
