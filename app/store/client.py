"""Commands to the store: which are sent once, which may be repeated, and how failures are reported.

A command that appends is sent at most once (`send_once`). One that is harmless when run twice is sent again
after a lost connection (`ask`). Lua scripts are called by hash, and sent in full if the server does not know
them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha1
from importlib.resources import files
from time import perf_counter
from typing import Any, Final

from redis import Redis
from redis.exceptions import ConnectionError, NoScriptError, OutOfMemoryError, ResponseError

from app.parts.addresses import is_cluster, is_sentinel
from app.parts.outages import OUTAGES, Part
from app.store.cluster import ClusterPool
from app.store.connections import (
    ANSWER_SECONDS,
    NOT_RUN,
    Command,
    GuardedPool,
    InstallationGuard,
    exchange,
    of_redis,
    open_pool,
    unavailable,
)
from app.store.errors import OutcomeUnknown, StoreFailure, StoreUnavailable
from app.store.sentinel import open_sentinel_pool

Timed = Callable[[float], object]
"""Callback that receives the seconds of a round trip."""

_SCANNED: Final = 1000
"""Number of keys that the server looks at in one step of a scan."""

_MISSING: Final = (
    StoreUnavailable,
    OutcomeUnknown,
    *(error for error in NOT_RUN if error is not OutOfMemoryError),
)
"""Errors in place of a reply of a node of a cluster that cannot be used now."""

_NOT_RUN_CODES: Final = ("BUSY ", "MISCONF ", "NOREPLICAS ")


def connect(url: str, member: InstallationGuard | None = None) -> Redis:
    """Return a client of the Redis or Valkey at `url` (redis://, rediss:// or unix://), of the master that
    Sentinels name (redis+sentinel://, rediss+sentinel://) or of a cluster (redis+cluster://,
    rediss+cluster://); opens no connection yet.

    Retries of redis-py are off, so that no command is sent twice. It uses RESP2 and sends no client
    information: a new connection costs no round trip. With a `member` it costs one, in which the identity of
    the store is compared before the first use.
    """
    if is_cluster(url):
        return Redis.from_pool(ClusterPool(url, member))
    return Redis.from_pool(open_sentinel_pool(url, member) if is_sentinel(url) else open_pool(url, member))


def is_compared(redis: Redis) -> bool:
    """Return whether the connections of a client are compared with the installation of this process."""
    pool = redis.connection_pool
    return isinstance(pool, GuardedPool | ClusterPool) and pool.member is not None


def cluster_of(redis: Redis) -> ClusterPool | None:
    """Return the connections to the nodes of the cluster behind a client, None if it is one server."""
    pool = redis.connection_pool
    return pool if isinstance(pool, ClusterPool) else None


def servers(redis: Redis) -> list[Redis]:
    """Return a client of each server that holds a part of the store: `redis` itself if there is only one.

    Raises StoreUnavailable.
    """
    cluster = cluster_of(redis)
    return [redis] if cluster is None else [Redis(connection_pool=pool) for pool in cluster.masters()]


def scan(redis: Redis, pattern: str) -> Iterator[str]:
    """Yield the keys of a pattern on every server, some perhaps twice. Reads all keys: for operators only.

    Raises StoreUnavailable.
    """
    for server in servers(redis):
        cursor = -1
        while cursor:
            position, names = ask(server, ("SCAN", max(cursor, 0), "MATCH", pattern, "COUNT", _SCANNED))
            yield from (name.decode() for name in names)
            cursor = int(position)


def time_trips(redis: Redis, timed: Timed) -> None:
    """Call `timed` with the seconds of each round trip of this client.

    The time includes opening a connection. Blocking reads are not reported.
    """
    redis.connection_pool.timed = timed  # type: ignore[attr-defined]


def send_once(redis: Redis, command: Command) -> Any:
    """Return the raw reply to `command`, which is sent at most once.

    Raises StoreUnavailable if it was certainly not run, OutcomeUnknown if it may have been, and NoScriptError
    of redis-py, in which case nothing was run.
    """
    try:
        return _checked(_exchange(redis, (command,)))[0]
    except OutcomeUnknown as error:
        OUTAGES.failed(error.outage)
        raise


def tell_and_wait(redis: Redis, command: Command, waiting: Sequence[Command], waited: list[Any]) -> Any:
    """Return the raw reply to `command` as `send_once` does; `waited` gets those to `waiting`, sent with it.

    The latter are commands of ABOUT_THE_LAST. In place of a reply to one of them there may be an error.
    `waited` has them also if this raises because of the reply to `command`.
    """
    try:
        reply, *waited[:] = _exchange(redis, (command, *waiting))
        return _checked([reply])[0]
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
        raise unavailable(str(error), error) from error


def replies(redis: Redis, commands: Sequence[Command], block_ms: int = 0) -> list[Any]:
    """Like `ask_all`, but a reply that is an error is in the list as a ResponseError value."""
    timeout = ANSWER_SECONDS + block_ms / 1000
    try:
        return _exchange(redis, commands, timeout)
    except OutcomeUnknown as error:
        # A dropped connection is worth a second try; with a silent server a second try only doubles the wait.
        if not isinstance(error.__cause__, ConnectionError):
            raise unavailable(str(error), error) from error
    try:
        return _exchange(redis, commands, timeout)
    except OutcomeUnknown as error:
        raise unavailable(str(error), error) from error


def ask_reachable(redis: Redis, commands: Sequence[Command]) -> list[Any]:
    """Like `ask_all`, but in a cluster the reply of a node that cannot be reached is None.

    Raises StoreUnavailable if none can be reached, or a reply is another error.
    """
    try:
        return _checked(reachable_replies(redis, commands))
    except OutcomeUnknown as error:
        raise unavailable(str(error), error) from error


def reachable_replies(redis: Redis, commands: Sequence[Command]) -> list[Any]:
    """Like `ask_reachable`, but a reply that is an error is in the list as a ResponseError value."""
    cluster = cluster_of(redis)
    if cluster is None:
        return replies(redis, commands)
    answers = cluster.exchange(commands, is_partial=True)
    missing = [answer for answer in answers if isinstance(answer, _MISSING)]
    if missing and len(missing) == len(answers):
        raise unavailable(f"no node can be reached: {missing[0]}", missing[0]) from missing[0]
    return [None if isinstance(answer, _MISSING) else answer for answer in answers]


def server_ms(redis: Redis) -> int:
    """Return the time of the store in ms since 1970, that of the first server that can be reached.

    Raises StoreUnavailable.
    """
    *others, last = servers(redis)
    for server in others:
        with suppress(StoreUnavailable):
            return _time(server)
    return _time(last)


def _time(server: Redis) -> int:
    seconds, microseconds = ask(server, ("TIME",))
    return int(seconds) * 1000 + int(microseconds) // 1000


def _exchange(redis: Redis, commands: Sequence[Command], timeout: float = ANSWER_SECONDS) -> list[Any]:
    pool, started = redis.connection_pool, perf_counter()
    # No `isinstance`, which asks the abstract base of the class: this runs for every command.
    if type(pool) is ClusterPool:
        answers = pool.exchange(commands, timeout)
    else:
        answers = exchange(pool, commands, timeout)
    if timeout == ANSWER_SECONDS and (timed := getattr(pool, "timed", None)) is not None:
        timed(perf_counter() - started)
    return answers


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
        raise unavailable(f"the store is full: {error}", error, StoreFailure.FULL) from error
    if isinstance(error, NOT_RUN) or str(error).startswith(_NOT_RUN_CODES):
        raise unavailable(f"the store refuses work: {error}", error) from error
    raise OutcomeUnknown(f"the store failed at the work: {error}", of_redis(error)) from error


Argument = bytes | str | int


@dataclass(frozen=True, slots=True)
class Script:
    """Text of a script and its SHA-1, by which the server knows it."""

    text: bytes
    sha: str


@cache
def script(name: str) -> Script:
    """Return the script in the file `name`.lua of this package."""
    text = files(__package__).joinpath("lua", f"{name}.lua").read_bytes()
    return Script(text, sha1(text, usedforsecurity=False).hexdigest())


def tell_script(
    redis: Redis,
    name: str,
    keys: Sequence[str],
    arguments: Sequence[Argument],
    send: Callable[[Command], Any] | None = None,
) -> Any:
    """Return the reply of a script that runs at most once; errors as `client.send_once`.

    `send` sends the command, by default as `client.send_once`.
    """
    return _run(send or (lambda command: send_once(redis, command)), name, keys, arguments)


def ask_script(redis: Redis, name: str, keys: Sequence[str], arguments: Sequence[Argument]) -> Any:
    """Return the reply of a script that is harmless when run twice; errors as `client.ask`."""
    return _run(lambda command: ask(redis, command), name, keys, arguments)


def ask_scripts(
    redis: Redis,
    name: str,
    calls: Sequence[tuple[Sequence[str], Sequence[Argument]]],
    send: Callable[[Redis, Sequence[Command]], list[Any]] = ask_all,
) -> list[Any]:
    """Return the replies of a script for the keys and arguments of each of `calls`, sent together.

    Each must be harmless when run twice. `send` sends the commands; errors are its own.
    """
    lua = script(name)
    calls_arguments = [(len(keys), *keys, *arguments) for keys, arguments in calls]
    if not calls_arguments:
        return []
    try:
        return send(redis, [("EVALSHA", lua.sha, *rest) for rest in calls_arguments])
    except NoScriptError:
        return send(redis, [("EVAL", lua.text, *rest) for rest in calls_arguments])


def _run(
    send: Callable[[Command], Any], name: str, keys: Sequence[str], arguments: Sequence[Argument]
) -> Any:
    lua = script(name)
    rest = (len(keys), *keys, *arguments)
    try:
        return send(("EVALSHA", lua.sha, *rest))
    except NoScriptError:
        # The script cache is empty after a restart, a failover or SCRIPT FLUSH; nothing was run.
        return send(("EVAL", lua.text, *rest))
