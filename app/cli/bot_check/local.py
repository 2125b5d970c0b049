"""Check of a local bot, a Python object or a program, in games in memory.

It is asked as in a tournament, but not restarted when it fails: each failure is a fault of its own, and
`greedy` answers instead. Every second question has unknown fields; at intervals a new bot, without the
history of the game, is asked as well.
"""

import hmac
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from app.bots.errors import EntrantFailed, EntrantRefused, FailureReason
from app.bots.external.limits import ParticipantLimits
from app.bots.external.participants import Factory, opened
from app.bots.roster import decided
from app.bots.strategy import Move, Strategy
from app.cli.bot_check.report import BotProperty, CannotTry, PropertyResults
from app.cli.bot_check.trial import Trial
from app.cli.simulate.plan import TableSetup
from app.store.keys import game_id_from

_UNKNOWN: Final = {"conquian_bot_check": {"a_field": ["that", "nobody", "knows"]}}
_ANEW: Final = 5
"""Interval in questions at which a new bot is asked as well."""

_FAILURES_MOST: Final = 5
"""Number of consecutive failures after which a bot is given up."""

_CHECKS: Final = {
    FailureReason.NOT_STARTED: BotProperty.ALIVE,
    FailureReason.CRASHED: BotProperty.ALIVE,
    FailureReason.MEMORY: BotProperty.ALIVE,
    FailureReason.TIMED_OUT: BotProperty.TIME,
    FailureReason.ILLEGAL: BotProperty.LEGAL,
    FailureReason.PROTOCOL: BotProperty.JSON,
}


class GivenUp(Exception):
    """The bot fails repeatedly."""


def run(
    entrant: Mapping[str, Any],
    tally: PropertyResults,
    limits: ParticipantLimits,
    seed: int,
    cases: Sequence[TableSetup],
    on_game: Callable[[], None],
) -> None:
    """Play a game of each of `cases`; `on_game` is called after each.

    Raises CannotTry if the bot does not exist.
    """
    rehearsal = Rehearsal(tally, str(seed).encode())
    try:
        for number, case in enumerate(cases):
            with opened(entrant, Path(), limits, play=case.play.name) as make:
                rehearsal.game(number, case, make)
            on_game()
    except EntrantRefused as refused:
        raise CannotTry(str(refused)) from None
    except GivenUp:
        tally.fault(BotProperty.FINISHES, f"{_FAILURES_MOST} questions in a row had no answer")


class Rehearsal:
    """Check of one bot."""

    def __init__(self, tally: PropertyResults, seed: bytes) -> None:
        self._tally, self._seed = tally, seed
        self._questions = self._failures = 0

    def game(self, number: int, case: TableSetup, make: Factory) -> None:
        """Play one game to its end with bots of `make`. Raises GivenUp after too many failures in a row."""
        key = hmac.digest(self._seed, f"conquian/bot-check/1 {number}".encode(), "sha256")
        trial, bot = Trial(game_id_from(key), case, key), None
        while not trial.is_over:
            fresh = bot is None
            bot = bot or make()
            if not self._question(trial, bot, make, key, f"{case.name}, ply {trial.decision}", fresh):
                bot = None
                trial.stand_in()
        self._tally.see(BotProperty.FINISHES)

    def _question(
        self, trial: Trial, bot: Strategy, make: Factory, key: bytes, place: str, fresh: bool
    ) -> bool:
        """Return whether the bot has answered legally."""
        self._questions += 1
        has_unknown = self._questions % 2 == 0
        if self._questions % _ANEW == 0:
            self._anew(trial, make, key, place)
        move = self._asked(trial, bot, make, key, place, has_unknown, fresh)
        refusal = None if move is None else trial.answer(move)
        if refusal is not None:
            self._tally.fault(BotProperty.LEGAL, f"{place}: {refusal}")
        self._failures = 0 if move is not None else self._failures + 1
        if self._failures >= _FAILURES_MOST:
            raise GivenUp
        return move is not None and refusal is None

    def _asked(
        self,
        trial: Trial,
        bot: Strategy,
        make: Factory,
        key: bytes,
        place: str,
        has_unknown: bool,
        fresh: bool,
    ) -> Move | None:
        """Return the move of the bot; the time of a fresh one is not measured, because it includes its
        start.
        """
        self._tally.see(
            BotProperty.LEGAL,
            BotProperty.JSON,
            BotProperty.ALIVE,
            *([BotProperty.UNKNOWN] if has_unknown else []),
        )
        began = time.monotonic()
        try:
            move = _answer(trial, bot, key, has_unknown)
        except EntrantFailed as failure:
            self._failed(failure, place, has_unknown and self._minds(trial, make, key))
            return None
        if not fresh:
            self._tally.took(round((time.monotonic() - began) * 1000))
        return move

    def _failed(self, failure: EntrantFailed, place: str, minds_unknown: bool) -> None:
        check, description = _CHECKS[failure.reason], _told(failure, place)
        if check is BotProperty.TIME:
            self._tally.see(check)
        for failed_check in {check, BotProperty.UNKNOWN} if minds_unknown else {check}:
            self._tally.fault(failed_check, description)

    @staticmethod
    def _minds(trial: Trial, make: Factory, key: bytes) -> bool:
        """Return whether a new bot fails at this question only with the unknown fields."""
        return not _answers(trial, make, key, strange=True) and _answers(trial, make, key, strange=False)

    def _anew(self, trial: Trial, make: Factory, key: bytes, place: str) -> None:
        self._tally.see(BotProperty.RESTARTED)
        try:
            _answer(trial, make(), key, strange=False)
        except EntrantFailed as failure:
            self._tally.fault(BotProperty.RESTARTED, _told(failure, place))


def _told(failure: EntrantFailed, place: str) -> str:
    """Describe the failure of a bot, with the last line of its standard error."""
    lines = failure.stderr.strip().splitlines()
    return f"{place}: {failure}" + (f" ({lines[-1][:200]})" if lines else "")


def _answer(trial: Trial, bot: Strategy, key: bytes, strange: bool) -> Move:
    view, moves, seen = trial.question()
    return decided(bot, view | (_UNKNOWN if strange else {}), moves, key, seen)


def _answers(trial: Trial, make: Factory, key: bytes, *, strange: bool) -> bool:
    try:
        _answer(trial, make(), key, strange)
    except EntrantFailed:
        return False
    return True
