"""A game from elsewhere as it was sent, and what can be made of it: its entries, its record, its audit."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from io import BytesIO
from types import MappingProxyType
from typing import Final

import orjson

from app.store.entry import Entry
from replays.audit.audit import audit
from replays.audit.report import Report, as_json
from replays.errors import BadNotation, BadRecord
from replays.imports.errors import NotAGame
from replays.notation.exporting import text_of
from replays.notation.importing import imported
from replays.notation.judging import judged
from replays.notation.printing import written
from replays.receipts import KeyList
from replays.record.format import Proof
from replays.record.read import check_first_line, read_record


class Form(StrEnum):
    """How a game was sent; the values are stored."""

    RECORD = "record"
    TEXT = "text"


SMALL: Final[Mapping[Form, int]] = MappingProxyType({Form.RECORD: 512 << 10, Form.TEXT: 64 << 10})
"""The most bytes that are audited while their sender waits: a fraction of a second in either form."""

Watch = Callable[[int], object]
"""Is called with the number of bytes that were read so far."""


def _unwatched(_read: int) -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A game from elsewhere.

    `claims` is the id of the game that it says it is, None where it names none; `entries` is its log, which
    proves nothing where it was told without keys. `record` is its record, None then.
    """

    form: Form
    data: bytes
    claims: str | None
    variant: str
    entries: tuple[Entry, ...]
    record: bytes | None
    proof: Proof | None

    @property
    def id(self) -> str:
        """What the import is called, which follows from its bytes."""
        return id_of(self.data)

    @property
    def head(self) -> str | None:
        """The last digest in hex; None where nothing is proved by it."""
        return self.entries[-1].digest.hex() if self.record is not None else None

    def report(self, keys: KeyList | None = None) -> Report:
        """What an audit says of it; without its keys, that the rules have allowed its moves."""
        return judged(imported(self.data.decode())) if self.record is None else audit(self.record, keys=keys)

    def view(self) -> bytes:
        """What is told of it at any time, as JSON: where it comes from, and its audit."""
        shown = {
            "game": self.claims,
            "variant": self.variant,
            "plies": len(self.entries),
            "keyed": self.record is not None,
            "head": self.head,
            "report": as_json(self.report()),
        }
        return orjson.dumps(shown)

    def digests(self) -> bytes:
        """The digests of its entries one after the other; nothing where nothing is proved by them."""
        return b"" if self.record is None else b"".join(entry.digest for entry in self.entries)

    def other(self) -> bytes | None:
        """The game in the form in which it was not sent; None for a record that was told without keys.

        Untellable for a record that has no form in the notation.
        """
        return self.record if self.form is Form.TEXT else self.text().encode()

    def text(self) -> str:
        """The game in the notation."""
        if self.form is Form.TEXT:
            return self.data.decode()
        return written(text_of(self.entries, self.proof))


def id_of(data: bytes) -> str:
    """The id of an import: `x-` and the first 24 hex digits of the SHA-256 of its bytes."""
    return named(sha256(data).digest())


def named(digest: bytes) -> str:
    """The id of an import with this SHA-256."""
    return f"x-{digest.hex()[:24]}"


def foreign(data: bytes, form: Form, watch: Watch = _unwatched) -> Foreign:
    """The game that `data` holds in the form `form`; NotAGame for the first line that no game has there.

    A record need not be true, only of the right form: what is wrong with it is said by its report. `watch`
    follows the reading of a record.
    """
    with refused():
        return _record(data, watch) if form is Form.RECORD else _text(data)


def check_header(line: bytes) -> None:
    """NotAGame unless `line`, its line feed included, can begin a record."""
    with refused():
        check_first_line(line)


@contextmanager
def refused() -> Iterator[None]:
    """NotAGame for whatever says that a file has not the form of a game."""
    try:
        yield
    except UnicodeDecodeError:
        raise NotAGame("The text is not in UTF-8") from None
    except BadNotation as fault:
        raise NotAGame(f"Line {fault.line}, column {fault.column}: {fault.detail}", fault.rule) from None
    except BadRecord as fault:
        raise NotAGame(f"Line {fault.line} (ply {fault.ply}): {fault.detail}") from None


class _Watched(BytesIO):
    """Bytes that are read line by line while somebody is told how far."""

    def __init__(self, data: bytes, watch: Watch) -> None:
        super().__init__(data)
        self._watch = watch

    def readline(self, size: int | None = -1, /) -> bytes:
        """The next line."""
        line = super().readline(size)
        self._watch(self.tell())
        return line


def _record(data: bytes, watch: Watch) -> Foreign:
    found = read_record(_Watched(data, watch))
    if not found.entries:
        raise NotAGame("The record has no entries")
    header = found.header
    return Foreign(Form.RECORD, data, header.game, header.variant, found.entries, data, found.proof)


def _text(data: bytes) -> Foreign:
    found = imported(data.decode())
    told = found.tables[-1]
    named = told.game if {"Id", "Create"} & set(found.text.tags) else None
    return Foreign(Form.TEXT, data, named, told.rules.variant, found.entries, found.record, None)
