"""Copies of logs and other keys for backups: read beside running processes, written into an empty store.

Keys are copied by type, not by DUMP, whose format an older server refuses.

One script reads the head of a log, its other keys and its marks in the sets of its bucket at one moment. Its
entries are read afterwards up to the ply of that head, which is the same, because no entry is ever changed.
So a copy has no half entry, no idempotency record of a later one, and the marks of that ply. Which turns are
open follows from the head. Notices, leases and times of answers are not copied: they are hints or expire.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from redis import Redis

from app.store.client import ask, ask_all, ask_script, scan
from app.store.connections import Command
from app.store.indexes import turn_members
from app.store.keys import (
    GameId,
    LogKind,
    bucket,
    hooked_key,
    key_of,
    log_key,
    log_of,
    set_of,
    state_key,
    turns_key,
)

COPIED: Final = (
    *("ev", "st", "idem", "gone", "dis", "contra", "hooks", "mail", "order", "todo", "waits", "sum"),
    *("parts", "wanted", "contest", "marked", "fails", "other", "evening", "used", "entered"),
)
"""Ends of the keys of a log that are copied: all but those of a worker at work (`busy`, `lease`)."""

MARKS: Final = (
    "due",
    "live",
    "tournaments",
    "unfinished",
    "disputes",
    "ended",
    "kept",
    "unreadable",
    "post",
)
"""Ends of the sorted sets in which a log may have a mark."""

ANSWERS: Final = "cq:*:once:*"
"""Pattern of the records of first answers."""

OWNED: Final = "cq:own:*"
"""Pattern of the sets of the open games of owners."""

_PAGE: Final = 500
_MEMBERS: Final = 500
"""Members of a set, hash or list in one command."""

_STREAM: Final = "stream"
_HEAD: Final = "st"
_LOG: Final = "ev"
_HOOKS: Final = "hooks"
_KEPT: Final = "kept"


@dataclass(frozen=True, slots=True)
class KeyCopy:
    """A key: its type, when it expires (ms since 1970, None for never), and its flat content.

    The content of a stream alternates ids and lists of fields and values.
    """

    type: str
    expires_ms: int | None
    content: list[Any]

    def as_json(self) -> list[Any]:
        """Return the JSON form, with byte strings in base64."""
        return [self.type, self.expires_ms, _encoded(self.content)]

    def commands(self, key: str, now_ms: int) -> Iterator[Command]:
        """Yield the commands that write the key into a store that lacks it; none for an expired one."""
        if self.expires_ms is not None and self.expires_ms <= now_ms:
            return
        yield from _WRITE[self.type](key, self.content)
        if self.expires_ms is not None:
            yield ("PEXPIREAT", key, self.expires_ms)


@dataclass(frozen=True, slots=True)
class LogCopy:
    """A log: its keys by their ends, and its marks by those of the sets.

    `watched` is the ply up to which webhooks were notified, None unless the log is watched.
    """

    log: GameId
    keys: dict[str, KeyCopy]
    marks: dict[str, bytes]
    watched: bytes | None

    @property
    def head(self) -> tuple[int, bytes] | None:
        """Ply and digest of the last entry, None without a head."""
        fields = self._state()
        return (int(fields[b"n"]), fields[b"d"]) if b"n" in fields else None

    @property
    def place(self) -> tuple[int, bytes, int] | None:
        """Ply and digest of the head and the number of entries, as `places` returns them."""
        entries = len(self.keys[_LOG].content) // 2 if _LOG in self.keys else 0
        return None if self.head is None else (*self.head, entries)

    def as_json(self) -> list[Any]:
        """Return the JSON form."""
        keys = {end: copy.as_json() for end, copy in self.keys.items()}
        marks = {end: score.decode() for end, score in self.marks.items()}
        return [self.log, keys, marks, None if self.watched is None else self.watched.decode()]

    def commands(self, now_ms: int) -> list[Command]:
        """Return the commands that write the log, also over an interrupted attempt to write it."""
        number = bucket(self.log)
        commands: list[Command] = [("DEL", key_of(self.log, end)) for end in COPIED]
        for end, copy in self.keys.items():
            commands += copy.commands(key_of(self.log, end), now_ms)
        commands += [("ZADD", set_of(number, end), score, self.log) for end, score in self.marks.items()]
        if self.watched is not None:
            commands.append(("HSET", hooked_key(number), self.log, self.watched))
        for member in turn_members(self.log, self._state().get(b"w", b"").decode()):
            commands.append(("ZADD", turns_key(number), 0, member))
        return commands

    def over(self) -> "LogCopy":
        """Return the copy without entries and as archived long ago, for a log that the archive has."""
        keys = {end: copy for end, copy in self.keys.items() if end != _LOG}
        if _HEAD in keys:
            fields = self._state()
            fields.pop(b"w", None)
            flat = [part for pair in fields.items() for part in pair]
            keys[_HEAD] = KeyCopy("hash", None, flat)
        return LogCopy(self.log, keys, {_KEPT: b"0"}, self.watched)

    def unwatched(self) -> "LogCopy":
        """Return the copy without the webhooks that name the log."""
        keys = {end: copy for end, copy in self.keys.items() if end != _HOOKS}
        return LogCopy(self.log, keys, self.marks, None)

    def _state(self) -> dict[bytes, bytes]:
        flat = self.keys[_HEAD].content if _HEAD in self.keys else []
        return dict(zip(flat[::2], flat[1::2], strict=True))


def parse_key(row: list[Any]) -> KeyCopy:
    """Return the key in its JSON form."""
    kind, expires_ms, content = row
    return KeyCopy(kind, expires_ms, _decoded(content))


def parse_log(row: list[Any]) -> LogCopy:
    """Return the log in its JSON form."""
    log, keys, marks, watched = row
    return LogCopy(
        GameId(log),
        {end: parse_key(copy) for end, copy in keys.items()},
        {end: score.encode() for end, score in marks.items()},
        None if watched is None else watched.encode(),
    )


def logs(redis: Redis, kind: LogKind) -> list[GameId]:
    """Return every log of a kind of which the store has any key, sorted by bucket."""
    return sorted({log_of(key) for key in scan(redis, f"cq:*:g:{kind}-*")}, key=lambda log: log[2:])


def read_log(redis: Redis, log: GameId) -> LogCopy | None:
    """Return a copy of `log`, None if the store has no key of it any more."""
    while True:
        copy = _at_once(redis, log)
        if not copy.keys:
            return None
        if _LOG not in copy.keys:
            return copy
        ply = copy.head[0] if copy.head else None
        rows = _entries(redis, log, ply)
        # Without its entries the log has left the store meanwhile. A damaged log is copied as it is.
        if ply is None or len(rows) == 2 * ply or ask(redis, ("EXISTS", log_key(log))):
            entries = KeyCopy(_STREAM, copy.keys[_LOG].expires_ms, rows)
            return LogCopy(log, {**copy.keys, _LOG: entries}, copy.marks, copy.watched)


def read_key(redis: Redis, key: str) -> KeyCopy | None:
    """Return a copy of a key that is no stream, None if it is missing."""
    ((row,), _, _) = ask_script(redis, "copy", [key], [1, ""])
    return None if row is None else _key_copy(row)


def write(redis: Redis, commands: Sequence[Command]) -> None:
    """Run commands that write keys of one bucket; running them again changes nothing."""
    if commands:
        ask_all(redis, commands)


def places(redis: Redis, logs: Sequence[GameId]) -> list[tuple[int, bytes, int] | None]:
    """Return for each log the ply and the digest of its head and its number of entries; None without one."""
    asked: list[Command] = []
    for log in logs:
        asked += [("HMGET", state_key(log), "n", "d"), ("XLEN", log_key(log))]
    replies = ask_all(redis, asked) if asked else []
    return [
        None if head[0] is None else (int(head[0]), head[1], int(length))
        for head, length in zip(replies[::2], replies[1::2], strict=True)
    ]


def _at_once(redis: Redis, log: GameId) -> LogCopy:
    number = bucket(log)
    keys = [key_of(log, end) for end in COPIED]
    marks = [set_of(number, end) for end in MARKS]
    rows, scores, watched = ask_script(redis, "copy", [*keys, *marks, hooked_key(number)], [len(keys), log])
    copies = {end: _key_copy(row) for end, row in zip(COPIED, rows, strict=True) if row is not None}
    marked = {end: score for end, score in zip(MARKS, scores, strict=True) if score is not None}
    return LogCopy(log, copies, marked, watched)


def _entries(redis: Redis, log: GameId, last: int | None) -> list[Any]:
    """Return ids and fields of the entries up to a ply, of all without one."""
    rows: list[Any] = []
    begin, end = "-", "+" if last is None else f"{last}-0"
    while True:
        page = ask(redis, ("XRANGE", log_key(log), begin, end, "COUNT", _PAGE))
        rows += [part for row in page for part in row]
        if len(page) < _PAGE:
            return rows
        begin = f"({page[-1][0].decode()}"


def _key_copy(row: list[Any]) -> KeyCopy:
    kind, expires_ms, content = row
    return KeyCopy(kind.decode(), None if int(expires_ms) < 0 else int(expires_ms), content)


def _encoded(content: list[Any]) -> list[Any]:
    return [_encoded(item) if isinstance(item, list) else b64encode(item).decode() for item in content]


def _decoded(content: list[Any]) -> list[Any]:
    return [_decoded(item) if isinstance(item, list) else b64decode(item) for item in content]


def _chunks(content: list[Any]) -> Iterable[list[Any]]:
    return (content[begin : begin + _MEMBERS] for begin in range(0, len(content), _MEMBERS))


def _hash(key: str, content: list[Any]) -> Iterator[Command]:
    return (("HSET", key, *some) for some in _chunks(content))


def _set(key: str, content: list[Any]) -> Iterator[Command]:
    return (("SADD", key, *some) for some in _chunks(content))


def _sorted_set(key: str, content: list[Any]) -> Iterator[Command]:
    for some in _chunks(content):
        pairs = zip(some[1::2], some[::2], strict=True)
        yield ("ZADD", key, *(part for pair in pairs for part in pair))


def _list(key: str, content: list[Any]) -> Iterator[Command]:
    return (("RPUSH", key, *some) for some in _chunks(content))


def _string(key: str, content: list[Any]) -> Iterator[Command]:
    yield ("SET", key, content[0])


def _stream(key: str, content: list[Any]) -> Iterator[Command]:
    return (("XADD", key, id_, *fields) for id_, fields in zip(content[::2], content[1::2], strict=True))


_WRITE: Final[dict[str, Callable[[str, list[Any]], Iterator[Command]]]] = {
    "hash": _hash,
    "set": _set,
    "zset": _sorted_set,
    "list": _list,
    "string": _string,
    _STREAM: _stream,
}
