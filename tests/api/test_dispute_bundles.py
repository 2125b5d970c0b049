"""Bundles of disputes: one file with everything, reproducible, audited offline."""

import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from orjson import loads

from app.store.canonical import canonical
from app.store.keys import GameId
from replays.disputes.bundle import KEYS
from tests.api.bundles import bundle_of, gist, relinked, rezipped, run
from tests.api.disputing import dispute, dispute_of, dispute_service, ended, finish, judged, say
from tests.api.helpers import Api, Table, expect, refused
from tests.api.player_requests import Person, person
from tests.api.test_players import table_of
from tests.verifier import node as elsewhere
from tests.verifier.node import FILE, NODE, called


def test_a_bundle_is_complete_and_the_same_bytes_every_time(api: Api, table: Table) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    data = bundle_of(table, name)
    assert data == bundle_of(table, name)
    with ZipFile(BytesIO(data)) as file:
        names = file.namelist()
        readme = file.read("README.txt").decode()
        assert file.read("game.record") == table.get("/record", Accept="*/*").data
        facts = dispute_of(table, name)
        del facts["verdict"]["sentences"]  # in the language of the reader
        assert loads(file.read("dispute.json")) == {name: facts[name] for name in facts if name != "signed"}
    assert {
        "dispute.record",
        "receipts.json",
        "proofs.json",
        "keys-as-served.json",
        "verifier.js",
        "verifier.html",
    } <= set(names)
    assert all(each in readme for each in names if each != "README.txt")


def test_an_offline_audit_of_a_bundle_names_the_trusted_keys(api: Api, table: Table, tmp_path: Path) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    for kind in ("accept", "contest"):
        expect(say(table, name, 0, kind, **({"text": "no"} if kind == "contest" else {})), 200)
    path, keys = tmp_path / "dispute.zip", tmp_path / "keys.json"
    path.write_bytes(bundle_of(table, name))
    keys.write_bytes(api.client.get("/.well-known/conquian-keys.json").data)
    alone, known = run(str(path)), run(str(path), "--keys", str(keys))
    assert (alone.exit_code, known.exit_code) == (3, 3), alone.output  # no checkpoint covers the game yet
    assert "no list of keys was given that you got elsewhere" in alone.output.splitlines()[1]
    assert "no list of keys" not in known.output
    assert table.id in alone.output
    assert name in alone.output
    assert "came with the bundle" in alone.output
    assert "came with the bundle" not in known.output
    assert known.output.count("this was signed with") == 2
    both = loads(run(str(path), "--json").output)
    assert (both["result"], both["dispute"]["dispute"], both["game"]["game"]) == (
        "incomplete",
        name,
        table.id,
    )
    assert (both["game"]["not_checked"], both["dispute"]["not_checked"]) == (["keys", "checkpoint"], ["keys"])


def test_the_audit_of_a_bundle_reports_rulings_of_an_arbiter(
    api: Api, table: Table, arbiter: Person, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    expect(say(table, name, 0, "contest", text="no"), 200)
    ruling = {"type": "rule", "outcome": "upheld", "reason": "as agreed", "correction": [3, -3]}
    expect(arbiter.post(f"/v1/disputes/{name}/moves", ruling, Idempotency_Key="1"), 200)
    path = tmp_path / "dispute.zip"
    path.write_bytes(bundle_of(table, name))
    output = run(str(path)).output
    assert "as agreed" in output
    theirs = elsewhere.run("audit", str(path)).stdout
    for told_by in (" ".join(output.split()), theirs):
        assert "In its own words: that was wrong" in told_by
        assert "Seat 0 said: no" in told_by
        assert "Seat 0 contests the verdict." in told_by
        assert "ruled: the claim was borne out." in told_by
        assert "The arbiter's reason: as agreed" in told_by
        assert "The ledger changes, by seat: +3, -3." in told_by


@pytest.mark.parametrize(("of", "ply", "first"), [("game", 3, [3, None]), ("dispute", 1, [None, 1])])
def test_receipts_of_the_reader_are_compared_with_the_log_that_they_name(
    of: str, ply: int, first: list[int | None], api: Api, table: Table, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    path, kept = tmp_path / "dispute.zip", tmp_path / "receipts.json"
    path.write_bytes(bundle_of(table, name))
    with ZipFile(path) as file:
        signed = loads(file.read("receipts.json"))
    kept.write_bytes(canonical(signed))
    words = [str(path), "--receipts", str(kept), "--json"]
    assert run(*words).exit_code == 3
    id = {"game": table.id, "dispute": name}[of]
    kept.write_bytes(canonical([receipt | {"ply": ply} for receipt in signed if receipt["game"] == id]))
    result = run(*words)
    assert (result.exit_code, gist(loads(result.output))[0]) == (1, first)
    kept.unlink()
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(
    ("language", "outcome", "rule", "phrase"),
    [
        ("en", "The claim was not borne out", "(rules 10.6)", "The rulebook says: "),
        ("es", "El reclamo no se confirmó", "(regla 10.6)", "El reglamento dice (traducción; decide"),
        (
            "fr",
            "La réclamation n'est pas confirmée",
            "(règle 10.6)",
            "Le règlement dit (traduction ; le texte",
        ),
    ],
)
def test_the_audit_of_a_bundle_states_the_verdict_in_the_language_of_its_reader(
    language: str, outcome: str, rule: str, phrase: str, api: Api, table: Table, tmp_path: Path
) -> None:
    command = {"type": "keep", "discard": "1O"}
    refusal = judged(api, table, "wrong_refusal", ply=12, command=command)
    path = tmp_path / "dispute.zip"
    path.write_bytes(bundle_of(table, refusal["dispute"]))
    output = run(str(path), "--lang", language).output
    parts = [part.replace("\n    ", " ") for part in output.split("\n\n")]
    verdict = next(part for part in parts if outcome in part)
    assert f"{outcome} {rule}." in verdict
    assert phrase in verdict
    legal, count = refusal["verdict"]["legal"], refusal["verdict"]["legal"]["count"]
    theirs = elsewhere.run("audit", str(path), "--lang", language).stdout
    assert f"{outcome} {rule}." in theirs
    among = {"en": f"({count} in all): ", "es": f"({count} en total): ", "fr": f"({count} en tout) : "}[
        language
    ]
    (line,) = (line for part in parts for line in part.splitlines() if among in line)
    assert str(legal["ply"]) in line
    assert line.partition(among)[2].count(";") + 1 >= count
    assert line.removeprefix("  - ") in theirs


def test_the_verifier_in_the_bundle_finds_its_game_clean_by_its_keys(
    api: Api, table: Table, tmp_path: Path
) -> None:
    with ZipFile(BytesIO(bundle_of(table, judged(api, table)["dispute"]))) as file:
        file.extractall(tmp_path)
    words = [str(NODE), "verifier.js", "audit", "game.record", "--keys", KEYS]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 3, done.stdout + done.stderr  # no checkpoint covers it yet
    assert "Findings" not in done.stdout
    assert table.id in done.stdout


def _elsewhere(home: Path) -> Any:
    """Return what the verifier says of the dispute in the files of a bundle, judged anew from the game."""
    read = "(name) => require('fs').readFileSync(`${asked}/${name}`)"
    asked = "read('dispute.record'), read('game.record'), {keys: JSON.parse(read('keys-as-served.json'))}"
    body = f"((read) => verifier.examineDispute({asked}))({read})"
    return called(body, str(home))


@pytest.mark.parametrize(
    ("claim", "more"),
    [
        ("deck_chosen", {}),
        ("illegal_move", {}),
        ("wrong_payment", {}),
        ("wrong_refusal", {"command": {"type": "pass"}}),
    ],
)
def test_the_verifier_in_the_bundle_judges_the_claim_as_the_machine_did(
    claim: str, more: Any, api: Api, table: Table, tmp_path: Path
) -> None:
    dispute = judged(api, table, claim, **more)
    with ZipFile(BytesIO(bundle_of(table, dispute["dispute"]))) as file:
        file.extractall(tmp_path)
    output = _elsewhere(tmp_path)
    assert (output["report"]["findings"], output["report"]["result"]) == ([], "clean")
    assert output["again"] == dispute["verdict"]["outcome"]

    record = (tmp_path / "dispute.record").read_bytes()
    other = b"rejected" if output["again"] == "upheld" else b"upheld"
    outcome = b'"outcome":"%b"'
    altered = relinked(record, outcome % output["again"].encode(), outcome % other)
    (tmp_path / "dispute.record").write_bytes(altered)
    checks = {finding["check"] for finding in _elsewhere(tmp_path)["report"]["findings"]}
    assert "decisions" in checks
    (tmp_path / "dispute.record").write_bytes(record.replace(b"that was wrong", b"that was right"))
    assert {finding["check"] for finding in _elsewhere(tmp_path)["report"]["findings"]} == {"digests"}


@pytest.mark.parametrize(
    ("old", "new", "phrase"),
    [
        (b"", b"", "The verdict was made again and is the same"),
        (b'"actor":"seat:0"', b'"actor":"seat:1"', "The verdict was not made again"),
    ],
)
def test_the_audit_reports_whether_the_verdict_was_recomputed(
    old: bytes, new: bytes, phrase: str, api: Api, table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "dispute.zip"
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path.write_bytes(
        rezipped(data, lambda name, body: body.replace(old, new, 1) if name == "game.record" else body)
    )
    assert phrase in " ".join(run(str(path)).output.split())


@pytest.mark.parametrize(
    ("old", "new"), [(b'"origin":"', b'"origin":"x'), (b'"from":0', b'"from":7'), (b"{", b"")]
)
def test_the_keys_in_a_bundle_must_be_the_trusted_keys(
    old: bytes, new: bytes, api: Api, table: Table, tmp_path: Path
) -> None:
    path, keys = tmp_path / "dispute.zip", tmp_path / "keys.json"
    data = bundle_of(table, judged(api, table)["dispute"])
    keys.write_bytes(api.client.get("/.well-known/conquian-keys.json").data)
    words = (str(path), "--keys", str(keys))
    path.write_bytes(data)
    assert run(*words).exit_code == 3
    path.write_bytes(rezipped(data, lambda name, body: body.replace(old, new, 1) if name == KEYS else body))
    assert run(*words).exit_code == 1
    assert "no es la lista de llaves" in run(*words, "--lang", "es").output


def test_the_header_of_a_dispute_names_the_game_of_its_log(api: Api, table: Table, tmp_path: Path) -> None:
    """Nothing is hashed of a header, so it may be anything that is not held against the log."""
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path, other = tmp_path / "dispute.zip", ended(api)

    def renamed(name: str, record: bytes) -> bytes:
        if name != "dispute.record":
            return record
        header, rest = record.split(b"\n", 1)
        return header.replace(table.id.encode(), other.id.encode()) + b"\n" + rest

    path.write_bytes(rezipped(data, renamed))
    output = loads(run(str(path), "--json").output)["dispute"]["findings"]
    assert [(finding["ply"], finding["check"]) for finding in output] == [(0, "header")]
    with ZipFile(path) as file:
        file.extractall(tmp_path)
    theirs = _elsewhere(tmp_path)["report"]["findings"]
    assert [(finding["ply"], finding["check"]) for finding in theirs] == [(0, "header")]


def test_a_running_game_has_no_bundle_yet(api: Api) -> None:
    table = api.table("me open", "mexican-2", options={"deals": 2})
    while table.view()["status"] != "between_hands":
        finish(api, table, plies=1)
    name = expect(dispute(table, 0), 201)["dispute"]
    refused(api.client.get(f"/v1/disputes/{name}/bundle"), 409, "not_before_end")


def test_the_record_of_a_dispute_alone_is_proved_by_neither_verifier(
    api: Api, table: Table, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    path = tmp_path / "dispute.record"
    with ZipFile(BytesIO(bundle_of(table, name))) as file:
        path.write_bytes(file.read("dispute.record"))
    result = run(str(path))
    assert (result.exit_code, "audit the bundle" in result.output) == (2, True)
    second = subprocess.run(
        [NODE, str(FILE), "audit", str(path)], capture_output=True, text=True, check=False
    )
    assert (second.returncode, "record of a dispute" in second.stderr) == (2, True)


def test_a_dispute_names_the_players_of_the_seats_and_both_audits_compare_them(
    api: Api, tmp_path: Path
) -> None:
    """Of a seat that was left and taken again it is the one who may answer now; guests have no id."""
    lupe, luis = person(api), person(api, "Luis")
    table = table_of(lupe, ["me", "open"])
    table.sit()
    ply = expect(lupe.get(table.path), 200)["ply"]
    expect(lupe.post(f"{table.path}/moves", {"type": "leave"}, Idempotency_Key="l"), 200)
    expect(luis.post(f"{table.path}/seats"), 201)
    finish(api, table)
    claim = {"ply": ply, "claim": "wrong_payment", "text": "too little"}
    answer = expect(luis.post(f"{table.path}/disputes", claim), 201)
    assert [party["player"] for party in answer["parties"]] == [luis.id, None]
    assert dispute_service(api).settle(GameId(answer["dispute"])) is not None
    data = luis.get(f"/v1/disputes/{answer['dispute']}/bundle", Accept="*/*").data
    path = tmp_path / "dispute.zip"
    path.write_bytes(data)
    assert run(str(path)).exit_code == 3
    for other, is_owner in ((lupe.id, False), (person(api, "Zoe").id, True)):
        old, new = luis.id.encode(), other.encode()
        altered = rezipped(
            data,
            lambda name, body: relinked(body, old, new) if name == "dispute.record" else body,  # noqa: B023
        )
        path.write_bytes(altered)
        report = loads(run(str(path), "--json").output)["dispute"]
        details = {finding["detail"] for finding in report["findings"]}
        assert ("the parties are not the players of the game" in details) is is_owner
