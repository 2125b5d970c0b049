"""Compact form of records, without the digests that can be computed from their lines.

The digest of an entry is as long as the rest of its new content, and incompressible. Where each is SHA-256 of
the previous one and the public part, as in every valid record, it is omitted and computed when the record is
read, so that a record keeps its bytes. A text without digests begins with a marker line.
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
    """Return `record` without its digests; `record` itself if they cannot be computed from it."""
    lines, previous = [], START_DIGEST
    for line in record.split(b"\n"):
        if line.startswith(_DIGEST):
            previous = _digest(previous, line)
            if line[_BEGIN : _END + len(_REST)] != previous.hex().encode() + _REST:
                return record
            line = _HIDDEN + line[_END + len(_REST) :]
        elif line.startswith(_HIDDEN):
            return record
        lines.append(line)
    return _MARK + b"\n".join(lines)


def whole(text: bytes) -> bytes:
    """Return the record from the result of `bare`."""
    if not text.startswith(_MARK):
        return text
    lines, previous = [], START_DIGEST
    for line in text[len(_MARK) :].split(b"\n"):
        if line.startswith(_HIDDEN):
            previous = _digest(previous, line)
            line = _DIGEST + previous.hex().encode() + _REST + line[len(_HIDDEN) :]
        lines.append(line)
    return b"\n".join(lines)


def _digest(previous: bytes, line: bytes) -> bytes:
    """Return the digest of the entry in `line`, from the previous one and the public part at its end."""
    return sha256(previous + line[line.find(_PUBLIC) + len(_PUBLIC) : -1]).digest()
