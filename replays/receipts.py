"""Receipts checked: against a list of keys that somebody trusts, and against the log that they speak of.

A receipt `{v, key, game, ply, digest, time, signature}` is an Ed25519 signature over "conquian/receipt/1" and
the canonical JSON of all but the signature. The list of keys is what the service publishes:
`{v, origin, keys: [{id, algorithm, public, from, until}]}`, times in ms since 1970, `until` null for no end.
Signed refusals (see `replays.refusals`) are checked against the same list.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from app.games.codec import Json
from app.signing import ALGORITHM, is_signed, key_id, receipt_message, refusal_message
from app.store.canonical import canonical
from app.store.keys import is_log_id
from replays.errors import BadKeys
from replays.record.format import is_hash
from replays.record.read import parse_strict
from replays.refusals import is_refusal

KEYS_PATH: Final = "/.well-known/conquian-keys.json"
"""Where a service publishes its list of keys."""

_MEMBERS: Final = {"v", "key", "game", "ply", "digest", "time", "signature"}
_ID: Final = re.compile(r"[0-9a-f]{16}")
_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_LARGEST: Final = 2**53


class Fault(StrEnum):
    """Why a receipt or a refusal proves nothing; the values are stable."""

    MALFORMED = "malformed"
    KEY_UNKNOWN = "key_unknown"
    SIGNATURE = "signature"
    EARLY = "key_not_yet_in_force"
    RETIRED = "key_retired"


@dataclass(frozen=True, slots=True)
class Key:
    """A public key, 32 bytes, in force from `from_ms` to before `until_ms`, None for no end."""

    public: bytes
    from_ms: int
    until_ms: int | None

    def in_force(self, at_ms: int) -> bool:
        """Whether the key signs what has this time."""
        return self.from_ms <= at_ms and (self.until_ms is None or at_ms < self.until_ms)


@dataclass(frozen=True, slots=True)
class KeyList:
    """The keys by id that somebody trusts, whose they are, and the SHA-256 of the list in hex."""

    origin: str
    keys: dict[str, Key]
    fingerprint: str


def read_keys(data: bytes) -> KeyList:
    """The list of keys that `data` (JSON) holds; BadKeys if it is none."""
    try:
        return key_list(parse_strict(data))
    except ValueError:
        raise BadKeys("the list of keys is not a JSON document") from None


def key_list(document: Any) -> KeyList:
    """The list of keys that a document stands for; BadKeys if it is none."""
    try:
        rows = document["keys"]
        keys = {row["id"]: _key(row) for row in rows}
        numbered = type(document["v"]) is int and document["v"] == 1
        if (
            not numbered
            or type(rows) is not list
            or len(keys) != len(rows)
            or not keys
            or type(document["origin"]) is not str
        ):
            raise ValueError
        return KeyList(document["origin"], keys, sha256(canonical(document)).hexdigest())
    except (KeyError, TypeError, ValueError):
        raise BadKeys("this is not a list of keys as a service publishes it") from None


def _key(row: Json) -> Key:
    if not is_hash(row["public"]):
        raise ValueError
    public, until = bytes.fromhex(row["public"]), row["until"]
    whole = type(row["from"]) is int and (until is None or type(until) is int)
    if not whole or row["algorithm"] != ALGORITHM or row["id"] != key_id(public):
        raise ValueError
    return Key(public, row["from"], until)


def verify(said: Any, keys: KeyList) -> Fault | None:
    """Why the receipt `said` is not a statement of the service with these keys; None if it is one."""
    return _unsigned(said, receipt_message(said), keys) if is_receipt(said) else Fault.MALFORMED


def verify_refusal(said: Any, keys: KeyList) -> Fault | None:
    """Why the refusal `said` is not a statement of the service with these keys; None if it is one."""
    return _unsigned(said, refusal_message(said), keys) if is_refusal(said) else Fault.MALFORMED


def _unsigned(said: Json, message: bytes, keys: KeyList) -> Fault | None:
    """Why a key of the list, in force at its time, has not signed what `said` says; None if it has."""
    key = keys.keys.get(said["key"])
    if key is None:
        return Fault.KEY_UNKNOWN
    if not is_signed(key.public, message, bytes.fromhex(said["signature"])):
        return Fault.SIGNATURE
    if key.in_force(said["time"]):
        return None
    return Fault.EARLY if said["time"] < key.from_ms else Fault.RETIRED


def is_receipt(said: Any) -> bool:
    """Whether `said` has the form of a receipt; that says nothing about its truth."""
    if not isinstance(said, dict) or set(said) != _MEMBERS:
        return False
    texts = [said[name] for name in ("key", "game", "digest", "signature")]
    numbers = [said[name] for name in ("v", "ply", "time")]
    if not all(type(one) is str for one in texts) or not all(type(one) is int for one in numbers):
        return False
    sized = 1 <= said["ply"] < _LARGEST and 0 <= said["time"] < _LARGEST and said["v"] == 1
    named = bool(_ID.fullmatch(said["key"])) and is_log_id(said["game"])
    return sized and named and is_hash(said["digest"]) and bool(_SIGNATURE.fullmatch(said["signature"]))
