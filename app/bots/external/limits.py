"""Resource limits of external bots for one decision."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from app.bots.errors import EntrantRefused

_BOUNDS: Final = {
    "decision_seconds": (0.001, 86_400),
    "start_seconds": (0, 600),
    "memory_mb": (16, 65_536),
    "restarts": (0, 100),
}
_WHOLE: Final = ("memory_mb", "restarts")


@dataclass(frozen=True, slots=True)
class ParticipantLimits:
    """Limits of every participant of a tournament.

    A decision may take `decision_seconds`, and the first after a start `start_seconds` more. A program, and
    each process that it starts, may map `memory_mb` mebibytes. In one game it is restarted `restarts` times
    after a failure.
    """

    decision_seconds: float = 10.0
    start_seconds: float = 5.0
    memory_mb: int = 1024
    restarts: int = 1

    @property
    def milliseconds(self) -> int:
        """Time of a decision in milliseconds, as sent to bots."""
        return round(self.decision_seconds * 1000)


def limits_in(manifest_limits: Mapping[str, Any]) -> ParticipantLimits:
    """Return the limits that a manifest gives, with the default for each that it leaves out; or
    EntrantRefused.

    Whole numbers may come as floats. Names that are none of these are left alone: remote entrants have clocks
    of their own.

    >>> limits_in({"decision_seconds": 2}).milliseconds
    2000
    """
    known = {limit.name for limit in fields(ParticipantLimits)}
    values = {name: _checked(name, value) for name, value in manifest_limits.items() if name in known}
    return ParticipantLimits(**values)


def _checked(name: str, value: Any) -> Any:
    lower, upper = _BOUNDS[name]
    fits = type(value) in (int, float) and lower <= value <= upper
    if not fits or (name in _WHOLE and value != int(value)):
        raise EntrantRefused("entrant_malformed", f"limits.{name}", f"{name} is from {lower} to {upper}.")
    return int(value) if name in _WHOLE else value
