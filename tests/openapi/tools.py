"""Spectral, openapi-typescript, tsc and openapi-python-client, in folders that git ignores.

    python -m tests.openapi.tools

installs those of npm, pinned in tests/openapi/npm; `make openapi-tools` installs all of them.
"""

import os
import subprocess
from pathlib import Path
from typing import Final

from tests import npm

ROOT: Final = Path(__file__).parents[2]
HOME: Final = ROOT / ".openapi-tools"
PINNED: Final = Path(__file__).parent / "npm"
PYTHON_BIN: Final = ROOT / ".venv-openapi" / "bin"
MISSING: Final = "needs the tools of OpenAPI (make openapi-tools)"

_PACKAGES: Final = HOME / "node_modules"
PROGRAMS: Final = {
    "spectral": _PACKAGES / "@stoplight" / "spectral-cli" / "dist" / "index.js",
    "openapi-typescript": _PACKAGES / "openapi-typescript" / "bin" / "cli.js",
    "tsc": _PACKAGES / "typescript" / "bin" / "tsc",
    "openapi-python-client": PYTHON_BIN / "openapi-python-client",
}
"""The file of each program, by name."""


def installed() -> bool:
    """True if all of the programs are there."""
    return all(program.exists() for program in PROGRAMS.values())


def run(name: str, *words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a program of PROGRAMS to its end; its output is text, stderr with stdout."""
    program = PROGRAMS[name]
    # openapi-python-client formats what it has written with the ruff that it finds on the path.
    path = f"{PYTHON_BIN}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [*([npm.NODE] if HOME in program.parents else []), program, *words],
        cwd=cwd,
        env={**npm.environment(), "PATH": path, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    npm.install(PINNED, HOME)
