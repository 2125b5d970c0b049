"""The README does what it says: its commands, from `make run` to the audit, run as they stand."""

import re
import subprocess
from pathlib import Path

from tests.docs.pages import ROOT, blocks, needs_curl, run

RUN, TEST, *GAME = blocks("README.md")


def test_the_two_commands_are_make_run_and_make_test() -> None:
    assert (RUN.strip(), TEST.strip()) == ("make run", "make test")


@needs_curl
def test_a_first_game_with_curl_ends_and_audits_clean(url: str, tmp_path: Path) -> None:
    run(GAME, url, tmp_path)
    record = tmp_path / "game.record"
    changed = bytearray(record.read_bytes())
    changed[changed.index(b'"ply":3') + 20] ^= 1
    record.write_bytes(changed)
    audit = subprocess.run(
        [ROOT / ".venv" / "bin" / "conquian", "audit", str(record)], capture_output=True, text=True
    )
    assert audit.returncode == 1
    assert re.search(r"\bentry 3\b", audit.stdout)
