"""The trial question to the entrants of a tournament, before the command begins or resumes it."""

import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

from app.bots.errors import EntrantError, EntrantFailed, EntrantRefused
from app.config import StartError
from app.tournament.manifest import Manifest
from replays.tournaments.trial import tried

_WORDS: Final = 2000


def rehearse(manifest: Manifest, folder: Path) -> None:
    """Ask every program and Python object of `manifest` one question; StartError names those that fail."""
    # What an object prints is no part of the command's output.
    with redirect_stdout(sys.stderr):
        failures = tried(manifest, folder)
    if failures:
        lines = (_told(manifest.entrants[at].name, failure) for at, failure in failures.items())
        raise StartError("\n".join(["The tournament cannot begin:", *lines]))


def _told(name: str, failure: EntrantError) -> str:
    """Why an entrant does not answer, with the end of what it wrote."""
    if isinstance(failure, EntrantRefused):
        return f"{name}: {failure} ({failure.code})"
    words = failure.said.strip()[-_WORDS:] if isinstance(failure, EntrantFailed) else ""
    told = f"{name} does not answer a question ({failure})."
    return f"{told} Its last words:\n{words}" if words else told
