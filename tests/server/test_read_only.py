"""A service on a read-only root: all that it writes is in its data directory."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from app.server import temporary_files
from app.settings.errors import StartError
from tests.server.helpers import environment, eventually, finish, free_port, wait_for_line
from tests.server.test_metrics import roles, scraped

READ_ONLY = """
mount --bind "$CONQUIAN_DATA" "$CONQUIAN_DATA"
awk '{print $2}' /proc/mounts | sort -u | while read -r place; do
  case "$place" in /proc*|/sys*|"$CONQUIAN_DATA") ;; *) mount -o remount,bind,ro "$place" || true ;; esac
done
for place in /tmp /var/tmp /dev/shm "$HOME" .; do
  if touch "$place/written" 2>/dev/null; then echo "$place can be written"; exit 1; fi
done
exec "$0" "$@"
"""
"""Runs a command where nothing but the data directory can be written."""

OWN_MOUNTS = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]


def has_own_mounts() -> bool:
    """Return True if this machine lets the test have mounts of its own."""
    try:
        return subprocess.run([*OWN_MOUNTS, "true"], capture_output=True).returncode == 0
    except OSError:
        return False


@pytest.mark.skipif(not has_own_mounts(), reason="needs mounts of its own (unshare --mount)")
def test_a_service_writes_to_its_data_directory_only(tmp_path: Path) -> None:
    data, port = tmp_path / "data", free_port()
    data.mkdir()
    process = subprocess.Popen(
        [*OWN_MOUNTS, "bash", "-c", READ_ONLY, sys.executable, "-m", "app.cli", "serve"],
        env=environment(data, port) | {"CONQUIAN_COURIERS": "1"},
        cwd="/",
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        lines = wait_for_line(process, "stop     Ctrl-C")
        eventually(lambda: sorted(roles(scraped(port))) == ["api", "clock", "courier", "worker"])
        bad = ('"level":"warning"', '"level":"error"')
        assert not [line for line in lines if any(level in line for level in bad)]
    finally:
        finish(process)


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the temporary directory and its variables after the test."""
    monkeypatch.setattr(tempfile, "tempdir", tempfile.tempdir)
    for name in ("TMPDIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
        monkeypatch.delenv(name)


def nowhere() -> str:
    raise FileNotFoundError


@pytest.mark.usefixtures("usual")
def test_temporary_files_stay_where_the_system_wants_them(tmp_path: Path) -> None:
    temporary_files.provide(tmp_path / "run")
    assert "TMPDIR" not in os.environ
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("usual")
@pytest.mark.parametrize("place", ["nowhere", "the data directory"])
def test_without_a_place_they_go_to_one_of_the_data_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", nowhere if place == "nowhere" else lambda: str(tmp_path))
    temporary_files.provide(tmp_path / "run")
    monkeypatch.undo()
    assert (tmp_path / "run" / "tmp" / "matplotlib").is_dir()


@pytest.mark.usefixtures("usual")
def test_a_data_directory_that_cannot_be_written_is_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    (tmp_path / "file").touch()
    with pytest.raises(StartError, match=r"CONQUIAN_DATA: .*cannot be written"):
        temporary_files.provide(tmp_path / "file" / "run")
