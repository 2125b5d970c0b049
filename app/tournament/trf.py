"""A Swiss of two as FIDE's tournament report file, TRF16 (FIDE handbook C.04.A, annex 2).

Each line of an entrant has fixed columns: its number, name, points, rank, and for each round the opponent's
number, who sat first (w) or second (b) in the first game of the meeting, and what the meeting came to.
`XXR`, the number of rounds, is what pairing programs add. Ratings, federations and titles are left empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from app.tournament.counting import Meeting, meetings
from app.tournament.manifest import Manifest
from app.tournament.schedule import Ending, Played
from app.tournament.standings import Row, Standings

_NAME: Final = 33
_NOBODY: Final = "0000 - "
_BYE: Final = "0000 - U"
_SIGNS: Final = {Fraction(1): "1", Fraction(1, 2): "=", Fraction(0): "0"}


@dataclass(frozen=True, slots=True)
class Dates:
    """When a tournament began and, if it has, ended, in ms since 1970."""

    began: int
    ended: int | None


def has_trf(manifest: Manifest) -> bool:
    """Whether the format can hold such a tournament: each meets one other a round, for a point."""
    return manifest.format == "swiss" and manifest.seats == 2


def trf(manifest: Manifest, rounds: Sequence[Played], table: Standings, dates: Dates) -> str:
    """The report, a line feed after each line."""
    by_round = [
        {one: meeting for meeting in meetings((played,)) for one in meeting.entrants} for played in rounds
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


def _line(manifest: Manifest, row: Row, by_round: Sequence[Mapping[int, Meeting]]) -> str:
    """Number, name, points, rank and rounds, each in its columns; title, rating and the like are blank."""
    name = manifest.entrants[row.entrant].name[:_NAME]
    points = float(row.tally.points)
    said = "  ".join(_round(row.entrant, by_entrant) for by_entrant in by_round)
    return f"001 {row.entrant + 1:4d}{'':6}{name:<33}{'':33}{points:4.1f} {row.rank:4d}  {said}"


def _date(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y/%m/%d")


def _round(entrant: int, by_entrant: Mapping[int, Meeting]) -> str:
    """Ten columns less the two that part rounds: opponent, colour, result."""
    meeting = by_entrant.get(entrant)
    if meeting is None:
        return f"{_NOBODY} "
    if meeting.is_bye:
        return _BYE
    first, second = meeting.entrants
    other, colour = (second, "w") if entrant == first else (first, "b")
    return f"{other + 1:4d} {colour} {_sign(entrant, meeting)}"


def _sign(entrant: int, meeting: Meeting) -> str:
    """What a meeting came to; `+` and `-` where no game of it was played, a space while it goes on."""
    score = {} if meeting.open else meeting.score
    if entrant not in score:
        return " "
    if all(game.result.ending is Ending.WALKOVER for game in meeting.games):
        return "+" if score[entrant] == 1 else "-"
    return _SIGNS[score[entrant]]
