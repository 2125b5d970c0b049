"""How we speak to Redis: what is sent once, what may be sent twice, and what failures mean.

redis-py by itself sends a command again when its reply is lost, which would append twice, so
nothing here goes through its retries. A command goes out on a pooled connection and has one of
four fates: refused before it was complete on the wire or by an error that is known to come
before any write (StoreUnavailable), sent and never answered (OutcomeUnknown), answered with
another error, answered.
"""

from collections.abc import Sequence
from typing import Any, Final

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AskError,
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,
    TryAgainError,
)
from redis.retry import Retry

from app.store.errors import OutcomeUnknown, Reason, StoreUnavailable

Command = Sequence[bytes | str | int]

CONNECT_SECONDS: Final = 0.5
ANSWER_SECONDS: Final = 1.0

# The server answers with these before it runs anything.
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


def connect(url: str) -> Redis:
    """A client of the Redis or Valkey at `url` (redis://, rediss:// or unix://); opens nothing yet.

    Its redis-py retries are off, so that no command is sent twice behind our back. It speaks
    RESP2 and introduces itself with nothing: a new connection costs no round trip.
    """
    pool: ConnectionPool = ConnectionPool.from_url(
        url,
        protocol=2,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=ANSWER_SECONDS,
        retry=Retry(NoBackoff(), 0),
        driver_info=None,
        max_connections=512,
    )
    return Redis.from_pool(pool)


def tell(redis: Redis, command: Command) -> Any:
    """The raw reply to `command`, which is sent at most once.

    StoreUnavailable if it was certainly not run, OutcomeUnknown if it may have been, and
    redis-py's NoScriptError, which also means that nothing was run.
    """
    return _checked(_exchange(redis, (command,)))[0]


def ask(redis: Redis, command: Command, block_ms: int = 0) -> Any:
    """The raw reply to `command`, which must be harmless when run twice.

    `block_ms` is how long the server may hold back the reply. StoreUnavailable if there is
    no answer.
    """
    return ask_all(redis, (command,), block_ms)[0]


def ask_all(redis: Redis, commands: Sequence[Command], block_ms: int = 0) -> list[Any]:
    """The raw replies to `commands`, sent in one go; each must be harmless when run twice.

    StoreUnavailable if one of them is missing or an error.
    """
    try:
        return _checked(replies(redis, commands, block_ms))
    except OutcomeUnknown as error:
        raise StoreUnavailable(str(error)) from error


def replies(redis: Redis, commands: Sequence[Command], block_ms: int = 0) -> list[Any]:
    """As `ask_all`, but replies that are errors stand in the list as ResponseError values."""
    patience = ANSWER_SECONDS + block_ms / 1000
    try:
        return _exchange(redis, commands, patience)
    except OutcomeUnknown as error:
        # A dropped connection is worth a second try; a silent store would only double the wait.
        if not isinstance(error.__cause__, ConnectionError):
            raise StoreUnavailable(str(error)) from error
    try:
        return _exchange(redis, commands, patience)
    except OutcomeUnknown as error:
        raise StoreUnavailable(str(error)) from error


def _exchange(redis: Redis, commands: Sequence[Command], patience: float = ANSWER_SECONDS) -> list[Any]:
    pool = redis.connection_pool
    connection = _send(pool, commands)
    try:
        return [_reply(connection, patience) for _ in commands]
    except BaseException:
        # Whatever interrupted us, a reply still under way must not meet the next command.
        connection.disconnect()
        raise
    finally:
        pool.release(connection)


def _send(pool: ConnectionPool, commands: Sequence[Command]) -> Any:
    connection: Any = None
    try:
        connection = pool.get_connection()
        connection.send_packed_command(connection.pack_commands(commands))
    except BaseException as error:
        # The last bytes never left, so the last command cannot run. (Those before it may,
        # which is why only commands that are harmless when run twice are sent in groups.)
        if connection is not None:
            pool.release(connection)
        if isinstance(error, (ConnectionError, TimeoutError, ResponseError)):
            raise StoreUnavailable(f"the store cannot be reached: {error}") from error
        raise
    return connection


def _reply(connection: Any, patience: float) -> Any:
    try:
        return connection.read_response(timeout=patience)
    except ResponseError as error:
        return error
    except _NOT_RUN as error:
        raise StoreUnavailable(f"the store is not ready: {error}") from error
    except (ConnectionError, TimeoutError) as error:
        raise OutcomeUnknown(f"the store did not answer: {error}") from error


def _checked(answers: list[Any]) -> list[Any]:
    for answer in answers:
        if isinstance(answer, ResponseError):
            _raise(answer)
    return answers


def _raise(error: ResponseError) -> None:
    if isinstance(error, NoScriptError):
        raise error
    if isinstance(error, OutOfMemoryError):
        raise StoreUnavailable(f"the store is full: {error}", Reason.FULL) from error
    if isinstance(error, _NOT_RUN) or str(error).startswith(_NOT_RUN_CODES):
        raise StoreUnavailable(f"the store refuses work: {error}") from error
    raise OutcomeUnknown(f"the store failed at the work: {error}") from error
