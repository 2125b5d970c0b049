"""An operator alters the stored log of a game: results of the audit, both verifiers and disputes.

Each output is compared as a whole: result, exit status, headline, findings, and the sections on proofs.
"""

from pathlib import Path
from typing import Any

from app.i18n import translations
from app.store.keys import GameId, log_key
from replays.archive.archiver import Archiver, ArchiveRound
from replays.disputes.words import FROZEN
from tests.api.attacking import date_later, flipped, remade, signed_twice, started_anew
from tests.api.auditor import (
    AGREEING,
    AT,
    EARLY,
    LATE,
    NOT_GIVEN,
    ONLY_THE_SERVICE,
    Auditor,
    audit_findings,
    auditor_of,
    receipt_answers,
)
from tests.api.disputing import dispute, verdict
from tests.api.helpers import Api, Table, expect, refused
from tests.replays.forging import Page, find
from tests.service.races import Backup

COVERED = "Its last digest is covered by a signed checkpoint of the log of all games."
UNBROKEN = "to change one would break"
LOST_BY_THE_SERVICE = (
    "If the service gives the log out like this, only the service, or whoever can write to its store, could"
    " have lost the entries: no player can remove any. What is missing is not shown here."
)
UNREADABLE = f"From entry {AT} on, the service could not read the log of the game as it had been written."


def test_a_changed_byte_of_the_stored_log_is_found_and_loses_a_dispute(
    table: Table, auditor: Auditor
) -> None:
    redis = table.api.redis
    rows: Any = redis.xrange(log_key(GameId(table.id)))
    redis.delete(log_key(GameId(table.id)))
    for ply, (name, fields) in enumerate(rows, 1):
        crude: Any = {b"z": flipped(fields[b"z"], 30)} if ply == AT else {}
        redis.xadd(log_key(GameId(table.id)), {**fields, **crude}, id=name)
    game = started_anew(table)
    for path in ("", "/record"):
        assert refused(game.get(path), 409, "quarantined")["ply"] == AT
    assert expect(game.get("/events"), 200)["damaged_at"] == AT
    damage = "what is stored is not what was written"
    assert audit_findings(game) == ("findings", [(AT, "damage", damage)])
    # An entry that cannot be read neither agrees with its receipt nor contradicts it.
    assert receipt_answers(game, auditor) == [(True, None), (None, None), (None, None)]
    output = auditor.audit(game)
    assert (output.status, output.headline) == (1, f"findings: 1; the first at entry {AT}")
    assert f"entry {AT}, gaps: {damage}." in output.text
    assert "If the service gives the log out like this, only the service" in output.text
    assert "Only what is before the damage can be read" in output.unproved
    assert AGREEING not in output.proved
    assert verdict(game, "history_altered") == ("upheld", UNREADABLE, None)
    assert verdict(game, "wrong_payment") == ("undecided", UNREADABLE, None)
    assert auditor.log_is_unchanged(game)


def test_receipts_prove_that_an_entry_was_altered_and_the_chain_recomputed(
    table: Table, auditor: Auditor
) -> None:
    game = remade(table, date_later(AT))
    last = game.view()["ply"]
    path = "the hashes do not lead from the end of the game to the root of the checkpoint"
    assert audit_findings(game) == ("findings", [(last, "checkpoint", path)])
    alone, both = auditor.audit(game, receipts=False), auditor.audit(game)
    by_verifier = auditor.audit_by_verifier(game)
    assert receipt_answers(game, auditor) == [
        (True, None),
        (False, signed_twice(LATE)),
        (False, signed_twice(last)),
    ]
    assert [each["ply"] for each in game.view()["contradictions"]] == [LATE, last]
    # The service has stored the receipts, so every audit now compares them with the log.
    assert auditor.audit(game, receipts=False).headline == f"findings: 5; the first at entry {LATE}"
    assert (alone.status, alone.headline) == (1, f"findings: 1; the first at entry {last}")
    assert f"{path}. The rulebook says" in alone.text
    assert "That this is in the log of all games is not proved" in alone.text
    assert (both.status, both.headline) == (1, f"findings: 5; the first at entry {LATE}")
    assert (by_verifier.status, by_verifier.headline) == (1, f"Findings: 5. The first is at entry {LATE}.")
    for output in (both, by_verifier):
        assert f"the service has signed two different entries for ply {last}" in output.text
        assert f"the service has signed two histories: another entry {LATE}, and entry {last}," in output.text
        assert ONLY_THE_SERVICE in output.text
        assert not any(sentence in output.proved for sentence in (AGREEING, COVERED, UNBROKEN))
    assert auditor.log_is_unchanged(game)
    outcome, reason, _ = verdict(game, "history_altered")
    assert (outcome, reason.endswith(NOT_GIVEN)) == ("undecided", True)


def test_the_receipt_of_an_altered_entry_decides_the_dispute(table: Table, auditor: Auditor) -> None:
    game = remade(table, date_later(AT))
    outcome, reason, _ = verdict(game, "history_altered", receipt=auditor.receipts[1])
    signed = f"The log does not have entry {LATE} as the service signed it in a receipt."
    assert (outcome, reason) == ("upheld", signed)


def test_a_receipt_for_an_entry_that_was_cut_off_freezes_the_game(api: Api, tmp_path: Path) -> None:
    table = api.table("me open", "mexican-2")
    table.play(2, plies=AT - 2)
    backup, before = Backup(api.redis, table.id), table.view()["ply"]
    table.play(2, plies=10)
    auditor = auditor_of(table, tmp_path, EARLY, table.view()["ply"])
    lost = auditor.receipts[1]["ply"]
    backup.restore()
    game = started_anew(table)
    # Without a receipt, the rest of the log looks like a game that has come to this ply.
    assert audit_findings(game) == ("incomplete", [])
    assert receipt_answers(game, auditor) == [(True, None), (False, None)]
    assert (game.view()["status"], game.view()["frozen"]["receipt"]) == ("frozen", auditor.receipts[1])
    ends = f"the log ends before entry {lost}, for which there is a receipt"
    gone = f"frozen: the log does not have the entry {lost} for which there is a receipt"
    assert audit_findings(game) == (
        "findings",
        [(before + 1, "contradiction", ends), (before + 1, "frozen", gone)],
    )
    alone, both = auditor.audit(game, receipts=False), auditor.audit(game)
    assert (alone.status, alone.headline) == (1, f"findings: 2; the first at entry {before + 1}")
    assert (both.status, both.headline) == (1, f"findings: 2; the first at entry {before + 1}")
    for output in (alone, both):
        assert f"{ends}. The rulebook says" in output.text
        assert f"{gone}. The rulebook says" in output.text
        assert LOST_BY_THE_SERVICE in output.text
        assert f"Entry {lost}, which the service has signed, is not here" in output.unproved
        assert AGREEING not in output.proved
    for language, sentence in translations(FROZEN).items():
        answer = dispute(game, 0, "history_altered", Accept_Language=str(language))
        assert refused(answer, 409, "dispute_hand_open")["detail"] == sentence


def test_a_tripled_payment_is_found_without_receipts_and_corrected_by_a_dispute(
    api: Api, table: Table, keeping_archiver: Archiver, tmp_path: Path
) -> None:
    def change(book: list[Page]) -> None:
        """Triple the payment of the hand."""
        _, event = find(book, "hand-settled")
        for member in ("amounts", "balances"):
            event[member] = [3 * amount for amount in event[member]]

    last, due = table.view()["ply"], [seat["balance"] for seat in table.view()["seats"]]
    assert any(due)
    auditor = auditor_of(table, tmp_path, EARLY, last - 1)
    game, paid = remade(table, change), [3 * amount for amount in due]
    wrong = (
        f"event 2 is not what the rules give: HandSettled.amounts is recorded as {paid}, the rules give {due}"
    )
    assert audit_findings(game) == ("findings", [(last, "play", wrong)])
    # The receipts are from before the payment, and agree.
    assert receipt_answers(game, auditor) == [(True, None), (True, None)]
    by_python, by_verifier = auditor.audit(game), auditor.audit_by_verifier(game)
    assert (by_python.status, by_python.headline) == (1, f"findings: 1; the first at entry {last}")
    assert (by_verifier.status, by_verifier.headline) == (1, f"Findings: 1. The first is at entry {last}.")
    assert f"{wrong}. The rulebook says" in by_python.text
    for output in (by_python, by_verifier):
        assert "it has accepted what the rules do not allow, or somebody has changed the log" in output.text
        assert "What some have won others have lost" not in output.proved
        assert "has signed two different" not in output.text
    correction = [right - wrong for right, wrong in zip(due, paid, strict=True)]
    reason = "The hand has not paid what the rules say."
    assert verdict(game, "wrong_payment") == ("upheld", reason, correction)
    outcome, reason, more = verdict(game, "history_altered")
    assert (outcome, reason.endswith(NOT_GIVEN), more) == ("undecided", True, None)
    assert keeping_archiver.round() == ArchiveRound(refused=1)
