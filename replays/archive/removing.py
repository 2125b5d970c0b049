"""Removal of games by the operator: records, rows about people, and whatever the store holds of them.

What stays is what others rely on: a bare row and the leaf, so that the log of all games still has every entry
that was signed. A blob holds several games, so it is written again without the one that goes. Every step may
be the last one of a process: whoever runs the removal again finishes it.

    RemovalRefused
        NotOver      somebody may still play the game
        NotArchived  the game is over and not yet in the log of all games
        OfContest    the result of a tournament rests on the game
        Disputed     a dispute about the game goes on
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.games.codec import Json
from app.games.table.state import ENDED
from app.outcomes import NoSuchGame
from app.signing import now_ms
from app.store.afterlife import Retention
from app.store.canonical import canonical, parse
from app.store.errors import ILLEGIBLE
from app.store.keys import GameId
from app.store.log import EventStore
from replays.archive.archive import Archive
from replays.archive.blob import Blob, Member, rejoined
from replays.archive.checking import sound
from replays.archive.errors import DamagedBlob, RecordRemoved
from replays.archive.files import DRAFT, Files, Reached, Step, go_on
from replays.catalogue import rows
from replays.catalogue.connecting import reading, writing
from replays.catalogue.rows import Shelved

_ATTEMPTS: Final = 5

MARKS: Final = "removed"
"""The folder of the archive with a mark for each game that was removed."""


class RemovalRefused(Exception):
    """The game is not removed, and everything is as it was."""


class NotOver(RemovalRefused):
    """Somebody may still play the game."""


class NotArchived(RemovalRefused):
    """The game is over and waits to be archived: it would never come into the log of all games."""


class OfContest(RemovalRefused):
    """The game is one of a tournament."""


class Disputed(RemovalRefused):
    """A dispute about the game goes on."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What there is of a game: its status, its plies, whether it is in the log of all games, and its forks.

    `plies` is 0 of a game whose log cannot be read, and that no archive has.
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

    `disputed` says whether a dispute about a game goes on. Errors of store, archive and catalogue pass
    through; the removal may be repeated then. `reached` is told of every step.
    """

    store: EventStore
    after: Retention
    archive: Archive
    disputed: Callable[[GameId], bool]
    clock: Callable[[], int] = now_ms
    reached: Reached = go_on

    def look(self, game: GameId) -> Holding:
        """What there is of `game`; NoSuchGame, or a RemovalRefused if it is not to be removed."""
        found = self.archive.find(game)
        if found is None:
            return self._stored(game)
        if not found.is_removed:
            self._check(found)
        with reading(self.archive.engine) as connection:
            forks = rows.forks(connection, game)
        return Holding(game, found.status, found.plies, True, forks, found.is_removed)

    def remove(self, game: GameId) -> None:
        """Nothing is left of `game` but its bare row, its leaf, and what others keep; errors as of `look`."""
        holding = self.look(game)
        if holding.logged:
            for _ in range(_ATTEMPTS):
                if self._unshelved(game):
                    break
            else:
                raise DamagedBlob(f"others wrote the file of {game} again and again")
        self.reached(Step.ENTERED)
        self._discard()
        self.reached(Step.FORGOTTEN)
        self.after.remove(game, marked=not holding.logged)

    def _stored(self, game: GameId) -> Holding:
        """A game that no archive has: it is removed only if nobody can read it."""
        head = self.store.head(game)
        if head is None:
            raise NoSuchGame(game)
        try:
            self.store.read(game)
        except ILLEGIBLE:
            return Holding(game, head.status, 0, logged=False)
        raise NotArchived(game) if head.status in ENDED else NotOver(game)

    def _check(self, found: Shelved) -> None:
        if self.disputed(GameId(found.game)):
            raise Disputed(found.game)
        try:
            _, entries = sound(self.archive, found)
        except (RecordRemoved, DamagedBlob):
            return  # what it belonged to is not known any more
        created: Json = parse(entries[0].public)["events"][0]
        if created.get("tournament") is not None:
            raise OfContest(found.game)

    def _unshelved(self, game: GameId) -> bool:
        """Whether the record is out of its blob and the row says so; False if others wrote meanwhile."""
        with reading(self.archive.engine) as connection:
            found = rows.shelved(connection, game)
            if found is None:
                raise NoSuchGame(game)
            shared = () if found.blob is None else rows.sharing(connection, found.blob)
            rest = rows.bare(connection, game, self.clock())
        self.archive.files.put(mark_of(game), canonical(rest))
        # Of a file that was lost there is nothing to rewrite; for the others it may come back from the store.
        old = found.blob if found.blob is not None and self.archive.files.size(found.blob) else None
        others = [one for one in shared if one.game != game] if old is not None else []
        blob = self._rejoined(others) if others else None
        if blob is not None:
            self.archive.files.put(blob.name, blob.data)
            self.archive.check(blob)
            self.reached(Step.READ_BACK)
        with writing(self.archive.engine) as connection:
            if found.blob is not None and rows.sharing(connection, found.blob) != shared:
                return False
            rows.remove(connection, rest)
            if blob is not None:
                rows.move(connection, blob.name, len(blob.data), [rows.fields(one) for one in blob.members])
            if old is not None:
                rows.discard(connection, old)
        return True

    def _rejoined(self, others: Sequence[Shelved]) -> Blob:
        """The blob of these records, byte for byte as they are compressed in the file that they share."""
        members = [
            Member(one.game, one.plies, one.digest, one.at, one.length, one.size, one.hash, one.dictionary)
            for one in others
        ]
        name = str(others[0].blob)
        return rejoined(members, lambda at, length: self.archive.files.read(name, at, length))

    def _discard(self) -> None:
        """Remove the files that rewritten blobs have left, those of removals that were cut off too."""
        with reading(self.archive.engine) as connection:
            left = rows.discarded(connection)
        for name in left:
            self.archive.files.remove(name)
            with writing(self.archive.engine) as connection:
                rows.forget_discarded(connection, name)


def mark_of(game: str) -> str:
    """The name of the file that says in the archive that `game` was removed, and holds its bare row."""
    return f"{MARKS}/{game}"


def removed(files: Files) -> dict[str, Json]:
    """The bare rows of the games that were removed, by game, for a catalogue that is made anew."""
    names = [name for name in files.names(MARKS) if not name.endswith(DRAFT)]
    found = map(parse, (files.read(name) for name in names))
    return {str(rest["game"]): rest for rest in found}
