"""Totals of a simulation. Totals of parts add up to the same sum in any order."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.games.conquian.events import ClaimsClosed, Folded, Forced, HandEnded, Kept

_COUNTED = {Forced: "forces", Folded: "folds", Kept: "keeps"}


@dataclass(slots=True)
class Totals:
    """Sums over games: frequencies of events, winners, numbers of plies."""

    counts: Counter[str] = field(default_factory=Counter)
    wins: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)

    def see(self, events: Iterable[Any]) -> None:
        """Count the events of one entry."""
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
        """Count a finished game of so many plies."""
        self.counts["games"] += 1
        self.counts["plies"] += plies
        self.lengths[plies] += 1

    def add(self, other: "Totals") -> None:
        """Add the totals of other games."""
        self.counts.update(other.counts)
        self.wins.update(other.wins)
        self.lengths.update(other.lengths)

    def length(self, share: float) -> int:
        """Return the number of plies that a `share` of the games did not exceed; 0 without games."""
        due = share * self.lengths.total()
        for plies in sorted(self.lengths):
            due -= self.lengths[plies]
            if due <= 0:
                return plies
        return 0

    def as_json(self) -> dict[str, Any]:
        """Return the totals as an object with text keys."""
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
    """Add `more` to `tally`."""
    for name, totals in more.items():
        tally.setdefault(name, Totals()).add(totals)


def whole(tally: Mapping[str, Totals]) -> Totals:
    """Return the totals over all cases."""
    total = Totals()
    for totals in tally.values():
        total.add(totals)
    return total
