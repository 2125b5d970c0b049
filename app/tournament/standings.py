"""The standings: rank, points and tie-breaks of each entrant.

Every game gives the share of the others that was beaten. A format that counts by meetings (Swiss) gives a
point for each meeting won, half for one drawn, one for a bye, and ranks by points. An elimination ranks by
the round in which an entrant lost. All others rank by points per game that counts, so that a bye, a void game
or an open game favours no entrant; once all have played the same number of games this is the order of points.

Then tie-breaks decide. Entrants that are equal in all of them share a rank.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.tournament.formats.format import Format
from app.tournament.formats.registry import FORMATS
from app.tournament.manifest import Manifest, TieBreak
from app.tournament.schedule import Played
from app.tournament.tallies import Tallies, Tally
from app.tournament.tie_breaks import Values, split

Valued = dict[int, dict[TieBreak, Fraction]]
"""Tie-break values that were used, by entrant."""


@dataclass(frozen=True, slots=True)
class Row:
    """The rank of an entrant, its tally, and the tie-breaks that were needed."""

    rank: int
    entrant: int
    tally: Tally
    tie_breaks: Mapping[TieBreak, Fraction]


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows, the best first. `provisional` is True if they can still change."""

    rows: tuple[Row, ...]
    provisional: bool


def standings(
    manifest: Manifest, rounds: Sequence[Played], *, over: bool = False, disputed: Collection[int] = ()
) -> Standings:
    """Return the standings after `rounds`; games may be open.

    `over` means that no round follows; `disputed` are the numbers of fixtures with a disputed record.
    """
    tallies = Tallies(manifest, rounds, frozenset(disputed))
    ranked, values = _ranked(manifest, rounds, tallies)
    rows, rank = list[Row](), 1
    for group in ranked:
        rows += [Row(rank, entrant, tallies.of[entrant], values.get(entrant, {})) for entrant in group]
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


def _first(manifest: Manifest, form: Format, rounds: Sequence[Played], tallies: Tallies) -> list[list[int]]:
    """Return the entrants in groups before tie-breaks."""
    if form.placing is not None:
        return [list(group) for group in form.placing(manifest, rounds)]
    scores_of = [tally.points if form.by_meeting else tally.share for tally in tallies.of]
    return [
        [entrant for entrant, value in enumerate(scores_of) if value == best]
        for best in sorted(set(scores_of), reverse=True)
    ]
