"""The record: a finished game as JSON lines that everyone can keep, read and audit alone.

Every line is the canonical JSON of its value (RFC 8785) and one newline, so a game has exactly one record,
byte by byte. First the header and the whole rulebook that the game is played by, its paragraphs by number;
then one line an entry; then the keys; last the proof, which alone may grow after the end of the game.

    {"game", "players": [{"bot", "kind", "player"}], "plies", "record": "conquian", "rules_hash",
     "rules_version", "v": 2, "variant"}
    {"rulebook": {"edition", "hash": hex, "paragraphs": {"1.1": text}}}
    {"digest": hex, "hidden": [{"audience", "part": {}, "salt": hex}], "public": {}}
    {"reveal": {"deal_keys": [hex], "game_key": hex}}
    {"proof": {"checkpoint": null | {"index", "note", "path": [hex], "size"}, "receipts": [receipt]}}

Format 1 has neither the rulebook nor the proof. It is still read, and written for a game whose first entry
pins no rulebook.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Final

from app.games import shuffle
from app.games.codec import Json
from app.i18n import Message
from app.service.rulebook import Rulebook, edition
from app.store.canonical import parse, written
from app.store.entry import Entry
from replays.record.errors import NotRevealed, UnknownEdition
from replays.record.format import ENDS, FORMAT, KIND, DamageLine, Proof

MEDIA_TYPE: Final = "application/x-ndjson"

_RULEBOOK: Final = b'{"rulebook":'


def write_record(entries: Iterable[Entry], proof: Proof | None = None) -> Iterator[bytes]:
    """Return the lines of the record of the game with the log `entries`, parts included, and its proof.

    NotRevealed, before the first line, if the game is not over; UnknownEdition if it is played by an
    edition of the rulebook that this program does not have.
    """
    log = tuple(entries)
    lines = record_body(log)
    return chain(lines, [proof_line(proof or Proof())] if _pin(log[0]) else [])


def record_body(entries: Iterable[Entry]) -> Iterator[bytes]:
    """Return the lines of a record before its proof, which never change. Raises as `write_record` does."""
    log = tuple(entries)
    publics = [parse(entry.public) for entry in log]
    reveal = _reveal(publics)
    return _lines(log, publics, _rulebook(publics[0]), reveal)


def damaged_record(entries: Iterable[Entry], damage: DamageLine, proof: Proof) -> Iterator[bytes]:
    """Yield the lines of the record of a damaged log: the public part of `entries`, all before the damage.

    {"damaged_at", "game", "plies", "record": "conquian-damaged", "v": 1}
    {"digest": hex, "hidden": [], "public": {}}
    {"proof": {"checkpoint": null, "receipts": [receipt]}}
    """
    yield json_line(damage.as_json())
    yield from map(public_line, entries)
    yield proof_line(proof)


def proof_line(proof: Proof) -> bytes:
    """Return the last line of a record of format 2."""
    return json_line({"proof": proof.as_json()})


def complete_record(lines: bytes, proof: Proof | None = None) -> bytes:
    """Return the record whose lines before the proof are `lines`, as `record_body` writes them.

    Format 1 has no proof.
    """
    _, _, second = lines.partition(b"\n")
    return lines + proof_line(proof or Proof()) if second.startswith(_RULEBOOK) else lines


def entry_line(entry: Entry) -> bytes:
    """Return the line of `entry`: its canonical JSON, put together from the bytes that were hashed."""
    parts = b",".join(
        b'{"audience":%d,"part":%b,"salt":"%b"}' % (part.audience, part.body, part.salt.hex().encode())
        for part in entry.parts
    )
    return b'{"digest":"%b","hidden":[%b],"public":%b}\n' % (entry.digest.hex().encode(), parts, entry.public)


def public_line(entry: Entry) -> bytes:
    """Return the line of `entry` without its hidden parts."""
    return entry_line(replace(entry, parts=()))


def players(publics: Iterable[Json]) -> list[Json]:
    """Return the occupants of all seats by seat: objects `{kind, player, bot}`, null if unknown."""
    seats: list[Json] = []
    for event in (event for public in publics for event in public["events"]):
        if event["type"] == "created":
            seats = [{name: plan.get(name) for name in ("kind", "player", "bot")} for plan in event["seats"]]
        elif event["type"] == "seated":
            bot = event.get("bot")
            kind = "person" if bot is None else "bot"
            seats[event["seat"]] |= {"kind": kind, "player": event.get("player"), "bot": bot}
        elif event["type"] == "removed":
            seats[event["seat"]] |= {"kind": "open", "player": None, "bot": None}
    return seats


def numbered_events(publics: Iterable[Json]) -> Iterator[tuple[int, Json]]:
    """Yield every event of the public parts of a log, with the ply of its entry."""
    return ((ply, event) for ply, public in enumerate(publics, 1) for event in public["events"])


def _pin(first: Entry) -> Json | None:
    """Return the edition that a game pins in its first entry, None in older logs."""
    pin: Json | None = parse(first.public).get("rulebook")
    return pin


def _rulebook(first: Json) -> Rulebook | None:
    """Return the rulebook that the first entry pins, None if it pins none."""
    pin = first.get("rulebook")
    if pin is None:
        return None
    rulebook = edition(first["events"][0]["play"], pin["edition"])
    if rulebook is None or rulebook.pin != pin:
        raise UnknownEdition(
            Message("edition {edition} of the rulebook is not known here").filled(edition=pin["edition"])
        )
    return rulebook


def _reveal(publics: Sequence[Json]) -> Json:
    last = publics[-1]["events"] if publics else []
    ended = next((event for event in last if event["type"] in ENDS), None)
    if ended is None:
        raise NotRevealed(Message("the keys of the game are not open, so it has no record yet"))
    if "deal_keys" in ended:
        return {"game_key": ended["game_key"], "deal_keys": ended["deal_keys"]}
    key = bytes.fromhex(ended["game_key"])
    hands = sum(event["type"] == "hand-begun" for public in publics for event in public["events"])
    keys = [shuffle.deal_key(key, number).hex() for number in range(1, hands + 1)]
    return {"game_key": ended["game_key"], "deal_keys": keys}


def _lines(
    log: tuple[Entry, ...], publics: Sequence[Json], rulebook: Rulebook | None, reveal: Json
) -> Iterator[bytes]:
    yield header_line(publics[0], len(publics), players(publics))
    if rulebook:
        yield rulebook_line(rulebook)
    yield from map(entry_line, log)
    yield reveal_line(**reveal)


def header_line(first: Json, plies: int, players: Sequence[Json]) -> bytes:
    """Return the first line of the record of a game whose first public part is `first`."""
    return json_line(
        {
            "record": KIND,
            "v": FORMAT if "rulebook" in first else 1,
            "game": first["game"],
            "variant": first["events"][0]["rules"]["variant"],
            "rules_hash": first["rules_hash"],
            "rules_version": first["rules_version"],
            "plies": plies,
            "players": players,
        }
    )


def rulebook_line(book: Rulebook) -> bytes:
    """Return the second line of a record of format 2."""
    return json_line({"rulebook": book.pin | {"paragraphs": dict(book.paragraphs)}})


def reveal_line(game_key: str, deal_keys: Sequence[str]) -> bytes:
    """Return the line that opens the keys, in hex."""
    return json_line({"reveal": {"game_key": game_key, "deal_keys": deal_keys}})


def json_line(value: Any) -> bytes:
    """Return the canonical JSON of `value`, and a newline."""
    return written(value) + b"\n"
