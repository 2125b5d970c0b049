"""Other events of twins: continued streams, judged disputes, frozen games, repeated jobs."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from werkzeug.test import TestResponse

from app.games.cards import Seat
from app.games.table.state import bots_awaited
from app.service.entry_codec import decode_entry
from app.service.signing import receipt
from app.store.keys import GameId
from tests.api.disputing import dispute_service
from tests.api.streaming import NDJSON, SSE
from tests.service.helpers import KEYS, key_ring, time_is_over
from tests.twins.compare import Comparison, Requester
from tests.twins.leak import Leak
from tests.twins.lines import ENDS_MS
from tests.twins.places import veiled
from tests.twins.requests import Ask
from tests.twins.worlds import World, Worlds
from workers.bots import turn
from workers.participants import Participants

Pair = tuple[Iterator[bytes], ...]


@dataclass(frozen=True, slots=True)
class Listening:
    """The streams that a reader has open, each in both worlds, by their form."""

    streams: tuple[tuple[str, Pair], ...]

    def hear(self) -> None:
        """Compare the next message of every stream; raise Leak if it differs."""
        for media_type, pair in self.streams:
            items = [next(stream) for stream in pair]
            one, other = (veiled(data, None, media_type) for data in items)
            if one != other:
                raise Leak(f"a stream: {items[0]!r}, {items[1]!r}")


@contextmanager
def listening(worlds: Worlds, game: GameId, requester: Requester, after: int) -> Iterator[Listening]:
    """The streams by which `requester` follows a game from the entry after `after` on."""
    with ExitStack() as stack:
        streams = []
        for media_type in (SSE, NDJSON):
            path, headers = (
                f"/v1/games/{game}/events?after={after}",
                {**requester.headers, "Accept": media_type},
            )
            opened = [world.api.client.get(path, headers=headers, buffered=False) for world in worlds.both()]
            for response in opened:
                stack.callback(response.close)
                assert response.status_code == 200, response.text
            streams.append((media_type, tuple(map(_told, opened))))
        yield Listening(tuple(streams))


def _told(response: TestResponse) -> Iterator[bytes]:
    """Return the messages of a stream, without its beginning and its signs of life."""
    return (piece for piece in response.iter_encoded() if b"{" in piece)


def judge(worlds: Worlds, game: GameId) -> str | None:
    """A job has done what the service owes the disputes about a game; the name of the last, if any."""
    names: list[str | None] = []
    for world in worlds.both():
        desk = dispute_service(world.api, ENDS_MS)
        logs = [standing.log for standing in desk.about(game).disputes]
        for name in logs:
            desk.settle(name)
        names.append(logs[-1] if logs else None)
    assert names[0] == names[1]
    return names[0]


def freeze(comparison: Comparison, game: GameId, ply: int, requester: Requester) -> None:
    """Send both services a genuine receipt that contradicts their logs."""
    ring = key_ring(comparison.worlds.one.api.redis, lambda: ENDS_MS)
    statement = receipt(ring, game, ply, b"\xab" * 32, ENDS_MS)
    address = "/v1/games/{game}/receipts"
    heard = comparison.same(Ask("POST", address.replace("{game}", game), address, body=statement), requester)
    assert b'"status":"frozen"' in heard.body, heard


def think(worlds: Worlds, game: GameId, reader: Seat | None) -> None:
    """Check that a bot on the reader's seat moves alike in both games."""
    table = worlds.one.api.games.current(game).table
    if reader is None or reader not in bots_awaited(table):
        return

    def question(world: World) -> Any:
        games = world.api.games
        before = games.current(game)
        turn(games, before, reader, Participants(KEYS.bot))
        return decode_entry(before.table.play, games.entries(game, before.ply, before.ply + 1)[0]).command

    _alike(worlds, "a bot", question)


def expire(worlds: Worlds, game: GameId) -> None:
    """The time of a game is over, a job goes on with it, and writes the same to its log.

    What it answers for others may show a card that was hidden, so only the log lines are compared.
    """
    if worlds.one.api.games.current(game).deadline_ms is None:
        return

    def played(world: World) -> None:
        time_is_over(world.api.redis, game)
        world.api.bots(game)

    _alike(worlds, "a job", played)


def _alike(worlds: Worlds, what: str, done: Callable[[World], Any]) -> None:
    """The same comes of it in both worlds, and the same is written to the log."""
    heard = []
    for world in worlds.both():
        world.log.take()
        heard.append((done(world), world.log.take()))
    if heard[0] != heard[1]:
        raise Leak(f"{what}: {heard[0]}, {heard[1]}")
