"""Checks of the store: does the server accept entries, and keep the acknowledged ones."""

import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from app.i18n import Language, Message, translations
from app.parts.outages import Outage, OutageCause, Part
from app.store.bucket_plan import held_buckets
from app.store.client import ask_scripts, cluster_of, replies, servers
from app.store.cluster import ClusterPool
from app.store.errors import StoreFailure, StoreUnavailable
from app.store.keys import BUCKETS, outbox_key
from app.store.replication import Wanted, needed
from app.store.server_kind import parse_info, wrong_server


class Grade(StrEnum):
    """Result of a check: fine, acknowledged entries may be lost, or no entry can be written."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class PartCheck:
    """One check of a part of the installation: its name, result, and messages unless the result is OK.

    `message` is the problem, `consequence` what does not work meanwhile.

    `code` is the stable name of the cause, by default the name of the check. If a check fails the service is
    not ready, and `refusal` is the problem code of that state. `number` is what the check has counted, if
    anything.
    """

    name: str
    grade: Grade
    message: Message | None = None
    refusal: str = StoreFailure.AWAY
    part: Part = Part.STORE
    code: str = ""
    number: int | None = None
    consequence: Message | None = None

    @property
    def detail(self) -> str:
        """The sentences of the problem in English, empty if the result is OK."""
        return self.text(Language.EN)["en"]

    @property
    def cause(self) -> dict[str, str] | None:
        """Code and sentences of the problem in English, None if the result is OK."""
        return None if self.grade is Grade.OK else {"code": self.code or self.name, "detail": self.detail}

    def text(self, *languages: Language) -> dict[str, str]:
        """Return the sentences of the problem by language, in every language if none is named."""
        parts = [translations(message, *languages) for message in (self.message, self.consequence) if message]
        chosen = map(str, languages or Language)
        return {language: " ".join(part[language] for part in parts) for language in chosen}


def away(outage: Outage, consequence: Message | None = None) -> PartCheck:
    """Check of a part that does not answer. Only the store is required; other parts give a warning.

    `consequence` names what does not work meanwhile.
    """
    grade = Grade.FAIL if outage.part is Part.STORE else Grade.WARN
    return PartCheck(
        str(outage.part),
        grade,
        outage.message,
        StoreFailure.AWAY,
        outage.part,
        str(outage.cause),
        consequence=consequence,
    )


# The required settings, the safe value of each, and the consequence of another value.
_SAFE: Final = {
    "maxmemory-policy": (
        "noeviction",
        Message("games or idempotency records vanish when memory is short"),
    ),
    "appendonly": ("yes", Message("a restart loses games")),
    "appendfsync": ("always", Message("a power loss takes acknowledged entries with it")),
}

# The same settings in INFO, for servers that do not allow CONFIG GET.
_IN_INFO: Final = {
    "maxmemory-policy": ("maxmemory_policy", {}),
    "appendonly": ("aof_enabled", {"0": "no", "1": "yes"}),
}

# Fields of INFO about writing to disk, with the name of the check, and its result and message when it failed.
_DISK: Final = {
    "aof_last_write_status": (
        "append-only-file",
        Grade.FAIL,
        Message("The store could not write its append-only file the last time: look at its disk."),
    ),
    "aof_last_bgrewrite_status": (
        "rewrite",
        Grade.WARN,
        Message("The store could not rewrite its append-only file the last time: look at its disk."),
    ),
    "rdb_last_bgsave_status": (
        "snapshot",
        Grade.WARN,
        Message("The store could not write its snapshot the last time: look at its disk."),
    ),
}
_OLDEST: Final = {"valkey_version": (7, 2), "redis_version": (7, 0)}
_GRADES: Final = tuple(Grade)
_SHORT: Final = 0.9
"""Share of its memory limit above which the server is short of memory."""
_APART: Final = 5.0
"""Seconds by which the clock of the store may differ from that of this machine, which may be busy."""
_UNEVEN: Final = 0.1
"""Share of the fair number of buckets by which that of a master may differ."""


def checks(redis: Redis, replicas: Wanted = 0) -> tuple[PartCheck, ...]:
    """Run every check of the store, from which answers want so many replicas.

    In a cluster each check has the worst result of all masters that answer. Raises StoreUnavailable if no
    server answers.
    """
    cluster = cluster_of(redis)
    if cluster is None:
        return (*_server_checks(redis, False, needed(redis, replicas)), _writes(redis))
    by_server, missing = [], list[StoreUnavailable]()
    for server in servers(redis):
        try:
            by_server.append(_server_checks(server, True, needed(redis, replicas)))
        except StoreUnavailable as away:
            missing.append(away)
    if missing and not by_server:
        raise missing[0]
    worst = [max(results, key=_badness) for results in zip(*by_server, strict=True)]
    return (*worst, _writes_of(redis, cluster), _balance(cluster))


def _badness(check: PartCheck) -> tuple[int, int]:
    """Return the order of results of one check, the worst last; of counts the smallest is the worst."""
    return _GRADES.index(check.grade), -(check.number or 0)


def _server_checks(redis: Redis, is_node: bool, replicas: int) -> tuple[PartCheck, ...]:
    config, info_reply = replies(redis, [("CONFIG", "GET", *_SAFE), ("INFO",)])
    info = _fields(info_reply)
    settings = _settings(config, info)
    return (
        _version(info),
        _role(info, is_node),
        *_replicas(info, replicas),
        *(_setting(name, settings.get(name)) for name in _SAFE),
        *(_written(field, info) for field in _DISK),
        _memory(info),
        _clock(info),
    )


def server_info(redis: Redis) -> dict[str, str]:
    """Return the fields of INFO; none if it is not allowed. Raises StoreUnavailable without an answer."""
    return _fields(*replies(redis, [("INFO",)]))


def refusal(redis: Redis, buckets: Iterable[int] | None = None) -> StoreUnavailable | None:
    """Return the error that a server gives to writes now, None if all accept them; nothing is written.

    In a cluster the servers are those of `buckets`, by default of all. The probe is subject to every
    maxmemory-policy in the same way as an entry.
    """
    if buckets is None:
        buckets = range(BUCKETS if cluster_of(redis) else 1)
    try:
        ask_scripts(redis, "probe", [([outbox_key(number)], []) for number in buckets])
    except StoreUnavailable as error:
        return error
    return None


def safe(results: tuple[PartCheck, ...]) -> bool:
    """Return whether the server keeps every entry that it acknowledges, as far as the checks show."""
    ignored = {"buckets", "clock", "rewrite", "snapshot", "memory", "writes", "replicas"}
    return all(check.grade is Grade.OK for check in results if check.name not in ignored)


def _fields(reply: Any) -> dict[str, str]:
    return {} if isinstance(reply, ResponseError) else parse_info(reply)


def _settings(config: Any, info: Mapping[str, str]) -> dict[str, str]:
    if isinstance(config, ResponseError):
        return dict(_from_info(info))
    texts = [text.decode() for text in config]
    return dict(zip(texts[::2], texts[1::2], strict=True))


def _from_info(info: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, (field, meaning) in _IN_INFO.items():
        if field in info:
            yield name, meaning.get(info[field], info[field])


def _version(info: Mapping[str, str]) -> PartCheck:
    name = next((name for name in _OLDEST if name in info), None)
    if name is None:
        return PartCheck("version", Grade.WARN, Message("The store does not tell its version."))
    version = tuple(map(int, re.findall(r"[0-9]+", info[name])[:2]))
    if version >= _OLDEST[name]:
        return PartCheck("version", Grade.OK)
    too_old = Message("The store is {engine} {version}; {oldest} or newer is needed.").filled(
        engine=name[:-8], version=info[name], oldest=".".join(map(str, _OLDEST[name]))
    )
    return PartCheck("version", Grade.FAIL, too_old)


def _role(info: Mapping[str, str], is_node: bool) -> PartCheck:
    wrong = wrong_server(info, Part.STORE, is_node)
    if wrong is None:
        return PartCheck("role", Grade.OK)
    return PartCheck("role", Grade.FAIL, wrong.message)


def _replicas(info: Mapping[str, str], wanted: int) -> tuple[PartCheck, ...]:
    """Return the check that enough replicas are connected; none if answers want none."""
    if wanted == 0:
        return ()
    connected = int(info.get("connected_slaves", "0"))
    if connected >= wanted:
        return (PartCheck("replicas", Grade.OK, number=connected),)
    missing = Message("The store has {found} of {wanted} replicas: no entry is acknowledged as replicated.")
    return (
        PartCheck("replicas", Grade.WARN, missing.filled(found=connected, wanted=wanted), number=connected),
    )


def _setting(name: str, value: str | None) -> PartCheck:
    wanted, consequence = _SAFE[name]
    if value == wanted:
        return PartCheck(name, Grade.OK)
    if value is None:
        unsafe = Message("The store does not let {name} be read; unless it is {wanted}, {consequence}.")
    else:
        unsafe = Message("The store has {name} {value}, not {wanted}: {consequence}.").filled(
            value=value or Message("unset", "setting of the store")
        )
    return PartCheck(name, Grade.WARN, unsafe.filled(name=name, wanted=wanted, consequence=consequence))


def _written(field: str, info: Mapping[str, str]) -> PartCheck:
    name, grade, failed = _DISK[field]
    if info.get(field, "ok") == "ok":
        return PartCheck(name, Grade.OK)
    return PartCheck(name, grade, failed)


def _memory(info: Mapping[str, str]) -> PartCheck:
    limit, used = (int(info.get(name, "0")) for name in ("maxmemory", "used_memory"))
    if not limit or used < _SHORT * limit:
        return PartCheck("memory", Grade.OK)
    # The embedded store on a nearly full disk may use no memory: see app.server.embedded_store.
    if used >= limit:
        return PartCheck("memory", Grade.WARN, Message("The store uses all of the memory that it may use."))
    short = Message("The store uses {share} % of the memory that it may use.")
    return PartCheck("memory", Grade.WARN, short.filled(share=100 * used // limit))


def _clock(info: Mapping[str, str]) -> PartCheck:
    """Return the check that the time of the store, which ends turns, is that of this machine."""
    apart = int(info.get("server_time_usec", "0")) / 1e6 - time.time()
    if "server_time_usec" not in info or abs(apart) <= _APART:
        return PartCheck("clock", Grade.OK)
    wrong = _AHEAD if apart > 0 else _BEHIND
    return PartCheck("clock", Grade.WARN, wrong.filled(seconds=f"{abs(apart):.0f}"))


_AHEAD: Final = Message(
    "The clock of the store is {seconds} s ahead of that of this machine: the time left for a turn is shown"
    " wrong. Set both by NTP."
)
_BEHIND: Final = Message(
    "The clock of the store is {seconds} s behind that of this machine: the time left for a turn is shown"
    " wrong. Set both by NTP."
)


def _writes(redis: Redis, buckets: Iterable[int] | None = None) -> PartCheck:
    error = refusal(redis, buckets)
    if error is None:
        return PartCheck("writes", Grade.OK)
    if error.reason is StoreFailure.FULL:
        refused = Message("The store is full: make room in its memory (maxmemory) or on its disk.")
    elif error.outage.cause is OutageCause.NO_REPLICAS:
        refused = error.outage.message
    else:
        refused = Message("The store refuses to write entries: look at its log.")
    return PartCheck("writes", Grade.FAIL, refused, str(error.reason), code=str(error.outage.cause))


def _writes_of(redis: Redis, cluster: ClusterPool) -> PartCheck:
    """Return the check that the masters of a cluster take entries; it fails if none does."""
    held = [buckets for buckets in held_buckets(cluster.slot_map().masters).values() if buckets]
    results = [(_writes(redis, [min(buckets)]), len(buckets)) for buckets in held]
    taken = sum(count for check, count in results if check.grade is Grade.OK)
    if taken == BUCKETS:
        return PartCheck("writes", Grade.OK)
    if not taken and results:
        return results[0][0]
    some = Message(
        "The store takes no entries of {count} of {buckets} buckets of games: look at its masters."
    )
    return PartCheck("writes", Grade.WARN, some.filled(count=BUCKETS - taken, buckets=BUCKETS))


def _balance(cluster: ClusterPool) -> PartCheck:
    counts = sorted(map(len, held_buckets(cluster.slot_map().masters).values()))
    fair = BUCKETS / len(counts)
    # With many masters the best plan differs by one bucket, which may be more than that share.
    if counts[-1] - counts[0] <= 1 or all(abs(count - fair) <= _UNEVEN * fair for count in counts):
        return PartCheck("buckets", Grade.OK)
    uneven = Message(
        "The masters of the store hold {held} buckets of games: `conquian cluster plan` evens this out."
    )
    return PartCheck("buckets", Grade.WARN, uneven.filled(held=counts))
