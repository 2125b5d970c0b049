"""The verifier as a program: its report in words, its exit status, scenarios, forks beside their parents."""

import json
import re
import subprocess
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest

from app.i18n import Language, translate
from app.store.canonical import parse
from replays.audit.audit import audit
from replays.audit.report import Check
from replays.audit.report_json import as_json
from replays.record.receipts import read_keys
from replays.record.write import write_record
from replays.report.words import PROVEN, TITLES
from tests.replays.games import played, recorded
from tests.verifier.node import FILE, NODE, called, run, started
from tests.verifier.proofs import DOCUMENT, given, proved
from tests.verifier.sittings import Plan, forked, plan, sitting

VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """A directory with a record, the list of keys, a receipt, and an altered record."""
    log = played("persons")
    data = b"".join(write_record(log, proved(log, Random(1))))
    (tmp_path / "game.record").write_bytes(data)
    (tmp_path / "altered.record").write_bytes(data.replace(b'"actor":"seat:0"', b'"actor":"seat:1"', 1))
    (tmp_path / "keys.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "receipts.json").write_text(json.dumps({"ply": 9, "receipt": given(log[8])}))
    return tmp_path


def test_a_clean_record_ends_with_status_0_and_lists_the_proofs(files: Path) -> None:
    words = ["--keys", str(files / "keys.json"), "--receipts", str(files / "receipts.json")]
    done = run("audit", str(files / "game.record"), *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[1] == "Clean: everything was checked and nothing was found."
    assert "inclusion: Its last digest is covered by a signed checkpoint" in done.stdout
    assert "receipts: The receipts agree with the log." in done.stdout
    assert "No list of keys" not in done.stdout
    assert len(done.stdout.splitlines()) < 66


@pytest.mark.parametrize("status", range(4))
def test_the_program_itself_ends_and_prints_as_without_a_process_of_its_own(files: Path, status: int) -> None:
    name = ("game.record", "altered.record", "keys.json", "game.record")[status]
    words = ["audit", str(files / name), *(["--keys", str(files / "keys.json")] if status < 2 else [])]
    itself, without = started(*words), run(*words)
    assert itself.returncode == without.returncode == status
    assert (itself.stdout, itself.stderr) == (without.stdout, without.stderr)
    assert itself.stdout or itself.stderr


def test_a_receipt_may_be_printed_over_several_lines(files: Path) -> None:
    wrong = json.loads((files / "receipts.json").read_text())["receipt"] | {"digest": "ab" * 32}
    (files / "wrong.json").write_text(json.dumps(wrong, indent=2))
    words = ["--keys", str(files / "keys.json"), "--receipts", str(files / "wrong.json"), "--json"]
    output = json.loads(run("audit", str(files / "game.record"), *words).stdout)["findings"]
    assert {check["check"] for check in output} == {"receipts"}


def test_the_report_names_the_trusted_list_of_keys_and_its_signers(files: Path) -> None:
    keys = ("--keys", str(files / "keys.json"))
    trusted = read_keys((files / "keys.json").read_bytes())
    output = run("audit", str(files / "game.record"), *keys).stdout
    proven = output.split("What is proven\n")[1].split("What cannot be proven\n")[0]
    keys_of = (
        f"{trusted.origin} (keys: {len(trusted.keys)}, {', '.join(trusted.keys)}; fingerprint of the list: "
    )
    assert f"{keys_of}{trusted.fingerprint}), this was signed with " in proven
    bare = b"".join(write_record(played("persons")))
    (files / "bare.record").write_bytes(bare)
    unproven = run("audit", str(files / "bare.record"), *keys).stdout.split("What cannot be proven\n")[1]
    assert f"{keys_of}{trusted.fingerprint}) has signed anything that agrees with this log." in unproven


def test_without_keys_no_signature_is_proven(files: Path) -> None:
    output = run("audit", str(files / "game.record")).stdout
    proven, open_ = output.split("What is proven\n")[1].split("What cannot be proven\n")
    assert "inclusion:" not in proven
    assert "receipts:" not in proven
    assert "without keys nobody knows who has signed it" in open_
    assert "nobody knows who has signed them" in open_


@pytest.mark.parametrize("keys", [True, False])
def test_a_truncated_record_proves_nothing_that_depends_on_its_end(files: Path, keys: bool) -> None:
    data = (files / "game.record").read_bytes()
    (files / "cut.record").write_bytes(b"".join(data.splitlines(keepends=True)[:12]))
    more = ("--keys", str(files / "keys.json")) if keys else ()
    done = run("audit", str(files / "cut.record"), *more)
    proven, open_ = done.stdout.split("What is proven\n")[1].split("What cannot be proven\n")
    named = [line.split(":")[0].strip() for line in proven.splitlines()]
    assert not {"gaps", "end", "reveal", "receipts", "inclusion", "header"} & set(named)
    assert "digests" in named
    assert "The log does not come to its end" in open_
    assert "gaps: " in open_


def test_a_finding_shows_the_recorded_and_the_expected_value(files: Path) -> None:
    lines = (files / "game.record").read_bytes().splitlines(keepends=True)
    digest = json.loads(lines[13])["digest"]
    lines[13] = lines[13].replace(digest.encode(), b"0" * 64)
    (files / "digest.record").write_bytes(b"".join(lines))
    output = run("audit", str(files / "digest.record")).stdout
    assert f"Evidence: recorded {'0' * 64}; derived {digest}" in output
    spanish = run("audit", str(files / "digest.record"), "--lang", "es").stdout
    assert f"Prueba: registrado {'0' * 64}; derivado {digest}" in spanish


def test_an_invalid_receipt_is_distinguished_from_one_that_contradicts_the_log(files: Path) -> None:
    for change, sentence in (
        ({"signature": "00" * 64}, "a receipt proves nothing: "),
        ({"digest": "00" * 32}, "a receipt tells against the log: "),
    ):
        receipt = given(played("persons")[8]) | change
        (files / "receipts.json").write_text(json.dumps(receipt))
        words = ["--receipts", str(files / "receipts.json")]
        words += ["--keys", str(files / "keys.json")] if "signature" in change else []
        done = run("audit", str(files / "game.record"), *words)
        assert (done.returncode, sentence in done.stdout) == (1, True)


def test_without_keys_the_report_lists_the_unproved_statements(files: Path) -> None:
    done = run("audit", str(files / "game.record"))
    assert done.returncode == 3
    assert done.stdout.splitlines()[1].startswith("Incomplete: nothing was found, but these were not checked")
    assert "no list of keys was given" in done.stdout.splitlines()[1]
    assert "No list of keys was given" in done.stdout


@pytest.mark.parametrize(("name", "seats"), [("persons", "0, 1"), ("entropy", "1")])
def test_seats_that_added_no_chance_are_named(tmp_path: Path, name: str, seats: str) -> None:
    (tmp_path / "game.record").write_bytes(recorded(name))
    assert f"no chance of their own: {seats}. If" in run("audit", str(tmp_path / "game.record")).stdout


def test_the_entropy_of_each_seat_is_shown_with_its_proof(tmp_path: Path) -> None:
    (tmp_path / "game.record").write_bytes(recorded("entropy"))
    events = [event for entry in played("entropy") for event in parse(entry.public)["events"]]
    (begun,) = [event for event in events if event["type"] == "hand-begun"]
    output = run("audit", str(tmp_path / "game.record")).stdout
    assert f"Seat 0 added this chance of its own to the deck: {begun['entropy'][0]}" in output
    assert "Seat 1 added" not in output
    assert (
        "follows from the chance of these seats, fixed before the key was opened: 0, 2. If a player" in output
    )


def test_receipts_without_keys_are_counted_and_prove_no_signer(files: Path) -> None:
    (files / "receipts.json").write_text(json.dumps(given(played("persons")[8])))
    output = run("audit", str(files / "receipts.json"), "--keys", str(files / "keys.json")).stdout
    assert "Receipts: 1, for entries up to 9." in output
    assert "only programs play" not in output


@pytest.mark.parametrize(
    "data",
    [
        b"",
        bytes(range(256)) * 9,
        b"{}\n",
        json.dumps(DOCUMENT).encode(),
        b"PK\x03\x04",
        b'{"dispute":"d-0"}\n',
    ],
)
def test_a_file_of_another_kind_is_no_record_and_has_no_audit(files: Path, data: bytes) -> None:
    (files / "other").write_bytes(data)
    done = run("audit", str(files / "other"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("this is ")
    assert ("bundle" in done.stderr) == data.startswith(b'{"dispute')
    assert ("zip" in done.stderr) == data.startswith(b"PK")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:400],
        lambda data: data.replace(b'"record":"conquian"', b'"record":"conquiam"'),
        lambda data: b"\n".join(data.split(b"\n")[2:]),
    ],
)
def test_a_record_that_was_cut_or_altered_is_still_audited(files: Path, spoil: Any) -> None:
    (files / "spoiled").write_bytes(spoil((files / "game.record").read_bytes()))
    done = run("audit", str(files / "spoiled"))
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    "keys", [{"keys": []}, {"v": 1, "origin": "a", "keys": []}, {**DOCUMENT, "origin": 7}]
)
def test_an_empty_or_misshapen_list_of_keys_is_refused(files: Path, keys: object) -> None:
    (files / "none.json").write_text(json.dumps(keys))
    done = run("audit", str(files / "game.record"), "--keys", str(files / "none.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("the key list is none: ")


@pytest.mark.parametrize(
    ("lang", "sentence"), [("es", "El primero está"), ("en", "The first"), ("fr", "Le premier")]
)
def test_findings_end_with_status_1_in_the_requested_language(files: Path, lang: str, sentence: str) -> None:
    done = run("audit", str(files / "altered.record"), "--lang", lang)
    assert done.returncode == 1
    assert sentence in done.stdout


@pytest.mark.parametrize(("lang", "sentence"), [("es", "no se sigue"), ("fr", "ne découle pas")])
def test_findings_are_in_the_requested_language(files: Path, lang: str, sentence: str) -> None:
    output = run("audit", str(files / "altered.record"), "--lang", lang).stdout
    assert sentence in output
    assert "does not follow" not in output


def test_the_report_as_json_has_the_shape_of_the_other_audit(files: Path) -> None:
    done = run("audit", str(files / "altered.record"), "--json")
    report = json.loads(done.stdout)
    ours = audit((files / "altered.record").read_bytes())
    assert done.returncode == 1
    assert (report["game"], report["plies"], report["digest"]) == (ours.game, ours.plies, ours.digest)
    assert set(report) == set(as_json(ours))
    assert set(report["findings"][0]) == set(as_json(ours)["findings"][0])
    assert report["findings"][0]["ply"] == ours.findings[0].ply


def test_a_retired_key_is_found_by_the_program(files: Path) -> None:
    document = json.loads((files / "keys.json").read_text())
    document["keys"][1]["until"] = document["keys"][1]["from"] + 1
    (files / "keys.json").write_text(json.dumps(document))
    done = run("audit", str(files / "game.record"), "--keys", str(files / "keys.json"))
    assert (done.returncode, "retired" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["audit"],
        ["audit", "missing.record"],
        ["audit", "{game}", "--keys", "{game}"],
        ["audit", "{game}", "--keys"],
        ["audit", "{game}", "--lang", "la"],
        ["audit", "{game}", "--loudly"],
        ["vectors"],
        ["vectors", "{game}"],
        ["toString"],
    ],
)
def test_an_unreadable_file_ends_with_status_2_and_a_sentence(files: Path, words: list[str]) -> None:
    done = run(*(word.replace("{game}", str(files / "game.record")) for word in words))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr
    assert "    at " not in done.stderr


def test_the_scenarios_of_the_rules_have_the_expected_results(tmp_path: Path) -> None:
    done = run("vectors", str(VECTORS / "play.json"))
    assert (done.returncode, done.stdout.strip().endswith("92 of 92 pass")) == (
        0,
        True,
    )
    text = (VECTORS / "play.json").read_text()
    (tmp_path / "wrong.json").write_text(text.replace('"combo_too_short"', '"combo_mixed"'))
    assert run("vectors", str(tmp_path / "wrong.json")).returncode == 1


def test_the_script_runs_alone_wherever_it_is_put(files: Path) -> None:
    copy(FILE, files / "elsewhere.js")
    command = [str(NODE), "elsewhere.js", "audit", "game.record"]
    done = subprocess.run(command, cwd=files, capture_output=True, check=False, timeout=120)
    assert done.returncode == 3
    assert set(re.findall(r'require\("([^"]+)"\)', FILE.read_text())) == {"fs", "readline"}


def _fork() -> tuple[bytes, bytes, Plan]:
    for seed in range(20):
        log = sitting(plan(seed, Random(f"parent {seed}")), Random(f"parent {seed}"))
        start = forked(log, Random(f"fork {seed}"))
        if start is not None:
            fork = sitting(start, Random(f"fork {seed}"))
            return b"".join(write_record(log)), b"".join(write_record(fork)), start
    raise AssertionError("no sitting played a hand")


def test_a_fork_is_held_against_the_record_of_its_parent(tmp_path: Path) -> None:
    parent, fork, _ = _fork()
    other = recorded("mexican-3")
    for name, data in (("parent", parent), ("fork", fork), ("other", other)):
        (tmp_path / name).write_bytes(data)
    alone = run("audit", str(tmp_path / "fork"))
    assert (alone.returncode, "was not given" in alone.stdout) == (3, True)
    assert run("audit", str(tmp_path / "fork"), "--parent", str(tmp_path / "parent")).returncode == 3
    assert run("audit", str(tmp_path / "fork"), "--parent", str(tmp_path / "other")).returncode == 1
    assert audit(fork, parent).sound
    assert not audit(fork, other).sound


def test_the_words_of_every_check_exist_in_every_language() -> None:
    words = called("verifier.words()", None)
    assert set(words["checks"]) == {str(check) for check in Check}
    for check in Check:
        for language in Language:
            names = [translate(language, table[check]) for table in (TITLES, PROVEN)]
            assert words["checks"][check][language] == names, "both reports name a check by the same words"
    for texts in (*words["checks"].values(), *words["words"].values()):
        assert set(texts) == {"es", "en", "fr"}
        assert all(texts.values())


def test_the_record_of_a_tournament_is_not_taken_for_a_damaged_game() -> None:
    kept = Path(__file__).parents[1] / "tournament" / "kept" / "swiss.record"
    done = run("audit", str(kept))
    assert (done.returncode, done.stdout) == (2, "")
    assert "this is the record of a tournament, which conquian audit proves" in done.stderr
