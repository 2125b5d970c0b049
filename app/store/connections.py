"""Pooled connections to one server: commands are sent at most once, and errors are mapped to outages.

redis-py by itself repeats a command whose reply is lost, which would append twice, so its retries are not
used. A command has one of four outcomes: not run, because it was not complete on the wire or the error comes
before any write (StoreUnavailable); sent and never answered (OutcomeUnknown); answered with another error;
answered. Errors of redis-py are mapped to outages of the store or of the queue.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, Final, Protocol

from hiredis import pack_command
from redis import Connection, ConnectionPool, SSLConnection, UnixDomainSocketConnection
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    MaxConnectionsError,
    MovedError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)
from redis.retry import Retry

from app.parts.outages import OUTAGES, Outage, OutageCause, Part, chain, of_system
from app.store.errors import OutcomeUnknown, StoreFailure, StoreUnavailable
from app.store.keys import INSTALLATION

Command = Sequence[bytes | str | int]

CONNECT_SECONDS: Final = 0.5
ANSWER_SECONDS: Final = 1.0
CHECK_SECONDS: Final = 1.0
"""Time after its last reply in which a connection is used again without a check of its socket."""

ABOUT_THE_LAST: Final = frozenset({"WAIT", "WAITAOF", "ROLE"})
"""Commands that ask about the one before them. An error in place of their reply is a value."""

NOT_RUN: Final = (
    AskError,
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
"""Errors that the server returns before it runs a command."""


class _LateCheck:
    """A connection whose socket the pool does not check while its last reply is recent.

    The check finds a server that has closed the connection, and costs a fifth of a command. Within
    CHECK_SECONDS the failure of the next command finds it as well. A new connection is not checked either:
    over TLS the session tickets that follow the handshake would count as an unread reply.
    """

    _last_reply = 0.0

    def connect(self) -> None:
        """Open the connection unless it is open."""
        is_new = not self.is_connected  # type: ignore[attr-defined]
        super().connect()  # type: ignore[misc]
        if is_new:
            self._last_reply = monotonic()

    def can_read(self, timeout: float = 0) -> bool:
        """Return whether there is something to read, or the connection is closed."""
        if timeout == 0 and monotonic() - self._last_reply < CHECK_SECONDS:
            return False
        readable: bool = super().can_read(timeout)  # type: ignore[misc]
        return readable

    def read_response(self, *args: Any, **options: Any) -> Any:
        """Return the next reply."""
        reply = super().read_response(*args, **options)  # type: ignore[misc]
        self._last_reply = monotonic()
        return reply


class LateTcpConnection(_LateCheck, Connection):
    """A TCP connection."""


class LateTlsConnection(_LateCheck, SSLConnection):
    """A TCP connection with TLS."""


class LateUnixConnection(_LateCheck, UnixDomainSocketConnection):
    """A connection to a Unix socket."""


_CLASSES: Final[dict[type, type]] = {
    Connection: LateTcpConnection,
    SSLConnection: LateTlsConnection,
    UnixDomainSocketConnection: LateUnixConnection,
}


class GuardedPool(ConnectionPool):
    """Connection pool that gives no connection while this process may not use the store."""

    member: "InstallationGuard | None" = None

    def get_connection(self, command_name: str | None = None, *keys: Any, **options: Any) -> Any:
        """Return an open connection without unread replies."""
        if self.member is not None:
            self.member.require()
        return super().get_connection()


class InstallationGuard(Protocol):
    """The installation of this process, with which the identity of a store is compared."""

    def require(self) -> None:
        """Raise InstallationMismatch while this process may not use any part."""

    def admit_store(self, identity: bytes | None) -> None:
        """Compare the identity of a store. Raises InstallationMismatch if it is another one."""


def open_pool(url: str, member: InstallationGuard | None) -> GuardedPool:
    """Return a pool of connections to the server at `url`; it opens none yet. See `client.connect`."""
    pool = GuardedPool.from_url(
        url,
        connection_class=_CLASSES[parse_url(url).get("connection_class", Connection)],  # type: ignore[no-untyped-call]
        redis_connect_func=partial(compare, member) if member else None,
        protocol=2,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
        driver_info=None,
        max_connections=512,
    )
    pool.member = member
    return pool


def compare(member: InstallationGuard, line: Any) -> None:
    """Start the protocol on a new connection and compare the identity of the store."""
    try:
        line.on_connect()
        line.send_command("HGET", INSTALLATION, "identity")
        # Of the nodes of a cluster only that with the slot of the identity answers, the others name it.
        with suppress(AskError):
            member.admit_store(line.read_response())
    except BaseException:
        line.disconnect()
        raise


def exchange(pool: ConnectionPool, commands: Sequence[Command], timeout: float = ANSWER_SECONDS) -> list[Any]:
    """Return the replies to `commands`, sent together over one connection of `pool`; an error is a value.

    Raises StoreUnavailable if the last command was certainly not run, else OutcomeUnknown if a reply is
    missing. The last command is the last one that is not in ABOUT_THE_LAST.
    """
    connection = _send(pool, commands)
    try:
        replies: list[Any] = []
        for command in commands:
            try:
                replies.append(_reply(connection, timeout))
            except (StoreUnavailable, OutcomeUnknown) as missing:
                if command[0] not in ABOUT_THE_LAST:
                    raise
                connection.disconnect()
                return [*replies, *[missing] * (len(commands) - len(replies))]
        return replies
    except BaseException:
        # Whatever the interruption, a late reply must not be read as the reply to the next command.
        connection.disconnect()
        raise
    finally:
        pool.release(connection)


def _send(pool: ConnectionPool, commands: Sequence[Command], again: bool = True) -> Any:
    """Send `commands` over a connection of `pool` and return the connection.

    A connection that the server has closed meanwhile (see `_LateCheck`) fails here: another is used.
    """
    connection: Any = None
    try:
        connection = pool.get_connection()
        connection.send_packed_command([b"".join(map(packed, commands))])
    except BaseException as error:
        # The last bytes were not sent, so the last command cannot run. Earlier ones may, which is why only
        # commands that are harmless when run twice are sent together, or one with those that ask about it.
        if connection is not None:
            pool.release(connection)
            if commands[-1][0] in ABOUT_THE_LAST and isinstance(error, (ConnectionError, TimeoutError)):
                raise OutcomeUnknown(f"the store was not reached: {error}", of_redis(error)) from error
            if again and isinstance(error, ConnectionError):
                return _send(pool, commands, again=False)
        if isinstance(error, (ConnectionError, TimeoutError, ResponseError)):
            raise unavailable(f"the store cannot be reached: {error}", error) from error
        raise
    return connection


def packed(command: Command) -> bytes:
    """Pack a command like redis-py, without its checks of names and argument types."""
    data: bytes = pack_command(tuple(command))  # type: ignore[arg-type]  # its stub has tuples of one
    return data


def _reply(connection: Any, timeout: float) -> Any:
    try:
        # The default timeout is that of the connection; another one is set for this read only.
        is_default = timeout == ANSWER_SECONDS
        return connection.read_response() if is_default else connection.read_response(timeout=timeout)
    except ResponseError as error:
        return error
    except NOT_RUN as error:
        raise unavailable(f"the store is not ready: {error}", error) from error
    except (ConnectionError, TimeoutError) as error:
        raise OutcomeUnknown(f"the store did not answer: {error}", of_redis(error)) from error


def unavailable(detail: str, error: Exception, reason: StoreFailure = StoreFailure.AWAY) -> StoreUnavailable:
    """Record the outage behind an error of redis-py, and return the error of the store."""
    outage = of_redis(error)
    OUTAGES.failed(outage)
    return StoreUnavailable(detail, reason, outage)


_BY_TYPE: Final[tuple[tuple[type[BaseException], OutageCause], ...]] = (
    (AuthenticationError, OutageCause.WRONG_PASSWORD),
    (AuthorizationError, OutageCause.NO_RIGHTS),
    (NoPermissionError, OutageCause.NO_RIGHTS),
    (OutOfMemoryError, OutageCause.FULL),
    (ReadOnlyError, OutageCause.READ_ONLY),
    (BusyLoadingError, OutageCause.STARTING),
    (MaxConnectionsError, OutageCause.BUSY),
    (ClusterDownError, OutageCause.STARTING),
    (MovedError, OutageCause.CLUSTER_NODE),
    (TimeoutError, OutageCause.TIMED_OUT),
)
_BY_WORD: Final = {
    "WRONGPASS": OutageCause.WRONG_PASSWORD,
    "NOAUTH": OutageCause.WRONG_PASSWORD,
    "NOPERM": OutageCause.NO_RIGHTS,
    "DENIED": OutageCause.NO_RIGHTS,  # without a password a server in protected mode refuses other machines
    "MISCONF": OutageCause.FULL,
    "NOREPLICAS": OutageCause.NO_REPLICAS,
    "BUSY": OutageCause.BUSY,
    "max": OutageCause.BUSY,
    "unknown": OutageCause.NO_COMMAND,
}
"""Causes by the first word of the server's error text."""

_NO_MASTER: Final = "No"
"""First word of the error of app.store.sentinel if no master is known; its cause may say more."""


def of_redis(error: BaseException, part: Part = Part.STORE) -> Outage:
    """Return the outage of the server of `part` for an error of its client."""
    for raised in chain(error):
        for kind, known in _BY_TYPE:
            if isinstance(raised, kind):
                return Outage(part, known)
    refused = next(
        (raised for raised in chain(error) if isinstance(raised, ResponseError | ConnectionError)), error
    )
    first_word = str(refused).partition(" ")[0]
    if first_word in _BY_WORD:
        return Outage(part, _BY_WORD[first_word])
    cause = of_system(error)
    if cause is None and isinstance(refused, ConnectionError):
        cause = OutageCause.NO_MASTER if first_word == _NO_MASTER else OutageCause.CLOSED
    return Outage(part, cause) if cause else Outage(part, OutageCause.FAILED, type(refused).__name__)
