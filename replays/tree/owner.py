"""Owner of a catalogue: its last checkpoint has this service's origin and a signature by one of its keys.

Games are never archived into a catalogue that another service has signed: its log would continue with our
leaves, and could not be signed any more. The keys are derived from the service key alone, so data lost by the
store never makes a catalogue foreign.
"""

from sqlalchemy import Connection

from app.signing import AHEAD, KeyRing
from replays.catalogue import generations
from replays.tree import notes, store
from replays.tree.errors import BadNote, ForeignTree


def check_foreign(connection: Connection, ring: KeyRing) -> None:
    """Raise ForeignTree if the catalogue was signed with another service key."""
    difference = foreign(connection, ring)
    if difference is not None:
        raise ForeignTree(difference.rstrip("."))


def foreign(connection: Connection, ring: KeyRing) -> str | None:
    """Return a sentence with the signer of a foreign catalogue and our keys; None if it is ours.

    An unreadable note is damage, which the next signer finds.
    """
    note = store.latest(connection)
    if note is None:
        return None
    try:
        signed, hashes = notes.read(note), set(notes.key_hashes(note))
    except BadNote:
        return None
    ours = ring.first(len(generations.kept(connection)) + AHEAD)
    if signed.origin == ring.origin and hashes & {notes.key_hash(ring.origin, key) for key in ours}:
        return None
    return (
        f"The catalogue belongs to another installation: its last checkpoint is of {signed.origin},"
        f" key {', '.join(sorted(each.hex() for each in hashes))}; this service key gives {ring.origin},"
        f" key {notes.key_hash(ring.origin, ours[-1 - AHEAD]).hex()}. Put back the service key that it was"
        " signed with, or set CATALOGUE_URL and ARCHIVE_URL to places of this installation."
    )
