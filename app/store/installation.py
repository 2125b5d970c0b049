"""The identity of the installation in the store of the games, and what else tells whose store it is."""

from typing import Any, Final

from redis import Redis

from app.store.client import ask, ask_all
from app.store.errors import Unreadable
from app.store.keys import INSTALLATION, Kind, log_of
from app.store.vault import Vault

_IDENTITY: Final = "identity"
_COMPLETE: Final = "complete"
_LOGS: Final = "cq:*:g:*"
_ANY: Final = "cq:*"
_AT_ONCE: Final = 1000
_SAMPLE: Final = 50
_ENTRIES: Final = 8

ASK_IDENTITY: Final = ("HGET", INSTALLATION, _IDENTITY)
"""The command whose answer is the text of the identity, None where there is none."""


def read(redis: Redis) -> tuple[bytes | None, bool]:
    """The text of the identity, None where there is none; and whether the other parts have it, too."""
    text, complete = ask(redis, ("HMGET", INSTALLATION, _IDENTITY, _COMPLETE))
    return text, complete is not None


def write(redis: Redis, text: str) -> bool:
    """Write the identity unless there is one; return whether it was written."""
    return bool(ask(redis, ("HSETNX", INSTALLATION, _IDENTITY, text)))


def replace(redis: Redis, text: str) -> None:
    """Write the identity over another one."""
    ask(redis, ("HSET", INSTALLATION, _IDENTITY, text))


def complete(redis: Redis) -> None:
    """Remember that every part has the identity."""
    seconds, micros = ask(redis, ("TIME",))
    ask(redis, ("HSETNX", INSTALLATION, _COMPLETE, int(seconds) * 1000 + int(micros) // 1000))


def is_empty(redis: Redis) -> bool:
    """Whether the store has nothing of ours but an identity."""
    return not _some(redis, _ANY, 1)


def has_logs(redis: Redis) -> bool:
    """Whether the store has anything of a game, a player or another log."""
    return bool(_some(redis, _LOGS, 1))


def opens(redis: Redis, vault: Vault) -> bool | None:
    """Whether `vault` opens most of what is sealed in a sample of the logs; None where nothing is sealed."""
    opened = tried = 0
    for kind in Kind:
        for key in _some(redis, f"cq:*:g:{kind}-*:ev", _SAMPLE):
            found = _opens_log(redis, vault, key)
            tried += found is not None
            opened += found is True
    return None if not tried else 2 * opened > tried


def _opens_log(redis: Redis, vault: Vault, key: str) -> bool | None:
    """Whether `vault` opens the first sealed entry of a log; None if its first entries hide nothing."""
    for name, fields in ask(redis, ("XRANGE", key, "-", "+", "COUNT", _ENTRIES)):
        members: dict[bytes, Any] = dict(zip(fields[::2], fields[1::2], strict=True))
        if sealed := members.get(b"h"):
            try:
                vault.open(log_of(key), int(name.split(b"-")[0]), sealed)
            except Unreadable:
                return False
            return True
    return None


def _some(redis: Redis, pattern: str, most: int) -> list[str]:
    """At most so many keys of a pattern, that of the identity left out."""
    found: list[str] = []
    cursor: Any = b"0"
    while True:
        ((cursor, keys),) = ask_all(redis, [("SCAN", cursor, "MATCH", pattern, "COUNT", _AT_ONCE)])
        found += [key.decode() for key in keys if key.decode() != INSTALLATION]
        if cursor == b"0" or len(found) >= most:
            return found[:most]
