"""What counts for and against a player, over all games in the catalogue."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, and_, func, select

from replays.catalogue.connecting import read
from replays.catalogue.summary import GAME
from replays.catalogue.tables import games, players, unrevealed


@dataclass(frozen=True, slots=True)
class Counts:
    """How many finished games a player had a seat in, and how many of them it voided by not revealing."""

    games: int
    unrevealed: int


def counts(connection: Connection, player: str) -> Counts:
    """The counts of the player with this id; a game counts once, however often it is archived."""
    missed = and_(unrevealed.c.number == players.c.number, unrevealed.c.seat == players.c.seat)
    rows = games.join(players, games.c.number == players.c.number).outerjoin(unrevealed, missed)
    several = select(func.count(games.c.number.distinct()), func.count(unrevealed.c.number.distinct()))
    wanted = several.select_from(rows).where(games.c.kind == GAME, players.c.player == player)
    return Counts(*connection.execute(wanted).one())


def counting(engine: Callable[[], Engine]) -> Callable[[str], Counts]:
    """What counts for a player, in a catalogue that is opened when it is first asked."""

    def count(player: str) -> Counts:
        return read(engine(), lambda connection: counts(connection, player))

    return count
