"""Receipts: signed statements about entries of a game, for players and spectators."""

from app.games.codec import Json
from app.service.entry_codec import Position
from app.service.signing import KeyRing, receipt
from app.store.canonical import parse
from app.store.entry import Entry


def acknowledgement(ring: KeyRing, position: Position) -> Json | None:
    """Return the receipt in the answer to a command that led to `position`, always the same.

    None in a game of bots only: its entries have no time for which they could be signed.
    """
    return _receipt(ring, position, position.time) if position.time else None


def head(ring: KeyRing, last: Position | Entry, now_ms: int) -> Json:
    """Return the receipt of the last entry of a log, given as a position or as a stored entry.

    Its time is that of the entry, or `now_ms` in a game of bots only, whose entries have none.
    """
    time: int = last.time if isinstance(last, Position) else parse(last.public)["time"]
    return _receipt(ring, last, time or now_ms)


def _receipt(ring: KeyRing, last: Position | Entry, at_ms: int) -> Json:
    return receipt(ring, last.game, last.ply, last.digest, at_ms)
