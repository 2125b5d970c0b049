"""Fixtures for tests of replays: a store with games, and a service on loopback."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson
import pytest
from flask import Flask, Response, request
from flask.testing import FlaskClient
from sqlalchemy import Engine

from app.games.table.view import view
from app.http.problems import install
from app.service.games import GameService
from app.store.canonical import parse
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.entry import START, Entry, LogPosition
from app.store.keys import GameId
from app.store.log import EventStore
from replays.api.audits import blueprint
from replays.archive.proof import Prove
from replays.catalogue.connecting import connect as connect_catalogue
from replays.record.format import Proof
from replays.record.receipts import KeyList
from tests.closing import at_end
from tests.loopback import on_loopback

from .games import played

VAULT_KEY = bytes(range(32))


@dataclass(frozen=True)
class ServedStore:
    """A store with an application."""

    store: EventStore
    app: Flask

    def keep(self, entries: tuple[Entry, ...]) -> GameId:
        """Append entries that begin a log."""
        place: LogPosition = START
        for entry in entries:
            self.store.append(entry, after=place, status="playing", live=True)
            place = entry
        return entries[0].game


@pytest.fixture
def served(redis_url: str) -> Iterator[ServedStore]:
    """Return a store without games and its application."""
    with connect(redis_url) as redis:
        store = EventStore(redis, StorageCipher(VAULT_KEY))
        yield ServedStore(store, application(GameService(store, 16)))


def application(
    games: GameService,
    prove: Prove = lambda entries: Proof(),
    keys: Callable[[], KeyList | None] = lambda: None,
) -> Flask:
    """Return the resources of replays, and those of the transparency log that they need."""
    app = Flask(__name__)
    install(app)
    app.register_blueprint(blueprint(games, lambda position: None, prove, keys))

    @app.get("/v1/games/<game_id:game>/events")
    def events(game: str) -> Response:
        after = int(request.args["after"])
        page = [
            {"ply": entry.ply, "digest": entry.digest.hex(), "public": parse(entry.public)}
            for entry in games.entries(GameId(game), after, after + 7)
        ]
        return Response(orjson.dumps({"game": game, "events": page}), content_type="application/json")

    @app.get("/v1/games/<game_id:game>/receipts")
    def receipts(game: str) -> Response:
        return Response(b"[]", content_type="application/json")

    @app.get("/v1/games/<game_id:game>/disputes")
    def disputes(game: str) -> Response:
        return Response(b'{"disputes": []}', content_type="application/json")

    @app.get("/v1/games/<game_id:game>/positions/<ply:ply>")
    def position(game: str, ply: int) -> Response:
        position = {"ply": ply, "view": view(games.at(GameId(game), ply).table, None)}
        return Response(orjson.dumps(position), content_type="application/json")

    return app


@pytest.fixture
def client(served: ServedStore) -> FlaskClient:
    """Return a client of the application."""
    return served.app.test_client()


@pytest.fixture
def url(served: ServedStore) -> Iterator[str]:
    """Return the address at which the application answers."""
    with on_loopback(served.app) as address:
        yield address


@pytest.fixture
def over(served: ServedStore) -> GameId:
    """Return a finished game."""
    return served.keep(played("mexican-3"))


@pytest.fixture
def running(served: ServedStore) -> GameId:
    """Return a game at ply 20."""
    return served.keep(played("persons")[:20])


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    """Return a catalogue without games."""
    engine = connect_catalogue(f"sqlite:///{tmp_path}/catalogue.sqlite")
    at_end(engine.dispose)
    return engine
