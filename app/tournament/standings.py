"""The standings: rank, points and tie-breaks of each entrant.

Every game gives the share of the others that was beaten. A format that counts by meetings (Swiss) gives a
point for each meeting won, half for one drawn, one for a bye, and ranks by points. An elimination ranks by
the round in which an entrant lost. All others rank by points per game that counts, so that a bye, a void game
or an open game favours no entrant; once all have played the same number of games this is the order of points.
Where seats have stacks, they rank by chips per game instead, but in a sit-and-go by the places of its games.

Then tie-breaks decide. Entrants that are equal in all of them share a rank. Tie-breaks are those of FIDE's
handbook (C.07, Tie-Break Regulations, 2023), for tables of any size:

- head_to_head: the shares against the other tied entrants, if all of these met each other.
- buchholz: the points of every opponent, once for each meeting; a bye is a meeting with an opponent of one's
  own points (art. 16). buchholz_cut leaves out the least of these, median_buchholz also the greatest.
- sonneborn_berger: the same points, each times the share of that meeting; a bye is won.
- wins: the games won.
- chips: the chips won and paid.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from app.tournament.formats import FORMATS
from app.tournament.formats.format import Format
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.ratios import DeckRatio
from app.tournament.results import CountedGame, Meeting, meetings, summed, whole_units
from app.tournament.schedule import Ending, Played


@dataclass(slots=True)
class EntrantTally:
    """Counts of one entrant.

    `points` rank it: of meetings, byes included, where the format counts by these, else of games; `made` are
    those of games. `played` are its games that count: `wins` (alone first), `draws` (first with others) and
    `losses`. `forfeits` were lost by its own fault, `walkovers` were won without play. `voids` count nowhere.
    `disputed` games count, but may change. `open` games have no result yet. `per_hand` are the chips for each
    hand at one seat, by the decks of which all games count.
    """

    points: Fraction = Fraction(0)
    made: Fraction = Fraction(0)
    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    chips: int = 0
    per_hand: DeckRatio = field(default_factory=DeckRatio)
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

    @property
    def chips_per_game(self) -> Fraction:
        """Chips per game that counts."""
        return Fraction(self.chips, self.played) if self.played else Fraction(0)


class Tallies:
    """Tallies by entrant, and the input of tie-breaks."""

    def __init__(self, manifest: Manifest, rounds: Sequence[Played], disputed: Collection[int]) -> None:
        all_meetings = tuple(meetings(rounds))
        self.of = tuple(EntrantTally() for _ in manifest.entrants)
        self._disputed = disputed
        for meeting in all_meetings:
            for game in meeting.games:
                self._game(game)
            if meeting.is_bye:
                self.of[meeting.entrants[0]].byes += 1
        for played in rounds:
            self._without_score(played)
        for unit in whole_units(rounds) if ranks_chips(manifest) else ():
            self._unit(unit)
        self._points(all_meetings, FORMATS[manifest.format].by_meeting)
        self.field = Field(
            all_meetings,
            {entrant: tally.points for entrant, tally in enumerate(self.of)},
            {entrant: tally.wins for entrant, tally in enumerate(self.of)},
            {entrant: tally.chips for entrant, tally in enumerate(self.of)},
        )

    def _tallies(self, entrants: Iterable[int]) -> Iterable[EntrantTally]:
        return (self.of[entrant] for entrant in entrants)

    def _game(self, game: CountedGame) -> None:
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

    def _unit(self, unit: Sequence[CountedGame]) -> None:
        """Add the chips and hands of one deck to each of its entrants."""
        chips = summed(unit[0].fixture.seats, (game.chips_per_seat for game in unit), Fraction(0))
        for entrant, amount in chips.items():
            self.of[entrant].per_hand.add(amount, sum(game.hands for game in unit))

    def _faults(self, game: CountedGame) -> None:
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


Valued = dict[int, dict[TieBreak, Fraction]]
"""Tie-break values that were used, by entrant."""


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """The rank of an entrant, its tally, and the tie-breaks that were needed."""

    rank: int
    entrant: int
    tally: EntrantTally
    tie_breaks: Mapping[TieBreak, Fraction]


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows, the best first. `provisional` is True if they can still change."""

    rows: tuple[StandingsRow, ...]
    provisional: bool


def standings(
    manifest: Manifest, rounds: Sequence[Played], *, over: bool = False, disputed: Collection[int] = ()
) -> Standings:
    """Return the standings after `rounds`; games may be open.

    `over` means that no round follows; `disputed` are the numbers of fixtures with a disputed record.
    """
    tallies = Tallies(manifest, rounds, frozenset(disputed))
    ranked, values = _ranked(manifest, rounds, tallies)
    rows, rank = list[StandingsRow](), 1
    for group in ranked:
        rows += [
            StandingsRow(rank, entrant, tallies.of[entrant], values.get(entrant, {})) for entrant in group
        ]
        rank += len(group)
    waiting = any(not played.is_over for played in rounds) or any(row.tally.disputed for row in rows)
    return Standings(tuple(rows), provisional=waiting or not over)


def _ranked(manifest: Manifest, rounds: Sequence[Played], tallies: Tallies) -> tuple[list[list[int]], Valued]:
    """Return the entrants in groups that share a rank, the best first."""
    form, values = FORMATS[manifest.format], Valued()
    groups = _first(manifest, form, rounds, tallies)
    for rule in manifest.tie_breaks or form.tie_breaks:
        subgroups = list[list[int]]()
        for group in groups:
            parts, valued = split(tallies.field, rule, group) if len(group) > 1 else ([group], Values())
            for entrant, value in valued.items():
                values.setdefault(entrant, {})[rule] = value
            subgroups += parts
        groups = subgroups
    return groups, values


def ranks_chips(manifest: Manifest) -> bool:
    """Return True if entrants rank by the chips of a game, and not by the seats that they beat."""
    return manifest.counts_chips and not FORMATS[manifest.format].by_place


def _first(manifest: Manifest, form: Format, rounds: Sequence[Played], tallies: Tallies) -> list[list[int]]:
    """Return the entrants in groups before tie-breaks."""
    if form.placing is not None:
        return [list(group) for group in form.placing(manifest, rounds)]
    if form.by_meeting:
        scores_of = [tally.points for tally in tallies.of]
    elif ranks_chips(manifest):
        scores_of = [tally.chips_per_game for tally in tallies.of]
    else:
        scores_of = [tally.share for tally in tallies.of]
    return [
        [entrant for entrant, value in enumerate(scores_of) if value == best]
        for best in sorted(set(scores_of), reverse=True)
    ]


Values = dict[int, Fraction]


@dataclass(frozen=True)
class Field:
    """Input of tie-breaks: the meetings, and by entrant its points, its games won, and its chips."""

    meetings: tuple[Meeting, ...]
    points: Mapping[int, Fraction]
    wins: Mapping[int, int]
    chips: Mapping[int, int]

    @cached_property
    def duels(self) -> tuple[tuple[int, int, Fraction], ...]:
        """Pairs of entrants with the share of the first, once for each meeting, from both sides."""
        return tuple(
            (first, second, share)
            for meeting in self.meetings
            for (first, second), share in meeting.duels.items()
        )

    @cached_property
    def _opposition(self) -> Mapping[int, list[tuple[Fraction, Fraction]]]:
        opponents: dict[int, list[tuple[Fraction, Fraction]]] = {entrant: [] for entrant in self.points}
        for entrant, opponent, share in self.duels:
            opponents[entrant].append((self.points[opponent], share))
        for meeting in self.meetings:
            if meeting.is_bye:
                opponents[meeting.entrants[0]].append((self.points[meeting.entrants[0]], Fraction(1)))
        return opponents

    def opposition(self, entrant: int) -> Sequence[tuple[Fraction, Fraction]]:
        """Return the points of every opponent of `entrant`, with the share made against it."""
        return self._opposition[entrant]


def head_to_head(field: Field, tied: Sequence[int]) -> Values:
    """Return the shares among the `tied`; 0 for all unless all met each other."""
    shares, pairs = dict.fromkeys(tied, Fraction(0)), set[tuple[int, int]]()
    for entrant, opponent, share in field.duels:
        if entrant in shares and opponent in shares:
            shares[entrant] += share
            pairs.add((entrant, opponent))
    return shares if len(pairs) == len(tied) * (len(tied) - 1) else dict.fromkeys(tied, Fraction(0))


def _buchholz(field: Field, entrant: int, least: int = 0, greatest: int = 0) -> Fraction:
    points = sorted(points for points, _ in field.opposition(entrant))
    return sum(points[least : len(points) - greatest], Fraction(0))


def _each(value: Callable[[Field, int], Fraction]) -> Callable[[Field, Sequence[int]], Values]:
    return lambda field, tied: {entrant: value(field, entrant) for entrant in tied}


RULES: Mapping[TieBreak, Callable[[Field, Sequence[int]], Values]] = {
    TieBreak.HEAD_TO_HEAD: head_to_head,
    TieBreak.BUCHHOLZ: _each(_buchholz),
    TieBreak.BUCHHOLZ_CUT: _each(lambda field, entrant: _buchholz(field, entrant, least=1)),
    TieBreak.MEDIAN_BUCHHOLZ: _each(lambda field, entrant: _buchholz(field, entrant, least=1, greatest=1)),
    TieBreak.SONNEBORN_BERGER: _each(
        lambda field, entrant: sum(
            (points * share for points, share in field.opposition(entrant)), Fraction(0)
        )
    ),
    TieBreak.WINS: _each(lambda field, entrant: Fraction(field.wins[entrant])),
    TieBreak.CHIPS: _each(lambda field, entrant: Fraction(field.chips[entrant])),
}
"""Value of each tie-break for tied entrants; more is better."""


def split(field: Field, rule: TieBreak, tied: Sequence[int]) -> tuple[list[list[int]], Values]:
    """Return the `tied` in groups that remain equal, the best first, and the value of each.

    Within a group they keep their order.
    """
    values = RULES[rule](field, tied)
    ordered = sorted(set(values.values()), reverse=True)
    return [[entrant for entrant in tied if values[entrant] == value] for value in ordered], values
