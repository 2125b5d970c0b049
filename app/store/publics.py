"""Compression of the public parts of entries in the store.

The hashed bytes are canonical JSON, and the entries of a game resemble each other. The store deflates them
(RFC 1951), with the id of the log replaced by a NUL, with a preset dictionary: `dictionary.jsonl`, one
typical entry per line, the most frequent last. This halves the size of a game. The first byte is the number
of the dictionary. A dictionary never changes, because every log must stay readable; a better one gets a new
number.
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
"""Longer public parts are stored uncompressed; a stored part that claims to be longer is refused."""

_dictionary = (files("app.store") / "dictionary.jsonl").read_bytes()
# Copying a compressor that has read the dictionary is faster than loading it into a new one.
_deflating = compressobj(_LEVEL, DEFLATED, _WINDOW_BITS, _MEMORY, zdict=_dictionary)
_inflating = decompressobj(_WINDOW_BITS, zdict=_dictionary)


def compressed(log: GameId, public: bytes) -> bytes:
    """Return `public`, of an entry of `log`, in its stored form."""
    if b"\x00" in public or len(public) > _LARGEST:
        return _PLAIN + public
    deflating = _deflating.copy()
    return _FIRST + deflating.compress(public.replace(log.encode(), b"\x00")) + deflating.flush()


def decompressed(log: GameId, stored: bytes) -> bytes:
    """Return the public part of the `stored` form. Raises ValueError if `compressed` did not make it."""
    if stored[:1] == _PLAIN:
        return stored[1:]
    if stored[:1] != _FIRST:
        raise ValueError("unknown form of a public part")
    inflating = _inflating.copy()
    try:
        public = inflating.decompress(stored[1:], _LARGEST)
    except error as wrong:
        raise ValueError("damaged public part") from wrong
    if not inflating.eof or inflating.unused_data:
        raise ValueError("cut public part")
    if len(public) + public.count(b"\x00") * (len(log) - 1) > _LARGEST:
        raise ValueError("endless public part")
    return public.replace(b"\x00", log.encode())
