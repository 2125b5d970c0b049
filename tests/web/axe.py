"""axe-core, which finds what keeps people from using a page: fetched by npm into a folder that git ignores.

    python -m tests.web.axe

puts the pinned version there, checked against the hash in tests/web/tools.
"""

from pathlib import Path

from tests import npm

ROOT = Path(__file__).parents[2]
HOME = ROOT / ".web-tools"
PINNED = Path(__file__).parent / "tools"
SCRIPT = HOME / "node_modules" / "axe-core" / "axe.min.js"
MISSING = "needs axe-core (make axe)"

if __name__ == "__main__":
    npm.install(PINNED, HOME)
