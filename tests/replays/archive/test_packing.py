"""Blobs in memory: packed records are unpacked unchanged."""

import struct
from dataclasses import replace
from hashlib import sha256

import pytest
from zstandard import ZstdCompressor

from app.store.canonical import canonical
from replays.archive.blobs import Blob, Filed, bare, check, index, pack, unpack, whole
from replays.archive.errors import DamagedBlob

EDITIONS = [b'{"rulebook":{"edition":%d,"text":"%b"}}\n' % (number, b"rule " * 400) for number in (1, 2)]


def filed(number: int, edition: bytes) -> Filed:
    lines = b'{"ply":%d}\n' % number * 20
    return Filed(f"g-{number}", 20, bytes(32), b'{"header":%d}\n' % number + edition + lines)


RECORDS = [filed(at, edition) for at, edition in enumerate((*EDITIONS, b"", EDITIONS[0], EDITIONS[0]))]


def frame(blob: Blob, at: int) -> bytes:
    member = blob.members[at]
    return blob.data[member.at : member.at + member.length]


def test_records_of_several_editions_and_of_none_are_unpacked_unchanged() -> None:
    blob = pack(RECORDS)
    check(blob, RECORDS)
    assert sorted(blob.dictionaries.values()) == EDITIONS
    for at, (member, record) in enumerate(zip(blob.members, RECORDS, strict=True)):
        shared = None if member.dictionary is None else blob.dictionaries[member.dictionary]
        assert unpack(frame(blob, at), member.size, member.hash, shared) == record.record


def test_the_compressed_record_does_not_depend_on_earlier_ones() -> None:
    blob = pack(RECORDS)
    assert [frame(blob, at) for at in range(len(RECORDS))] == [frame(pack([record]), 0) for record in RECORDS]


def test_a_blob_of_other_records_or_with_a_damaged_frame_is_refused() -> None:
    blob = pack(RECORDS)
    other = [*RECORDS[:3], replace(RECORDS[3], record=RECORDS[3].record.replace(b"3", b"4")), RECORDS[4]]
    with pytest.raises(DamagedBlob, match="g-3"):
        check(blob, other)
    middle = blob.members[2].at + blob.members[2].length // 2
    data = blob.data[:middle] + bytes([blob.data[middle] ^ 1]) + blob.data[middle + 1 :]
    with pytest.raises(DamagedBlob):
        check(replace(blob, data=data), RECORDS)


def logged(*publics: bytes, hidden: bytes = b"[]") -> bytes:
    """The lines of entries with these public parts, the digests as they should be."""
    digest, lines = bytes(32), []
    for public in publics:
        digest = sha256(digest + public).digest()
        lines.append(b'{"digest":"%b","hidden":%b,"public":%b}' % (digest.hex().encode(), hidden, public))
    return b"\n".join(lines)


LOG = logged(b'{"ply":1,"text":"a \\",\\"public\\":{}}"}', b'{"ply":2}', hidden=b'[{"audience":0,"part":{}}]')
RECORD = b'{"header":1}\n' + LOG + b'\n{"reveal":{}}\n'


def test_digests_that_follow_are_left_out_and_made_again() -> None:
    text = bare(RECORD)
    assert b'"digest"' not in text
    assert whole(text) == RECORD


@pytest.mark.parametrize(
    "at", [RECORD.find(b"digest") + 9, RECORD.rfind(b"digest") + 12, RECORD.find(b'"ply"')]
)
def test_a_record_with_a_digest_that_does_not_follow_keeps_them_all(at: int) -> None:
    altered = RECORD[:at] + bytes([RECORD[at] ^ 1]) + RECORD[at + 1 :]
    assert bare(altered) == altered
    blob = pack([Filed("g-1", 2, bytes(32), altered)])
    check(blob, [Filed("g-1", 2, bytes(32), altered)])


def test_lines_that_look_like_placeholders_are_packed_unchanged() -> None:
    odd = RECORD + b'{"hidden":[],"public":{}}\n'
    assert whole(bare(odd)) == odd


def test_blobs_of_the_first_version_are_read() -> None:
    record = RECORDS[2].record
    frames = ZstdCompressor(9, write_checksum=True).compress(record)
    row = {
        "at": 0,
        "digest": bytes(32).hex(),
        "dictionary": None,
        "game": "g-2",
        "hash": sha256(record).hexdigest(),
        "length": len(frames),
        "plies": 20,
        "size": len(record),
    }
    listed = canonical({"blob": "conquian", "v": 1, "records": [row]})
    data = frames + listed + struct.pack("<I4s", len(listed), b"CQIX")
    (member,) = index(len(data), lambda at, length: data[at : at + length])
    assert unpack(data[: member.length], member.size, member.hash, None) == record
