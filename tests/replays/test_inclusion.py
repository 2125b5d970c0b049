"""The audit of a record's own proof that its game is in the log of games."""

from base64 import b64encode
from typing import Any

import pytest

from replays.audit.audit import audit
from replays.audit.report import Check
from replays.catalogue.connecting import connect, prepare, writing
from replays.record.format import Proof
from replays.record.receipts import KeyList
from replays.record.write import write_record
from replays.transparency import store
from replays.transparency.checkpoints import Checkpoint, key_hash, read, signed
from replays.transparency.merkle import Leaf

from .games import played
from .transparency.rings import ORIGIN, published, ring

RING = ring(0, 1_000)
KEYS = published(RING)
LOG = played("void")


@pytest.fixture
def proof(tmp_path: Any) -> dict[str, Any]:
    """The checkpoint as the record of the game holds it, number 3 of 5 in the log."""
    return proof_in(f"sqlite:///{tmp_path}/catalogue.sqlite")


def proof_in(url: str) -> dict[str, Any]:
    """That checkpoint, from a new catalogue at `url`."""
    end = Leaf(LOG[-1].game, LOG[-1].ply, LOG[-1].digest)
    others = [Leaf(f"g-{number}", 1, bytes(32)) for number in range(4)]
    engine = prepare(connect(url))
    with writing(engine) as connection:
        store.append(connection, [*others[:3], end, others[3]])
        assert store.proof(connection, end.game) is None
        store.checkpoint(connection, RING, 5_000)
        inclusion = store.proof(connection, end.game)
        assert store.proof(connection, "g-unknown") is None
    engine.dispose()
    assert inclusion is not None
    return inclusion


def findings(checkpoint: dict[str, Any] | None, keys: KeyList | None = KEYS) -> list[tuple[int, str]]:
    """Return what is found, by ply and check, in the record with this proof."""
    record = b"".join(write_record(LOG, Proof((), checkpoint)))
    return [(finding.ply, str(finding.check)) for finding in audit(record, keys=keys).findings]


FOUND = [(len(LOG), "inclusion")]


def test_a_valid_proof_is_clean_and_names_its_signer(proof: dict[str, Any]) -> None:
    for keys in (None, KEYS):
        assert findings(proof, keys) == []
    report = audit(b"".join(write_record(LOG, Proof((), proof))), keys=KEYS)
    assert report.signers == (RING.keys()[1].id,)
    assert [done.looked for done in report.checks if done.check is Check.INCLUSION] == [1]


def test_a_record_without_a_proof_has_no_statement_on_inclusion(proof: dict[str, Any]) -> None:
    assert findings(None) == []
    report = audit(b"".join(write_record(LOG, Proof())), keys=KEYS)
    assert Check.INCLUSION not in {done.check for done in report.checks}


def test_a_proof_that_does_not_fit_is_found_at_the_last_ply(proof: dict[str, Any]) -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"index": 2},
        {"size": 4},
        {"path": proof["path"][::-1]},
        {"path": proof["path"][:-1]},
        {"note": proof["note"].replace("\n5\n", "\n6\n")},
        {"note": "a note"},
        {"note": proof["note"] + f"— elsewhere {b64encode(bytes(68)).decode()}\n"},
    )
    for change in wrong:
        for keys in (None, KEYS):
            assert findings(proof | change, keys) == FOUND, change


def test_the_end_of_another_game_or_another_end_is_not_proved_by_it(proof: dict[str, Any]) -> None:
    for name in ("mexican-3", "north-american"):
        other = played(name)
        report = audit(b"".join(write_record(other, Proof((), proof))))
        assert [(finding.ply, finding.check) for finding in report.findings] == [
            (len(other), Check.INCLUSION)
        ]


def test_a_checkpoint_signed_by_a_retired_key_or_a_stranger_is_found(proof: dict[str, Any]) -> None:
    root = read(proof["note"]).root
    head = Checkpoint(ORIGIN, 5, root, 5_000)
    retired = RING.sign(head.text.encode(), 500).signature
    hash_of_first = key_hash(ORIGIN, RING.keys()[0].public)
    line = b64encode(hash_of_first + retired).decode()
    for note in (signed(head, ring(0, seed=b"stranger")), f"{head.text}\n— {ORIGIN} {line}\n"):
        assert findings(proof | {"note": note}, None) == []
        assert findings(proof | {"note": note}) == FOUND
