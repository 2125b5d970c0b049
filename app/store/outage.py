"""What redis-py raises, as the outage of the part that the server is: the games' store or the queue's."""

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
"""By the word that the text of a server's refusal begins with."""


def of_redis(error: BaseException, part: Part = Part.STORE) -> Outage:
    """Why the server of `part` did not do the work, by what its client raised."""
    for one in chain(error):
        for kind, cause in _BY_TYPE:
            if isinstance(one, kind):
                return Outage(part, cause)
    refused = next((one for one in chain(error) if isinstance(one, ResponseError | ConnectionError)), error)
    word = str(refused).partition(" ")[0]
    if word in _BY_WORD:
        return Outage(part, _BY_WORD[word])
    found = of_system(error)
    if found is None and isinstance(refused, ConnectionError):
        found = Cause.CLOSED
    return Outage(part, found) if found else Outage(part, Cause.FAILED, type(refused).__name__)
