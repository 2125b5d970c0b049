"""Eight copies of every command at once, through several processes whose store loses answers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from socket import AF_UNIX, SHUT_RDWR, socket
from threading import Barrier, Thread
from uuid import UUID

from tests.soak.apis import api, store
from tests.soak.client import Client, Json, Player, Reply, choose, make

COPIES = 8
LOSS = 0.02
VANISH = 0.05
_SITTINGS = (
    ("north-american", ["me", "open"]),
    ("mexican-2", ["me", "open"]),
    ("mexican-3", ["open", "me", "open"]),
)


class LossyProxy:
    """A socket in front of the store that now and then cuts a connection instead of passing an answer."""

    def __init__(self, target: Path, path: Path) -> None:
        self.url = f"unix://{path}"
        self.lost = 0
        self._chance = Random(path.name)
        self._target = target
        self._listener = socket(AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(512)
        _run(self._accept)

    def close(self) -> None:
        """Nobody is let through any more."""
        with suppress(OSError):
            self._listener.shutdown(SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                store = socket(AF_UNIX)
                store.connect(str(self._target))
                answering = _run(partial(_pass, store, client, self._loses))
                _run(partial(_asking, client, store, answering))

    def _loses(self) -> bool:
        lost = self._chance.random() < LOSS
        self.lost += lost
        return lost


def _run(work: Callable[[], object]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def _pass(source: socket, sink: socket, loses: Callable[[], bool]) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            if loses():
                break
            sink.sendall(data)
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(SHUT_RDWR)


def _asking(client: socket, store: socket, answering: Thread) -> None:
    _pass(client, store, lambda: False)
    answering.join()
    client.close()
    store.close()


@dataclass(frozen=True, slots=True)
class Crowd:
    """The port of the API, and the proxy that loses what the store answers to it."""

    port: int
    proxy: LossyProxy


@contextmanager
def crowd(processes: int = 3) -> Iterator[Crowd]:
    """Several API processes over a store that syncs every write, behind a lossy proxy."""
    with store() as socket:
        home = socket.parent
        proxy = LossyProxy(socket, home / "p")
        try:
            with api(home, proxy.url, processes) as running:
                yield Crowd(running.port, proxy)
        finally:
            proxy.close()


def commands(rng: Random, service: Crowd, *, count: int = 40) -> int:
    """Forty commands, each sent eight times at once; the number of commands."""
    clients = [Client(service.port) for _ in range(COPIES)]
    player, view = _game(rng, clients[0])
    for _ in range(count):
        if (seat := player.turn(view)) is None:
            player.audit()
            player, view = _game(rng, clients[0])
            seat = player.turn(view)
            assert seat is not None
        body = choose(rng, player.get("/moves?expand=1", seat)["moves"])
        _one_entry(player, view["ply"], _copies(rng, clients, player, seat, body))
        view = player.get()
    for client in clients:
        client.close()
    return count


def _game(rng: Random, client: Client) -> tuple[Player, Json]:
    variant, seats = rng.choice(_SITTINGS)
    player = make(client, rng, {"variant": variant, "seats": seats})
    return player, player.get()


def _copies(rng: Random, clients: list[Client], player: Player, seat: int, body: Json) -> list[Reply]:
    """The final answers to equal requests that start together; some clients hang up and ask again."""
    key, barrier, replies = str(UUID(int=rng.getrandbits(128))), Barrier(COPIES), list[Reply]()
    vanishing = [rng.random() < VANISH for _ in clients]

    def copy(client: Client, vanishes: bool) -> None:
        own = Player(client, player.id, player.tokens)
        barrier.wait()
        if vanishes:
            client.vanish("POST", f"{own.path}/moves", body, Idempotency_Key=key, **own.headers(seat))
        replies.append(own.post(seat, body, key))

    threads = [Thread(target=copy, args=pair) for pair in zip(clients, vanishing, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return replies


def _one_entry(player: Player, before: int, replies: list[Reply]) -> None:
    assert len(replies) == COPIES
    assert {reply.status for reply in replies} == {200}, [reply.data for reply in replies]
    assert len({(reply.data, reply.headers["etag"]) for reply in replies}) == 1
    assert sum("idempotent-replay" not in reply.headers for reply in replies) <= 1
    now = player.get()["ply"]
    assert replies[0].json["ply"] == now == before + 1, (before, now)
