"""The README does what it says: its commands, from `make run` to the audit, run as they stand."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
RUN, TEST, *GAME = BLOCKS
PATIENCE_SECONDS = 120


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ready(url: str) -> bool:
    """Whether the service at `url` answers that it is ready."""
    try:
        with urlopen(f"{url}/readyz", timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """The address of a service started by the README's first command, stopped as a terminal would."""
    port = free_port()
    environ = {**os.environ, "PORT": str(port), "CONQUIAN_DATA": str(tmp_path / "data")}
    service = subprocess.Popen(["bash", "-c", RUN], cwd=ROOT, env=environ, start_new_session=True)
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not ready(address):
            assert service.poll() is None, "make run ended"
            assert time.monotonic() < deadline, "make run is not ready"
            time.sleep(0.1)
        yield address
    finally:
        os.killpg(service.pid, signal.SIGINT)
        service.wait(30)


def test_the_two_commands_are_make_run_and_make_test() -> None:
    assert (RUN.strip(), TEST.strip()) == ("make run", "make test")


@pytest.mark.skipif(
    shutil.which("curl") is None and "CI" not in os.environ, reason="needs curl (apt-get install curl)"
)
def test_a_first_game_with_curl_ends_and_audits_clean(url: str, tmp_path: Path) -> None:
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    script = "set -eu\n" + "".join(GAME).replace("http://127.0.0.1:8000", url)
    played = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert played.returncode == 0, played.stdout + played.stderr
    record = tmp_path / "game.record"
    changed = bytearray(record.read_bytes())
    changed[changed.index(b'"ply":3') + 20] ^= 1
    record.write_bytes(changed)
    audit = subprocess.run(
        [ROOT / ".venv" / "bin" / "conquian", "audit", str(record)], capture_output=True, text=True
    )
    assert audit.returncode == 1
    assert re.search(r"\bply 3\b", audit.stdout)
