"""Checks of a bot, and their results."""

import threading
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

MOST_FAULTS: Final = 20
"""Number of faults of a check that are listed."""


class CannotTry(Exception):
    """The bot cannot be checked; the text is one sentence for the user."""


class BotProperty(StrEnum):
    """A property that is checked."""

    FINISHES = "finishes"
    LEGAL = "legal"
    JSON = "json"
    TIME = "time"
    REPEATED = "repeated"
    LOST = "lost"
    STALE = "stale"
    UNKNOWN = "unknown"
    ALIVE = "alive"
    RESTARTED = "restarted"


SENTENCES: Final[dict[BotProperty, str]] = {
    BotProperty.FINISHES: "Its games come to an end",
    BotProperty.LEGAL: "It makes legal moves",
    BotProperty.JSON: "It speaks correct JSON",
    BotProperty.TIME: "It answers before its time is over",
    BotProperty.REPEATED: "Asked twice, it answers alike or not at all",
    BotProperty.LOST: "A lost request or reply costs nothing",
    BotProperty.STALE: "A question that is over does no harm",
    BotProperty.UNKNOWN: "Fields that it does not know do no harm",
    BotProperty.ALIVE: "It neither crashes nor runs out of memory",
    BotProperty.RESTARTED: "Started in the middle of a game, it goes on",
}


HERE: Final = tuple(
    item for item in BotProperty if item not in (BotProperty.REPEATED, BotProperty.LOST, BotProperty.STALE)
)
"""Checks of a local bot: no message is between it and its games."""

AFAR: Final = tuple(item for item in BotProperty if item not in (BotProperty.ALIVE, BotProperty.RESTARTED))
"""Checks of a remote bot: its process cannot be observed."""


@dataclass(slots=True)
class PropertyResults:
    """Results of the checks of a bot; safe between threads. `clock_ms` is its time for a decision.

    `checks` are those that can be made at all.
    """

    clock_ms: int
    checks: tuple[BotProperty, ...] = tuple(BotProperty)
    seen: Counter[BotProperty] = field(default_factory=Counter)
    failed: Counter[BotProperty] = field(default_factory=Counter)
    faults: dict[BotProperty, list[str]] = field(default_factory=dict)
    times: list[int] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def see(self, *checks: BotProperty) -> None:
        """Count one more trial of these checks."""
        with self._lock:
            self.seen.update(checks)

    def fault(self, check: BotProperty, what: str) -> None:
        """Record a failure of a check; `what` describes it."""
        with self._lock:
            self.failed[check] += 1
            faults = self.faults.setdefault(check, [])
            if len(faults) < MOST_FAULTS:
                faults.append(what)

    def took(self, ms: int) -> None:
        """Record the time of a decision."""
        self.see(BotProperty.TIME)
        with self._lock:
            self.times.append(ms)
        if ms > self.clock_ms:
            self.fault(BotProperty.TIME, f"{ms} ms, and it has {self.clock_ms}")

    @property
    def clean(self) -> bool:
        """Return whether there was no failure."""
        return not self.failed

    def verdict(self, check: BotProperty) -> str:
        """Return `failed`, `passed`, or `not tried`."""
        if self.failed[check]:
            return "failed"
        return "passed" if self.seen[check] else "not tried"

    def times_json(self) -> dict[str, int | None]:
        """Return the times of the decisions and their limit, in ms."""
        took = sorted(self.times)
        return {
            "decisions": len(took),
            "median_ms": took[len(took) // 2] if took else None,
            "p95_ms": took[len(took) * 95 // 100] if took else None,
            "max_ms": took[-1] if took else None,
            "clock_ms": self.clock_ms,
        }

    def as_json(self) -> dict[str, Any]:
        """Return the whole report."""
        return {
            "clean": self.clean,
            "time": self.times_json(),
            "checks": [self._row(check) for check in self.checks],
        }

    def _row(self, check: BotProperty) -> dict[str, Any]:
        return {
            "check": str(check),
            "sentence": SENTENCES[check],
            "verdict": self.verdict(check),
            "tried": self.seen[check],
            "failed": self.failed[check],
            "faults": list(self.faults.get(check, ())),
        }
