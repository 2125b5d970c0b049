"""A running service whose bucket, database or disk does not answer reads of archived games."""

import json
import os
import socket
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
from redis import Redis

from app.service.secret_keys import keys
from app.service.signing import KeyRing
from app.settings.settings import Settings
from app.store.client import connect as client_of
from app.store.signing_state import StoredGenerations
from replays.archive.opening import open_signer
from replays.catalogue.connecting import connect, prepare
from tests import postgres
from tests.installation import united
from tests.replays.archive.helpers import archiving as archiving_in
from tests.replays.archive.helpers import finished
from tests.server.helpers import eventually
from tests.soak.apis import api, store
from tests.unreliable import Mode, Relay, relay_to

SECRET = b"s" * 32
READS = 12
"""More than an API process makes at a time."""
HANGS_SECONDS = 6
"""How long a read that hangs is waited for: meanwhile a busy machine answers others."""
PLANS = ("north-american", "mexican-2", "mexican-3")
"""A game for each test at a service: the process reads it once and keeps it."""


@dataclass(frozen=True)
class Answer:
    """Answer to a request: status, headers, body."""

    status: int
    body: Any
    headers: Any


def asked(port: int, path: str, body: Any = None) -> Answer:
    """The answer of the service to one request over a connection of its own."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", data, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return Answer(answer.status, json.loads(answer.read()), answer.headers)
    except HTTPError as refusal:
        return Answer(refusal.code, json.loads(refusal.read()), refusal.headers)


class Objects(BaseHTTPRequestHandler):
    """Serves the files of a directory as the objects of a bucket, whole or by their range."""

    protocol_version = "HTTP/1.1"
    root: Path

    def do_GET(self) -> None:
        """Answer a GET or a HEAD as S3 does."""
        path = self.root / urlsplit(self.path).path.removeprefix("/records/")
        data = path.read_bytes() if path.is_file() else None
        if urlsplit(self.path).path == "/records":  # the bucket itself
            self._send(200, b"")
        elif data is None:
            self._send(404, b"<Error><Code>NoSuchKey</Code></Error>")
        elif asked_for := self.headers.get("Range"):
            first, _, last = asked_for.removeprefix("bytes=").partition("-")
            self._send(206, data[int(first) : int(last) + 1 if last else None])
        else:
            self._send(200, data)

    do_HEAD = do_GET  # noqa: N815

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing."""


@contextmanager
def bucket(root: Path) -> Iterator[int]:
    """The port of a server whose bucket `records` has the files below `root`."""
    handler = type("Here", (Objects,), {"root": root})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass(frozen=True)
class Running:
    """A service with archived games that its store knows nothing of, and the relay before what may fail."""

    port: int
    unread: list[str]
    relay: Relay
    check: str

    def read(self) -> Answer:
        """The first of the games that no test has read."""
        return asked(self.port, f"/v1/games/{self.unread[0]}")

    def checked(self) -> str:
        """Return how `/readyz` calls what may fail."""
        return str(asked(self.port, "/readyz").body["checks"][self.check])


def archived(redis: Redis, url: str, catalogue: str, root: Path) -> list[str]:
    """The ids of games that are in the archive and have left the store."""
    engine = prepare(connect(catalogue))
    archiving = archiving_in(redis, engine, root)
    games = finished(archiving, PLANS)
    ring = KeyRing(keys(Settings(secret=SECRET)).sign, StoredGenerations(redis))
    replace(archiving.archiver, signer=open_signer(archiving.archive, redis, ring)).round()
    assert archiving.gone()
    engine.dispose()
    redis.flushall()
    united(Settings(redis_url=url, secret=SECRET, catalogue_url=catalogue, archive_url=str(root)))
    return [*games]


@contextmanager
def serving(
    redis_url: str, relay: Relay, check: str, games: list[str], tmp: Path, **more: str
) -> Iterator[Running]:
    """The API; the relay passes everything while it starts."""
    (tmp / "data").mkdir()
    own = {
        "CONQUIAN_ARCHIVE_SECONDS": str(HANGS_SECONDS),
        "CONQUIAN_SECRET": SECRET.hex(),
        "AWS_ACCESS_KEY_ID": "games",
        "AWS_SECRET_ACCESS_KEY": "games",
    }
    with api(tmp / "data", redis_url, more=own | more) as started:
        yield Running(started.port, games, relay, check)


@contextmanager
def own_store() -> Iterator[tuple[str, Redis]]:
    """The address of a store that no other test uses, and a client of it."""
    with store() as socket_path:
        url = f"unix://{socket_path}"
        with client_of(url) as redis:
            yield url, redis


@pytest.fixture(scope="module")
def with_bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service whose records are in a bucket behind the relay."""
    home = tmp_path_factory.mktemp("bucket")
    catalogue, root = f"sqlite:///{home}/catalogue.sqlite", home / "archive"
    with own_store() as (redis_url, redis):
        games = archived(redis, redis_url, catalogue, root)
        with (
            bucket(root) as upstream,
            relay_to(partial(socket.create_connection, ("127.0.0.1", upstream))) as relay,
        ):
            url = f"s3://records?endpoint=http://127.0.0.1:{relay.port}&region=us-east-1"
            more = {"CATALOGUE_URL": catalogue, "ARCHIVE_URL": url}
            with serving(redis_url, relay, "archive", games, home, **more) as running:
                yield running


@pytest.fixture(scope="module")
def with_database(postgresql_server: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service whose catalogue is a PostgreSQL database behind the relay."""
    home = tmp_path_factory.mktemp("database")
    root = home / "archive"
    postgres.empty(postgresql_server)
    with own_store() as (redis_url, redis):
        games = archived(redis, redis_url, postgresql_server, root)
        with relay_to(lambda: postgres.dial(postgresql_server)) as relay:
            more = {
                "CATALOGUE_URL": f"postgresql://games@127.0.0.1:{relay.port}/postgres",
                "ARCHIVE_URL": str(root),
            }
            with serving(redis_url, relay, "catalogue", games, home, **more) as running:
                yield running


@pytest.fixture(params=["with_bucket", "with_database"])
def running(request: pytest.FixtureRequest) -> Iterator[Running]:
    """A service before a bucket, and one before a database, which tests share; each has a game of its own."""
    site: Running = request.getfixturevalue(request.param)
    eventually(lambda: site.checked() == "ok")
    yield site
    site.relay.mode = Mode.PASS
    site.unread.pop(0)


@pytest.mark.parametrize("mode", [Mode.SILENT, Mode.DRIP])
def test_others_are_answered_before_reads_that_hang_are_refused(running: Running, mode: Mode) -> None:
    # A connection is open by now, so that no limit on making one can end the wait.
    running.relay.mode = mode
    with ThreadPoolExecutor(READS) as threads:
        reads = [threads.submit(running.read) for _ in range(READS)]
        assert asked(running.port, "/livez").status == 200
        made = asked(running.port, "/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]})
        assert made.status == 201
        assert asked(running.port, f"/v1/games/{made.body['game']}").status == 200
        assert not any(map(Future.done, reads))
        answers = [read.result() for read in reads]
    assert {(each.status, each.body["code"]) for each in answers} == {(503, f"{running.check}_unavailable")}
    assert all(int(each.headers["Retry-After"]) > 0 for each in answers)
    ready = asked(running.port, "/readyz")
    assert (ready.status, ready.body["checks"][running.check]) == (200, "warn")
    running.relay.mode = Mode.PASS
    eventually(lambda: running.read().status == 200)
    eventually(lambda: running.checked() == "ok")


def test_a_connection_that_is_reset_is_refused_and_made_again(running: Running) -> None:
    running.relay.mode = Mode.RESET
    answer = running.read()
    assert (answer.status, answer.body["code"]) == (503, f"{running.check}_unavailable")
    assert running.checked() == "warn"
    running.relay.mode = Mode.PASS
    eventually(lambda: running.read().status == 200)


def test_a_disk_that_hangs_takes_the_threads_of_the_archive_and_no_others(
    redis_url: str, tmp_path: Path
) -> None:
    catalogue, root = f"sqlite:///{tmp_path}/catalogue.sqlite", tmp_path / "archive"
    with client_of(redis_url) as redis:
        games = archived(redis, redis_url, catalogue, root)
    (file,) = (path for path in (root / "records").rglob("*.zst") if path.is_file())
    whole = file.rename(tmp_path / "whole")
    os.mkfifo(file)  # to open it waits for a writer
    more = {"CATALOGUE_URL": catalogue, "ARCHIVE_URL": str(root), "CONQUIAN_ARCHIVE_SECONDS": "2"}
    with (
        relay_to(socket.socket) as unused,
        serving(redis_url, unused, "archive", games, tmp_path, **more) as running,
        ThreadPoolExecutor(READS) as threads,
    ):
        for _ in range(2):
            reads = [threads.submit(running.read) for _ in range(READS)]
            assert asked(running.port, "/livez").status == 200
            assert (
                asked(running.port, "/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]}).status
                == 201
            )
            answers = [read.result() for read in reads]
            assert {(each.status, each.body["code"]) for each in answers} == {(503, "archive_unavailable")}
        with open(file, "wb"):
            whole.rename(file)
        eventually(lambda: running.read().status == 200)
