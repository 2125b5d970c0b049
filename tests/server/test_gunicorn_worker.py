"""The gunicorn worker with our settings: slow clients, greedy clients, and logs without secrets."""

import os
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import gevent
import pytest
from gevent.pool import Pool

from app.observability.logs import redact_path
from app.processes import interpreter
from app.server.connection_counts import ConnectionTable
from app.server.gunicorn_worker import BalancedServer, TimeoutSocket
from tests.server.helpers import ROOT, children, environment, eventually, free_port, is_alive

STORE = {"REDIS_URL": "redis://127.0.0.1:1", "CONQUIAN_SECRET": "5e" * 32}  # nobody connects
CONF = str(ROOT / "deploy" / "gunicorn.conf.py")
GUNICORN = [sys.executable, "-m", "gunicorn", "-c", CONF, "tests.server.echo:app"]


@dataclass
class Server:
    """A running gunicorn: its process, its port, its log."""

    process: subprocess.Popen[bytes]
    port: int
    log: Path

    def connect(self, sender: str = "") -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=300, source_address=(sender, 0))

    def ask(self, request: bytes, sender: str = "") -> bytes:
        """All that comes back for the bytes of a request from an address, up to the end of the connection."""
        with self.connect(sender) as client:
            client.sendall(request)
            return b"".join(iter(lambda: client.recv(65536), b""))

    def answers(self) -> bool:
        try:
            return b" 200 " in self.ask(b"GET /pid HTTP/1.0\r\nHost: x\r\n\r\n")
        except OSError:
            return False


@contextmanager
def serving(home: Path, **settings: str) -> Iterator[Server]:
    """A gunicorn that serves the small application from the directory `home`."""
    port = free_port()
    with (home / "log").open("wb") as log:
        process = subprocess.Popen(
            GUNICORN,
            env=environment(home, port) | STORE | {"LOG_LEVEL": "info"} | settings,
            cwd=home,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    server = Server(process, port, home / "log")
    try:
        eventually(server.answers)
        yield server
        process.terminate()
        assert process.wait(120) == 0
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It has one process."""
    with serving(tmp_path_factory.mktemp("edge")) as started:
        yield started


def test_processes_are_set_up_not_to_stop_the_event_loop(server: Server) -> None:
    answer = server.ask(b"GET /interpreter HTTP/1.0\r\nHost: x\r\n\r\n").rpartition(b"\r\n\r\n")[2]
    assert answer.decode() == f"{interpreter.FULL_AFTER} True {interpreter.SWITCH_SECONDS}"


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Server]:
    """It has two processes, which leave connections to each other for longer than usual."""
    with serving(tmp_path, WEB_CONCURRENCY="2", ASIDE="10") as started:
        yield started


@pytest.fixture
def answering() -> Iterator[tuple[TimeoutSocket, socket.socket]]:
    """The socket of a request that is being served, and that of its client, which does not wait."""
    ours, client = socket.socketpair()
    with TimeoutSocket(ours.family, ours.type, fileno=ours.detach()) as serving_one, client:
        client.setblocking(False)
        serving_one.deadline = float("inf")
        yield serving_one, client


def test_a_client_that_is_always_ready_leaves_others_their_turn() -> None:
    order: list[str] = []

    def serve(connection: TimeoutSocket, peer: socket.socket, name: str, requests: int) -> None:
        for _ in range(requests):
            connection.recv(1)
            order.append(name)
            peer.send(b"x")  # the next request has come before this one is over

    def connected() -> tuple[TimeoutSocket, socket.socket]:
        inside, peer = socket.socketpair()
        peer.send(b"x")
        return TimeoutSocket(inside.family, inside.type, inside.proto, fileno=inside.detach()), peer

    with gevent.Timeout(30):
        (first, first_peer), (second, second_peer) = connected(), connected()
        greedy = gevent.spawn(serve, first, first_peer, "greedy", 100)
        gevent.joinall([greedy, gevent.spawn(serve, second, second_peer, "other", 1)], raise_error=True)
    for end in (first, first_peer, second, second_peer):
        end.close()
    assert order.index("other") < 5


def test_the_head_of_an_answer_is_sent_together_with_its_body(
    answering: tuple[TimeoutSocket, socket.socket],
) -> None:
    ours, client = answering
    ours.sendall(b"head ")
    with pytest.raises(BlockingIOError):
        client.recv(100)
    ours.sendall(b"body")
    assert client.recv(100) == b"head body"
    ours.sendall(b" more")
    assert client.recv(100) == b" more"


def test_a_head_without_a_body_is_sent_when_the_request_ends(
    answering: tuple[TimeoutSocket, socket.socket],
) -> None:
    ours, client = answering
    ours.sendall(b"head")
    ours.end_request()
    assert client.recv(100) == b"head"
    ours.sendall(b"of no request")
    assert client.recv(100) == b"of no request"


SLOW = {
    "half a head": b"GET /pid HTT",
    "half a body": b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nConnection: close\r\n\r\nab",
}


@pytest.fixture(scope="module")
def slow(server: Server) -> Iterator[dict[str, bytes]]:
    """Return the answers to slow clients by name, served at once beside a client that reads nothing."""
    with ThreadPoolExecutor() as pool, server.connect() as deaf:
        deaf.sendall(b"GET /flood HTTP/1.1\r\nHost: x\r\n\r\n")
        yield dict(zip(SLOW, pool.map(server.ask, SLOW.values()), strict=True))


def test_a_half_sent_request_line_is_cut(slow: dict[str, bytes]) -> None:
    assert slow["half a head"] == b""


def test_a_body_that_does_not_arrive_in_time_is_abandoned_with_an_error_in_the_application(
    slow: dict[str, bytes],
) -> None:
    assert slow["half a body"].endswith(b"\r\n\r\ntoo slow")


@pytest.mark.usefixtures("slow")
def test_a_client_that_does_not_read_is_dropped_without_a_word_in_the_log(server: Server) -> None:
    # The line of a request is written when its connection is given up, not before.
    eventually(lambda: b"/flood" in server.log.read_bytes())
    assert b"Traceback" not in server.log.read_bytes()


def test_a_body_that_arrives_in_time_is_read(server: Server) -> None:
    answer = server.ask(b"POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nab")
    assert answer.endswith(b"\r\n\r\n2")


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", b"414"),
        (b"GET /pid HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 120 + b"\r\n", b"431"),
        (b"GET /pid HTTP/1.1\r\nHost: x\r\nA: " + b"b" * 9000 + b"\r\n\r\n", b"431"),
    ],
)
def test_an_oversized_head_is_refused(server: Server, request_bytes: bytes, status: bytes) -> None:
    assert server.ask(request_bytes).split(b" ")[1] == status


def test_the_access_log_holds_neither_query_nor_token_and_one_line_a_request(server: Server) -> None:
    target = b"/pid/cq%5Fseat_canary1/x%0Aforged?token=canary2"
    server.ask(
        b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer cq_seat_canary3\r\n"
        b"Referer: http://x/canary4\r\nUser-Agent: canary5\r\nConnection: close\r\n\r\n"
    )
    eventually(lambda: b"/pid/[token]/x%0Aforged" in server.log.read_bytes())
    assert b"canary" not in server.log.read_bytes()


@pytest.mark.parametrize(
    "path", ["/a/cq_seat_x", "/a/cq%5fseat_x", "/a/%63q_seat_x", "/a/b?cq_seat_x", "/cq_seat_"]
)
def test_no_way_of_writing_a_token_survives_in_a_path(path: str) -> None:
    assert "seat_x" not in redact_path(path)


def test_a_killed_master_takes_its_processes_along(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        GUNICORN,
        env=environment(tmp_path, port) | STORE,
        cwd=tmp_path,
    )
    eventually(Server(process, port, tmp_path).answers)
    family = children(process.pid)
    assert family
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    eventually(lambda: not any(is_alive(each) for each in family))


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [({"PORT": "none"}, "conquian: PORT must be a whole number"), ({}, "conquian: REDIS_URL is not set")],
)
def test_a_bad_setting_stops_gunicorn_with_one_sentence(
    tmp_path: Path, settings: dict[str, str], sentence: str
) -> None:
    done = subprocess.run(
        GUNICORN,
        env=environment(tmp_path, free_port()) | settings,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("others", "aside", "accepted"), [(0, 60, 1), (0, 0.001, 2), (1, 60, 2)])
def test_a_process_that_holds_more_leaves_a_connection_to_others_for_a_moment(
    others: int, aside: float, accepted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = ConnectionTable(2)
    sheet.begin(1).add(others)
    own = sheet.begin(0)
    monkeypatch.setattr("app.server.gunicorn_worker.BALANCING_SECONDS", aside)
    taken: list[Any] = []

    def handle(client: Any, address: object) -> None:
        own.add(1)
        taken.append(client)

    with ExitStack() as stack, gevent.Timeout(30):
        server = BalancedServer(("127.0.0.1", 0), handle, Pool(10), own)
        server.start()
        stack.callback(server.stop)
        for _ in range(2):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.server_port)))
        while len(taken) < accepted:
            gevent.sleep(0.001)
        gevent.sleep(0.01)
        assert len(taken) == accepted


def test_no_connection_is_left_to_a_process_that_accepts_no_more() -> None:
    sheet = ConnectionTable(2)
    own, other = sheet.begin(0), sheet.begin(1)
    own.add(1)
    other.add(2)
    server = BalancedServer(("127.0.0.1", 0), lambda client, address: None, Pool(10), own)
    server.start()
    assert other.is_ahead
    server.close()
    assert not other.is_ahead


def test_processes_balance_kept_connections(pair: Server) -> None:
    held: Counter[bytes] = Counter()
    with ExitStack() as stack:

        def another() -> int:
            client = stack.enter_context(pair.connect())
            client.sendall(b"GET /pid HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = b""
            while not answer.partition(b"\r\n\r\n")[2]:  # the body comes after the head
                answer += client.recv(65536)
            held[answer.partition(b"\r\n\r\n")[2]] += 1
            return len(held)

        eventually(lambda: another() == 2)  # one of them begins later
        for _ in range(4):
            another()
    assert min(held.values()) > 1


def test_the_access_line_shows_the_client_behind_a_trusted_proxy(tmp_path: Path) -> None:
    asked = (
        b"GET /pid HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 6.6.6.6, 198.51.100.7\r\n\r\n"
    )
    with serving(tmp_path, CONQUIAN_PROXIES="127.0.0.2/32") as server:

        def is_logged(text: str) -> bool:
            return text in server.log.read_text()

        for sender, address in (("127.0.0.2", "198.51.100.7"), ("127.0.0.3", "127.0.0.3")):
            server.ask(asked, sender)
            eventually(partial(is_logged, f'"address":"{address}"'))
