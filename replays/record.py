"""The record: a finished game as JSON lines that anybody can keep, read and audit alone.

Line 1 is the header, then one line an entry, the last line opens the keys. Every line is the canonical
JSON of its value (RFC 8785) and one newline, so a game has exactly one record, byte by byte.

    {"game", "players": [{"bot", "kind", "player"}], "plies", "record": "conquian", "rules_hash",
     "rules_version", "v": 1, "variant"}
    {"digest": hex, "hidden": [{"audience", "part": {}, "salt": hex}], "public": {}}
    {"reveal": {"deal_keys": [hex], "game_key": hex}}
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO, Final

from app.games import shuffle
from app.games.codec import Json
from app.store.canonical import canonical, parse
from app.store.entry import Entry, Part
from replays.errors import BadRecord, NotRevealed
from replays.scan import ENDS, FORMAT, KIND, PLY_LIMIT, Header, Player, Record, Reveal, scan

__all__ = ["PLY_LIMIT", "Header", "Player", "Record", "Reveal", "players", "read", "write"]

MEDIA_TYPE: Final = "application/x-ndjson"


def write(entries: Iterable[Entry]) -> Iterator[bytes]:
    """The lines of the record of the game whose whole log is `entries`, parts included.

    NotRevealed, before the first line, if the game is not over.
    """
    log = tuple(entries)
    publics = [parse(entry.public) for entry in log]
    reveal = _reveal(publics)
    return _lines(log, publics, reveal)


def read(source: bytes | BinaryIO) -> Record:
    """The record that `source` holds; BadRecord for the first byte that a record would not have there.

    That says nothing about its truth, which is for the audit.
    """
    found = scan(source)
    for fault in found.faults:
        raise BadRecord(fault.line, fault.ply, fault.detail)
    whole = tuple(entry for entry in found.entries if entry is not None)
    if found.header is None or found.reveal is None:
        raise BadRecord(1, 0, "the header or the reveal is missing")
    return Record(found.header, whole, found.reveal)


def players(publics: Iterable[Json]) -> list[Json]:
    """By seat who plays once every seat was taken: objects `{kind, player, bot}`, null where unknown."""
    seats: list[Json] = []
    for event in (event for public in publics for event in public["events"]):
        if event["type"] == "created":
            seats = [{name: plan.get(name) for name in ("kind", "player", "bot")} for plan in event["seats"]]
        elif event["type"] == "seated":
            seats[event["seat"]] |= {"kind": "person", "player": event.get("player")}
    return seats


def _reveal(publics: Sequence[Json]) -> Json:
    last = publics[-1]["events"] if publics else []
    ended = next((event for event in last if event["type"] in ENDS), None)
    if ended is None:
        raise NotRevealed("the game is not over, so it has no record yet")
    if "deal_keys" in ended:
        return {"game_key": ended["game_key"], "deal_keys": ended["deal_keys"]}
    key = bytes.fromhex(ended["game_key"])
    hands = sum(event["type"] == "hand-begun" for public in publics for event in public["events"])
    keys = [shuffle.deal_key(key, number).hex() for number in range(1, hands + 1)]
    return {"game_key": ended["game_key"], "deal_keys": keys}


def _lines(log: tuple[Entry, ...], publics: Sequence[Json], reveal: Json) -> Iterator[bytes]:
    yield _line(_header(publics))
    for entry, public in zip(log, publics, strict=True):
        hidden = [_hidden(part) for part in entry.parts]
        yield _line({"digest": entry.digest.hex(), "hidden": hidden, "public": public})
    yield _line({"reveal": reveal})


def _line(value: Any) -> bytes:
    return canonical(value) + b"\n"


def _header(publics: Sequence[Json]) -> Json:
    first = publics[0]
    return {
        "record": KIND,
        "v": FORMAT,
        "game": first["game"],
        "variant": first["events"][0]["rules"]["variant"],
        "rules_hash": first["rules_hash"],
        "rules_version": first["rules_version"],
        "plies": len(publics),
        "players": players(publics),
    }


def _hidden(part: Part) -> Json:
    return {"audience": part.audience, "part": parse(part.body), "salt": part.salt.hex()}
