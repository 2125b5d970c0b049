"""Imported games: entries, record, audit, and the comparison with the service's log of the same game."""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
from replays.audit.report import Report
from replays.audit.report_json import as_json
from replays.notation.exporting import text_of
from replays.notation.importing import imported, judged
from replays.notation.printing import written
from replays.record.errors import BadNotation, BadRecord
from replays.record.format import Proof
from replays.record.read import check_first_line, read_record
from replays.record.receipts import KeyList


class NotAGame(Exception):
    """The upload is neither a record nor a text of a game; the text is one sentence that names the place.

    `rule` is the paragraph that a move violates.
    """

    def __init__(self, detail: str, rule: str | None = None) -> None:
        super().__init__(f"{detail}.")
        self.rule = rule


class NoRoom(Exception):
    """The storage for imports is full."""


class UploadForm(StrEnum):
    """Form of an upload; the values are stored."""

    RECORD = "record"
    TEXT = "text"


SMALL: Final[Mapping[UploadForm, int]] = MappingProxyType(
    {UploadForm.RECORD: 512 << 10, UploadForm.TEXT: 64 << 10}
)
"""Maximum size of an upload that is audited during the request: a fraction of a second."""


@dataclass(frozen=True, slots=True)
class Upload:
    """Bytes of an import, their form and SHA-256; `request_hash` is the SHA-256 of the request, in hex."""

    data: bytes
    form: UploadForm
    hash: bytes
    request_hash: str

    @property
    def id(self) -> str:
        """Id of the import."""
        return named(self.hash)

    @property
    def is_small(self) -> bool:
        """True if it is audited during the request."""
        return len(self.data) <= SMALL[self.form]


Watch = Callable[[int], object]
"""Called with the number of bytes read so far."""


def _unwatched(_read: int) -> None:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """An imported game.

    `claims` is the id of the game that it names, or None; `entries` is its log, which proves nothing if the
    text has no keys. `record` is its record, None without keys.
    """

    form: UploadForm
    data: bytes
    claims: str | None
    variant: str
    entries: tuple[Entry, ...]
    record: bytes | None
    proof: Proof | None

    @property
    def id(self) -> str:
        """Id of the import, derived from its bytes."""
        return id_of(self.data)

    @property
    def head(self) -> str | None:
        """The last digest in hex; None without keys."""
        return self.entries[-1].digest.hex() if self.record is not None else None

    def report(self, keys: KeyList | None = None) -> Report:
        """Return the audit; without keys it covers only that the rules allow the moves."""
        return judged(imported(self.data.decode())) if self.record is None else audit(self.record, keys=keys)

    def view(self) -> bytes:
        """Return the permanent part of its view, as JSON: its origin and its audit."""
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
        """Return the concatenated digests of its entries; empty without keys."""
        return b"" if self.record is None else b"".join(entry.digest for entry in self.entries)

    def other(self) -> bytes | None:
        """Return the game in the other form; None for a record without keys.

        Raises Untellable for a record that cannot be written in the notation.
        """
        return self.record if self.form is UploadForm.TEXT else self.text().encode()

    def text(self) -> str:
        """Return the game in the notation."""
        if self.form is UploadForm.TEXT:
            return self.data.decode()
        return written(text_of(self.entries, self.proof))


def id_of(data: bytes) -> str:
    """Return the id of an import: `x-` and the first 24 hex digits of the SHA-256 of its bytes."""
    return named(sha256(data).digest())


def named(digest: bytes) -> str:
    """Return the id of an import with this SHA-256."""
    return f"x-{digest.hex()[:24]}"


def parse_import(data: bytes, form: UploadForm, watch: Watch = _unwatched) -> ImportedGame:
    """Return the game in `data`. Raises NotAGame for the first invalid line.

    A record must have the right form only; its report lists what is wrong with it. `watch` is called while a
    record is read.
    """
    with refused():
        return _record(data, watch) if form is UploadForm.RECORD else _text(data)


def check_header(line: bytes) -> None:
    """Raise NotAGame unless `line`, with its line feed, can begin a record."""
    with refused():
        check_first_line(line)


@contextmanager
def refused() -> Iterator[None]:
    """Translate errors of the form of a game to NotAGame."""
    try:
        yield
    except UnicodeDecodeError:
        raise NotAGame("The text is not in UTF-8") from None
    except BadNotation as fault:
        raise NotAGame(f"Line {fault.line}, column {fault.column}: {fault.detail}", fault.rule) from None
    except BadRecord as fault:
        raise NotAGame(f"Line {fault.line} (ply {fault.ply}): {fault.detail}") from None


class _Watched(BytesIO):
    """Bytes that report their reading position line by line."""

    def __init__(self, data: bytes, watch: Watch) -> None:
        super().__init__(data)
        self._watch = watch

    def readline(self, size: int | None = -1, /) -> bytes:
        """Return the next line."""
        line = super().readline(size)
        self._watch(self.tell())
        return line


def _record(data: bytes, watch: Watch) -> ImportedGame:
    read = read_record(_Watched(data, watch))
    if not read.entries:
        raise NotAGame("The record has no entries")
    header = read.header
    return ImportedGame(UploadForm.RECORD, data, header.game, header.variant, read.entries, data, read.proof)


def _text(data: bytes) -> ImportedGame:
    game = imported(data.decode())
    final = game.tables[-1]
    named = final.game if {"Id", "Create"} & set(game.text.tags) else None
    return ImportedGame(UploadForm.TEXT, data, named, final.rules.variant, game.entries, game.record, None)


_SIZE: Final = 32
"""Size of a digest in bytes."""

Log = Callable[[str], Sequence[Entry] | None]
"""Returns our log of a game if the reader may see it, or None."""


@dataclass(frozen=True, slots=True)
class ImportComparison:
    """An imported log compared with the service's log: equality of the heads, and the first differing ply.

    If one log is the beginning of the other, `differs_at` is one more than the plies of the shorter one.
    """

    game: str
    plies: int
    head: str
    same_head: bool
    differs_at: int | None


def compared(claims: str | None, digests: bytes, log: Log) -> ImportComparison | None:
    """Compare the log with these concatenated digests with the service's log of the game that it names.

    Return None if there is no such log.
    """
    ours = None if claims is None else log(claims)
    if not ours:
        return None
    plies = len(digests) // _SIZE
    both = zip(ours, range(0, len(digests), _SIZE), strict=False)
    pairs = ((entry.digest, digests[start : start + _SIZE]) for entry, start in both)
    differs = next((ply for ply, (entry, digest) in enumerate(pairs, 1) if entry != digest), None)
    if differs is None and len(ours) != plies:
        differs = min(len(ours), plies) + 1
    return ImportComparison(ours[0].game, len(ours), ours[-1].digest.hex(), differs is None, differs)
