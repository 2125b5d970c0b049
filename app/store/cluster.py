"""Cluster of Redis or Valkey servers: each command goes to the master of the slot of its key.

redis-py's cluster client repeats commands and waits in all threads while it looks for the masters, so only
its hash of keys is used. A command is sent at most once: a redirected one was not run. The map of slots is
read anew after errors of a node, after redirections, and every 30 seconds, by one thread at a time; the
others use the old one meanwhile, and fail fast. After an error of a node it is read several times a second
until the node works or is no master any more, because a command that is sent to a master that hangs is not
answered for a second. The addresses in the settings are always asked, too, and their names resolved again.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import sample
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from redis import ConnectionPool
from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, RedisError, TimeoutError

from app.parts.addresses import members
from app.store.connections import (
    ABOUT_THE_LAST,
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    Command,
    GuardedPool,
    InstallationGuard,
    exchange,
    open_pool,
    unavailable,
)
from app.store.errors import InstallationMismatch, OutcomeUnknown, StoreUnavailable
from app.store.keys import INSTALLATION

SLOTS: Final = 16_384
REFRESH_SECONDS: Final = 30.0
_PAUSE_SECONDS: Final = 0.1
"""Least time between two readings of the map of slots."""
_WATCH_SECONDS: Final = 0.2
"""Interval of the readings while a master does not work."""
_SILENT_SECONDS: Final = 5.0
"""Time in which a node that has not answered in time is left out of replies that may lack some nodes."""
_REDIRECTIONS: Final = 5
_WITHOUT_KEY: Final = frozenset({"CLUSTER", "CONFIG", "INFO", "PING", "ROLE", "TIME", "WAIT", "WAITAOF"})
_LIKE_THE_ONE_BEFORE: Final = ABOUT_THE_LAST
_KEY_AT: Final = {"EVAL": 3, "EVALSHA": 3, "XGROUP": 2}


class Address(NamedTuple):
    """Address of a node."""

    host: str
    port: int


@dataclass(frozen=True, slots=True)
class SlotMap:
    """The master of each slot, None where there is none, and every node, with replicas."""

    masters: tuple[Address | None, ...]
    nodes: frozenset[Address]

    @property
    def held(self) -> int:
        """Number of slots that have a master."""
        return sum(master is not None for master in self.masters)


class _Target(NamedTuple):
    address: Address
    is_asking: bool = False
    """Whether the node is only about to receive the slot."""


class ClusterPool(ConnectionPool):
    """Pools of connections to the masters of the cluster at `url` (redis+cluster:// or rediss+cluster://).

    It opens no connection yet. With a `member` the identity of the store is compared on each new connection
    to the node that holds it. Safe to share between threads or greenlets.
    """

    def __init__(self, url: str, member: InstallationGuard | None = None) -> None:
        super().__init__()
        self.member = member
        self._configured = members(url)
        self._pools: dict[Address, GuardedPool] = {}
        self._map: SlotMap | None = None
        self._reading = Lock()
        self._read_at = -REFRESH_SECONDS
        self._doubted = False
        self._failed: dict[Address, float] = {}  # when a command to a node failed that has not worked since
        self._silent: dict[Address, float] = {}  # those of them that did not answer in time, until when
        self._failure: Exception = RedisError("no node has answered")

    def exchange(
        self, commands: Sequence[Command], timeout: float = ANSWER_SECONDS, is_partial: bool = False
    ) -> list[Any]:
        """Return the replies to `commands`; an error is a value. Node by node, those of one sent together.

        A command without a key goes to the node of the first one with a key. Errors as `connections.exchange`
        for each node; with `is_partial` they are values, too, unless no map of the slots was ever read.
        """
        answers: list[Any] = [None] * len(commands)
        targets = self._targets(commands, answers if is_partial else None)
        for _ in range(_REDIRECTIONS):
            for target, numbers in _grouped(targets).items():
                replies = self._exchange(
                    target, [commands[number] for number in numbers], timeout, is_partial
                )
                for number, reply in zip(numbers, replies, strict=True):
                    answers[number] = reply
            targets = self._redirected(commands, answers, targets)
            if not targets:
                break
        return answers

    def masters(self) -> list[GuardedPool]:
        """Return the connections to each master, to those that failed last. Raises StoreUnavailable if none
        is known.
        """
        known = sorted(filter(None, set(self.slot_map().masters)))
        return [self.pool(address) for address in sorted(known, key=self._failed.__contains__)]

    def refresh(self, failed: Address | None = None) -> None:
        """Read the map of slots soon, in a thread of its own. A node that `failed` is asked last, and the map
        is read again until it works or is no master any more.
        """
        self._doubted = True
        if failed is not None:
            self._failed[failed] = monotonic()
        if self._reading.acquire(blocking=False):
            Thread(target=self._refresh, name="slots", daemon=True).start()

    def get_connection(self, command_name: str | None = None, *keys: Any, **options: Any) -> Any:
        """Refuse: a connection belongs to a node."""
        raise TypeError("a cluster has no connection of its own")

    def disconnect(self, inuse_connections: bool = True) -> None:
        """Close the connections to every node."""
        self._failed.clear()
        for pool in list(self._pools.values()):
            pool.disconnect(inuse_connections)

    def _targets(self, commands: Sequence[Command], errors: list[Any] | None) -> dict[int, _Target]:
        """Return the targets of commands by number. `errors` gets those of slots without a master, if given;
        else they are raised.
        """
        slots, targets = self.slot_map().masters, dict[int, _Target]()
        keys = [_key(command) for command in commands]
        default = next((key for key in keys if key is not None), INSTALLATION)
        for number, key in enumerate(keys):
            slot = _slot(key or default)
            master = slots[slot]
            if master is not None and (errors is None or not self._is_silent(master)):
                targets[number] = _Target(master)
                continue
            self.refresh()
            cause = ClusterDownError("no node") if master is None else TimeoutError("a node without answers")
            error = unavailable(f"{cause} has slot {slot}", cause)
            if errors is None:
                raise error
            errors[number] = error
        return targets

    def _redirected(
        self, commands: Sequence[Command], answers: Sequence[Any], targets: dict[int, _Target]
    ) -> dict[int, _Target]:
        """Return the next targets of those commands that a node did not run because another one has the
        slot.
        """
        again: dict[int, _Target] = {}
        for number, old in targets.items():
            reply = answers[number]
            if isinstance(reply, AskError):  # a MovedError is one, too
                host, port = reply.node_addr
                is_asking = not isinstance(reply, MovedError)
                again[number] = _Target(Address(host or old.address.host, port), is_asking)
            elif number - 1 in again and commands[number][0] in _LIKE_THE_ONE_BEFORE:
                again[number] = again[number - 1]
        if again or any(isinstance(answers[number], ClusterDownError) for number in targets):
            self.refresh()
        return again

    def _exchange(
        self, target: _Target, commands: Sequence[Command], timeout: float, is_partial: bool
    ) -> list[Any]:
        sent = [each for command in commands for each in (("ASKING",), command)]
        address = target.address
        try:
            pool = self.pool(address)
            replies = (
                exchange(pool, sent, timeout)[1::2] if target.is_asking else exchange(pool, commands, timeout)
            )
        except InstallationMismatch:
            raise
        except (StoreUnavailable, OutcomeUnknown) as error:
            if isinstance(error.__cause__, TimeoutError):
                self._silent[address] = monotonic() + _SILENT_SECONDS
            self.refresh(address)
            if is_partial:
                return [error] * len(commands)
            raise
        if address in self._failed:
            self._works(address)
        return replies

    def _works(self, address: Address) -> None:
        self._failed.pop(address, None)
        self._silent.pop(address, None)

    def _is_silent(self, address: Address) -> bool:
        """Return whether a node has not answered in time within the last seconds."""
        return address in self._silent and monotonic() < self._silent[address]

    def slot_map(self) -> SlotMap:
        """Return the map of slots as it was last read. Raises StoreUnavailable if it never was."""
        if self._map is None:
            return self._first_map()
        if monotonic() - self._read_at > REFRESH_SECONDS:
            self.refresh()
        return self._map

    def _first_map(self) -> SlotMap:
        """Wait for the first map, for as long as one node may take to answer."""
        if self._reading.acquire(timeout=CONNECT_SECONDS + ANSWER_SECONDS):
            try:
                if self._map is None and monotonic() - self._read_at >= _PAUSE_SECONDS:
                    self._read()
            finally:
                self._reading.release()
        if self._map is None:
            raise unavailable(f"the cluster cannot be reached: {self._failure}", self._failure)
        return self._map

    def _refresh(self) -> None:
        try:
            while self._doubted or self._has_failed_master():
                pause = _PAUSE_SECONDS if self._doubted else _WATCH_SECONDS
                sleep(max(0.0, self._read_at + pause - monotonic()))
                self._doubted = False
                self._read()
        finally:
            self._reading.release()
        if self._doubted:  # since the last look
            self.refresh()

    def _has_failed_master(self) -> bool:
        """Return whether a master has failed lately; forget nodes that failed long ago or are no masters."""
        masters = set(self._map.masters) if self._map else set()
        for address, failed_at in list(self._failed.items()):
            if address not in masters or monotonic() - failed_at > REFRESH_SECONDS:
                self._works(address)
        return bool(self._failed)

    def _read(self) -> None:
        """Read the map of slots from the first node that knows a master of each, else from the best one."""
        best: SlotMap | None = None
        for url in self._candidates():
            try:
                read = _read_map(url)
            except RedisError as error:
                self._failure = error
                continue
            best = read if best is None or read.held > best.held else best
            if best.held == SLOTS:
                break
        if best is not None and best.held:
            self._map = best
            self._drop(set(self._pools) - set(best.masters))
        self._read_at = monotonic()

    def _candidates(self) -> list[str]:
        """Return the URLs of the known nodes in random order, then those in the settings, then those of nodes
        that failed.
        """
        nodes = sorted(self._map.nodes) if self._map else []
        order = sample(nodes, len(nodes))
        works = [address for address in order if address not in self._failed]
        failed = [address for address in order if address in self._failed]
        return [*map(self._url, works), *self._configured, *map(self._url, failed)]

    def pool(self, address: Address) -> GuardedPool:
        """Return the connections to a node."""
        pool = self._pools.get(address)
        return pool or self._pools.setdefault(address, open_pool(self._url(address), self.member))

    def _drop(self, gone: Iterable[Address]) -> None:
        for address in gone:
            self._pools.pop(address).disconnect(inuse_connections=False)

    def _url(self, address: Address) -> str:
        """Return the URL of a node, with the password and options of those in the settings."""
        parts = urlsplit(self._configured[0])
        user, at, _ = parts.netloc.rpartition("@")
        host = f"[{address.host}]" if ":" in address.host else address.host
        return parts._replace(netloc=f"{user}{at}{host}:{address.port}").geturl()


def _read_map(url: str) -> SlotMap:
    """Ask the node at `url`, on a connection of its own, for the map of slots. Raises RedisError."""
    connection: Any = open_pool(url, None).make_connection()
    try:
        connection.connect()
        connection.send_command("CLUSTER", "SLOTS")
        reply = connection.read_response()
    finally:
        connection.disconnect()
    return parse_slots(reply, urlsplit(url).hostname or "")


def parse_slots(reply: Sequence[Any], asked: str) -> SlotMap:
    """Return the map in a reply to CLUSTER SLOTS; a node without a name of its own is at the host `asked`."""
    masters: list[Address | None] = [None] * SLOTS
    nodes: set[Address] = set()
    for first, last, *places in reply:
        addresses = [Address((host or b"").decode() or asked, port) for host, port, *_ in places]
        masters[first : last + 1] = addresses[:1] * (last + 1 - first)
        nodes.update(addresses)
    return SlotMap(tuple(masters), frozenset(nodes))


def _slot(key: bytes | str | int) -> int:
    return int(key_slot(key if isinstance(key, bytes) else str(key).encode()))


def _grouped(targets: dict[int, _Target]) -> dict[_Target, list[int]]:
    groups = defaultdict[_Target, list[int]](list)
    for number, target in targets.items():
        groups[target].append(number)
    return groups


def _key(command: Command) -> bytes | str | int | None:
    """Return the first key of a command, None if it has none. Raises ValueError for one to each server."""
    name = command[0]
    if name in _WITHOUT_KEY:
        return None
    if name == "SCAN":
        raise ValueError("each server has keys of its own; see `client.scan`")
    if name in ("XREAD", "XREADGROUP"):
        return command[command.index("STREAMS") + 1]
    return command[_KEY_AT.get(str(name), 1)]
