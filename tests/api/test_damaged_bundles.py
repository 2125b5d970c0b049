"""The bundle of a dispute about a damaged game: readable entries, judged by both verifiers."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from app.cli.replay.commands import audit as command
from app.service.games import GameService
from app.store.dispute_index import DisputeIndex
from app.store.keys import GameId
from replays.audit.audit import audit
from replays.audit.report_json import as_json
from replays.disputes.bundle import read, zipped
from replays.disputes.bundle_audit import Audited, audited
from replays.disputes.service import DisputeService
from replays.record.read import parse_record
from replays.record.receipts import KEYS_PATH, key_list
from tests.api.attacking import started_anew
from tests.api.damaged_logs import AT, damage
from tests.api.disputing import dispute
from tests.api.helpers import Api, Json, Table, expect
from tests.api.test_marks import signed
from tests.service.helpers import KEYS
from tests.verifier.node import run


def bundle_of(table: Table, claim: str, ply: int = 5, **more: Any) -> bytes:
    """The bundle of a judged dispute of seat 0."""
    name = expect(dispute(table, 0, claim, ply, **more), 201)["dispute"]
    games = GameService(table.api.parts.store, 16)
    DisputeService(games, DisputeIndex(table.api.redis), KEYS.ids, 7).settle(GameId(name))
    answer = table.api.client.get(f"/v1/disputes/{name}/bundle")
    assert answer.status_code == 200, answer.text
    data: bytes = answer.data
    return data


def trusted(table: Table) -> Json:
    return expect(table.api.client.get(KEYS_PATH), 200)


def other(path: Path, table: Table, data: bytes, *words: str) -> Any:
    """Return what `verifier.js` says of the bundle, as JSON."""
    (path / "dispute.zip").write_bytes(data)
    (path / "keys.json").write_text(json.dumps(trusted(table)))
    done = run("audit", str(path / "dispute.zip"), "--keys", str(path / "keys.json"), "--json", *words)
    assert done.returncode == 1, done.stderr
    return json.loads(done.stdout)


def gist(report: Json) -> tuple[Any, ...]:
    """Return what both verifiers say alike of a report."""
    findings = [(finding["ply"], finding["check"], finding["cause"]) for finding in report["findings"]]
    return report["scope"], report["game"], report["plies"], report["digest"], report["result"], findings


def both(path: Path, table: Table, data: bytes) -> Audited:
    """The audit of the bundle, in which both verifiers have to agree."""
    ours, theirs = audited(read(data), key_list(trusted(table))), other(path, table, data)
    assert ours.partial == theirs["partial"]
    for mine, his in ((ours.game, theirs["game"]), (ours.dispute, theirs["dispute"])):
        assert gist(as_json(mine) | {"game": mine.game}) == gist(his)
    return ours


def test_both_verifiers_judge_the_readable_entries(broken: Table, tmp_path: Path) -> None:
    data = bundle_of(broken, "history_altered", AT)
    reports = both(tmp_path, broken, data)
    assert [(finding.ply, str(finding.cause)) for finding in reports.game.findings] == [(AT, "damage")]
    assert (reports.game.plies, reports.dispute.findings) == (AT - 1, ())
    assert reports.partial is not None
    assert (reports.partial["sound"], reports.partial["first"]) == (AT - 1, AT)
    assert reports.partial["plies"] > AT
    assert (reports.partial["entry"], reports.partial["head"]) == ({"ply": AT, "result": "missing"}, None)
    assert [(receipt["ply"], receipt["result"]) for receipt in reports.partial["receipts"]] == [
        (AT - 1, "agrees")
    ]


def test_a_receipt_for_a_lost_entry_neither_supports_nor_contradicts_the_rest(
    api: Api, broken: Table, tmp_path: Path
) -> None:
    kept = signed(api, broken, AT + 2)
    reports = both(tmp_path, broken, bundle_of(broken, "history_altered", AT + 2, receipt=kept))
    assert [(finding.ply, str(finding.cause)) for finding in reports.game.findings] == [(AT, "damage")]
    assert reports.partial is not None
    assert reports.partial["receipts"][1] == {"ply": AT + 2, "source": "dispute", "result": "unreadable"}
    assert reports.partial["claim"] == "open"


def test_a_receipt_that_contradicts_a_readable_entry_is_found(
    api: Api, broken: Table, tmp_path: Path
) -> None:
    statement = both(
        tmp_path, broken, bundle_of(broken, "history_altered", 5, receipt=signed(api, broken, 5))
    )
    assert [(finding.ply, str(finding.cause)) for finding in statement.game.findings] == [
        (5, "contradiction"),
        (5, "two_histories"),
        (AT, "damage"),
    ]
    assert statement.partial is not None
    assert statement.partial["claim"] == "proved"  # the log of the dispute stands for the entry that is left


def test_no_hidden_card_is_in_the_bundle_of_a_damaged_game(broken: Table) -> None:
    with ZipFile(BytesIO(bundle_of(broken, "other"))) as file:
        record, readme = file.read("game.record"), file.read("README.txt").decode()
    lines = [json.loads(line) for line in record.splitlines()]
    assert all(line["hidden"] == [] for line in lines[1:-1])
    assert any(line["public"]["seals"] for line in lines[1:-1])
    assert f"from entry {AT} of {lines[0]['plies']} on" in readme
    assert audit(record).findings[0].ply == AT


def test_the_bundle_of_an_unreadable_game_holds_the_dispute(api: Api, table: Table, tmp_path: Path) -> None:
    damage(api, table, 1)
    reports = both(tmp_path, table, bundle_of(started_anew(table), "other"))
    assert [(finding.ply, str(finding.cause)) for finding in reports.game.findings] == [(1, "damage")]
    assert (reports.game.game, reports.game.plies, reports.dispute.findings) == (table.id, 0, ())


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Only what is before the damage can be read"),
        ("es", "Solo se puede leer lo que está antes del daño"),
        ("fr", "On ne peut lire que ce qui précède le dommage"),
    ],
)
def test_the_reports_name_the_unreadable_entries(
    broken: Table, tmp_path: Path, language: str, sentence: str
) -> None:
    data = bundle_of(broken, "history_altered")
    (tmp_path / "dispute.zip").write_bytes(data)
    (tmp_path / "keys.json").write_text(json.dumps(trusted(broken)))
    words = [str(tmp_path / "dispute.zip"), "--keys", str(tmp_path / "keys.json"), "--lang", language]
    ours, theirs = CliRunner().invoke(command, words), run("audit", *words)
    assert (ours.exit_code, theirs.returncode) == (1, 1), (ours.output, theirs.stderr)
    for output in (ours.output, theirs.stdout):
        assert sentence in " ".join(output.split())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"damaged_at":20', b'"damaged_at":19'),
        (b'"damaged_at":20', b'"damaged_at":9999'),
        (b'"v":1}', b'"v":2}'),
        (b'"events":[{"seat":', b'"events":[{"seta":'),
        (b'\n{"digest"', b'\n {"digest"'),
        (b'{"proof":', b'{"poorf":'),
    ],
)
def test_both_verifiers_find_forged_changes(broken: Table, tmp_path: Path, old: bytes, new: bytes) -> None:
    data = bundle_of(broken, "other")
    with ZipFile(BytesIO(data)) as file:
        files = {name: file.read(name) for name in file.namelist()}
    changed = files["game.record"].replace(old, new, 1)
    assert changed != files["game.record"]
    forged = zipped({**files, "game.record": changed})
    ours, theirs = audited(read(forged), key_list(trusted(broken))), other(tmp_path, broken, forged)
    first = min(finding.ply for finding in ours.game.findings)
    assert first == min(finding["ply"] for finding in theirs["game"]["findings"])
    assert {finding.ply for finding in ours.game.findings} - {AT} or parse_record(changed).damage is None
    assert str(ours.game.result) == theirs["game"]["result"] == "findings"
