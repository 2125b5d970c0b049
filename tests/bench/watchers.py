"""`python -m tests.bench.watchers [--watchers N] [--games G ...] [--seconds S]`: what idle watchers cost.

One API process plays games of two persons over HTTP without a pause, in turns alone and while N streams of
G other games are open and idle: by default of 20 games, which share what they look at, and of one game each.
Printed are the moves per second of both, their ratio, and the memory of the process by watcher. Nothing is
asserted.
"""

import argparse
import socket
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from uuid import UUID

from rich.console import Console
from rich.table import Table

from app.http.streaming import ALIVE_SECONDS
from app.server.gunicorn_worker import allow_files
from tests.server.helpers import command
from tests.soak.client import Client, Player, Service, choose, make

_ROUNDS = 3
_PLAN = {"variant": "north-american", "seats": ["me", "open"]}


@dataclass(frozen=True, slots=True)
class Found:
    """Moves per second by round, alone and watched, and KiB of the process by watcher of the first round."""

    alone: list[float]
    watched: list[float]
    memory: float

    @property
    def ratio(self) -> float:
        """The part of its rate that the service keeps, in the middle of the rounds."""
        return median(one / other for one, other in zip(self.watched, self.alone, strict=True))


def main() -> None:
    """Runs the measurement and prints it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--games", type=int, nargs="+")
    parser.add_argument("--seconds", type=float, default=8)
    asked = parser.parse_args()
    allow_files(asked.watchers + 500)
    table = Table(title=f"{asked.watchers:,} idle watchers of one API process")
    for title in ("games watched", "moves/s alone", "moves/s watched", "rate kept", "KiB by watcher"):
        table.add_column(title, justify="right")
    for games in asked.games or (20, asked.watchers):
        served = _served(asked.watchers, games, asked.seconds)
        rates = (_listed(served.alone), _listed(served.watched))
        table.add_row(f"{games:,}", *rates, f"{served.ratio:.2f}", f"{served.memory:.1f}")
    Console().print(table)


def _served(watchers: int, games: int, seconds: float) -> Found:
    """The measurement over a service of its own, whose memory nothing has used before."""
    with TemporaryDirectory(prefix="cq-") as home:
        service = Service(Path(home), api_processes=1)
        service.start()
        try:
            return _measured(service, watchers, games, seconds)
        finally:
            service.stop()


def _measured(service: Service, watchers: int, games: int, seconds: float) -> Found:
    rng, client = Random(2026), Client(service.port)
    api = _api_process(service)
    idle = [make(client, rng, _PLAN) for _ in range(games)]
    _rate(client, rng, 3.0)
    alone, watched, memory = list[float](), list[float](), list[float]()
    for _ in range(_ROUNDS):
        alone.append(_rate(client, rng, seconds))
        before = _resident(api)
        streams = [_watch(service.port, idle[number % len(idle)]) for number in range(watchers)]
        memory.append((_resident(api) - before) / watchers / 1024)
        watched.append(_rate(client, rng, seconds))
        for stream in streams:
            stream.close()
        # The process notices at the next sign of life that the reader is gone.
        time.sleep(ALIVE_SECONDS + 2)
    # Later rounds find the memory of the first one in the allocator.
    return Found(alone, watched, memory[0])


def _listed(numbers: list[float]) -> str:
    return ", ".join(f"{number:.0f}" for number in numbers)


def _watch(port: int, game: Player) -> socket.socket:
    """An open stream of a game; the first bytes of its answer have come."""
    stream = socket.create_connection(("127.0.0.1", port), timeout=30)
    head = f"GET {game.path}/events?after=3 HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
    stream.sendall(head.encode())
    assert stream.recv(4096).startswith(b"HTTP/1.1 200")
    return stream


def _rate(client: Client, rng: Random, seconds: float) -> float:
    """Accepted moves per second over one connection, whatever else had to be asked included."""
    ends, moves, began = time.monotonic() + seconds, 0, time.monotonic()
    while time.monotonic() < ends:
        moves += _game(client, rng, ends)
    return moves / (time.monotonic() - began)


def _game(client: Client, rng: Random, ends: float) -> int:
    player, moves = make(client, rng, _PLAN), 0
    while time.monotonic() < ends:
        view = player.get()
        seat = player.turn(view)
        if seat is None:
            break
        listed = player.get("/moves?expand=1", seat)["moves"]
        key = str(UUID(int=rng.getrandbits(128)))
        moves += player.post(seat, choose(rng, listed), key).status == 200
    return moves


def _api_process(service: Service) -> int:
    """The one worker of gunicorn, which is the younger of its two processes."""
    return max(pid for pid in service.family if "gunicorn" in command(pid))


def _resident(pid: int) -> int:
    """The memory of a process in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096


if __name__ == "__main__":
    main()
