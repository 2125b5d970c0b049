"""Receipts of the log: what the service has signed of a game, for its players and for whoever looks on."""

from app.games.codec import Json
from app.service.entry_codec import Position
from app.service.signing import KeyRing, receipt
from app.store.canonical import parse
from app.store.entry import Entry


def acknowledgement(ring: KeyRing, position: Position) -> Json | None:
    """The receipt in the answer to a command that led to `position`, the same whenever it is made.

    None in a game of bots alone: its entries have no time at which they could be signed for.
    """
    return _receipt(ring, position, position.time) if position.time else None


def head(ring: KeyRing, found: Position | Entry, now_ms: int) -> Json:
    """The receipt of the last entry of a log, as a position or as it is stored.

    Its time is that of the entry, or `now_ms` in a game of bots alone, whose entries have none.
    """
    time: int = found.time if isinstance(found, Position) else parse(found.public)["time"]
    return _receipt(ring, found, time or now_ms)


def _receipt(ring: KeyRing, found: Position | Entry, at_ms: int) -> Json:
    return receipt(ring, found.game, found.ply, found.digest, at_ms)
