"""Rows of failures of entrants and of the times of their decisions, by tournament.

Neither follows from a record. A catalogue that is made again has of failures what exports of tournaments tell
(`replays.tournaments.failures_again`), and no times.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import Connection, delete, func, insert, select, update

from replays.catalogue.tables import decision_times, entrant_failures, timed_games

DETAILED_MOST: Final = 20
"""Of so many failures of an entrant in a tournament the details are kept; of others the kind and place."""


@dataclass(frozen=True, slots=True)
class FailureRow:
    """A failure as it is kept; `detail` is sealed, None where there is none or no more is kept."""

    fixture: int
    seat: int
    entrant: int
    kind: str
    ply: int
    game: str
    detail: bytes | None


_ROW: Final = tuple(entrant_failures.c[name] for name in FailureRow.__slots__)
_TERSE: Final = tuple(one for one in _ROW if one.name != "detail")


def enter_failures(connection: Connection, tournament: str, some: Iterable[FailureRow]) -> None:
    """Enter these failures; one of a seat of a game that has one already is passed over."""
    table = entrant_failures
    for row in some:
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


def failures(connection: Connection, tournament: str) -> list[FailureRow]:
    """The failures of a tournament without their details, in the order of the schedule."""
    wanted = select(*_TERSE).where(entrant_failures.c.tournament == tournament)
    ordered = wanted.order_by(entrant_failures.c.fixture, entrant_failures.c.seat)
    return [_row(row, None) for row in connection.execute(ordered)]


def failures_after(connection: Connection, tournament: str, fixture: int, limit: int) -> list[FailureRow]:
    """At most `limit` failures of a tournament after the game of a fixture, without their details."""
    place = (entrant_failures.c.tournament == tournament, entrant_failures.c.fixture > fixture)
    ordered = select(*_TERSE).where(*place).order_by(entrant_failures.c.fixture, entrant_failures.c.seat)
    return [_row(row, None) for row in connection.execute(ordered.limit(limit))]


def failures_between(connection: Connection, tournament: str, first: int, last: int) -> list[FailureRow]:
    """The failures in the games from the fixture `first` to `last`, without their details."""
    place = (entrant_failures.c.tournament == tournament, entrant_failures.c.fixture.between(first, last))
    ordered = select(*_TERSE).where(*place).order_by(entrant_failures.c.fixture, entrant_failures.c.seat)
    return [_row(row, None) for row in connection.execute(ordered)]


def failures_of_game(connection: Connection, tournament: str, fixture: int) -> list[FailureRow]:
    """The failures in the game of a fixture, with their details."""
    place = (entrant_failures.c.tournament == tournament, entrant_failures.c.fixture == fixture)
    found = connection.execute(select(*_ROW).where(*place).order_by(entrant_failures.c.seat))
    return [_row(row, None if row.detail is None else bytes(row.detail)) for row in found]


def _row(row: Any, detail: bytes | None) -> FailureRow:
    return FailureRow(row.fixture, row.seat, row.entrant, row.kind, row.ply, row.game, detail)


def forget_details(connection: Connection, games: Sequence[str]) -> None:
    """Remove the details of the failures in `games`, whose records are removed."""
    some = update(entrant_failures).where(entrant_failures.c.game.in_(games))
    connection.execute(some.values(detail=None))


def add_times(connection: Connection, tournament: str, more: Mapping[int, Mapping[int, int]]) -> None:
    """Add to the counts of the decisions of each entrant, by class of time."""
    known, table = times(connection, tournament), decision_times
    for entrant, counts in more.items():
        before = known.get(entrant, {})
        both = {one: before.get(one, 0) + counts.get(one, 0) for one in sorted({*before, *counts})}
        place = (table.c.tournament == tournament, table.c.entrant == entrant)
        text = orjson.dumps(both, option=orjson.OPT_NON_STR_KEYS).decode()
        connection.execute(delete(table).where(*place))
        connection.execute(insert(table).values(tournament=tournament, entrant=entrant, counts=text))


def time_game(connection: Connection, tournament: str, fixture: int) -> bool:
    """Whether the times of the live game of a fixture are to be added now, as they are once."""
    table = timed_games
    place = (table.c.tournament == tournament, table.c.fixture == fixture)
    if connection.scalar(select(func.count()).select_from(table).where(*place)):
        return False
    connection.execute(insert(table).values(tournament=tournament, fixture=fixture))
    return True


def times(connection: Connection, tournament: str) -> dict[int, dict[int, int]]:
    """By entrant how many decisions took a time of each class (`app.tournament.durations`)."""
    table = decision_times
    wanted = select(table.c.entrant, table.c.counts).where(table.c.tournament == tournament)
    return {
        row.entrant: {int(one): count for one, count in orjson.loads(row.counts).items()}
        for row in connection.execute(wanted.order_by(table.c.entrant))
    }
