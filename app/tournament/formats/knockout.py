"""What both eliminations share: matches that must have a winner, and a course that rounds are sent into.

Who has more points in a match wins it. With equal points more chips win; with equal chips the two play on
further decks, a round of ties alone, at most twice; after that the higher seed goes on.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from app.tournament.counting import Meeting, meetings
from app.tournament.formats.format import Reason
from app.tournament.manifest import Manifest
from app.tournament.schedule import Pairing, Played

EXTRA: Final = 2
"""How many rounds of further decks a tied match may take."""


@dataclass(slots=True)
class Match:
    """Two who meet, or one with a bye, and why; what the first and the second made so far.

    The one named first has the higher seed.
    """

    one: int
    other: int | None
    reason: Reason
    points: list[Fraction] = field(default_factory=lambda: [Fraction(0), Fraction(0)])
    chips: list[int] = field(default_factory=lambda: [0, 0])
    rounds: int = 0

    @property
    def entrants(self) -> tuple[int, ...]:
        """Those who meet, in another order of seats each time."""
        if self.other is None:
            return (self.one,)
        return (self.one, self.other) if self.rounds % 2 == 0 else (self.other, self.one)

    @property
    def winner(self) -> int | None:
        """Who goes on; None while further decks have to tell."""
        if self.other is None:
            return self.one
        for mine, theirs in (self.points, self.chips):
            if mine != theirs:
                return self.one if mine > theirs else self.other
        return self.one if self.rounds > EXTRA else None

    @property
    def loser(self) -> int | None:
        """Who does not, if anybody."""
        return None if self.other is None else self.other if self.winner == self.one else self.one

    def add(self, meeting: Meeting) -> None:
        """Counts what the two made in a round."""
        made, chips = meeting.points, meeting.chips
        for at, entrant in enumerate((self.one, self.other)):
            if entrant is not None:
                self.points[at] += made[entrant]
                self.chips[at] += chips[entrant]
        self.rounds += 1


Stage = Generator[Sequence[Match], Played, None]
"""Gives the matches of each round and is sent what came of them."""


def settled(matches: Sequence[Match]) -> Stage:
    """Plays matches until each of them has its winner."""
    playing = [match for match in matches if match.other is not None]
    byes = [match for match in matches if match.other is None]
    while playing:
        played = yield [*playing, *byes]
        byes = []
        found = {frozenset(meeting.entrants): meeting for meeting in meetings((played,))}
        for match in playing:
            match.add(found[frozenset(match.entrants)])
        playing = [match for match in playing if match.winner is None]


@dataclass(slots=True)
class Course:
    """How an elimination went so far: who is out, those who left last at the end."""

    out: list[list[int]] = field(default_factory=list)

    def placing(self, entrants: int) -> tuple[tuple[int, ...], ...]:
        """Everybody in groups of those who came equally far, those still in first."""
        gone = {one for group in self.out for one in group}
        still = tuple(one for one in range(entrants) if one not in gone)
        groups = [still, *(tuple(group) for group in reversed(self.out))]
        return tuple(group for group in groups if group)


Elimination = Callable[[Manifest, Course], Stage]
Paired = Callable[[Manifest, Sequence[Played]], tuple[Pairing, ...] | None]
Explained = Callable[[Manifest, Sequence[Played], int], tuple[Reason, ...]]
Placed = Callable[[Manifest, Sequence[Played]], tuple[tuple[int, ...], ...]]


def _after(
    elimination: Elimination, manifest: Manifest, done: Sequence[Played], course: Course
) -> Sequence[Match]:
    """The matches after those `done`; none when there is nothing left to play."""
    stage = elimination(manifest, course)
    try:
        matches = next(stage)
        for played in done:
            matches = stage.send(played)
    except StopIteration:
        return ()
    return matches


def next_round(elimination: Elimination) -> Paired:
    """The pairings of an elimination after the rounds that are done."""

    def paired(manifest: Manifest, done: Sequence[Played]) -> tuple[Pairing, ...] | None:
        number, matches = len(done) + 1, _after(elimination, manifest, done, Course())
        found = tuple(Pairing(number, table, match.entrants) for table, match in enumerate(matches, 1))
        return found or None

    return paired


def explain(elimination: Elimination) -> Explained:
    """Why the pairings of a round are what they are."""

    def explained(manifest: Manifest, done: Sequence[Played], number: int) -> tuple[Reason, ...]:
        matches = _after(elimination, manifest, done[: number - 1], Course())
        return tuple(_reason(table, match) for table, match in enumerate(matches, 1))

    return explained


def _reason(table: int, match: Match) -> Reason:
    found: Reason = {"table": table, "entrants": list(match.entrants), **match.reason}
    return {**found, "rule": "further_decks", "time": match.rounds} if match.rounds else found


def placing(elimination: Elimination) -> Placed:
    """Everybody in groups of those who came equally far; rounds that are not over count for nothing yet."""

    def placed(manifest: Manifest, done: Sequence[Played]) -> tuple[tuple[int, ...], ...]:
        course = Course()
        _after(elimination, manifest, [played for played in done if played.is_over], course)
        return course.placing(len(manifest.entrants))

    return placed
