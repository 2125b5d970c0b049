"""The public part of an entry as the store keeps it: without what all entries have in common.

The bytes that are hashed are canonical JSON, in which one entry of a game looks much like another. The store
keeps them deflated (RFC 1951), the id of the log a NUL, with a preset dictionary: `dictionary.jsonl`, a
typical entry a line, the most frequent last. So a game takes less than half the room. The first byte is the
number of the dictionary. A dictionary never changes, since every log must stay readable; one that fits better
gets a number of its own.
"""

from importlib.resources import files
from typing import Final
from zlib import DEFLATED, compressobj, decompressobj, error

from app.store.keys import GameId

_PLAIN, _FIRST = b"\x00", b"\x01"
_WINDOW_BITS: Final = -13
_MEMORY: Final = 5
_LEVEL: Final = 6
_LARGEST: Final = 1 << 24
"""What is longer is kept as it is: whatever claims to become so long is not one of ours."""

_dictionary = (files("app.store") / "dictionary.jsonl").read_bytes()
# To copy one that knows the dictionary already is faster than to tell it to each anew.
_deflating = compressobj(_LEVEL, DEFLATED, _WINDOW_BITS, _MEMORY, zdict=_dictionary)
_inflating = decompressobj(_WINDOW_BITS, zdict=_dictionary)


def pressed(log: GameId, public: bytes) -> bytes:
    """`public`, an entry's of `log`, as the store keeps it."""
    if b"\x00" in public or len(public) > _LARGEST:
        return _PLAIN + public
    deflating = _deflating.copy()
    return _FIRST + deflating.compress(public.replace(log.encode(), b"\x00")) + deflating.flush()


def unpressed(log: GameId, stored: bytes) -> bytes:
    """The public part that `pressed` was given; ValueError if it did not make `stored`."""
    if stored[:1] == _PLAIN:
        return stored[1:]
    if stored[:1] != _FIRST:
        raise ValueError("unknown form of a public part")
    inflating = _inflating.copy()
    try:
        found = inflating.decompress(stored[1:], _LARGEST)
    except error as wrong:
        raise ValueError("damaged public part") from wrong
    if not inflating.eof or inflating.unused_data:
        raise ValueError("cut public part")
    if len(found) + found.count(b"\x00") * (len(log) - 1) > _LARGEST:
        raise ValueError("endless public part")
    return found.replace(b"\x00", log.encode())
