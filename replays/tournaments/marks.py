"""Marks of the games of a tournament, and the tag of reports that contain them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from app.parts.outages import Part
from app.store.indexes import MarkedGames
from app.store.keys import GameId
from replays.disputes.marks import Marking, Marks, MarksView, tag_of


@dataclass(frozen=True, slots=True)
class Marked:
    """Marks of the marked games of a tournament; `missing` are the parts that did not answer."""

    by_game: Mapping[GameId, Marks] = field(default_factory=dict)
    missing: frozenset[Part] = frozenset()

    @property
    def members(self) -> dict[str, MarksView]:
        """JSON members of the marks, by game, as in the view of a game."""
        return {game: self.by_game[game].members() for game in sorted(self.by_game)}

    @property
    def tag(self) -> str:
        """A hash of the marks; empty without any."""
        return tag_of(self.members)

    @property
    def in_dispute(self) -> frozenset[GameId]:
        """Games with an open dispute."""
        return frozenset(
            game
            for game, marks in self.by_game.items()
            if any(not dispute.is_over for dispute in marks.disputes)
        )


MarkedIn = Callable[[GameId], Marked]
"""Returns the marks of the games of a tournament."""


def unmarked(tournament: GameId) -> Marked:
    """Return no marks (default)."""
    return Marked()


def marking_in(index: MarkedGames, marking: Marking) -> MarkedIn:
    """Return a function for the marks of the games that `index` has, read by `marking`."""

    def marked(tournament: GameId) -> Marked:
        marked_games = marking.of_each(index.of(tournament))
        return Marked(marked_games.by_game, marked_games.missing)

    return marked
