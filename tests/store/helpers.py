"""Helpers for tests of the store."""

import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from redis import Redis

from app.store import keys
from app.store.append_options import Appended, IdempotencyKey
from app.store.canonical import canonical
from app.store.entry import START, Entry, Head, HiddenPart, LogPosition, next_entry
from app.store.entry_format import decompressed
from app.store.keys import GameId, LogKind, append_keys, game_id_from, log_of
from app.store.log import EventStore

VAULT_KEY = bytes(range(32))
PARTS = (HiddenPart(0, b"s" * 32, b'{"card":"7O"}'), HiddenPart(255, b"t" * 32, b'{"deck":[]}'))


def entry_after(
    after: LogPosition, game: GameId, note: str = "", parts: tuple[HiddenPart, ...] = ()
) -> Entry:
    """The next entry of a log, with a public part that holds `note`."""
    return next_entry(after, game, canonical({"ply": after.ply + 1, "note": note}), parts)


def add(store: EventStore, after: LogPosition, game: GameId, note: str = "", **terms: Any) -> Head:
    """The head after one more entry was appended, under `terms`."""
    entry = entry_after(after, game, note, terms.pop("parts", ()))
    outcome = store.append(entry, after=after, **{"status": "playing", "live": True, **terms})
    assert isinstance(outcome, Appended)
    return outcome.head


def grow(store: EventStore, game: GameId, count: int, after: LogPosition = START) -> LogPosition:
    """The head after `count` more entries."""
    for _ in range(count):
        after = add(store, after, game)
    return after


def kept(redis: Redis) -> bytes:
    """All that the entries of all logs hold in the store, their public parts as they are and as they read."""
    parts: list[bytes] = []
    for key in redis.scan_iter("*:ev"):
        rows: Any = redis.xrange(key)
        for _, fields in rows:
            parts += [*fields.values(), decompressed(log_of(key.decode()), fields[b"z"])]
    return b"\0".join(parts)


def dumps(redis: Redis, game: GameId) -> Sequence[object]:
    """The serialised value of every key that an append to `game` may touch."""
    return [redis.dump(key) for key in append_keys(game)]


class Proxy:
    """A socket in front of the store at `target` that can lose replies or fall silent.

    While `lose` is above 0, a reply that arrives is thrown away, the connection closed, and
    `lose` lowered. While `silent`, replies are thrown away and the connection stays open.
    """

    def __init__(self, target: Path, path: Path) -> None:
        self.lose = 0
        self.silent = False
        self.url = f"unix://{path}"
        self._target = target
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._sockets = [self._listener]
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        self._listener.listen()
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in self._sockets:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for each in self._sockets:
            each.close()

    def _start(self, work: Any, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._target))
                self._sockets += [client, server]
                self._start(self._forward, client, server)
                self._start(self._answer, server, client)

    def _forward(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                server.sendall(data)

    def _answer(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                if self.lose:
                    self.lose -= 1
                    client.shutdown(socket.SHUT_RDWR)
                elif not self.silent:
                    client.sendall(data)


ONCE = IdempotencyKey("seat:0", "key-1", bytes(16))


SAME_KEY_OTHER_BODY = IdempotencyKey("seat:0", "key-1", bytes(15) + b"x")


def rows(redis: Redis, game: GameId) -> dict[int, dict[Any, Any]]:
    """The raw fields of each entry, by ply."""
    raw: Any = redis.xrange(keys.log_key(game))
    return {int(name.split(b"-")[0]): fields for name, fields in raw}


def ids(kind: LogKind, count: int) -> list[GameId]:
    """Return ids of logs of a kind, sorted."""
    return sorted(game_id_from(number.to_bytes(32), kind) for number in range(1, count + 1))
