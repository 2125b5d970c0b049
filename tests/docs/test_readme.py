"""The README: its commands, from `make run` to the audit, run unchanged."""

import re
import subprocess
from pathlib import Path

from tests.docs.pages import ROOT, blocks, needs_curl, run

RUN, TEST, *GAME = blocks("README.md")


def test_the_two_commands_are_make_run_and_make_test() -> None:
    assert (RUN.strip(), TEST.strip()) == ("make run", "make test")


def test_the_readme_and_the_guide_for_contributors_are_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) < 120
    assert len((ROOT / "CONTRIBUTING.md").read_text().splitlines()) < 150


def test_the_guide_for_contributors_names_files_that_exist() -> None:
    named = re.findall(r"`((?:app|replays|workers|tests)/[\w/.-]+)`", (ROOT / "CONTRIBUTING.md").read_text())
    assert len(named) > 30
    assert [path for path in named if not (ROOT / path).exists()] == []


@needs_curl
def test_the_commands_of_the_list_of_tasks_run(url: str, tmp_path: Path) -> None:
    assert "Usage: conquian" in run(blocks("app/docs/tasks.md"), url, tmp_path)


@needs_curl
def test_the_game_ends_and_audits_clean_and_the_tournament_is_played(
    url: str, data: Path, tmp_path: Path
) -> None:
    printed = run(GAME, url, tmp_path, CONQUIAN_DATA=str(data))
    assert "finished: " in printed
    record = tmp_path / "game.record"
    changed = bytearray(record.read_bytes())
    changed[changed.index(b'"ply":3') + 20] ^= 1
    record.write_bytes(changed)
    audit = subprocess.run(
        [ROOT / ".venv" / "bin" / "conquian", "audit", str(record)], capture_output=True, text=True
    )
    assert audit.returncode == 1
    assert re.search(r"\bentry 3\b", audit.stdout)
