"""The record: one game, one sequence of bytes."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import orjson
import pytest

from app.service.rulebook import current
from app.store.canonical import canonical, parse
from replays.record import read
from replays.record.errors import BadRecord, NotRevealed, UnknownEdition
from replays.record.format import LINE_LIMIT, Proof
from replays.record.read import parse_record, read_record
from replays.record.write import complete_record, proof_line, record_body, write_record

from .games import PLANS, played, recorded

CORPUS = Path(__file__).parents[1] / "corpus"


@pytest.mark.parametrize("name", PLANS)
def test_a_record_read_and_written_again_is_the_same_bytes(name: str) -> None:
    record = read_record(recorded(name))
    assert record.entries == played(name)
    assert b"".join(write_record(record.entries)) == recorded(name)


def test_a_record_can_be_read_from_a_stream() -> None:
    assert read_record(BytesIO(recorded("mexican-2"))) == read_record(recorded("mexican-2"))


@pytest.mark.parametrize("upto", [0, 1, 20, -1])
def test_a_game_that_is_not_over_has_no_record(upto: int) -> None:
    with pytest.raises(NotRevealed):
        write_record(played("mexican-3")[:upto])


def test_the_header_describes_the_record() -> None:
    header = read_record(recorded("entropy")).header
    assert header.game == played("entropy")[0].game
    assert (header.variant, header.plies) == ("mexican-3", len(played("entropy")))
    assert [player.kind for player in header.players] == ["person"] * 3


def test_the_last_line_opens_one_key_for_each_hand() -> None:
    assert len(read_record(recorded("deals")).reveal.deal_keys) == 3
    assert len(read_record(recorded("void in play")).reveal.deal_keys) == 1
    assert read_record(recorded("void")).reveal.deal_keys == ()


def test_the_rulebook_is_complete_before_the_entries() -> None:
    record = read_record(recorded("mexican-3"))
    assert record.rulebook
    assert record.rulebook == current("conquian")
    assert "nobody pays" in record.rulebook.paragraphs["9.2"]
    assert parse(record.entries[0].public)["rulebook"] == record.rulebook.pin


def test_only_the_last_line_depends_on_the_proof() -> None:
    receipt = {"v": 1, "key": "ab", "game": "g", "ply": 1, "digest": "00", "time": 0, "signature": "00"}
    proof = Proof((receipt,), {"note": "n", "index": 0, "size": 1, "path": ["0" * 64]})
    lines = list(write_record(played("mexican-3"), proof))
    assert lines[:-1] == list(record_body(played("mexican-3")))
    assert lines[-1] == proof_line(proof)
    assert complete_record(b"".join(lines[:-1]), proof) == b"".join(lines)
    assert read_record(b"".join(lines)).proof == proof
    assert read_record(recorded("mexican-3")).proof == Proof()


@pytest.mark.parametrize(
    "proof",
    [
        None,
        {},
        {"receipts": [], "checkpoint": {}},
        {"receipts": [{}], "checkpoint": None},
        {"receipts": None, "checkpoint": None},
        {"receipts": [], "checkpoint": {"note": "n", "index": -1, "size": 1, "path": []}},
        {"receipts": [], "checkpoint": {"note": "n", "index": 0, "size": 1, "path": ["x"]}},
        {"receipts": [], "checkpoint": None, "more": 1},
    ],
)
def test_a_proof_of_another_form_is_refused_at_the_last_ply(proof: object) -> None:
    lines = [*record_body(played("mexican-3")), canonical({"proof": proof}) + b"\n"]
    with pytest.raises(BadRecord) as caught:
        read_record(b"".join(lines))
    assert (caught.value.line, caught.value.ply) == (len(lines), len(played("mexican-3")))


def test_a_game_without_a_pinned_rulebook_has_a_record_of_format_1() -> None:
    kept = (CORPUS / "v1" / "void-in-play.record").read_bytes()
    record = read_record(kept)
    assert (record.header.v, record.rulebook, record.proof) == (1, None, None)
    assert b"".join(write_record(record.entries, Proof())) == complete_record(kept) == kept


def test_a_game_by_an_edition_from_elsewhere_has_no_record_here() -> None:
    first, *rest = played("mexican-3")
    public = parse(first.public)
    public["rulebook"]["edition"] = 10**6
    with pytest.raises(UnknownEdition):
        write_record([replace(first, public=canonical(public)), *rest])


def line(data: bytes, number: int) -> bytes:
    return data.splitlines(keepends=True)[number - 1]


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (lambda text: text.replace(b'"digest"', b' "digest"', 1), 5),
        (lambda text: text.replace(b"\n", b"\r\n"), 5),
        (lambda text: text.replace(b"\n", b" \n"), 5),
        (lambda text: text.replace(b'"seat"', b'"se\\u0061t"', 1), 5),
        (lambda text: text.replace(b'"v":1', b'"v":1.0', 1), 5),
        (lambda text: text.replace(b'"v":1', b'"v":1,"v":1', 1), 5),
        (lambda text: text.replace(b'"hidden"', b'"hidden_"', 1), 5),
        (lambda text: b"\n", 5),
        (lambda text: b"[]\n", 5),
        (lambda text: b"\xff\n", 5),
        (lambda text: b'{"public":' * 900 + b"1" + b"}" * 900 + b"\n", 5),
        (lambda text: text.replace(b'"players":[', b'"players":[0,', 1), 1),
        (lambda text: text.replace(b'"plies":', b'"plies":-', 1).replace(b"-", b"1e", 1), 1),
    ],
)
def test_a_line_that_is_not_canonical_is_named(change, number: int) -> None:  # type: ignore[no-untyped-def]
    lines = recorded("mexican-3").splitlines(keepends=True)
    altered = change(lines[number - 1])
    assert altered != lines[number - 1]
    lines[number - 1] = altered
    with pytest.raises(BadRecord) as caught:
        read_record(b"".join(lines))
    assert (caught.value.line, caught.value.ply) == (number, max(number - 2, 0))


@pytest.mark.parametrize("cut", [0, 1, 100, -1, -2, -400])
def test_a_record_that_is_cut_is_refused(cut: int) -> None:
    with pytest.raises(BadRecord):
        read_record(recorded("mexican-3")[:cut])


def test_a_line_beyond_the_limit_is_refused_without_reading_it_all() -> None:
    stream = BytesIO(b"x" * (2 * LINE_LIMIT))
    with pytest.raises(BadRecord, match="longer than"):
        read_record(stream)
    assert stream.tell() <= LINE_LIMIT + 1


def test_more_entries_than_the_limit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "PLY_LIMIT", 1_000)
    empty = orjson.dumps({}) + b"\n"
    with pytest.raises(BadRecord) as caught:
        read_record(empty * 1_005)
    assert caught.value.line == 1
    assert any("more than" in fault.detail for fault in parse_record(empty * 1_005).faults)
