"""Signed refusals: their form, and what a log says otherwise.

A refusal `{v, key, game, ply, seat, command, code, rule, time, signature}` is an Ed25519 signature over
"conquian/refusal/1" and the canonical JSON of all but the signature: at `time` the service refused `seat`
(null for whoever acted without one) a command that was decided on entry `ply` of `game`, which may be the id
of a dispute. `command` is the SHA-256 of the canonical JSON of its body without `expected_ply`, `code` and
`rule` say why. No log holds a refusal, so that none can confirm it.
"""

import re
from typing import Any, Final

from app.games.codec import Json
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


def is_refusal(said: Any) -> bool:
    """Whether `said` has the form of a signed refusal; that says nothing about its truth."""
    if not isinstance(said, dict) or set(said) != _MEMBERS:
        return False
    if not all(type(said[name]) is str for name in _TEXTS) or not _is_placed(said):
        return False
    named = bool(_ID.fullmatch(said["key"])) and is_log_id(said["game"]) and is_hash(said["command"])
    reasoned = bool(_CODE.fullmatch(said["code"])) and bool(_PARAGRAPH.fullmatch(said["rule"]))
    return named and reasoned and bool(_SIGNATURE.fullmatch(said["signature"]))


def is_meant_as_refusal(said: Any) -> bool:
    """Whether `said` is a refusal or was one before somebody changed it, and no receipt."""
    return isinstance(said, dict) and "command" in said and "digest" not in said


def disagreement(said: Json, game: Any, plies: int, seats: int | None) -> str | None:
    """In words why a refusal is none of a `game` with so many plies and seats (None: not known), or None."""
    if game != said["game"]:
        return "a refusal is of another game"
    if said["ply"] > plies:
        return f"the log ends before entry {said['ply']}, on which there is a refusal"
    if seats is not None and said["seat"] is not None and said["seat"] >= seats:
        return "a refusal names a seat that the table does not have"
    return None


def _is_placed(said: Json) -> bool:
    """Whether version, ply, time and seat are numbers that the service writes."""
    if not all(type(said[name]) is int for name in ("v", "ply", "time")):
        return False
    seat = said["seat"]
    seated = seat is None or (type(seat) is int and 0 <= seat < _MOST_SEATS)
    return seated and said["v"] == 1 and 1 <= said["ply"] < _LARGEST and 0 <= said["time"] < _LARGEST
