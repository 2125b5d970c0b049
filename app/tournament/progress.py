"""How far a tournament has come, and how long it may still take: numbers to be shown, no facts."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import Manifest
from app.tournament.schedule import Played


@dataclass(frozen=True, slots=True)
class Progress:
    """So many games have their result, of `paired` that are fixed, of `planned` where that can be foreseen.

    `planned` counts rounds that are still to be paired like the last one, and is at most what the format
    allows; None where the results decide how long it takes.
    """

    done: int
    paired: int
    planned: int | None
    rounds: int
    rounds_planned: int | None

    def seconds_left(self, games_per_second: float) -> float | None:
        """The time that the games which are foreseen still take at that speed; None where nobody can say."""
        if self.planned is None or games_per_second <= 0:
            return None
        return max(0, self.planned - self.done) / games_per_second


def progress(manifest: Manifest, rounds: Sequence[Played], *, over: bool = False) -> Progress:
    """How far the tournament has come whose rounds are these; `over` says that none follows."""
    paired = sum(len(one.fixtures) for one in rounds)
    done = sum(len(one.results) for one in rounds)
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
