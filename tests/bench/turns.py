"""Moves of bots and of the clock in a second, and the time that a person waits for a bot.

    python -m tests.bench.turns [--measure plies expired late wait] [--beside CHECKOUT] [--rounds 1]

A service with two workers, and for `wait` one for people, plays in turns with that of another checkout, if
one is named (with an environment of its own in `.venv`). Printed are, for each:

plies    entries a second in games between greedy bots, all of which go on for as long as is measured;
expired  answers a second where the time of every game is over at once;
late     for how long a decision stood open after its time, at most, while games of two persons who never
         answer end their time all along;
wait     milliseconds from the answer to a move until the bot has moved, alone and beside games between bots.

The columns behind are milliseconds of processor time for each entry: of the workers, the clock, the store and
the queue. Asserts nothing; on a machine that does other things at the same time look at those.
"""

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from secrets import token_bytes
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from app.server.embedded_store import url_in
from app.service.games import GameService
from app.service.secret_keys import keys
from app.settings.settings import Settings
from app.store.client import ask, ask_all, connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId, game_id_from, state_key
from app.store.log import EventStore
from tests.bench.cpu import cpu_by_role
from tests.server.helpers import ROOT
from tests.service.helpers import table_for
from tests.soak.client import Client, Service, choose, make

_ROLES: Final = ("workers", "clock", "store", "queue")
_MAKERS: Final = 16
_SAMPLE_SECONDS: Final = 0.25
_PERSON: Final = {
    "variant": "north-american",
    "seats": ["me", {"bot": "greedy"}],
    "options": {"deals": 100, "decision_seconds": 600, "window_seconds": 600, "deal_delay_seconds": 0},
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Size of a measurement."""

    games: int
    seconds: float
    decision_seconds: int
    moves: int


@dataclass
class Site:
    """A service that runs, and its store, read and written past its API."""

    service: Service
    games: GameService
    redis: Any

    def used(self) -> dict[str, float]:
        """Seconds of processor time so far, by role."""
        return cpu_by_role(self.service.family)

    def plies(self, games: Sequence[GameId]) -> list[int]:
        """Return how many entries each of the games has."""
        return [
            int(number) for number in ask_all(self.redis, [("HGET", state_key(game), "n") for game in games])
        ]

    def made(self, count: int, seats: str, **options: Any) -> list[GameId]:
        """New games, dealt."""

        def one(_number: int) -> GameId:
            game = game_id_from(token_bytes(32))
            self.games.create(table_for(seats, game=game, game_key=token_bytes(32).hex(), **options), None)
            return game

        with ThreadPoolExecutor(_MAKERS) as pool:
            return list(pool.map(one, range(count)))

    @contextmanager
    def idle(self) -> Iterator[None]:
        """Meanwhile neither workers nor the clock run."""
        pids = [
            pid for pid, line in self.service.family.items() if "app.cli w" in line or "app.cli cl" in line
        ]
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


@contextmanager
def site(checkout: Path, people_workers: int) -> Iterator[Site]:
    """A service of a checkout, in a directory of its own."""
    python = str(checkout / ".venv" / "bin" / "python") if checkout != ROOT else sys.executable
    with TemporaryDirectory(prefix="cq-") as home:
        service = Service(
            Path(home),
            people_workers=people_workers,
            python=python,
            PYTHONPATH=str(checkout),
            CONQUIAN_WORKERS="2",
            CONQUIAN_OPEN_GAMES="0",
        )
        service.start()
        try:
            data = Path(home) / "data"
            url = url_in(data)
            assert url is not None
            with connect(url) as redis:
                store = EventStore(redis, StorageCipher(keys(Settings(data=data)).vault))
                yield Site(service, GameService(store, 0), redis)
        finally:
            service.stop()


def plies(site: Site, asked: Asked) -> list[str]:
    """Entries a second in games between bots."""
    games = site.made(asked.games, "greedy greedy", deals=100)
    time.sleep(2)
    before, used, begun = sum(site.plies(games)), site.used(), time.monotonic()
    time.sleep(asked.seconds)
    done, took = sum(site.plies(games)) - before, time.monotonic() - begun
    return [f"{done / took:,.0f} plies/s", *_each(site, used, done)]


def expired(site: Site, asked: Asked) -> list[str]:
    """Answers a second where the time of every game is over at once."""
    with site.idle():
        limits = {"decision_seconds": 20, "window_seconds": 20, "deal_delay_seconds": 0}
        games = site.made(asked.games, "person person", **limits)
        first = site.plies(games)
        time.sleep(21)
        used, begun = site.used(), time.monotonic()
    while any(now <= then for now, then in zip(site.plies(games), first, strict=True)):
        time.sleep(_SAMPLE_SECONDS)
    took = time.monotonic() - begun
    done = sum(site.plies(games)) - sum(first)
    return [f"{done / took:,.0f} decisions/s", *_each(site, used, done)]


def late(site: Site, asked: Asked) -> list[str]:
    """For how long decisions stood open after their time."""
    each = asked.decision_seconds
    limits = {"decision_seconds": each, "window_seconds": each, "deal_delay_seconds": 0}
    games = site.made(asked.games, "person person", deals=100, **limits)
    before, used, ends = sum(site.plies(games)), site.used(), time.monotonic() + asked.seconds
    lateness = []
    while time.monotonic() < ends:
        lateness.append(_lateness(site, games))
        time.sleep(_SAMPLE_SECONDS)
    done = sum(site.plies(games)) - before
    rate = done / asked.seconds
    return [
        f"{median(lateness):.2f} s, at most {max(lateness):.2f} s, {rate:,.0f}/s",
        *_each(site, used, done),
    ]


def _lateness(site: Site, games: Sequence[GameId]) -> float:
    ends = ask_all(site.redis, [("HGET", state_key(game), "t") for game in games])
    seconds, microseconds = ask(site.redis, ("TIME",))
    now = int(seconds) + int(microseconds) / 1e6
    return max([0.0, *(now - int(end) / 1000 for end in ends if end is not None)])


def wait(site: Site, asked: Asked) -> list[str]:
    """Milliseconds until a bot has moved, alone and beside games between bots."""
    alone = _waits(site, asked.moves)
    site.made(asked.games, "greedy greedy", deals=100)
    used = site.used()
    beside = _waits(site, asked.moves)
    return [f"{_spread(alone)} ms alone, {_spread(beside)} ms beside", *_each(site, used, asked.moves)]


def _waits(site: Site, moves: int) -> list[float]:
    rng, client, waits = Random(7), Client(site.service.port), list[float]()
    while len(waits) < moves:
        player = make(client, rng, _PERSON)
        for _ in range(40):
            view = player.get()
            seat = player.turn(view)
            if seat is None:
                player.get(f"/events?after={view['ply']}&wait=1")
                continue
            listed = player.get("/moves?expand=1", seat)["moves"]
            reply = player.post(seat, choose(rng, listed), f"{rng.getrandbits(64):x}") if listed else None
            begun = time.perf_counter()
            if reply is None or reply.status != 200:
                continue  # the bot was faster in a window that was open to both
            awaited = reply.json["view"]["awaited"]
            if awaited and seat not in awaited:
                player.get(f"/events?after={reply.json['ply']}&wait=1")
                waits.append(1000 * (time.perf_counter() - begun))
    client.close()
    return waits


def _spread(waits: Sequence[float]) -> str:
    return f"{median(waits):.1f} (p95 {quantiles(waits, n=20)[-1]:.1f})"


def _each(site: Site, before: dict[str, float], count: int) -> list[str]:
    now = site.used()
    return [f"{1000 * (now[role] - before[role]) / max(1, count):.2f}" for role in _ROLES]


MEASURES: Final[dict[str, Callable[[Site, Asked], list[str]]]] = {
    "plies": plies,
    "expired": expired,
    "late": late,
    "wait": wait,
}


def main() -> None:
    """Measures and prints a line for each measure, checkout and round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--measure", nargs="+", choices=MEASURES, default=list(MEASURES))
    parser.add_argument("--beside", type=Path, action="append", default=[], metavar="CHECKOUT")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--decision-seconds", type=int, default=4)
    parser.add_argument("--moves", type=int, default=200)
    chosen = parser.parse_args()
    asked = Asked(chosen.games, chosen.seconds, chosen.decision_seconds, chosen.moves)
    console = Console()
    table = Table("measure", "checkout", "found", *(f"{role} ms" for role in _ROLES))
    for _ in range(chosen.rounds):
        for name in chosen.measure:
            for checkout in (ROOT, *(thread.resolve() for thread in chosen.beside)):
                with site(checkout, int(name == "wait")) as running:
                    row = [name, checkout.name, *MEASURES[name](running, asked)]
                console.print(*row)
                table.add_row(*row)
    console.print(table)


if __name__ == "__main__":
    main()
