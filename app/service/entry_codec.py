"""Codec of entries: the events of a game to and from the bytes of a log.

The public part of entry n is canonical JSON `{v, game, ply, time, actor, command, events, seals}`; that of
ply 1 also names the hash of the rules sheet, the version of the rules, the edition of the rulebook, and the
key that signs receipts.
What only some may know stands in parts, one for each audience, and their seals in the public part.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any

from app.games.cards import Seat
from app.games.codec import Json, Split
from app.games.game import Game
from app.games.registry import GAMES
from app.games.table import keys, wire
from app.games.table.commands import Create, Rotate
from app.games.table.evolve import fold
from app.games.table.state import Table
from app.games.values import value
from app.service import rulebook
from app.store.canonical import canonical, parse, written
from app.store.entry import START, Entry, HiddenPart, LogPosition, next_entry, salt, seal
from app.store.entry_format import upcast
from app.store.errors import Unreadable
from app.store.keys import GameId

FORMAT_VERSION = 1
"""Version of the stored form of entries."""

RULES_VERSION = 1
"""Version of the rules of new games."""

SYSTEM = "system"
"""Actor of commands of the service itself."""

HOST = "host"
"""Actor that creates a table, and that replaces a lost token of it without a seat."""

_NOTHING: Json = {}


@value
class Position:
    """A game at one ply: its table, the digest and time of that entry, and the deadline in server ms.

    Only the store knows the deadline, so it is ignored in comparisons. `began` is the time of the first
    entry.
    """

    table: Table
    digest: bytes
    time: int
    deadline_ms: int | None = field(default=None, compare=False)
    began: int = field(default=0, compare=False)

    @property
    def ply(self) -> int:
        """Number of entries up to this ply."""
        return self.table.ply

    @property
    def game(self) -> GameId:
        """Id of the game."""
        return GameId(self.table.game)


@dataclass(frozen=True, slots=True)
class DecodedEntry:
    """A decoded entry: actor, time, the command as JSON, and the events, hidden fields included."""

    actor: str
    time: int
    command: Json
    events: tuple[Any, ...]

    @property
    def seat(self) -> Seat | None:
        """Seat that acted, None for the host and the service."""
        return Seat(int(self.actor.removeprefix("seat:"))) if self.actor.startswith("seat:") else None


def actor(seat: Seat | None, command: Any) -> str:
    """Return the actor of `command` in the log: `seat:0`, `host` for commands of a host, else `system`."""
    if seat is not None:
        return f"seat:{seat}"
    return HOST if isinstance(command, Create | Rotate) else SYSTEM


def encode_entry(
    before: Position | None,
    after: Table,
    seat: Seat | None,
    command: Any,
    events: tuple[Any, ...],
    time: int,
    pinned: Json | None = None,
) -> Entry:
    """Encode the entry that takes a game from `before` (None: it does not exist yet) to the table `after`.

    `time` is in ms since 1970, not before that of the previous entry. `pinned` is the data that the first
    entry pins besides the rules sheet, by default the current versions.
    """
    halves = wire.split(after.play, seat, command, events)
    pinned = {} if before is not None else pins(after.play) if pinned is None else pinned
    if before is None:
        pinned = pinned | {"rules_hash": _rules_hash(after.play.name, after.rules)}
    key = keys.salt_key(after) if halves.hidden else b""
    return sealed_entry(
        before or START, GameId(after.game), time, actor(seat, command), halves, key, written, pinned
    )


def sealed_entry(
    before: LogPosition,
    log: GameId,
    time: int,
    actor: str,
    halves: Split,
    salt_key: bytes,
    write: Callable[[object], bytes],
    pinned: Json = _NOTHING,
) -> Entry:
    """Return the entry of a log after `before`: its public part, and beside it the sealed hidden parts.

    `halves` are its command and events, `salt_key` salts the seals, and `write` makes canonical bytes.
    `pinned` is what a first entry has besides.
    """
    ply = before.ply + 1
    parts = tuple(
        [
            HiddenPart(audience, salt(salt_key, log, ply, audience), write(halves.hidden[audience]))
            for audience in sorted(halves.hidden)
        ]
    )
    public: Json = {
        "v": FORMAT_VERSION,
        "game": log,
        "ply": ply,
        "time": time,
        "actor": actor,
        **halves.public,
        "seals": [[part.audience, seal(part.salt, part.body).hex()] for part in parts],
        **pinned,
    }
    return next_entry(before, log, write(public), parts)


def pins(play: Game, receipt_key: str | None = None, edition: int | None = None) -> Json:
    """Return the data that a new log pins besides its rules sheet.

    `receipt_key` is the id of the current signing key, None if nothing is signed; `edition` is that of the
    rulebook, None for the current one.
    """
    book = rulebook.current(play.name) if edition is None else rulebook.pinned(play.name, edition)
    pinned: Json = {"rules_version": RULES_VERSION, "rulebook": book.pin}
    return pinned if receipt_key is None else pinned | {"receipt_key": receipt_key}


def rules_hash(sheet: Json) -> str:
    """Return the SHA-256 of the canonical rules sheet, in hex."""
    return sha256(canonical(sheet)).hexdigest()


@lru_cache(maxsize=256)
def _rules_hash(play: str, rules: Any) -> str:
    """Return the hash of the sheet of `rules`, cached: most tables use few sheets."""
    return rules_hash(GAMES[play].rules_to_json(rules))


def decode_entry(play: Game | None, entry: Entry) -> DecodedEntry:
    """Decode `entry`; `play` is the game of its log, None at ply 1, which names the game."""
    public = parse(entry.public)
    parts = {part.audience: parse(part.body) for part in entry.parts}
    return decode_public(play or GAMES[public["events"][0]["play"]], public, parts)


def decode_public(play: Game, public: Mapping[str, Any], parts: Mapping[int, Json]) -> DecodedEntry:
    """Decode an entry from its public part and its available hidden parts."""
    command, documents = wire.merge(play, public, parts)
    return DecodedEntry(public["actor"], public["time"], command, decode_events(play, documents))


def decode_events(play: Game, documents: Iterable[Json]) -> tuple[Any, ...]:
    """Decode the events of an entry of `play` from their complete stored documents."""
    return wire.events_from_json(play, map(upcast, documents))


def advance(position: Position | None, entries: tuple[Entry, ...]) -> Position | None:
    """Return the position after `entries`, which continue from `position` (None: the first begins the
    log).

    Raises Unreadable with the first ply whose events this program cannot decode.
    """
    for entry in entries:
        position = next_position(position, entry)
    return position


def next_position(position: Position | None, entry: Entry) -> Position:
    """Return the position after `entry`, which follows `position`. Raises Unreadable, see `advance`."""
    before = position.table if position else None
    try:
        decoded = decode_entry(before.play if before else None, entry)
        table = fold(before, entry.ply, decoded.events)
    except (KeyError, IndexError, TypeError, ValueError) as damage:
        raise Unreadable(entry.game, entry.ply) from damage
    return Position(table, entry.digest, decoded.time, None, position.began if position else decoded.time)
