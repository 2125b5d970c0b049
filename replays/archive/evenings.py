"""The tables of an evening, from the store and from the archive.

Tables in the store are found by `app.store.evenings`, archived ones by their search key in the catalogue.
"""

from dataclasses import dataclass

from app.parts.outages import Part
from app.service.entry_codec import Position
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.store.errors import ILLEGIBLE
from app.store.evenings import TABLES_MAX, EveningIndex
from app.store.keys import GameId
from replays.archive.archive import Archive
from replays.archive.errors import RecordRemoved
from replays.archive.unavailable import passed_over
from replays.catalogue.connecting import read
from replays.catalogue.search import of_evening


@dataclass(frozen=True, slots=True)
class EveningTables:
    """The tables of an evening in the order of their beginnings, and the parts that did not answer."""

    tables: tuple[Position, ...]
    missing: frozenset[Part] = frozenset()


class Evenings:
    """The evenings whose tables are in the store and in the archive."""

    def __init__(self, games: GameService, index: EveningIndex, archive: Archive) -> None:
        self._games = games
        self._archive = archive
        self.index = index

    def find(self, evening: GameId) -> EveningTables:
        """Return the tables of an evening; none for an unknown one.

        A table whose record was removed or cannot be read is left out.
        """
        missing = set[Part]()
        names = {*self.index.of(evening)}
        with passed_over(missing):
            archived = read(
                self._archive.engine, lambda connection: of_evening(connection, evening, TABLES_MAX)
            )
            names |= {GameId(name) for name in archived}
        tables = list[Position]()
        for name in sorted(names):
            with passed_over(missing):
                position = self._table(name)
                if position is not None and position.table.evening == evening:
                    tables.append(position)
        in_order = sorted(tables, key=lambda position: (position.began, position.game))
        return EveningTables(tuple(in_order), frozenset(missing))

    def _table(self, game: GameId) -> Position | None:
        try:
            return self._games.current(game)
        except (NoSuchGame, RecordRemoved, *ILLEGIBLE):
            return None
