"""Rows of entrants' failures and of the times of their decisions, by tournament.

Neither can be derived from a record. A rebuilt catalogue has the failures of exports of tournaments
(`replays.tournaments.failures`), and no times.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update

from replays.catalogue.tables import decision_times, entrant_failures, timed_games

DETAILED_MOST: Final = 20
"""Maximum of failures per entrant and tournament with details; others have kind and place only."""


@dataclass(frozen=True, slots=True)
class FailureRow:
    """A stored failure; `detail` is encrypted, None without one and above the limit."""

    fixture: int
    seat: int
    entrant: int
    kind: str
    ply: int
    game: str
    detail: bytes | None


_ROW: Final = tuple(entrant_failures.c[name] for name in FailureRow.__slots__)
_TERSE: Final = tuple(column for column in _ROW if column.name != "detail")


def enter_failures(connection: Connection, tournament: str, new_rows: Iterable[FailureRow]) -> None:
    """Add these failures; a further one of the same seat and game is ignored."""
    table = entrant_failures
    for row in new_rows:
        place = (table.c.tournament == tournament, table.c.fixture == row.fixture, table.c.seat == row.seat)
        if connection.scalar(select(func.count()).select_from(table).where(*place)):
            continue
        detailed = (table.c.tournament == tournament, table.c.entrant == row.entrant)
        kept = select(func.count()).select_from(table).where(*detailed, table.c.detail.is_not(None))
        fields = {name: getattr(row, name) for name in FailureRow.__slots__}
        if int(connection.scalar(kept) or 0) >= DETAILED_MOST:
            fields["detail"] = None
        connection.execute(insert(table).values(tournament=tournament, **fields))


def forget_failures(connection: Connection, tournament: str, fixture: int) -> None:
    """Remove the failures in the game of a fixture."""
    table = entrant_failures
    place = (table.c.tournament == tournament, table.c.fixture == fixture)
    connection.execute(delete(table).where(*place))


def failures(
    connection: Connection,
    tournament: str,
    first: int | None = None,
    last: int | None = None,
    *,
    limit: int | None = None,
    detailed: bool = False,
) -> list[FailureRow]:
    """Return the failures of a tournament in the order of the schedule, at most `limit`.

    `first` and `last` are the limits of the fixtures, None for none. Details are read only if `detailed`.
    """
    columns = entrant_failures.c
    wanted = select(*(_ROW if detailed else _TERSE)).where(columns.tournament == tournament)
    if first is not None:
        wanted = wanted.where(columns.fixture >= first)
    if last is not None:
        wanted = wanted.where(columns.fixture <= last)
    rows = connection.execute(wanted.order_by(columns.fixture, columns.seat).limit(limit))
    return [_row(row, row.detail if detailed else None) for row in rows]


def _row(row: Any, detail: bytes | None) -> FailureRow:
    sealed = None if detail is None else bytes(detail)
    return FailureRow(row.fixture, row.seat, row.entrant, row.kind, row.ply, row.game, sealed)


def forget_details(connection: Connection, games: Sequence[str]) -> None:
    """Remove the details of the failures in `games`, whose records are removed."""
    affected = update(entrant_failures).where(entrant_failures.c.game.in_(games))
    connection.execute(affected.values(detail=None))


def add_times(connection: Connection, tournament: str, additional: Mapping[int, Mapping[int, int]]) -> None:
    """Add the histograms of decision times of entrants."""
    known, table = times(connection, tournament), decision_times
    for entrant, counts in additional.items():
        before = known.get(entrant, {})
        both = {
            time_class: before.get(time_class, 0) + counts.get(time_class, 0)
            for time_class in sorted({*before, *counts})
        }
        place = (table.c.tournament == tournament, table.c.entrant == entrant)
        text = orjson.dumps(both, option=orjson.OPT_NON_STR_KEYS).decode()
        connection.execute(delete(table).where(*place))
        connection.execute(insert(table).values(tournament=tournament, entrant=entrant, counts=text))


def time_game(connection: Connection, tournament: str, fixture: int) -> bool:
    """Return True if the times of a live game are not added yet, and mark them as added."""
    table = timed_games
    place = (table.c.tournament == tournament, table.c.fixture == fixture)
    if connection.scalar(select(func.count()).select_from(table).where(*place)):
        return False
    connection.execute(insert(table).values(tournament=tournament, fixture=fixture))
    return True


def times(connection: Connection, tournament: str) -> dict[int, dict[int, int]]:
    """Return the histogram of decision times (`app.tournament.durations`), by entrant."""
    table = decision_times
    wanted = select(table.c.entrant, table.c.counts).where(table.c.tournament == tournament)
    return {
        row.entrant: {int(time_class): count for time_class, count in orjson.loads(row.counts).items()}
        for row in connection.execute(wanted.order_by(table.c.entrant))
    }
