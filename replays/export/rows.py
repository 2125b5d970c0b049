"""Rows of an export: their columns by kind, and their values from the catalogue and the records.

The names and types of columns are part of the stored formats. Rows are in the order of archiving.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import func, select

from app.games.codec import Json
from app.games.registry import GAMES
from app.games.shapes import Form
from app.games.table import wire
from app.store.canonical import parse
from replays.archive.archive import Archive
from replays.archive.checking import DamagedRecord, sound
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.catalogue.connecting import reading
from replays.catalogue.search import Filter, ListedGame, in_order
from replays.catalogue.tables import games, hands


class What(StrEnum):
    """Kind of rows."""

    GAMES = "games"
    HANDS = "hands"
    PLIES = "plies"


class Type(StrEnum):
    """Type of a column; `time` is ms since 1970, in Parquet a timestamp in UTC."""

    TEXT = "text"
    NUMBER = "number"
    BOOL = "bool"
    TIME = "time"
    TEXTS = "texts"
    NUMBERS = "numbers"


Columns = Mapping[str, Type]

_GAMES: Final[Columns] = {
    "game": Type.TEXT,
    "variant": Type.TEXT,
    "status": Type.TEXT,
    "outcome": Type.TEXT,
    "fork_of": Type.TEXT,
    "seats": Type.NUMBER,
    "players": Type.TEXTS,
    "bots": Type.TEXTS,
    "won": Type.NUMBERS,
    "balances": Type.NUMBERS,
    "hands": Type.NUMBER,
    "tablas": Type.NUMBER,
    "plies": Type.NUMBER,
    "started": Type.TIME,
    "ended": Type.TIME,
}

_HANDS: Final[Columns] = {
    "game": Type.TEXT,
    "variant": Type.TEXT,
    "seats": Type.NUMBER,
    "hand": Type.NUMBER,
    "dealer": Type.NUMBER,
    "eldest": Type.NUMBER,
    "stake": Type.NUMBER,
    "termination": Type.TEXT,
    "winner": Type.NUMBER,
    "eldest_won": Type.BOOL,
    "plies": Type.NUMBER,
    "ended": Type.TIME,
}

_PLIES: Final[Columns] = {
    "game": Type.TEXT,
    "variant": Type.TEXT,
    "ply": Type.NUMBER,
    "hand": Type.NUMBER,
    "time": Type.TIME,
    "took": Type.NUMBER,
    "actor": Type.TEXT,
    "seat": Type.NUMBER,
    "command": Type.TEXT,
    "events": Type.TEXTS,
}

_LEDGER: Final[Columns] = {"amounts": Type.NUMBERS, "balances": Type.NUMBERS}

_TYPES: Final[Mapping[Form, Type]] = {
    Form.INTEGER: Type.NUMBER,
    Form.INTEGERS: Type.NUMBERS,
    Form.CARD: Type.TEXT,
    Form.CARDS: Type.TEXTS,
    Form.TEXTS: Type.TEXTS,
}


def columns(what: What) -> Columns:
    """Return the columns of a kind of row, in order; an unknown or missing value is null.

    Those of plies contain the columns of every game, null in the rows of another one.
    """
    if what is What.PLIES:
        return {**_PLIES, **{name: _TYPES[form] for name, form in _of_games().items()}, **_LEDGER}
    return _GAMES if what is What.GAMES else _HANDS


def _of_games() -> Mapping[str, Form]:
    return {name: form for game in GAMES.values() for name, form in game.export_columns.items()}


Row = Mapping[str, Any]

Report = Callable[[DamagedRecord], object]
"""Called with a damaged record."""


def last(archive: Archive) -> int:
    """Return the number of the game that was archived last; 0 if there is none."""
    with reading(archive.engine) as connection:
        return connection.scalar(select(func.max(games.c.number))) or 0


def rows(
    archive: Archive, what: What, wanted: Filter, after: int, upto: int, report: Report
) -> Iterator[Row]:
    """Yield the rows of the matching games, numbered above `after` to `upto`, as objects.

    In an export of plies a game with a damaged record has no rows; `report` is called with it.
    """
    with reading(archive.engine) as connection:
        matching = in_order(connection, wanted, after, upto, upto - after)
        hands_by_game = _hands(connection, matching) if what is What.HANDS else {}
    for game in matching:
        if what is What.GAMES:
            yield _game(game)
        elif what is What.HANDS:
            yield from (_hand(game, row) for row in hands_by_game.get(game.number, ()))
        else:
            yield from _plies(archive, game, report)


def _game(game: ListedGame) -> Row:
    return {
        "game": game.game,
        "variant": game.variant,
        "status": game.status,
        "outcome": game.outcome,
        "fork_of": game.parent,
        "seats": len(game.players),
        "players": [player.player for player in game.players],
        "bots": [player.bot for player in game.players],
        "won": [player.won for player in game.players],
        "balances": [player.balance for player in game.players],
        "hands": game.hands,
        "tablas": game.tablas,
        "plies": game.plies,
        "started": game.started_ms or None,
        "ended": game.ended_ms,
    }


def _hands(connection: Any, listed: tuple[ListedGame, ...]) -> dict[int, list[Any]]:
    numbers = [game.number for game in listed]
    query = select(hands).where(hands.c.number.in_(numbers)).order_by(hands.c.number, hands.c.hand)
    by_game: dict[int, list[Any]] = {}
    for row in connection.execute(query) if numbers else ():
        by_game.setdefault(row.number, []).append(row)
    return by_game


def _hand(game: ListedGame, row: Any) -> Row:
    return {
        "game": game.game,
        "variant": game.variant,
        "seats": len(game.players),
        "hand": row.hand,
        "dealer": row.dealer,
        "eldest": row.eldest,
        "stake": row.stake,
        "termination": row.termination,
        "winner": row.winner,
        "eldest_won": row.winner == row.eldest,
        "plies": row.plies,
        "ended": game.ended_ms,
    }


def _plies(archive: Archive, game: ListedGame, report: Report) -> Iterator[Row]:
    """Yield one row per entry; none for a game with a removed or damaged record."""
    place = archive.find(game.game)
    if place is None:
        return
    try:
        _, entries = sound(archive, place)
    except RecordRemoved:
        return
    except DamagedBlob as damage:
        report(DamagedRecord(game.game, str(damage), place.blob))
        return
    play, hand, before, carried = None, 0, 0, None
    for entry in entries:
        public = parse(entry.public)
        play = play or GAMES[public["events"][0]["play"]]
        parts = {part.audience: parse(part.body) for part in entry.parts}
        command, events = wire.merge(play, public, parts)
        hand = next((event["hand_number"] for event in events if event["type"] == "hand-begun"), hand)
        took = public["time"] - before if before else None
        before = public["time"]
        carried, cells = play.export_cells(carried, events)
        yield _ply(game, public, command, events) | cells | {"hand": hand, "took": took}


def _ply(game: ListedGame, public: Json, command: Json, events: list[Json]) -> dict[str, Any]:
    settled = [event for event in events if event["type"] == "hand-settled"]
    ledger = [event for event in events if event["type"] in ("house-charged", "hand-settled")]
    actor = public["actor"]
    return {
        **dict.fromkeys(_of_games()),
        "game": game.game,
        "variant": game.variant,
        "ply": public["ply"],
        "time": public["time"] or None,
        "actor": actor,
        "seat": int(actor.removeprefix("seat:")) if actor.startswith("seat:") else None,
        "command": command.get("type"),
        "events": [event["type"] for event in events],
        "amounts": settled[-1]["amounts"] if settled else None,
        "balances": ledger[-1]["balances"] if ledger else None,
    }
