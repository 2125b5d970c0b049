"""The guides to a first game: their commands run unchanged, each in its language."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlretrieve

import pytest

from app.api.clients.pages import JAVASCRIPT
from app.api.guides import PAGES
from tests.docs.pages import PATIENCE_SECONDS, ROOT, needs_curl
from tests.verifier.node import NODE

FENCES = {"curl": "sh", "bots": "sh", "python": "python", "javascript": "js"}
PROGRAMS = {
    "curl": ("guide.sh", ["bash", "-eu"]),
    "bots": ("guide.sh", ["bash", "-eu"]),
    "python": ("guide.py", [sys.executable, "-I"]),
    "javascript": ("guide.mjs", [str(NODE)]),
}


def program(page: str, url: str) -> str:
    """The program that the blocks of a page are together."""
    text = (ROOT / "app" / "docs" / f"{page}.md").read_text()
    blocks = re.findall(rf"```{FENCES[page]}\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) == text.count("```") / 2 - _elsewhere(page, text) > 3
    text = "".join(blocks).replace("http://127.0.0.1:8000", url)
    return text.replace(".venv/bin/conquian", f"{sys.executable} -m app.cli")


def _elsewhere(page: str, text: str) -> int:
    """The number of blocks outside the program: examples of bots, and the command that gets the client."""
    return text.count("```python") * (page == "bots") + text.count("```sh") * (page == "javascript")


def run(page: str, url: str, where: Path) -> str:
    """Return what the program of a page prints, run in the directory `where`."""
    name, command = PROGRAMS[page]
    (where / name).write_text(program(page, url))
    if page == "javascript":
        urlretrieve(f"{url}{JAVASCRIPT}", where / Path(JAVASCRIPT).name)
    done = subprocess.run(
        [*command, name],
        cwd=where,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("page", [pytest.param("curl", marks=needs_curl), "python", "javascript"])
def test_the_commands_of_a_page_play_a_whole_game_and_audit_it(url: str, page: str, tmp_path: Path) -> None:
    result = run(page, url, tmp_path)
    assert "termination" in result
    assert "stale_ply" in result
    assert re.search(r"""result"?(?: of the audit)?: ?"?(clean|incomplete)\b""", result)
    # The guide with curl adds none.
    assert result.lower().count("my entropy is in the deck: true") == (page != "curl")


@needs_curl
def test_the_commands_of_the_page_on_bots_create_one_that_plays(url: str, tmp_path: Path) -> None:
    (tmp_path / "deploy").symlink_to(ROOT / "deploy")
    result = run("bots", url, tmp_path)
    latency = re.search(r'"latency":{"decisions":(\d+),"median_ms":(\d+),"p95_ms":(\d+)}', result)
    assert latency
    assert int(latency[1]) > 0
    # In a short hand not everything comes about.
    passed = result.count("passed") + result.count("not tried")
    assert passed == 7 + 7 + 8, "an object, a program, a bot over HTTP"


def test_the_examples_of_the_page_on_bots_equal_the_files_of_the_directory() -> None:
    page = (ROOT / "app" / "docs" / "bots.md").read_text()
    examples = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    for example, name in zip(examples, ("object.py", "stdio.py"), strict=True):
        whole = (ROOT / "deploy" / "bots" / name).read_text()
        assert all(line.split("  #")[0] in whole for line in example.splitlines()[2:])


def test_every_program_has_a_page() -> None:
    # The commands of these pages are run by tests/docs, or they have none.
    others = {
        "archive",
        "disputes",
        "holdem",
        "notation",
        "once",
        "proofs",
        "strategies",
        "tasks",
        "tournaments",
        "webhooks",
    }
    assert set(PAGES) == {*PROGRAMS, *others}
