"""Unexpected failures of tournament jobs, which return with every job until their cause is removed."""

from dataclasses import dataclass
from typing import Final

from app.games.errors import GameError
from app.tournament.failures import GAME_REFUSED, JOB_FAILED

MOST: Final = 3
"""Number of failures of one kind without progress in between, after which a tournament is to be paused."""


@dataclass(frozen=True, slots=True)
class _Failures:
    ply: int
    kind: str
    times: int


class RepeatedFailures:
    """Last failures in this process, by tournament."""

    def __init__(self) -> None:
        self._last: dict[str, _Failures] = {}

    def pause_for(self, tournament: str, ply: int, problem: Exception) -> str | None:
        """Count a failure while the log is at `ply`; return the code for which to pause, None for going on.

        A refusal of the rules is of the kind of its code, another error of that of its class.
        """
        refused = isinstance(problem, GameError)
        kind = f"{type(problem).__qualname__} {problem if refused else ''}"
        last = self._last.get(tournament)
        times = last.times if last is not None and (last.ply, last.kind) == (ply, kind) else 0
        self._last[tournament] = _Failures(ply, kind, times + 1)
        if times + 1 < MOST:
            return None
        return GAME_REFUSED if refused else JOB_FAILED
