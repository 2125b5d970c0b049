"""Statistics of a player over all games in the catalogue."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, and_, func, select

from replays.catalogue.connecting import read
from replays.catalogue.summary import GAME
from replays.catalogue.tables import games, players, unrevealed


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
