"""Progress of a tournament and its estimated time, for display only."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import Manifest
from app.tournament.schedule import Played


@dataclass(frozen=True, slots=True)
class Progress:
    """Games with a result, of `paired` games in the schedule and `planned` games in all.

    `planned` assumes that further rounds are like the last one, and is at most the format's maximum. It is
    None if the results decide how many games there are.
    """

    done: int
    paired: int
    planned: int | None
    rounds: int
    rounds_planned: int | None

    def seconds_left(self, games_per_second: float) -> float | None:
        """Return the estimated time of the planned games at this speed, or None if it is unknown."""
        if self.planned is None or games_per_second <= 0:
            return None
        return max(0, self.planned - self.done) / games_per_second


def progress(manifest: Manifest, rounds: Sequence[Played], *, over: bool = False) -> Progress:
    """Return the progress after these rounds; `over` means that no round follows."""
    paired = sum(len(played.fixtures) for played in rounds)
    done = sum(len(played.results) for played in rounds)
    if over:
        return Progress(done, paired, paired, len(rounds), len(rounds))
    foreseen = FORMATS[manifest.format].rounds(manifest)
    return Progress(done, paired, _planned(manifest, rounds, paired, foreseen), len(rounds), foreseen)


def _planned(manifest: Manifest, rounds: Sequence[Played], paired: int, foreseen: int | None) -> int | None:
    most: int | None = manifest.parameter("games")
    if foreseen is None or not rounds:
        return most
    more = (foreseen - len(rounds)) * len(rounds[-1].fixtures)
    return min(paired + more, most or paired + more)
