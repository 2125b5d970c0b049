"""What has been taken of a limit in a window of time, counted for all processes in one step."""

from typing import NamedTuple

from redis import Redis

from app.store.keys import count_key
from app.store.scripts import tell_script


class Taken(NamedTuple):
    """Whether there was enough left, what is taken by now, and the ms until nothing is."""

    granted: bool
    used: int
    ends_in_ms: int


def take(redis: Redis, name: str, amount: int, most: int, window_ms: int) -> Taken:
    """What came of taking `amount` of at most `most` under `name`, whose window begins with its first count.

    What does not fit is not taken. StoreUnavailable or OutcomeUnknown where it is not known.
    """
    granted, used, left = tell_script(redis, "take", [count_key(name)], [amount, most, window_ms])
    return Taken(bool(granted), int(used), int(left))
