"""Whose catalogue it is: its last checkpoint is of this service's origin, signed with one of its keys.

A catalogue that another service has signed is never archived into: that service's log would go on with
leaves of ours, and nobody could sign it any more. The keys are made from the service key alone, so nothing
that the store has forgotten makes a catalogue a stranger's.
"""

from sqlalchemy import Connection

from app.config import Settings, StartError
from app.secret import Keys
from app.signing import AHEAD, KeyRing
from app.store.client import connect as store_at
from app.store.generations import StoredGenerations
from replays.catalogue import generations
from replays.catalogue.connecting import connect, reading
from replays.catalogue.errors import CatalogueUnavailable
from replays.tree import notes, store
from replays.tree.errors import BadNote, ForeignTree


class ForeignCatalogue(StartError):
    """The catalogue was signed by another service."""


def check_owner(settings: Settings, secrets: Keys) -> None:
    """ForeignCatalogue if the catalogue that `settings` name was signed with another service key.

    A catalogue that is away is no reason not to start: whoever archives or signs calls `check_foreign`.
    """
    redis = store_at(settings.redis_url or "unix:///")
    ring = KeyRing(secrets.sign, StoredGenerations(redis), settings.origin)
    engine = connect(settings.catalogue)
    try:
        with reading(engine) as connection:
            found = foreign(connection, ring)
    except CatalogueUnavailable:
        return
    finally:
        engine.dispose()
    if found is not None:
        raise ForeignCatalogue(f"{found} The catalogue is {engine.url.render_as_string()}.")


def check_foreign(connection: Connection, ring: KeyRing) -> None:
    """ForeignTree if the catalogue was signed with another service key."""
    found = foreign(connection, ring)
    if found is not None:
        raise ForeignTree(found.rstrip("."))


def foreign(connection: Connection, ring: KeyRing) -> str | None:
    """A sentence that names what signed the catalogue and what our keys give; None if it is not a stranger's.

    A note that cannot be read is damage, which whoever signs next finds.
    """
    note = store.latest(connection)
    if note is None:
        return None
    try:
        signed, found = notes.read(note), set(notes.key_hashes(note))
    except BadNote:
        return None
    ours = ring.first(len(generations.kept(connection)) + AHEAD)
    if signed.origin == ring.origin and found & {notes.key_hash(ring.origin, key) for key in ours}:
        return None
    return (
        f"The catalogue belongs to another installation: its last checkpoint is of {signed.origin},"
        f" key {', '.join(sorted(one.hex() for one in found))}; this service key gives {ring.origin},"
        f" key {notes.key_hash(ring.origin, ours[-1 - AHEAD]).hex()}. Put back the service key that it was"
        " signed with, or set CATALOGUE_URL and ARCHIVE_URL to places of this installation."
    )
