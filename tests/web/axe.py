"""axe-core, which finds what keeps people from using a page: fetched by npm into a folder that git ignores.

    python -m tests.web.axe

puts the pinned version there, checked against the hash in tests/web/tools.
"""

from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page

from tests import npm

ROOT = Path(__file__).parents[2]
HOME = ROOT / ".web-tools"
PINNED = Path(__file__).parent / "tools"
SCRIPT = HOME / "node_modules" / "axe-core" / "axe.min.js"
MISSING = "needs axe-core (make axe)"

GRAVE: Final = ("serious", "critical")
"""The impacts that a page may not have."""


def violations(page: Page, axe_script: str, *rules: str) -> list[str]:
    """Return what axe-core finds grave on the page as it stands, by all of its rules or by some."""
    if not page.evaluate("typeof axe !== 'undefined'"):
        page.evaluate(axe_script)
    only: Any = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    result = page.evaluate("options => axe.run(document, {...options, resultTypes: ['violations']})", only)
    return [
        f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for violation in result["violations"]
        if violation["impact"] in GRAVE
        for node in violation["nodes"]
    ]


if __name__ == "__main__":
    npm.install(PINNED, HOME)
