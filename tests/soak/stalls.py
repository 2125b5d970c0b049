"""Every GET route in turn, four requests at a time, beside imports of 8 MB: no request stops the others.

While a route is asked, another process asks `/livez` all the time, and the processes of the API write down
which request held them for how long (`tests.soak.traced`). Printed are the routes that held longest. At full
scale alone times are asserted: how long a request may hold a process, in time of the processor, and how long
`/livez` may take, for which nothing else should run on the machine.
"""

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import wsgi
from app.api.parts import ApiParts
from app.service.secret_keys import keys
from app.settings.settings import Settings
from app.store.client import connect
from app.tournament.plots import PLOTS
from app.web import assets
from tests.server.helpers import ROOT
from tests.soak.stalls_site import Site, values

AT_ONCE: Final = 4
P99_SECONDS: Final = 0.1
MOST_SECONDS: Final = 0.3
HELD_SECONDS: Final = 0.05
_SHOWN: Final = 15
_PIECE: Final = 1 << 16
_LONG: Final = 1 << 22
"""How many bytes of the stream of a long game are read: it has more."""

_PART: Final = re.compile(r"<(?:\w+:)?(\w+)>")
_PATIENCE_SECONDS: Final = 600.0
_QUERIES: Final = {
    "/v1/games/<game_id:game>/audit": ("", "?lang=en"),
    "/v1/games/<game_id:game>/events": ("?after=0&limit=200", "?after=0"),
    "/v1/games/<game_id:game>/moves": ("", "?expand=1"),
    "/v1/log/proof/consistency": ("?old=0&new=1",),
}
_STREAM: Final = "/events?after=0"
"""How what is asked for as a stream ends."""

_NAMES: Final = {
    "/static/": ("css/play.css",),
    "/v1/imports/": ("{import}",),
    "/v1/ratings/": ("north-american",),
    "/v1/variants/": ("paco",),
    "/plots/<name>": tuple(PLOTS),
}
"""What `name` stands for, by what is in the address."""


class NoWayToAsk(AssertionError):
    """A part of an address that nobody has said a value for: say it in `tests/soak/stalls_site.py`."""


@dataclass(slots=True)
class Route:
    """Requests to a route: their time, their statuses, and how long they held a process."""

    rule: str
    begun: float = 0.0
    ended: float = 0.0
    statuses: set[int] = field(default_factory=set)
    processor: float = 0.0
    waited: float = 0.0


def routes(rng: Random, site: Site) -> int:
    """Every route once, in an order of chance; the number of routes. What was found is always printed."""
    asked = list[Route]()
    with TemporaryDirectory(prefix="cq-") as home, _probing(site, Path(home) / "probe") as probe:
        try:
            with _importing(site, rng) as imported:
                for rule in rng.sample(rules(), len(rules())):
                    asked.append(_asked(site, rule, imported))
        finally:
            took = _found(asked, probe, site.trace)
    wrong = {route.rule: route.statuses for route in asked if max(route.statuses) >= 500}
    assert not wrong, wrong
    if site.scale.is_full:
        held = {route.rule: route.processor for route in asked if route.processor > HELD_SECONDS}
        assert not held, f"held a process for too long: {held}"
        p99, most = took[int(len(took) * 0.99)], took[-1]
        assert p99 < P99_SECONDS, f"/livez took {p99:.3f} s in one of a hundred"
        assert most < MOST_SECONDS, f"/livez took {most:.3f} s once"
    return len(asked)


def _found(asked: list[Route], probe: Path, trace: Path) -> list[float]:
    """Completes and prints what was found, the imports meanwhile too; how long `/livez` took each time."""
    waits = [tuple(map(float, line.split())) for line in probe.read_text().splitlines()[:-1]]
    took = sorted(seconds for _, seconds in waits)
    if asked and took:
        _measure(asked, waits, trace)
        imports = Route("POST /v1/imports", asked[0].begun, asked[-1].ended, {201, 202, 422})
        _measure([imports], [], trace)
        asked.append(imports)
        _show(asked, took)
    return took


def rules() -> list[str]:
    """The GET routes of the URL map."""
    settings = Settings(redis_url="redis://127.0.0.1:1", secret=bytes(32))
    app = wsgi.create_app(ApiParts(settings, keys(settings), connect("redis://127.0.0.1:1")))
    return sorted(rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))


def paths(rule: str, site: Site, imported: Sequence[str]) -> list[str]:
    """The paths to ask for, with their queries."""
    known = dict(values(site))
    known["variant"] = ("mexican-2",)
    known["version"] = (assets.current(),)
    known["name"] = next((some for part, some in _NAMES.items() if part in rule), ())
    if known["name"] == ("{import}",):
        known["name"] = tuple(imported[-2:])
    addresses = [rule]
    for match in _PART.finditer(rule):
        if not known.get(match[1]):
            raise NoWayToAsk(f"what stands for {match[0]} in {rule}?")
        addresses = [address.replace(match[0], value) for address in addresses for value in known[match[1]]]
    return [address + query for address in addresses for query in _QUERIES.get(rule, ("",))]


def _asked(site: Site, rule: str, imported: Sequence[str]) -> Route:
    """The route, asked for by each of four clients: once, at full scale twice, so cold and warm."""
    route, asked = Route(rule, time.monotonic()), paths(rule, site, imported)
    asked *= 1 + site.scale.is_full
    bearers = (None, site.names.key, site.names.seat, site.names.token)
    with ThreadPoolExecutor(AT_ONCE) as clients:
        jobs = [clients.submit(_ask, site, asked, bearer) for bearer in bearers]
        for job in jobs:
            try:
                route.statuses |= job.result()
            except Exception as error:
                error.add_note(f"while {rule} was asked for")
                raise
    route.ended = time.monotonic()
    return route


def _ask(site: Site, asked: Sequence[str], bearer: str | None) -> set[int]:
    """The statuses of the answers. What is being made is waited for, of a stream the beginning is read."""
    statuses = set[int]()
    headers = {"Accept-Encoding": "gzip"}
    if bearer is not None:
        headers["Authorization"] = f"Bearer {bearer}"
    with closing(HTTPConnection("127.0.0.1", site.service.port, timeout=120)) as connection:
        for path in asked:
            if path.endswith(_STREAM):
                statuses.add(_streamed(connection, path, headers, _LONG if site.scale.is_full else 1))
            else:
                statuses |= _waited_for(connection, path, headers)
    return statuses


def _streamed(connection: HTTPConnection, path: str, headers: dict[str, str], size: int) -> int:
    """The status of a stream, of which so many bytes are read as fast as they come."""
    connection.request("GET", path, headers={**headers, "Accept": "text/event-stream"})
    answer, got = connection.getresponse(), 0
    while got < size and (data := answer.read1(_PIECE)):
        got += len(data)
    connection.close()
    return answer.status


def _waited_for(connection: HTTPConnection, path: str, headers: dict[str, str]) -> set[int]:
    statuses, ends = set[int](), time.monotonic() + _PATIENCE_SECONDS
    while True:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        statuses.add(answer.status)
        if answer.headers.get("Content-Type", "").startswith("text/event-stream"):
            answer.read1(_PIECE)
            connection.close()
            return statuses
        answer.read()
        if answer.status != 202:
            return statuses
        assert time.monotonic() < ends, f"{path} is being made for too long"
        time.sleep(float(answer.headers["Retry-After"]))


@contextmanager
def _importing(site: Site, rng: Random) -> Iterator[list[str]]:
    """Meanwhile files are imported, one after another; the ids of those that have a result."""
    imports, over = list[str](), threading.Event()

    def send() -> None:
        count = 0
        while not over.is_set():
            name = _imported(site, site.files[count % len(site.files)], rng.randbytes(8))
            imports.extend([name] if name else [])
            count += 1
            over.wait(1.0)

    imports.append(_imported(site, site.files[0], b""))
    thread = threading.Thread(target=send, name="imports")
    thread.start()
    try:
        yield imports
    finally:
        over.set()
        thread.join()


def _imported(site: Site, data: bytes, chance: bytes) -> str:
    """The id of what was imported once it is audited, empty where it is no game."""
    if data.startswith(b"{") and chance:
        at = data.index(b'"salt":"') + len(b'"salt":"')
        data = data[:at] + chance.hex().encode() + data[at + 2 * len(chance) :]
    with closing(HTTPConnection("127.0.0.1", site.service.port, timeout=120)) as connection:
        connection.request("POST", "/v1/imports", data, {"Content-Type": "application/octet-stream"})
        answer = connection.getresponse()
        document = json.loads(answer.read())
        assert answer.status in (201, 202, 422), document
        if answer.status == 422:
            return ""
        if answer.status == 202 and 422 in _waited_for(connection, answer.headers["Location"], {}):
            return ""
    return str(document["import"])


@contextmanager
def _probing(site: Site, file: Path) -> Iterator[Path]:
    line = [sys.executable, "-m", "tests.soak.probe", str(site.service.port), str(file)]
    line.append("0.005" if site.scale.is_full else "0.1")
    with subprocess.Popen(line, cwd=ROOT) as process:
        try:
            while not file.exists() or not file.stat().st_size:
                time.sleep(0.05)
            yield file
        finally:
            process.kill()


def _measure(probed: Sequence[Route], waits: Sequence[tuple[float, ...]], trace: Path) -> None:
    """Add to each route the times that the trace has of it."""
    rows = [json.loads(line) for line in trace.read_text().splitlines()] if trace.exists() else []
    for route in probed:
        method, _, rule = route.rule.rpartition(" ")
        asked = re.compile(f"{method or 'GET'} {_PART.sub('[^/ ]+', re.escape(rule).replace(chr(92), ''))}")
        route.processor = max(
            (
                row["processor"]
                for row in rows
                if asked.fullmatch(row["asked"]) and row["ended"] >= route.begun
            ),
            default=0.0,
        )
        meanwhile = (seconds for at, seconds in waits if route.begun - seconds <= at <= route.ended)
        route.waited = max(meanwhile, default=0.0)


def _show(asked: Sequence[Route], took: Sequence[float]) -> None:
    longest = sorted(asked, key=lambda route: (route.processor, route.waited), reverse=True)
    print("held one process, /livez at most (ms), answers")
    for route in longest[:_SHOWN]:
        numbers = f"{route.processor * 1000:8.0f} {route.waited * 1000:8.0f}"
        print(f"{numbers}  {' '.join(map(str, sorted(route.statuses)))}  {route.rule}")
    p50, p99 = took[len(took) // 2], took[int(len(took) * 0.99)]
    print(f"/livez: p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, most {took[-1] * 1000:.0f} ms")
