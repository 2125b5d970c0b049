"""Damaged logs: the readable part of a log, for its players and for those who judge it."""

from dataclasses import dataclass

from app.games.registry import game_of
from app.games.table.summary import VERSION, table_of
from app.service.entry_codec import Position, advance
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.store.canonical import parse
from app.store.entry import START, START_DIGEST, Entry
from app.store.errors import Damaged, Tampered
from app.store.keys import GameId


@dataclass(frozen=True, slots=True)
class ReadableLog:
    """The entries of a log before its damage, and the damage, None without any.

    `plies` is the number of entries according to the head, `status` the status in it.
    """

    entries: tuple[Entry, ...]
    damage: Damaged | None
    plies: int
    status: str


def readable(games: GameService, game: GameId) -> ReadableLog:
    """Return the readable part of the log of `game`, possibly empty. Raises NoSuchGame if there is no log."""
    entries, damage = _entries(games, game)
    if not entries and damage is None:
        raise NoSuchGame(game)
    head = games.store.head(game)
    plies = max(len(entries), head.ply if head else 0)
    if damage is None and plies > len(entries):
        damage = Tampered(game, len(entries) + 1)
    return ReadableLog(entries, damage, plies, head.status if head else "")


def readable_position(games: GameService, game: GameId) -> Position:
    """Return the stored game; if its log is damaged, as of the last readable entry.

    If its first entry cannot be read, the position has ply 0 and the data of the game's summary: who sits
    there and who may look on. Raises Damaged if there is no summary either.
    """
    try:
        return games.current(game)
    except Damaged as damage:
        position = advance(None, readable(games, game).entries[: damage.ply - 1])
        if position is None:
            position = _summarised(games, game)
        if position is None:
            raise
        return position


def _summarised(games: GameService, game: GameId) -> Position | None:
    """Return the game at ply 0 from its summary; None without a summary in the current form."""
    stored = games.store.summary(game)
    content = {} if stored is None else parse(stored)
    if content.get("v") != VERSION:
        return None
    return Position(table_of(game, game_of(content["variant"]), content), START_DIGEST, 0)


def _entries(games: GameService, game: GameId) -> tuple[tuple[Entry, ...], Damaged | None]:
    try:
        return games.entries(game, 0), None
    except Damaged as damage:
        return games.store.read(game, START, damage.ply - 1) if damage.ply > 1 else (), damage
