"""Interface of a format, and the order of seeds: as listed in the manifest, or drawn by its seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.tournament.manifest import Manifest, TieBreak
from app.tournament.schedule import Pairing, Played

Reason = dict[str, Any]
"""Reason of a pairing: `rule`, a stable code, and the numbers that decided. It contains no sentence."""


@dataclass(frozen=True, slots=True)
class Format:
    """Rules of a format. Every function is pure; random numbers come from `Manifest.chance` alone.

    `rounds`: the number of rounds, None if it depends on the results. `next_round`: the pairings of round
    `len(done) + 1`, all rounds before having their results; None when the tournament is over. `explain`: the
    reasons of the pairings of a round; `done` are the rounds before it. `timed`: free entrants are paired
    without waiting for the end of a round; the log has the pairings. `ahead`: no round depends on a result,
    so rounds are paired before earlier ones are over; their results are then missing in `done`. `by_meeting`:
    the winner of a meeting gets a point, however many games it had; else each game counts. `placing`: groups
    of entrants that left in the same round, the winner first, if the format ranks by that instead of points.
    `by_place`: the seats of a game rank by the order in which they go out, and entrants by these places.
    `tie_breaks`: the tie-breaks if the manifest names none.
    """

    rounds: Callable[[Manifest], int | None]
    next_round: Callable[[Manifest, Sequence[Played]], tuple[Pairing, ...] | None]
    explain: Callable[[Manifest, Sequence[Played], int], tuple[Reason, ...]]
    timed: bool = False
    ahead: bool = False
    by_meeting: bool = False
    by_place: bool = False
    placing: Callable[[Manifest, Sequence[Played]], tuple[tuple[int, ...], ...]] | None = None
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.HEAD_TO_HEAD, TieBreak.WINS, TieBreak.CHIPS)


LISTED: Final = "listed"
DRAWN: Final = "drawn"
SEEDINGS: Final = (LISTED, DRAWN)


def seeding(manifest: Manifest, default: str) -> tuple[int, ...]:
    """Return all entrants, the highest seed first."""
    if manifest.parameter("seeding", default) == DRAWN:
        return manifest.drawn("seeding")
    return tuple(range(len(manifest.entrants)))
