"""Common part of both eliminations: matches that need a winner, a generator of rounds, the bracket.

The entrant with more points wins a match. With equal points more chips win; with equal chips the two play
further decks, in a round for tied matches only, at most twice; after that the higher seed wins. Seeds are
placed in the bracket so that the best meet as late as possible; the best get the byes.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from app.tournament.formats.format import Reason
from app.tournament.manifest import Manifest
from app.tournament.results import Meeting, meetings
from app.tournament.schedule import Pairing, Played

EXTRA: Final = 2
"""Maximum of rounds with further decks for a tied match."""


@dataclass(slots=True)
class Match:
    """A match of two entrants, or of one with a bye: its reason, and the points and chips of each so far.

    The entrant `one` has the higher seed.
    """

    one: int
    other: int | None
    reason: Reason
    points: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])
    chips: list[int] = field(default_factory=lambda: [0, 0])
    rounds: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        """The entrants in the order of their seats, which alternates."""
        if self.other is None:
            return (self.one,)
        return (self.one, self.other) if self.rounds % 2 == 0 else (self.other, self.one)

    @property
    def winner(self) -> int | None:
        """The winner; None while further decks are needed."""
        if self.other is None:
            return self.one
        for mine, theirs in (self.points, self.chips):
            if mine != theirs:
                return self.one if mine > theirs else self.other
        return self.one if self.rounds > EXTRA else None

    @property
    def loser(self) -> int | None:
        """The loser, or None after a bye."""
        return None if self.other is None else self.other if self.winner == self.one else self.one

    def add(self, meeting: Meeting) -> None:
        """Add the points and chips of a round."""
        points, chips = meeting.points, meeting.chips
        for place, entrant in enumerate((self.one, self.other)):
            if entrant is not None:
                self.points[place] += points[entrant]
                self.chips[place] += chips[entrant]
        self.rounds += 1


Stage = Generator[Sequence[Match], Played, None]
"""Generator that yields the matches of each round and receives the round with its results."""


def settled(matches: Sequence[Match]) -> Stage:
    """Play the matches until each of them has a winner."""
    playing = [match for match in matches if match.other is not None]
    byes = [match for match in matches if match.other is None]
    while playing:
        played = yield [*playing, *byes]
        byes = []
        by_entrants = {frozenset(meeting.entrants): meeting for meeting in meetings((played,))}
        for match in playing:
            match.add(by_entrants[frozenset(match.entrants)])
        playing = [match for match in playing if match.winner is None]


@dataclass(slots=True)
class Course:
    """Course of an elimination: groups of eliminated entrants, the last ones at the end."""

    out: list[list[int]] = field(default_factory=list)

    def placing(self, entrants: int) -> tuple[tuple[int, ...], ...]:
        """Return the entrants in groups that left in the same round, those still in first."""
        eliminated = {entrant for group in self.out for entrant in group}
        remaining = tuple(entrant for entrant in range(entrants) if entrant not in eliminated)
        groups = [remaining, *(tuple(group) for group in reversed(self.out))]
        return tuple(group for group in groups if group)


Elimination = Callable[[Manifest, Course], Stage]
Paired = Callable[[Manifest, Sequence[Played]], tuple[Pairing, ...] | None]
Explained = Callable[[Manifest, Sequence[Played], int], tuple[Reason, ...]]
Placed = Callable[[Manifest, Sequence[Played]], tuple[tuple[int, ...], ...]]


def _after(
    elimination: Elimination, manifest: Manifest, done: Sequence[Played], course: Course
) -> Sequence[Match]:
    """Return the matches after the rounds `done`; none when nothing is left to play."""
    stage = elimination(manifest, course)
    try:
        matches = next(stage)
        for played in done:
            matches = stage.send(played)
    except StopIteration:
        return ()
    return matches


def next_round(elimination: Elimination) -> Paired:
    """Return the `next_round` function of an elimination."""

    def paired(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
        number, matches = len(done) + 1, _after(elimination, manifest, done, Course())
        pairings = tuple(Pairing(number, table, match.entrants) for table, match in enumerate(matches, 1))
        return pairings or None

    return paired


def explain(elimination: Elimination) -> Explained:
    """Return the `explain` function of an elimination."""

    def explained(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
        matches = _after(elimination, manifest, done[: number - 1], Course())
        return tuple(_reason(table, match) for table, match in enumerate(matches, 1))

    return explained


def _reason(table: int, match: Match) -> Reason:
    members: Reason = {"table": table, "entrants": list(match.entrants), **match.reason}
    return {**members, "rule": "further_decks", "time": match.rounds} if match.rounds else members


def placing(elimination: Elimination) -> Placed:
    """Return the `placing` function of an elimination; unfinished rounds are ignored."""

    def placed(manifest: Manifest, done: Sequence[Played]) -> tuple[tuple[int, ...], ...]:
        course = Course()
        _after(elimination, manifest, [played for played in done if played.is_over], course)
        return course.placing(len(manifest.entrants))

    return placed


def bracket(seeds: Sequence[int]) -> list[int | None]:
    """Return the entrants in bracket order; neighbours meet, and the highest seeds meet None (a bye).

    >>> bracket([10, 11, 12, 13, 14])
    [10, None, 13, 14, 11, None, 12, None]
    """
    size = 1
    while size < len(seeds):
        size *= 2
    return [seeds[place] if place < len(seeds) else None for place in places(size)]


def places(size: int) -> list[int]:
    """Return the seeds, from 0, down a bracket of `size`, a power of two.

    In each round the seeds of two opponents sum to one less than the number of entrants left, if the higher
    seed always wins.

    >>> places(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    order = [0]
    while len(order) < size:
        order = [seed for upper in order for seed in (upper, 2 * len(order) - 1 - upper)]
    return order
