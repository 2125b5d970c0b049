"""Records without the digests that follow from their lines: what an archive need not keep.

The digest of an entry is as long as all else that is new in it, and no compressor finds anything in it. Where
each is SHA-256 of the one before and the public part, as in every sound record, it is left out and made again
when the record is read; so the bytes of a record are the same before and after. A text without digests begins
with a line that says so.
"""

from hashlib import sha256
from typing import Final

from app.store.proof import START_DIGEST

_MARK: Final = b'{"digests":null}\n'
_DIGEST: Final = b'{"digest":"'
_BEGIN, _END = len(_DIGEST), len(_DIGEST) + 64
_REST: Final = b'","hidden":['
_HIDDEN: Final = b'{"hidden":['
_PUBLIC: Final = b',"public":'


def bare(record: bytes) -> bytes:
    """`record` without its digests; `record` itself where they do not follow, or stand elsewhere."""
    found, previous = [], START_DIGEST
    for line in record.split(b"\n"):
        if line.startswith(_DIGEST):
            previous = _digest(previous, line)
            if line[_BEGIN : _END + len(_REST)] != previous.hex().encode() + _REST:
                return record
            line = _HIDDEN + line[_END + len(_REST) :]
        elif line.startswith(_HIDDEN):
            return record
        found.append(line)
    return _MARK + b"\n".join(found)


def whole(text: bytes) -> bytes:
    """The record of which `bare` made `text`."""
    if not text.startswith(_MARK):
        return text
    found, previous = [], START_DIGEST
    for line in text[len(_MARK) :].split(b"\n"):
        if line.startswith(_HIDDEN):
            previous = _digest(previous, line)
            line = _DIGEST + previous.hex().encode() + _REST + line[len(_HIDDEN) :]
        found.append(line)
    return b"\n".join(found)


def _digest(previous: bytes, line: bytes) -> bytes:
    """The digest of the entry in `line`, which follows from the one before and the public part at its end."""
    return sha256(previous + line[line.find(_PUBLIC) + len(_PUBLIC) : -1]).digest()
