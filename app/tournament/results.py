"""Games of an entrant by outcome."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from app.tournament.schedule import Ending, Fixture, Result, scores
from app.tournament.tournament import Tournament


class Outcome(StrEnum):
    """Outcome of a game for an entrant; a void game has none."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


def chosen(
    state: Tournament, entrant: int | None = None, outcome: Outcome | None = None
) -> Iterator[Fixture]:
    """Yield the games of `entrant` (default: all) with this outcome, in the order of the schedule.

    Without an entrant the outcome is ignored.
    """
    for fixture in state.fixtures:
        if entrant is None:
            yield fixture
        elif entrant in fixture.seats:
            result = state.results.get(fixture.number)
            if outcome is None or (result is not None and outcome_for(result, fixture, entrant) is outcome):
                yield fixture


def outcome_for(result: Result, fixture: Fixture, entrant: int) -> Outcome | None:
    """Return the outcome of a game for one of its entrants; None for a void game."""
    return None if result.ending is Ending.VOID else outcome_of(fixture.seats, scores(result), entrant)


def outcome_of(seats: Sequence[int], seat_scores: Sequence[float], entrant: int) -> Outcome:
    """Return the outcome for an entrant by the score of its best seat: above, equal to or below one half."""
    best = max(score for seated, score in zip(seats, seat_scores, strict=True) if seated == entrant)
    if best == 0.5:
        return Outcome.DRAWN
    return Outcome.WON if best > 0.5 else Outcome.LOST
