"""Removal of games by the operator: records, rows about people, and their data in the store.

A bare row and the leaf remain, so that the transparency log keeps every signed entry. A blob holds several
games, so it is rewritten without the removed one. Every step may be the last one of a process; repeating the
removal completes it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.games.codec import Json
from app.games.table.state import ENDED
from app.service.game_decider import NoSuchGame
from app.service.signing import now_ms
from app.store.canonical import canonical, parse
from app.store.errors import ILLEGIBLE
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.retention import Retention
from replays.archive.archive import Archive
from replays.archive.blobs import Blob, BlobMember, rejoined
from replays.archive.checking import sound
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.archive.files import DRAFT, ArchivingStep, Files, Reached, go_on
from replays.catalogue import rows
from replays.catalogue.connecting import reading, writing
from replays.catalogue.rows import RecordPlace

_ATTEMPTS: Final = 5

MARKS: Final = "removed"
"""Folder of the archive with a mark for each removed game."""


class RemovalFault(StrEnum):
    """Reason why a game cannot be removed."""

    NOT_OVER = "not_over"
    NOT_ARCHIVED = "not_archived"
    """Removed now it would never enter the transparency log."""
    OF_TOURNAMENT = "of_tournament"
    DISPUTED = "disputed"


class RemovalRefused(Exception):
    """The game is not removed, for a `reason`; nothing has changed."""

    def __init__(self, game: str, reason: RemovalFault) -> None:
        super().__init__(f"{game}: {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Holding:
    """State of a game: status, plies, presence in the transparency log, and number of forks.

    `plies` is 0 for a game with an unreadable log that is not archived.
    """

    game: GameId
    status: str
    plies: int
    logged: bool
    forks: int = 0
    is_removed: bool = False


@dataclass(frozen=True, slots=True)
class Remover:
    """Removes games from `archive` and from the store behind `store` and `after`.

    `disputed` returns True while a dispute about a game is open. Errors of store, archive and catalogue are
    passed on; the removal can be repeated then. `reached` is called after each step.
    """

    store: EventStore
    after: Retention
    archive: Archive
    disputed: Callable[[GameId], bool]
    clock: Callable[[], int] = now_ms
    reached: Reached = go_on

    def look(self, game: GameId) -> Holding:
        """Return the state of a game. Raises NoSuchGame and RemovalRefused."""
        place = self.archive.find(game)
        if place is None:
            return self._stored(game)
        if not place.is_removed:
            self._check(place)
        with reading(self.archive.engine) as connection:
            forks = rows.forks(connection, game)
        return Holding(game, place.status, place.plies, True, forks, place.is_removed)

    def remove(self, game: GameId) -> None:
        """Remove all of a game but its bare row and its leaf. Raises as `look`."""
        holding = self.look(game)
        if holding.logged:
            for _ in range(_ATTEMPTS):
                if self._removed_from_blob(game):
                    break
            else:
                raise DamagedBlob(f"others wrote the file of {game} again and again")
        self.reached(ArchivingStep.ENTERED)
        self._discard()
        self.reached(ArchivingStep.FORGOTTEN)
        self.after.remove(game, marked=not holding.logged)

    def _stored(self, game: GameId) -> Holding:
        """Return the state of a game that is not archived: it is removable only if unreadable."""
        head = self.store.head(game)
        if head is None:
            raise NoSuchGame(game)
        try:
            self.store.read(game)
        except ILLEGIBLE:
            return Holding(game, head.status, 0, logged=False)
        is_over = head.status in ENDED
        raise RemovalRefused(game, RemovalFault.NOT_ARCHIVED if is_over else RemovalFault.NOT_OVER)

    def _check(self, place: RecordPlace) -> None:
        if self.disputed(GameId(place.game)):
            raise RemovalRefused(place.game, RemovalFault.DISPUTED)
        try:
            _, entries = sound(self.archive, place)
        except (RecordRemoved, DamagedBlob):
            return  # its tournament is unknown
        created: Json = parse(entries[0].public)["events"][0]
        if created.get("tournament") is not None:
            raise RemovalRefused(place.game, RemovalFault.OF_TOURNAMENT)

    def _removed_from_blob(self, game: GameId) -> bool:
        """Remove the record from its blob and its row; return False after a concurrent change."""
        with reading(self.archive.engine) as connection:
            place = rows.record_place(connection, game)
            if place is None:
                raise NoSuchGame(game)
            shared = () if place.blob is None else rows.sharing(connection, place.blob)
            rest = rows.bare(connection, game, self.clock())
        self.archive.files.put(mark_of(game), canonical(rest))
        # A lost file cannot be rewritten; its other records may be recovered from the store.
        old = place.blob if place.blob is not None and self.archive.files.size(place.blob) else None
        others = (
            [record_place for record_place in shared if record_place.game != game] if old is not None else []
        )
        blob = self._rejoined(others) if others else None
        if blob is not None:
            self.archive.files.put(blob.name, blob.data)
            self.archive.check(blob)
            self.reached(ArchivingStep.READ_BACK)
        with writing(self.archive.engine) as connection:
            if place.blob is not None and rows.sharing(connection, place.blob) != shared:
                return False
            rows.remove(connection, rest)
            if blob is not None:
                rows.move(
                    connection,
                    blob.name,
                    len(blob.data),
                    [rows.fields(record_place) for record_place in blob.members],
                )
            if old is not None:
                rows.discard(connection, old)
        return True

    def _rejoined(self, others: Sequence[RecordPlace]) -> Blob:
        """Return a blob of these records, in their compressed form, from the file they share."""
        # The place of a record has every field of a member.
        members = [
            BlobMember(**{name: getattr(place, name) for name in BlobMember.__slots__}) for place in others
        ]
        name = str(others[0].blob)
        return rejoined(members, lambda at, length: self.archive.files.read(name, at, length))

    def _discard(self) -> None:
        """Remove files that were replaced by rewritten blobs, also of interrupted removals."""
        with reading(self.archive.engine) as connection:
            replaced = rows.discarded(connection)
        for name in replaced:
            self.archive.files.remove(name)
            with writing(self.archive.engine) as connection:
                rows.forget_discarded(connection, name)


def mark_of(game: str) -> str:
    """Return the name of the file that marks a game as removed and holds its bare row."""
    return f"{MARKS}/{game}"


def removed(files: Files) -> dict[str, Json]:
    """Return the bare rows of removed games, by game, for a rebuild of the catalogue."""
    names = [name for name in files.names(MARKS) if not name.endswith(DRAFT)]
    bare_rows = map(parse, (files.read(name) for name in names))
    return {str(rest["game"]): rest for rest in bare_rows}
