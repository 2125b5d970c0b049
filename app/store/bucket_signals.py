"""Signals that a bucket of a cluster has new notices: no command can wait for the outboxes of several slots.

An append publishes on the shard channel that has the name of the outbox. One connection to each master
subscribes to the channels of the buckets that it holds. A signal may be lost, for example while a slot moves,
so every bucket is reported every few seconds.
"""

from collections.abc import Iterable
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any, Final

from redis.exceptions import RedisError

from app.store.bucket_plan import held_buckets
from app.store.cluster import Address, ClusterPool
from app.store.connections import packed
from app.store.errors import StoreError
from app.store.keys import BUCKETS, outbox_key

SWEEP_SECONDS: Final = 5.0
"""Longest time after which a bucket is reported without a signal."""
_SILENCE_SECONDS: Final = 5.0
_PAUSE_SECONDS: Final = 0.2
"""Least time between two subscriptions at one node."""
_CHANNELS: Final = {outbox_key(number).encode(): number for number in range(BUCKETS)}


class BucketSignals:
    """The buckets of `cluster` with new notices, for one reader. The first `wait` starts the threads."""

    def __init__(self, cluster: ClusterPool) -> None:
        self._cluster = cluster
        self._listeners: dict[Address, _Listener] = {}
        self._signalled = set[int]()
        self._lock = Lock()
        self._any = Event()
        self._next_sweep = 0.0

    def wait(self, seconds: float) -> list[int]:
        """Return the buckets that were signalled since the last call, all of them after SWEEP_SECONDS.

        Waits at most `seconds` for one. Raises StoreUnavailable.
        """
        self._listen()
        self._any.wait(max(0.0, min(seconds, self._next_sweep - monotonic())))
        with self._lock:
            signalled, self._signalled = self._signalled, set()
            self._any.clear()
        if monotonic() < self._next_sweep:
            return sorted(signalled)
        self._next_sweep = monotonic() + SWEEP_SECONDS
        return list(range(BUCKETS))

    def signal(self, buckets: Iterable[int]) -> None:
        """Report these buckets at the next call of `wait`."""
        with self._lock:
            self._signalled.update(buckets)
            if self._signalled:
                self._any.set()

    def _listen(self) -> None:
        """Subscribe at each master to the buckets that it holds now."""
        masters = self._cluster.slot_map().masters
        held = {address: buckets for address, buckets in held_buckets(masters).items() if buckets}
        for address in set(self._listeners) - set(held):
            self._listeners.pop(address).stop()
        for address, buckets in held.items():
            listener = self._listeners.get(address)
            if listener is not None and listener.buckets == buckets and not listener.has_ended():
                continue
            if listener is not None:
                listener.stop()
            self._listeners[address] = _Listener(self, self._cluster, address, buckets)


class _Listener:
    """Subscription at one node, in a thread of its own that ends at the first error."""

    def __init__(
        self, signals: BucketSignals, cluster: ClusterPool, address: Address, buckets: frozenset[int]
    ) -> None:
        self.buckets = buckets
        self._signals = signals
        self._cluster = cluster
        self._address = address
        self._is_stopped = False
        self._ended: float | None = None
        Thread(target=self._run, name="signals", daemon=True).start()

    def has_ended(self) -> bool:
        """Return whether the subscription is lost, and another one may begin."""
        return self._ended is not None and monotonic() - self._ended > _PAUSE_SECONDS

    def stop(self) -> None:
        """End the thread, in a few seconds at most."""
        self._is_stopped = True

    def _run(self) -> None:
        # Not one of the pool, which another thread may close while this one waits.
        connection: Any = self._cluster.pool(self._address).make_connection()
        try:
            connection.connect()
            self._subscribe(connection)
        except (StoreError, RedisError, OSError):
            self._cluster.refresh(self._address)
        finally:
            connection.disconnect()
            self._ended = monotonic()

    def _subscribe(self, connection: Any) -> None:
        """Signal buckets until the subscription is lost, or both sides are silent. Raises RedisError."""
        commands = [("SSUBSCRIBE", outbox_key(number)) for number in sorted(self.buckets)]
        connection.send_packed_command([b"".join(map(packed, commands))])
        is_asked = False
        while not self._is_stopped:
            if connection.can_read(_SILENCE_SECONDS):
                kind, channel, *_ = connection.read_response()
                is_asked = False
                if kind == b"sunsubscribe":  # its slot has moved
                    self._cluster.refresh()
                    return
                # What was published before the subscription had no receiver.
                if kind in (b"ssubscribe", b"smessage"):
                    self._signals.signal([_CHANNELS[channel]])
            elif is_asked:
                return
            else:
                connection.send_packed_command([packed(("PING",))])
                is_asked = True
