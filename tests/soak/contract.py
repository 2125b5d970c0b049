"""Schemathesis against a running service: whatever the document allows or forbids, the answer is documented.

All of its checks, as somebody unknown, as a player with every scope, and as a seat; by examples, at the
limits of every parameter, at random, and along the links of the document.
"""

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import urlencode

import schemathesis
from click.testing import CliRunner
from schemathesis.cli import schemathesis as program

from app.players.state import KeyScope
from tests.soak.client import Client, Service, serving

# The rules refuse with 409 and 422 what no schema can tell: a card that is not held, options that clash. What
# breaks a schema may be too large to be looked at (413); a fast run may come to a limit of a minute (429).
_CONFIG: Final = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "304", "400", "401", "403", "404", "409", "410", "412", "422", "428", "429"]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429"]
"""
# Without a database of examples nothing is kept in order of simplicity, which took a third of the time of
# fuzzing, and what a chunk asks follows from its seed alone.
_OPTIONS: Final = (
    "--checks",
    "all",
    "--warnings",
    "off",
    "--request-timeout",
    "60",
    "--max-response-time",
    "60",
    "--generation-database",
    "none",
    "--no-color",
)
_GENERATED: Final = re.compile(r"(\d+) generated")
_PHASES: Final = ("examples,coverage", "fuzzing", "fuzzing", "stateful")
_QUERY_BYTES: Final = 3_500
"""Of 4,096 that gunicorn reads as the line of a request; tests/hostile sends more."""


@schemathesis.serializer("application/x-ndjson")
def lines(context: Any, value: Any) -> bytes:
    """A text as it is; anything else as no lines at all."""
    return value.encode() if isinstance(value, str) else b""


@schemathesis.hook
def map_query(context: Any, query: Any) -> Any:
    """Nobody waits for long: a second is as good as twenty-five."""
    if isinstance(query, dict) and str(query.get("wait", "")).isdecimal() and 1 < int(query["wait"]) <= 25:
        return {**query, "wait": 1}
    return query


@schemathesis.hook
def filter_query(context: Any, query: Any) -> bool:
    """Leave out queries that the server itself refuses (414) before the service sees them."""
    return len(urlencode(query or {}, doseq=True)) < _QUERY_BYTES


@dataclass(frozen=True, slots=True)
class Site:
    """A service, how to check it, the names of its operations, and whoever may ask: by what it bears."""

    service: Service
    config: Path
    operations: tuple[str, ...]
    bearers: tuple[str | None, ...]


@contextmanager
def site() -> Iterator[Site]:
    """A service of its own, to be checked."""
    with serving() as service, checked(service) as checked_site:
        yield checked_site


@contextmanager
def checked(service: Service) -> Iterator[Site]:
    """A service with a player who may do everything, and a game with a seat."""
    with TemporaryDirectory(prefix="cq-") as directory:
        client, config = Client(service.port), Path(directory) / "schemathesis.toml"
        document = client.send("GET", "/openapi.json").json
        names = [
            operation["operationId"]
            for item in document["paths"].values()
            for method, operation in item.items()
            if method != "parameters"
        ]
        player = client.send("POST", "/v1/players", {"name": "Prueba"}).json
        for scope in set(map(str, KeyScope)) - set(player["scopes"]):
            service.operate_here("players", "grant", player["player"], scope)
        game = client.send("POST", "/v1/games", {"variant": "mexican-2", "seats": ["me", "open"]}).json
        client.close()
        config.write_text(_CONFIG)
        yield Site(service, config, tuple(names), (None, player["key"], game["seats"][0]["token"]))


def requests(rng: Random, site: Site, *, operations: int = 8, examples: int = 20) -> int:
    """One run over some operations, or over all of them along their links; the number of requests."""
    phase, bearer = rng.choice(_PHASES), rng.choice(site.bearers)
    chosen = [] if phase == "stateful" else rng.sample(site.operations, operations)
    drawn = f"--phases {phase} --seed {rng.randrange(2**32)} -n {examples}"
    line = [_address(site.service), *_OPTIONS, *drawn.split()]
    line += [word for name in chosen for word in ("--include-operation-id", name)]
    line += [] if bearer is None else ["--header", f"Authorization: Bearer {bearer}"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of its own, which are no errors of ours
        done = CliRunner().invoke(program, ["--config-file", str(site.config), "run", *line])
    assert done.exit_code == 0, f"{chosen or 'all operations'} with {bearer}\n{done.output}\n{done.exception}"
    counted = _GENERATED.search(done.output)
    assert counted, done.output
    return int(counted[1])


def _address(service: Service) -> str:
    return f"http://127.0.0.1:{service.port}/openapi.json"
