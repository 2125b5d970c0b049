"""kill -9 in the middle of games, again and again on one data directory: nothing acknowledged is lost."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from typing import Final

from tests.server.helpers import eventually
from tests.soak.client import PATIENCE_SECONDS, Client, Json, Lost, Player, Service, choose, make

_PERSON: Final = {"variant": "north-american", "seats": ["me", {"bot": "greedy"}]}
_BOTS: Final = {"variant": "mexican-3", "seats": [{"bot": "random"}] * 3}
_DEALS_OF_BOTS: Final = 5
"""Bots play so many deals while a person plays one."""

_DELAY_SECONDS = (0.05, 1.0)

TARGETS = {
    "everything": ("",),
    "the supervisor": ("app.cli serve",),
    "the store": ("valkey.sock",),
    "the queue": ("queue.sock",),
    "the API": ("gunicorn",),
    "the worker": ("app.cli worker",),
    "the clock": ("app.cli clock",),
    "worker and clock": ("app.cli worker", "app.cli clock"),
}
"""What is killed: by name, the texts of the command lines."""


@dataclass
class Promises:
    """Acknowledged parts of a game: digests by ply, and the client's commands by the ply of their entries."""

    digests: dict[int, str] = field(default_factory=dict)
    commands: dict[int, Json] = field(default_factory=dict)


@dataclass
class Sitting:
    """A game under way, played by a thread or by bots alone, and what was acknowledged about it."""

    player: Player
    promised: Promises = field(default_factory=Promises)
    failure: BaseException | None = None

    def run(self, rng: Random, stop: Event | None = None) -> None:
        """Plays or watches until the game is over, or `stop` is set; keeps the first failure."""
        try:
            while not (stop is not None and stop.is_set()) and not self._step(rng):
                pass
        except BaseException as failure:
            self.failure = failure

    def _step(self, rng: Random) -> bool:
        view = self.player.get()
        self._watch(view["ply"])
        seat = self.player.turn(view)
        if seat is not None:
            self._move(rng, seat)
        elif view["status"] != "finished":
            with suppress(Lost):
                self.player.client.send("GET", f"{self.player.path}/events?after={view['ply']}&wait=1")
        return bool(view["status"] == "finished")

    def _watch(self, ply: int) -> None:
        page = self.player.get(f"/events?after={ply - 1}&limit=1")
        for entry in page["events"]:
            assert self.promised.digests.setdefault(entry["ply"], entry["digest"]) == entry["digest"]

    def _move(self, rng: Random, seat: int) -> None:
        moves = self.player.get("/moves?expand=1", seat)["moves"]
        if not moves:
            return
        body = choose(rng, moves)
        reply = self.player.post(seat, body, f"{rng.getrandbits(64):x}")
        if reply.status == 409:
            return
        assert reply.status == 200, reply.data
        ply = reply.json["ply"]
        assert ply not in self.promised.commands
        self.promised.commands[ply] = body

    def check(self) -> None:
        """Check that the log has everything acknowledged, no command twice, and a clean audit."""
        assert self.failure is None, self.failure
        log = self._log()
        for ply, digest in self.promised.digests.items():
            assert log[ply]["digest"] == digest, ply
        mine = {ply: entry["public"]["command"] for ply, entry in log.items() if self._is_mine(entry)}
        # A hand that our command ended is dealt on in the next entry, the one that was answered with.
        expected = {ply if ply in mine else ply - 1: body for ply, body in self.promised.commands.items()}
        assert mine == expected
        self.player.audit()

    def _is_mine(self, entry: Json) -> bool:
        actor = entry["public"]["actor"]
        return any(actor == f"seat:{seat}" for seat in self.player.tokens)

    def _log(self) -> dict[int, Json]:
        entries: dict[int, Json] = {}
        while (page := self.player.get(f"/events?after={len(entries)}&limit=200"))["events"]:
            entries |= {entry["ply"]: entry for entry in page["events"]}
        assert list(entries) == list(range(1, len(entries) + 1))
        return entries


def kill(rng: Random, service: Service, *, deals: int = 2) -> int:
    """One kill amid three games, then their end and their audit."""
    amid(rng, service, lambda: strike(rng, service), deals)
    return 1


def amid(rng: Random, service: Service, fault: Callable[[], object], deals: int) -> None:
    """A fault amid three games of so many deals of a person, then their end and their audit."""
    service.wait()
    clients = [Client(service.port) for _ in range(3)]
    person, bots = {"deals": deals}, {"deals": deals * _DEALS_OF_BOTS}
    plans = ({**_PERSON, "options": person}, {**_PERSON, "options": person}, {**_BOTS, "options": bots})
    sittings = [Sitting(make(client, rng, plan)) for client, plan in zip(clients, plans, strict=True)]
    threads = [Thread(target=sitting.run, args=(Random(rng.random()),), daemon=True) for sitting in sittings]
    for thread in threads:
        thread.start()
    time.sleep(rng.uniform(*_DELAY_SECONDS))
    fault()
    service.wait()
    for thread in threads:
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive(), "a game does not go on"
    for sitting in sittings:
        sitting.check()
    for client in clients:
        client.close()


def strike(rng: Random, service: Service) -> None:
    """Processes of one target are killed; of several that match, all or a single one."""
    texts = TARGETS[rng.choice(list(TARGETS))]
    eventually(lambda: _running(service, texts))  # one that was killed a moment ago is started again
    pids = _running(service, texts)
    alone = "gunicorn" in texts and rng.random() < 0.7
    service.kill(*([rng.choice(pids)] if alone else pids))


def _running(service: Service, texts: tuple[str, ...]) -> list[int]:
    return [pid for pid, line in service.family.items() if any(text in line for text in texts)]
