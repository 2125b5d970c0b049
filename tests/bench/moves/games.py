"""Real games for the load generator: made over HTTP, then played ahead in memory to know every request.

Whoever has the service's secret knows the decks, so what a random player would post is known beforehand, and
nothing but moves is asked of the service while it is measured.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from secrets import token_bytes

import orjson
from redis import Redis

from app.games.conquian.commands import Command, Fold
from app.games.table import decide as table
from app.games.table import wire
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited
from app.games.table.view import legal
from app.service.games import GameService
from app.service.secret_keys import keys
from app.settings.settings import Settings
from app.store.encryption import StorageCipher
from app.store.keys import GameId, game_id_from
from app.store.log import EventStore
from tests.soak.client import Client, Player, make

PLAN = {
    "variant": "north-american",
    "options": {"decision_seconds": 86_400, "window_seconds": 86_400, "deal_delay_seconds": 86_400},
    "seats": ["me", "open"],
}


def reader(data: Path, redis: Redis) -> GameService:
    """The games in `redis` of the service that runs in the directory `data`, read past its API."""
    return GameService(EventStore(redis, StorageCipher(keys(Settings(data=data)).vault)), 0)


def requests(
    client: Client, games: GameService, rng: Random, plies: int, once: bool
) -> tuple[str, list[bytes]]:
    """The id of a new game for two, a look at it, and its moves until its log has about `plies` entries.

    Each move rests on If-Match; with `once` it bears an Idempotency-Key, too.
    """
    player = make(client, rng, PLAN)
    at = games.current(GameId(player.id)).table
    return player.id, ahead(player, at, rng, plies, once)


def ahead(player: Player, at: Table, rng: Random, plies: int, once: bool) -> list[bytes]:
    """A look at a game without bots whose seats are taken, and its moves until its log has about `plies`
    entries.
    """
    moves = [_request(player, ply, seat, body, once) for ply, seat, body in _played(at, rng, plies)]
    return [_look(player), *moves]


def at_floor(count: int, plies: int) -> list[list[bytes]]:
    """Requests of `count` games for the floor, with bodies and headers of the same size; it has no look."""
    bearer = f"Authorization: Bearer {'x' * 96}"
    names = [game_id_from(token_bytes(32)) for _ in range(count)]
    return [[b"", *(_plain(name, ply, bearer) for ply in range(plies))] for name in names]


def _plain(game: str, ply: int, bearer: str) -> bytes:
    body = orjson.dumps({"type": "pass", "expected_ply": ply})
    return _posted(game, body, bearer, f'If-Match: "{ply}"')


def _played(at: Table, rng: Random, plies: int) -> Iterator[tuple[int, int, bytes]]:
    """For each request the ply it rests on, the seat that sends it and its body."""
    while at.ply < plies and not at.is_over:
        due = table.pending(at)
        seat = None if due else awaited(at)[0]
        command = due if seat is None else _chosen(rng, legal(at, seat))
        if seat is not None:
            yield at.ply, seat, orjson.dumps(wire.command_to_json(at.play, command))
        at = fold(at, at.ply + 1, table.decide(at, seat, command))


def _request(player: Player, ply: int, seat: int, body: bytes, once: bool) -> bytes:
    bearer = f"Authorization: Bearer {player.tokens[seat]}"
    key = [f"Idempotency-Key: {ply}-{seat}"] if once else []
    return _posted(player.id, body, bearer, f'If-Match: "{ply}"', *key)


def _look(player: Player) -> bytes:
    lines = (f"GET {player.path} HTTP/1.1", "Host: 127.0.0.1", f"Authorization: Bearer {player.tokens[0]}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def _posted(game: str, body: bytes, *headers: str) -> bytes:
    lines = (
        f"POST /v1/games/{game}/moves HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        *headers,
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _chosen(rng: Random, commands: Sequence[Command]) -> Command:
    """One of the commands that play on."""
    return rng.choice([command for command in commands if not isinstance(command, Fold)] or commands)
