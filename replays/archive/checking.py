"""Check of the archive: every record is read and hashed, its leaf compared, unused files listed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from app.store.entry import Entry, LogPosition
from app.store.errors import Tampered
from app.store.keys import GameId, LogKind
from replays.archive.archive import Archive
from replays.archive.errors import DamagedBlob
from replays.archive.files import DRAFT
from replays.archive.kinds import Forms, entries_in
from replays.catalogue import rows
from replays.catalogue.connecting import reading
from replays.catalogue.rows import RecordPlace
from replays.catalogue.tables import leaves

PAGE: Final = 200

FOLDER: Final = "records"


@dataclass(frozen=True, slots=True)
class DamagedRecord:
    """Damage of the record of a game, and its file."""

    game: str
    detail: str
    file: str | None


def every(archive: Archive) -> Iterator[RecordPlace]:
    """Yield all games of the catalogue in the order of archiving."""
    after = 0
    while True:
        with reading(archive.engine) as connection:
            page = rows.page(connection, after, PAGE)
        yield from page
        if len(page) < PAGE:
            return
        after = page[-1].number


def damages(archive: Archive, forms: Forms, looked: Callable[[], object]) -> Iterator[DamagedRecord]:
    """Yield every record that differs from the archived one or is invalid by its form in `forms`.

    `looked` is called after each game.
    """
    for place in every(archive):
        detail = _damage(archive, forms, place)
        if detail is not None:
            yield DamagedRecord(place.game, detail, place.blob)
        looked()


def _damage(archive: Archive, forms: Forms, place: RecordPlace) -> str | None:
    with reading(archive.engine) as connection:
        leaf = connection.execute(select(leaves).where(leaves.c.game == place.game)).first()
    if leaf is None or (leaf.plies, bytes(leaf.digest)) != (place.plies, place.digest):
        return "its leaf is missing, or the catalogue says something else than it"
    if place.blob is None:
        return None
    try:
        record, _ = sound(archive, place)
    except DamagedBlob as damage:
        return str(damage)
    form = forms.get(LogKind(place.game[0]))
    return None if form is None else form.fault(record)


@dataclass(frozen=True, slots=True)
class StoreComparison:
    """Number of archived logs that are still in the store, and those that differ."""

    count: int
    different: tuple[DamagedRecord, ...]


def compared(archive: Archive, last: Callable[[GameId], LogPosition | None]) -> StoreComparison:
    """Compare each log that is still in the store with the archived one.

    `last` returns the last place of a stored log, None for one that has left the store, and raises Tampered
    if it is damaged. The last digest is enough, because the entries are chained.
    """
    count, different = 0, list[DamagedRecord]()
    for archived_place in every(archive):
        try:
            stored = last(GameId(archived_place.game))
        except Tampered as damage:
            count += 1
            different.append(
                DamagedRecord(
                    archived_place.game, f"its log in the store is damaged at ply {damage.ply}", None
                )
            )
            continue
        count += stored is not None
        if stored is not None and (stored.ply, stored.digest) != (
            archived_place.plies,
            archived_place.digest,
        ):
            different.append(DamagedRecord(archived_place.game, "its log in the store is another one", None))
    return StoreComparison(count, tuple(different))


def sound(archive: Archive, place: RecordPlace) -> tuple[bytes, tuple[Entry, ...]]:
    """Return the record at a place and its log. Raises DamagedBlob if it is not the archived one."""
    record = archive.record(place)
    try:
        entries = entries_in(record)
        last = entries[-1]
    except (ValueError, TypeError, LookupError, AttributeError):
        raise DamagedBlob("its record holds no log") from None
    if (last.game, last.ply, last.digest) != (place.game, place.plies, place.digest):
        raise DamagedBlob("its record ends elsewhere")
    return record, entries


def strays(archive: Archive) -> list[str]:
    """Return unused files: drafts and blobs of interrupted rounds. They are harmless.

    One of them may be in use while games are being archived.
    """
    with reading(archive.engine) as connection:
        known = set(rows.blob_names(connection))
    return sorted(name for name in archive.files.names(FOLDER) if name.endswith(DRAFT) or name not in known)
