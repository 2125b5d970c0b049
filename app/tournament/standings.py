"""The table: who stands where, with what, and whether that can still change.

Every game gives the share of the others that was beaten. A format that counts by meetings (Swiss) gives a
point for each meeting won, half for one drawn, one for a bye, and ranks by points. An elimination ranks by
how far everybody came. All others rank by points for each game that counts, so that a bye, a void game or a
game still to be played favours nobody; once all have played as much that is the order of points.
Then tie-breaks decide; who is equal in all of them shares a rank.
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
"""By entrant the tie-breaks that were looked at."""


@dataclass(frozen=True, slots=True)
class Row:
    """The rank of an entrant, what it was counted, and the tie-breaks that were needed."""

    rank: int
    entrant: int
    tally: Tally
    tie_breaks: Mapping[TieBreak, Fraction]


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows, the best first, and whether they can still change."""

    rows: tuple[Row, ...]
    provisional: bool


def standings(
    manifest: Manifest, rounds: Sequence[Played], *, over: bool = False, disputed: Collection[int] = ()
) -> Standings:
    """The table after `rounds`, of which not every game needs a result.

    `over` says that no round follows; `disputed` are the numbers of fixtures whose record somebody disputes.
    """
    tallies = Tallies(manifest, rounds, frozenset(disputed))
    ranked, values = _ranked(manifest, rounds, tallies)
    rows, rank = list[Row](), 1
    for group in ranked:
        rows += [Row(rank, one, tallies.of[one], values.get(one, {})) for one in group]
        rank += len(group)
    waiting = any(not played.is_over for played in rounds) or any(row.tally.disputed for row in rows)
    return Standings(tuple(rows), provisional=waiting or not over)


def _ranked(manifest: Manifest, rounds: Sequence[Played], tallies: Tallies) -> tuple[list[list[int]], Valued]:
    """The entrants in groups that share a rank, the best first."""
    form, values = FORMATS[manifest.format], Valued()
    groups = _first(manifest, form, rounds, tallies)
    for rule in manifest.tie_breaks or form.tie_breaks:
        parted = list[list[int]]()
        for group in groups:
            parts, valued = split(tallies.field, rule, group) if len(group) > 1 else ([group], Values())
            for one, value in valued.items():
                values.setdefault(one, {})[rule] = value
            parted += parts
        groups = parted
    return groups, values


def _first(manifest: Manifest, form: Format, rounds: Sequence[Played], tallies: Tallies) -> list[list[int]]:
    """The entrants in groups that only tie-breaks tell apart."""
    if form.placing is not None:
        return [list(group) for group in form.placing(manifest, rounds)]
    made = [tally.points if form.by_meeting else tally.share for tally in tallies.of]
    return [
        [one for one, value in enumerate(made) if value == best] for best in sorted(set(made), reverse=True)
    ]
