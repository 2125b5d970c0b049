"""Mapping from errors of redis-py to outages of the server: the games' store or the queue's."""

from typing import Final

from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    BusyLoadingError,
    ClusterDownError,
    ConnectionError,
    MaxConnectionsError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
    TimeoutError,
)

from app.outages import Cause, Outage, Part, chain, of_system

_BY_TYPE: Final[tuple[tuple[type[BaseException], Cause], ...]] = (
    (AuthenticationError, Cause.WRONG_PASSWORD),
    (AuthorizationError, Cause.NO_RIGHTS),
    (NoPermissionError, Cause.NO_RIGHTS),
    (OutOfMemoryError, Cause.FULL),
    (ReadOnlyError, Cause.READ_ONLY),
    (BusyLoadingError, Cause.STARTING),
    (MaxConnectionsError, Cause.BUSY),
    (ClusterDownError, Cause.STARTING),
    (TimeoutError, Cause.TIMED_OUT),
)
_BY_WORD: Final = {
    "WRONGPASS": Cause.WRONG_PASSWORD,
    "NOAUTH": Cause.WRONG_PASSWORD,
    "NOPERM": Cause.NO_RIGHTS,
    "MISCONF": Cause.FULL,
    "BUSY": Cause.BUSY,
    "max": Cause.BUSY,
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
        cause = Cause.CLOSED
    return Outage(part, cause) if cause else Outage(part, Cause.FAILED, type(refused).__name__)
