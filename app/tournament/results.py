"""The games of an entrant by how they ended for it."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from app.tournament.schedule import Ending, Fixture, Result, scores
from app.tournament.tournament import Tournament


class Outcome(StrEnum):
    """What a game with a result was for an entrant; a void one was nothing."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def chosen(
    state: Tournament, entrant: int | None = None, outcome: Outcome | None = None
) -> Iterator[Fixture]:
    """The games of `entrant`, or of everybody, that came to `outcome` for it, in the order of the schedule.

    Without an entrant the outcome is not looked at.
    """
    for fixture in state.fixtures:
        if entrant is None:
            yield fixture
        elif entrant in fixture.seats:
            result = state.results.get(fixture.number)
            if outcome is None or (result is not None and outcome_for(result, fixture, entrant) is outcome):
                yield fixture


def outcome_for(result: Result, fixture: Fixture, entrant: int) -> Outcome | None:
    """What a game was for an entrant that plays in it; None for a void game."""
    return None if result.ending is Ending.VOID else outcome_of(fixture.seats, scores(result), entrant)


def outcome_of(seats: Sequence[int], made: Sequence[float], entrant: int) -> Outcome:
    """Whether the best seat of the entrant made more than half, half, or less, by the scores of all seats."""
    best = max(score for one, score in zip(seats, made, strict=True) if one == entrant)
    if best == 0.5:
        return Outcome.DRAWN
    return Outcome.WON if best > 0.5 else Outcome.LOST
