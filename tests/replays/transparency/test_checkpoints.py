"""Checkpoints as signed notes: content, signer and time."""

from base64 import b64decode, b64encode
from random import Random

import pytest

from replays.transparency.checkpoints import Checkpoint, key_hash, opened, signed, signer
from replays.transparency.errors import BadNote

from .rings import ORIGIN, published, ring

RING = ring(0, 5_000)
KEYS = published(RING)
HEAD = Checkpoint(ORIGIN, 4711, bytes(range(32)), 6_000)
NOTE = signed(HEAD, RING)


def test_a_checkpoint_reads_as_the_five_lines_of_the_specification() -> None:
    first, second, root, time, gap, line, rest = NOTE.split("\n")
    assert (first, second, time, gap, rest) == (ORIGIN, "4711", "time 6000", "", "")
    assert b64decode(root) == HEAD.root
    assert line.startswith(f"— {ORIGIN} ")
    value = b64decode(line.split(" ")[2])
    public = RING.keys()[1].public
    assert (value[:4], len(value)) == (key_hash(ORIGIN, public), 68)


def test_the_key_hash_is_that_of_the_note_specification() -> None:
    """The example verifier key of golang.org/x/mod/sumdb/note."""
    name, number, value = "PeterNeumann", "c74f20a3", "ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    assert key_hash(name, b64decode(value)[1:]).hex() == number


def test_a_note_is_opened_by_the_key_that_was_in_force() -> None:
    assert opened(NOTE, KEYS) == HEAD
    assert signer(NOTE, KEYS) == RING.keys()[1].id
    with pytest.raises(BadNote, match="no known key"):
        opened(NOTE, published(RING, only=0))
    with pytest.raises(BadNote, match="keys are of elsewhere"):
        opened(NOTE, published(RING, origin="elsewhere"))


@pytest.mark.parametrize("time_ms", [4_999, 5_000, 9_999, 10_000])
def test_a_key_signs_only_in_its_time(time_ms: int) -> None:
    three = ring(0, 5_000, 10_000)
    keys = three.keys()
    head = Checkpoint(ORIGIN, 1, bytes(32), time_ms)
    assert signer(signed(head, three), published(three)) == keys[time_ms // 5_000].id
    for key in keys:
        value = key_hash(ORIGIN, key.public) + three.sign(head.text.encode(), key.from_ms).signature
        note = f"{head.text}\n— {ORIGIN} {b64encode(value).decode()}\n"
        if key == keys[time_ms // 5_000]:
            assert opened(note, published(three)) == head
        else:
            with pytest.raises(BadNote, match="not in force"):
                opened(note, published(three))


def test_lines_of_witnesses_are_carried_and_not_judged() -> None:
    observer = f"— witness.example {b64encode(bytes(76)).decode()}\n"
    assert opened(NOTE + observer, KEYS) == HEAD
    with pytest.raises(BadNote):
        opened(HEAD.text + "\n" + observer, KEYS)


def test_a_wrong_signature_by_a_known_key_invalidates_a_note() -> None:
    key = RING.keys()[0]
    forged = f"— {ORIGIN} {b64encode(key_hash(ORIGIN, key.public) + bytes(64)).decode()}\n"
    with pytest.raises(BadNote, match=f"key {key.id} is wrong"):
        opened(NOTE + forged, KEYS)


def test_no_note_with_a_bit_turned_is_opened() -> None:
    data, random = NOTE.encode(), Random(1)
    for at in range(len(data)):
        turned = bytearray(data)
        turned[at] ^= 1 << random.randrange(8)
        try:
            text = turned.decode()
        except UnicodeDecodeError:
            continue
        with pytest.raises(BadNote):
            opened(text, KEYS)


@pytest.mark.parametrize(
    "note",
    [
        "",
        "\n\n\n",
        NOTE.replace("4711", "04711"),
        NOTE.replace("4711", "-1"),
        NOTE.replace("4711", "4" * 19),
        NOTE.replace("time ", "Time "),
        NOTE.replace("\n\n", "\nmore\n\n"),
        NOTE.replace("\n", "\r\n"),
        NOTE + "\n",
        NOTE[:-1],
        NOTE.replace("AAEC", "AAE="),
        NOTE + "x" * 9_000,
    ],
)
def test_an_inexact_checkpoint_is_refused(note: str) -> None:
    with pytest.raises(BadNote):
        signer(note, KEYS)
