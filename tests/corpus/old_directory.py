"""The data directory of an older version in the corpus: its facts, and clients of a service on it.

`directory.tar.xz` holds the directory. `facts.json` holds what clients kept (ids, keys, tokens, receipts, a
request with its answer), digests of answers that must not change, and the results that the tournament came to
when the same directory was played to its end.
"""

import json
import os
import signal
import sys
import tarfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

import orjson

from tests.server.helpers import eventually, is_alive
from tests.soak.client import PATIENCE_SECONDS, Client, Json, Player, Reply, Service, insist

FOLDER: Final = Path(__file__).parent / "data-before"
ARCHIVE: Final = FOLDER / "directory.tar.xz"
FACTS: Final = FOLDER / "facts.json"
COPIED_AT: Final = 9
"""The ply of the frozen game in the copy that the store was set back to."""

_SETTINGS: Final = {"CONQUIAN_CHECKPOINT_SECONDS": "1", "CONQUIAN_WEBHOOK_NETWORKS": "127.0.0.0/8"}
_ADDED: Final = ("first_dealer", "next_dealer")
_RECEIPTS: Final = 9
"""Receipts that are kept of each game."""


@contextmanager
def service_on(home: Path) -> Iterator[Service]:
    """Run a service on the directory `home`/data; end it as by Ctrl-C."""
    service = Service(home, 1, 0, sys.executable, **_SETTINGS)
    try:
        service.start()
        yield service
        supervisor = next(iter(service.family))
        os.kill(supervisor, signal.SIGINT)
        eventually(lambda: not is_alive(supervisor))
    finally:
        service.stop()


def bearer(token: str | None) -> dict[str, str]:
    """Return the header with a token or an API key; no header for None."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


@dataclass
class OldGame(Player):
    """A game of the directory as its players know it."""

    receipts: list[Json] = field(default_factory=list)
    last: Json | None = None
    """The last request of a move with its key, and its answer."""

    @property
    def reader(self) -> int | None:
        """A seat whose token may read the game; None if there is no token."""
        return min(self.tokens, default=None)

    def post(self, seat: int, body: Json, key: str) -> Reply:
        """Send a move until it is answered; keep its receipt."""
        reply = super().post(seat, body, key)
        if reply.status == 200:
            self.receipts.append(reply.json["receipt"])
            self.last = {"seat": seat, "body": body, "key": key, "answer": reply.json}
        return reply

    def play(self, rng: Random, plies: int = 10_000) -> Json:
        """Play random moves for all persons until the game is over or has `plies` entries; return the view.

        A move that is too late, because the clock or a bot has answered, is chosen anew.
        """
        ends = time.monotonic() + PATIENCE_SECONDS
        while (view := self.get(seat=self.reader))["status"] not in ("finished", "void") and view[
            "ply"
        ] < plies:
            assert time.monotonic() < ends, ("the game does not go on", view)
            seat = self.turn(view)
            if seat is None:
                self.get(f"/events?after={view['ply']}&wait=5", self.reader)
                continue
            options = self.get("/moves?expand=1", seat)["moves"]
            lasting = [move for move in options if move["type"] != "fold"] or options
            if lasting:
                reply = self.post(seat, rng.choice(lasting), f"{rng.getrandbits(128):032x}")
                assert reply.status in (200, 409), reply.data
        return view

    def facts(self) -> Json:
        """Return what the players of the game keep."""
        tokens = {str(seat): token for seat, token in self.tokens.items()}
        return {"tokens": tokens, "receipts": self.receipts[-_RECEIPTS:], "last": self.last}


def _tokens(facts: Json) -> dict[int, str]:
    return {int(seat): token for seat, token in facts["tokens"].items()}


def game_of(client: Client, facts: Json) -> OldGame:
    """Return a game of the facts."""
    return OldGame(client, facts["id"], _tokens(facts), list(facts["receipts"]), facts["last"])


def results(client: Client, path: str) -> Json:
    """Return the digests of a tournament's games by number, and its standings, at its end."""
    eventually(lambda: insist(lambda: client.send("GET", path)).json["state"] == "finished")
    digests = {str(game["fixture"]): game["digest"] for game in _games(client, path)}
    rows = _ready(client, f"{path}/standings")["rows"]
    return {"digests": digests, "standings": [[row["entrant"], row["points"]] for row in rows]}


def editions(client: Client, path: str) -> dict[str, int]:
    """Return the edition of the rulebook that each game of a tournament names, by the number of the game."""
    named: dict[str, int] = {}
    for game in _games(client, path):
        [first] = _ready(client, f"/v1/games/{game['game']}/events?after=0&limit=1")["events"]
        named[str(game["fixture"])] = first["public"]["rulebook"]["edition"]
    return named


def _games(client: Client, path: str) -> Iterator[Json]:
    after: int | None = 0
    while after is not None:
        page = _ready(client, f"{path}/games?cursor={after}&limit=1000")
        yield from page["games"]
        after = page["next"]


def _ready(client: Client, path: str) -> Json:
    """Return the JSON of an address, once a worker has made it."""
    eventually(lambda: insist(lambda: client.send("GET", path)).status == 200)
    return insist(lambda: client.send("GET", path)).json


def digest_of(client: Client, path: str, token: str | None) -> str:
    """Return the SHA-256 of an answer: of its entries for a log, of the first two for a dispute."""
    reply = insist(lambda: client.send("GET", path, **bearer(token)))
    assert reply.status == 200, (path, reply.data)
    if "/events?" in path:
        entries = reply.json["events"][: 2 if "/disputes/" in path else None]
        return sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()
    if "/positions/" in path:
        return sha256(orjson.dumps(_without_new(reply.json))).hexdigest()
    return sha256(reply.data).hexdigest()


def _without_new(position: Json) -> Json:
    """Return a position without the members of its view that later versions have added."""
    seen = {name: value for name, value in position["view"].items() if name not in _ADDED}
    return {**position, "view": seen}


def unpack(home: Path) -> None:
    """Copy the directory of the corpus to `home`/data."""
    (home / "data").mkdir()
    with tarfile.open(ARCHIVE) as archive:
        # Python 3.12 warns where there is no filter, and extractall takes none before 3.11.4.
        archive.extraction_filter = lambda member, path: member
        archive.extractall(home / "data")
