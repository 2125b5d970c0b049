"""Blobs in memory: what is packed together comes out again as it went in, whatever stands beside it."""

from dataclasses import replace

import pytest

from replays.archive.blob import Blob, Filed, check, pack, unpack
from replays.archive.errors import DamagedBlob

EDITIONS = [b'{"rulebook":{"edition":%d,"text":"%b"}}\n' % (number, b"rule " * 400) for number in (1, 2)]


def filed(number: int, edition: bytes) -> Filed:
    lines = b'{"ply":%d}\n' % number * 20
    return Filed(f"g-{number}", 20, bytes(32), b'{"header":%d}\n' % number + edition + lines)


RECORDS = [filed(at, edition) for at, edition in enumerate((*EDITIONS, b"", EDITIONS[0], EDITIONS[0]))]


def frame(blob: Blob, at: int) -> bytes:
    member = blob.members[at]
    return blob.data[member.at : member.at + member.length]


def test_records_of_several_editions_and_of_none_come_out_as_they_went_in() -> None:
    blob = pack(RECORDS)
    check(blob, RECORDS)
    assert sorted(blob.dictionaries.values()) == EDITIONS
    for at, (member, one) in enumerate(zip(blob.members, RECORDS, strict=True)):
        shared = None if member.dictionary is None else blob.dictionaries[member.dictionary]
        assert unpack(frame(blob, at), member.size, member.hash, shared) == one.record


def test_what_a_record_is_compressed_to_does_not_depend_on_those_before_it() -> None:
    blob = pack(RECORDS)
    assert [frame(blob, at) for at in range(len(RECORDS))] == [frame(pack([one]), 0) for one in RECORDS]


def test_a_blob_of_other_records_or_with_a_damaged_frame_is_refused() -> None:
    blob = pack(RECORDS)
    other = [*RECORDS[:3], replace(RECORDS[3], record=RECORDS[3].record.replace(b"3", b"4")), RECORDS[4]]
    with pytest.raises(DamagedBlob, match="g-3"):
        check(blob, other)
    middle = blob.members[2].at + blob.members[2].length // 2
    data = blob.data[:middle] + bytes([blob.data[middle] ^ 1]) + blob.data[middle + 1 :]
    with pytest.raises(DamagedBlob):
        check(replace(blob, data=data), RECORDS)
