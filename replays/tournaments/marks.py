"""Marks of the games of a tournament, and the tag by which reports that tell of them are stored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from app.games.codec import Json
from app.outages import Part
from app.store.canonical import canonical
from app.store.keys import GameId
from app.store.marked import MarkedGames
from replays.disputes.marks import Marking, Marks

_TAG: Final = 12


@dataclass(frozen=True, slots=True)
class Marked:
    """The marks of those games of a tournament that have any; `missing` are parts that did not answer."""

    by_game: Mapping[GameId, Marks] = field(default_factory=dict)
    missing: frozenset[Part] = frozenset()

    @property
    def members(self) -> dict[str, Json]:
        """By game the members that its marks add to an object, as in the view of a game."""
        return {game: self.by_game[game].members(()) for game in sorted(self.by_game)}

    @property
    def tag(self) -> str:
        """A text that differs where the marks differ; empty without any."""
        return sha256(canonical(self.members)).hexdigest()[:_TAG] if self.by_game else ""

    @property
    def in_dispute(self) -> frozenset[GameId]:
        """The games about which a dispute goes on."""
        return frozenset(
            game for game, marks in self.by_game.items() if any(not one.is_over for one in marks.disputes)
        )


MarkedIn = Callable[[GameId], Marked]
"""The marks of the games of a tournament."""


def unmarked(tournament: GameId) -> Marked:
    """No marks, where nobody keeps any."""
    return Marked()


def marking_in(index: MarkedGames, marking: Marking) -> MarkedIn:
    """The marks of the games that `index` names, by `marking`."""

    def marked(tournament: GameId) -> Marked:
        each = marking.of_each(index.of(tournament))
        return Marked(each.by_game, each.missing)

    return marked
