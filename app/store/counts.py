"""Rate counters: amounts taken of a limit within a time window, counted atomically for all processes."""

from typing import NamedTuple

from redis import Redis

from app.store.keys import count_key
from app.store.scripts import tell_script


class RateCount(NamedTuple):
    """Result of taking from a counter: granted or not, the amount used, ms until the window ends."""

    granted: bool
    used: int
    ends_in_ms: int


def take(redis: Redis, name: str, amount: int, most: int, window_ms: int) -> RateCount:
    """Take `amount` of at most `most` under `name`. The window of `window_ms` begins with its first count.

    An amount above the limit is not taken. Raises StoreUnavailable, or OutcomeUnknown if the result is not
    known.
    """
    granted, used, left = tell_script(redis, "take", [count_key(name)], [amount, most, window_ms])
    return RateCount(bool(granted), int(used), int(left))
