"""Signals of buckets with new notices: sweeps, and subscriptions at nodes that answer as a test sets them."""

from collections.abc import Iterator
from queue import Empty, Queue
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.store.bucket_plan import SLOT_OF_BUCKET
from app.store.bucket_signals import BucketSignals
from app.store.cluster import SLOTS, Address, ClusterPool
from app.store.keys import BUCKETS, outbox_key
from tests.server.helpers import eventually

NODE, OTHER = Address("one", 1), Address("other", 2)
ALL = list(range(BUCKETS))
SILENCE = ()


class FakeLine:
    """A connection to a node: it delivers the messages of `incoming`, and keeps what was sent."""

    def __init__(self) -> None:
        self.incoming = Queue[tuple[bytes, ...]]()
        self.is_silent = False
        self.sent: list[bytes] = []
        self.is_closed = Event()
        self._next: tuple[bytes, ...] = SILENCE

    def connect(self) -> None:
        pass

    def send_packed_command(self, command: list[bytes]) -> None:
        self.sent.extend(command)

    def can_read(self, seconds: float) -> bool:
        """Return whether a message is there. A SILENCE in `incoming` stands for `seconds`, at once."""
        if self.is_silent:
            return False
        try:
            self._next = self.incoming.get(timeout=0.02)
        except Empty:
            self._next = (b"pong", b"")  # lets a subscription notice that it was stopped
        return self._next != SILENCE

    def read_response(self) -> tuple[bytes, ...]:
        return self._next

    def disconnect(self) -> None:
        self.is_closed.set()

    @property
    def pings(self) -> int:
        """The number of PINGs that were sent."""
        return sum(b"PING" in command for command in self.sent)


class FakeCluster:
    """A cluster of which one node has every slot."""

    def __init__(self) -> None:
        self.master = NODE
        self.lines: dict[Address, list[FakeLine]] = {NODE: [], OTHER: []}
        self.refreshed = Event()

    def slot_map(self) -> Any:
        return SimpleNamespace(masters=[self.master] * SLOTS)

    def pool(self, address: Address) -> Any:
        return SimpleNamespace(make_connection=lambda: self._line(address))

    def refresh(self, failed: Address | None = None) -> None:
        self.refreshed.set()

    def _line(self, address: Address) -> FakeLine:
        self.lines[address].append(FakeLine())
        return self.lines[address][-1]

    def line(self, address: Address = NODE, number: int = 0) -> FakeLine:
        """Return a connection to a node, when it has subscribed."""
        eventually(lambda: len(self.lines[address]) > number and self.lines[address][number].sent)
        return self.lines[address][number]


@pytest.fixture(autouse=True)
def sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all sweeps but the first a long time away."""
    monkeypatch.setattr("app.store.bucket_signals.SWEEP_SECONDS", 10_000)


@pytest.fixture
def cluster() -> FakeCluster:
    return FakeCluster()


@pytest.fixture
def signals(cluster: FakeCluster) -> Iterator[BucketSignals]:
    """Signals whose first sweep is over."""
    signals = BucketSignals(cast(ClusterPool, cluster))
    assert signals.wait(0) == ALL
    yield signals
    cluster.master = OTHER if cluster.master == NODE else NODE
    signals.wait(0)  # stops the subscription


def test_a_sweep_is_followed_by_single_buckets(signals: BucketSignals) -> None:
    assert signals.wait(0) == []
    signals.signal([7, 3])
    signals.signal([])
    assert signals.wait(60) == [3, 7]
    assert signals.wait(0) == []


def test_published_and_subscribed_channels_are_signalled_and_other_messages_are_not(
    signals: BucketSignals, cluster: FakeCluster
) -> None:
    line = cluster.line()
    for kind, bucket in ((b"pmessage", 1), (b"ssubscribe", 4), (b"smessage", 9), (b"smessage", 9)):
        line.incoming.put((kind, outbox_key(bucket).encode(), b""))
    buckets = set[int]()

    def are_found() -> bool:
        buckets.update(signals.wait(0))
        return {4, 9} <= buckets

    eventually(are_found)
    assert buckets == {4, 9}


def test_a_subscription_ends_when_the_buckets_are_elsewhere(
    signals: BucketSignals, cluster: FakeCluster
) -> None:
    line = cluster.line()
    assert not line.is_closed.is_set()
    cluster.master = OTHER
    signals.wait(0)
    eventually(line.is_closed.is_set)
    assert not cluster.line(OTHER).is_closed.is_set()


def test_a_node_that_does_not_answer_a_ping_is_subscribed_to_again(
    signals: BucketSignals, cluster: FakeCluster
) -> None:
    line = cluster.line()
    for pings in (1, 2):
        line.incoming.put((b"pong", b""))
        line.incoming.put(SILENCE)
        eventually(lambda pings=pings: line.pings == pings)  # type: ignore[misc]
    line.is_silent = True
    eventually(line.is_closed.is_set)
    assert line.pings == 3
    eventually(lambda: signals.wait(0) is not None and len(cluster.lines[NODE]) == 2)


def test_a_moved_slot_ends_the_subscription_and_refreshes_the_map(
    signals: BucketSignals, cluster: FakeCluster
) -> None:
    line = cluster.line()
    line.incoming.put((b"sunsubscribe", outbox_key(0).encode(), b""))
    eventually(line.is_closed.is_set)
    assert cluster.refreshed.is_set()


def test_a_bucket_is_subscribed_to_at_the_node_that_has_its_slot(cluster: FakeCluster) -> None:
    half = SLOTS // 2
    cluster.slot_map = lambda: SimpleNamespace(masters=[NODE] * half + [OTHER] * half)  # type: ignore[method-assign]
    BucketSignals(cast(ClusterPool, cluster)).wait(0)
    for address, is_left in ((NODE, True), (OTHER, False)):
        command = b"".join(cluster.line(address).sent)
        held = [outbox_key(number) for number in ALL if (SLOT_OF_BUCKET[number] < half) == is_left]
        assert [name.decode() for name in command.split() if name.startswith(b"cq:")] == held
