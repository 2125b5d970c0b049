"""What a simulation counts. Totals of parts add up to the same whole in whatever order they come."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.games.conquian.events import ClaimsClosed, Folded, Forced, HandEnded, Kept

_COUNTED = {Forced: "forces", Folded: "folds", Kept: "keeps"}


@dataclass(slots=True)
class Totals:
    """Sums over games: how often each thing happened, who won, how many plies a game took."""

    counts: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)

    def see(self, events: Iterable[Any]) -> None:
        """Counts what happened in one entry."""
        for event in events:
            if type(event) in _COUNTED:
                self.counts[_COUNTED[type(event)]] += 1
            elif isinstance(event, ClaimsClosed):
                self.counts["claims"] += event.seat is not None
            elif isinstance(event, HandEnded):
                self._ended(event)

    def _ended(self, event: HandEnded) -> None:
        self.counts["hands"] += 1
        if event.winner is None:
            self.counts["tablas"] += 1
        else:
            self.wins[event.winner] += 1

    def end(self, plies: int) -> None:
        """Counts a finished game of so many plies."""
        self.counts["games"] += 1
        self.counts["plies"] += plies
        self.lengths[plies] += 1

    def add(self, other: "Totals") -> None:
        """Takes in the totals of other games."""
        self.counts.update(other.counts)
        self.wins.update(other.wins)
        self.lengths.update(other.lengths)

    def length(self, share: float) -> int:
        """The number of plies that a `share` of the games did not exceed; 0 without games."""
        due = share * self.lengths.total()
        for plies in sorted(self.lengths):
            due -= self.lengths[plies]
            if due <= 0:
                return plies
        return 0

    def as_json(self) -> dict[str, Any]:
        """The totals as an object whose keys are texts."""
        names = ("games", "hands", "plies", "tablas", "forces", "claims", "folds", "keeps")
        return {
            **{name: self.counts[name] for name in names},
            "wins": {str(seat): self.wins[seat] for seat in sorted(self.wins)},
            "lengths": {
                "shortest": self.length(0.0),
                "median": self.length(0.5),
                "most": self.length(0.99),
                "longest": self.length(1.0),
            },
        }


Tally = dict[str, Totals]
"""Totals by the name of the case."""


def merged(tally: Tally, more: Mapping[str, Totals]) -> None:
    """Adds `more` to `tally`."""
    for name, totals in more.items():
        tally.setdefault(name, Totals()).add(totals)


def whole(tally: Mapping[str, Totals]) -> Totals:
    """The totals over all cases."""
    found = Totals()
    for totals in tally.values():
        found.add(totals)
    return found
