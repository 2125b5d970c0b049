"""`python -m tests.bench.lists [--games N ...] [--seconds S]`: what a page of the list of games costs.

The service answers `GET /v1/games?limit=50` over 16 kept connections beside N live games of two, by default
1,000 and 10,000. Printed are requests per second, the computing of the API processes and of the store per
request, and latencies. Nothing is asserted.
"""

import argparse
from pathlib import Path
from random import Random
from secrets import token_bytes
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import track
from rich.table import Table

from app.server.embedded_store import url_in
from app.service.games import GameService
from app.store.client import connect
from app.store.keys import game_id_from
from tests.bench.cpu import cpu_by_role
from tests.bench.moves.contenders import drive
from tests.bench.moves.games import reader
from tests.service.helpers import asked_person, choose, table_for
from tests.soak.client import Service

_CONNECTIONS = 16
_PAGE = b"GET /v1/games?limit=50 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
_PLIES = 8
_FASTEST = 3000


def main() -> None:
    """Run the measurement and print it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--seconds", type=float, default=6)
    asked = parser.parse_args()
    table = Table(title="A page of 50 live games")
    for title in ("live games", "requests/s", "API ms", "store ms", "p50 ms", "p99 ms", "refused"):
        table.add_column(title, justify="right")
    with TemporaryDirectory(prefix="cq-") as home:
        service = Service(Path(home))
        service.start()
        try:
            for row in _rows(service, Path(home) / "data", sorted(asked.games), asked.seconds):
                table.add_row(*row)
        finally:
            service.stop()
    Console().print(table)


def _rows(service: Service, data: Path, sizes: list[int], seconds: float) -> list[tuple[str, ...]]:
    url = url_in(data)
    assert url is not None
    games, there, rows = reader(data, connect(url)), 0, []
    for size in sizes:
        _make(games, size - there)
        there = size
        _measured(service, 1.0)
        rows.append((f"{size:,}", *_measured(service, seconds)))
    return rows


def _make(games: GameService, count: int) -> None:
    """Write live games of two persons of which some moves have been made."""
    rng = Random(count)
    for _ in track(range(count), description="games"):
        command = table_for(
            "person person", game=game_id_from(token_bytes(32)), game_key=token_bytes(32).hex()
        )
        position = games.create(command, None).position
        for _ in range(rng.randrange(_PLIES) if count <= 1000 else 0):
            seat = asked_person(position.table)
            if seat is not None:
                position = games.act(position.game, seat, choose(position.table, seat, rng)).position


def _measured(service: Service, seconds: float) -> tuple[str, ...]:
    most = int(seconds * _FASTEST / _CONNECTIONS)
    before = _computing(service)
    turn = drive(service.port, _CONNECTIONS, seconds, [[b"", *[_PAGE] * most]] * _CONNECTIONS)
    api, store = (now - then for now, then in zip(_computing(service), before, strict=True))
    asked = turn.good + turn.bad
    numbers = (turn.rate, 1000 * api / asked, 1000 * store / asked, turn.p50, turn.p99)
    return (*(f"{number:,.1f}" for number in numbers), str(turn.bad))


def _computing(service: Service) -> tuple[float, float]:
    """Return the seconds of computing of the API processes and of the store so far."""
    seconds = cpu_by_role(service.family)
    return seconds["API"], seconds["store"]


if __name__ == "__main__":
    main()
