"""Failures of entrants: why a game was forfeited, what was asked and answered, and the last words.

A failure is no part of the log of a tournament: its question is the view of one seat. It is kept beside the
tournament and shown to those alone who run the entrant or the tournament.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from app.i18n import Message
from app.tournament.schedule import Ending
from app.tournament.tournament import Tournament


class Kind(StrEnum):
    """How an entrant failed; those of `app.bots.errors.Reason`, and two of players over HTTP."""

    NOT_STARTED = "not_started"
    CRASHED = "crashed"
    TIMED_OUT = "timed_out"
    ILLEGAL = "illegal"
    MEMORY = "memory"
    PROTOCOL = "protocol"
    LEFT = "left"


TRIAL: Final = 0
"""The number of the fixture of a failure to answer the trial question, which is of no game."""

SAID: Final[Mapping[Kind, Message]] = {
    Kind.NOT_STARTED: Message("did not start"),
    Kind.CRASHED: Message("crashed"),
    Kind.TIMED_OUT: Message("timed out"),
    Kind.ILLEGAL: Message("illegal answer"),
    Kind.MEMORY: Message("out of memory"),
    Kind.PROTOCOL: Message("malformed answer"),
    Kind.LEFT: Message("left the table"),
}
"""Each kind as people say it."""

NO_ANSWER: Final = "entrant_no_answer"
"""Why a tournament is paused of which an entrant does not answer the trial question."""

PAUSES: Final[Mapping[str, Message]] = {
    NO_ANSWER: Message("An entrant does not answer a trial question; nothing is played."),
    "entrant_not_found": Message("The program, file or class of an entrant is not where it was."),
    "entrant_not_loaded": Message("The file of an entrant cannot be loaded."),
    "entrant_changed": Message("The files of an entrant are not those with which the tournament began."),
}
"""What the codes mean for which the service pauses a tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why the entrant on `seat` forfeited the game of a fixture.

    `ply` is the last ply before the question. `question` is what the seat was asked, as a program is told it:
    `view`, `legal`, `events`; None where that is not kept. `answer` is what it answered, `said` the end of
    its standard error, `ended` how it ended (`app.bots.errors.EntrantFailed`); each may be empty.
    """

    fixture: int
    game: str
    seat: int
    entrant: int
    kind: Kind
    ply: int
    question: Mapping[str, Any] | None = None
    answer: str = ""
    said: str = ""
    ended: str = ""


def told(state: Tournament, failures: Iterable[Failure]) -> list[Failure]:
    """Those of `failures` whose game has been forfeited by its result, in the order of the schedule.

    A failure at the trial question, on a deck of its own, is of no game and comes first. The result of a game
    stands in the log when the keys of its deck are open, so that no failure shows a card that may still be
    dealt.
    """
    found = [one for one in failures if _forfeited(state, one)]
    return sorted(found, key=lambda one: (one.fixture, one.seat))


def _forfeited(state: Tournament, failure: Failure) -> bool:
    if failure.fixture == TRIAL:
        return True
    result = state.results.get(failure.fixture)
    return result is not None and result.ending is Ending.FORFEIT and failure.seat in result.at_fault


def by_game(failures: Iterable[Failure]) -> dict[int, Kind]:
    """By the number of a game how an entrant failed in it, the first by seat where several did."""
    found: dict[int, Kind] = {}
    for one in sorted(failures, key=lambda each: (each.fixture, each.seat)):
        found.setdefault(one.fixture, one.kind)
    return found


def counted(failures: Iterable[Failure]) -> dict[int, dict[Kind, int]]:
    """By entrant how many games it forfeited by failing, by kind in the order of the kinds."""
    found: dict[int, Counter[Kind]] = {}
    for one in failures:
        if one.fixture == TRIAL:
            continue
        found.setdefault(one.entrant, Counter())[one.kind] += 1
    return {one: {kind: found[one][kind] for kind in Kind if found[one][kind]} for one in sorted(found)}
