"""The reader of records that may be forged: every line is checked, every fault is named by line and ply."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from io import BytesIO
from typing import BinaryIO, Final, TypeVar

from app.games.codec import Json
from app.i18n import Message
from app.service.rulebook import Rulebook
from app.store.entry import Entry
from replays.record.errors import BadRecord
from replays.record.format import (
    DAMAGED,
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
from replays.record.untrusted_values import parse_object

T = TypeVar("T")

_MARKS: Final = (b'"record":"conquian"', b'"hidden":[', b'{"rulebook":{"edition"')
"""Bytes of every record that no other file of the service has; an altered record still has some of them."""

_RULEBOOK: Final = b'{"rulebook":'

_FRAME: Final = 4
"""The most lines that are no entries."""


@dataclass(frozen=True, slots=True)
class FormFault:
    """A fault of the form of line `line` (from 1).

    `ply` is 0 for lines before the entries, and the number of plies for lines after them.
    """

    line: int
    ply: int
    message: Message

    @property
    def detail(self) -> str:
        """The description of the fault, in English."""
        return str(self.message)


@dataclass(frozen=True, slots=True)
class ParsedRecord:
    """The readable part of a record: None stands for an unreadable line, `faults` has the reasons.

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
    """A line with its line feed, parsed on demand.

    `beyond` is the limit that it exceeds, in words, None if it exceeds none.
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
        """The fault of the bytes of the line, None if they are those of an object."""
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
    """The places of the lines: indexes from 0, `reveal` and `proof` None if they are missing."""

    rulebook: bool
    entries: range
    reveal: int | None
    proof: int | None

    def is_stray(self, at: int) -> bool:
        """Return whether line `at` stands after the entries and is no closing line."""
        return at >= self.entries.stop and at not in (self.reveal, self.proof)

    def ply(self, at: int) -> int:
        """Return the ply of a fault of line `at`."""
        return min(max(at + 1 - self.entries.start, 0), len(self.entries))


def is_record(data: bytes) -> bool:
    """Return whether `data` is a record, even a cut or altered one, and not a file of another kind.

    >>> is_record(b'{"keys":[],"origin":"a","v":1}'), is_record(b"")
    (False, False)
    """
    return any(mark in data for mark in _MARKS)


class RecordLines:
    """The lines of a record by their place, each parsed on demand.

    Reading stops, with a fault, at a line, a number of entries or a size beyond the limits, and with
    `to_fault` at the first unreadable line. `is_damaged` is true if the header is that of a damaged log.
    OSError passes through.
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
        """Return the readable part, and every fault of its form.

        The first `confirmed` entries are known to have no fault: they are left out.
        """
        reader = _LineReader(self._lines, self._layout, confirmed)
        return _parse_damaged(reader) if self.is_damaged else _parse(reader)


def parse_record(source: bytes | BinaryIO, *, to_fault: bool = False) -> ParsedRecord:
    """Return the readable part of the record in `source`, and every fault of its form.

    With `to_fault` nothing is read after the first unreadable line: only the first fault is meaningful.

    A line that is not in canonical form is unreadable, because two programs may parse it differently.
    """
    return RecordLines(source, to_fault=to_fault).parse()


def read_record(source: bytes | BinaryIO) -> Record:
    """Return the record in `source`; BadRecord for the first byte that no record has there.

    Its truth is for the audit to check. Nothing is read after a line that is no JSON in canonical form.
    """
    parsed = parse_record(source, to_fault=True)
    for fault in parsed.faults:
        raise BadRecord(fault.line, fault.ply, fault.message)
    whole = tuple(entry for entry in parsed.entries if entry is not None)
    if parsed.header is None or parsed.reveal is None:
        raise BadRecord(1, 0, Message("the header or the reveal is missing"))
    return Record(parsed.header, parsed.rulebook, whole, parsed.reveal, parsed.proof)


def check_first_line(line: bytes) -> None:
    """Raise BadRecord unless `line`, its line feed included, can be the first of a record."""
    for fault in parse_record(line).faults:
        if fault.line == 1:
            raise BadRecord(fault.line, fault.ply, fault.message)


def _parse(reader: "_LineReader") -> ParsedRecord:
    layout = reader.layout
    parsed = ParsedRecord(
        header=reader.read(0, parse_header),
        rulebook=reader.read(1, parse_rulebook) if layout.rulebook else None,
        entries=reader.entries(),
        reveal=reader.read(layout.reveal, parse_reveal, Message("the line that opens the keys is missing")),
        proof=reader.read(layout.proof, parse_proof, Message("the proof is missing"))
        if layout.rulebook
        else None,
        faults=reader.sorted_faults(),
    )
    if parsed.header and (parsed.header.v > 1) != layout.rulebook:
        fault = FormFault(1, 0, Message("v is not that of a record of this form"))
        return replace(parsed, rulebook=None, faults=(fault, *parsed.faults))
    return parsed


def _parse_damaged(reader: "_LineReader") -> ParsedRecord:
    """Return the readable part of the record of a damaged log."""
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
    """Return the places of the lines: by their number if the header's count fits, else by their members."""
    header, second = ([line.document for line in lines[:2]] + [None, None])[:2]
    holds = header.get("v") if header else None
    newer = (holds == FORMAT) if second is None else ("rulebook" in second or holds == FORMAT)
    first = min(2 if newer else 1, len(lines))
    closing = ("proof", "reveal") if newer else ("reveal",)
    stop, end = len(lines), first + _count(header)
    counted = stop == end + len(closing)
    places: dict[str, int] = {}
    for member in closing:
        stop = stop if counted else _without_strays(lines, end, stop, "public", member)
        if stop > first and (counted or lines[stop - 1].has(member)):
            places[member] = stop = stop - 1
    stop = stop if counted else _without_strays(lines, end, stop, "public")
    return _Layout(newer, range(first, stop), places.get("reveal"), places.get("proof"))


def _count(header: Json | None) -> int:
    """Return the number of entries in the header; more than the limit if it has none."""
    plies = header.get("plies") if header else None
    return plies if type(plies) is int and plies >= 0 else PLY_LIMIT + _FRAME


def _without_strays(lines: Sequence[_Line], end: int, stop: int, *members: str) -> int:
    """Return the last stop from `end` up to `stop` before which a line has one of `members`.

    A line beyond the entries that the header counts, and without the members of an entry, is half a closing
    line, or one too many.
    """
    while stop > end and not any(lines[stop - 1].has(member) for member in members):
        stop -= 1
    return stop


class _LineReader:
    """A reader of lines by their forms, which collects their faults.

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
        """Return the value that `form` makes of line `at`; None, with a fault, if the form is wrong."""
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
        """Return the entries except the confirmed ones."""
        return tuple([self._entry(at) for at in self.layout.entries[len(self._unread) :]])

    def _entry(self, at: int) -> Entry | None:
        ply = self.layout.ply(at)
        return self.read(at, lambda document: parse_entry(ply, document))

    def sorted_faults(self) -> tuple[FormFault, ...]:
        """Return every fault so far in the order of lines."""
        return tuple(sorted(self._faults, key=lambda fault: fault.line))

    def fault(self, at: int, message: Message) -> None:
        """Note a fault of line `at`."""
        self._faults.append(FormFault(at + 1, self.layout.ply(at), message))


def _lines(source: bytes | BinaryIO, to_fault: bool) -> Iterator[_Line]:
    """Yield the lines of `source` up to the first beyond the limits.

    With `to_fault` the first unreadable line is the last, too.
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
    if size > SIZE_LIMIT:
        return Message("the record is longer than {count} bytes").filled(count=SIZE_LIMIT)
    return None


def _parse_line(data: bytes) -> tuple[Json | None, Message | None]:
    """Return the object on a line, or None and the fault of its bytes."""
    document, exact = parse_object(data.removesuffix(b"\n"))
    if exact and data.endswith(b"\n"):
        return document, None
    if document is None:
        return None, Message("the line is not a JSON object")
    return None, Message("the line is not in canonical form")


_parse_rulebook_line: Final = lru_cache(maxsize=8)(_parse_line)
"""The same for the longest line, which is one of a few in most records."""
