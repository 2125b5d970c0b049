"""Helpers for tests of services, workers and API: tables to make, seats to take, games to play out."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random
from typing import Any

from redis import Redis

from app.games.cards import Seat
from app.games.registry import game_of
from app.games.table import wire
from app.games.table.clocks import BOUNDS
from app.games.table.commands import Create, Sit
from app.games.table.state import Table, awaited
from app.games.table.view import legal
from app.http.credentials import mint, token_hash
from app.service.entry_codec import Position
from app.service.games import GameService
from app.service.secret_keys import Keys
from app.service.signing import KeyRing, now_ms
from app.store.append_options import IdempotencyKey
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.keys import GameId, bucket, due_key, game_id_from, state_key
from app.store.log import EventStore
from app.store.signing_state import StoredGenerations
from workers.bots import player

KEYS = Keys(
    token=b"t" * 32,
    vault=b"v" * 32,
    bot=b"b" * 32,
    ids=b"i" * 32,
    sign=b"s" * 32,
    tournament=b"o" * 32,
    installation=b"n" * 32,
)
GAME = game_id_from(b"one table for every test".ljust(32))
START_MS = 1_000_000


class Clock:
    """A clock that stands where a test puts it, in ms."""

    def __init__(self, now: int = START_MS) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


class CountingPool:
    """A pool of connections that counts how often one is taken, which is once for every round trip."""

    def __init__(self, pool: Any) -> None:
        self.trips = 0
        self._pool = pool

    def get_connection(self) -> Any:
        self.trips += 1
        return self._pool.get_connection()

    def release(self, connection: Any) -> None:
        self._pool.release(connection)


class Counted:
    """A client of the store at `url` whose round trips are counted."""

    def __init__(self, client: Redis) -> None:
        self.connection_pool = CountingPool(client.connection_pool)


@contextmanager
def counted_games(url: str) -> Iterator[tuple[GameService, CountingPool]]:
    """A service of its own, and the count of its round trips."""
    with counted_client(url) as client:
        yield GameService(event_store(client), 16, Clock()), client.connection_pool


@contextmanager
def counted_client(url: str) -> Iterator[Any]:
    """A client of the store at `url` whose pool is a `CountingPool`."""
    with connect(url) as client:
        yield Counted(client)


def event_store(redis: Redis) -> EventStore:
    """The event store of a process."""
    return EventStore(redis, StorageCipher(KEYS.vault))


def service(redis: Redis, clock: Clock | None = None) -> GameService:
    """The games as one process has them: a cache of its own, the common store and the common keys."""
    clock = clock or Clock()
    return GameService(event_store(redis), 64, clock, signer=key_ring(redis, clock))


def key_ring(redis: Redis, clock: Callable[[], int] = now_ms) -> KeyRing:
    """The signing keys as a process has them."""
    return KeyRing(KEYS.sign, StoredGenerations(redis), clock=clock)


def plan(word: str) -> dict[str, str]:
    """A seat of a table from one word: `person`, `open` or the name of a bot."""
    return {"kind": word} if word in ("person", "open") else {"kind": "bot", "bot": word}


def table_for(seats: str, variant: str = "north-american", **more: Any) -> Create:
    """The command that makes a table whose persons have true tokens; `seats` has words as in `plan`."""
    play = game_of(variant)
    plans = tuple(map(plan, seats.split()))
    chance = {name: more.pop(name) for name in ("entropy", "reveal") if name in more}
    game = more.pop("game", GAME)
    limits = {name: more.pop(name) for name in BOUNDS if name in more}
    return Create(
        game=game,
        play=play.name,
        game_key=more.pop("game_key", "5a" * 32),
        rules=play.rules_to_json(play.sheet(variant, more)),
        seats=plans,
        entropy=chance.get("entropy", "none"),
        reveal=chance.get("reveal", "game"),
        token_hashes=tuple(
            token_hash(mint(KEYS.token, game, seat, 0)).hex() if seat_plan["kind"] == "person" else ""
            for seat, seat_plan in enumerate(plans)
        ),
        **limits,
    )


def seated(
    games: GameService, seats: str = "person open", variant: str = "north-american", **more: Any
) -> Position:
    """A new game whose open seats have all been taken."""
    position = games.create(table_for(seats, variant, **more), None).position
    for at, word in enumerate(seats.split()):
        if word == "open":
            position = games.act(position.game, Seat(at), Sit(Seat(at), None, "bb" * 32)).position
    return position


def time_is_over(redis: Redis, game: GameId = GAME) -> None:
    """The deadline of `game` lies in the past, and with it the moment to look at it."""
    assert redis.hexists(state_key(game), "t")
    redis.hset(state_key(game), "t", 1)
    redis.zadd(due_key(bucket(game)), {game: 2})


def once(key: str, asked: str = "", scope: str = "seat:0") -> IdempotencyKey:
    """The idempotency record of a request with the content `asked`."""
    return IdempotencyKey(scope, key, sha256(asked.encode()).digest()[:16])


def moves(table: Table, seat: Seat) -> list[dict[str, Any]]:
    """The legal moves of a seat as bodies."""
    return [wire.command_to_json(table.play, command) for command in legal(table, seat)]


def asked_person(table: Table) -> Seat | None:
    """The first person who is awaited."""
    return next((seat for seat in awaited(table) if seat in table.persons), None)


def choose(table: Table, seat: Seat, chance: Random) -> Any:
    """A legal command, folding last."""
    options = legal(table, seat)
    lasting = [option for option in options if wire.command_to_json(table.play, option)["type"] != "fold"]
    return chance.choice(lasting or list(options))


def play_on(games: GameService, game: GameId, seed: int, plies: int = 10_000) -> Position:
    """The game after at most `plies` commands of persons, its bots having played; seeded."""
    chance, bots = Random(seed), player(games, KEYS.bot)
    for _ in range(plies):
        bots(game)
        position = games.current(game)
        seat = asked_person(position.table)
        if seat is None:
            break
        games.act(game, seat, choose(position.table, seat, chance), expected=position.ply)
    bots(game)
    return games.current(game)


def plies(entries: Iterable[Any]) -> list[int]:
    """The plies of entries."""
    return [entry.ply for entry in entries]
