"""A log as far as it can be read: what is left of a damaged one, for its players and those who judge it."""

from dataclasses import dataclass

from app.entries import Position, advance
from app.handler import Games, NoSuchGame
from app.store.entry import START, Entry
from app.store.errors import Damaged, Tampered
from app.store.keys import GameId


@dataclass(frozen=True, slots=True)
class Readable:
    """The entries of a log before its damage, and that, None without any.

    `plies` is how many entries the log has by its head.
    """

    entries: tuple[Entry, ...]
    damage: Damaged | None
    plies: int


def readable(games: Games, game: GameId) -> Readable:
    """The log of `game` as far as it can be read.

    Damaged if its first entry cannot be read, NoSuchGame if there is none.
    """
    entries, damage = _entries(games, game)
    if not entries:
        raise damage or NoSuchGame(game)
    head = games.store.head(game)
    plies = max(len(entries), head.ply if head else 0)
    if damage is None and plies > len(entries):
        damage = Tampered(game, len(entries) + 1)
    return Readable(entries, damage, plies)


def seen(games: Games, game: GameId) -> Position:
    """The game as the store has it now; where its log is damaged, as far as that can be read."""
    try:
        return games.current(game)
    except Damaged as damage:
        if damage.ply <= 1:
            raise
        position = advance(None, readable(games, game).entries[: damage.ply - 1])
        if position is None:
            raise
        return position


def _entries(games: Games, game: GameId) -> tuple[tuple[Entry, ...], Damaged | None]:
    try:
        return games.entries(game, 0), None
    except Damaged as damage:
        return games.store.read(game, START, damage.ply - 1) if damage.ply > 1 else (), damage
