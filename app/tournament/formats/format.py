"""What a format is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app.tournament.manifest import Manifest, TieBreak
from app.tournament.schedule import Pairing, Played

Reason = dict[str, Any]
"""Why a pairing was made: `rule`, a stable code, and the numbers that it was decided by.

Words are made of it elsewhere."""


@dataclass(frozen=True, slots=True)
class Format:
    """How a tournament goes on; every function is pure and has chance from `Manifest.chance` alone.

    `rounds`: how many rounds there are, None where that depends on the results.
    `next_round`: the pairings of round `len(done) + 1`, all rounds before having their results; None when
    the tournament is over.
    `explain`: why the round of this number was paired as it was; `done` are the rounds before it.
    `timed`: rounds are not waited for: whoever is free is paired, and what was paired stands in the log.
    `ahead`: no round depends on a result, so that rounds are paired before those before them are over; their
    results are then missing in `done`.
    `by_meeting`: who wins a meeting gets a point, however many games it had; else each game counts.
    `placing`: the entrants in groups of those who came equally far, the winner first, where that and not
    points is what the format ranks by.
    `tie_breaks`: what decides between equals where the manifest does not say.
    """

    rounds: Callable[[Manifest], int | None]
    next_round: Callable[[Manifest, Sequence[Played]], tuple[Pairing, ...] | None]
    explain: Callable[[Manifest, Sequence[Played], int], tuple[Reason, ...]]
    timed: bool = False
    ahead: bool = False
    by_meeting: bool = False
    placing: Callable[[Manifest, Sequence[Played]], tuple[tuple[int, ...], ...]] | None = None
    tie_breaks: tuple[TieBreak, ...] = (TieBreak.HEAD_TO_HEAD, TieBreak.WINS, TieBreak.CHIPS)
