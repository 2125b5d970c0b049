"""Blobs: files with one record or many, each compressed separately and verifiable alone.

A blob is a sequence of zstd frames (RFC 8878), one per record, followed by a skippable frame with the index:

  records    one frame each, of the compact form of the record, compressed with the dictionary that the index
             names, or without one
  50 2A 4D 18, uint32 size                                   head of a skippable frame (little-endian)
  index      canonical JSON {"blob": "conquian", "v": 2, "records": [{"at", "digest", "dictionary",
             "game", "hash", "length", "plies", "size"}]}
  uint32 length of the index (little-endian), "CQIX"

`zstd -d -D DICTIONARY` decompresses a blob into its records without digests. Version 1 contained the digests.
A dictionary is the line of the rulebook that the records of one edition share. Equal records give equal
blobs.

The compact form of a record omits the digests that can be computed from its lines. The digest of an entry is
as long as the rest of its new content, and incompressible. Where each is SHA-256 of the previous one and the
public part, as in every valid record, it is omitted and computed when the record is read, so that a record
keeps its bytes. A text without digests begins with a marker line.
"""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final

from zstandard import DICT_TYPE_RAWCONTENT, ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, ZstdError

from app.store.canonical import canonical, parse
from app.store.entry import START_DIGEST
from replays.archive.errors import DamagedBlob
from replays.record.format import SIZE_LIMIT

KIND: Final = "conquian"
VERSION: Final = 2
_READABLE: Final = (1, VERSION)

_LEVEL: Final = 9  # 12 saves one percent and takes eight times as long
_HEAD: Final = struct.Struct("<II")
_TAIL: Final = struct.Struct("<I4s")
_SKIPPABLE: Final = 0x184D2A50
_MARK: Final = b"CQIX"
_RULEBOOK: Final = b'{"rulebook":'

Read = Callable[[int, int], bytes]
"""Reads a number of bytes at a position of a blob."""


@dataclass(frozen=True, slots=True)
class Filed:
    """A record without its proof line, and the end of its log."""

    game: str
    plies: int
    digest: bytes
    record: bytes


@dataclass(frozen=True, slots=True)
class BlobMember:
    """A record in a blob: `length` compressed bytes at `at`, `size` and SHA-256 of the record.

    `dictionary` is the SHA-256 of its dictionary, None without one.
    """

    game: str
    plies: int
    digest: bytes
    at: int
    length: int
    size: int
    hash: bytes
    dictionary: bytes | None


@dataclass(frozen=True, slots=True)
class Blob:
    """A blob in memory: its bytes, its members in order, and its dictionaries by hash."""

    data: bytes
    members: tuple[BlobMember, ...]
    dictionaries: dict[bytes, bytes]

    @property
    def name(self) -> str:
        """Name of its file, derived from its bytes."""
        digest = sha256(self.data).hexdigest()
        return f"records/{digest[:2]}/{digest}.zst"


def dictionary_name(digest: bytes) -> str:
    """Return the name of a dictionary's file, from its SHA-256."""
    return f"dictionaries/{digest.hex()}"


def dictionary_of(record: bytes) -> bytes | None:
    """Return the line of the rulebook in a record, None without one."""
    begin = record.find(b"\n") + 1
    line = record[begin : record.find(b"\n", begin) + 1]
    return line if line.startswith(_RULEBOOK) else None


def pack(records: Sequence[Filed]) -> Blob:
    """Return the blob with `records`."""
    frames: list[bytes] = []
    members: list[BlobMember] = []
    dictionaries: dict[bytes, bytes] = {}
    shared, digest, compressor = None, None, _compressor(None)
    at = 0
    for filed in records:
        line = dictionary_of(filed.record)
        if line != shared:  # loading a dictionary is expensive; an edition shares one
            shared, compressor = line, _compressor(line)
            digest = None if line is None else sha256(line).digest()
            if line is not None and digest is not None:
                dictionaries[digest] = line
        frame = compressor.compress(bare(filed.record))
        members.append(_member(filed, at, frame, digest))
        frames.append(frame)
        at += len(frame)
    return Blob(b"".join([*frames, _index(members)]), tuple(members), dictionaries)


def rejoined(members: Sequence[BlobMember], read: Read) -> Blob:
    """Return a blob with these members of another one, not recompressed; `read` reads that one."""
    frames = [read(member.at, member.length) for member in members]
    ends = accumulate(map(len, frames))
    moved = [
        replace(old_member, at=end - old_member.length) for old_member, end in zip(members, ends, strict=True)
    ]
    return Blob(b"".join([*frames, _index(moved)]), tuple(moved), {})


def check(blob: Blob, records: Sequence[Filed]) -> None:
    """Raise DamagedBlob unless every frame of `blob` decompresses to its record."""
    shared, decompressor = None, _decompressor(None)
    for member, filed in zip(blob.members, records, strict=True):
        if member.dictionary != shared:
            shared = member.dictionary
            decompressor = _decompressor(None if shared is None else blob.dictionaries[shared])
        frame = blob.data[member.at : member.at + member.length]
        if _decompressed(decompressor, frame, member.size) != filed.record:
            raise DamagedBlob(f"the record of {filed.game} is not what was played")


def _member(filed: Filed, at: int, frame: bytes, dictionary: bytes | None) -> BlobMember:
    record = filed.record
    proof = sha256(record).digest()
    return BlobMember(filed.game, filed.plies, filed.digest, at, len(frame), len(record), proof, dictionary)


def unpack(frame: bytes, size: int, digest: bytes, dictionary: bytes | None) -> bytes:
    """Return the record in a frame of a blob, which must have `size` bytes and the SHA-256 `digest`."""
    if not 0 <= size <= SIZE_LIMIT:
        raise DamagedBlob("a record has a size that none has")
    record = _decompressed(_decompressor(dictionary), frame, size)
    if len(record) != size or sha256(record).digest() != digest:
        raise DamagedBlob("a record is not what was written")
    return record


def _decompressed(decompressor: ZstdDecompressor, frame: bytes, size: int) -> bytes:
    try:
        return whole(decompressor.decompress(frame, max_output_size=size))
    except ZstdError:
        raise DamagedBlob("a record does not decompress") from None


def index(size: int, read: Read) -> tuple[BlobMember, ...]:
    """Return the members of a blob of `size` bytes, from its index."""
    try:
        length, mark = _TAIL.unpack(read(size - _TAIL.size, _TAIL.size))
        document = parse(read(size - _TAIL.size - length, length)) if mark == _MARK else {}
        if document.get("blob") != KIND or document.get("v") not in _READABLE:
            raise ValueError
        return tuple(map(_listed, document["records"]))
    except (ValueError, KeyError, TypeError, AttributeError, struct.error):
        raise DamagedBlob("a blob has no index that can be read") from None


def _index(members: Sequence[BlobMember]) -> bytes:
    listed = canonical({"blob": KIND, "v": VERSION, "records": list(map(_as_json, members))})
    content = listed + _TAIL.pack(len(listed), _MARK)
    return _HEAD.pack(_SKIPPABLE, len(content)) + content


def _as_json(member: BlobMember) -> dict[str, Any]:
    values = {name: getattr(member, name) for name in BlobMember.__slots__}
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}


def _listed(row: dict[str, Any]) -> BlobMember:
    return BlobMember(
        row["game"],
        row["plies"],
        bytes.fromhex(row["digest"]),
        row["at"],
        row["length"],
        row["size"],
        bytes.fromhex(row["hash"]),
        bytes.fromhex(row["dictionary"]) if row["dictionary"] else None,
    )


def _compressor(dictionary: bytes | None) -> ZstdCompressor:
    shared = None if dictionary is None else _dictionary(dictionary)
    return ZstdCompressor(_LEVEL, dict_data=shared, write_checksum=True)


@lru_cache(16)
def _dictionary(dictionary: bytes) -> ZstdCompressionDict:
    return ZstdCompressionDict(dictionary, dict_type=DICT_TYPE_RAWCONTENT)


def _decompressor(dictionary: bytes | None) -> ZstdDecompressor:
    return ZstdDecompressor() if dictionary is None else ZstdDecompressor(dict_data=_dictionary(dictionary))


_BARE_MARK: Final = b'{"digests":null}\n'
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
    return _BARE_MARK + b"\n".join(lines)


def whole(text: bytes) -> bytes:
    """Return the record from the result of `bare`."""
    if not text.startswith(_BARE_MARK):
        return text
    lines, previous = [], START_DIGEST
    for line in text[len(_BARE_MARK) :].split(b"\n"):
        if line.startswith(_HIDDEN):
            previous = _digest(previous, line)
            line = _DIGEST + previous.hex().encode() + _REST + line[len(_HIDDEN) :]
        lines.append(line)
    return b"\n".join(lines)


def _digest(previous: bytes, line: bytes) -> bytes:
    """Return the digest of the entry in `line`, from the previous one and the public part at its end."""
    return sha256(previous + line[line.find(_PUBLIC) + len(_PUBLIC) : -1]).digest()
