"""Whether the server takes entries and keeps what it acknowledged, check by check."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from app.outages import Outage, Part
from app.store.client import replies
from app.store.errors import Reason, StoreUnavailable
from app.store.keys import outbox_key
from app.store.scripts import ask_script


class Grade(StrEnum):
    """What a check came to: all is well, something may be lost, or no entry can be written."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a part of the installation: its name, what it came to, and a sentence unless all is well.

    `code` is the cause, a stable name; by itself that of the check. Where a check fails the service is not
    ready, and `refusal` is the code of the problem that says so.
    """

    name: str
    grade: Grade
    detail: str = ""
    refusal: str = Reason.AWAY
    part: Part = Part.STORE
    code: str = ""

    @property
    def cause(self) -> dict[str, str] | None:
        """The code and the sentence of what is wrong, None if all is well."""
        return None if self.grade is Grade.OK else {"code": self.code or self.name, "detail": self.detail}


def away(outage: Outage, consequence: str = "", refusal: str = Reason.AWAY) -> Check:
    """The check of a part that does not answer; the service can do without every part but the store.

    `consequence` is a sentence that says what does not work meanwhile.
    """
    grade = Grade.FAIL if outage.part is Part.STORE else Grade.WARN
    detail = f"{outage.sentence} {consequence}".rstrip()
    return Check(str(outage.part), grade, detail, refusal, outage.part, str(outage.cause))


# The settings, the only safe value of each, and what happens otherwise.
_SAFE: Final = {
    "maxmemory-policy": ("noeviction", "games or idempotency records vanish when memory is short"),
    "appendonly": ("yes", "a restart loses games"),
    "appendfsync": ("always", "a power loss takes acknowledged entries with it"),
}

# The settings as INFO has them, for servers that do not let their settings be read.
_IN_INFO: Final = {
    "maxmemory-policy": ("maxmemory_policy", {}),
    "appendonly": ("aof_enabled", {"0": "no", "1": "yes"}),
}

# What INFO says of writing to the disk, what that is called here, and how bad it is.
_DISK: Final = {
    "aof_last_write_status": ("append-only-file", Grade.FAIL),
    "aof_last_bgrewrite_status": ("rewrite", Grade.WARN),
    "rdb_last_bgsave_status": ("snapshot", Grade.WARN),
}
_OLDEST: Final = {"valkey_version": (7, 2), "redis_version": (7, 0)}
_SHORT: Final = 0.9
"""The part of its memory from which a server is short of it."""


def checks(redis: Redis) -> tuple[Check, ...]:
    """Every check of the server; StoreUnavailable if it does not answer."""
    answered, told = replies(redis, [("CONFIG", "GET", *_SAFE), ("INFO",)])
    info = {} if isinstance(told, ResponseError) else _info(told)
    settings = _settings(answered, info)
    return (
        _version(info),
        _role(info),
        *(_setting(name, settings.get(name)) for name in _SAFE),
        *(_written(field, info) for field in _DISK),
        _memory(info),
        _writes(redis),
    )


def refusal(redis: Redis) -> StoreUnavailable | None:
    """Why the server takes no writes now, None if it takes them; nothing is written.

    Right under every maxmemory-policy: the server decides about the probe as about an entry.
    """
    try:
        ask_script(redis, "probe", [outbox_key(0)], [])
    except StoreUnavailable as refused:
        return refused
    return None


def safe(found: tuple[Check, ...]) -> bool:
    """Whether the server keeps every entry that it acknowledges, as far as the checks tell."""
    loose = {"rewrite", "snapshot", "memory", "writes"}
    return all(check.grade is Grade.OK for check in found if check.name not in loose)


def _info(told: bytes) -> dict[str, str]:
    lines = told.decode(errors="replace").splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def _settings(answered: Any, info: Mapping[str, str]) -> dict[str, str]:
    if isinstance(answered, ResponseError):
        return dict(_from_info(info))
    texts = [each.decode() for each in answered]
    return dict(zip(texts[::2], texts[1::2], strict=True))


def _from_info(info: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, (field, meaning) in _IN_INFO.items():
        if field in info:
            yield name, meaning.get(info[field], info[field])


def _version(info: Mapping[str, str]) -> Check:
    name = next((name for name in _OLDEST if name in info), None)
    if name is None:
        return Check("version", Grade.WARN, "The store does not tell its version.")
    found = tuple(map(int, re.findall(r"[0-9]+", info[name])[:2]))
    if found >= _OLDEST[name]:
        return Check("version", Grade.OK)
    oldest = ".".join(map(str, _OLDEST[name]))
    return Check(
        "version", Grade.FAIL, f"The store is {name[:-8]} {info[name]}; {oldest} or newer is needed."
    )


def _role(info: Mapping[str, str]) -> Check:
    if info.get("role", "master") == "master":
        return Check("role", Grade.OK)
    return Check("role", Grade.FAIL, "The store is a replica: it takes no entries.")


def _setting(name: str, value: str | None) -> Check:
    wanted, consequence = _SAFE[name]
    if value == wanted:
        return Check(name, Grade.OK)
    if value is None:
        detail = f"The store does not let {name} be read; unless it is {wanted}, {consequence}."
    else:
        detail = f"The store has {name} {value or 'unset'}, not {wanted}: {consequence}."
    return Check(name, Grade.WARN, detail)


def _written(field: str, info: Mapping[str, str]) -> Check:
    name, grade = _DISK[field]
    if info.get(field, "ok") == "ok":
        return Check(name, Grade.OK)
    what = name.replace("-", " ")
    return Check(name, grade, f"The store could not write its {what} the last time: look at its disk.")


def _memory(info: Mapping[str, str]) -> Check:
    most, used = (int(info.get(name, "0")) for name in ("maxmemory", "used_memory"))
    if not most or used < _SHORT * most:
        return Check("memory", Grade.OK)
    return Check(
        "memory", Grade.WARN, f"The store uses {100 * used // most} % of the memory that it may use."
    )


def _writes(redis: Redis) -> Check:
    refused = refusal(redis)
    if refused is None:
        return Check("writes", Grade.OK)
    if refused.reason is Reason.FULL:
        detail = "The store is full: make room in its memory (maxmemory) or on its disk."
    else:
        detail = "The store refuses to write entries: look at its log."
    return Check("writes", Grade.FAIL, detail, str(refused.reason), code=str(refused.outage.cause))
