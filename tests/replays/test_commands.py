"""The commands replay and audit: files and services, text and JSON, exit status."""

import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from click import Command
from click.testing import CliRunner, Result

from app.cli.replay import commands
from app.store.keys import GameId
from replays.audit.audit import audit as audit_bytes
from replays.audit.report_json import as_json
from replays.notation.exporting import text_of
from replays.notation.printing import written

from .games import played, recorded
from .notation.test_document import GAMES
from .test_receipts import DOCUMENT

HAND = GAMES[0]

NOBODY = "g-00" + "0" * 22


def run(name: str, *arguments: str) -> Result:
    (command,) = (one for one in vars(commands).values() if isinstance(one, Command) and one.name == name)
    return CliRunner().invoke(command, arguments)


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A record on disk."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(recorded("mexican-3"))
    return str(path)


@pytest.fixture
def altered(tmp_path: Path) -> str:
    """A record on disk of which one entry was changed."""
    path = tmp_path / "altered.jsonl"
    lines = recorded("mexican-3").splitlines(keepends=True)
    lines[13] = lines[13].replace(b'"time":0', b'"time":1')
    path.write_bytes(b"".join(lines))
    return str(path)


def test_a_whole_file_is_replayed(file: str) -> None:
    result = run("replay", file)
    assert result.exit_code == 0
    assert result.output.count(" of ") == len(played("mexican-3"))


def test_one_ply_is_shown_on_request(file: str) -> None:
    result = run("replay", file, "--at", "9")
    assert result.exit_code == 0
    assert result.output.startswith("mexican-3  hand 1")
    assert "ply 9 of" in result.output.splitlines()[0]
    assert result.output.count("stock ") == 1


def test_a_seat_sees_its_hand(file: str) -> None:
    result = run("replay", file, "--at", "2", "--as", "1")
    assert result.output.count("8 cards") == 2
    assert "you" in result.output


@pytest.mark.parametrize("arguments", [("--at", "0"), ("--at", "100000"), ("--as", "7"), ("--as", "-1")])
def test_a_ply_or_seat_that_the_game_does_not_have_is_refused(file: str, arguments: tuple[str, str]) -> None:
    result = run("replay", file, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""


SIGNED = Path(__file__).parents[1] / "corpus" / "v2"
"""Records under a checkpoint, and the list of keys that have signed them."""


def test_a_clean_audit_has_status_0() -> None:
    result = run("audit", str(SIGNED / "signed.record"), "--keys", str(SIGNED / "keys.json"))
    assert result.exit_code == 0
    assert result.output.endswith("\nclean: everything was checked and nothing was found\n")
    assert result.output.splitlines()[1] == result.output.splitlines()[-1]


def test_an_audit_with_missing_data_is_incomplete_with_status_3(file: str) -> None:
    """Without a list of keys no signature is looked at, and without a checkpoint there is none to look at."""
    for words, missing in (
        ((str(SIGNED / "signed.record"),), ["keys"]),
        ((file, "--keys", str(SIGNED / "keys.json")), ["signature", "checkpoint"]),
        ((file,), ["keys", "checkpoint"]),
        ((str(SIGNED / "fork-same.record"), "--keys", str(SIGNED / "keys.json")), ["parent_record"]),
    ):
        result = run("audit", *words)
        assert result.exit_code == 3
        for line in (result.output.splitlines()[1], result.output.splitlines()[-1]):
            assert line.startswith(
                "incomplete: nothing was found, but these were not checked or are not there: "
            )
            assert line.count("; ") >= len(missing) - 1
        report = json.loads(run("audit", *words, "--json").output)
        assert (report["result"], report["clean"], report["findings"]) == ("incomplete", False, [])
        assert report["not_checked"] == missing


def test_a_frozen_game_has_a_finding_listed_before_the_checks() -> None:
    """A log that lacks an entry which was signed is not clean, however right all that it still has may be."""
    result = run("audit", str(SIGNED / "frozen.record"), "--keys", str(SIGNED / "keys.json"))
    assert result.exit_code == 1
    _title, verdict, _, heading, first, *_ = result.output.splitlines()
    assert (verdict, heading) == ("findings: 1; the first at entry 19", "What was found")
    assert "frozen: the log does not have the entry 18 for which there is a receipt" in first
    output = " ".join(result.output.split())
    sentence = (
        "If the service gives the log out like this, only the service, or whoever can write to its store"
    )
    assert output.index(sentence) < output.index("What is claimed")
    assert output.index("What was found") < output.index("What is proven")


def test_findings_have_status_1_and_name_the_ply(altered: str) -> None:
    result = run("audit", altered)
    assert result.exit_code == 1
    assert "entry 12, digests" in result.output


def test_the_report_can_be_had_as_json(altered: str) -> None:
    result = run("audit", altered, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == as_json(audit_bytes(Path(altered).read_bytes()))


@pytest.mark.parametrize("name", ["audit", "replay"])
@pytest.mark.parametrize("missing", ["no-such-file", ".", NOBODY[:-1]])
def test_an_unknown_file_or_game_has_status_2(name: str, missing: str) -> None:
    result = run(name, missing, "--url", "http://127.0.0.1:9")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_no_record_is_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"\x1b[2Jnothing\n")
    assert run("replay", str(path)).exit_code == 2
    assert run("audit", str(path)).exit_code == 2


@pytest.mark.parametrize("data", [b"\x1b[2Jnothing\n", b"PK\x03\x04%s" % recorded("void")[:900]])
def test_a_file_that_is_no_record_is_neither_written_nor_a_parent(
    data: bytes, file: str, tmp_path: Path
) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    for result in (run("record", str(path)), run("audit", file, "--parent", str(path))):
        assert (result.exit_code, result.stdout) == (2, "")
        assert "x is not a record" in result.stderr


def _junk() -> dict[str, bytes]:
    return {
        "nothing": b"",
        "noise": bytes(range(256)) * 20,
        "a list of keys": json.dumps(DOCUMENT).encode(),
        "an object": b"{}\n",
    }


@pytest.mark.parametrize("name", _junk())
def test_a_file_of_another_kind_is_no_record_and_has_no_audit(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(_junk()[name])
    result = run("audit", str(path))
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {path} is not a record\n")


@pytest.mark.parametrize(
    "spoiled",
    [
        lambda data: data[: len(data) // 2],
        lambda data: data[:400],
        lambda data: data.replace(b'"record":"conquian"', b'"record":"conquiam"'),
        lambda data: b"\n".join(data.split(b"\n")[2:]),
        lambda data: data.replace(b'"hidden"', b'"hiding"'),
    ],
)
def test_a_record_that_was_cut_or_altered_is_still_audited(
    spoiled: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(spoiled(recorded("mexican-3")))
    result = run("audit", str(path))
    assert (result.exit_code, result.stderr) == (1, "")
    verdict = result.output.splitlines()[1]
    assert verdict.startswith("findings: ")
    assert result.output.splitlines()[-1] == verdict


@pytest.mark.parametrize(
    "keys", [{"keys": []}, {"v": 1, "origin": "a", "keys": []}, {**DOCUMENT, "origin": 7}]
)
def test_an_empty_or_misshapen_list_of_keys_is_refused(keys: object, file: str, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps(keys))
    result = run("audit", file, "--keys", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "not a list of keys" in result.stderr


def test_the_help_of_the_audit_names_every_exit_status() -> None:
    output = " ".join(run("audit", "--help").output.split())
    assert all(
        status in output
        for status in ("status: 0, clean:", "1: there are findings", "2: the input", "3, incomplete:")
    )


def test_a_finished_game_is_recorded_audited_and_replayed_over_http(url: str, over: GameId) -> None:
    assert run("record", over, "--url", url).stdout_bytes == recorded("mexican-3")
    assert run("audit", over, "--url", url).exit_code == 3
    assert run("replay", over, "--url", url, "--at", "2").output.count("cards") > 0


def test_the_public_part_of_a_running_game_is_replayed_and_audited(url: str, running: GameId) -> None:
    audited = run("audit", running, "--url", url)
    assert (audited.exit_code, "The game is not over" in audited.output) == (3, True)
    replayed = run("replay", running, "--url", url)
    assert replayed.exit_code == 0
    assert replayed.output.count(" of 20") == 20
    assert replayed.output.count("hand     10 cards") > 2


@pytest.mark.parametrize("name", ["record", "replay"])
def test_hidden_parts_of_a_running_game_are_refused(url: str, running: GameId, name: str) -> None:
    arguments = (running, "--url", url) + (("--as", "0") if name == "replay" else ())
    result = run(name, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "not over" in result.stderr


@pytest.mark.parametrize("name", ["record", "audit", "replay"])
def test_a_game_the_service_does_not_have_has_status_2(url: str, name: str) -> None:
    result = run(name, NOBODY, "--url", url)
    assert (result.exit_code, result.stderr) == (2, f"Error: the service has no game {NOBODY}\n")


def test_a_service_that_is_away_has_status_2() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    result = run("record", NOBODY, "--url", f"http://127.0.0.1:{port}")
    assert result.exit_code == 2
    assert "does not answer" in result.stderr


@pytest.mark.parametrize("address", ["file:///etc", "ftp://127.0.0.1", "nothing", "http://", "http://["])
def test_an_address_of_another_kind_is_refused(address: str) -> None:
    result = run("record", NOBODY, "--url", address)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")


@pytest.fixture
def text(tmp_path: Path) -> str:
    """The same game in the notation."""
    path = tmp_path / "game.txt"
    path.write_text(written(text_of(played("mexican-3"))), encoding="utf-8")
    return str(path)


def test_a_text_is_replayed_like_its_record(file: str, text: str) -> None:
    assert run("replay", text).output == run("replay", file).output
    assert (
        run("replay", text, "--at", "9", "--as", "1").output
        == run("replay", file, "--at", "9", "--as", "1").output
    )


def test_a_text_is_audited_like_its_record(file: str, text: str) -> None:
    assert run("audit", text, "--json").output == run("audit", file, "--json").output


def test_a_record_and_its_text_turn_into_each_other(file: str, text: str) -> None:
    assert run("record", text).stdout_bytes == Path(file).read_bytes()
    assert run("record", file, "--format", "text").stdout == Path(text).read_text(encoding="utf-8")


def test_a_text_without_keys_is_judged_by_its_moves_alone(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text(HAND, encoding="utf-8")
    assert run("replay", str(path), "--at", "4").exit_code == 0
    report = json.loads(run("audit", str(path), "--json").output)
    assert (report["scope"], report["result"], report["digest"]) == ("moves", "incomplete", None)
    assert {done["check"] for done in report["checks"]} == {"decisions", "cards", "money"}
    assert run("record", str(path)).exit_code == 2


def test_a_text_without_a_game_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text(HAND + "9:-", encoding="utf-8")
    for name in ("replay", "audit", "record"):
        result = run(name, str(path))
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"line {HAND.count(chr(10)) + 1}, column 1" in result.stderr
    path.write_bytes(b"[A 1]\n\xff")
    assert "line 2, column 1" in run("audit", str(path)).stderr


def test_options_that_the_audit_of_a_tournament_does_not_use_are_refused() -> None:
    result = run("audit", f"t-00{'a' * 22}", "--parent", "game.record")
    assert result.exit_code == 2
    assert "without --receipts, --parent and --save-twice" in result.output
