"""Reading a record that nobody vouches for: every line is looked at, every fault named by line and ply."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO, Final

from app.games.codec import Json
from app.games.table.decide import MOST_PLIES
from app.store.canonical import canonical, parse
from app.store.entry import Entry, Part
from app.store.keys import GameId, is_game_id

KIND: Final = "conquian"
FORMAT: Final = 1
LINE_LIMIT: Final = 1 << 20
"""The most bytes a line may have, its newline included."""

PLY_LIMIT: Final = MOST_PLIES + 1_000
"""The most entries a record may have: more than a game can get, so that none of ours is beyond it."""

SIZE_LIMIT: Final = 1 << 26
"""The most bytes a record may have."""

DEPTH_LIMIT: Final = 32
"""The most levels to which the values of a line may be nested."""

ENDS: Final = ("game-ended", "game-voided")
"""The events that end a log and open its keys."""

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_HEADER: Final = {"record", "v", "game", "variant", "rules_hash", "rules_version", "plies", "players"}


@dataclass(frozen=True, slots=True)
class Player:
    """Who has a seat: the kind (`open`, `person`, `bot`), a player's id, a bot's name."""

    kind: str
    player: str | None
    bot: str | None


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record; `rules_hash` in hex, `players` by seat."""

    game: GameId
    variant: str
    rules_hash: str
    rules_version: int
    plies: int
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """The last line of a record: the game key and, by hand number, the deal keys, in hex."""

    game_key: str
    deal_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record of the right form; nothing in it is proved yet."""

    header: Header
    entries: tuple[Entry, ...]
    reveal: Reveal


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with the form of line `line` (from 1); `ply` is 0 for the header."""

    line: int
    ply: int
    detail: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What could be read of a record: None stands for a line that could not, `faults` says why."""

    header: Header | None
    entries: tuple[Entry | None, ...]
    reveal: Reveal | None
    faults: tuple[Fault, ...]


class _Form(Exception):
    """A value has not the form that its place in a record asks for."""


def scan(source: bytes | BinaryIO) -> Scan:
    """What can be read of the record in `source`, and every fault of its form.

    A line that is JSON but not in canonical form is a fault and is read all the same. Reading stops, with
    a fault, at a line, a number of entries or a size beyond the limits. OSError passes through.
    """
    faults: list[Fault] = []
    documents = [_document(number, line, faults) for number, line in _numbered(source, faults)]
    header = _formed(_header, 1, 0, documents[0] if documents else None, faults)
    ends = len(documents) > 1 and documents[-1] is not None and "reveal" in documents[-1]
    body = documents[1:-1] if ends else documents[1:]
    if not ends:
        faults.append(Fault(len(documents) + 1, len(body), "the line that opens the keys is missing"))
    entries = tuple(_entry_at(at + 1, one, faults) for at, one in enumerate(body))
    last = documents[-1] if ends else None
    reveal = _formed(_reveal, len(documents), len(body), last, faults)
    return Scan(header, entries, reveal, tuple(sorted(faults, key=lambda fault: fault.line)))


def _numbered(source: bytes | BinaryIO, faults: list[Fault]) -> Iterator[tuple[int, bytes]]:
    """The lines of `source` with their numbers, as far as the limits allow."""
    stream = BytesIO(source) if isinstance(source, bytes) else source
    number, size = 0, 0
    while line := stream.readline(LINE_LIMIT + 1):
        number, size = number + 1, size + len(line)
        limit = _limit(number, size, line)
        if limit:
            faults.append(Fault(number, number - 1, limit))
            return
        yield number, line


def _limit(number: int, size: int, line: bytes) -> str | None:
    if len(line) > LINE_LIMIT:
        return f"the line is longer than {LINE_LIMIT} bytes"
    if number > PLY_LIMIT + 2:
        return f"there are more than {PLY_LIMIT} entries"
    return f"the record is longer than {SIZE_LIMIT} bytes" if size > SIZE_LIMIT else None


def _document(number: int, line: bytes, faults: list[Fault]) -> Json | None:
    """The object on a line, None if there is none; what is wrong with its bytes goes to `faults`."""
    document, exact = object_in(line.removesuffix(b"\n"))
    if not exact or not line.endswith(b"\n"):
        kind = "not a JSON object" if document is None else "not in canonical form"
        faults.append(Fault(number, number - 1, f"the line is {kind}"))
    return document


def object_in(data: bytes) -> tuple[Json | None, bool]:
    """The object that `data` stands for, None if it is none, and whether `data` is its canonical form.

    What is nested deeper than any entry counts as no object.
    """
    try:
        value = parse(data)
        if isinstance(value, dict) and _shallow(value, DEPTH_LIMIT):
            return value, canonical(value) == data
    except ValueError:
        pass
    return None, False


def _shallow(value: Any, levels: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return levels > 0 and all(_shallow(one, levels - 1) for one in inner)


def _formed(read: Any, line: int, ply: int, document: Json | None, faults: list[Fault]) -> Any:
    """What `read` makes of a document, None with a fault where it has not the right form."""
    if document is None:
        return None
    try:
        return read(document)
    except (_Form, ValueError) as fault:
        faults.append(Fault(line, ply, f"the form is wrong: {fault}"))
        return None


def _entry_at(ply: int, document: Json | None, faults: list[Fault]) -> Entry | None:
    found: Entry | None = _formed(lambda value: _entry(ply, value), ply + 1, ply, document, faults)
    return found


def _need(right: bool, what: str) -> None:
    if not right:
        raise _Form(what)


def _keys(document: Any, names: set[str], what: str) -> None:
    _need(isinstance(document, dict) and set(document) == names, f"{what} has the members {sorted(names)}")


def is_hash(text: Any) -> bool:
    """Whether `text` is 32 bytes in lower-case hex."""
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def _header(document: Json) -> Header:
    _keys(document, _HEADER, "a header")
    _need(document["record"] == KIND, f'record is "{KIND}"')
    _need(type(document["v"]) is int and document["v"] == FORMAT, f"v is {FORMAT}")
    _need(isinstance(document["game"], str) and is_game_id(document["game"]), "game is a game id")
    _need(isinstance(document["variant"], str), "variant is a name")
    _need(is_hash(document["rules_hash"]), "rules_hash is 64 hex digits")
    _need(all(type(document[name]) is int for name in ("rules_version", "plies")), "numbers are whole")
    _need(isinstance(document["players"], list), "players is a list")
    return Header(
        document["game"],
        document["variant"],
        document["rules_hash"],
        document["rules_version"],
        document["plies"],
        tuple(map(_player, document["players"])),
    )


def _player(document: Any) -> Player:
    _keys(document, {"kind", "player", "bot"}, "a player")
    words = (document["player"], document["bot"])
    _need(isinstance(document["kind"], str), "kind is a word")
    _need(all(word is None or isinstance(word, str) for word in words), "player and bot are names or null")
    return Player(document["kind"], *words)


def _entry(ply: int, document: Json) -> Entry:
    _keys(document, {"digest", "hidden", "public"}, "an entry")
    _need(is_hash(document["digest"]), "digest is 64 hex digits")
    _need(isinstance(document["public"], dict), "public is an object")
    _need(isinstance(document["hidden"], list), "hidden is a list")
    parts = tuple(map(_part, document["hidden"]))
    # The id is checked with the chain; here it only has to be text.
    game = GameId(str(document["public"].get("game")))
    return Entry(game, ply, canonical(document["public"]), bytes.fromhex(document["digest"]), parts)


def _part(document: Any) -> Part:
    _keys(document, {"audience", "part", "salt"}, "a hidden part")
    audience = document["audience"]
    _need(type(audience) is int and 0 <= audience <= 255, "audience is a number from 0 to 255")
    _need(is_hash(document["salt"]), "salt is 64 hex digits")
    _need(isinstance(document["part"], dict), "part is an object")
    return Part(audience, bytes.fromhex(document["salt"]), canonical(document["part"]))


def _reveal(document: Json) -> Reveal:
    _keys(document, {"reveal"}, "the last line")
    _keys(document["reveal"], {"game_key", "deal_keys"}, "the reveal")
    keys: Sequence[Any] = document["reveal"]["deal_keys"]
    _need(isinstance(keys, list) and all(map(is_hash, keys)), "deal_keys are 64 hex digits each")
    _need(is_hash(document["reveal"]["game_key"]), "game_key is 64 hex digits")
    return Reveal(document["reveal"]["game_key"], tuple(keys))
