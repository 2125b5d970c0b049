"""Search for games in the catalogue, newest end first, and statistics of a player."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Engine, Select, and_, exists, func, select, tuple_

from app.games.codec import Json
from app.games.table.state import Status, Visibility
from app.games.table.summary import VERSION as SUMMARY
from app.games.table.summary import VOID, WON
from replays.catalogue.connecting import read
from replays.catalogue.search_keys import (
    bot_key,
    evening_key,
    event_key,
    outcome_key,
    people_key,
    player_key,
    tournament_key,
)
from replays.catalogue.summary import GAME, SeatSummary
from replays.catalogue.tables import REMOVED, games, players, search_keys, unrevealed


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Conditions of a search; None is no condition. Times are ms since 1970, both ends included.

    `fork_of` selects the forks of a game; other searches do not find forks. `hidden` includes unlisted and
    private games, for operators. `people` is one of PEOPLE, `event` one of EVENTS.
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
    people: str | None = None
    event: str | None = None
    tournament: str | None = None
    game: str | None = None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in a list: finished, or live without outcome and end."""

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
    players: tuple[SeatSummary, ...]
    number: int = 0
    removed: bool = False


End = tuple[int, str]
"""End of a game (ms since 1970) and its id: its place in the order of a search."""

MOST_COMPARED: Final = 5_000
"""Largest number of games compared for a page; a condition that fewer games meet leads the search."""


_Place = tuple[ColumnElement[int], ColumnElement[str]]


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page of a search, and the place after which the search continues, None at its end."""

    games: tuple[ListedGame, ...]
    next: End | None


def found(connection: Connection, wanted: Filter, limit: int, before: End | None = None) -> FoundPage:
    """Return at most `limit` games that match `wanted`, the latest end first, after `before`.

    At most `MOST_COMPARED` games are compared, so a page may have fewer games, or none, before the end.
    """
    if wanted.until_ms is not None:
        # Of two upper bounds PostgreSQL begins at either one.
        before = min(before or (wanted.until_ms + 1, ""), (wanted.until_ms + 1, ""))
    # SQLite has no statistics, and would take any index; PostgreSQL has, and cannot use them of terms.
    in_terms = connection.dialect.name == "sqlite"
    query = select(games)
    few = _few(connection, wanted)
    end: Any = None
    if few is not None:
        place: _Place = (games.c.ended_ms + 0 if in_terms else games.c.ended_ms, games.c.game)
        query = query.where(
            few, *_conditions(wanted, place[0], in_terms=in_terms), *map(_has_key, _keys(wanted))
        )
    else:
        source = _rarest(connection, wanted, before)
        place = source.place
        end = connection.execute(source.places(wanted, before).offset(MOST_COMPARED - 1)).first()
        others = [key for key in _keys(wanted) if key != source.key]
        query = query.where(
            source.condition, *_conditions(wanted, place[0], in_terms=in_terms), *map(_has_key, others)
        )
        if source.key is not None:
            query = query.join(search_keys, search_keys.c.game == games.c.game)
    if before is not None:
        query = query.where(tuple_(*place) < tuple_(*before))
    if end is not None:
        query = query.where(tuple_(*place) >= tuple_(*end))
    query = query.order_by(*(column.desc() for column in place)).limit(limit + 1)
    several = connection.execute(query).all()
    page = with_players(connection, several[:limit])
    if len(several) > limit:
        return FoundPage(page, (page[-1].ended_ms or 0, page[-1].game))
    return FoundPage(page, None if end is None else (end.ended_ms, end.game))


@dataclass(frozen=True, slots=True)
class _Source:
    """An index, in the order of the list, of the games that meet one condition of a search.

    `key` is their search key, None for an index of `games`.
    """

    condition: ColumnElement[bool]
    key: str | None = None

    @property
    def place(self) -> _Place:
        """The columns of the order."""
        table = games if self.key is None else search_keys
        return table.c.ended_ms, table.c.game

    def places(self, wanted: Filter, before: End | None) -> Select[Any, Any]:
        """Return the query for the first place after `before` within the times of `wanted`."""
        ended_ms, game = self.place
        query = select(ended_ms, game).where(
            self.condition, *_within(ended_ms, wanted.since_ms, wanted.until_ms)
        )
        if before is not None:
            query = query.where(tuple_(*self.place) < tuple_(*before))
        return query.order_by(*(column.desc() for column in self.place)).limit(1)


def _few(connection: Connection, wanted: Filter) -> ColumnElement[bool] | None:
    """Return a condition that few games meet, by an index without the order of the list; None without one."""
    if wanted.game is not None:
        return games.c.game == wanted.game
    if wanted.fork_of is not None:
        return games.c.parent == wanted.fork_of
    lengths = list(_within(games.c.plies, wanted.length_min, wanted.length_max))
    if not lengths:
        return None
    numbers = select(games.c.number).where(games.c.kind == GAME, *lengths)
    many = connection.scalar(numbers.offset(MOST_COMPARED).limit(1)) is not None
    return None if many else games.c.number.in_(numbers.limit(MOST_COMPARED))


def _rarest(connection: Connection, wanted: Filter, before: End | None) -> _Source:
    """Return the source with the fewest games, of those with at most MOST_COMPARED; else the first one."""
    sources = [_Source(search_keys.c.key == key, key) for key in _keys(wanted)]
    if wanted.variant is not None:
        sources.append(_Source(games.c.variant == wanted.variant))
    if not sources:
        return _Source(games.c.kind == GAME)
    if len(sources) == 1:
        return sources[0]
    several = [source.places(wanted, before).limit(MOST_COMPARED).subquery() for source in sources]
    sizes = connection.execute(
        select(*(select(func.count()).select_from(places).scalar_subquery() for places in several))
    )
    return min(zip(sizes.one(), sources, strict=True), key=lambda sized: sized[0])[1]


def of_evening(connection: Connection, evening: str, limit: int) -> list[str]:
    """Return at most `limit` archived tables of an evening, in the order of their ends."""
    ends = (search_keys.c.ended_ms, search_keys.c.game)
    wanted = select(search_keys.c.game).where(search_keys.c.key == evening_key(evening))
    return list(connection.scalars(wanted.order_by(*ends).limit(limit)))


def in_order(
    connection: Connection, wanted: Filter, after: int, upto: int, limit: int
) -> tuple[ListedGame, ...]:
    """Return at most `limit` matching games in the order of archiving, numbered above `after` to `upto`."""
    span = games.c.number.between(after + 1, upto)
    query = selection(wanted).where(span).order_by(games.c.number).limit(limit)
    return with_players(connection, connection.execute(query).all())


def outline(connection: Connection, game: str) -> Json | None:
    """Return the summary of an archived game, see `app.games.table.summary`, or None."""
    rows = connection.execute(select(games).where(games.c.kind == GAME, games.c.game == game)).all()
    for listed in with_players(connection, rows):
        seats = [
            [player.kind, player.player, player.bot, player.won, player.balance] for player in listed.players
        ]
        return {
            "v": SUMMARY,
            "variant": listed.variant,
            "status": listed.status,
            "outcome": listed.outcome,
            "visibility": listed.visibility,
            "parent": listed.parent,
            "hands": listed.hands,
            "tablas": listed.tablas,
            "plies": listed.plies,
            "began": listed.started_ms,
            "ended": listed.ended_ms,
            "seats": seats,
        }
    return None


def selection(wanted: Filter) -> Select[Any]:
    """Return the query for the matching rows of `games`."""
    conditions = _conditions(wanted, games.c.ended_ms)
    return select(games).where(*conditions, *map(_has_key, _keys(wanted)))


def _conditions(
    wanted: Filter, ended_ms: ColumnElement[int], *, in_terms: bool = False
) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions on rows of `games`; `in_terms` so that no index is taken for them."""
    columns = games.c
    parent: ColumnElement[str] = columns.parent + "" if in_terms else columns.parent
    equal = (
        (columns.kind + "" if in_terms else columns.kind, GAME),
        (columns.status, wanted.status),
        (columns.variant + "" if in_terms else columns.variant, wanted.variant),
        (columns.outcome, wanted.outcome),
        (columns.game, wanted.game),
    )
    yield from (column == value for column, value in equal if value is not None)
    yield parent.is_(None) if wanted.fork_of is None else parent == wanted.fork_of
    yield from _within(ended_ms, wanted.since_ms, wanted.until_ms)
    plies = columns.plies + 0 if in_terms else columns.plies
    yield from _within(plies, wanted.length_min, wanted.length_max)
    if wanted.hidden:
        yield columns.visibility != REMOVED
    else:
        yield columns.visibility == str(Visibility.PUBLIC)


def _within(column: ColumnElement[int], low: int | None, high: int | None) -> Iterator[ColumnElement[bool]]:
    if low is not None:
        yield column >= low
    if high is not None:
        yield column <= high


def _keys(wanted: Filter) -> Iterator[str]:
    """Yield the search keys of `wanted`, first the one that usually has the fewest games."""
    keys = (
        (player_key, wanted.player),
        (tournament_key, wanted.tournament),
        (people_key, wanted.people),
        (event_key, wanted.event),
        (outcome_key, None if wanted.outcome == WON else wanted.outcome),
        (outcome_key, VOID if wanted.status == Status.VOID and wanted.outcome != VOID else None),
        (bot_key, wanted.bot),
    )
    return (key(value) for key, value in keys if value is not None)


def _has_key(key: str) -> ColumnElement[bool]:
    """Return the condition that a game has a search key."""
    other = search_keys.alias()
    same_game = (other.c.ended_ms == games.c.ended_ms, other.c.game == games.c.game)
    return exists().where(other.c.key == key, *same_game)


def with_players(connection: Connection, rows: Sequence[Any]) -> tuple[ListedGame, ...]:
    """Return the games in rows of `games` with their players."""
    numbers = [row.number for row in rows]
    query = select(players).where(players.c.number.in_(numbers)).order_by(players.c.number, players.c.seat)
    by_number = groupby(connection.execute(query) if numbers else (), lambda row: row.number)
    seats = {number: tuple(map(_player, group)) for number, group in by_number}
    return tuple(_found(row, seats.get(row.number, ())) for row in rows)


def _player(row: Any) -> SeatSummary:
    return SeatSummary(row.seat, row.kind, row.player, row.bot, row.won, row.balance)


def _found(row: Any, seats: tuple[SeatSummary, ...]) -> ListedGame:
    return ListedGame(
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


@dataclass(frozen=True, slots=True)
class Counts:
    """Number of finished games of a player, and of those it voided by not revealing."""

    games: int
    unrevealed: int


def counts(connection: Connection, player: str) -> Counts:
    """Return the statistics of a player."""
    missed = and_(unrevealed.c.number == players.c.number, unrevealed.c.seat == players.c.seat)
    rows = games.join(players, games.c.number == players.c.number).outerjoin(unrevealed, missed)
    several = select(func.count(games.c.number.distinct()), func.count(unrevealed.c.number.distinct()))
    wanted = several.select_from(rows).where(games.c.kind == GAME, players.c.player == player)
    return Counts(*connection.execute(wanted).one())


def counting(engine: Callable[[], Engine]) -> Callable[[str], Counts]:
    """Return a function for the statistics of a player; the catalogue is opened on the first call."""

    def count(player: str) -> Counts:
        return read(engine(), lambda connection: counts(connection, player))

    return count
