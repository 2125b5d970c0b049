"""Records of logs that are no games: what of them can be read, and the chain of their entries."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app.games.codec import Json
from app.store.canonical import canonical
from app.store.entry import START_DIGEST, digest
from app.store.keys import LogKind, game_id_from
from replays.audit.aggregate_record import AggregateRecord, check_chain, read_aggregate
from replays.audit.chain import Link, link_of
from replays.audit.report import Check, ReportBuilder, Scope

NAME = game_id_from(bytes(32), LogKind.DISPUTE)
HEADER = {"dispute": NAME}


def publics(count: int) -> list[Json]:
    """Return the public parts of a log, a second apart."""
    return [
        {
            "v": 1,
            "game": NAME,
            "ply": ply,
            "time": 1_000 * ply,
            "actor": "seat:0",
            "command": {"type": "open"},
            "events": [{"type": "opened"}],
            "seals": [],
        }
        for ply in range(1, count + 1)
    ]


def entries(documents: Sequence[Json]) -> list[Json]:
    """Return the lines of entries with these public parts."""
    before, lines = START_DIGEST, []
    for public in documents:
        before = digest(before, canonical(public))
        lines.append({"digest": before.hex(), "public": public, "hidden": []})
    return lines


def written(*lines: Any) -> bytes:
    return b"".join(canonical(line) + b"\n" for line in lines)


def read(
    data: bytes, lines: int = 9, line_bytes: int = 10_000
) -> tuple[AggregateRecord, list[tuple[int, str]]]:
    """Return what is read of a record, and the findings about its form."""
    builder = ReportBuilder()
    record = read_aggregate(builder, data, lines, line_bytes)
    assert {finding.check for finding in builder.found} <= {Check.FORMAT}
    return record, [(finding.ply, finding.detail) for finding in builder.found]


def test_a_record_is_read_line_by_line() -> None:
    record, faults = read(written(HEADER, *entries(publics(3))))
    assert (record.header, [entry.ply for entry in record.entries], record.proof) == (HEADER, [1, 2, 3], None)
    assert faults == []


@pytest.mark.parametrize("data", [b"", b"\n", b"{}", b"no json\n"])
def test_a_record_without_a_readable_line_has_no_header_and_is_cut(data: bytes) -> None:
    record, faults = read(data)
    assert (record.header, record.entries, record.proof) == ({}, (), None)
    assert faults[-1] == (0, "the record is cut")


def test_what_follows_an_unreadable_line_is_not_read() -> None:
    first, second, third = entries(publics(3))
    record, faults = read(written(HEADER, first) + b'{"b":1,"a":2}\n' + written(second, third))
    assert [entry.ply for entry in record.entries] == [1]
    assert faults == [(2, "the line is not a JSON object in canonical form")]


def test_a_last_line_without_its_end_is_cut() -> None:
    record, faults = read(written(HEADER, *entries(publics(2)))[:-1])
    assert [entry.ply for entry in record.entries] == [1]
    assert faults == [(2, "the record is cut")]


def test_no_more_and_no_longer_lines_are_read_than_are_allowed() -> None:
    data = written(HEADER, *entries(publics(3)))
    longest = max(map(len, data.splitlines()))
    assert [len(read(data, lines=lines)[0].entries) for lines in (5, 4)] == [3, 2]
    assert [len(read(data, line_bytes=size)[0].entries) for size in (longest + 1, longest)] == [3, 0]


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.pop("hidden"),
        lambda line: line.update(digest="x"),
        lambda line: line["public"].pop("seals"),
        lambda line: line["public"].update(more=1),
    ],
)
def test_an_entry_of_another_form_ends_the_entries_that_are_read(change: Callable[[Json], Any]) -> None:
    lines = entries(publics(3))
    change(lines[1])
    record, faults = read(written(HEADER, *lines))
    assert ([entry.ply for entry in record.entries], [ply for ply, _ in faults]) == ([1], [2])


def test_a_proof_of_another_form_is_a_fault_of_the_last_entry() -> None:
    record, faults = read(written(HEADER, *entries(publics(2)), {"proof": 5}))
    assert (len(record.entries), record.proof, [ply for ply, _ in faults]) == (2, None, [2])


def checked(change: Callable[[list[Json]], Any], *, hash_again: bool = True) -> list[tuple[int, Check]]:
    """Return the findings about the chain of three entries after `change`."""
    documents = publics(3)
    hashes = [bytes.fromhex(line["digest"]) for line in entries(documents)]
    change(documents)
    if hash_again:
        hashes = [bytes.fromhex(line["digest"]) for line in entries(documents)]
    links: list[Link] = []
    for ply, (public, hashed) in enumerate(zip(documents, hashes, strict=True), 1):
        made = link_of(ply, canonical(public), hashed)
        assert made is not None
        links.append(made)
    builder = ReportBuilder()
    check_chain(builder, links, NAME)
    looked = {done.check: done.looked for done in builder.report(Scope.RECORD, None, 3, None).checks}
    assert looked == {Check.GAPS: 3, Check.DIGESTS: 3, Check.TIMES: 3}
    return [(finding.ply, finding.check) for finding in builder.found]


@pytest.mark.parametrize(
    ("member", "value"), [("ply", 3), ("ply", True), ("game", "d-00" + "a" * 22), ("v", 2), ("v", True)]
)
def test_an_entry_that_is_not_the_next_one_of_its_log_is_a_gap(member: str, value: Any) -> None:
    at = 0 if value is True else 1
    assert checked(lambda book: book[at].update({member: value})) == [(at + 1, Check.GAPS)]


def test_an_altered_entry_breaks_the_chain_at_its_place_only() -> None:
    assert checked(lambda book: book[1].update(actor="seat:1"), hash_again=False) == [(2, Check.DIGESTS)]


def test_a_clock_that_goes_back_is_found_until_it_has_caught_up() -> None:
    assert checked(lambda book: book[0].update(time=2_500)) == [(2, Check.TIMES)]
    assert checked(lambda book: book[1].update(time=3_000)) == []
    assert checked(lambda book: book[1].update(time="2000")) == [(2, Check.TIMES)]
