"""A game followed over connections that are cut again and again: no gap, no repeat, the pages' bytes."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from random import Random
from typing import Any

from tests.api.streaming import READERS, Thing
from tests.soak.client import PATIENCE_SECONDS, Client, Json, Player, Service, choose, make

_PAUSE_SECONDS = 0.2
_SITTINGS: tuple[tuple[str, list[Any]], ...] = (
    ("north-american", ["me", "open"]),
    ("mexican-2", ["me", {"bot": "greedy"}]),
    ("mexican-3", ["me", "open", {"bot": "random"}]),
)


def cuts(rng: Random, service: Service) -> int:
    """One game followed to its end by every seat and a spectator; how often they were cut."""
    client = Client(service.port)
    variant, seats = rng.choice(_SITTINGS)
    try:
        player = make(client, rng, {"variant": variant, "seats": seats})
        readers = [Reader(player, seat, Random(rng.random())) for seat in (*player.tokens, None)]
        with ThreadPoolExecutor(len(readers)) as pool:
            done = [pool.submit(reader.follow) for reader in readers]
            _play(rng, player)
            for future in done:
                future.result(PATIENCE_SECONDS)
        return sum(check(player, reader) for reader in readers)
    finally:
        client.close()


def _play(rng: Random, player: Player) -> None:
    while (view := player.get())["status"] not in ("finished", "void"):
        seat = player.turn(view)
        if seat is None:
            player.get(f"/events?after={view['ply']}&wait=20")
            continue
        moves: list[Json] = player.get("/moves?expand=1", seat)["moves"]
        if moves:
            player.post(seat, choose(rng, moves), f"{rng.getrandbits(64):x}")


@dataclass
class Reader:
    """Reader of a game's stream; its connections are cut after a random number of bytes."""

    player: Player
    seat: int | None
    rng: Random
    seen: list[bytes] = field(default_factory=list)
    end: Json | None = None
    cut: int = 0

    def follow(self) -> None:
        """Everything is seen, over as many connections as that takes."""
        while self.end is None:
            form = self.rng.choice(sorted(READERS))
            opened = self._connected(form)
            self.cut += opened and self.end is None

    def _connected(self, form: str) -> bool:
        """Follows over one connection until it is cut; whether the service had time to open the stream."""
        connection = HTTPConnection("127.0.0.1", self.player.client.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request("GET", *self._request(form))
            answer = connection.getresponse()
            if answer.status == 503:
                time.sleep(_PAUSE_SECONDS)
                return False
            head = (answer.status, answer.getheader("Content-Type"))
            assert head == (200, form), (head, b"" if answer.status == 200 else answer.read())
            for thing in READERS[form](self._bytes(answer)):
                self._told(thing)
        except (OSError, HTTPException):
            pass  # cut from the other side
        finally:
            connection.close()
        return True

    def _request(self, form: str) -> tuple[str, None, dict[str, str]]:
        headers = {"Accept": form, **self.player.headers(self.seat)}
        after = len(self.seen)
        if self.rng.random() < 0.5:
            headers["Last-Event-ID"], after = str(after), 0
        return f"{self.player.path}/events?after={after}", None, headers

    def _bytes(self, answer: HTTPResponse) -> Iterator[bytes]:
        """Yield the bytes of the stream, up to a random one in about the third entry from here."""
        left = self.rng.randrange(4_000)
        while left and (some := answer.read1(left)):
            left -= len(some)
            yield some

    def _told(self, thing: Thing) -> None:
        if thing.name == "entry":
            assert thing.mark == str(len(self.seen) + 1), (thing.mark, len(self.seen))
            self.seen.append(thing.body)
        elif thing.name == "end":
            self.end = thing.json


def check(player: Player, reader: Reader) -> int:
    """Return how often a reader was cut, once it has the same bytes as the pages and the end of the game."""
    view = player.get("", reader.seat)
    assert reader.end == {"end": view["status"], "ply": view["ply"]}
    assert len(reader.seen) == view["ply"]
    for ply, body in enumerate(reader.seen, 1):
        path = f"{player.path}/events?after={ply - 1}&limit=1"
        reply = player.client.send("GET", path, **player.headers(reader.seat))
        assert b'"events":[' + body + b'],"next":' in reply.data, ply
        assert json.loads(body)["ply"] == ply
    return reader.cut
