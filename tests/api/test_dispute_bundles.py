"""The bundle of a dispute: everything in one file that is the same every time and proves itself offline."""

import subprocess
import warnings
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from click.testing import CliRunner
from orjson import loads

from app.cli.replay.commands import audit
from app.store.canonical import canonical
from app.store.keys import GameId
from replays.disputes.bundle import KEYS, zipped
from tests.api.disputing import dispute, dispute_service, ended, finish, judged, say, shown
from tests.api.helpers import Api, Table, expect, refused
from tests.api.people import Person, person
from tests.api.test_disputes import arbiter as arbiter
from tests.api.test_players import table_of
from tests.verifier import node as elsewhere
from tests.verifier.node import FILE, NODE, called


def bundle_of(table: Table, name: str) -> bytes:
    response = table.api.client.get(f"/v1/disputes/{name}/bundle", headers=table.headers(0))
    assert (response.status_code, response.mimetype) == (200, "application/zip")
    data: bytes = response.data
    return data


def run(*words: str) -> Any:
    """The audit of the program, once the verifier has come to the same about the same bundle."""
    found, other = CliRunner().invoke(audit, list(words)), elsewhere.run("audit", *words)
    assert other.returncode == found.exit_code, found.output + other.stdout + other.stderr
    assert (other.stderr == "") == (other.returncode != 2), other.stderr
    if "--json" in words and found.exit_code != 2:
        assert _gist(loads(other.stdout)) == _gist(loads(found.output)), other.stdout
    return found


def _gist(told: Any) -> list[Any]:
    """Of both reports the first bad ply and whether they are clean."""
    both = (told["game"], told["dispute"])
    first = [min((one["ply"] for one in report["findings"]), default=None) for report in both]
    said = [[report["clean"], report["result"], report["not_checked"]] for report in both]
    return [first, said, told["clean"], told["result"]]


def test_a_bundle_holds_everything_and_is_the_same_file_every_time(api: Api, table: Table) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    data = bundle_of(table, name)
    assert data == bundle_of(table, name)
    with ZipFile(BytesIO(data)) as file:
        names = file.namelist()
        readme = file.read("README.txt").decode()
        assert file.read("game.record") == table.get("/record", Accept="*/*").data
        told = shown(table, name)
        del told["verdict"]["sentences"]  # in the language of the reader
        assert loads(file.read("dispute.json")) == {one: told[one] for one in told if one != "signed"}
    assert {
        "dispute.record",
        "receipts.json",
        "proofs.json",
        "keys-as-served.json",
        "verifier.js",
        "verifier.html",
    } <= set(names)
    assert all(each in readme for each in names if each != "README.txt")


def test_a_bundle_is_audited_offline_and_says_whose_keys_were_trusted(
    api: Api, table: Table, tmp_path: Path
) -> None:
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


def test_the_audit_of_a_bundle_says_what_an_arbiter_moved(
    api: Api, table: Table, arbiter: Person, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    expect(say(table, name, 0, "contest", text="no"), 200)
    ruling = {"type": "rule", "outcome": "upheld", "reason": "as agreed", "correction": [3, -3]}
    expect(arbiter.post(f"/v1/disputes/{name}/moves", ruling, Idempotency_Key="1"), 200)
    path = tmp_path / "dispute.zip"
    path.write_bytes(bundle_of(table, name))
    told = run(str(path)).output
    assert "as agreed" in told
    theirs = elsewhere.run("audit", str(path)).stdout
    for told_by in (" ".join(told.split()), theirs):
        assert "In its own words: that was wrong" in told_by
        assert "Seat 0 said: no" in told_by
        assert "Seat 0 contests the verdict." in told_by
        assert "ruled: the claim was borne out." in told_by
        assert "The arbiter's reason: as agreed" in told_by
        assert "The ledger changes, by seat: +3, -3." in told_by


@pytest.mark.parametrize(("of", "ply", "first"), [("game", 3, [3, None]), ("dispute", 1, [None, 1])])
def test_what_a_reader_has_kept_is_held_against_the_log_that_it_names(
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
    kept.write_bytes(canonical([one | {"ply": ply} for one in signed if one["game"] == id]))
    found = run(*words)
    assert (found.exit_code, _gist(loads(found.output))[0]) == (1, first)
    kept.unlink()
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(
    ("language", "outcome", "rule", "said"),
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
    language: str, outcome: str, rule: str, said: str, api: Api, table: Table, tmp_path: Path
) -> None:
    command = {"type": "keep", "discard": "1O"}
    found = judged(api, table, "wrong_refusal", ply=12, command=command)
    path = tmp_path / "dispute.zip"
    path.write_bytes(bundle_of(table, found["dispute"]))
    told = run(str(path), "--lang", language).output
    parts = [part.replace("\n    ", " ") for part in told.split("\n\n")]
    verdict = next(part for part in parts if outcome in part)
    assert f"{outcome} {rule}." in verdict
    assert said in verdict
    legal, count = found["verdict"]["legal"], found["verdict"]["legal"]["count"]
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
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 3, done.stdout + done.stderr  # no checkpoint covers it yet
    assert "Findings" not in done.stdout
    assert table.id in done.stdout


def _elsewhere(home: Path) -> Any:
    """What the verifier says of the dispute in the files of a bundle, judged anew from the game."""
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
    told = judged(api, table, claim, **more)
    with ZipFile(BytesIO(bundle_of(table, told["dispute"]))) as file:
        file.extractall(tmp_path)
    found = _elsewhere(tmp_path)
    assert (found["report"]["findings"], found["report"]["result"]) == ([], "clean")
    assert found["again"] == told["verdict"]["outcome"]

    record = (tmp_path / "dispute.record").read_bytes()
    other = b"rejected" if found["again"] == "upheld" else b"upheld"
    outcome = b'"outcome":"%b"'
    altered = relinked(record, outcome % found["again"].encode(), outcome % other)
    (tmp_path / "dispute.record").write_bytes(altered)
    checks = {one["check"] for one in _elsewhere(tmp_path)["report"]["findings"]}
    assert "decisions" in checks
    (tmp_path / "dispute.record").write_bytes(record.replace(b"that was wrong", b"that was right"))
    assert {one["check"] for one in _elsewhere(tmp_path)["report"]["findings"]} == {"digests"}


def rezipped(data: bytes, change: Callable[[str, bytes], bytes], leave: str = "") -> bytes:
    with ZipFile(BytesIO(data)) as old:
        contents = {name: change(name, old.read(name)) for name in old.namelist() if name != leave}
    return zipped(contents)


def in_verdict(old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, data: data.replace(old, new) if name == "dispute.record" else data


def relinked(record: bytes, old: bytes, new: bytes) -> bytes:
    """A dispute's record with a change, every digest made anew."""
    lines, digest = [], bytes(32)
    for line in record.replace(old, new).splitlines():
        document = loads(line)
        if "public" in document:
            digest = sha256(digest + canonical(document["public"])).digest()
            document["digest"] = digest.hex()
        lines.append(canonical(document) + b"\n")
    return b"".join(line for line in lines if b'{"proof"' not in line)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"outcome":"undecided"', b'"outcome":"upheld"'),
        (b'"correction":null', b'"correction":[1,-1]'),
        (b'"actor":"seat:0","command":{"type":"accept"}', b'"actor":"seat:1","command":{"type":"accept"}'),
        (b"that was wrong", b"that was right"),
        (b'"seat":0,"seats":2', b'"seat":1,"seats":2'),
    ],
)
def test_a_dispute_that_was_changed_is_found_also_with_every_hash_made_anew(
    old: bytes, new: bytes, api: Api, table: Table, tmp_path: Path
) -> None:
    name = judged(api, table, "deck_chosen")["dispute"]
    expect(say(table, name, 0, "accept"), 200)
    data = bundle_of(table, name)
    path = tmp_path / "dispute.zip"
    path.write_bytes(rezipped(data, in_verdict(old, new)))
    assert run(str(path)).exit_code == 1
    if old == b"that was wrong":
        return  # consistent in itself: only what the service has signed tells
    path.write_bytes(
        rezipped(data, lambda name, one: relinked(one, old, new) if name == "dispute.record" else one)
    )
    found = run(str(path), "--json")
    assert found.exit_code == 1, found.output
    assert loads(found.output)["dispute"]["findings"]


@pytest.mark.parametrize("name", ["dispute.json", "receipts.json", "proofs.json"])
@pytest.mark.parametrize("how", ["changed", "missing"])
def test_what_stands_beside_the_records_must_be_what_they_tell(
    name: str, how: str, api: Api, table: Table, tmp_path: Path
) -> None:
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path = tmp_path / "dispute.zip"
    path.write_bytes(
        rezipped(data, lambda one, old: old.replace(b"rejected", b"upheld") + b" " if one == name else old)
        if how == "changed"
        else rezipped(data, lambda one, old: old, leave=name)
    )
    found = run(str(path), "--json")
    assert found.exit_code == 1
    assert [one["evidence"] for one in loads(found.output)["dispute"]["findings"]] == [{"file": name}]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"", b"", "The verdict was made again and is the same"),
        (b'"actor":"seat:0"', b'"actor":"seat:1"', "The verdict was not made again"),
    ],
)
def test_the_audit_says_whether_the_verdict_was_made_again(
    old: bytes, new: bytes, said: str, api: Api, table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "dispute.zip"
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path.write_bytes(
        rezipped(data, lambda name, one: one.replace(old, new, 1) if name == "game.record" else one)
    )
    assert said in " ".join(run(str(path)).output.split())


def _written(data: bytes, how: int) -> bytes:
    """A bundle as another program writes it."""
    made = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(made, "w", how) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    return made.getvalue()


def _with_more(data: bytes, name: str, more: bytes, *, first: bool) -> bytes:
    """A bundle with one file more, before all others or after them."""
    made = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(made, "w", ZIP_STORED) as new, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of a name that stands twice, which is what is tried
        rest = [(one, old.read(one)) for one in old.namelist()]
        for each in [(name, more), *rest] if first else [*rest, (name, more)]:
            new.writestr(*each)
    return made.getvalue()


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("name", ["game.record", "dispute.json", "README.txt"])
def test_a_bundle_in_which_a_file_stands_twice_is_none(
    name: str, first: bool, api: Api, table: Table, tmp_path: Path
) -> None:
    """One program takes the first of them, the next one the last."""
    path = tmp_path / "dispute.zip"
    path.write_bytes(_with_more(bundle_of(table, judged(api, table)["dispute"]), name, b"{}", first=first))
    found = run(str(path))
    assert (found.exit_code, "stands twice" in found.output) == (2, True)
    assert "stands there twice" in elsewhere.run("audit", str(path)).stderr


@pytest.mark.parametrize("name", ["verdict.txt", "Game.record", "a/game.record"])
def test_a_file_that_belongs_to_no_bundle_is_found(name: str, api: Api, table: Table, tmp_path: Path) -> None:
    path = tmp_path / "dispute.zip"
    with ZipFile(BytesIO(bundle_of(table, judged(api, table)["dispute"]))) as file:
        path.write_bytes(zipped({**{one: file.read(one) for one in file.namelist()}, name: b"{}"}))
    told = loads(run(str(path), "--json").output)
    assert [one["detail"] for one in told["dispute"]["findings"]] == [f"'{name}' does not belong in a bundle"]


@pytest.mark.parametrize(
    ("old", "new"), [(b'"origin":"', b'"origin":"x'), (b'"from":0', b'"from":7'), (b"{", b"")]
)
def test_the_keys_in_a_bundle_must_be_those_that_are_trusted(
    old: bytes, new: bytes, api: Api, table: Table, tmp_path: Path
) -> None:
    path, keys = tmp_path / "dispute.zip", tmp_path / "keys.json"
    data = bundle_of(table, judged(api, table)["dispute"])
    keys.write_bytes(api.client.get("/.well-known/conquian-keys.json").data)
    words = (str(path), "--keys", str(keys))
    path.write_bytes(data)
    assert run(*words).exit_code == 3
    path.write_bytes(rezipped(data, lambda name, one: one.replace(old, new, 1) if name == KEYS else one))
    assert run(*words).exit_code == 1
    assert "no es la lista de llaves" in run(*words, "--lang", "es").output


def test_the_header_of_a_dispute_names_the_game_of_its_log(api: Api, table: Table, tmp_path: Path) -> None:
    """Nothing is hashed of a header, so it may be anything that is not held against the log."""
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path, other = tmp_path / "dispute.zip", ended(api)

    def renamed(name: str, one: bytes) -> bytes:
        if name != "dispute.record":
            return one
        header, rest = one.split(b"\n", 1)
        return header.replace(table.id.encode(), other.id.encode()) + b"\n" + rest

    path.write_bytes(rezipped(data, renamed))
    found = loads(run(str(path), "--json").output)["dispute"]["findings"]
    assert [(one["ply"], one["check"]) for one in found] == [(0, "header")]
    with ZipFile(path) as file:
        file.extractall(tmp_path)
    theirs = _elsewhere(tmp_path)["report"]["findings"]
    assert [(one["ply"], one["check"]) for one in theirs] == [(0, "header")]


def test_a_dispute_in_a_bundle_without_its_proof_is_found(api: Api, table: Table, tmp_path: Path) -> None:
    data = bundle_of(table, judged(api, table, "deck_chosen")["dispute"])
    path = tmp_path / "dispute.zip"

    def cut(name: str, old: bytes) -> bytes:
        return b"".join(old.splitlines(keepends=True)[:-1]) if name == "dispute.record" else old

    path.write_bytes(rezipped(data, cut))
    assert run(str(path)).exit_code == 1


def test_the_dispute_of_another_game_is_found_in_a_bundle(api: Api, table: Table, tmp_path: Path) -> None:
    other = ended(api)
    mine = bundle_of(table, judged(api, table)["dispute"])
    with ZipFile(BytesIO(bundle_of(other, judged(api, other)["dispute"]))) as file:
        theirs = file.read("dispute.record")
    path = tmp_path / "dispute.zip"
    path.write_bytes(rezipped(mine, lambda name, one: theirs if name == "dispute.record" else one))
    found = run(str(path), "--json")
    assert found.exit_code == 1
    assert {one["check"] for one in loads(found.output)["dispute"]["findings"]} >= {"parent"}


@pytest.mark.parametrize("how", ["empty", "compressed", "written otherwise", "cut", "other"])
def test_a_zip_file_that_is_no_bundle_cannot_be_read(
    how: str, api: Api, table: Table, tmp_path: Path
) -> None:
    data = bundle_of(table, judged(api, table)["dispute"])
    spoilt = {
        "empty": rezipped(data, lambda name, one: b""),
        "compressed": _written(data, ZIP_DEFLATED),
        "written otherwise": _written(data, ZIP_STORED),
        "cut": data[: len(data) // 2],
        "other": b"PK\x03\x04 and nothing else",
    }[how]
    path = tmp_path / "dispute.zip"
    path.write_bytes(spoilt)
    assert run(str(path)).exit_code in ((1, 2) if how == "empty" else (2,))


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
    found = run(str(path))
    assert (found.exit_code, "audit the bundle" in found.output) == (2, True)
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
    told = expect(luis.post(f"{table.path}/disputes", claim), 201)
    assert [one["player"] for one in told["parties"]] == [luis.id, None]
    assert dispute_service(api).settle(GameId(told["dispute"])) is not None
    data = luis.get(f"/v1/disputes/{told['dispute']}/bundle", Accept="*/*").data
    path = tmp_path / "dispute.zip"
    path.write_bytes(data)
    assert run(str(path)).exit_code == 3
    for other, found in ((lupe.id, False), (person(api, "Zoe").id, True)):
        old, new = luis.id.encode(), other.encode()
        path.write_bytes(
            rezipped(data, lambda name, one: relinked(one, old, new) if name == "dispute.record" else one)  # noqa: B023
        )
        report = loads(run(str(path), "--json").output)["dispute"]
        details = {one["detail"] for one in report["findings"]}
        assert ("the parties are not the players of the game" in details) is found
