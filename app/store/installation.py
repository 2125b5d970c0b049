"""Identity of the installation in the games' store, and evidence of which installation wrote the store."""

from itertools import islice
from typing import Any, Final

from redis import Redis

from app.store.client import ask, scan
from app.store.encryption import StorageCipher
from app.store.errors import Unreadable
from app.store.keys import INSTALLATION, LogKind, log_of

_IDENTITY: Final = "identity"
_COMPLETE: Final = "complete"
_RESTORED: Final = "restored"
_BACKUP: Final = "backup"
_LOGS: Final = "cq:*:g:*"
_ANY: Final = "cq:*"
_SAMPLE: Final = 50
_ENTRIES: Final = 8

ASK_IDENTITY: Final = ("HGET", INSTALLATION, _IDENTITY)
"""Command that returns the text of the identity, None if there is none."""


def read(redis: Redis) -> tuple[bytes | None, bool]:
    """Return the text of the identity, None if there is none, and whether the other parts have it, too."""
    text, complete = ask(redis, ("HMGET", INSTALLATION, _IDENTITY, _COMPLETE))
    return text, complete is not None


def write(redis: Redis, text: str) -> bool:
    """Write the identity unless there is one; return whether it was written."""
    return bool(ask(redis, ("HSETNX", INSTALLATION, _IDENTITY, text)))


def replace(redis: Redis, text: str) -> None:
    """Replace the identity."""
    ask(redis, ("HSET", INSTALLATION, _IDENTITY, text))


def complete(redis: Redis) -> None:
    """Record that every part has the identity."""
    seconds, micros = ask(redis, ("TIME",))
    ask(redis, ("HSETNX", INSTALLATION, _COMPLETE, int(seconds) * 1000 + int(micros) // 1000))


def restored(redis: Redis) -> int:
    """Return the number of files that an unfinished restoration has written into the store."""
    return int(ask(redis, ("HGET", INSTALLATION, _RESTORED)) or 0)


def mark_restored(redis: Redis, files: int) -> None:
    """Record the number of files that a restoration has written; 0 at its end."""
    ask(redis, ("HSET", INSTALLATION, _RESTORED, files) if files else ("HDEL", INSTALLATION, _RESTORED))


def last_backup(redis: Redis) -> int | None:
    """Return the time at which the last complete backup ended, in ms since 1970; None if there was none."""
    ended = ask(redis, ("HGET", INSTALLATION, _BACKUP))
    return None if ended is None else int(ended)


def mark_backup(redis: Redis, ended_ms: int) -> None:
    """Record the end of a complete backup."""
    ask(redis, ("HSET", INSTALLATION, _BACKUP, ended_ms))


def is_empty(redis: Redis) -> bool:
    """Return whether the store has no key of this project other than an identity."""
    return not _some(redis, _ANY, 1)


def has_logs(redis: Redis) -> bool:
    """Return whether the store has a key of a game, a player or another log."""
    return bool(_some(redis, _LOGS, 1))


def opens(redis: Redis, cipher: StorageCipher) -> bool | None:
    """Return whether `cipher` decrypts most of a sample of the hidden parts; None if there are none."""
    opened = sampled = 0
    for kind in LogKind:
        for key in _some(redis, f"cq:*:g:{kind}-*:ev", _SAMPLE):
            is_open = _opens_log(redis, cipher, key)
            sampled += is_open is not None
            opened += is_open is True
    return None if not sampled else 2 * opened > sampled


def _opens_log(redis: Redis, cipher: StorageCipher, key: str) -> bool | None:
    """Return whether `cipher` decrypts the first hidden part of a log; None if it has none."""
    for name, fields in ask(redis, ("XRANGE", key, "-", "+", "COUNT", _ENTRIES)):
        members: dict[bytes, Any] = dict(zip(fields[::2], fields[1::2], strict=True))
        if sealed := members.get(b"h"):
            try:
                cipher.open(log_of(key), int(name.split(b"-")[0]), sealed)
            except Unreadable:
                return False
            return True
    return None


def _some(redis: Redis, pattern: str, most: int) -> list[str]:
    """Return at most `most` keys of a pattern, without that of the identity."""
    keys = (key for key in scan(redis, pattern) if key != INSTALLATION)
    return list(islice(keys, most))
