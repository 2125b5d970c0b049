"""`python -m tests.bench.weights [--games N]`: what a game weighs, live in the store and archived.

Two players with tokens play sittings of north-american to their end over HTTP, each move with a key of its
own. A live game is all its keys as the server counts them, right after the last move: entries, digests,
sealed parts, idempotency records. Archived it is its frame in a blob of its own. Sittings of one, two and
more hands tell how both grow with the plies.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from app.server.embedded_store import url_in
from app.store.client import connect
from app.store.keys import GameId
from replays.archive.blobs import Filed, pack
from replays.archive.kinds import GAMES
from tests.bench.moves.games import reader
from tests.bench.moves.memory import weight
from tests.soak.client import Client, Player, Service, choose, make

_PLAN = {"variant": "north-american", "seats": ["me", "open"]}
_HANDS = (1, 2, 4)


def _played(client: Client, rng: Random, hands: int) -> Player:
    """A sitting of so many hands, played to its end."""
    options = {"deals": hands, "deal_delay_seconds": 0}
    player = make(client, rng, {**_PLAN, "options": options})
    while (view := player.get())["status"] != "finished":
        seat = player.turn(view)
        moves = [] if seat is None else player.get("/moves?expand=1", seat)["moves"]
        if seat is None or not moves:  # the next hand is dealt by the service
            player.get(f"/events?after={view['ply']}&wait=5")
            continue
        body = {**choose(rng, moves), "expected_ply": view["ply"]}
        reply = player.post(seat, body, f"{view['ply']}-{seat}")
        assert reply.status in (200, 409), reply.data
    return player


def _weighed(service: Service, data: Path, games: int) -> Iterator[tuple[int, int, int, int]]:
    """Of every game its hands, its plies, its bytes in the store and in the archive."""
    url, rng = url_in(data), Random(2026)
    assert url is not None
    client, store = Client(service.port), connect(url)
    logs = reader(data, store)
    for number in range(games):
        hands = _HANDS[number % len(_HANDS)]
        game = GameId(_played(client, rng, hands).id)
        live, entries = weight(store, game), logs.entries(game, 0)
        filed = Filed(game, len(entries), entries[-1].digest, GAMES.record(entries))
        yield hands, len(entries), live, pack([filed]).members[0].length


def main() -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.weights")
    parser.add_argument("--games", type=int, default=9)
    chosen = parser.parse_args()
    table = Table(title="Bytes of a game")
    for title in ("hands", "plies", "live", "a ply", "archived", "of live"):
        table.add_column(title, justify="right")
    with TemporaryDirectory(prefix="cq-") as folder:
        service = Service(Path(folder))
        try:
            service.start()
            for hands, plies, live, kept in _weighed(service, Path(folder) / "data", chosen.games):
                table.add_row(
                    str(hands), str(plies), f"{live:,}", str(live // plies), f"{kept:,}", f"{kept / live:.2f}"
                )
        finally:
            service.stop()
    Console().print(table)


if __name__ == "__main__":
    main()
