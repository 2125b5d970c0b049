"""Check of the queue's store to which an installation is restored or moved.

Nothing in a queue is needed, but two services with one queue take the jobs of each other, and find none of
their games. So the queue of a new place must be unused, unless it is that of the old place.
"""

from contextlib import closing
from typing import Final

from redis import Redis, RedisError

from app.observability.startup import without_secrets
from app.parts.outages import Part
from app.service.job_queue import LANES, QueueUnavailable, as_unavailable, connect, refusal, server_info
from app.settings.parsers import database, with_database
from app.settings.settings import Settings
from app.store.keys import INSTALLATION
from app.store.server_kind import wrong_server
from replays.backup.folder import BackupRefused

_OF_JOBS: Final = ("rq:queues", "rq:workers", *(lane.names for lanes in LANES.values() for lane in lanes))
"""Keys of which a queue that was ever used has one; of those of rq the first stays for ever."""


def check_queue(new: Settings, former: str | None = None) -> None:
    """Raise BackupRefused unless the queue of the settings can be used, and is unused.

    The queue at the address `former`, that of the same installation before, may have jobs. `conquian serve`
    starts a queue of its own, so nothing is checked without an address.
    """
    url = new.queue_url
    if url is None:
        return
    if new.redis_url and _place(url) == _place(new.redis_url):
        raise BackupRefused("QUEUE_REDIS_URL names the database of REDIS_URL; name another one.")
    try:
        with closing(connect(url)) as queue:
            _check_server(queue)
            reason = None if url == former else _content(queue)
    except QueueUnavailable as away:
        raise BackupRefused(str(away)) from None
    if reason:
        raise BackupRefused(
            f"The store of the queue {without_secrets(url)} {reason}; name an empty database in"
            " QUEUE_REDIS_URL, or empty this one by FLUSHDB if no service needs it."
        )


def _place(url: str) -> tuple[str, int]:
    return with_database(url, 0), database(url)


def _check_server(queue: Redis) -> None:
    """Raise BackupRefused for a server of the wrong kind, QueueUnavailable for one that accepts no jobs."""
    if wrong := wrong_server(server_info(queue), Part.QUEUE):
        raise BackupRefused(wrong.operators_sentence)
    if outage := refusal(queue):
        raise QueueUnavailable(outage)


def _content(queue: Redis) -> str | None:
    """Return what a queue has, None if it was never used."""
    try:
        if queue.exists(INSTALLATION):
            return "has the games of an installation"
        if queue.exists(*_OF_JOBS):
            return "has jobs, or had them: another service may use it"
    except RedisError as problem:
        raise as_unavailable(problem) from problem
    return None
