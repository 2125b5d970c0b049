"""The contents of a store, to be compared with those of another one."""

from collections.abc import Callable
from typing import Any, Final

from redis import Redis

from app.store.keys import INSTALLATION

_NOT_COPIED: Final = (b":ob", b":busy")


def contents(redis: Redis) -> dict[bytes, tuple[str, Any, int]]:
    """Return type, content and time of expiry of every key that a backup has."""
    read: dict[str, Callable[[bytes], Any]] = {
        "string": redis.get,
        "hash": redis.hgetall,
        "set": redis.smembers,
        "list": lambda key: redis.lrange(key, 0, -1),
        "zset": lambda key: redis.zrange(key, 0, -1, withscores=True),
        "stream": redis.xrange,
    }
    by_key = {}
    for key in redis.scan_iter("cq:*", count=1000):
        if key != INSTALLATION.encode() and not key.endswith(_NOT_COPIED) and not key.startswith(b"cq:n:"):
            kind = _text(redis.type(key))
            by_key[key] = (kind, read[kind](key), redis.pexpiretime(key))
    return by_key


def _text(name: bytes | str) -> str:
    return name if isinstance(name, str) else name.decode()
