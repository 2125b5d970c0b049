"""Workers, queue and clock are killed while games wait for them: nothing is lost and nothing done twice.

Nobody answers in the games with people, so the service answers for them; bots play the others. The logs prove
afterwards that every game has ended and that no question was answered twice for a seat.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from app.games.table.clocks import same_question
from app.games.table.events import TimedOut
from app.games.table.state import awaited
from app.server.embedded_store import url_in
from app.service.entry_codec import Position, advance, decode_entry
from app.service.games import GameService
from app.store.client import connect
from app.store.entry import Entry
from app.store.keys import GameId
from tests.bench.moves.games import reader
from tests.server.helpers import eventually
from tests.soak.client import PATIENCE_SECONDS, Client, Player, Service, make

_LIMITS = {"decision_seconds": 1, "window_seconds": 1, "deal_delay_seconds": 0}
_PLANS: tuple[dict[str, Any], ...] = (
    {"variant": "north-american", "seats": ["me", "open"], "options": _LIMITS},
    {"variant": "mexican-2", "seats": ["me", {"bot": "greedy"}], "options": _LIMITS},
    {"variant": "mexican-3", "seats": [{"bot": "greedy"}] * 3, "options": {"deals": 5}},
)
_PAUSE_SECONDS = (0.2, 1.5)
_TARGETS: tuple[tuple[str, ...], ...] = (
    ("app.cli worker",),
    ("queue.sock",),
    ("app.cli worker", "queue.sock"),
    ("app.cli clock", "queue.sock"),
)


@dataclass(frozen=True)
class Site:
    """A service with three workers, and its games, read past its API."""

    service: Service
    games: GameService


@contextmanager
def site() -> Iterator[Site]:
    """A service in a directory of its own."""
    with TemporaryDirectory(prefix="cq-") as directory:
        service = Service(Path(directory), people_workers=1, CONQUIAN_WORKERS="2")
        try:
            service.start()
            data = Path(directory) / "data"
            yield Site(service, reader(data, connect(url_in(data) or "")))
        finally:
            service.stop()


def kills(rng: Random, site: Site, *, of_each: int = 4, strikes: int = 4) -> int:
    """Games that wait for the service while what serves them is killed; how often they were answered."""
    site.service.wait()
    client = Client(site.service.port)
    players = [make(client, rng, {**plan}) for plan in _PLANS for _ in range(of_each)]
    for _ in range(strikes):
        time.sleep(rng.uniform(*_PAUSE_SECONDS))
        _strike(rng, site.service)
    eventually(lambda: all(map(_has_ended, players)), PATIENCE_SECONDS, 0.2)
    for player in players:
        player.audit()
    client.close()
    return sum(_answers(site.games, GameId(player.id)) for player in players)


def _strike(rng: Random, service: Service) -> None:
    """All processes of one target are killed, or one of them."""
    texts = rng.choice(_TARGETS)
    pids = [pid for pid, line in service.family.items() if any(text in line for text in texts)]
    if pids:  # what was killed a moment ago may not run again yet
        service.kill(*(pids if rng.random() < 0.5 else [rng.choice(pids)]))


def _has_ended(player: Player) -> bool:
    return bool(player.get()["status"] == "finished")


def _answers(games: GameService, game: GameId) -> int:
    """Return how many answers the log of a game has: one for each seat that a question was put to."""
    seen, question = set[tuple[int, int]](), 0
    first, *entries = games.entries(game, 0)
    position = advance(None, (first,))
    assert position is not None
    for entry in entries:
        for seat in _answering(position, entry):
            assert seat in awaited(position.table), (game, entry.ply)
            assert (question, seat) not in seen, (game, entry.ply)
            seen.add((question, seat))
        after = advance(position, (entry,))
        assert after is not None
        question += not same_question(position.table, after.table)
        position = after
    assert position.table.has_ended
    return len(seen)


def _answering(position: Position, entry: Entry) -> tuple[int, ...]:
    """The seats that an entry answers for: the one that acts, or those whose time is over."""
    command = decode_entry(position.table.play, entry)
    if command.seat is not None:
        return (command.seat,) if position.table.in_hand else ()
    return tuple(seat for event in command.events if isinstance(event, TimedOut) for seat in event.seats)
