"""A Swiss tournament of two as FIDE's tournament report file, TRF16 (FIDE handbook C.04.A, annex 2).

Each line of an entrant has fixed columns: its number, name, points, rank, and for each round the opponent's
number, first (w) or second (b) seat in the first game of the meeting, and the result of the meeting. `XXR`,
the number of rounds, is an extension of pairing programs. Ratings, federations and titles are left empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from app.tournament.manifest import Manifest
from app.tournament.results import Meeting, meetings
from app.tournament.schedule import Ending, Played
from app.tournament.standings import Standings, StandingsRow

_NAME: Final = 33
_NOBODY: Final = "0000 - "
_BYE: Final = "0000 - U"
_SIGNS: Final = {Fraction(1): "1", Fraction(1, 2): "=", Fraction(0): "0"}


@dataclass(frozen=True, slots=True)
class Dates:
    """Start and, if it is over, end of a tournament, in ms since 1970."""

    began: int
    ended: int | None


def has_trf(manifest: Manifest) -> bool:
    """Return True if the format supports the tournament: meetings of two, counted by points."""
    return manifest.format == "swiss" and manifest.seats == 2


def trf(manifest: Manifest, rounds: Sequence[Played], table: Standings, dates: Dates) -> str:
    """Return the report; every line ends with a line feed."""
    by_round = [
        {entrant: meeting for meeting in meetings((played,)) for entrant in meeting.entrants}
        for played in rounds
    ]
    rows = sorted(table.rows, key=lambda row: row.entrant)
    lines = [*_header(manifest, dates), *(_line(manifest, row, by_round) for row in rows)]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _header(manifest: Manifest, dates: Dates) -> list[str]:
    return [
        f"012 {manifest.name}",
        f"042 {_date(dates.began)}",
        *([f"052 {_date(dates.ended)}"] if dates.ended is not None else []),
        f"062 {len(manifest.entrants)}",
        "072 0",
        "082 0",
        "092 Individual: Swiss-System",
        f"XXR {manifest.parameter('rounds')}",
    ]


def _line(manifest: Manifest, row: StandingsRow, by_round: Sequence[Mapping[int, Meeting]]) -> str:
    """Return the line of an entrant: number, name, points, rank and rounds in their columns.

    Title, rating and the like are blank.
    """
    name = manifest.entrants[row.entrant].name[:_NAME]
    points = float(row.tally.points)
    columns = "  ".join(_round(row.entrant, by_entrant) for by_entrant in by_round)
    return f"001 {row.entrant + 1:4d}{'':6}{name:<33}{'':33}{points:4.1f} {row.rank:4d}  {columns}"


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y/%m/%d")


def _round(entrant: int, by_entrant: Mapping[int, Meeting]) -> str:
    """Return ten columns without the two that separate rounds: opponent, colour, result."""
    meeting = by_entrant.get(entrant)
    if meeting is None:
        return f"{_NOBODY} "
    if meeting.is_bye:
        return _BYE
    first, second = meeting.entrants
    other, colour = (second, "w") if entrant == first else (first, "b")
    return f"{other + 1:4d} {colour} {_sign(entrant, meeting)}"


def _sign(entrant: int, meeting: Meeting) -> str:
    """Return the result of a meeting: `+` and `-` if no game of it was played, a space while it is open."""
    score = {} if meeting.open else meeting.score
    if entrant not in score:
        return " "
    if all(game.result.ending is Ending.WALKOVER for game in meeting.games):
        return "+" if score[entrant] == 1 else "-"
    return _SIGNS[score[entrant]]
