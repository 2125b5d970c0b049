"""The archive looked through: every record read and hashed, its leaf compared, stray files found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from app.store.entry import Entry, Place
from app.store.errors import Tampered
from app.store.keys import GameId, Kind
from replays.archive.archive import Archive
from replays.archive.errors import DamagedBlob
from replays.archive.files import DRAFT
from replays.archive.forms import Forms
from replays.archive.logs import entries_in
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.rows import Shelved
from replays.catalogue.tables import leaves

PAGE: Final = 200

FOLDER: Final = "records"


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with the record of a game, and the file that it stands in."""

    game: str
    detail: str
    file: str | None


def every(archive: Archive) -> Iterator[Shelved]:
    """All games of the catalogue in the order in which they were archived."""
    after = 0
    while True:
        with reading(archive.engine) as connection:
            page = rows.page(connection, after, PAGE)
        yield from page
        if len(page) < PAGE:
            return
        after = page[-1].number


def damages(archive: Archive, forms: Forms, looked: Callable[[], object]) -> Iterator[Damage]:
    """Every record that is not what was archived, and those that are not sound by their form in `forms`.

    `looked` is called for each game.
    """
    for found in every(archive):
        detail = _damage(archive, forms, found)
        if detail is not None:
            yield Damage(found.game, detail, found.blob)
        looked()


def _damage(archive: Archive, forms: Forms, found: Shelved) -> str | None:
    with reading(archive.engine) as connection:
        leaf = connection.execute(select(leaves).where(leaves.c.game == found.game)).first()
    if leaf is None or (leaf.plies, bytes(leaf.digest)) != (found.plies, found.digest):
        return "its leaf is missing, or the catalogue says something else than it"
    if found.blob is None:
        return None
    try:
        record, _ = sound(archive, found)
    except DamagedBlob as damage:
        return str(damage)
    form = forms.get(Kind(found.game[0]))
    return None if form is None else form.fault(record)


@dataclass(frozen=True, slots=True)
class Compared:
    """How many archived logs the store still has, and those that are not what was archived."""

    count: int
    different: tuple[Damage, ...]


def compared(archive: Archive, last: Callable[[GameId], Place | None]) -> Compared:
    """Compare each log that the store still has with what was archived.

    `last` gives the last place of a stored log, None for one that has left the store; Tampered if it is
    damaged. The digest of the last entry stands for all entries, because each is chained to the one before.
    """
    count, different = 0, list[Damage]()
    for found in every(archive):
        try:
            place = last(GameId(found.game))
        except Tampered as damage:
            count += 1
            different.append(Damage(found.game, f"its log in the store is damaged at ply {damage.ply}", None))
            continue
        count += place is not None
        if place is not None and (place.ply, place.digest) != (found.plies, found.digest):
            different.append(Damage(found.game, "its log in the store is another one", None))
    return Compared(count, tuple(different))


def sound(archive: Archive, found: Shelved) -> tuple[bytes, tuple[Entry, ...]]:
    """The record that is where `found` says and the log in it; DamagedBlob if it is not what was archived."""
    record = archive.record(found)
    try:
        entries = entries_in(record)
        last = entries[-1]
    except (ValueError, TypeError, LookupError, AttributeError):
        raise DamagedBlob("its record holds no log") from None
    if (last.game, last.ply, last.digest) != (found.game, found.plies, found.digest):
        raise DamagedBlob("its record ends elsewhere")
    return record, entries


def strays(archive: Archive) -> list[str]:
    """Files that nobody finds: drafts and blobs of rounds that were cut off. They do no harm.

    While games are being archived one of them may be under way.
    """
    with reading(archive.engine) as connection:
        known = set(rows.blob_names(connection))
    return sorted(name for name in archive.files.names(FOLDER) if name.endswith(DRAFT) or name not in known)
