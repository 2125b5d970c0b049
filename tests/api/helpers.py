"""Common helpers for tests of the API: an application over a real store, and games over HTTP."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

import wsgi
from app.api.access import Access
from app.api.parts import ApiParts
from app.http.credentials import mint_key
from app.observability.worker_hooks import SHUTDOWN_HOOKS
from app.players.service import Players
from app.service.games import GameService
from app.service.signing import now_ms
from app.settings.settings import Settings
from app.store.client import connect
from app.store.keys import GameId, game_id_from
from tests.api import routes
from tests.api.documents import undocumented
from tests.catalogues import put_empty
from tests.closing import at_end
from tests.service.helpers import KEYS, service, table_for
from workers.bots import player

routes.share(wsgi.Application)

Json = dict[str, Any]
CARD = re.compile(r'"((?:[1-9]|1[0-2])[OCEB]|[A2-9TJQK][dshc])"')
PROBLEM = "application/problem+json"
_RATES: Any = {row.name: 0 for row in fields(Settings) if row.name.startswith("rate_")}
UNLIMITED = Settings(**_RATES, open_games=0, import_mb_day=0, players_day=0, archive_seconds=20)
"""The settings of the tests: nobody asks too often, no answer says how often, and archives may be slow."""


@dataclass
class Table:
    """A game over HTTP: its id and the tokens of the seats that persons have taken."""

    api: "Api"
    id: str
    tokens: dict[int, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        return f"/v1/games/{self.id}"

    def headers(self, seat: int | None, more: Mapping[str, str] | None = None) -> dict[str, str]:
        token = {} if seat is None else {"Authorization": f"Bearer {self.tokens[seat]}"}
        return token | dict(more or {})

    def get(self, rest: str = "", seat: int | None = None, **more: str) -> TestResponse:
        return self.api.client.get(self.path + rest, headers=self.headers(seat, more))

    def view(self, seat: int | None = None) -> Json:
        return expect(self.get(seat=seat), 200)

    def moves(self, seat: int, expand: bool = True) -> list[Json]:
        listed = expect(self.get("/moves?expand=1" if expand else "/moves", seat), 200)["moves"]
        assert isinstance(listed, list)
        return listed

    def post(self, seat: int | None, body: Any, **more: str) -> TestResponse:
        """Send a move with the headers `more`, written with underscores; If-Match is correct by default."""
        named = {name.replace("_", "-"): text for name, text in more.items()}
        named = named or {"If-Match": f'"{self.view(seat)["ply"]}"'}
        return self.api.client.post(self.path + "/moves", json=body, headers=self.headers(seat, named))

    def confront(self, receipt: Any, seat: int | None = None) -> TestResponse:
        """Send a receipt to be compared with this game."""
        return self.api.client.post(self.path + "/receipts", json=receipt, headers=self.headers(seat))

    def sit(self, body: Json | None = None, **more: str) -> Json:
        sent: Any = {} if body is None else {"json": body}
        headers = {name.replace("_", "-"): text for name, text in more.items()}
        taken = expect(self.api.client.post(f"{self.path}/seats", headers=headers, **sent), 201)
        self.tokens[taken["seat"]] = taken["token"]
        return taken

    def asked(self) -> int | None:
        """Return the first person who is awaited."""
        return next((seat for seat in self.view()["awaited"] if seat in self.tokens), None)

    def play(self, seed: int, plies: int = 10_000, each: Callable[[], object] = lambda: None) -> Json:
        """Play random moves of all persons and return the last view; `each` is called at every ply."""
        chance = Random(seed)
        for _ in range(plies):
            self.api.bots(self.id)
            each()
            seat = self.asked()
            if seat is None:
                break
            options = self.moves(seat)
            lasting = [option for option in options if option["type"] != "fold"] or options
            expect(self.post(seat, chance.choice(lasting)), 200)
        self.api.bots(self.id)
        each()
        return self.view()


@dataclass
class Api:
    """An application, the parts that it was made of, its client, and a worker."""

    app: Flask
    parts: ApiParts
    games: GameService
    bots: Callable[[str], None]
    access: Access
    players: Players
    settings: Settings
    redis: Redis
    numbers: Iterator[int] = field(default_factory=lambda: iter(range(1, 256)))

    @property
    def client(self) -> FlaskClient:
        return self.app.test_client()

    def post(self, body: Any, **more: str) -> TestResponse:
        return self.client.post(
            "/v1/games", json=body, headers={name.replace("_", "-"): text for name, text in more.items()}
        )

    def table(self, seats: str, variant: str = "north-american", **more: Any) -> Table:
        """Create a game with the same deck in every run, and take its open seats over HTTP.

        `seats` has a word for each seat: me, open, or a bot's name.
        """
        words = seats.replace("me", "person").split()
        number = next(self.numbers)
        game, options = game_id_from(bytes([number]) * 32), more.pop("options", {})
        command = table_for(
            " ".join(words), variant, game=game, game_key=f"{number:02x}" * 32, **more, **options
        )
        self.games.create(command, None)
        table = self.adopt(game, [seat for seat, word in enumerate(words) if word == "person"])
        for word in words:
            if word == "open":
                table.sit()
        return table

    def adopt(self, game: GameId, seats: Iterable[int]) -> Table:
        """Return a game that was not created over HTTP, with the tokens of its seats."""
        return Table(self, game, {seat: self.access.token(game, seat) for seat in seats})


@contextmanager
def running(url: str, /, **more: Any) -> Iterator[Api]:
    """Context of the API over the store at `url` with `more` settings, and a worker."""
    with connect(url) as redis, connect(url) as other, TemporaryDirectory() as data:
        games = service(other)
        put_empty(Path(data) / "catalogue.sqlite")
        settings = replace(UNLIMITED, data=Path(data), **more)
        parts = ApiParts(settings, KEYS, redis)
        app = wsgi.create_app(parts)
        people = Players(games.store, partial(mint_key, KEYS.token), now_ms)
        access = Access(games, people, KEYS.token)
        try:
            yield Api(app, parts, games, player(games, KEYS.bot), access, people, settings, other)
        finally:
            say_farewell(app)


def process(settings: Settings, redis: Redis) -> Flask:
    """Return the application as a further process of the service, until the test ends."""
    return process_of(ApiParts(settings, KEYS, redis))


def process_of(parts: ApiParts) -> Flask:
    """Return the application with these parts, until the test ends."""
    app = wsgi.create_app(parts)
    at_end(partial(say_farewell, app))
    return app


def say_farewell(app: Flask) -> None:
    """Run the shutdown hooks of `app`."""
    for say in app.extensions[SHUTDOWN_HOOKS]:
        say()


def expect(response: TestResponse, status: int) -> Json:
    """Return the JSON of a response with this status."""
    assert response.status_code == status, (response.status, response.text)
    answer = response.get_json()
    assert isinstance(answer, dict)
    return answer


def without_statement(body: bytes) -> bytes:
    """Return a problem without the members of its signed refusal that depend on the request."""
    return re.sub(rb'"(command|signature)":"[0-9a-f]+"|"time":[0-9]+', b"", body)


def refused(response: TestResponse, status: int, code: str) -> Json:
    """Return the problem of a refusal with this status and code, after checking its common shape."""
    problem = expect(response, status)
    assert response.content_type == PROBLEM
    assert (problem["status"], problem["code"], problem["type"]) == (status, code, f"/problems/{code}")
    asked = response.request
    assert not undocumented(asked.method, asked.path, status, code), (asked.method, asked.path, code)
    assert problem["title"]
    assert problem["detail"].endswith((".", ":")), problem
    more = {"checks", "warnings", "parts"} if "parts" in problem else set[str]()  # of /readyz
    more |= {"refusal"} if "rule" in problem else set()
    assert set(problem) <= {"type", "title", "status", "detail", "code", "rule", "ply", "errors", *more}
    if "refusal" in problem:
        assert [problem["refusal"][name] for name in ("code", "rule", "ply")] == [
            problem[name] for name in ("code", "rule", "ply")
        ]
    return problem
