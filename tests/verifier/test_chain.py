"""The verifier on honest records, and on those with a changed line."""

import json

import pytest

from app.store.canonical import canonical
from tests.replays.games import PLANS, played, recorded
from tests.verifier.node import Auditor, Json, sound


class Book:
    """The lines of a record, those of its entries by ply."""

    def __init__(self, name: str) -> None:
        lines = recorded(name).splitlines(keepends=True)
        self.plies = len(played(name))
        before = 1 if lines[1].startswith(b'{"digest"') else 2
        self.before, self.after = lines[:before], lines[before + self.plies :]
        self.entries = lines[before : before + self.plies]

    def bytes(self) -> bytes:
        """The record as it is now."""
        return b"".join([*self.before, *self.entries, *self.after])


def first(report: Json) -> tuple[int, str]:
    """The ply and the check of the first finding."""
    finding = report["findings"][0]
    return finding["ply"], finding["check"]


@pytest.mark.parametrize("name", [name for name in PLANS if not name.startswith("holdem")])
def test_an_honest_record_has_no_findings(verifier: Auditor, name: str) -> None:
    report = verifier.audit(recorded(name))
    log = played(name)
    assert report["findings"] == []
    assert (report["game"], report["plies"], report["digest"]) == (
        log[0].game,
        len(log),
        log[-1].digest.hex(),
    )


def test_a_dropped_line_is_missed_where_it_was(verifier: Auditor) -> None:
    book = Book("mexican-3")
    del book.entries[19]
    assert first(verifier.audit(book.bytes())) == (20, "gaps")


def test_a_duplicate_line_is_found_where_it_was_inserted(verifier: Auditor) -> None:
    book = Book("mexican-3")
    book.entries.insert(20, book.entries[19])
    assert first(verifier.audit(book.bytes())) == (21, "gaps")


def test_a_changed_byte_breaks_the_digest_of_its_ply(verifier: Auditor) -> None:
    book = Book("persons")
    book.entries[6] = book.entries[6].replace(b'"time":17', b'"time":18')
    assert first(verifier.audit(book.bytes())) == (7, "digests")


def test_a_record_cut_short_does_not_end_with_the_reveal(verifier: Auditor) -> None:
    book = Book("mexican-3")
    report = verifier.audit(b"".join([*book.before, *book.entries[:29]]))["findings"]
    assert {finding["check"] for finding in report} >= {"end", "format"}
    assert {finding["ply"] for finding in report} == {29}


def test_a_hidden_part_that_was_not_sealed_is_found(verifier: Auditor) -> None:
    book = Book("mexican-3")
    entry = json.loads(book.entries[1])
    stock = entry["hidden"][-1]["part"]["events"]["1"]["stock"]
    stock[0], stock[1] = stock[1], stock[0]
    book.entries[1] = canonical(entry) + b"\n"
    report = verifier.audit(book.bytes())
    assert {(finding["ply"], finding["check"]) for finding in report["findings"]} >= {
        (2, "seals"),
        (2, "deal"),
    }


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"{}\n" * 3, b"\x00" * 5000, b"[" * 100_000, b'{"reveal":1}\n' * 2]
)
def test_nonsense_is_a_finding_not_an_exception(verifier: Auditor, data: bytes) -> None:
    assert not sound(verifier.audit(data))
