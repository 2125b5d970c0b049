"""Whose catalogue it is: its last checkpoint is of this service's origin, signed with one of its keys.

A catalogue that another service has signed is never archived into: that service's log would go on with
leaves of ours, and nobody could sign it any more. The keys are made from the service key alone, so nothing
that the store has forgotten makes a catalogue a stranger's.
"""

from sqlalchemy import Connection

from app.signing import AHEAD, KeyRing
from replays.catalogue import generations
from replays.tree import notes, store
from replays.tree.errors import BadNote, ForeignTree


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
