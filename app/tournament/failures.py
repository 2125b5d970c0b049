"""Failures of entrants: the kind, the question, the answer, and the last output.

A failure is not part of a tournament's log: its question is the view of one seat. It is stored beside the
tournament and shown only to those who run the entrant or the tournament.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from app.i18n import Message
from app.tournament.schedule import Ending
from app.tournament.state import Tournament


class FailureKind(StrEnum):
    """Kind of failure: those of `app.bots.errors.FailureReason`, and two of players over HTTP."""

    NOT_STARTED = "not_started"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    ILLEGAL = "illegal"
    MEMORY = "memory"
    PROTOCOL = "protocol"
    LEFT = "left"


TRIAL: Final = 0
"""Fixture number of a failure at the trial question, which is of no game."""

FAILURE_TEXTS: Final[Mapping[FailureKind, Message]] = {
    FailureKind.NOT_STARTED: Message("did not start"),
    FailureKind.CRASHED: Message("crashed"),
    FailureKind.TIMED_OUT: Message("timed out"),
    FailureKind.ILLEGAL: Message("illegal answer"),
    FailureKind.MEMORY: Message("out of memory"),
    FailureKind.PROTOCOL: Message("malformed answer"),
    FailureKind.LEFT: Message("left the table"),
}
"""Names of the kinds for people."""

NO_ANSWER: Final = "entrant_no_answer"
"""Code of a pause because an entrant does not answer the trial question."""

GAME_REFUSED: Final = "game_refused"
"""Code of a pause because the rules refuse a game of the tournament."""

JOB_FAILED: Final = "job_failed"
"""Code of a pause because the job that plays the tournament fails again and again."""

PAUSES: Final[Mapping[str, Message]] = {
    NO_ANSWER: Message("An entrant does not answer a trial question; nothing is played."),
    "entrant_not_found": Message("The program, file or class of an entrant is not found."),
    "entrant_not_loaded": Message("The file of an entrant cannot be loaded."),
    "entrant_changed": Message("The files of an entrant are not those with which the tournament began."),
    GAME_REFUSED: Message("The rules refuse its next game; the log of the worker says why."),
    JOB_FAILED: Message("It failed several times in the same way; the log of the worker says how."),
}
"""Explanations of the codes for which the service pauses a tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Failure of the entrant on `seat`, which forfeited the game of a fixture.

    `ply` is the last ply before the question. `question` has `view`, `legal` and `events` in the form for
    programs; None if it is not stored. `answer` is the answer, `stderr` the end of its standard error,
    `ended` the end of its process (`app.bots.errors.EntrantFailed`); each may be empty.
    """

    fixture: int
    game: str
    seat: int
    entrant: int
    kind: FailureKind
    ply: int
    question: Mapping[str, Any] | None = None
    answer: str = ""
    stderr: str = ""
    ended: str = ""


def shown_failures(state: Tournament, failures: Iterable[Failure]) -> list[Failure]:
    """Return those failures whose games are forfeited in the log, in the order of the schedule.

    A failure at the trial question, on a deck of its own, is of no game and comes first. The log has the
    result of a game only after the keys of its deck are revealed, so no failure shows a card that may still
    be dealt.
    """
    shown = [failure for failure in failures if _forfeited(state, failure)]
    return sorted(shown, key=lambda failure: (failure.fixture, failure.seat))


def _forfeited(state: Tournament, failure: Failure) -> bool:
    if failure.fixture == TRIAL:
        return True
    result = state.results.get(failure.fixture)
    return result is not None and result.ending is Ending.FORFEIT and failure.seat in result.at_fault


def by_game(failures: Iterable[Failure]) -> dict[int, FailureKind]:
    """Return the kind of failure by fixture, of the first seat if several failed."""
    kinds: dict[int, FailureKind] = {}
    for failure in sorted(failures, key=lambda item: (item.fixture, item.seat)):
        kinds.setdefault(failure.fixture, failure.kind)
    return kinds


def counted(failures: Iterable[Failure]) -> dict[int, dict[FailureKind, int]]:
    """Return the number of games that each entrant forfeited by failing, by kind."""
    counts: dict[int, Counter[FailureKind]] = {}
    for failure in failures:
        if failure.fixture == TRIAL:
            continue
        counts.setdefault(failure.entrant, Counter())[failure.kind] += 1
    return {
        failure: {kind: counts[failure][kind] for kind in FailureKind if counts[failure][kind]}
        for failure in sorted(counts)
    }
