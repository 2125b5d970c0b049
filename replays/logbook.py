"""What the records of logs that are no games have in common: their lines read, their chain checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.codec import Json
from app.store.canonical import canonical
from app.store.entry import Entry
from app.store.proof import START_DIGEST, digest
from replays.chain import Link
from replays.findings import Check, Notes
from replays.forms import Misshapen, Proof, entry, proof, shaped
from replays.scan import LINE_LIMIT, object_in

MEMBERS: Final = {"v", "game", "ply", "time", "actor", "command", "events", "seals"}
"""The members of the public part of an entry."""


@dataclass(frozen=True, slots=True)
class Read:
    """What could be read of a record: the header, the entries, the proof."""

    header: Json
    entries: tuple[Entry, ...]
    proof: Proof | None


def read(notes: Notes, record: bytes, lines: int, line_bytes: int = LINE_LIMIT) -> Read:
    """The record as far as it can be read, `lines` lines of less than `line_bytes` bytes at most."""
    documents: list[Json] = []
    for number, line in enumerate(record.split(b"\n")[:-1], 1):
        document, exact = object_in(line) if len(line) < line_bytes and number < lines else (None, False)
        if document is None or not exact:
            notes.find(Check.FORMAT, number - 1, "the line is not a JSON object in canonical form")
            break
        documents.append(document)
    if not record.endswith(b"\n") or not documents:
        notes.find(Check.FORMAT, len(documents), "the record is cut")
    header, *rest = documents or [{}]
    last = rest.pop() if rest and "proof" in rest[-1] else None
    return Read(header, _entries(notes, rest), _proof(notes, last, len(rest)))


def _entries(notes: Notes, rest: Sequence[Json]) -> tuple[Entry, ...]:
    found = []
    for ply, document in enumerate(rest, 1):
        try:
            one = entry(ply, document)
        except (Misshapen, ValueError) as fault:
            notes.find(Check.FORMAT, ply, f"the form is wrong: {fault}")
            break
        if set(document["public"]) != MEMBERS:
            notes.find(Check.FORMAT, ply, f"the public part does not have the members {sorted(MEMBERS)}")
            break
        found.append(one)
    return tuple(found)


def _proof(notes: Notes, document: Json | None, plies: int) -> Proof | None:
    if document is None:
        return None
    try:
        return shaped(proof, document)
    except Misshapen as fault:
        notes.find(Check.FORMAT, plies, f"the form of the proof is wrong: {fault}")
        return None


def check_chain(notes: Notes, links: Sequence[Link], name: str) -> None:
    """The entries are those of the log `name`, in their order, chained, and their clock never goes back."""
    before, latest = START_DIGEST, 0
    for ply, one in enumerate(links, 1):
        said = one.said
        notes.looked(Check.GAPS, Check.DIGESTS, Check.TIMES)
        # Written, because to Python `true` is 1.
        if canonical([said["ply"], said["game"], said["v"]]) != canonical([ply, name, 1]):
            notes.find(Check.GAPS, ply, "the entry is not the next one of this log", found=said["ply"])
        if one.digest != digest(before, one.public):
            notes.find(Check.DIGESTS, ply, "the digest does not follow from the entry and the one before")
        if type(said["time"]) is not int or said["time"] < latest:
            notes.find(Check.TIMES, ply, "the clock goes back", time=said["time"])
        else:
            latest = said["time"]
        before = one.digest
