"""Both verifiers agree on the checkpoint in a record, for all changes of it."""

from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from replays.audit.audit import audit
from replays.audit.report_json import as_json
from replays.record.format import Proof
from replays.record.write import write_record
from replays.transparency.checkpoints import Checkpoint, key_hash, read, signed
from tests.replays.test_inclusion import KEYS, LOG, RING, proof_in
from tests.replays.transparency.rings import ORIGIN, ring
from tests.verifier.node import Auditor

Json = dict[str, Any]
FLIPS = 40


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Json:
    """A true checkpoint of the game LOG."""
    return proof_in(f"sqlite:///{tmp_path_factory.mktemp('log')}/catalogue.sqlite")


def written(proof: Json | None) -> bytes:
    return b"".join(write_record(LOG, Proof((), proof)))


def agreed(verifier: Auditor, lines: bytes, *, keys: bool) -> int | None:
    """The first bad ply, None for a clean record, as both verifiers say."""
    one = as_json(audit(lines, keys=KEYS if keys else None))
    other = verifier.audit(lines, RING.document() if keys else None)
    first = [min((finding["ply"] for finding in report["findings"]), default=None) for report in (one, other)]
    assert first[0] == first[1], (one["findings"], other["findings"])
    for name in ("clean", "result", "not_checked"):
        assert one[name] == other[name]
    return first[0]


def line(public: bytes, signature: bytes, name: str = ORIGIN) -> str:
    return f"— {name} {b64encode(key_hash(ORIGIN, public) + signature).decode()}\n"


def notes(true: str) -> Iterator[tuple[str, bool]]:
    """Notes for the same tree, and whether only somebody with the keys can tell that they are wrong."""
    head = read(true)
    text = Checkpoint(ORIGIN, head.size, head.root, head.time_ms).text
    first, second = RING.keys()
    good = RING.sign(text.encode(), head.time_ms).signature
    yield signed(head, ring(0, seed=b"stranger")), True
    yield signed(Checkpoint("elsewhere", head.size, head.root, head.time_ms), RING), True
    yield f"{text}\n{line(first.public, RING.sign(text.encode(), 0).signature)}", True
    yield f"{text}\n{line(second.public, bytes(64))}", True
    yield f"{text}\n{line(second.public, good, 'elsewhere')}", True
    yield f"{text}\n{line(second.public, good)}{line(second.public, good)}", False
    yield f"{text}\n{line(second.public, good)}\n", False
    yield f"{text}extension\n\n{line(second.public, good)}", False
    yield f"{text}\n", False
    yield true.replace("\n", "\r\n"), False
    yield true.replace("— ", "- "), False
    yield true.replace("time ", "time 0"), False
    for time in (2**53, 10**16, 10**17):
        later = Checkpoint(ORIGIN, head.size, head.root, time).text
        yield f"{later}\n{line(second.public, RING.sign(later.encode(), time).signature)}", False
    for space in "\x1c\x1f\x85\xa0\u2028\ufeff\r":
        yield true.replace(ORIGIN, f"{ORIGIN}{space}x"), False
    yield "", False


@pytest.mark.parametrize("keys", [True, False])
def test_a_true_checkpoint_is_clean_in_both(verifier: Auditor, proof: Json, keys: bool) -> None:
    assert agreed(verifier, written(proof), keys=keys) is None
    assert agreed(verifier, written(None), keys=keys) is None


def test_both_find_every_wrong_note(verifier: Auditor, proof: Json) -> None:
    for note, secret in notes(proof["note"]):
        lines = written(proof | {"note": note})
        assert agreed(verifier, lines, keys=True) == len(LOG), note
        assert agreed(verifier, lines, keys=False) == (None if secret else len(LOG)), note


@pytest.mark.parametrize(
    "change",
    [{"index": 2}, {"index": 5}, {"index": 2**40}, {"size": 4}, {"size": 6}, {"size": 0}, {"path": []}],
)
def test_both_find_every_wrong_number_and_path(verifier: Auditor, proof: Json, change: Json) -> None:
    for changed in (proof | change, proof | {"path": proof["path"] * 30}):
        for keys in (True, False):
            assert agreed(verifier, written(changed), keys=keys) == len(LOG)


def test_both_agree_on_every_flipped_bit_in_the_proof_and_find_it_with_the_keys(
    verifier: Auditor, proof: Json
) -> None:
    lines, chance = written(proof), Random(6)
    begins = lines.rindex(b'{"proof"')
    for _ in range(FLIPS):
        at = chance.randrange(begins, len(lines) - 1)
        turned = bytes((lines[at] ^ 1 << chance.randrange(8),))
        changed = lines[:at] + turned + lines[at + 1 :]
        agreed(verifier, changed, keys=False)
        assert agreed(verifier, changed, keys=True) == len(LOG), (at, turned)
