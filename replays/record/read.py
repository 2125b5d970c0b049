"""Reading a record that nobody vouches for: every line is looked at, every fault named by line and ply."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from io import BytesIO
from typing import Any, BinaryIO, Final, TypeVar

from app.games.codec import Json
from app.i18n import Message
from app.service.rulebook import Rulebook
from app.store.canonical import canonical, parse, unique_members
from app.store.entry import Entry
from replays.record.errors import BadRecord
from replays.record.format import (
    DAMAGED,
    DEPTH_LIMIT,
    FORMAT,
    LINE_LIMIT,
    PLY_LIMIT,
    SIZE_LIMIT,
    DamageLine,
    Header,
    Misshapen,
    Proof,
    RevealedKeys,
    parse_damage,
    parse_entry,
    parse_header,
    parse_proof,
    parse_reveal,
    parse_rulebook,
    shaped,
)

T = TypeVar("T")

_MARKS: Final = (b'"record":"conquian"', b'"hidden":[', b'{"rulebook":{"edition"')
"""What stands in every record and in no other file of ours; to spoil one of many is not to spoil all."""

_RULEBOOK: Final = b'{"rulebook":'

_FRAME: Final = 4
"""The most lines that are no entries."""


@dataclass(frozen=True, slots=True)
class FormFault:
    """What is wrong with the form of line `line` (from 1).

    `ply` is 0 for what stands before the entries and the number of plies for what stands after them.
    """

    line: int
    ply: int
    message: Message

    @property
    def detail(self) -> str:
        """What is wrong, in English."""
        return str(self.message)


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """What could be read of a record: None stands for a line that could not, `faults` says why.

    A record of format 1 has neither rulebook nor proof. One of a damaged log has `damage` in place of a
    header, neither rulebook nor keys, and None for each entry that its service could not read. Entries that
    were confirmed before are not among the `entries`.
    """

    header: Header | None
    rulebook: Rulebook | None
    entries: tuple[Entry | None, ...]
    reveal: RevealedKeys | None
    proof: Proof | None
    faults: tuple[FormFault, ...]
    damage: DamageLine | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the right form; nothing in it is proved yet. Format 1 has neither rulebook nor proof."""

    header: Header
    rulebook: Rulebook | None
    entries: tuple[Entry, ...]
    reveal: RevealedKeys
    proof: Proof | None


class _Line:
    """A line with its line feed, parsed when it is asked for.

    `beyond` says which limit it is beyond, None if it is within all of them.
    """

    def __init__(self, data: bytes, beyond: Message | None = None) -> None:
        self.data = data
        self._beyond = beyond

    @property
    def document(self) -> Json | None:
        """The object on the line, None where there is a `problem`."""
        return self._parsed[0]

    @property
    def problem(self) -> Message | None:
        """What is wrong with the bytes of the line, None if they are those of an object."""
        return self._parsed[1]

    @cached_property
    def _parsed(self) -> tuple[Json | None, Message | None]:
        if self._beyond:
            return None, self._beyond
        return _parse_rulebook_line(self.data) if self.data.startswith(_RULEBOOK) else _parse_line(self.data)

    def has(self, member: str) -> bool:
        """Return whether the object on the line has this member."""
        return self.document is not None and member in self.document


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where things stand: indexes of lines from 0, `reveal` and `proof` None where they are missing."""

    rulebook: bool
    entries: range
    reveal: int | None
    proof: int | None

    def is_stray(self, at: int) -> bool:
        """Whether line `at` stands after the entries and is no closing line."""
        return at >= self.entries.stop and at not in (self.reveal, self.proof)

    def ply(self, at: int) -> int:
        """The ply that a fault of line `at` is named by."""
        return min(max(at + 1 - self.entries.start, 0), len(self.entries))


def is_record(data: bytes) -> bool:
    """Whether `data` is a record at all, be it cut or altered, and not a file of another kind.

    >>> is_record(b'{"keys":[],"origin":"a","v":1}'), is_record(b"")
    (False, False)
    """
    return any(mark in data for mark in _MARKS)


class RecordLines:
    """The lines of a record by their place, each parsed when it is asked for.

    Reading stops, with a fault, at a line, a number of entries or a size beyond the limits, and with
    `to_fault` at the first line that is unreadable. `is_damaged` says that the header is that of a damaged
    log. OSError passes through.
    """

    def __init__(self, source: bytes | BinaryIO, *, to_fault: bool = False) -> None:
        self._lines = list(_lines(source, to_fault))
        self.is_damaged = bool(self._lines) and (self._lines[0].document or {}).get("record") == DAMAGED
        self._layout = _damaged_layout(self._lines) if self.is_damaged else _layout(self._lines)

    @property
    def entries(self) -> list[bytes]:
        """The lines of the entries, line feeds included."""
        return [self._lines[at].data for at in self._layout.entries]

    def parse(self, confirmed: int = 0) -> ParsedRecord:
        """Return what can be read, and every fault of its form.

        The first `confirmed` entries are known to have none: they are left out.
        """
        reader = _LineReader(self._lines, self._layout, confirmed)
        return _parse_damaged(reader) if self.is_damaged else _parse(reader)


def parse_record(source: bytes | BinaryIO, *, to_fault: bool = False) -> ParsedRecord:
    """What can be read of the record in `source`, and every fault of its form.

    With `to_fault` nothing is read after the first line that is unreadable: of the faults the first is right.

    A line that is not in canonical form is unreadable, because two programs may take it for two things.
    """
    return RecordLines(source, to_fault=to_fault).parse()


def read_record(source: bytes | BinaryIO) -> Record:
    """The record that `source` holds; BadRecord for the first byte that a record would not have there.

    That says nothing about its truth, which is for the audit. Nothing is read after a line that is no JSON
    in canonical form.
    """
    found = parse_record(source, to_fault=True)
    for fault in found.faults:
        raise BadRecord(fault.line, fault.ply, fault.detail)
    whole = tuple(entry for entry in found.entries if entry is not None)
    if found.header is None or found.reveal is None:
        raise BadRecord(1, 0, "the header or the reveal is missing")
    return Record(found.header, found.rulebook, whole, found.reveal, found.proof)


def check_first_line(line: bytes) -> None:
    """BadRecord unless `line`, its line feed included, can be the first of a record."""
    for fault in parse_record(line).faults:
        if fault.line == 1:
            raise BadRecord(fault.line, fault.ply, fault.detail)


def _parse(reader: "_LineReader") -> ParsedRecord:
    layout = reader.layout
    found = ParsedRecord(
        header=reader.read(0, parse_header),
        rulebook=reader.read(1, parse_rulebook) if layout.rulebook else None,
        entries=reader.entries(),
        reveal=reader.read(layout.reveal, parse_reveal, Message("the line that opens the keys is missing")),
        proof=reader.read(layout.proof, parse_proof, Message("the proof is missing"))
        if layout.rulebook
        else None,
        faults=reader.sorted_faults(),
    )
    if found.header and (found.header.v > 1) != layout.rulebook:
        fault = FormFault(1, 0, Message("v is not that of a record of this form"))
        return replace(found, rulebook=None, faults=(fault, *found.faults))
    return found


def _parse_damaged(reader: "_LineReader") -> ParsedRecord:
    """What can be read of the record of a damaged log."""
    damage = reader.read(0, parse_damage)
    entries = reader.entries()
    if damage and damage.damaged_at != len(reader.layout.entries) + 1:
        reader.fault(0, Message("damaged_at is not the entry after those that are there"))
    unread = max(0, damage.plies - len(reader.layout.entries)) if damage else 0
    proof = reader.read(reader.layout.proof, parse_proof, Message("the proof is missing"))
    return ParsedRecord(None, None, entries + (None,) * unread, None, proof, reader.sorted_faults(), damage)


def _damaged_layout(lines: Sequence[_Line]) -> _Layout:
    proof = len(lines) - 1 if lines[-1].has("proof") else None
    return _Layout(
        rulebook=False, entries=range(1, len(lines) if proof is None else proof), reveal=None, proof=proof
    )


def _layout(lines: Sequence[_Line]) -> _Layout:
    """Tells the lines apart: by their number where the header's count fits it, else by their members."""
    header, second = ([line.document for line in lines[:2]] + [None, None])[:2]
    holds = header.get("v") if header else None
    newer = (holds == FORMAT) if second is None else ("rulebook" in second or holds == FORMAT)
    first = min(2 if newer else 1, len(lines))
    closing = ("proof", "reveal") if newer else ("reveal",)
    stop, end = len(lines), first + _count(header)
    counted = stop == end + len(closing)
    found: dict[str, int] = {}
    for member in closing:
        stop = stop if counted else _without_strays(lines, end, stop, "public", member)
        if stop > first and (counted or lines[stop - 1].has(member)):
            found[member] = stop = stop - 1
    stop = stop if counted else _without_strays(lines, end, stop, "public")
    return _Layout(newer, range(first, stop), found.get("reveal"), found.get("proof"))


def _count(header: Json | None) -> int:
    """How many entries the header counts; more than there may be where it counts none."""
    plies = header.get("plies") if header else None
    return plies if type(plies) is int and plies >= 0 else PLY_LIMIT + _FRAME


def _without_strays(lines: Sequence[_Line], end: int, stop: int, *members: str) -> int:
    """The last stop from `end` up to `stop` before which a line has one of `members`.

    What lies beyond the entries that the header counts and is none by its members is half a closing line, or
    one too many.
    """
    while stop > end and not any(lines[stop - 1].has(member) for member in members):
        stop -= 1
    return stop


class _LineReader:
    """Reads lines by their forms and collects what is wrong with them.

    The first `confirmed` entries are not read.
    """

    def __init__(self, lines: Sequence[_Line], layout: _Layout, confirmed: int) -> None:
        self.layout = layout
        self._lines = lines
        self._unread = layout.entries[:confirmed]
        self._faults: list[FormFault] = []
        for at, line in enumerate(lines):
            if at in self._unread:
                continue
            if line.problem or layout.is_stray(at):
                self.fault(at, line.problem or Message("the line is one too many"))

    def read(
        self,
        at: int | None,
        form: Callable[[Json], T],
        missing: Message = Message("the line is missing"),  # noqa: B008 (a constant)
    ) -> T | None:
        """What `form` makes of line `at`; None with a fault where it makes nothing."""
        if at is None or at >= len(self._lines):
            self.fault(len(self._lines), missing)
            return None
        document = self._lines[at].document
        try:
            return None if document is None else shaped(form, document)
        except Misshapen as fault:
            self.fault(at, Message("the form is wrong: {reason}").filled(reason=fault.message))
            return None

    def entries(self) -> tuple[Entry | None, ...]:
        """The entries but those that are confirmed."""
        return tuple([self._entry(at) for at in self.layout.entries[len(self._unread) :]])

    def _entry(self, at: int) -> Entry | None:
        ply = self.layout.ply(at)
        return self.read(at, lambda document: parse_entry(ply, document))

    def sorted_faults(self) -> tuple[FormFault, ...]:
        """Every fault so far in the order of lines."""
        return tuple(sorted(self._faults, key=lambda fault: fault.line))

    def fault(self, at: int, message: Message) -> None:
        """Notes what is wrong with line `at`."""
        self._faults.append(FormFault(at + 1, self.layout.ply(at), message))


def _lines(source: bytes | BinaryIO, to_fault: bool) -> Iterator[_Line]:
    """The lines of `source` as far as the limits allow; the first beyond them is the last.

    With `to_fault` so is the first that is unreadable.
    """
    stream = BytesIO(source) if isinstance(source, bytes) else source
    number, size = 0, 0
    while data := stream.readline(LINE_LIMIT + 1):
        number, size = number + 1, size + len(data)
        beyond = _limit(number, size, data)
        line = _Line(b"" if beyond else data, beyond)
        yield line
        if beyond or (to_fault and line.problem):
            return


def _limit(number: int, size: int, line: bytes) -> Message | None:
    if len(line) > LINE_LIMIT:
        return Message("the line is longer than {count} bytes").filled(count=LINE_LIMIT)
    if number > PLY_LIMIT + _FRAME:
        return Message("there are more than {count} entries").filled(count=PLY_LIMIT)
    beyond = Message("the record is longer than {count} bytes").filled(count=SIZE_LIMIT)
    return beyond if size > SIZE_LIMIT else None


def _parse_line(data: bytes) -> tuple[Json | None, Message | None]:
    """The object on a line, or None and what is wrong with its bytes."""
    document, exact = parse_object(data.removesuffix(b"\n"))
    if exact and data.endswith(b"\n"):
        return document, None
    if document is None:
        return None, Message("the line is not a JSON object")
    return None, Message("the line is not in canonical form")


_parse_rulebook_line: Final = lru_cache(maxsize=8)(_parse_line)
"""The same for the longest line, of which most records have one of a few."""


def parse_object(data: bytes) -> tuple[Json | None, bool]:
    """The object that `data` stands for, None if it is none, and whether `data` is its canonical form.

    What is nested deeper than any entry counts as no object.
    """
    try:
        value = parse(data)
        if isinstance(value, dict) and _shallow(value, DEPTH_LIMIT):
            return value, canonical(value) == data
    except ValueError:
        pass
    return None, False


def parse_strict(data: bytes) -> Any:
    """The value that `data` (JSON in UTF-8) stands for, if that has a canonical form; else ValueError.

    So is read what comes beside a record: no two programs take it for two things, as they may `1e0`, `1.0` or
    a key that stands twice.
    """
    value = parse(data)
    if not _shallow(value, DEPTH_LIMIT):
        raise ValueError("values are nested too deep")
    canonical(value)
    try:
        json.loads(data, object_pairs_hook=unique_members)
    except RecursionError:  # only what another value of the same key has hidden can be so deep
        raise ValueError("values are nested too deep") from None
    return value


def _shallow(value: Any, levels: int) -> bool:
    """Return whether the values in `value`, itself included, are nested to at most so many levels."""
    nested = [value]
    for _ in range(levels):
        nested = [inner for one in nested for inner in _inner(one)]
        if not nested:
            return True
    return False


def _inner(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
