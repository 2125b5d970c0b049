"""The page on the archive: its commands and its query, run over games of bots."""

import os
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from app.store.client import connect
from replays.catalogue.connecting import connect as catalogue_at
from tests.docs.pages import PATIENCE_SECONDS, ROOT, blocks
from tests.replays.archive.helpers import archiving, finished

NAMES = ("north-american", "mexican-2", "mexican-3", "deals", "me_sirve", "keep_centre", "bank")


@pytest.fixture
def data(redis_url: str, tmp_path: Path) -> Path:
    """A data directory with an archive in it."""
    place = tmp_path / "data"
    with connect(redis_url) as redis:
        made = archiving(redis, catalogue_at(f"sqlite:///{place}/catalogue.sqlite"), place / "archive")
        finished(made, NAMES)
        made.archiver.round()
        made.archive.engine.dispose()
    return place


def test_the_commands_and_the_question_of_the_page_are_answered(data: Path, tmp_path: Path) -> None:
    program, python = f"{sys.executable} -m app.cli", sys.executable
    script = "set -eu\n" + "".join(blocks("app/docs/archive.md"))
    script = script.replace(".venv/bin/python", python).replace(".venv/bin/conquian", program)
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "CONQUIAN_DATA": str(data), "REDIS_URL": ""}
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(NAMES)} games in the catalogue" in done.stdout
    assert "0 damaged records; 0 files that no game needs" in done.stdout
    assert re.search(r"mexican-3 +│ +3 │ +\d+ │", done.stdout)
    ((hands, eldest),) = asked(f"SELECT count(*), sum(eldest_won::INT) FROM '{tmp_path}/hands.parquet'")
    assert hands > len(NAMES)
    assert 0 < eldest < hands
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == len(NAMES)
    assert asked(f"SELECT count(DISTINCT game) FROM '{tmp_path}/plies.parquet'") == [(len(NAMES),)]


def asked(question: str) -> list[tuple[int, ...]]:
    """The rows of an answer."""
    answer = duckdb.sql(question)
    assert answer is not None
    rows: list[tuple[int, ...]] = answer.fetchall()
    return rows
