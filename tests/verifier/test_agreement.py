"""Both audits find nothing in honest records, and name the same first ply of tampered ones."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from random import Random

import pytest
from orjson import loads

from app.games.codec import Json
from app.store.canonical import canonical
from app.store.entry import START_DIGEST, digest
from replays.audit.audit import audit
from replays.audit.report_json import as_json
from replays.record.format import LINE_LIMIT, Proof
from replays.record.read import read_record
from tests.replays.forging import pages
from tests.verifier.agreement import CORPUS, Disagreement, check_honest, check_tampered, fault, game, old_game
from tests.verifier.node import Auditor
from tests.verifier.proofs import DOCUMENT, KEYS
from tests.verifier.tampered import Game, Tampered, reforged
from tests.verifier.tampering import WAYS

_MOST_PLIES = 90


@cache
def games() -> tuple[Game, ...]:
    """Some short games, always the same."""
    drawn = (game(f"agreement {row}", row) for row in range(30))
    return tuple(played for played in drawn if 20 < played.plies < _MOST_PLIES)[:6]


def test_both_find_nothing_in_honest_records(verifier: Auditor) -> None:
    for played in games():
        check_honest(verifier, played)


def test_a_returning_seat_can_only_commit_while_commitments_are_open(
    verifier: Auditor,
) -> None:
    """RULES 11.9: its answer had been given for it, and it says `ready` to be back."""
    played = game("tamper 15016507124564419416", 32)
    types = [[event["type"] for event in loads(entry.public)["events"]] for entry in played.log]
    assert ["returned"] in types[: types.index(["hand-begun", "dealt", "asked"])]
    check_honest(verifier, played)


@pytest.mark.parametrize("name", ["tamper 15016507124564419416", "back 1359"])
def test_both_refuse_the_commitment_of_a_seat_that_is_only_back(verifier: Auditor, name: str) -> None:
    """RULES 12.2: it would be lost, whether the others still commit or the hand is being played."""
    played = game(name, 32)
    book = deepcopy(pages(played.log))
    page = next(page for page in book if _is_back(page.public))
    page.public["command"]["entropy_commitment"] = "ab" * 32
    findings = fault(verifier, Tampered(reforged(played, book), page.public["ply"]))
    assert findings is None, findings


def _is_back(public: Json) -> bool:
    return [event["type"] for event in public["events"]] == ["returned"] and public["command"][
        "type"
    ] == "ready"


@pytest.mark.parametrize("way", [way for way in WAYS if way != "shared"])
def test_both_name_the_same_first_ply_of_a_record_tampered_with(verifier: Auditor, way: str) -> None:
    rng = Random(way)
    done = [check_tampered(verifier, played, way, rng) for played in rng.sample(games(), 4)]
    assert any(done)


@pytest.mark.parametrize("seed", range(3))
def test_both_name_the_same_first_ply_of_an_old_record_tampered_with(verifier: Auditor, seed: int) -> None:
    old, rng = old_game(f"old {seed}"), Random(seed)
    check_honest(verifier, old)
    assert sum(check_tampered(verifier, old, way, rng) for way in rng.sample(list(WAYS), 8)) > 3


@pytest.mark.parametrize("name", ["v1/not-revealed", "v2/not-filled"])
@pytest.mark.parametrize("value", [b"\n", b"7", b""])
def test_a_fault_of_any_byte_after_the_entries_is_named_by_the_last_ply(
    verifier: Auditor, name: str, value: bytes
) -> None:
    short = Game(name, read_record((CORPUS / f"{name}.record").read_bytes()).entries, Proof())
    start = len(short.data) - sum(map(len, short.after))
    for at in range(start, len(short.data), 1 if value == b"\n" else 5):
        altered = short.data[:at] + value + short.data[at + 1 :]
        if altered != short.data:
            assert fault(verifier, Tampered(altered, short.plies)) is None, (at - start, value)


@pytest.mark.parametrize(("old", "new"), [(b",", b", "), (b"\n", b"\r\n"), (b'"v":1', b'"v":1,"v":1')])
def test_a_line_that_is_not_canonical_is_unreadable(verifier: Auditor, old: bytes, new: bytes) -> None:
    played, at = games()[0], 9
    lines = list(played.lines)
    lines[at - 1] = lines[at - 1].replace(old, new, 1)
    data = played.record(lines)
    for report in (as_json(audit(data, keys=KEYS)), verifier.audit(data, DOCUMENT)):
        digests = next(done for done in report["checks"] if done["check"] == "digests")
        assert min(finding["ply"] for finding in report["findings"]) == at
        assert (digests["looked"], digests["left_out"]) == (played.plies - 1, 1)


def test_the_two_pieces_of_a_line_of_keys_are_no_entries(verifier: Auditor) -> None:
    long = game("tamper 12742281494681305192", 775)
    start = long.data.index(b'{"reveal"')
    for at in (*range(start, start + 12), start + 60, start + len(long.after[0]) - 2):
        for altered in (long.data[:at] + b"\n" + long.data[rest:] for rest in (at, at + 1)):
            assert fault(verifier, Tampered(altered, 67)) is None, at - start


def _closing_lines_that_are_none(keys: bytes, proof: bytes) -> Iterator[list[bytes]]:
    """Return lines in the place of the two closing lines."""
    yield from ([keys, keys, proof], [keys, proof, proof], [keys, proof, keys, proof], [proof, keys])
    for more in (b"{}\n", b"\n", b"[]\n", b"1", b'{"rulebook":{}}\n'):
        yield from (
            [more, keys, proof],
            [keys, more, proof],
            [keys, proof, more],
            [keys, more],
            [more, proof],
        )


def test_closing_lines_too_many_too_few_or_strange_are_named_by_the_last_ply(verifier: Auditor) -> None:
    played = games()[0]
    for lines in _closing_lines_that_are_none(played.after[0], played.after[1]):
        altered = Tampered(b"".join([*played.before, *played.lines, *lines]), played.plies)
        assert fault(verifier, altered) is None, lines


@pytest.mark.parametrize("ply", [1, 7])
def test_an_entry_on_a_line_that_is_too_long_is_named(verifier: Auditor, ply: int) -> None:
    played, lines = games()[0], list(games()[0].lines)
    lines[ply - 1] = lines[ply - 1].replace(b'"type":"', b'"type":"' + b"x" * LINE_LIMIT, 1)
    assert fault(verifier, Tampered(played.record(lines), ply)) is None


def test_an_unchanged_record_counts_as_unnoticed(verifier: Auditor) -> None:
    honest = games()[0]
    assert "unnoticed" in (fault(verifier, Tampered(honest.data, 1)) or "")
    cut = Tampered(honest.data[:-1], 1)
    assert "named" in (fault(verifier, cut) or "")


def test_a_disagreement_is_raised(verifier: Auditor) -> None:
    broken = game("agreement broken", 6)
    broken.data = broken.data[:-1]
    with pytest.raises(Disagreement):
        check_honest(verifier, broken)


def _lines(data: bytes) -> list[Json]:
    return [loads(line) for line in data.splitlines()]


def _chained(lines: list[Json]) -> bytes:
    """The record of these lines, every digest made anew."""
    before = START_DIGEST
    for line in lines:
        if "public" in line:
            before = digest(before, canonical(line["public"]))
            line["digest"] = before.hex()
    return b"".join(canonical(line) + b"\n" for line in lines)


def _more_on_the_proof_line(lines: list[Json]) -> int:
    lines[-1]["rules"] = {}
    return len(lines) - 4


def _more_in_a_command_of_the_table(lines: list[Json]) -> int:
    lines[3]["public"]["command"]["seats"] = [0]
    return 2


def _more_in_a_command_and_a_wrong_header(lines: list[Json]) -> int:
    lines[0]["variant"] = "paco-x"
    return _more_in_a_command_of_the_table(lines)


def _a_seat_that_is_none(lines: list[Json]) -> int:
    seats = lines[2]["public"]["events"][0]["seats"]
    seats[0]["kind"] = 7
    return 1


def _an_edition_that_there_cannot_be(lines: list[Json]) -> int:
    lines[2]["public"]["rulebook"]["edition"] = 0
    return 1


def _no_hash_of_the_rules_and_a_wrong_header(lines: list[Json]) -> int:
    lines[2]["public"]["rules_hash"] = None
    lines[0]["rules_hash"] = "0" * 64
    return 0


def _a_ledger_without_balances_that_goes_on(lines: list[Json]) -> int:
    at = next(at for at, line in enumerate(lines) if "hand-settled" in str(line.get("public")))
    settled = next(event for event in lines[at]["public"]["events"] if event["type"] == "hand-settled")
    del settled["balances"]
    lines[at]["public"]["events"].append({**settled, "balances": [0, 0]})
    return at - 1


def _an_id_that_is_too_long_for_any_hash(lines: list[Json]) -> int:
    lines[2]["public"]["events"][0]["game"] = "é" * 300
    return 1


@pytest.mark.parametrize(
    "change",
    [
        _an_id_that_is_too_long_for_any_hash,
        _more_on_the_proof_line,
        _more_in_a_command_of_the_table,
        _more_in_a_command_and_a_wrong_header,
        _a_seat_that_is_none,
        _an_edition_that_there_cannot_be,
        _no_hash_of_the_rules_and_a_wrong_header,
        _a_ledger_without_balances_that_goes_on,
    ],
)
def test_both_name_the_same_first_ply_of_entries_that_only_a_forger_writes(
    verifier: Auditor, change: Callable[[list[Json]], int]
) -> None:
    lines = _lines(games()[0].data)
    ply = change(lines)
    data = _chained(lines)
    theirs = verifier.audit(data)["findings"]
    assert (first_ply(as_json(audit(data))["findings"]), first_ply(theirs)) == (ply, ply)


def first_ply(findings: list[Json]) -> int:
    return min(int(finding["ply"]) for finding in findings)
