"""Writes the records of the present format, those that are not there yet: what is there stays as it is."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from app.store.entry import Entry
from replays.catalogue.connecting import connect
from replays.record.format import FORMAT, Proof
from replays.record.write import write_record
from tests.corpus import proven
from tests.corpus.sittings import plans, sitting

FOLDER = Path(__file__).parent / f"v{FORMAT}"
LONGEST = 130
"""The most entries of a sitting that is kept, so that the corpus stays small."""

HEADS = FOLDER / "heads.json"


def games() -> Iterator[tuple[str, tuple[Entry, ...], Proof]]:
    """Every game by name, with its log and its proof."""
    for name, plan in plans().items():
        yield name, sitting(name, plan), Proof()
    logs = proven.logs()
    with TemporaryDirectory() as folder:
        engine = connect(f"sqlite:///{folder}/catalogue.sqlite")
        proofs = proven.proofs(logs, engine)
        engine.dispose()
    for name, log in logs.items():
        yield name, log, proofs[name]


def main() -> None:
    """Adds what is missing, and its last digest to the list."""
    FOLDER.mkdir(exist_ok=True)
    heads = json.loads(HEADS.read_text()) if HEADS.exists() else {}
    for name, entries, proof in games():
        path = FOLDER / f"{name}.record"
        if path.exists() or len(entries) > LONGEST:
            continue
        path.write_bytes(b"".join(write_record(entries, proof)))
        heads[name] = {"plies": len(entries), "digest": entries[-1].digest.hex()}
        sys.stdout.write(f"{name}: {len(entries)} plies\n")
    HEADS.write_text(json.dumps(heads, indent=1, sort_keys=True) + "\n")
    (FOLDER / "keys.json").write_text(json.dumps(proven.RING.document(), indent=1) + "\n")


if __name__ == "__main__":
    main()
