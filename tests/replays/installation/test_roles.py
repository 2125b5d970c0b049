"""Every role and command with a part of another installation is refused in one sentence."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.settings.environment import load
from app.store.client import connect
from app.store.keys import INSTALLATION
from replays.installation.starting import join
from tests.cli.killed import invoked
from tests.server.helpers import free_port

ROOT = Path(__file__).parents[3]
GUNICORN = (sys.executable, "-m", "gunicorn", "-c", str(ROOT / "deploy/gunicorn.conf.py"), "wsgi:app")
CONQUIAN = (sys.executable, "-m", "app.cli")
PROCESSES = {"API": GUNICORN, "serve": (*CONQUIAN, "serve")}
COMMANDS = {
    "worker": ("worker",),
    "worker --people": ("worker", "--people"),
    "courier": ("courier",),
    "clock": ("clock",),
    "keys list": ("keys", "list"),
    "keys rotate": ("keys", "rotate"),
    "players list": ("players", "list"),
    "games void": ("games", "void", "g-00" + "0" * 22),
    "archive now": ("archive", "now"),
    "archive restore": ("archive", "restore"),
    "tournament status": ("tournament", "status", "t-00" + "0" * 22),
}
OURS, THEIRS = "5e" * 32, "7f" * 32


@pytest.fixture
def environ(redis_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of an installation that exists."""
    variables = {
        "CONQUIAN_DATA": str(tmp_path / "data"),
        "REDIS_URL": redis_url,
        "CONQUIAN_SECRET": OURS,
        "CATALOGUE_URL": f"sqlite:///{tmp_path}/catalogue.sqlite",
        "ARCHIVE_URL": str(tmp_path / "archive"),
        "PORT": str(free_port()),
    }
    join(load(variables))
    return variables


def refused(words: tuple[str, ...], environ: dict[str, str]) -> str:
    """The one sentence that a process says which ends at once with exit status 1."""
    done = subprocess.run(
        words, env=os.environ | environ, cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    return sentence_of(done.returncode, done.stderr)


def sentence_of(status: int, errors: str) -> str:
    """The one sentence among what a process or command has said that ended with exit status 1."""
    assert status == 1, errors
    lines = errors.splitlines()
    assert sum("installation" in line for line in lines) == 1, errors
    assert "Traceback" not in errors
    return next(line for line in lines if "installation" in line)


@pytest.mark.parametrize("role", list(PROCESSES))
def test_a_role_with_another_secret_does_not_start(role: str, environ: dict[str, str]) -> None:
    before = connect(environ["REDIS_URL"]).hgetall(INSTALLATION)
    answer = refused(PROCESSES[role], environ | {"CONQUIAN_SECRET": THEIRS})
    assert "another service secret" in answer
    assert "look at CONQUIAN_SECRET" in answer
    store = connect(environ["REDIS_URL"])
    assert (store.hgetall(INSTALLATION), store.dbsize()) == (before, 1)


def test_a_role_with_a_forgotten_catalogue_does_not_start(environ: dict[str, str]) -> None:
    forgotten = environ | {"CATALOGUE_URL": ""}
    worker = invoked(COMMANDS["worker"], forgotten)
    for output in (refused(PROCESSES["API"], forgotten), sentence_of(worker.exit_code, worker.stderr)):
        assert "catalogue.sqlite is empty" in output
        assert "look at CATALOGUE_URL" in output


@pytest.mark.parametrize("command", list(COMMANDS))
def test_a_command_with_another_secret_is_refused(command: str, environ: dict[str, str]) -> None:
    done = invoked(COMMANDS[command], environ | {"CONQUIAN_SECRET": THEIRS})
    output = sentence_of(done.exit_code, done.stderr)
    assert "another service secret" in output


@pytest.mark.parametrize("command", ["find", "check", "status"])
def test_a_command_that_only_reads_the_archive_compares_its_parts(
    command: str, environ: dict[str, str], tmp_path: Path
) -> None:
    done = invoked(("archive", command), environ | {"ARCHIVE_URL": str(tmp_path / "other")})
    output = sentence_of(done.exit_code, done.stderr)
    assert "look at ARCHIVE_URL" in output


@pytest.mark.parametrize(("command", "status"), [("audit", 3), ("replay", 0)])
def test_a_command_that_reads_a_file_needs_no_installation(
    command: str, status: int, environ: dict[str, str]
) -> None:
    record = ROOT / "tests/corpus/v1/mexican-3-04.record"
    done = invoked((command, str(record)), environ | {"CONQUIAN_SECRET": THEIRS})
    assert done.exit_code == status, done.stderr
