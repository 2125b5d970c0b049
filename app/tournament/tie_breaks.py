"""Tie-breaks between entrants with equal points.

As defined in FIDE's handbook (C.07, Tie-Break Regulations, 2023), for tables of any size:

head_to_head: the shares against the other tied entrants, if all of these met each other. buchholz: the points
of every opponent, once for each meeting; a bye is a meeting with an opponent of one's own points (art. 16).
buchholz_cut leaves out the least of these, median_buchholz also the greatest. sonneborn_berger: the same
points, each times the share of that meeting; a bye is won. wins: the games won. chips: the chips won and
paid.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from app.tournament.counting import Meeting
from app.tournament.manifest import TieBreak

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
    TieBreak.BUCHHOLZ_CUT: _each(lambda field, one: _buchholz(field, one, least=1)),
    TieBreak.MEDIAN_BUCHHOLZ: _each(lambda field, one: _buchholz(field, one, least=1, greatest=1)),
    TieBreak.SONNEBORN_BERGER: _each(
        lambda field, one: sum((points * share for points, share in field.opposition(one)), Fraction(0))
    ),
    TieBreak.WINS: _each(lambda field, one: Fraction(field.wins[one])),
    TieBreak.CHIPS: _each(lambda field, one: Fraction(field.chips[one])),
}
"""Value of each tie-break for tied entrants; more is better."""


def split(field: Field, rule: TieBreak, tied: Sequence[int]) -> tuple[list[list[int]], Values]:
    """Return the `tied` in groups that remain equal, the best first, and the value of each.

    Within a group they keep their order.
    """
    values = RULES[rule](field, tied)
    ordered = sorted(set(values.values()), reverse=True)
    return [[entrant for entrant in tied if values[entrant] == value] for value in ordered], values
