"""Connections to the master of a service that Sentinels watch, also after a failover.

The Sentinels are asked in the background: once a second, at each announcement of a new master, and after each
failure of a connection, of which some need no failover to end and others never report one (a master that
hangs). A command is never delayed by that. It goes to the master that was last named, over a connection to
that master alone: idle connections to an earlier one are closed.

redis-py's own Sentinel client is not used. It asks within a command, one Sentinel at a time, and turns the
refusal of a demoted master, which has run nothing, into a lost connection.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from itertools import cycle
from typing import Any, Final, NamedTuple
from weakref import ReferenceType, WeakValueDictionary, ref

from redis import SSLConnection
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.exceptions import (
    ConnectionError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry

from app.parts.addresses import SentinelAddress
from app.store.connections import (
    ANSWER_SECONDS,
    CONNECT_SECONDS,
    GuardedPool,
    InstallationGuard,
    LateTcpConnection,
    LateTlsConnection,
    compare,
)

LOOK_SECONDS: Final = 1.0
"""Interval at which the Sentinels are asked without a reason, and their announcements are checked."""

_PAUSE_SECONDS: Final = 0.05
"""Least time between two rounds of questions."""

SENTINEL_SECONDS: Final = 0.3
"""Time limit of one Sentinel, which answers from its memory."""

_RETRY_SECONDS: Final = 0.3
"""Pause before the announcements of the next Sentinel are listened to, after one has failed."""

NO_RETRIES: Final = Retry(NoBackoff(), 0)

_ANNOUNCEMENT: Final = "+switch-master"

_log: Final = logging.getLogger(__name__)


class ServerPlace(NamedTuple):
    """Host and port of a server."""

    host: str
    port: int


class _SentinelAnswer(NamedTuple):
    """Answer of a Sentinel about a service. Of several answers the one of the highest epoch is the latest."""

    epoch: int
    place: ServerPlace
    replicas: int


class MasterFinder:
    """The place of the master that the Sentinels of `address` name; safe between threads and greenlets.

    `replicas` is the number of its replicas, with those that do not answer. Two threads keep both up to date
    from the first use until nothing refers to the finder.
    """

    def __init__(self, address: SentinelAddress) -> None:
        self._service = address.service
        self._sentinels = address.sentinels
        self._lines = list(map(_sentinel, address.sentinels))
        self._wake = threading.Event()
        self._asked = threading.Event()
        self._lock = threading.Lock()
        self._master: ServerPlace | None = None
        self._problem: Exception | None = None
        self._process = 0
        self.replicas = 0

    def master(self) -> ServerPlace:
        """Return the master that was named last. Raises ConnectionError if none ever was."""
        if self._process != os.getpid():
            self._start()
        if self._master is None:
            self._wake.set()
            self._asked.wait(ANSWER_SECONDS)
            if self._master is None:
                raise ConnectionError(f"No Sentinel names a master: {self._problem}") from self._problem
        return self._master

    @property
    def known(self) -> ServerPlace | None:
        """The master that was named last, None if none ever was."""
        return self._master

    def doubt(self) -> None:
        """Let the Sentinels be asked now: a connection to the master has failed."""
        self._wake.set()

    def look(self) -> None:
        """Ask every Sentinel once. Only the thread of this finder calls this."""
        answers = list(filter(None, map(self._ask, self._lines)))
        if answers:
            latest = max(answers)
            self.replicas = latest.replicas
            self._set(latest.place)
        self._asked.set()

    def _set(self, place: ServerPlace) -> None:
        before, self._master = self._master, place
        if before is not None and place != before:
            _log.warning("The master of %s is now %s:%d.", self._service, *place)

    def _ask(self, line: Any) -> _SentinelAnswer | None:
        try:
            line.connect()
            line.send_command("SENTINEL", "MASTER", self._service)
            reply: list[bytes] = line.read_response()
        except (RedisError, OSError) as error:
            line.disconnect()
            self._problem = error
            return None
        fields = dict(zip(reply[::2], reply[1::2], strict=True))
        place = ServerPlace(fields[b"ip"].decode(), int(fields[b"port"]))
        return _SentinelAnswer(int(fields[b"config-epoch"]), place, int(fields[b"num-slaves"]))

    def _start(self) -> None:
        """Start the threads; in a forked process they do not run."""
        with self._lock:
            if self._process == os.getpid():
                return
            for line in self._lines:
                line.disconnect()
            self._asked.clear()
            finder = ref(self)
            for target, arguments in (
                (_keep_asking, (finder, self._wake)),
                (_keep_listening, (finder, self._wake, self._sentinels)),
            ):
                threading.Thread(target=target, args=arguments, daemon=True, name="sentinel").start()
            self._process = os.getpid()


def _sentinel(url: str) -> Any:
    """Return a connection to a Sentinel, not yet open."""
    options = parse_url(url)  # type: ignore[no-untyped-call]
    kind = options.pop("connection_class", LateTcpConnection)
    return kind(
        **options,
        protocol=2,
        socket_connect_timeout=SENTINEL_SECONDS,
        socket_timeout=SENTINEL_SECONDS,
        retry=NO_RETRIES,
        driver_info=None,
    )


def _keep_asking(finder: "ReferenceType[MasterFinder]", wake: threading.Event) -> None:
    """Ask the Sentinels when woken, and at intervals, as long as the finder is used."""
    while (asking := finder()) is not None:
        wake.clear()
        asking.look()
        del asking
        time.sleep(_PAUSE_SECONDS)
        wake.wait(LOOK_SECONDS)


def _keep_listening(
    finder: "ReferenceType[MasterFinder]", wake: threading.Event, sentinels: Iterable[str]
) -> None:
    """Wake the asking thread at each announcement of a Sentinel, as long as the finder is used.

    Listens to the next Sentinel when one does not answer.
    """
    for url in cycle(sentinels):
        line = _sentinel(url)
        try:
            line.connect()
            line.send_command("SUBSCRIBE", _ANNOUNCEMENT)
            line.read_response()
            wake.set()  # an announcement may have been missed before
            _listen(line, wake.set, lambda: finder() is not None)
        except (RedisError, OSError):
            time.sleep(_RETRY_SECONDS)
        finally:
            line.disconnect()
        if finder() is None:
            return


def _listen(line: Any, announce: Callable[[], object], goes_on: Callable[[], bool]) -> None:
    """Call `announce` at each message. Raises RedisError if the Sentinel does not answer."""
    waits_for_pong = False
    while goes_on():
        try:
            message = line.read_response(timeout=LOOK_SECONDS, disconnect_on_error=False)
        except TimeoutError:
            if waits_for_pong:
                raise
            line.send_command("PING", check_health=False)
            waits_for_pong = True
            continue
        waits_for_pong = False
        if message[0] == b"message":
            announce()


_FINDERS: Final[WeakValueDictionary[tuple[str, tuple[str, ...]], MasterFinder]] = WeakValueDictionary()
_FINDERS_LOCK: Final = threading.Lock()


def finder_of(address: SentinelAddress) -> MasterFinder:
    """Return the finder of the service of an address; one per process for all databases of the service."""
    key = (address.service, address.sentinels)
    with _FINDERS_LOCK:
        finder = _FINDERS.get(key)
        if finder is None:
            finder = _FINDERS[key] = MasterFinder(address)
        return finder


class _ToMaster:
    """A connection that leads to the present master each time it is opened, and reports its failures."""

    place: ServerPlace | None = None

    def __init__(self, *, finder: MasterFinder, **options: Any) -> None:
        self.finder = finder
        super().__init__(**options)

    def connect_check_health(self, *args: Any, **options: Any) -> None:
        """Open the connection unless it is open."""
        if not self.is_connected:  # type: ignore[attr-defined]
            self.place = self.finder.master()
            self.host, self.port = self.place
        try:
            super().connect_check_health(*args, **options)  # type: ignore[misc]
        except RedisError:
            self.finder.doubt()
            raise

    def read_response(self, *args: Any, **options: Any) -> Any:
        """Return the next reply."""
        try:
            return super().read_response(*args, **options)  # type: ignore[misc]
        except (ConnectionError, TimeoutError):
            self.finder.doubt()
            raise
        except ResponseError as error:
            if isinstance(error, ReadOnlyError) or str(error).startswith("NOREPLICAS"):
                self.finder.doubt()
            raise


class _TcpToMaster(_ToMaster, LateTcpConnection):
    pass


class _TlsToMaster(_ToMaster, LateTlsConnection):
    pass


class SentinelPool(GuardedPool):
    """Pool of connections to the present master of a service; see `open_sentinel_pool`."""

    finder: MasterFinder
    place: ServerPlace | None = None

    def get_connection(self, command_name: str | None = None, *keys: Any, **options: Any) -> Any:
        """Return an open connection to the present master, without unread replies."""
        master = self.finder.master()
        if master != self.place:
            self.place = master
            self.disconnect(inuse_connections=False)
        connection = super().get_connection()
        if connection.place != master:
            # Another thread took it before the idle connections were closed, or the master has changed since.
            connection.disconnect()
            try:
                connection.connect()
            except BaseException:
                self.release(connection)
                raise
        return connection

    def release(self, connection: Any) -> None:
        """Take a connection back, and close it if it leads to an earlier master."""
        if connection.place != self.finder.known:
            connection.disconnect()
        super().release(connection)


def open_sentinel_pool(
    url: str, member: InstallationGuard | None = None, protocol: int = 2, retry: Retry = NO_RETRIES
) -> SentinelPool:
    """Return a pool of connections to the master that `url` (redis+sentinel://) names; it opens none yet.

    With a `member` each new connection is compared, see `client.connect`. A server that is no master is
    refused.
    """
    address = SentinelAddress(url)
    options = parse_url(address.master)  # type: ignore[no-untyped-call]
    kind = (
        _TlsToMaster if issubclass(options.pop("connection_class", object), SSLConnection) else _TcpToMaster
    )
    finder = finder_of(address)
    pool = SentinelPool(
        connection_class=kind,
        finder=finder,
        redis_connect_func=partial(_check_role, member),
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        protocol=protocol,
        retry=retry,
        driver_info=None,
        max_connections=512,
        **options,
    )
    pool.finder, pool.member = finder, member
    return pool


def _check_role(member: InstallationGuard | None, line: Any) -> None:
    """Start the protocol on a new connection, and refuse a server that is no master.

    A server that does not allow ROLE is not judged.
    """
    if member is None:
        line.on_connect()
    else:
        compare(member, line)
    line.send_command("ROLE", check_health=False)
    try:
        role = line.read_response()[0]
    except ResponseError:
        return
    if role not in (b"master", "master"):
        raise ReadOnlyError("the server that the Sentinels name is not a master")
