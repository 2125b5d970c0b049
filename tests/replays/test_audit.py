"""The audit of honest games, of altered bytes, and of random data."""

from random import Random
from typing import Any

import orjson
import pytest

from app.service.rulebook import hash_of
from app.store.canonical import canonical
from app.store.entry import Entry
from replays.audit.audit import audit, audit_public
from replays.audit.report import FINDINGS_LIMIT, Check, Report
from replays.audit.report_json import as_json, renewed
from replays.record.format import DamageLine, Proof
from replays.record.write import damaged_record

from . import tamper
from .games import PLANS, played, recorded


def plies_and_checks(report: Report) -> set[tuple[int, Check]]:
    return {(finding.ply, finding.check) for finding in report.findings}


def public(entries: tuple[Entry, ...]) -> Report:
    return audit_public([entry.public for entry in entries], [entry.digest for entry in entries])


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", PLANS)
def test_an_honest_game_is_clean(name: str, seed: int) -> None:
    report = audit(recorded(name, seed))
    assert report.findings == ()
    assert report.sound
    assert (report.plies, report.digest) == (len(played(name, seed)), played(name, seed)[-1].digest.hex())


def test_every_check_runs_on_a_complete_game() -> None:
    report = audit(recorded("deals"))
    not_here = {Check.PARENT, Check.RECEIPTS, Check.INCLUSION}  # a fork, and what comes from outside
    assert {done.check for done in report.checks} == set(Check) - not_here
    looked = {done.check: done.looked for done in report.checks}
    assert looked[Check.DECISIONS] == looked[Check.DIGESTS] == looked[Check.CARDS] == report.plies
    assert looked[Check.DEAL] == looked[Check.MONEY] == 3


@pytest.mark.parametrize("name", PLANS)
def test_a_running_game_is_clean_at_plies_of_every_phase(name: str) -> None:
    plies = len(played(name))
    for at in {*range(1, plies, 1 + plies // 25), plies}:
        assert public(played(name)[:at]).sound


def test_a_report_is_json() -> None:
    document = as_json(audit(recorded("mexican-3").replace(b'"time":0', b'"time":7', 1)))
    assert orjson.loads(orjson.dumps(document)) == document
    assert document["findings"][0]["check"] == "digests"


def test_a_report_stored_before_reports_had_a_result_gets_that_of_its_findings() -> None:
    clean, altered = (as_json(audit(data)) for data in (recorded("mexican-3"), recorded("mexican-3")[:-30]))
    for report, result in ((clean, "incomplete"), (altered, "findings")):
        old = {name: value for name, value in report.items() if name not in ("result", "not_checked")}
        old["findings"] = [
            {name: value for name, value in finding.items() if name != "cause"}
            for finding in report["findings"]
        ]
        again = renewed(old)
        assert (again["result"], again["clean"]) == (result, False)
        assert again["findings"] == report["findings"]
        left_out = [done["check"] for done in report["checks"] if done["left_out"]]
        assert again["not_checked"] == ["keys", *left_out]
        assert renewed(report) is report


def test_every_change_of_a_byte_is_found_and_its_ply_named() -> None:
    assert tamper.run(150, seed=7) == 150


def test_every_value_of_a_byte_is_found() -> None:
    data = recorded("void in play")
    at = Random(5).randrange(len(data))
    for value in set(range(256)) - {data[at]}:
        tamper.check(data, at, value)


def test_faults_after_a_broken_digest_are_found() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    assert len(lines) > 43
    for ply in (12, 40):
        entry = orjson.loads(lines[ply + 1])
        entry["public"]["actor"] = "seat:1" if entry["public"]["actor"] == "seat:0" else "seat:0"
        lines[ply + 1] = canonical(entry) + b"\n"
    report = audit(b"".join(lines))
    assert {
        (12, Check.DIGESTS),
        (40, Check.DIGESTS),
        (12, Check.DECISIONS),
        (40, Check.DECISIONS),
    } <= plies_and_checks(report)


def test_one_altered_digest_is_one_finding() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    entry = orjson.loads(lines[13])
    entry["digest"] = "0" * 64
    lines[13] = canonical(entry) + b"\n"
    assert plies_and_checks(audit(b"".join(lines))) == {(12, Check.DIGESTS)}


def test_an_unreadable_line_leaves_the_rest_to_the_checks_that_can_go_on() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    lines[13] = b"{}\n"
    lines[21] = lines[21].replace(b'"time":0', b'"time":9', 1)
    report = audit(b"".join(lines))
    assert {(12, Check.FORMAT), (20, Check.DIGESTS)} <= plies_and_checks(report)
    left_out = {done.check: done.left_out for done in report.checks}
    assert left_out[Check.DECISIONS] == report.plies - 11
    assert not report.sound


def test_a_rulebook_that_is_not_the_pinned_one_is_found_before_the_entries() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    book = orjson.loads(lines[1])
    book["rulebook"]["paragraphs"]["9.2"] = "The dealer wins."
    forged = canonical(book) + b"\n"
    assert plies_and_checks(audit(b"".join([lines[0], forged, *lines[2:]]))) == {(0, Check.RULEBOOK)}
    book["rulebook"]["hash"] = hash_of(book["rulebook"]["paragraphs"])
    consistent = audit(b"".join([lines[0], canonical(book) + b"\n", *lines[2:]]))
    assert [(finding.ply, finding.rule) for finding in consistent.findings] == [(0, "12.6")]


@pytest.mark.parametrize("missing", [0, 1])
def test_a_missing_first_line_is_found_before_the_entries(missing: int) -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    del lines[missing]
    assert min(ply for ply, _ in plies_and_checks(audit(b"".join(lines)))) == 0


@pytest.mark.parametrize("missing", [-1, -2])
def test_a_missing_last_line_is_found_at_the_last_ply(missing: int) -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    del lines[missing]
    assert plies_and_checks(audit(b"".join(lines))) == {(len(played("mexican-3")), Check.FORMAT)}


def test_a_record_that_stops_early_has_its_missing_entries_and_its_end_left_out() -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    whole = len(played("mexican-3"))
    report = audit(b"".join(lines[: 2 + whole - 3]))
    left_out = {done.check: done.left_out for done in report.checks}
    assert (report.plies, left_out[Check.GAPS], left_out[Check.END]) == (whole - 3, 3, 1)
    assert {Check.GAPS, Check.END} <= set(report.not_checked)


@pytest.mark.parametrize(("without", "missing"), [(0, 0), (4, 1)])
def test_a_record_without_a_header_has_its_header_left_out(without: int, missing: int) -> None:
    """How many entries are missing is not known then: at least one if the last one does not end the game."""
    lines = recorded("mexican-3").splitlines(keepends=True)
    report = audit(b"".join([b"{}\n", *lines[1 : len(lines) - without]]))
    counts = {done.check: (done.looked, done.left_out) for done in report.checks}
    assert (counts[Check.HEADER], counts[Check.GAPS]) == ((0, 1), (report.plies, missing))


@pytest.mark.parametrize("version", [1, 3])
def test_a_header_of_another_format_is_found_in_the_header(version: int) -> None:
    altered = recorded("mexican-3").replace(b'"v":2', f'"v":{version}'.encode(), 1)
    assert min(ply for ply, _ in plies_and_checks(audit(altered))) == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"{}\n",
        b"{}\n{}\n{}\n",
        b'{"reveal":1}\n{"reveal":2}\n',
        b"\x00" * 5000,
        b"[" * 100_000,
        b'{"record":' * 50_000,
        b'{"reveal":{"deal_keys":[],"game_key":"' + b"0" * 64 + b'"}}\n' * 2,
    ],
)
def test_nonsense_is_a_finding_not_an_exception(data: bytes) -> None:
    assert not audit(data).sound


def test_a_record_of_which_no_entry_can_be_read_is_a_finding_at_every_ply() -> None:
    report = audit(recorded("mexican-3").replace(b'"digest":"', b'"digest":"00'))
    assert {ply for ply, _ in plies_and_checks(report)} >= set(range(1, report.plies + 1))
    assert not report.sound


SWAPS: tuple[Any, ...] = (
    None,
    True,
    -1,
    2**52,
    0,
    1.5,
    "",
    "x",
    "seat:0",
    "7O",
    "??",
    "é" * 300,
    [],
    [[]],
    {},
    {"type": "deal"},
)


def members(value: Any) -> list[tuple[Any, Any]]:
    """Every place inside a JSON value, as (container, key)."""
    keys = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    return [(value, key) for key in keys] + [place for key in keys for place in members(value[key])]


@pytest.mark.parametrize("seed", range(4))
def test_no_value_in_any_place_breaks_the_audit(seed: int) -> None:
    random = Random(seed)
    lines = recorded(random.choice(list(PLANS))).splitlines()
    for _ in range(60):
        at = random.randrange(len(lines))
        document = orjson.loads(lines[at])
        container, key = random.choice(members(document))
        before = container[key]
        container[key] = random.choice([swap for swap in SWAPS if swap != before])
        altered = [*lines[:at], orjson.dumps(document, option=orjson.OPT_SORT_KEYS), *lines[at + 1 :]]
        report = audit(b"".join(line + b"\n" for line in altered))
        assert report.findings
        orjson.dumps(as_json(report))


def test_a_report_lists_no_more_findings_than_its_limit() -> None:
    entries = played("mexican-3") * 30
    report = public(entries)
    assert len(report.findings) == FINDINGS_LIMIT


def test_the_public_audit_finds_public_faults() -> None:
    entries = played("persons")
    without_20 = public(entries[:19] + entries[20:])
    assert plies_and_checks(without_20) == {(20, Check.GAPS), (21, Check.DIGESTS)}
    late = canonical(orjson.loads(entries[9].public) | {"time": 1})
    altered = (*entries[:9], Entry(entries[9].game, 10, late, entries[9].digest), *entries[10:])
    assert plies_and_checks(public(altered)) == {(10, Check.DIGESTS), (10, Check.TIMES)}


@pytest.mark.parametrize(
    ("change", "ply"),
    [
        (lambda book: book.pop(19), 20),
        (lambda book: book.insert(20, book[19]), 21),
        (lambda book: book.insert(20, book[4]), 21),
        (lambda book: book.insert(20, book[29]), 21),
        (lambda book: book.pop(), 40),
        (lambda book: book.pop(len(book) - 2), 40),
    ],
)
def test_the_first_finding_is_where_a_line_was_put_in_or_taken_out(change: Any, ply: int) -> None:
    lines = recorded("mexican-3").splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith(b'{"digest"'))
    end = next(at for at, line in enumerate(lines) if line.startswith(b'{"reveal"'))
    book = lines[first:end]
    assert len(book) == 41
    change(book)
    report = audit(b"".join([*lines[:first], *book, *lines[end:]]))
    assert report.findings[0].ply == ply


def test_a_wrong_count_of_plies_is_the_fault_of_the_header() -> None:
    report = audit(recorded("mexican-3").replace(b'"plies":41', b'"plies":42', 1))
    assert {finding.ply for finding in report.findings} == {0}


@pytest.mark.parametrize("ply", [1, 2, 40])
def test_the_audit_of_a_damaged_log_names_the_damage_and_not_the_header(ply: int) -> None:
    lines = recorded("persons").splitlines(keepends=True)
    first = next(at for at, line in enumerate(lines) if line.startswith(b'{"digest"'))
    at = first + ply - 1
    lines[at] = lines[at].replace(b'"kind":"person"', b'"kind":"bot"').replace(b'"time":17', b'"time":18', 1)
    assert audit(b"".join(lines)).findings[0].ply == ply
    assert audit(b"".join(lines[:at]) + lines[at][:-20]).findings[0].ply == ply


def test_what_is_left_of_a_damaged_log_is_counted_by_check() -> None:
    entries = played("persons")
    damage = DamageLine(entries[0].game, len(entries), damaged_at=5)
    report = audit(b"".join(damaged_record(entries[:4], damage, Proof())))
    assert plies_and_checks(report) == {(5, Check.GAPS)}
    counts = {done.check: (done.looked, done.left_out) for done in report.checks}
    assert counts[Check.HEADER] == (1, 0)
    assert counts[Check.DIGESTS] == (4, 0)
    assert counts[Check.GAPS] == (4, 1)
    assert counts[Check.END] == (4, 1)


def test_a_damaged_log_of_another_game_than_its_record_names_is_a_fault_of_the_header() -> None:
    entries = played("persons")
    damage = DamageLine(played("void")[0].game, len(entries), damaged_at=5)
    report = audit(b"".join(damaged_record(entries[:4], damage, Proof())))
    assert plies_and_checks(report) == {(0, Check.HEADER), (5, Check.GAPS)}


def test_half_a_closing_line_is_a_fault_of_the_last_ply() -> None:
    data = recorded("persons")
    plies = len(played("persons"))
    start = data.index(b'{"reveal"')
    joined = data[:start] + data[start:].replace(b"\n", b"*", 1)
    split = data[:-30] + b"\n" + data[-30:]
    for altered in (data[: start + 5], data[: start + 40], data[:-30], joined, split):
        assert {finding.ply for finding in audit(altered).findings} == {plies}
