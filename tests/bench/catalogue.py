"""Rows of many games without records, written into an empty catalogue by SQL."""

from typing import Any, Final

from rich.progress import track
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Engine,
    Select,
    Text,
    case,
    cast,
    insert,
    literal,
    null,
    select,
)

from app.games.table.summary import TABLAS, VOID, WON
from replays.catalogue import search_keys
from replays.catalogue.connecting import reading, writing
from replays.catalogue.summary import DISPUTE, FORCED, GAME
from replays.catalogue.tables import blobs, games, players
from replays.catalogue.tables import search_keys as keys_table

EARLY_PLAYER: Final = "p-early"
RARE_PLAYER: Final = "p-rare"
EARLY_TOURNAMENT: Final = "t-early"
LONGEST: Final = 439
"""Plies of the longest games; the shortest have 40, and each length between is as frequent."""

_EARLY: Final = 300
_TOGETHER: Final = 20_000
_FACTOR: Final = 2_654_435_761  # odd, so that it permutes the numbers below 2**32
_SPAN: Final = 2**32
_LARGE: Final = 10**10
_HASH: Final = bytes(32)


def fill(engine: Engine, count: int) -> None:
    """Enter `count` finished games, and a dispute about each 1,000th, unless the catalogue has games."""
    with reading(engine) as connection:
        if connection.scalar(select(games.c.number).limit(1)) is not None:
            return
    for first in track(range(1, count + 1, _TOGETHER), description="games"):
        _enter(engine, first, min(first + _TOGETHER - 1, count), count)
    if engine.dialect.name == "postgresql":
        # As autovacuum does it in time.
        with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            connection.exec_driver_sql("SET statement_timeout = 0")
            connection.exec_driver_sql("VACUUM ANALYZE")


def ended_ms(number: int) -> int:
    """Return the end of a game."""
    return 60_000 + number * 1000


def game_of(number: int) -> str:
    """Return the id of a game; ids have no order in time."""
    return f"g-{_LARGE + number * _FACTOR % _SPAN}{'0' * 13}"


def _enter(engine: Engine, first: int, last: int, count: int) -> None:
    numbers = select(literal(first, BigInteger).label("number")).cte("numbers", recursive=True)
    numbers = numbers.union_all(select(numbers.c.number + 1).where(numbers.c.number < last))
    n: ColumnElement[int] = numbers.c.number
    with writing(engine) as connection:

        def add(table: Any, columns: dict[str, Any], *conditions: Any) -> None:
            made: Select[Any] = select(*columns.values()).select_from(numbers).where(*conditions)
            connection.execute(insert(table).from_select(list(columns), made))

        file = {"name": f"file-{first}", "size": 1, "records": last + 1 - first, "written_ms": first}
        connection.execute(insert(blobs).values(file))
        add(games, _game(n, file["name"]))
        disputed = {
            "number": n + count,
            "game": _id("d-", n),
            "kind": literal(DISPUTE),
            "parent": _id("g-", n),
        }
        add(games, {**_game(n, file["name"]), **disputed}, n % 1000 == 7)
        for seat in range(2):
            add(players, _seat(n, seat))
        place = {"ended_ms": _ended(n), "game": _id("g-", n)}
        add(keys_table, {"key": literal(search_keys.event_key(FORCED)), **place}, _share(n, 3, 50) == 0)
        tournament = case((n < 3000, EARLY_TOURNAMENT), else_="t-" + cast(n // 10_000, Text))
        add(keys_table, {"key": search_keys.tournament_key("") + tournament, **place}, n % 3 == 0)
        search_keys.follow(connection)


def _game(n: ColumnElement[int], file: Any) -> dict[str, Any]:
    """Return the columns of the row of a game."""
    is_void, is_drawn = n % 500 == 0, _share(n, 1, 20) == 0
    return {
        "number": n,
        "game": _id("g-", n),
        "kind": literal(GAME),
        "variant": case(
            (_share(n, 2, 100) < 90, "mexican-2"), (_share(n, 2, 100) < 99, "north-american"), else_="paco"
        ),
        "rules_version": literal(1),
        "rules_hash": literal(_HASH),
        "status": case((is_void, "void"), else_="finished"),
        "outcome": case((is_void, VOID), (is_drawn, TABLAS), else_=WON),
        "visibility": literal("public"),
        "parent": null(),
        "seats": literal(2),
        "hands": literal(1),
        "tablas": case((is_drawn, 1), else_=0),
        "plies": LONGEST - _share(n, 5, 400),
        "digest": literal(_HASH),
        "started_ms": _ended(n) - 59_999,
        "ended_ms": _ended(n),
        "archived_ms": _ended(n),
        "blob": literal(file),
        "at": literal(0),
        "length": literal(1),
        "size": literal(1),
        "hash": literal(_HASH),
    }


def _seat(n: ColumnElement[int], seat: int) -> dict[str, Any]:
    """Return the columns of the row of a seat."""
    is_early, is_rare = n <= _EARLY, n % 2000 == 0
    is_person = _share(n, 6 + seat, 250) == 0
    other = literal("p-") + cast(_share(n, 8 + seat, 1000), Text)
    is_some_person = is_early | is_rare | is_person
    return {
        "number": n,
        "seat": literal(seat),
        "kind": case((is_some_person, "person"), else_="bot"),
        "player": case((is_early, EARLY_PLAYER), (is_rare, RARE_PLAYER), (is_person, other), else_=null()),
        "bot": case((is_some_person, null()), else_="greedy"),
        "won": literal(1 - seat),
        "balance": literal(0),
    }


def _id(kind: str, n: ColumnElement[int]) -> ColumnElement[str]:
    return literal(kind) + cast(_LARGE + n * _FACTOR % _SPAN, Text) + literal("0" * 13)


def _ended(n: ColumnElement[int]) -> ColumnElement[int]:
    return 60_000 + n * 1000


def _share(n: ColumnElement[int], salt: int, size: int) -> Any:
    """Return a number below `size` that looks as if it were drawn for each game and `salt`."""
    return n * _FACTOR % _SPAN * (48_271 + 15_838 * salt) % 2_147_483_647 // 64 % size
