"""Commands to a cluster: redirected, refused, lost. The nodes here answer as a test sets them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

import pytest
from redis import Redis
from redis.crc import key_slot

from app.store import keys
from app.store.bucket_plan import SLOT_OF_BUCKET
from app.store.client import (
    ask,
    ask_all,
    ask_reachable,
    cluster_of,
    connect,
    scan,
    script,
    send_once,
    server_ms,
    tell_script,
)
from app.store.cluster import SLOTS, Address, parse_slots
from app.store.durability import refusal
from app.store.errors import InstallationMismatch, OutcomeUnknown, StoreFailure, StoreUnavailable
from app.store.schedule import overdue
from tests.server.helpers import eventually, free_port

from .fake_nodes import LOST, FakeNode, client, error, nodes

KEY = "cq:{b00}:ob"
SLOT = key_slot(KEY.encode())


def test_a_moved_command_goes_to_the_node_that_has_the_slot_now() -> None:
    with nodes() as (old, new), client(old) as redis:
        old.answers = error(f"MOVED {SLOT} 127.0.0.1:{new.port}")
        assert send_once(redis, ("INCR", KEY)) == b"OK"
        assert [old.asked, new.asked] == [[["INCR", KEY]], [["INCR", KEY]]]


def test_the_map_is_read_again_after_a_redirection() -> None:
    with nodes() as (old, new), client(old) as redis:
        ask(redis, ("GET", KEY))
        old.answers = error(f"MOVED {SLOT} :{new.port}")  # the same host
        old.owner = new.owner = new.port
        eventually(lambda: send_once(redis, ("INCR", KEY)) == b"OK" and _master(redis) == new.port)
        old.asked.clear()
        send_once(redis, ("INCR", KEY))
        assert old.asked == []


def _master(redis: Redis) -> int:
    cluster = cluster_of(redis)
    assert cluster is not None
    master = cluster.slot_map().masters[SLOT]
    assert master is not None
    return master.port


def test_a_command_of_a_moving_key_is_announced_to_the_next_node() -> None:
    with nodes() as (old, new), client(old) as redis:
        old.answers = error(f"ASK {SLOT} 127.0.0.1:{new.port}")
        assert send_once(redis, ("INCR", KEY)) == b"OK"
        assert new.asked == [["ASKING"], ["INCR", KEY]]


@pytest.mark.parametrize("refusal", ["TRYAGAIN Multiple keys", "CLUSTERDOWN Hash slot not served"])
def test_a_command_that_the_cluster_refuses_was_not_run(refusal: str) -> None:
    with nodes(1) as (node,), client(node) as redis:
        node.answers = error(refusal)
        with pytest.raises(StoreUnavailable):
            send_once(redis, ("INCR", KEY))
        assert node.asked == [["INCR", KEY]]


def test_nodes_that_send_a_command_on_for_ever_have_not_run_it() -> None:
    with nodes() as (one, other), client(one) as redis:
        one.answers = error(f"MOVED {SLOT} 127.0.0.1:{other.port}")
        other.answers = error(f"MOVED {SLOT} 127.0.0.1:{one.port}")
        with pytest.raises(StoreUnavailable):
            send_once(redis, ("INCR", KEY))


def test_a_command_whose_answer_is_lost_is_not_sent_again() -> None:
    with nodes(1) as (node,), client(node) as redis:
        node.answers = lambda words: LOST
        with pytest.raises(OutcomeUnknown):
            send_once(redis, ("INCR", KEY))
        assert node.asked == [["INCR", KEY]]


def test_a_node_that_is_gone_is_replaced_by_the_one_in_the_next_map() -> None:
    with nodes(3) as (old, seed, new), client(seed) as redis:
        ask(redis, ("GET", KEY))
        seed.owner = new.owner = new.port
        old.shutdown()
        old.server_close()
        cluster = cluster_of(redis)
        assert cluster is not None
        cluster.disconnect()
        with pytest.raises(StoreUnavailable):
            send_once(redis, ("INCR", KEY))
        eventually(lambda: _master(redis) == new.port)
        assert send_once(redis, ("INCR", KEY)) == b"OK"


def test_the_addresses_in_the_settings_are_asked_when_all_others_are_gone() -> None:
    with nodes(2) as (seed, node), client(seed) as redis:
        seed.owner = node.port
        ask(redis, ("GET", KEY))
        node.shutdown()
        node.server_close()
        seed.owner = seed.port
        cluster = cluster_of(redis)
        assert cluster is not None
        cluster.refresh()
        eventually(lambda: _master(redis) == seed.port)


def test_the_map_is_read_until_a_master_that_failed_is_replaced() -> None:
    """No other command has to fail first."""
    with nodes(3) as (old, seed, new), client(seed) as redis:
        seed.owner = new.owner = old.port
        old.answers = lambda words: LOST
        with pytest.raises(OutcomeUnknown):
            send_once(redis, ("INCR", KEY))
        old.shutdown()
        old.server_close()
        readings = seed.readings + new.readings
        eventually(lambda: seed.readings + new.readings > readings + 3, 30)
        seed.owner = new.owner = new.port
        eventually(lambda: _master(redis) == new.port, 30)


def test_no_answer_at_all_is_an_unavailable_store() -> None:
    with (
        connect(f"redis+cluster://127.0.0.1:{free_port()}/") as redis,
        pytest.raises(StoreUnavailable, match="the cluster cannot be reached"),
    ):
        ask(redis, ("GET", KEY))


def test_a_script_is_sent_in_full_to_the_node_that_lacks_it() -> None:
    with nodes() as (old, new), client(old) as redis:
        old.answers = error(f"MOVED {SLOT} 127.0.0.1:{new.port}")
        new.answers = lambda words: b"-NOSCRIPT none\r\n" if words[0] == "EVALSHA" else b":1\r\n"
        assert tell_script(redis, "probe", [KEY], []) == 1
        assert [words[:2] for words in new.asked] == [
            ["EVALSHA", script("probe").sha],
            ["EVAL", script("probe").text.decode()],
        ]


def test_each_command_goes_to_the_master_of_its_key_and_the_answers_keep_their_order() -> None:
    with nodes() as (left, right), client(left) as redis:
        for node in (left, right):
            node.slots = lambda: _two_halves(left.port, right.port)  # type: ignore[method-assign]
            node.answers = lambda words, node=node: f"+{node.port} {words[-1]}\r\n".encode()  # type: ignore[misc]
        names = [keys.live_key(number) for number in range(8)]
        ports = [left.port if key_slot(name.encode()) < SLOTS // 2 else right.port for name in names]
        assert len(set(ports)) == 2
        replies = ask_all(redis, [("ZCARD", name) for name in names])
        assert replies == [f"{port} {name}".encode() for port, name in zip(ports, names, strict=True)]
        # A command without a key goes to the node of the first one that has one.
        time, _ = ask_all(redis, [("TIME",), ("ZCARD", names[0])])
        assert time == f"{ports[0]} TIME".encode()


def test_a_key_in_bytes_goes_where_its_text_goes() -> None:
    with nodes() as (left, right), client(left) as redis:
        for node in (left, right):
            node.slots = lambda: _two_halves(left.port, right.port)  # type: ignore[method-assign]
            node.answers = lambda words, port=node.port: f"+{port}\r\n".encode()  # type: ignore[misc]
        for name in map(str, range(20)):
            assert ask(redis, ("GET", name)) == ask(redis, ("GET", name.encode()))


def _two_halves(left: int, right: int) -> bytes:
    half = b"*3\r\n:%d\r\n:%d\r\n*3\r\n$9\r\n127.0.0.1\r\n:%d\r\n$2\r\nid\r\n"
    return b"*2\r\n" + half % (0, SLOTS // 2 - 1, left) + half % (SLOTS // 2, SLOTS - 1, right)


def test_waiting_for_replicas_follows_a_redirected_command() -> None:
    with nodes() as (old, new), client(old) as redis:
        old.answers = lambda words: (
            b":0\r\n" if words[0] == "WAIT" else f"-MOVED {SLOT} 127.0.0.1:{new.port}\r\n".encode()
        )
        new.answers = lambda words: b":2\r\n" if words[0] == "WAIT" else b"+OK\r\n"
        assert ask_all(redis, [("INCR", KEY), ("WAIT", 1, 100)]) == [b"OK", 2]


def test_a_scan_of_one_node_is_refused_and_one_of_all_masters_is_not() -> None:
    with nodes() as (left, right), client(left) as redis:
        for node, name in ((left, "one"), (right, "two")):
            node.slots = lambda: _two_halves(left.port, right.port)  # type: ignore[method-assign]
            reply = f"*2\r\n$1\r\n0\r\n*1\r\n$3\r\n{name}\r\n".encode()
            node.answers = lambda words, reply=reply: reply  # type: ignore[misc]
        with pytest.raises(ValueError, match=r"client\.scan"):
            ask(redis, ("SCAN", 0))
        assert sorted(scan(redis, "*")) == ["one", "two"]


class Member:
    """An installation that remembers what it compared, and refuses `foreign`."""

    def __init__(self) -> None:
        self.compared: list[bytes | None] = []

    def require(self) -> None:
        """Allow every connection."""

    def admit_store(self, identity: bytes | None) -> None:
        """Raise InstallationMismatch for a foreign identity."""
        self.compared.append(identity)
        if identity == b"foreign":
            raise InstallationMismatch("another installation")


def test_the_identity_is_compared_at_the_node_that_has_it_and_only_there() -> None:
    member = Member()
    with nodes() as (holder, other), client(holder, member=member) as redis:
        holder.answers = lambda words: b"$3\r\nown\r\n"
        other.answers = lambda words: (
            f"-MOVED {SLOT} 127.0.0.1:{holder.port}\r\n".encode() if words[0] == "HGET" else b"+OK\r\n"
        )
        ask(redis, ("GET", KEY))
        assert member.compared == [b"own"]
        holder.answers = error(f"MOVED 1 127.0.0.1:{other.port}")
        assert ask(redis, ("GET", KEY)) == b"OK"
        assert member.compared == [b"own"]


def test_a_foreign_identity_stops_the_use_of_the_cluster() -> None:
    with nodes(1) as (node,), client(node, member=Member()) as redis:
        node.answers = lambda words: b"$7\r\nforeign\r\n"
        with pytest.raises(InstallationMismatch):
            ask(redis, ("GET", KEY))


def test_a_map_has_the_master_of_each_slot_and_all_nodes() -> None:
    reply = [[0, 9, [b"a", 1, b"x", []], [b"b", 2, b"y", []]], [20, SLOTS - 1, [None, 3, b"z", []]]]
    read = parse_slots(reply, "asked")
    assert read.masters[9] == Address("a", 1)
    assert read.masters[10] is None
    assert read.masters[20] == read.masters[SLOTS - 1] == Address("asked", 3)
    assert read.nodes == {("a", 1), ("b", 2), ("asked", 3)}
    assert read.held == SLOTS - 10


@contextmanager
def divided() -> Iterator[tuple[FakeNode, FakeNode, Redis]]:
    """Context of two masters, each with half of the slots, and a client of both."""
    with nodes() as (left, right), client(left, right) as redis:
        half = SLOTS // 2
        parts = [(0, half - 1, left), (half, SLOTS - 1, right)]
        text = b"*2\r\n" + b"".join(
            b"*3\r\n:%d\r\n:%d\r\n*3\r\n$-1\r\n:%d\r\n$2\r\nid\r\n" % (first, last, node.port)
            for first, last, node in parts
        )
        left.slots = right.slots = lambda: text  # type: ignore[method-assign]
        yield left, right, redis


READS = [("GET", keys.outbox_key(number)) for number in range(keys.BUCKETS)]
ON_THE_LEFT = [slot < SLOTS // 2 for slot in SLOT_OF_BUCKET]


@pytest.mark.parametrize("behaviour", [lambda words: LOST, error("CLUSTERDOWN down"), error("LOADING wait")])
def test_what_a_node_does_not_answer_is_missing_from_the_replies_of_those_that_can_be_reached(
    behaviour: Callable[[list[str]], bytes],
) -> None:
    with divided() as (_, right, redis):
        right.answers = behaviour
        answers = ask_reachable(redis, READS)
        assert answers == [b"OK" if left else None for left in ON_THE_LEFT]
        with pytest.raises(StoreUnavailable):
            ask_all(redis, READS)


def test_a_node_that_hangs_is_waited_for_once_and_then_left_out_until_it_works() -> None:
    goes_on = Event()
    with divided() as (_, right, redis):
        right.answers = lambda words: b"+OK\r\n" if goes_on.wait(60) else LOST
        only_left = [b"OK" if left else None for left in ON_THE_LEFT]
        assert ask_reachable(redis, READS) == only_left
        asked = len(right.asked)
        assert ask_reachable(redis, READS) == only_left
        assert len(right.asked) == asked
        goes_on.set()
        assert ask(redis, READS[ON_THE_LEFT.index(False)]) == b"OK"
        assert ask_reachable(redis, READS) == [b"OK"] * len(READS)


def test_another_error_of_a_node_is_raised_and_so_is_an_outage_of_all() -> None:
    with divided() as (left, right, redis):
        right.answers = error("ERR no such thing")
        with pytest.raises(StoreUnavailable, match="no such thing"):
            ask_reachable(redis, READS)
        left.answers = right.answers = error("CLUSTERDOWN down")
        with pytest.raises(StoreUnavailable, match="no node can be reached"):
            ask_reachable(redis, READS)


def test_a_refusal_of_entries_is_found_at_whichever_master_it_is() -> None:
    for number in (0, 1):
        with divided() as (left, right, redis):
            assert refusal(redis) is None
            (left, right)[number].answers = error("OOM command not allowed when used memory > 'maxmemory'.")
            problem = refusal(redis)
            assert problem is not None
            assert problem.reason is StoreFailure.FULL
            for bucket, is_left in enumerate(ON_THE_LEFT[:8]):
                assert (refusal(redis, [bucket]) is None) == (is_left == (number == 1))


def test_the_time_and_what_is_due_come_from_the_nodes_that_can_be_reached() -> None:
    def answers(words: list[str]) -> bytes:
        if words[0] == "TIME":
            return b"*2\r\n$1\r\n7\r\n$4\r\n5000\r\n"
        return b"*2\r\n$3\r\ng-1\r\n$4\r\n1000\r\n" if words[0] == "ZRANGE" else b"+OK\r\n"

    for lost in (0, 1):
        with divided() as (left, right, redis):
            for number, node in enumerate((left, right)):
                node.answers = (lambda words: LOST) if number == lost else answers
            assert server_ms(redis) == 7005
            due = overdue(redis, 1000)
            assert len(due) == sum(is_left != (lost == 0) for is_left in ON_THE_LEFT)
