"""Receipts in an audit: the signer, the key, and agreement with the log."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli.replay.commands import audit as command
from app.service.signing import KeyRing, receipt, receipt_message
from app.store.canonical import canonical, parse
from app.store.entry import Entry
from replays.audit.audit import audit, audit_public
from replays.audit.receipts import receipts_alone
from replays.audit.report import Cause, Check, Report, Unchecked
from replays.record.errors import BadKeys
from replays.record.receipts import KeyList, ReceiptFault, key_list, read_keys, verify
from replays.record.write import write_record
from tests.replays.forging import bound, pages
from tests.replays.games import played, recorded
from tests.replays.memory_log import START_MS
from tests.replays.transparency.rings import KnownStarts

Json = dict[str, Any]
ROTATED_MS = START_MS + 20_000
"""Between two moves of the game `persons`, whose entries come every 1.5 s."""


RING = KeyRing(bytes(range(32)), KnownStarts((0, ROTATED_MS)))
STRANGER = KeyRing(bytes(32), KnownStarts((0,)))
DOCUMENT = RING.document()
KEYS = key_list(DOCUMENT)
LOG = played("persons")


def time_of(entry: Entry) -> int:
    document: int = parse(entry.public)["time"]
    return document


def kept(entry: Entry, ring: KeyRing = RING, **changes: Any) -> Json:
    """The receipt of an entry, with changes that are signed for, too."""
    statement = receipt(ring, entry.game, entry.ply, entry.digest, time_of(entry))
    return resigned(statement, ring, **changes) if changes else statement


def resigned(signed: Json, ring: KeyRing, at_ms: int | None = None, **changes: Any) -> Json:
    """A receipt signed anew with the key that `ring` has at `at_ms`, by default at the time it names."""
    made = signed | changes
    at = made["time"] if at_ms is None else at_ms
    made |= {"key": ring.in_force(at)}
    return made | {"signature": ring.sign(receipt_message(made), at).signature.hex()}


def findings(report: Report) -> list[tuple[int, str]]:
    assert {finding.check for finding in report.findings} <= {Check.RECEIPTS}
    return [(finding.ply, finding.detail) for finding in report.findings]


def held_against(signed: Any, keys: KeyList | None = KEYS) -> list[tuple[int, str]]:
    """Return what the audit of the game finds with this one receipt."""
    return findings(audit(recorded("persons"), keys=keys, receipts=[signed]))


def test_the_receipts_of_every_entry_are_clean_across_a_rotation() -> None:
    report = audit(recorded("persons"), keys=KEYS, receipts=[kept(entry) for entry in LOG])
    assert report.sound
    assert report.signers == tuple(KEYS.keys)
    looked = {done.check: done.looked for done in report.checks}
    assert looked[Check.RECEIPTS] == len(LOG)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda signed: signed | {"ply": 3}, ReceiptFault.SIGNATURE),
        (lambda signed: signed | {"digest": "00" * 32}, ReceiptFault.SIGNATURE),
        (lambda signed: signed | {"time": signed["time"] + 1}, ReceiptFault.SIGNATURE),
        (lambda signed: signed | {"game": signed["game"][:-1] + "x"}, ReceiptFault.SIGNATURE),
        (lambda signed: signed | {"signature": "00" * 64}, ReceiptFault.SIGNATURE),
        (lambda signed: signed | {"key": list(KEYS.keys)[1]}, ReceiptFault.SIGNATURE),
        (lambda signed: signed | {"key": "ab" * 8}, ReceiptFault.KEY_UNKNOWN),
        (lambda signed: resigned(signed, STRANGER), ReceiptFault.KEY_UNKNOWN),
        (lambda signed: resigned(signed, STRANGER) | {"key": signed["key"]}, ReceiptFault.SIGNATURE),
        (lambda signed: resigned(signed, RING, 0, time=ROTATED_MS), ReceiptFault.RETIRED),
        (lambda signed: resigned(signed, RING, ROTATED_MS, time=ROTATED_MS - 1), ReceiptFault.EARLY),
        (lambda signed: {**signed, "v": 2}, ReceiptFault.MALFORMED),
        (lambda signed: {**signed, "v": True}, ReceiptFault.MALFORMED),
        (lambda signed: {**signed, "more": 1}, ReceiptFault.MALFORMED),
        (lambda signed: {**signed, "ply": 4.0}, ReceiptFault.MALFORMED),
        (lambda signed: {**signed, "ply": 0}, ReceiptFault.MALFORMED),
        (lambda signed: {**signed, "digest": signed["digest"].upper() + "A"}, ReceiptFault.MALFORMED),
        (lambda signed: {**signed, "signature": signed["signature"] + "\n"}, ReceiptFault.MALFORMED),
        (lambda signed: {name: signed[name] for name in signed if name != "time"}, ReceiptFault.MALFORMED),
        (lambda signed: [signed], ReceiptFault.MALFORMED),
        (lambda signed: None, ReceiptFault.MALFORMED),
    ],
)
def test_a_receipt_that_the_service_has_not_signed_is_found(
    change: Callable[[Json], Any], fault: ReceiptFault
) -> None:
    signed = change(kept(LOG[3]))
    assert verify(signed, KEYS) is fault
    assert len(held_against(signed)) == 1
    assert audit(recorded("persons"), keys=KEYS, receipts=[signed]).signers == ()


def test_a_receipt_that_contradicts_the_log_is_found_at_its_ply_with_and_without_keys() -> None:
    other = kept(LOG[7], digest="ab" * 32)
    beyond = kept(LOG[-1], ply=len(LOG) + 3)
    for keys in (KEYS, None):
        assert held_against(other, keys) == [(8, "the entry is not the one for which there is a receipt")]
        ((ply, detail),) = held_against(beyond, keys)
        assert (ply, f"before entry {len(LOG) + 3}" in detail) == (len(LOG), True)


def test_a_receipt_of_another_game_or_time_is_found() -> None:
    foreign = receipt(RING, played("void")[0].game, 1, played("void")[0].digest, START_MS)
    assert held_against(foreign) == [(1, "a receipt is of another game")]
    backdated = kept(LOG[-1], time=1)
    assert held_against(backdated) == [(len(LOG), "a receipt has another time than the entry")]


def test_the_head_of_a_game_of_bots_may_be_signed_at_any_time() -> None:
    log = played("mexican-3")
    heads = [receipt(RING, log[-1].game, log[-1].ply, log[-1].digest, at) for at in (5, ROTATED_MS)]
    assert audit(recorded("mexican-3"), keys=KEYS, receipts=heads).sound


def test_two_receipts_for_different_entries_of_one_ply_are_found_with_both_if_both_are_signed() -> None:
    right, other = kept(LOG[7]), kept(LOG[7], digest="ab" * 32)
    for receipts in ([right, other], [right, right, other], [other, right]):
        report = receipts_alone(receipts, KEYS)
        findings = [
            (finding.ply, finding.evidence)
            for finding in report.findings
            if finding.cause is Cause.TWO_SIGNATURES
        ]
        assert findings == [(8, {"receipts": [receipts[0], receipts[-1]]})]
    unsigned = other | {"signature": "00" * 64}
    for receipts in ([right, right], [right, kept(LOG[8], digest="ab" * 32)], [right, unsigned]):
        causes = {finding.cause for finding in receipts_alone(receipts, KEYS).findings}
        assert Cause.TWO_SIGNATURES not in causes


def test_two_signed_histories_are_found_at_the_ply_of_the_receipt_with_both_receipts() -> None:
    other, later = kept(LOG[7], digest="ab" * 32), kept(LOG[20])
    report = audit(recorded("persons"), keys=KEYS, receipts=[other, later])
    findings = [
        (finding.ply, finding.evidence) for finding in report.findings if finding.cause is Cause.TWO_HISTORIES
    ]
    assert findings == [(8, {"receipts": [other, later]})]


def test_a_receipt_of_another_game_is_no_second_history() -> None:
    stranger = played("entropy")[7]
    foreign = receipt(RING, stranger.game, 8, stranger.digest, time_of(stranger))
    report = audit(recorded("persons"), keys=KEYS, receipts=[foreign, kept(LOG[20])])
    assert findings(report) == [(8, "a receipt is of another game")]


def test_receipts_alone_name_their_game_if_it_is_one() -> None:
    foreign = receipt(RING, played("void")[0].game, 1, played("void")[0].digest, START_MS)
    one_game = receipts_alone([kept(LOG[3]), kept(LOG[7]), None], KEYS)
    assert (one_game.game, one_game.plies) == (LOG[0].game, 8)
    assert receipts_alone([kept(LOG[3]), foreign], KEYS).game is None


def test_a_report_on_receipts_of_which_none_can_be_read_has_no_plies() -> None:
    report = receipts_alone([None], KEYS)
    assert (report.game, report.plies, report.sound) == (None, 0, False)


def test_a_running_game_is_held_against_receipts_too() -> None:
    log = LOG[:20]
    publics, digests = [entry.public for entry in log], [entry.digest for entry in log]
    assert audit_public(publics, digests, KEYS, [kept(entry) for entry in log]).sound
    assert findings(audit_public(publics, digests, KEYS, [kept(LOG[20])]))[0][0] == 20


def test_before_a_damage_receipts_are_compared_with_the_log_and_from_it_on_only_verified() -> None:
    log = LOG[:10]
    publics, digests = [entry.public for entry in log], [entry.digest for entry in log]
    forged, beyond = kept(LOG[7], digest="ab" * 32), kept(LOG[10], digest="ab" * 32)
    report = audit_public(publics, digests, KEYS, [kept(LOG[3]), forged, beyond], damaged_at=11)
    findings = [
        (finding.ply, finding.evidence["receipt"])
        for finding in report.findings
        if finding.check is Check.RECEIPTS
    ]
    assert (findings, report.compared) == ([(8, forged)], 2)
    unsigned = beyond | {"signature": "00" * 64}
    report = audit_public(publics, digests, KEYS, [unsigned], damaged_at=11)
    assert [finding.evidence for finding in report.findings if finding.check is Check.RECEIPTS] == [
        {"receipt": unsigned}
    ]


def named(key: str) -> bytes:
    """The record of the game whose first entry names a key, everything made anew."""
    book = pages(LOG)
    book[0].public["receipt_key"] = key
    ended = next(event for event in book[-1].public["events"] if "game_key" in event)
    return b"".join(write_record(bound(book, bytes.fromhex(ended["game_key"]), renumber=False)))


def test_the_first_entry_may_name_the_key_that_was_in_force() -> None:
    old, new = KEYS.keys
    assert audit(named(old), keys=KEYS).sound
    assert findings(audit(named(new), keys=KEYS)) == [
        (1, "the log names a key that was not in force when the table was made")
    ]
    assert findings(audit(named("ab" * 8), keys=KEYS)) == [(1, "the log names a key that is not in the list")]
    assert audit(named("ab" * 8)).sound


@pytest.mark.parametrize("key", ["", "AB" * 8, "ab" * 9, 5, None])
def test_an_entry_with_an_invalid_key_id_is_malformed(key: Any) -> None:
    assert {finding.check for finding in audit(named(key)).findings} == {Check.FORMAT}


def frozen(signed: Any, at: int = 20) -> tuple[list[bytes], list[bytes]]:
    """Return what is public of the game when it was frozen on a receipt after its entry `at`."""
    *book, page = pages(LOG[: at + 1])
    page.public["actor"] = "system"
    page.public["command"] = {"type": "freeze", "reason": "history_rolled_back", "receipt": signed}
    page.public["events"] = [{"type": "frozen", "reason": "history_rolled_back", "receipt": signed}]
    page.parts = {}
    log = bound([*book, page], b"k" * 32, renumber=False)
    return [entry.public for entry in log], [entry.digest for entry in log]


def test_the_signature_is_what_lacks_where_keys_are_given_and_no_receipt_is() -> None:
    publics, digests = [entry.public for entry in LOG], [entry.digest for entry in LOG]
    assert audit_public(publics, digests, KEYS).absent == (Unchecked.SIGNATURE, Unchecked.HIDDEN)
    assert audit_public(publics, digests).absent == (Unchecked.KEYS, Unchecked.HIDDEN)
    signed = audit_public(publics, digests, KEYS, [kept(LOG[5])])
    assert (signed.absent, len(signed.signers), signed.compared) == ((Unchecked.HIDDEN,), 1, 1)


def test_a_game_is_frozen_only_by_a_receipt_that_contradicts_it() -> None:
    publics, digests = frozen(kept(LOG[30]))
    report = audit_public(publics, digests, KEYS)
    assert report.sound
    assert [done.looked for done in report.checks if done.check is Check.RECEIPTS] == [1]
    assert audit_public(publics, digests).sound
    agreeing = receipt(RING, LOG[0].game, 5, digests[4], time_of(LOG[4]))
    unsigned = kept(LOG[30]) | {"signature": "00" * 64}
    retired = resigned(kept(LOG[30]), RING, 0)
    for signed in (agreeing, unsigned, retired):
        listed = findings(audit_public(*frozen(signed), KEYS))
        assert [ply for ply, _ in listed] == [21]
        assert listed[0][1].startswith("frozen without a reason")


def test_a_game_may_be_frozen_by_a_receipt_of_a_key_that_a_store_set_back_has_lost() -> None:
    late = resigned(kept(LOG[30]), RING, ROTATED_MS, time=ROTATED_MS - 1)
    for signed in (kept(LOG[30], STRANGER), late):
        assert audit_public(*frozen(signed), KEYS).sound


def test_a_receipt_of_another_game_freezes_none() -> None:
    stranger = played("entropy")[7]
    foreign = receipt(RING, stranger.game, 8, stranger.digest, time_of(stranger))
    (finding,) = findings(audit_public(*frozen(foreign), KEYS))
    assert finding == (21, "frozen without a reason: a receipt is of another game")


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document | {"v": 2},
        lambda document: document | {"keys": []},
        lambda document: document | {"keys": [*document["keys"], document["keys"][0]]},
        lambda document: document | {"keys": [document["keys"][0] | {"id": "ab" * 8}]},
        lambda document: document | {"keys": [document["keys"][0] | {"algorithm": "none"}]},
        lambda document: document | {"keys": [document["keys"][0] | {"from": "0"}]},
        lambda document: document | {"keys": [document["keys"][0] | {"public": "ab"}]},
        lambda document: {"keys": document["keys"]},
        lambda document: document["keys"],
        lambda document: None,
    ],
)
def test_an_invalid_list_of_keys_is_not_trusted(change: Callable[[Json], Any]) -> None:
    with pytest.raises(BadKeys):
        key_list(change(DOCUMENT))


def test_a_list_of_keys_is_identified_by_the_hash_of_its_content() -> None:
    assert read_keys(canonical(DOCUMENT)) == read_keys(json.dumps(DOCUMENT, indent=2).encode()) == KEYS
    assert KEYS.fingerprint != key_list(DOCUMENT | {"origin": "else/where"}).fingerprint
    with pytest.raises(BadKeys):
        read_keys(b"not JSON")


@pytest.fixture
def files(tmp_path: Path) -> Callable[..., Result]:
    """Runs the audit of the game with files of keys and receipts."""

    def run(*arguments: str, keys: Any = DOCUMENT, receipts: bytes = b"") -> Result:
        (tmp_path / "game.jsonl").write_bytes(recorded("persons"))
        (tmp_path / "keys.json").write_text(json.dumps(keys))
        (tmp_path / "receipts").write_bytes(receipts)
        paths = [
            str(tmp_path / argument) if argument in ("keys.json", "receipts") else argument
            for argument in arguments
        ]
        return CliRunner().invoke(command, [str(tmp_path / "game.jsonl"), *paths])

    return run


def test_the_report_names_the_trusted_list_and_the_signer(files: Callable[..., Result]) -> None:
    lines = b"\n".join(canonical(kept(entry)) for entry in LOG)
    result = files("--keys", "keys.json", "--receipts", "receipts", receipts=lines)
    assert result.exit_code == 3  # no checkpoint covers it
    old, new = KEYS.keys
    trusted = f"{KEYS.origin} (keys: 2; fingerprint of the list: {KEYS.fingerprint})"
    signed = f"  - By the list of keys of {trusted}, this was signed with {old}, {new}."
    assert signed in result.output.splitlines()


def test_the_report_lists_unproved_statements(files: Callable[..., Result]) -> None:
    output = " ".join(files().output.split())
    assert "No list of keys was given, so nothing proves which service wrote this" in output
    assert "has signed anything that agrees with this log" in files("--keys", "keys.json").output


@pytest.mark.parametrize(
    "wrap", [lambda signed: [signed], lambda signed: {"ply": 8, "receipt": signed, "view": {}}]
)
def test_receipts_are_read_from_lists_and_from_answers_of_the_service(
    files: Callable[..., Result], wrap: Callable[[Json], Any]
) -> None:
    wrong = kept(LOG[7], digest="ab" * 32)
    result = files("--keys", "keys.json", "--receipts", "receipts", receipts=json.dumps(wrap(wrong)).encode())
    assert result.exit_code == 1
    assert "entry 8, receipts (rules 12.7)" in result.output


def test_a_receipt_may_be_printed_over_several_lines(files: Callable[..., Result]) -> None:
    wrong = json.dumps(kept(LOG[7], digest="ab" * 32), indent=2).encode()
    result = files("--keys", "keys.json", "--receipts", "receipts", receipts=wrong)
    assert "entry 8, receipts (rules 12.7)" in result.output


@pytest.mark.parametrize("receipts", [b"{", b"[", b"\xff", b"{}\nno"])
def test_an_invalid_file_of_receipts_has_status_2(files: Callable[..., Result], receipts: bytes) -> None:
    assert files("--receipts", "receipts", receipts=receipts).exit_code == 2


@pytest.mark.parametrize("arguments", [("--keys", "missing"), ("--receipts", "missing")])
def test_a_missing_file_has_status_2(files: Callable[..., Result], arguments: tuple[str, str]) -> None:
    result = files(*arguments)
    assert (result.exit_code, "there is no file missing" in result.output) == (2, True)


def test_a_list_of_keys_that_is_none_has_status_2(files: Callable[..., Result]) -> None:
    assert files("--keys", "keys.json", keys={"keys": 5}).exit_code == 2
