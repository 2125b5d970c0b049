"""Search keys of finished games: the properties by which a search finds them, in the order of the list.

Most keys follow from rows of the catalogue. They are made for all rows up to a number in `meta`, so that a
catalogue without them, or with rows of an earlier program, gets the missing ones. The keys of `RECORDED` are
in the record only and are inserted with the row.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from sqlalchemy import ColumnElement, Connection, Select, exists, func, insert, literal, select, update

from app.games.table.state import Kind
from app.games.table.summary import WON
from replays.catalogue.summary import DISPUTE, DISPUTED, DRAWN, FORCED, GAME, ONLY, SOME, Summary
from replays.catalogue.tables import REMOVED, games, meta, players, search_keys

_FOLLOWED: Final = "search_keys"
"""Name in `meta` of the number of the last game whose keys are made."""

_PARTIES: Final = "search_keys party"
"""The same for the keys of disputes, which earlier versions did not make."""

TOGETHER: Final = 20_000
"""Maximum of games whose keys one transaction makes when a catalogue is opened."""


def event_key(event: str) -> str:
    """Return the key of games with an event: FORCED, DRAWN or DISPUTED."""
    return f"event {event}"


def people_key(people: str) -> str:
    """Return the key of games between people ONLY, or with SOME."""
    return f"people {people}"


def player_key(player: str) -> str:
    """Return the key of the games of a player."""
    return f"player {player}"


def bot_key(bot: str) -> str:
    """Return the key of games with a bot."""
    return f"bot {bot}"


def outcome_key(outcome: str) -> str:
    """Return the key of games with an outcome; WON, which most have, has none."""
    return f"outcome {outcome}"


def tournament_key(tournament: str) -> str:
    """Return the key of the games of a tournament."""
    return f"tournament {tournament}"


def evening_key(evening: str) -> str:
    """Return the key of the tables of an evening, which has the id of its first table."""
    return f"evening {evening}"


def party_key(player: str) -> str:
    """Return the key of the disputes to which a player is a party."""
    return f"party {player}"


def recorded(summary: Summary) -> Iterator[str]:
    """Yield the keys of a game that do not follow from its rows."""
    if summary.forced:
        yield event_key(FORCED)
    if summary.tournament is not None:
        yield tournament_key(summary.tournament)
    if summary.evening is not None:
        yield evening_key(summary.evening)


def are_complete(connection: Connection) -> bool:
    """Return whether the keys of all rows are made."""
    last = _last(connection)
    return all(_followed(connection, mark) >= last for mark in (_FOLLOWED, _PARTIES))


def follow(connection: Connection, most: int | None = None) -> bool:
    """Make the keys of the rows after the last one, of at most so many; return whether all are made."""
    last = _last(connection)
    games_done = _follow(connection, _FOLLOWED, last, most)
    return _follow(connection, _PARTIES, last, most) and games_done


def _follow(connection: Connection, mark: str, last: int, most: int | None) -> bool:
    after = _followed(connection, mark)
    upto = last if most is None else min(last, after + most)
    if upto > after:
        columns = [column.name for column in search_keys.c]
        for made in _MADE[mark](after + 1, upto):
            connection.execute(insert(search_keys).from_select(columns, made))
        is_first = not connection.execute(
            update(meta).where(meta.c.name == mark).values(value=str(upto))
        ).rowcount
        if is_first:
            connection.execute(insert(meta).values(name=mark, value=str(upto)))
    return upto >= last


def forget(connection: Connection, game: str) -> None:
    """Delete the keys of a removed game. Reads all keys."""
    connection.execute(search_keys.delete().where(search_keys.c.game == game))


def _followed(connection: Connection, mark: str) -> int:
    return int(connection.scalar(select(meta.c.value).where(meta.c.name == mark)) or 0)


def _last(connection: Connection) -> int:
    return connection.scalar(select(func.max(games.c.number))) or 0


_disputes: Final = games.alias()


_Keys = Iterator[Select[tuple[str, int, str]]]


def _of(key: ColumnElement[str] | str, kind: str = GAME) -> Select[tuple[str, int, str]]:
    """Return the query for a key of games, to be restricted."""
    named = literal(key) if isinstance(key, str) else key
    return select(named, games.c.ended_ms, games.c.game).where(
        games.c.kind == kind, games.c.visibility != REMOVED
    )


def _following(first: int, last: int) -> _Keys:
    """Yield the queries for the keys of the games in a span of numbers that follow from their rows.

    Those of the disputed games come last, because a game may be numbered before or after its dispute.
    """
    span = games.c.number.between(first, last)
    for column, key in ((players.c.player, player_key("")), (players.c.bot, bot_key(""))):
        seated = _of(literal(key) + column).join(players, players.c.number == games.c.number)
        yield seated.where(span, column.is_not(None)).distinct()
    seat = exists().where(players.c.number == games.c.number)
    has_person = seat.where(players.c.kind == str(Kind.PERSON))
    yield _of(people_key(SOME)).where(span, has_person)
    yield _of(people_key(ONLY)).where(span, has_person, ~seat.where(players.c.kind != str(Kind.PERSON)))
    yield _of(literal(outcome_key("")) + games.c.outcome).where(span, games.c.outcome != WON)
    yield _of(event_key(DRAWN)).where(span, games.c.tablas > 0)
    for about in (games, _disputes):
        yield _disputed(about.c.number.between(first, last))


def _of_parties(first: int, last: int) -> _Keys:
    """Yield the query for the keys of the disputes in a span of numbers."""
    seated = _of(literal(party_key("")) + players.c.player, DISPUTE)
    seated = seated.join(players, players.c.number == games.c.number)
    yield seated.where(games.c.number.between(first, last), players.c.player.is_not(None)).distinct()


_MADE: Final[Mapping[str, Callable[[int, int], _Keys]]] = MappingProxyType(
    {_FOLLOWED: _following, _PARTIES: _of_parties}
)


def _disputed(span: ColumnElement[bool]) -> Select[tuple[str, int, str]]:
    """Return the query for missing keys of disputed games; the game or its dispute is in `span`."""
    key = event_key(DISPUTED)
    is_there = exists().where(
        search_keys.c.key == key,
        search_keys.c.ended_ms == games.c.ended_ms,
        search_keys.c.game == games.c.game,
    )
    about = _of(key).join(_disputes, _disputes.c.parent == games.c.game)
    return about.where(_disputes.c.kind == DISPUTE, span, ~is_there).distinct()
