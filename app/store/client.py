"""Commands to Redis: which are sent once, which may be repeated, and how failures are reported.

redis-py by itself repeats a command whose reply is lost, which would append twice, so its retries are not
used. A command on a pooled connection has one of four outcomes: not run, because it was not complete on the
wire or the error comes before any write (StoreUnavailable); sent and never answered (OutcomeUnknown);
answered with another error; answered. Errors of redis-py are mapped to outages of the store or of the queue.
"""

from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, perf_counter
from typing import Any, Final, Protocol

from hiredis import pack_command
from redis import Connection, ConnectionPool, Redis, SSLConnection, UnixDomainSocketConnection
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
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)
from redis.retry import Retry

from app.outages import OUTAGES, Outage, OutageCause, Part, chain, of_system
from app.store.errors import OutcomeUnknown, StoreFailure, StoreUnavailable
from app.store.keys import INSTALLATION

Command = Sequence[bytes | str | int]

Timed = Callable[[float], object]
"""Callback that receives the seconds of a round trip."""

CONNECT_SECONDS: Final = 0.5
ANSWER_SECONDS: Final = 1.0
CHECK_SECONDS: Final = 1.0
"""Time after its last reply in which a connection is used again without a check of its socket."""

# Errors that the server returns before it runs a command.
_NOT_RUN: Final = (
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
_NOT_RUN_CODES: Final = ("BUSY ", "MISCONF ", "NOREPLICAS ")


class _LateCheck:
    """A connection whose socket the pool does not check while its last reply is recent.

    The check finds a server that has closed the connection, and costs a fifth of a command. Within
    CHECK_SECONDS the failure of the next command finds it as well.
    """

    _last_reply = 0.0

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


class _TcpConnection(_LateCheck, Connection):
    pass


class _TlsConnection(_LateCheck, SSLConnection):
    pass


class _UnixConnection(_LateCheck, UnixDomainSocketConnection):
    pass


_CLASSES: Final[dict[type, type]] = {
    Connection: _TcpConnection,
    SSLConnection: _TlsConnection,
    UnixDomainSocketConnection: _UnixConnection,
}


class _GuardedPool(ConnectionPool):
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


def connect(url: str, member: InstallationGuard | None = None) -> Redis:
    """Return a client of the Redis or Valkey at `url` (redis://, rediss:// or unix://); opens no connection
    yet.

    Retries of redis-py are off, so that no command is sent twice. It uses RESP2 and sends no client
    information: a new connection costs no round trip. With a `member` it costs one, in which the identity of
    the store is compared before the first use.
    """
    pool = _GuardedPool.from_url(
        url,
        connection_class=_CLASSES[parse_url(url).get("connection_class", Connection)],  # type: ignore[no-untyped-call]
        redis_connect_func=partial(_compare, member) if member else None,
        protocol=2,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
        driver_info=None,
        max_connections=512,
    )
    pool.member = member
    return Redis.from_pool(pool)


def is_compared(redis: Redis) -> bool:
    """Return whether the connections of a client are compared with the installation of this process."""
    pool = redis.connection_pool
    return isinstance(pool, _GuardedPool) and pool.member is not None


def _compare(member: InstallationGuard, line: Any) -> None:
    """Start the protocol on a new connection and compare the identity of the store."""
    try:
        line.on_connect()
        line.send_command("HGET", INSTALLATION, "identity")
        member.admit_store(line.read_response())
    except BaseException:
        line.disconnect()
        raise


def time_trips(redis: Redis, timed: Timed) -> None:
    """Call `timed` with the seconds of each round trip of this client.

    The time includes opening a connection. Blocking reads are not reported.
    """
    redis.connection_pool.timed = timed  # type: ignore[attr-defined]


def tell(redis: Redis, command: Command) -> Any:
    """Return the raw reply to `command`, which is sent at most once.

    Raises StoreUnavailable if it was certainly not run, OutcomeUnknown if it may have been, and NoScriptError
    of redis-py, in which case nothing was run.
    """
    try:
        return _checked(_exchange(redis, (command,)))[0]
    except OutcomeUnknown as error:
        OUTAGES.failed(error.outage)
        raise


def ask(redis: Redis, command: Command, block_ms: int = 0) -> Any:
    """Return the raw reply to `command`, which must be harmless when run twice.

    `block_ms` is how long the server may delay the reply. Raises StoreUnavailable if there is no answer.
    """
    return ask_all(redis, (command,), block_ms)[0]


def ask_all(redis: Redis, commands: Sequence[Command], block_ms: int = 0) -> list[Any]:
    """Return the raw replies to `commands`, sent together; each must be harmless when run twice.

    Raises StoreUnavailable if a reply is missing or an error.
    """
    try:
        return _checked(replies(redis, commands, block_ms))
    except OutcomeUnknown as error:
        raise _away(str(error), error) from error


def replies(redis: Redis, commands: Sequence[Command], block_ms: int = 0) -> list[Any]:
    """Like `ask_all`, but a reply that is an error is in the list as a ResponseError value."""
    timeout = ANSWER_SECONDS + block_ms / 1000
    try:
        return _exchange(redis, commands, timeout)
    except OutcomeUnknown as error:
        # A dropped connection is worth a second try; with a silent server a second try only doubles the wait.
        if not isinstance(error.__cause__, ConnectionError):
            raise _away(str(error), error) from error
    try:
        return _exchange(redis, commands, timeout)
    except OutcomeUnknown as error:
        raise _away(str(error), error) from error


def _exchange(redis: Redis, commands: Sequence[Command], timeout: float = ANSWER_SECONDS) -> list[Any]:
    pool, started = redis.connection_pool, perf_counter()
    connection = _send(pool, commands)
    try:
        answers = [_reply(connection, timeout) for _ in commands]
        if timeout == ANSWER_SECONDS and (timed := getattr(pool, "timed", None)) is not None:
            timed(perf_counter() - started)
        return answers
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
        connection.send_packed_command([b"".join(map(_packed, commands))])
    except BaseException as error:
        # The last bytes were not sent, so the last command cannot run. Earlier ones may, which is why only
        # commands that are harmless when run twice are sent together.
        if connection is not None:
            pool.release(connection)
            if again and isinstance(error, ConnectionError):
                return _send(pool, commands, again=False)
        if isinstance(error, (ConnectionError, TimeoutError, ResponseError)):
            raise _away(f"the store cannot be reached: {error}", error) from error
        raise
    return connection


def _packed(command: Command) -> bytes:
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
    except _NOT_RUN as error:
        raise _away(f"the store is not ready: {error}", error) from error
    except (ConnectionError, TimeoutError) as error:
        raise OutcomeUnknown(f"the store did not answer: {error}", of_redis(error)) from error


def _away(detail: str, error: Exception, reason: StoreFailure = StoreFailure.AWAY) -> StoreUnavailable:
    outage = of_redis(error)
    OUTAGES.failed(outage)
    return StoreUnavailable(detail, reason, outage)


def _checked(answers: list[Any]) -> list[Any]:
    for answer in answers:
        if isinstance(answer, ResponseError):
            _raise(answer)
    OUTAGES.works(Part.STORE)
    return answers


def _raise(error: ResponseError) -> None:
    if isinstance(error, NoScriptError):
        raise error
    if isinstance(error, OutOfMemoryError):
        raise _away(f"the store is full: {error}", error, StoreFailure.FULL) from error
    if isinstance(error, _NOT_RUN) or str(error).startswith(_NOT_RUN_CODES):
        raise _away(f"the store refuses work: {error}", error) from error
    raise OutcomeUnknown(f"the store failed at the work: {error}", of_redis(error)) from error


_BY_TYPE: Final[tuple[tuple[type[BaseException], OutageCause], ...]] = (
    (AuthenticationError, OutageCause.WRONG_PASSWORD),
    (AuthorizationError, OutageCause.NO_RIGHTS),
    (NoPermissionError, OutageCause.NO_RIGHTS),
    (OutOfMemoryError, OutageCause.FULL),
    (ReadOnlyError, OutageCause.READ_ONLY),
    (BusyLoadingError, OutageCause.STARTING),
    (MaxConnectionsError, OutageCause.BUSY),
    (ClusterDownError, OutageCause.STARTING),
    (TimeoutError, OutageCause.TIMED_OUT),
)
_BY_WORD: Final = {
    "WRONGPASS": OutageCause.WRONG_PASSWORD,
    "NOAUTH": OutageCause.WRONG_PASSWORD,
    "NOPERM": OutageCause.NO_RIGHTS,
    "MISCONF": OutageCause.FULL,
    "BUSY": OutageCause.BUSY,
    "max": OutageCause.BUSY,
}
"""Causes by the first word of the server's error text."""


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
        cause = OutageCause.CLOSED
    return Outage(part, cause) if cause else Outage(part, OutageCause.FAILED, type(refused).__name__)
