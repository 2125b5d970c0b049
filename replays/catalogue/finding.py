"""Finding games in the catalogue: by player, variant, time, outcome and length, newest end first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, exists, select, tuple_

from app.games.codec import Json
from app.games.table.state import Visibility
from app.games.table.summary import VERSION as SUMMARY
from replays.catalogue.rows import REMOVED
from replays.catalogue.summary import GAME, Player
from replays.catalogue.tables import games, players


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What is looked for; None stands for anything. Times in ms since 1970, both ends included.

    `fork_of` names the game whose forks are wanted; forks are found in no other way. With `hidden` games that
    are unlisted or private are found too, which is for operators.
    """

    status: str | None = None
    variant: str | None = None
    player: str | None = None
    bot: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    outcome: str | None = None
    length_min: int | None = None
    length_max: int | None = None
    fork_of: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A game in a list: finished, or live with neither outcome nor end."""

    game: str
    variant: str
    status: str
    outcome: str | None
    visibility: str
    parent: str | None
    hands: int
    tablas: int
    plies: int
    started_ms: int
    ended_ms: int | None
    players: tuple[Player, ...]
    number: int = 0
    removed: bool = False


End = tuple[int, str]
"""When a game ended, and its id: its place in the order of a search."""


def found(connection: Connection, wanted: Filter, limit: int, before: End | None = None) -> tuple[Found, ...]:
    """At most `limit` games that fit `wanted`, the one that ended last first, after `before`."""
    query = selection(wanted).order_by(games.c.ended_ms.desc(), games.c.game.desc()).limit(limit)
    if before is not None:
        query = query.where(tuple_(games.c.ended_ms, games.c.game) < tuple_(*before))
    return with_players(connection, connection.execute(query).all())


def in_order(connection: Connection, wanted: Filter, after: int, upto: int, limit: int) -> tuple[Found, ...]:
    """At most `limit` games that fit, as they were archived, numbered from beyond `after` to `upto`."""
    span = games.c.number.between(after + 1, upto)
    query = selection(wanted).where(span).order_by(games.c.number).limit(limit)
    return with_players(connection, connection.execute(query).all())


def outline(connection: Connection, game: str) -> Json | None:
    """The summary of an archived game, see `app.games.table.summary`; None if there is no such game."""
    rows = connection.execute(select(games).where(games.c.kind == GAME, games.c.game == game)).all()
    for found in with_players(connection, rows):
        seats = [[one.kind, one.player, one.bot, one.won, one.balance] for one in found.players]
        return {
            "v": SUMMARY,
            "variant": found.variant,
            "status": found.status,
            "outcome": found.outcome,
            "visibility": found.visibility,
            "parent": found.parent,
            "hands": found.hands,
            "tablas": found.tablas,
            "plies": found.plies,
            "began": found.started_ms,
            "ended": found.ended_ms,
            "seats": seats,
        }
    return None


def selection(wanted: Filter) -> Select[Any]:
    """The query for the rows of `games` that fit."""
    return select(games).where(games.c.kind == GAME, *_conditions(wanted))


def _conditions(wanted: Filter) -> Iterator[ColumnElement[bool]]:
    columns = games.c
    equal = {"status": wanted.status, "variant": wanted.variant, "outcome": wanted.outcome}
    yield from (columns[name] == value for name, value in equal.items() if value is not None)
    yield columns.parent.is_(None) if wanted.fork_of is None else columns.parent == wanted.fork_of
    bounds = (
        (columns.ended_ms, wanted.since_ms, wanted.until_ms),
        (columns.plies, wanted.length_min, wanted.length_max),
    )
    for column, low, high in bounds:
        if low is not None:
            yield column >= low
        if high is not None:
            yield column <= high
    if wanted.hidden:
        yield columns.visibility != REMOVED
    else:
        yield columns.visibility == str(Visibility.PUBLIC)
    yield from _seated(wanted)


def _seated(wanted: Filter) -> Iterator[ColumnElement[bool]]:
    for column, name in ((players.c.player, wanted.player), (players.c.bot, wanted.bot)):
        if name is not None:
            yield exists().where(players.c.number == games.c.number, column == name)


def with_players(connection: Connection, rows: Sequence[Any]) -> tuple[Found, ...]:
    """The games in some rows of `games`, with who played them."""
    numbers = [row.number for row in rows]
    query = select(players).where(players.c.number.in_(numbers)).order_by(players.c.number, players.c.seat)
    by_number = groupby(connection.execute(query) if numbers else (), lambda row: row.number)
    seats = {number: tuple(map(_player, some)) for number, some in by_number}
    return tuple(_found(row, seats.get(row.number, ())) for row in rows)


def _player(row: Any) -> Player:
    return Player(row.seat, row.kind, row.player, row.bot, row.won, row.balance)


def _found(row: Any, seats: tuple[Player, ...]) -> Found:
    return Found(
        game=row.game,
        variant=row.variant,
        status=row.status,
        outcome=row.outcome,
        visibility=row.visibility,
        parent=row.parent,
        hands=row.hands,
        tablas=row.tablas,
        plies=row.plies,
        started_ms=row.started_ms,
        ended_ms=row.ended_ms,
        players=seats,
        number=row.number,
        removed=row.blob is None,
    )
