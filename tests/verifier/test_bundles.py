"""Of damaged bundles of disputes both audits say the same, and judge nothing that cannot be read."""

from base64 import b64encode
from functools import cache
from random import Random
from typing import Any

import pytest

from app.store.canonical import canonical, parse
from replays.disputes import bundle as bundles
from replays.disputes.auditing import audited
from replays.disputes.bundle import zipped
from replays.findings import as_json
from tests.verifier.agreement import game
from tests.verifier.bundling import Files, disagreements, forged, whole
from tests.verifier.damaging import WAYS, damaged
from tests.verifier.disputing import Case
from tests.verifier.node import called
from tests.verifier.proofs import DOCUMENT, KEYS
from tests.verifier.tampering import Unfit

_SHORT = 2
_DAMAGED = 60
_AUDIT = """asked.bundles.map((one) => verifier.examineBundle(
  new Uint8Array(Buffer.from(one, "base64")), { keys: asked.keys }).dispute.report)"""


@cache
def _files() -> Files:
    return whole(Random("an honest bundle"), game(f"disputes {_SHORT}", _SHORT))


def test_both_find_nothing_in_an_honest_bundle() -> None:
    case = Case("honest", b"", zipped(_files()))
    assert disagreements([(case, True), (case, False)]) == ([], 2)


def test_both_say_the_same_of_damaged_bundles() -> None:
    rng = Random("damaged bundles")
    cases: list[tuple[Case, bool]] = []
    for _ in range(_DAMAGED):
        files = dict(_files())
        files[bundles.DISPUTE] = _damaged(rng, files[bundles.DISPUTE])
        cases.append((Case("damaged", b"", zipped(files)), True))
    assert disagreements(cases) == ([], 0)


@pytest.mark.parametrize("way", sorted(WAYS))
def test_both_say_the_same_of_each_kind_of_damage(way: str) -> None:
    rng = Random(f"kinds of damage {way}")
    cases: list[tuple[Case, bool]] = []
    for name in (bundles.DISPUTE, bundles.GAME) * 2:
        files = dict(_files())
        files[name] = WAYS[way](rng, files[name])
        cases.append((Case(f"{name} {way}", b"", zipped(files)), True))
    assert disagreements(cases)[0] == []


def test_both_say_the_same_of_forged_bundles() -> None:
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
def test_a_line_that_is_not_canonical_is_unreadable_and_files_beside_it_are_not_judged(at: int) -> None:
    files = {**_files(), bundles.SHOWN: b"{}\n", "x.txt": b"x"}
    plies = _files()[bundles.DISPUTE].count(b"\n") - 2
    damage = at if at >= 0 else plies + 1
    for report in _both(_with_space(files, bundles.DISPUTE, at)):
        about = [
            (one["evidence"]["file"], one["ply"]) for one in report["findings"] if "file" in one["evidence"]
        ]
        assert report["findings"][0]["ply"] == damage
        assert about == [("x.txt", 0 if at == 0 else max(plies, damage))]
        assert {"check": "format", "looked": 0, "left_out": 1} in report["checks"]


def test_beside_an_unreadable_line_of_the_game_neither_the_files_nor_the_verdict_are_judged() -> None:
    """The other keys are found all the same, and what only the dispute tells was decided again."""
    keys = parse(_files()[bundles.KEYS])
    files = {**_files(), bundles.SHOWN: b"{}\n", bundles.KEYS: canonical({**keys, "origin": "x"}) + b"\n"}
    plies = files[bundles.DISPUTE].count(b"\n") - 2
    for report in _both(_with_space(files, bundles.GAME, 3)):
        about = [(one["evidence"]["file"], one["ply"]) for one in report["findings"]]
        left_out = {one["check"] for one in report["checks"] if one["left_out"]}
        assert about == [(bundles.KEYS, plies)]
        assert left_out == {"format", "decisions", "parent"}


def test_the_files_of_readable_records_are_judged() -> None:
    for report in _both({**_files(), bundles.SHOWN: b"{}\n"}):
        assert [one["evidence"]["file"] for one in report["findings"]] == [bundles.SHOWN]
        assert all(one["check"] != "format" for one in report["checks"])
