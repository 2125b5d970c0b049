"""The bundler of the verifier, which npm installs into a folder that git ignores.

    python -m tests.verifier.building

writes replays/verifier/verifier.js from the modules in replays/verifier/src. With `--install` it installs
Rollup instead, in the version that the lock file beside the modules names.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

from tests import npm
from tests.verifier.node import FILE

HOME: Final = Path(__file__).parents[2] / ".verifier-tools"
SOURCES: Final = FILE.parent / "src"
MISSING: Final = "needs Rollup (make verifier)"

_ROLLUP: Final = HOME / "node_modules" / "rollup" / "dist" / "bin" / "rollup"


def installed() -> bool:
    """True if Rollup is there."""
    return _ROLLUP.exists()


def build(target: Path) -> None:
    """Write the bundle to `target`; CalledProcessError if a module is wrong."""
    words = ("--config", "--silent", "--file", str(target))
    subprocess.run([npm.NODE, _ROLLUP, *words], cwd=SOURCES, env=npm.environment(), check=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--install"]:
        npm.install(SOURCES, HOME)
    else:
        build(FILE)
