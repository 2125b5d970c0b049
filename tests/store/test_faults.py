"""Faults of the store: races, lost replies, silence, crashes."""

import logging
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from socket import AF_UNIX, socket
from threading import Barrier, Thread

import pytest
from redis import Redis
from redis.exceptions import ConnectionError

from app.parts.outages import OUTAGES, OutageCause, waiting
from app.store import keys
from app.store.append_options import Appended, IdempotencyKey, PlayersToAct, Replayed
from app.store.client import connect
from app.store.encryption import StorageCipher
from app.store.entry import START, At, LogPosition
from app.store.errors import Conflict, OutcomeUnknown, StoreUnavailable
from app.store.keys import GameId, game_id_from
from app.store.log import EventStore
from tests.conftest import valkey_in

from .helpers import VAULT_KEY, Proxy, add, entry_after, grow

GAME = game_id_from(bytes(32))
ONCE = IdempotencyKey("seat:0", "key-1", bytes(16))
WORKERS, EACH = 4, 20


def store_at(url: str) -> EventStore:
    """An event store with connections of its own."""
    return EventStore(connect(url), StorageCipher(VAULT_KEY))


def append_racing(url: str, name: str) -> list[int]:
    """The plies of EACH entries that this process appended, racing others for every one."""
    store, won = store_at(url), list[int]()
    place: LogPosition = START
    while len(won) < EACH:
        try:
            place = add(store, place, GAME, name)
            won.append(place.ply)
        except Conflict as conflict:
            place = conflict.head
    return won


def test_four_processes_that_race_for_one_log_leave_no_gap_and_no_fork(
    store: EventStore, redis_url: str
) -> None:
    with get_context("spawn").Pool(WORKERS) as pool:
        won = pool.starmap(append_racing, [(redis_url, f"p{number}") for number in range(WORKERS)])
    entries = store.read(GAME)
    assert sorted(ply for plies in won for ply in plies) == list(range(1, WORKERS * EACH + 1))
    assert [entry.ply for entry in entries] == list(range(1, WORKERS * EACH + 1))
    for number, plies in enumerate(won):
        assert all(b'"p%d"' % number in entries[ply - 1].public for ply in plies)


def test_simultaneous_appends_with_one_key_append_once_and_agree(store: EventStore, redis_url: str) -> None:
    barrier = Barrier(10)

    def send(_: int) -> int:
        own = store_at(redis_url)
        barrier.wait()
        outcome = own.append(entry_after(START, GAME), after=START, once=ONCE, status="playing", live=True)
        return outcome.ply if isinstance(outcome, Replayed) else -outcome.head.ply

    with ThreadPoolExecutor(10) as threads:
        outcomes = sorted(threads.map(send, range(10)))
    assert outcomes == [-1] + [1] * 9
    assert len(store.read(GAME)) == 1


def test_threads_may_share_one_store(store: EventStore) -> None:
    games = [game_id_from(number.to_bytes(32)) for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        heads = list(threads.map(lambda game: grow(store, game, 20), games))
    assert [head.ply for head in heads] == [20] * 8
    assert all(len(store.read(game)) == 20 for game in games)


GREENLETS = """
from gevent import monkey
monkey.patch_all()
import sys
from gevent.pool import Pool
from tests.store.helpers import grow
from tests.store.test_faults import store_at
from app.store.keys import game_id_from
store = store_at(sys.argv[1])
games = [game_id_from(number.to_bytes(32)) for number in range(20)]
heads = Pool(20).map(lambda game: grow(store, game, 5), games)
assert [head.ply for head in heads] == [5] * 20
assert all(len(store.read(game)) == 5 for game in games)
print("grown")
"""


def test_greenlets_may_share_one_store(redis_url: str) -> None:
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", GREENLETS, redis_url], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.stdout == "grown\n", done.stderr


def test_a_lost_reply_leaves_one_entry_and_an_unknown_outcome(
    store: EventStore, valkey_socket: Path, valkey_dir: Path
) -> None:
    with Proxy(valkey_socket, valkey_dir / "p") as proxy:
        behind = store_at(proxy.url)
        head = grow(behind, GAME, 1)
        entry = entry_after(head, GAME)
        proxy.lose = 5
        with pytest.raises(OutcomeUnknown):
            behind.append(entry, after=head, status="playing", live=True)
        assert proxy.lose == 4
        assert [each.ply for each in store.read(GAME)] == [1, 2]
        proxy.lose = 0
        with pytest.raises(Conflict) as settled:
            behind.append(entry, after=head, status="playing", live=True)
        assert settled.value.tail == (entry,)
    assert len(store.read(GAME)) == 2


def test_replies_that_are_lost_one_after_another_are_one_line(
    store: EventStore, valkey_socket: Path, valkey_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with Proxy(valkey_socket, valkey_dir / "p") as proxy:
        behind = store_at(proxy.url)
        head = grow(behind, GAME, 1)
        OUTAGES.begin({})
        proxy.lose = 5
        try:
            for _ in range(3):
                with pytest.raises(OutcomeUnknown) as lost:
                    behind.append(entry_after(head, GAME), after=head, status="playing", live=True)
                assert lost.value.outage.cause is OutageCause.CLOSED
                assert waiting(lost.value) == logging.DEBUG  # of the work that waits for it
        finally:
            OUTAGES.begin(None)
    assert len([line for line in caplog.records if line.levelno > logging.DEBUG]) == 1


def test_a_lost_reply_is_settled_by_sending_the_same_key_again(
    store: EventStore, valkey_socket: Path, valkey_dir: Path
) -> None:
    with Proxy(valkey_socket, valkey_dir / "p") as proxy:
        behind = store_at(proxy.url)
        head = grow(behind, GAME, 1)
        for note in ("first", "second", "third"):
            entry = entry_after(head, GAME, note)
            once = IdempotencyKey("seat:0", note, bytes(16))
            proxy.lose = 1
            with pytest.raises(OutcomeUnknown):
                behind.append(entry, after=head, once=once, status="playing", live=True)
            again = behind.append(entry, after=head, once=once, status="playing", live=True)
            assert again == Replayed(entry.ply)
            head = At(entry.ply, entry.digest)
    assert [each.ply for each in store.read(GAME)] == [1, 2, 3, 4]


def test_no_command_of_the_client_is_sent_again_behind_our_back(
    redis: Redis, valkey_socket: Path, valkey_dir: Path
) -> None:
    with Proxy(valkey_socket, valkey_dir / "p") as proxy, connect(proxy.url) as client:
        proxy.lose = 5
        with pytest.raises(ConnectionError):
            client.incr("count")
    assert redis.get("count") == b"1"


def test_a_read_survives_one_lost_reply_but_not_two(
    store: EventStore, valkey_socket: Path, valkey_dir: Path
) -> None:
    head = grow(store, GAME, 1)
    with Proxy(valkey_socket, valkey_dir / "p") as proxy:
        behind = store_at(proxy.url)
        proxy.lose = 1
        assert behind.head(GAME) == head
        proxy.lose = 2
        with pytest.raises(StoreUnavailable):
            behind.head(GAME)
        assert behind.look(GAME).head == head


def test_a_silent_store_is_unavailable_until_it_answers_again(
    store: EventStore, valkey_socket: Path, valkey_dir: Path
) -> None:
    with Proxy(valkey_socket, valkey_dir / "p") as proxy:
        behind = store_at(proxy.url)
        head = grow(behind, GAME, 1)
        proxy.silent = True
        with pytest.raises(OutcomeUnknown):
            add(behind, head, GAME)
        with pytest.raises(StoreUnavailable):
            behind.read(GAME)
        proxy.silent = False
        assert [each.ply for each in behind.read(GAME)] == [1, 2]


def test_a_store_that_refuses_connections_is_unavailable(valkey_dir: Path) -> None:
    away = store_at(f"unix://{valkey_dir / 'nothing'}")
    for attempt in (lambda: add(away, START, GAME), lambda: away.head(GAME), lambda: away.overdue(1)):
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            attempt()


def test_a_port_that_refuses_connections_is_unavailable() -> None:
    with socket() as reserved:
        # Bound but not listening, so that no other server can answer there.
        reserved.bind(("127.0.0.1", 0))
        away = store_at(f"redis://127.0.0.1:{reserved.getsockname()[1]}")
        with pytest.raises(StoreUnavailable, match="cannot be reached"):
            add(away, START, GAME)


@pytest.mark.parametrize(
    "error",
    [
        "LOADING Valkey is loading the dataset in memory",
        "READONLY You can't write against a read only replica.",
        "MASTERDOWN Link with MASTER is down",
        "CLUSTERDOWN The cluster is down",
        "TRYAGAIN Multiple keys request during rehashing of slot",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "BUSY Valkey is busy running a script.",
        "OOM command not allowed when used memory > 'maxmemory'.",
        "NOAUTH Authentication required.",
        "NOPERM this user has no permissions to run the 'evalsha' command",
    ],
)
def test_errors_before_any_write_report_that_nothing_was_applied(error: str, valkey_dir: Path) -> None:
    with socket(AF_UNIX) as listener:
        listener.bind(str(valkey_dir / "p"))
        listener.listen()
        answering = Thread(target=answer_once, args=(listener, error))
        answering.start()
        with pytest.raises(StoreUnavailable) as refused:
            add(store_at(f"unix://{valkey_dir / 'p'}"), START, GAME)
        answering.join()
    assert refused.value.reason == ("store_full" if error.startswith("OOM") else "store_unavailable")


def test_errors_that_may_follow_a_write_report_an_unknown_outcome(valkey_dir: Path) -> None:
    with socket(AF_UNIX) as listener:
        listener.bind(str(valkey_dir / "p"))
        listener.listen()
        answering = Thread(target=answer_once, args=(listener, "ERR something in the script"))
        answering.start()
        with pytest.raises(OutcomeUnknown):
            add(store_at(f"unix://{valkey_dir / 'p'}"), START, GAME)
        answering.join()


def answer_once(listener: socket, error: str) -> None:
    """Takes one connection and answers its first command with `error`."""
    connection, _ = listener.accept()
    with connection:
        connection.recv(65536)
        connection.sendall(f"-{error}\r\n".encode())


def burst(url: str, game: GameId, acknowledged: list[bytes]) -> None:
    """Appends to `game` until the store goes away, noting each digest once it is acknowledged."""
    store, place = store_at(url), At(0, START.digest)
    while True:
        entry = entry_after(place, game)
        try:
            outcome = store.append(entry, after=place, status="playing", live=True)
        except (OutcomeUnknown, StoreUnavailable):
            return
        assert isinstance(outcome, Appended)
        acknowledged.append(entry.digest)
        place = At(entry.ply, entry.digest)


def test_a_killed_store_restarts_with_every_acknowledged_entry(valkey_dir: Path) -> None:
    games = [game_id_from(number.to_bytes(32)) for number in range(4)]
    noted: list[list[bytes]] = [[] for _ in games]
    server, url = valkey_in(valkey_dir), f"unix://{valkey_dir / 'v'}"
    server.start()
    writers = [Thread(target=burst, args=(url, *each)) for each in zip(games, noted, strict=True)]
    for writer in writers:
        writer.start()
    while min(map(len, noted)) < 50:
        assert all(writer.is_alive() for writer in writers)
        writers[0].join(0.001)
    server.terminate()
    for writer in writers:
        writer.join()
    server.start()
    try:
        store = store_at(url)
        for game, digests in zip(games, noted, strict=True):
            entries = store.read(game)
            assert [entry.digest for entry in entries][: len(digests)] == digests
            # The one that was under way may have made it.
            assert len(entries) - len(digests) in (0, 1)
            assert store.look(game).tail == entries
    finally:
        server.stop()


def test_a_client_finds_its_way_back_to_a_restarted_store(valkey_dir: Path) -> None:
    server = valkey_in(valkey_dir)
    server.start()
    store = store_at(f"unix://{valkey_dir / 'v'}")
    head = grow(store, GAME, 3)
    server.terminate()
    with pytest.raises(StoreUnavailable):
        add(store, head, GAME)
    server.start()
    assert add(store, head, GAME).ply == 4
    server.stop()


def test_no_key_expires(store: EventStore, redis: Redis) -> None:
    add(store, START, GAME, once=ONCE, due_in_ms=5, hint="end", to_act=PlayersToAct(1, ("p-somebody",)))
    lives = [redis.ttl(key) for key in keys.append_keys(GAME)]
    assert lives == [-1] * 8
