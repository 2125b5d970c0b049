"""A question to each entrant that runs on this machine, asked before the first game of a tournament."""

import hmac
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

from app.botcheck.trial import Trial
from app.bots.entrants import LOCAL, kind_of, opened
from app.bots.errors import EntrantFailed, EntrantRefused
from app.bots.limits import limits_in
from app.bots.roster import decided
from app.config import StartError
from app.store.keys import game_id_from
from app.tournament.manifest import Entrant, Manifest

_KEY: Final = hmac.digest(b"conquian/trial-question/1", b"", "sha256")
_WORDS: Final = 2000


def rehearse(manifest: Manifest, folder: Path) -> None:
    """Ask every program and Python object of `manifest` one question; StartError names those that fail.

    The question is the first one of a game in memory by the tournament's rules, which nothing stores.
    """
    failed = [told for one in manifest.entrants if (told := _failure(manifest, one, folder)) is not None]
    if failed:
        raise StartError("\n".join(["The tournament cannot begin:", *failed]))


def _failure(manifest: Manifest, entrant: Entrant, folder: Path) -> str | None:
    """Why an entrant does not answer, with the end of what it wrote; None if it does, or runs elsewhere."""
    if kind_of(entrant.plan, local=True) not in LOCAL:
        return None
    trial = Trial(game_id_from(_KEY), manifest.rules, manifest.seats, _KEY)
    view, moves, seen = trial.question()
    try:
        # What an object prints is no part of the command's output.
        with redirect_stdout(sys.stderr), opened(entrant.plan, folder, limits_in(manifest.limits)) as make:
            decided(make(), view, moves, _KEY, seen)
    except EntrantRefused as refused:
        return f"{entrant.name}: {refused} ({refused.code})"
    except EntrantFailed as failure:
        words = failure.said.strip()[-_WORDS:]
        told = f"{entrant.name} does not answer a question ({failure})."
        return f"{told} Its last words:\n{words}" if words else told
    return None
