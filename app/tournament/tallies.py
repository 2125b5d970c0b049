"""Counts of games and points for each entrant of a tournament."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.tournament.counting import Game, Meeting, meetings
from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import Manifest
from app.tournament.schedule import Ending, Played
from app.tournament.tie_breaks import Field


@dataclass(slots=True)
class Tally:
    """Counts of one entrant.

    `points` rank it: of meetings, byes included, where the format counts by these, else of games; `made` are
    those of games. `played` are its games that count: `wins` (alone first), `draws` (first with others) and
    `losses`. `forfeits` were lost by its own fault, `walkovers` were won without play. `voids` count nowhere.
    `disputed` games count, but may change. `open` games have no result yet.
    """

    points: Fraction = Fraction(0)
    made: Fraction = Fraction(0)
    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    chips: int = 0
    byes: int = 0
    forfeits: int = 0
    walkovers: int = 0
    voids: int = 0
    disputed: int = 0
    open: int = 0

    @property
    def share(self) -> Fraction:
        """Points per game that counts."""
        return self.made / self.played if self.played else Fraction(0)


class Tallies:
    """Tallies by entrant, and the input of tie-breaks."""

    def __init__(self, manifest: Manifest, rounds: Sequence[Played], disputed: Collection[int]) -> None:
        all_meetings = tuple(meetings(rounds))
        self.of = tuple(Tally() for _ in manifest.entrants)
        self._disputed = disputed
        for meeting in all_meetings:
            for game in meeting.games:
                self._game(game)
            if meeting.is_bye:
                self.of[meeting.entrants[0]].byes += 1
        for played in rounds:
            self._without_score(played)
        self._points(all_meetings, FORMATS[manifest.format].by_meeting)
        self.field = Field(
            all_meetings,
            {entrant: tally.points for entrant, tally in enumerate(self.of)},
            {entrant: tally.wins for entrant, tally in enumerate(self.of)},
            {entrant: tally.chips for entrant, tally in enumerate(self.of)},
        )

    def _tallies(self, entrants: Iterable[int]) -> Iterable[Tally]:
        return (self.of[entrant] for entrant in entrants)

    def _game(self, game: Game) -> None:
        shares, chips = game.scores, game.chips
        best = max(shares.values())
        alone = sum(share == best for share in shares.values()) == 1
        for entrant, share in shares.items():
            tally = self.of[entrant]
            tally.made += share
            tally.played += 1
            tally.chips += chips[entrant]
            tally.wins += share == best and alone
            tally.draws += share == best and not alone
            tally.losses += share < best
            tally.disputed += game.fixture.number in self._disputed
        self._faults(game)

    def _faults(self, game: Game) -> None:
        ending, seats = game.result.ending, game.fixture.seats
        at_fault = {seats[seat] for seat in game.result.at_fault}
        if ending in (Ending.FORFEIT, Ending.WALKOVER):
            for tally in self._tallies(at_fault):
                tally.forfeits += 1
        if ending is Ending.WALKOVER:
            for tally in self._tallies(set(seats) - at_fault):
                tally.walkovers += 1

    def _without_score(self, played: Played) -> None:
        for fixture in played.fixtures:
            result = played.results.get(fixture.number)
            for tally in self._tallies(set(fixture.seats)):
                tally.open += result is None
                tally.voids += result is not None and result.ending is Ending.VOID

    def _points(self, all_meetings: Sequence[Meeting], by_meeting: bool) -> None:
        for meeting in all_meetings if by_meeting else ():
            for entrant, share in ({} if meeting.open else meeting.score).items():
                self.of[entrant].points += share
        for tally in () if by_meeting else self.of:
            tally.points = tally.made
