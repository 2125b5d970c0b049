"""An earlier version of the product, checked out from the history and installed beside this one."""

import subprocess
from typing import Final

from tests.operator.roles import Version
from tests.server.helpers import ROOT

CHECKOUTS: Final = ROOT / ".upgrade"
"""A directory for each commit that was built; a second run finds it and installs nothing."""


def build(commit: str) -> Version:
    """Return the version of a commit, installed with what separate parts need.

    Raises subprocess.CalledProcessError if the history has no such commit, or if it cannot be installed.
    """
    name = _git("rev-parse", "--verify", f"{commit}^{{commit}}")
    root = CHECKOUTS / name[:12]
    if not root.exists():
        _git("worktree", "prune")
        _git("worktree", "add", "--quiet", "--detach", str(root), name)
    subprocess.run(["make", "--quiet", "extras"], cwd=root, check=True)
    return Version(root, str(root / ".venv" / "bin" / "python"))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()
