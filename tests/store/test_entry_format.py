"""Compression of the public part of an entry, and refusals of other data."""

from hashlib import sha256
from importlib.resources import files
from random import Random
from zlib import DEFLATED, compressobj

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.store.canonical import canonical, parse
from app.store.entry_format import compressed, decompressed
from app.store.keys import LogKind, game_id_from

LOG = game_id_from(bytes(32))
HASH = "5cb3f1ddcadde20d50fff2c5a6bc5d79affdad1973b91b8099a708396255b37e"
DICTIONARY = (files("app.store") / "dictionary.jsonl").read_bytes()


@given(st.binary(max_size=2_000), st.integers(0, 2), st.sampled_from(LogKind))
def test_compressed_entries_are_decompressed_unchanged(noise: bytes, mentions: int, kind: LogKind) -> None:
    log = game_id_from(sha256(noise).digest(), kind)
    public = noise + log.encode() * mentions
    assert decompressed(log, compressed(log, public)) == public


def test_an_entry_takes_a_fraction_of_its_room() -> None:
    for line in DICTIONARY.splitlines():
        entry = canonical({**parse(line), "game": LOG, "ply": 3, "time": 1_764_000_123_456})
        assert len(compressed(LOG, entry)) < len(entry) / 4


def test_the_dictionary_is_canonical_entries_and_stays_as_it_is() -> None:
    """Logs that were written with it could be read no more."""
    assert all(canonical(parse(line)) == line for line in DICTIONARY.splitlines())
    assert sha256(DICTIONARY).hexdigest() == HASH


def test_uncompressed_data_is_refused() -> None:
    good, chance = compressed(LOG, canonical({"game": LOG, "ply": 1})), Random(5)
    for wrong in (b"", b"{}", b"\x02" + good[1:], good[:-1], good + b"x", b"\x01" + chance.randbytes(50)):
        with pytest.raises(ValueError, match="public part"):
            decompressed(LOG, wrong)


@pytest.mark.parametrize("claim", [b" " * (1 << 24) + b" ", b"\x00" * (1 << 20)], ids=["spaces", "ids"])
def test_data_that_claims_an_unlimited_size_is_refused(claim: bytes) -> None:
    deflating = compressobj(9, DEFLATED, -13, zdict=DICTIONARY)
    endless = b"\x01" + deflating.compress(claim) + deflating.flush()
    assert len(endless) < 1 << 16
    with pytest.raises(ValueError, match="public part"):
        decompressed(LOG, endless)


@pytest.mark.parametrize("begin", ["", LOG])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_very_long_entries_are_decompressed_unchanged(begin: str, more: int) -> None:
    public = begin.encode().ljust((1 << 24) + more)
    assert decompressed(LOG, compressed(LOG, public)) == public
