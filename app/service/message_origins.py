"""Origins of webhook messages: the request and the trace that caused what a message reports.

An entry's bytes and a delivery's record do not contain them. They wait beside the jobs, in the queue's store,
for a limited time and only if there is a trace. If they are lost, or the queue's store does not answer, a
message is sent without a trace.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import redis

from app.observability.logs import has_trace
from app.service.job_queue import connect

SECONDS: Final = 900
"""Time for which an origin is kept: the first four tries of a message by the default pauses."""


def of_entry(log: str, ply: int) -> str:
    """Return the name of the origin of the messages about entry `ply` of `log`."""
    return f"{log}:{ply}"


class MessageOrigins:
    """Origins in the queue's store at `url`, none without one; safe between threads."""

    def __init__(self, url: str | None) -> None:
        self._redis = None if url is None else connect(url)

    def keep(self, origins: Mapping[str, str]) -> None:
        """Keep the origins that have a trace, by the id of a message or the name of an entry."""
        traced = {name: origin for name, origin in origins.items() if has_trace(origin)}
        if self._redis is None or not traced:
            return
        pipeline = self._redis.pipeline(transaction=False)
        for name, origin in traced.items():
            pipeline.set(_key(name), origin, ex=SECONDS)
        with suppress(redis.RedisError):
            pipeline.execute()

    def find(self, *names: str) -> str:
        """Return the origin under the first of `names` that has one, empty for none."""
        if self._redis is None:
            return ""
        origins: list[Any] = []
        with suppress(redis.RedisError):
            origins = self._redis.mget([_key(name) for name in names])
        return next((str(origin, "utf-8", "replace") for origin in origins if origin), "")


def _key(name: str) -> str:
    return f"cq:origin:{name}"
