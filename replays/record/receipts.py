"""Receipts and signed refusals, verified against a list of trusted keys.

A receipt `{v, key, game, ply, digest, time, signature}` is an Ed25519 signature over "conquian/receipt/1" and
the canonical JSON of all but the signature.

A refusal `{v, key, game, ply, seat, command, code, rule, time, signature}` is one over "conquian/refusal/1":
at `time` the service refused `seat` (null for a client without one) a command that was decided on entry `ply`
of `game`, which may be the id of a dispute. `command` is the SHA-256 of the canonical JSON of its body
without `expected_ply`, `code` and `rule` are the reason. No log contains refusals, so no log can confirm one.

The list of keys is the one that the service publishes: `{v, origin, keys: [{id, algorithm, public, from,
until}]}`, times in ms since 1970, `until` null for no end.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any, Final

from app.games.codec import Json
from app.i18n import Message
from app.service.signing import ALGORITHM, is_signed, key_id, receipt_message, refusal_message
from app.store.canonical import canonical
from app.store.keys import is_log_id
from replays.record.errors import BadKeys
from replays.record.format import is_hash, is_key
from replays.record.untrusted_values import parse_strict

KEYS_PATH: Final = "/.well-known/conquian-keys.json"
"""Path of a service's list of keys."""

_MEMBERS: Final = {"v", "key", "game", "ply", "digest", "time", "signature"}
_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_LARGEST: Final = 2**53


class ReceiptFault(StrEnum):
    """Reason why a receipt or a refusal proves nothing; the values are stable."""

    MALFORMED = "malformed"
    KEY_UNKNOWN = "key_unknown"
    SIGNATURE = "signature"
    EARLY = "key_not_yet_in_force"
    RETIRED = "key_retired"


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key, 32 bytes, in force from `from_ms` to before `until_ms`, None for no end."""

    public: bytes
    from_ms: int
    until_ms: int | None

    def in_force(self, at_ms: int) -> bool:
        """Return True if the key was in force at this time."""
        return self.from_ms <= at_ms and (self.until_ms is None or at_ms < self.until_ms)


@dataclass(frozen=True, slots=True)
class KeyList:
    """Trusted keys by id, their origin, and the SHA-256 of the list in hex."""

    origin: str
    keys: dict[str, PublicKey]
    fingerprint: str


def read_keys(data: bytes) -> KeyList:
    """Return the list of keys in `data` (JSON). Raises BadKeys."""
    try:
        return key_list(parse_strict(data))
    except ValueError:
        raise BadKeys(Message("the list of keys is not a JSON document")) from None


def key_list(document: Any) -> KeyList:
    """Return the list of keys in a document. Raises BadKeys."""
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
        raise BadKeys(Message("this is not a list of keys as a service publishes it")) from None


def _key(row: Json) -> PublicKey:
    if not is_hash(row["public"]):
        raise ValueError
    public, until = bytes.fromhex(row["public"]), row["until"]
    has_integers = type(row["from"]) is int and (until is None or type(until) is int)
    if not has_integers or row["algorithm"] != ALGORITHM or row["id"] != key_id(public):
        raise ValueError
    return PublicKey(public, row["from"], until)


def verify(statement: Any, keys: KeyList) -> ReceiptFault | None:
    """Return why the receipt is not a statement of the service with these keys, or None."""
    return (
        _unsigned(statement, receipt_message(statement), keys)
        if is_receipt(statement)
        else ReceiptFault.MALFORMED
    )


def verify_refusal(statement: Any, keys: KeyList) -> ReceiptFault | None:
    """Return why the refusal is not a statement of the service with these keys, or None."""
    return (
        _unsigned(statement, refusal_message(statement), keys)
        if is_refusal(statement)
        else ReceiptFault.MALFORMED
    )


def _unsigned(statement: Json, message: bytes, keys: KeyList) -> ReceiptFault | None:
    """Return why no listed key in force at its time has signed the statement, or None."""
    key = keys.keys.get(statement["key"])
    if key is None:
        return ReceiptFault.KEY_UNKNOWN
    if not is_signed(key.public, message, bytes.fromhex(statement["signature"])):
        return ReceiptFault.SIGNATURE
    if key.in_force(statement["time"]):
        return None
    return ReceiptFault.EARLY if statement["time"] < key.from_ms else ReceiptFault.RETIRED


def is_receipt(document: Any) -> bool:
    """Return True if the document has the form of a receipt."""
    if not isinstance(document, dict) or set(document) != _MEMBERS:
        return False
    texts = [document[name] for name in ("key", "game", "digest", "signature")]
    numbers = [document[name] for name in ("v", "ply", "time")]
    if not all(type(value) is str for value in texts) or not all(type(value) is int for value in numbers):
        return False
    sized = 1 <= document["ply"] < _LARGEST and 0 <= document["time"] < _LARGEST and document["v"] == 1
    named = is_key(document["key"]) and is_log_id(document["game"])
    return (
        sized and named and is_hash(document["digest"]) and bool(_SIGNATURE.fullmatch(document["signature"]))
    )


_REFUSAL_MEMBERS: Final = {"v", "key", "game", "ply", "seat", "command", "code", "rule", "time", "signature"}
_REFUSAL_TEXTS: Final = ("key", "game", "command", "code", "rule", "signature")
_CODE: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_PARAGRAPH: Final = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_MOST_SEATS: Final = 255


def is_refusal(document: Any) -> bool:
    """Return True if the document has the form of a signed refusal."""
    if not isinstance(document, dict) or set(document) != _REFUSAL_MEMBERS:
        return False
    if not all(type(document[name]) is str for name in _REFUSAL_TEXTS) or not _is_placed(document):
        return False
    named = is_key(document["key"]) and is_log_id(document["game"]) and is_hash(document["command"])
    reasoned = bool(_CODE.fullmatch(document["code"])) and bool(_PARAGRAPH.fullmatch(document["rule"]))
    return named and reasoned and bool(_SIGNATURE.fullmatch(document["signature"]))


def is_meant_as_refusal(document: Any) -> bool:
    """Return True if the document is a refusal, possibly altered, and not a receipt."""
    return isinstance(document, dict) and "command" in document and "digest" not in document


def disagreement(refusal: Json, game: Any, plies: int, seats: int | None) -> Message | None:
    """Return why a refusal is not of a `game` with so many plies and seats (None: unknown), or None."""
    if game != refusal["game"]:
        return Message("a refusal is of another game")
    if refusal["ply"] > plies:
        return Message("the log ends before entry {ply}, on which there is a refusal").filled(
            ply=refusal["ply"]
        )
    if seats is not None and refusal["seat"] is not None and refusal["seat"] >= seats:
        return Message("a refusal names a seat that the table does not have")
    return None


def _is_placed(document: Json) -> bool:
    """Return True if version, ply, time and seat are numbers that the service writes."""
    if not all(type(document[name]) is int for name in ("v", "ply", "time")):
        return False
    seat = document["seat"]
    seated = seat is None or (type(seat) is int and 0 <= seat < _MOST_SEATS)
    return (
        seated and document["v"] == 1 and 1 <= document["ply"] < _LARGEST and 0 <= document["time"] < _LARGEST
    )
