"""Columns of an export, by kind of row. Names and types are part of the stored formats."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


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
    "turned": Type.TEXT,
    "melded": Type.TEXT,
    "used": Type.TEXTS,
    "discard": Type.TEXT,
}

COLUMNS: Final[Mapping[What, Columns]] = {What.GAMES: _GAMES, What.HANDS: _HANDS, What.PLIES: _PLIES}
"""Columns in order, by kind of row; an unknown or missing value is null."""
