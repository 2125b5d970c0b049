"""Damaged bundles of disputes: both audits agree, and judge only readable parts."""

from base64 import b64encode
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from app.store.canonical import canonical, parse
from replays.audit.report_json import as_json
from replays.disputes import bundle as bundles
from replays.disputes.bundle import zipped
from replays.disputes.bundle_audit import audited
from tests.verifier.agreement import game
from tests.verifier.bundling import Files, disagreements, forged, whole
from tests.verifier.damaging import WAYS, damaged
from tests.verifier.disputing import Case
from tests.verifier.node import called
from tests.verifier.proofs import DOCUMENT, KEYS, given
from tests.verifier.tampered import Unfit

_SHORT = 2
_DAMAGED = 20
_AUDIT = """asked.bundles.map((one) => verifier.examineBundle(
  new Uint8Array(Buffer.from(one, "base64")), { keys: asked.keys }).dispute.report)"""

_REPORTS = """asked.bundles.map((one) => {
  const found = verifier.examineBundle(new Uint8Array(Buffer.from(one, "base64")), { keys: asked.keys });
  return [found.game.report, found.dispute.report, found.partial];
})"""


@cache
def _files() -> Files:
    return whole(Random("an honest bundle"), game(f"disputes {_SHORT}", _SHORT))


def test_both_find_nothing_in_an_honest_bundle() -> None:
    case = Case("honest", b"", zipped(_files()))
    assert disagreements([(case, True), (case, False)]) == ([], 2)


def test_both_agree_on_damaged_bundles() -> None:
    rng = Random("damaged bundles")
    cases: list[tuple[Case, bool]] = []
    for _ in range(_DAMAGED):
        files = dict(_files())
        files[bundles.DISPUTE] = _damaged(rng, files[bundles.DISPUTE])
        cases.append((Case("damaged", b"", zipped(files)), True))
    assert disagreements(cases) == ([], 0)


@pytest.mark.parametrize("way", sorted(WAYS))
def test_both_agree_on_each_kind_of_damage(way: str) -> None:
    rng = Random(f"kinds of damage {way}")
    cases: list[tuple[Case, bool]] = []
    for name in (bundles.DISPUTE, bundles.GAME) * 2:
        files = dict(_files())
        files[name] = WAYS[way](rng, files[name])
        cases.append((Case(f"{name} {way}", b"", zipped(files)), True))
    assert disagreements(cases)[0] == []


def test_both_agree_on_forged_bundles() -> None:
    rng = Random("forged bundles")
    cases: list[tuple[Case, bool]] = []
    while len(cases) < _DAMAGED:
        try:
            cases.append((forged(rng, game(f"disputes {_SHORT}", _SHORT)), rng.random() < 0.5))
        except Unfit:
            continue
    assert disagreements(cases)[0] == []
    assert "damaged" in {case.way for case, _ in cases}


def _damaged(rng: Random, data: bytes) -> bytes:
    while True:
        try:
            return damaged(rng, data)
        except Unfit:
            continue


def _both(files: Files) -> list[dict[str, Any]]:
    """The report on the dispute of a bundle by each audit."""
    data = zipped(files)
    ours = as_json(audited(bundles.read(data), KEYS).dispute)
    (theirs,) = called(_AUDIT, {"bundles": [b64encode(data).decode()], "keys": DOCUMENT})
    return [ours, theirs]


def _with_space(files: Files, name: str, at: int) -> Files:
    """The files, with a space behind the first comma of a line."""
    lines = files[name].splitlines(keepends=True)
    lines[at] = lines[at].replace(b",", b", ", 1)
    return {**files, name: b"".join(lines)}


@pytest.mark.parametrize("at", [0, 1, 2, -1])
def test_a_line_that_is_not_canonical_is_unreadable_and_other_files_are_not_judged(at: int) -> None:
    files = {**_files(), bundles.SHOWN: b"{}\n", "x.txt": b"x"}
    plies = _files()[bundles.DISPUTE].count(b"\n") - 2
    damage = at if at >= 0 else plies + 1
    for report in _both(_with_space(files, bundles.DISPUTE, at)):
        about = [
            (finding["evidence"]["file"], finding["ply"])
            for finding in report["findings"]
            if "file" in finding["evidence"]
        ]
        assert report["findings"][0]["ply"] == damage
        assert about == [("x.txt", 0 if at == 0 else max(plies, damage))]
        assert {"check": "format", "looked": 0, "left_out": 1} in report["checks"]


def test_with_an_unreadable_line_of_the_game_neither_files_nor_verdict_are_judged() -> None:
    """The other keys are found all the same, and what only the dispute tells was decided again."""
    keys = parse(_files()[bundles.KEYS])
    files = {**_files(), bundles.SHOWN: b"{}\n", bundles.KEYS: canonical({**keys, "origin": "x"}) + b"\n"}
    plies = files[bundles.DISPUTE].count(b"\n") - 2
    for report in _both(_with_space(files, bundles.GAME, 3)):
        about = [(finding["evidence"]["file"], finding["ply"]) for finding in report["findings"]]
        left_out = {check["check"] for check in report["checks"] if check["left_out"]}
        assert about == [(bundles.KEYS, plies)]
        assert left_out == {"format", "decisions", "parent"}


def test_the_files_of_readable_records_are_judged() -> None:
    for report in _both({**_files(), bundles.SHOWN: b"{}\n"}):
        assert [finding["evidence"]["file"] for finding in report["findings"]] == [bundles.SHOWN]
        assert all(check["check"] != "format" for check in report["checks"])


def _contradicted(ply: int) -> list[dict[str, Any]]:
    """A receipt that the log of the game contradicts at `ply`, and the receipt of what that holds."""
    held = game(f"disputes {_SHORT}", _SHORT).log[ply - 1]
    return [given(replace(held, digest=b"\x07" * 32)), given(held)]


def _with_receipts(receipts: Any, **files: bytes) -> Files:
    return {**_files(), **files, bundles.CONTRADICTED: canonical(receipts) + b"\n"}


def test_both_hold_the_contradicted_receipts_in_a_bundle_against_the_game() -> None:
    ours, theirs = _reports(_with_receipts(_contradicted(3)))
    for game_, dispute, partial in (ours, theirs):
        assert [(finding["ply"], finding["cause"]) for finding in game_["findings"]] == [
            (3, "contradiction"),
            (3, "two_signatures"),
        ]
        assert (dispute["findings"], partial) == ([], None)


def test_both_agree_on_contradicted_receipts_of_a_damaged_record() -> None:
    files = _with_receipts(_contradicted(3))
    reports = _reports(_with_space(files, bundles.GAME, -3))
    for _, _, partial in reports:
        assert partial is not None
        results = [
            (receipt["ply"], receipt["result"])
            for receipt in partial["receipts"]
            if receipt["source"] == "bundle"
        ]
        assert results == [(3, "contradicts"), (3, "agrees")]
    assert reports[0][2] == reports[1][2]


@pytest.mark.parametrize("receipts", [{}, [{}], ["x"], 7, None])
def test_a_file_of_contradicted_receipts_that_holds_others_is_found(receipts: Any) -> None:
    for report in _both(_with_receipts(receipts)):
        (finding,) = report["findings"]
        assert finding["detail"] == "contradicted.json is not a list of receipts"
        assert finding["evidence"] == {"file": "contradicted.json"}


def _reports(files: Files) -> list[tuple[Any, Any, Any]]:
    """The reports on game and dispute of a bundle, and what is decided beside damage, by each audit."""
    data = zipped(files)
    report = audited(bundles.read(data), KEYS)
    (theirs,) = called(_REPORTS, {"bundles": [b64encode(data).decode()], "keys": DOCUMENT})
    return [(as_json(report.game), as_json(report.dispute), report.partial), tuple(theirs)]
