"""Writes the records of the present format, those that are not there yet: what is there stays as it is."""

import json
import sys
from pathlib import Path

from replays import record
from replays.forms import FORMAT
from tests.corpus.sittings import plans, sitting

FOLDER = Path(__file__).parent / f"v{FORMAT}"
LONGEST = 130
"""The most entries of a sitting that is kept, so that the corpus stays small."""

HEADS = FOLDER / "heads.json"


def main() -> None:
    """Adds what is missing, and its last digest to the list."""
    FOLDER.mkdir(exist_ok=True)
    heads = json.loads(HEADS.read_text()) if HEADS.exists() else {}
    for name, plan in plans().items():
        path = FOLDER / f"{name}.record"
        entries = () if path.exists() else sitting(name, plan)
        if not 0 < len(entries) <= LONGEST:
            continue
        path.write_bytes(b"".join(record.write(entries)))
        heads[name] = {"plies": len(entries), "digest": entries[-1].digest.hex()}
        sys.stdout.write(f"{name}: {len(entries)} plies\n")
    HEADS.write_text(json.dumps(heads, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
