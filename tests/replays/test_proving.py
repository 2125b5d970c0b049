"""The proof line of a record: the signed head at once, the checkpoint as soon as the game is under one."""

from pathlib import Path

import pytest
from sqlalchemy import Engine

from app.store.canonical import parse
from replays.archive.proof import Prover
from replays.audit.audit import audit
from replays.audit.report import Check
from replays.catalogue.connecting import connect, writing
from replays.record.receipts import verify
from replays.record.write import write_record
from replays.transparency.merkle import Leaf
from replays.transparency.store import append, checkpoint
from tests.closing import at_end
from tests.replays.games import played
from tests.replays.transparency.rings import published, ring

RING = ring(0)
KEYS = published(RING)
NOW_MS = 1_790_000_000_000


def prover(engine: Engine) -> Prover:
    """Return the prover of the games of a catalogue."""
    return Prover(RING, lambda: engine, lambda: NOW_MS)


def enter(engine: Engine, *names: str) -> None:
    """The ends of these games are leaves of the tree, and signed for."""
    with writing(engine) as connection:
        ends = [played(name)[-1] for name in names]
        append(connection, [Leaf(end.game, end.ply, end.digest) for end in ends])
        checkpoint(connection, RING, NOW_MS)


def test_before_a_checkpoint_only_the_head_is_signed(engine: Engine) -> None:
    log = played("persons")
    proof = prover(engine)(log)
    (head,) = proof.receipts
    assert proof.checkpoint is None
    assert (head["ply"], head["digest"]) == (len(log), log[-1].digest.hex())
    assert head["time"] == parse(log[-1].public)["time"]
    assert verify(head, KEYS) is None
    assert prover(engine)(log) == proof


def test_a_game_without_times_is_signed_for_the_time_of_signing(engine: Engine) -> None:
    (head,) = prover(engine)(played("mexican-3")).receipts
    assert head["time"] == NOW_MS


@pytest.mark.parametrize("name", ["persons", "mexican-3", "void"])
def test_a_record_with_its_checkpoint_proves_all_that_a_record_can(engine: Engine, name: str) -> None:
    enter(engine, "mexican-3", "persons", "void", "deals")
    log = played(name)
    report = audit(b"".join(write_record(log, prover(engine)(log))), keys=KEYS)
    assert report.sound
    assert report.signers == tuple(KEYS.keys)
    assert {Check.RECEIPTS, Check.INCLUSION} <= {done.check for done in report.checks}


def test_a_proof_does_not_fit_another_game(engine: Engine) -> None:
    enter(engine, "mexican-3", "persons")
    proof = prover(engine)(played("persons"))
    report = audit(b"".join(write_record(played("mexican-3"), proof)), keys=KEYS)
    assert {(finding.ply, finding.check) for finding in report.findings} == {
        (len(played("mexican-3")), check) for check in (Check.RECEIPTS, Check.INCLUSION)
    }


def test_a_catalogue_that_is_away_takes_only_the_checkpoint(tmp_path: Path) -> None:
    (tmp_path / "catalogue.sqlite").write_bytes(
        b"this is no database, but it is long enough to be taken for one"
    )
    away = connect(f"sqlite:///{tmp_path}/catalogue.sqlite")
    at_end(away.dispose)
    proof = prover(away)(played("persons"))
    assert (len(proof.receipts), proof.checkpoint) == (1, None)
