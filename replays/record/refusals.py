"""Signed refusals: their form, and contradictions with a log.

A refusal `{v, key, game, ply, seat, command, code, rule, time, signature}` is an Ed25519 signature over
"conquian/refusal/1" and the canonical JSON of all but the signature: at `time` the service refused `seat`
(null for a client without one) a command that was decided on entry `ply` of `game`, which may be the id of a
dispute. `command` is the SHA-256 of the canonical JSON of its body without `expected_ply`, `code` and `rule`
are the reason. No log contains refusals, so no log can confirm one.
"""

import re
from typing import Any, Final

from app.games.codec import Json
from app.i18n import Message
from app.store.keys import is_log_id
from replays.record.format import is_hash

_MEMBERS: Final = {"v", "key", "game", "ply", "seat", "command", "code", "rule", "time", "signature"}
_TEXTS: Final = ("key", "game", "command", "code", "rule", "signature")
_ID: Final = re.compile(r"[0-9a-f]{16}")
_CODE: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
_PARAGRAPH: Final = re.compile(r"[0-9]{1,2}\.[0-9]{1,2}")
_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_LARGEST: Final = 2**53
_MOST_SEATS: Final = 255


def is_refusal(document: Any) -> bool:
    """Return True if the document has the form of a signed refusal."""
    if not isinstance(document, dict) or set(document) != _MEMBERS:
        return False
    if not all(type(document[name]) is str for name in _TEXTS) or not _is_placed(document):
        return False
    named = (
        bool(_ID.fullmatch(document["key"])) and is_log_id(document["game"]) and is_hash(document["command"])
    )
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
