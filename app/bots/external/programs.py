"""Bots that are programs on standard input and output: one JSON line asks, one JSON line answers.

The first line that a program gets identifies the game, and needs no answer: `{"conquian": 1, "game", "seat",
"rules", "ms"}`. Every further line is a question, `{"view", "legal", "events", "ms", "chance"}`, and its
answer one of `legal`; `events` are those of the hand that the process has not received yet. A process plays
one seat of one game.
"""

import logging
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from app.bots.errors import EntrantFailed
from app.bots.external.answers import chosen, move_in
from app.bots.external.limits import ParticipantLimits
from app.bots.external.process import ProgramProcess
from app.bots.strategy import Chance, Move, Seen, Told, View
from app.games.conquian.sheets import as_json

PROTOCOL: Final = 1

_log: Final = logging.getLogger("app.bots.programs")
_SHOWN: Final = 2000


class Program:
    """A program at one seat of one game; after a failure it is restarted and gets the same question."""

    def __init__(self, command: tuple[str, ...], folder: Path | None, limits: ParticipantLimits) -> None:
        self._command, self._folder, self._limits = command, folder, limits
        self._process: ProgramProcess | None = None
        self._ended: Callable[[], object] = _nothing
        self._failures = 0
        self._told = 0, 0

    def __call__(self, view: View, moves: Sequence[Move], chance: Chance, seen: Seen) -> Move:
        """Return the move of the program. Raises EntrantFailed if there is none."""
        question = {"view": view, "legal": moves, "ms": self._limits.milliseconds, "chance": _number(chance)}
        while True:
            try:
                return chosen(move_in(self._asked(question, seen)), moves)
            except EntrantFailed as failure:
                self._failures += 1
                failure.said = failure.said or (self._process.said() if self._process else "")
                _log.info(
                    "%s failed: %s. Its last words: %s", self._command[0], failure, failure.said[-_SHOWN:]
                )
                self.close()
                if self._failures > self._limits.restarts:
                    raise

    def close(self) -> None:
        """End the program and its child processes; this also happens when the object is garbage-collected."""
        self._ended()
        self._process = None

    def _asked(self, question: dict[str, Any], seen: Seen) -> bytes:
        seconds, greeting = self._limits.decision_seconds, b""
        if self._process is None:
            self._process = ProgramProcess(self._command, self._folder, self._limits.memory_mb << 20)
            self._ended = weakref.finalize(self, self._process.end)
            self._told = 0, 0
            seconds += self._limits.start_seconds
            greeting = self._first(question["view"], seen)
        line = orjson.dumps(question | {"events": self._news(question["view"], seen)}) + b"\n"
        return self._process.ask(greeting + line, seconds)

    def _first(self, view: View, seen: Seen) -> bytes:
        place = {"conquian": PROTOCOL, "game": view["game"], "seat": view["you"]}
        return orjson.dumps({**place, "rules": as_json(seen.rules), "ms": self._limits.milliseconds}) + b"\n"

    def _news(self, view: View, seen: Seen) -> list[Told]:
        """Return the events of this hand that the process has not received."""
        hand, count = self._told
        self._told = view["hand_number"], len(seen.events)
        return list(seen.events[count if hand == view["hand_number"] else 0 :])


def _number(chance: Chance) -> int:
    """Return a seed below 2^53: the same whenever the game is played again."""
    return (chance.below(1 << 21) << 32) + chance.below(1 << 32)


def _nothing() -> None:
    """Do nothing: no process runs."""
