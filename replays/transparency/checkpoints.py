"""Checkpoints as text: signed notes of C2SP (tlog-checkpoint), with one extension line for the time.

    conquian/0123456789abcdef
    4711
    <root, base64>
    time 1700000000000

    — conquian/0123456789abcdef <4 bytes of key hash and the Ed25519 signature, base64>

What is signed are the lines before the empty one, the last newline included. Any witness of that ecosystem
can read, compare and countersign such a text; lines of other signers are carried and not judged.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from app.i18n import Message
from app.service.signing import KeyRing, is_signed
from replays.record.receipts import KeyList, PublicKey
from replays.transparency.errors import BadNote

SIZE_LIMIT: Final = 8192
"""Maximum of characters of a note."""

_ED25519: Final = b"\x01"
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,15}")
_LARGEST: Final = 2**53
_SPACES: Final = r"\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
"""Characters that no name contains: listed, because languages define whitespace differently."""

_SIGNATURE: Final = re.compile(rf"— (?P<name>[^{_SPACES}+]+) (?P<value>[A-Za-z0-9+/]+={{0,2}})")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The head of the tree of `origin` with `size` leaves, signed at `time_ms`."""

    origin: str
    size: int
    root: bytes
    time_ms: int

    @property
    def text(self) -> str:
        """The signed text."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\ntime {self.time_ms}\n"


def key_hash(origin: str, public: bytes) -> bytes:
    """Return the 4 bytes that identify the key of a signature."""
    return sha256(origin.encode() + b"\n" + _ED25519 + public).digest()[:4]


def signed(checkpoint: Checkpoint, ring: KeyRing) -> str:
    """Return the note: the text of the checkpoint, signed with the key in force at its time."""
    signature = ring.sign(checkpoint.text.encode(), checkpoint.time_ms)
    known = ring.keys()
    public = next(key.public for key in known if key.id == signature.key)
    value = _base64(key_hash(checkpoint.origin, public) + signature.signature)
    return f"{checkpoint.text}\n— {checkpoint.origin} {value}\n"


def read(note: str) -> Checkpoint:
    """Return the checkpoint in a note without checking its signature. Raises BadNote if it is malformed."""
    text, _ = _halves(note)
    return _checkpoint(text)


def opened(note: str, keys: KeyList) -> Checkpoint:
    """Return the checkpoint in a note that one of `keys` has signed. Raises as `signer`."""
    signer(note, keys)
    return read(note)


def signer(note: str, keys: KeyList) -> str:
    """Return the id of the listed key that has signed a note and was in force at its time.

    Raises BadNote if there is none, or if the note is of another service. A wrong signature by a listed key
    invalidates the note.
    """
    text, lines = _halves(note)
    checkpoint = _checkpoint(text)
    if checkpoint.origin != keys.origin:
        raise BadNote(
            Message("the checkpoint is of {origin}, the keys are of {listed}").filled(
                origin=checkpoint.origin, listed=keys.origin
            )
        )
    known = {key_hash(keys.origin, key.public): (name, key) for name, key in keys.keys.items()}
    signers = [
        _checked(text, *known[value[:4]], value[4:], checkpoint.time_ms)
        for name, value in _signatures(lines)
        if name == keys.origin and value[:4] in known
    ]
    if not signers:
        raise BadNote(Message("no known key has signed the checkpoint"))
    return signers[0]


def signatures(note: str) -> int:
    """Return the number of signatures of a note. Raises BadNote."""
    return len(list(_signatures(_halves(note)[1])))


def key_hashes(note: str) -> list[bytes]:
    """Return the key hashes of the signatures by the note's origin. Raises BadNote."""
    text, lines = _halves(note)
    origin = _checkpoint(text).origin
    return [value[:4] for name, value in _signatures(lines) if name == origin]


def _checked(text: str, name: str, key: PublicKey, signature: bytes, time_ms: int) -> str:
    if not is_signed(key.public, text.encode(), signature):
        raise BadNote(Message("the signature by key {key} is wrong").filled(key=name))
    if not key.in_force(time_ms):
        raise BadNote(
            Message("the key {key} was not in force when the checkpoint says it was signed").filled(key=name)
        )
    return name


def _halves(note: str) -> tuple[str, str]:
    """Return the signed text and the signature lines."""
    text, gap, lines = note.rpartition("\n\n")
    if not gap or len(note) > SIZE_LIMIT or not lines.endswith("\n"):
        raise BadNote(Message("the text is not a signed note"))
    return text + "\n", lines


def _checkpoint(text: str) -> Checkpoint:
    lines = text.split("\n")
    if len(lines) != 5 or lines[4] or not lines[0] or not lines[3].startswith("time "):
        raise BadNote(Message("the text has not the four lines of a checkpoint"))
    return Checkpoint(lines[0], _number(lines[1]), _root(lines[2]), _number(lines[3].removeprefix("time ")))


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) >= _LARGEST:
        raise BadNote(Message("a number of the checkpoint is not one"))
    return int(text)


def _root(text: str) -> bytes:
    root = _bytes(text)
    if len(root) != 32:
        raise BadNote(Message("the root of the checkpoint is not 32 bytes in base64"))
    return root


def _signatures(lines: str) -> Iterator[tuple[str, bytes]]:
    for line in lines.removesuffix("\n").split("\n"):
        match = _SIGNATURE.fullmatch(line)
        if match is None:
            raise BadNote(Message("a line of the signatures is not one"))
        yield match["name"], _bytes(match["value"])


def _bytes(text: str) -> bytes:
    """Return the bytes of a base64 text; non-canonical encodings are refused, so that no bit is malleable."""
    try:
        data = b64decode(text, validate=True)
    except (NotBase64, ValueError):
        data = b""
    if not data or _base64(data) != text:
        raise BadNote(Message("what should be base64 is not"))
    return data


def _base64(data: bytes) -> str:
    return b64encode(data).decode()
