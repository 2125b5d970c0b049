"""A tournament without a service: paused, resumed, and refused."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.bots.entrant_programs import python
from tests.cli.killed import ran_here
from tests.server.helpers import environment, eventually, free_port

HESITANT = """import pathlib, time
if not pathlib.Path(__file__).with_name("haste").exists():
    time.sleep(0.05)
print("What shall I do?")
return legal[0]"""
"""A bot that takes its time as long as nobody asks for haste, and prints what it thinks."""


def conquian(folder: Path, *words: str) -> "subprocess.Popen[str]":
    """A command about tournaments, with a data directory of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "app.cli", "tournament", *words],
        env=environment(folder / "data", free_port()),
        cwd=folder,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def ended(command: "subprocess.Popen[str]", status: int) -> tuple[dict[str, Any], str]:
    """Return what a command has printed, and what it has said besides."""
    out, err = command.communicate(timeout=300)
    assert command.returncode == status, out + err
    document: dict[str, Any] = json.loads(out) if out else {}
    return document, err


def test_a_tournament_is_paused_by_ctrl_c_and_resumed_to_its_end(tmp_path: Path) -> None:
    python(tmp_path, HESITANT, "first.py")
    plan = {
        "name": "Cup",
        "variant": "north-american",
        "format": {"type": "round_robin"},
        "entrants": [{"name": "careful", "bot": "careful"}, {"name": "first"}],
        "decks_per_pairing": 8,
    }
    (tmp_path / "cup.json").write_text(json.dumps(plan))
    brought = ("--bot", "first=first.py:Bot", "--workers", "1", "--json")
    run = conquian(tmp_path, "run", "cup.json", *brought)
    eventually(lambda: any(tmp_path.glob("data/archive/**/*.zst")) or run.poll() is not None)
    run.send_signal(signal.SIGINT)
    paused, err = ended(run, 130)
    assert paused["state"] == "paused"
    assert 0 < paused["games"]["done"] < 16, "the worker finishes what it has begun, and no more"
    assert f"conquian tournament resume {paused['tournament']}" in err
    (tmp_path / "haste").touch()
    done, _ = ended(conquian(tmp_path, "resume", paused["tournament"], "--workers", "1", "--json"), 0)
    assert (done["state"], done["games"]["done"], done["provisional"]) == ("finished", 16, False)
    assert {row["name"]: row["games"] for row in done["standings"]} == {"careful": 16, "first": 16}
    assert sum(row["points"] for row in done["standings"]) == 16


def test_an_unplayable_manifest_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "cup.json").write_text('{"name": "Cup", "entrants": []}')
    status, _, err = ran_here(tmp_path, "tournament", "run", "cup.json")
    assert status == 1
    assert "/format: manifest_member_missing" in err
    assert "/entrants: manifest_entrants" in err
    assert not (tmp_path / "data").exists()
