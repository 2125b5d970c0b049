"""The commands in documents, and how they are run: as they stand, one page in one shell."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 300

needs_curl = pytest.mark.skipif(
    shutil.which("curl") is None and "CI" not in os.environ, reason="needs curl (apt-get install curl)"
)


def blocks(page: str) -> list[str]:
    """The commands of a page, block by block; `page` is a path in the repository."""
    return re.findall(r"```sh\n(.*?)```", (ROOT / page).read_text(), flags=re.DOTALL)


def run(commands: list[str], url: str, where: Path, **environ: str) -> str:
    """Return what blocks of commands print that run in the directory `where` against the service at `url`."""
    for name in (".venv", "deploy"):
        (where / name).symlink_to(ROOT / name)
    script = "set -eu\n" + "".join(commands).replace("http://127.0.0.1:8000", url)
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=where,
        env=os.environ | environ,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
