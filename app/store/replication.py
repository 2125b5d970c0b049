"""Replicated acknowledgements: an entry counts as replicated once enough replicas have it.

The commands that wait go out in one write with the script that appends, on the same connection, because WAIT
counts from the last write of its connection. WAIT lets the replicas report what they have received, and
WAITAOF after it what they have on disk; alone, WAITAOF would wait for their next report, up to a second. ROLE
returns the number of connected replicas, so that no request waits for one that is away.

An entry that was appended is never refused because of what follows: without an answer it is not replicated.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, Literal

from redis import Redis
from redis.exceptions import ResponseError

from app.store.client import Argument, tell_and_wait, tell_script
from app.store.connections import Command
from app.store.errors import StoreError
from app.store.keys import marker_key
from app.store.sentinel import SentinelPool

Wanted = int | Literal["all"]
"""Number of replicas that must have an entry: 0 for none, `all` for each that may become the master."""

ALL: Final = "all"

RECEIVE_MS: Final = 300
"""Time limit until the replicas have received an entry."""

DISK_MS: Final = 200
"""Time limit after that until they have it on disk."""

_MARKER_MS: Final = 60_000


class Replication:
    """Waits for the `wanted` replicas of a store; safe between threads and greenlets.

    `all` are the connected replicas, and behind Sentinels also those that do not answer, because these may
    come back and be chosen. At least one is needed.
    """

    def __init__(self, wanted: Wanted = 0) -> None:
        self.wanted: Final = wanted
        self._connected: dict[int, int] = {}
        self._has_disk_command = True

    def append(
        self, redis: Redis, bucket: int, name: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> tuple[Any, bool | None]:
        """Return the reply of a script that runs at most once, and whether its writes are replicated.

        None if no replicas are wanted. Errors as `client.send_once`.
        """
        if self.wanted == 0:
            return tell_script(redis, name, keys, arguments), None
        waited: list[Any] = []
        reply = tell_script(redis, name, keys, arguments, partial(self._send, redis, bucket, waited))
        return reply, self._judged(redis, waited)

    def confirm(self, redis: Redis, bucket: int) -> bool | None:
        """Return whether everything in a bucket is replicated now; None if no replicas are wanted.

        It writes a marker first: on a connection that has written nothing, WAIT returns at once.
        """
        if self.wanted == 0:
            return None
        waited: list[Any] = []
        try:
            self._send(redis, bucket, waited, ("SET", marker_key(bucket), 1, "PX", _MARKER_MS))
        except StoreError:
            return False
        return self._judged(redis, waited)

    def _send(self, redis: Redis, bucket: int, waited: list[Any], command: Command) -> Any:
        """Return the reply to a command; `waited` gets those to the commands that wait, refused or not."""
        try:
            return tell_and_wait(redis, command, self._waiting(bucket), waited)
        finally:
            connected = _connected(waited)
            if connected is not None:
                self._connected[bucket] = connected

    def _waiting(self, bucket: int) -> tuple[Command, ...]:
        connected = self._connected.get(bucket)
        if self.wanted == ALL:
            count = 1 if connected is None else connected
        else:
            count = self.wanted if connected is None else min(self.wanted, connected)
        disk: tuple[Command, ...] = (("WAITAOF", 1, count, DISK_MS),) if self._has_disk_command else ()
        return (("WAIT", count, RECEIVE_MS), *disk, ("ROLE",))

    def _judged(self, redis: Redis, waited: Sequence[Any]) -> bool:
        received, *disk, _ = waited
        if disk and isinstance(disk[0], ResponseError):
            # Redis before 7.2 does not know it, and a master that keeps no file refuses it.
            self._has_disk_command = False
            disk = []
        connected = _connected(waited)
        counts = [received, *(reply[1] if isinstance(reply, list) else None for reply in disk)]
        if self.wanted == ALL and connected is None:
            return False
        wanted = max(needed(redis, self.wanted), connected or 0 if self.wanted == ALL else 0)
        return all(isinstance(count, int) and count >= wanted for count in counts)


def _connected(waited: Sequence[Any]) -> int | None:
    """Return the number of connected replicas by the reply to ROLE, the last one; None without that."""
    role = waited[-1] if waited else None
    return len(role[2]) if isinstance(role, list) and len(role) == 3 else None


def needed(redis: Redis, wanted: Wanted) -> int:
    """Return how many replicas must have an entry, by the settings and the Sentinels."""
    if wanted != ALL:
        return wanted
    pool = redis.connection_pool
    return max(1, pool.finder.replicas) if isinstance(pool, SentinelPool) else 1


NOT_REPLICATED: Final = Replication()
"""Waits for no replicas."""
