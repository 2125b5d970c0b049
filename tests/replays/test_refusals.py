"""Signed refusals in an audit: the signer, and agreement with the log."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from app.cli.replay.commands import audit as command
from app.service.signing import KeyRing, command_digest, refusal, refusal_message
from replays.audit.audit import audit, audit_public
from replays.audit.report import Check
from replays.record.receipts import KeyList, ReceiptFault, is_refusal, verify, verify_refusal
from tests.replays.games import played, recorded
from tests.replays.memory_log import START_MS
from tests.replays.test_receipts import DOCUMENT, KEYS, RING, ROTATED_MS, STRANGER

Json = dict[str, Any]
LOG = played("persons")
BODY = {"type": "meld", "use": ["6O", "5O"], "discard": "12B"}


def refused(ring: KeyRing = RING, at_ms: int = START_MS + 9_000, **changes: Any) -> Json:
    """A signed refusal of a command of seat 1 on ply 6."""
    statement = {"game": LOG[0].game, "ply": 6, "seat": 1, "command": command_digest(BODY)}
    return refusal(ring, statement | {"code": "not_your_turn", "rule": "10.4"} | changes, at_ms)


def resigned(statement: Json, at_ms: int) -> Json:
    """The refusal under the key of another time than the one it names."""
    made = statement | {"key": RING.in_force(at_ms)}
    return made | {"signature": RING.sign(refusal_message(made), at_ms).signature.hex()}


def findings_on(statement: Any, keys: KeyList | None = KEYS) -> list[tuple[int, str]]:
    """Return what the audit of the game finds with this one refusal."""
    report = audit(recorded("persons"), keys=keys, receipts=[statement])
    assert {finding.check for finding in report.findings} <= {Check.RECEIPTS}
    return [(finding.ply, finding.detail) for finding in report.findings]


def test_a_refusal_is_signed_and_agrees_with_the_log_but_proves_no_entry() -> None:
    assert verify_refusal(refused(), KEYS) is None
    report = audit(recorded("persons"), keys=KEYS, receipts=[refused(), refused(seat=None)])
    assert report.sound
    assert (report.signers, report.compared) == ((), 0)
    assert {done.check: done.looked for done in report.checks}[Check.RECEIPTS] == 2


def test_the_digest_of_a_body_does_not_depend_on_the_order_of_its_members() -> None:
    assert command_digest(dict(reversed(BODY.items()))) == command_digest(BODY)
    assert command_digest(BODY | {"discard": "11B"}) != command_digest(BODY)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda statement: statement | {"ply": 7}, ReceiptFault.SIGNATURE),
        (lambda statement: statement | {"seat": 0}, ReceiptFault.SIGNATURE),
        (lambda statement: statement | {"seat": None}, ReceiptFault.SIGNATURE),
        (lambda statement: statement | {"command": "00" * 32}, ReceiptFault.SIGNATURE),
        (lambda statement: statement | {"code": "wrong_phase"}, ReceiptFault.SIGNATURE),
        (lambda statement: statement | {"rule": "10.1"}, ReceiptFault.SIGNATURE),
        (lambda statement: statement | {"time": statement["time"] + 1}, ReceiptFault.SIGNATURE),
        (lambda statement: statement | {"key": "ab" * 8}, ReceiptFault.KEY_UNKNOWN),
        (lambda statement: refused(STRANGER), ReceiptFault.KEY_UNKNOWN),
        (lambda statement: resigned(refused(at_ms=ROTATED_MS), 0), ReceiptFault.RETIRED),
        (lambda statement: resigned(statement, ROTATED_MS), ReceiptFault.EARLY),
        (lambda statement: statement | {"v": 2}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"v": True}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"seat": True}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"seat": -1}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"ply": 0}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"command": "AB" * 32}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"code": "Not now"}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"rule": "10"}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"rule": None}, ReceiptFault.MALFORMED),
        (lambda statement: statement | {"more": 1}, ReceiptFault.MALFORMED),
        (
            lambda statement: {name: statement[name] for name in statement if name != "rule"},
            ReceiptFault.MALFORMED,
        ),
    ],
)
def test_a_refusal_that_the_service_has_not_signed_is_found(
    change: Callable[[Json], Any], fault: ReceiptFault
) -> None:
    statement = change(refused())
    assert verify_refusal(statement, KEYS) is fault
    assert len(findings_on(statement)) == 1


def test_a_refusal_is_no_receipt_and_a_receipt_no_refusal() -> None:
    assert verify(refused(), KEYS) is ReceiptFault.MALFORMED
    assert not is_refusal(refused() | {"digest": "00" * 32})


@pytest.mark.parametrize("keys", [KEYS, None])
def test_a_refusal_that_the_log_has_no_room_for_is_found(keys: KeyList | None) -> None:
    end = len(LOG)
    late = f"the log ends before entry {end + 1}, on which there is a refusal"
    assert findings_on(refused(ply=end + 1), keys) == [(end, late)]
    assert findings_on(refused(seat=2), keys) == [(6, "a refusal names a seat that the table does not have")]
    assert findings_on(refused(game=played("void")[0].game), keys) == [(6, "a refusal is of another game")]


def test_a_log_that_was_cut_below_the_ply_of_a_refusal_is_found_while_it_is_public() -> None:
    cut = LOG[:5]
    report = audit_public([entry.public for entry in cut], [entry.digest for entry in cut], KEYS, [refused()])
    assert [finding.detail for finding in report.findings] == [
        "the log ends before entry 6, on which there is a refusal"
    ]


def test_a_problem_document_is_read_for_its_refusal(tmp_path: Path) -> None:
    for name, value in (("keys", DOCUMENT), ("kept", {"code": "not_your_turn", "refusal": refused(seat=9)})):
        (tmp_path / name).write_text(json.dumps(value))
    (tmp_path / "game").write_bytes(recorded("persons"))
    game, keys, kept = (str(tmp_path / name) for name in ("game", "keys", "kept"))
    result = CliRunner().invoke(command, [game, "--keys", keys, "--receipts", kept])
    assert result.exit_code == 1
    assert "a refusal names a seat that the table does not have" in result.output
