"""Codec of game entries: the events of a game to and from the bytes of a log.

The public part of entry n is canonical JSON `{v, game, ply, time, actor, command, events, seals}`; that of
ply 1 also names the hash of the rules sheet, the version of the rules, the edition of the rulebook, and the
key that signs receipts.
What only some may know stands in parts, one for each audience, and their seals in the public part.

What the store is told beside an entry, for those who wait: its news, who is asked, until when.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any

from app.games.cards import Seat
from app.games.codec import Json
from app.games.game import Game
from app.games.registry import GAMES
from app.games.table import clocks, keys, wire
from app.games.table.commands import Create, Rotate
from app.games.table.evolve import fold
from app.games.table.state import Table, awaited, person_waits
from app.games.values import value
from app.service.rulebook import current
from app.store.append_options import KEEP, NO_PLAYERS, NONE, Deadline, PlayersToAct
from app.store.append_options import after as ends_after
from app.store.canonical import canonical, parse, written
from app.store.entry import START, Entry, HiddenPart, LogPosition, next_entry
from app.store.errors import Unreadable
from app.store.keys import GameId
from app.store.proof import salt, seal
from app.store.upcasters import upcast

FORMAT_VERSION = 1
"""Version of the stored form of entries."""

RULES_VERSION = 1
"""Version of the rules of new games."""

SYSTEM = "system"
"""Actor of commands of the service itself."""

HOST = "host"
"""Actor that creates a table, and that replaces a lost token of it without a seat."""


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
    game = GameId(after.game)
    parts = _parts(after, halves.hidden) if halves.hidden else ()
    public: Json = {
        "v": FORMAT_VERSION,
        "game": game,
        "ply": after.ply,
        "time": time,
        "actor": actor(seat, command),
        "command": halves.public["command"],
        "events": halves.public["events"],
        "seals": [[part.audience, seal(part.salt, part.body).hex()] for part in parts],
    }
    if before is None:
        public["rules_hash"] = _rules_hash(after.play.name, after.rules)
        public |= pins(after.play) if pinned is None else pinned
    place: LogPosition = START if before is None else before
    return next_entry(place, game, written(public), parts)


def pins(play: Game, receipt_key: str | None = None) -> Json:
    """Return the data that a new log pins besides its rules sheet.

    `receipt_key` is the id of the current signing key, None if nothing is signed.
    """
    pinned: Json = {"rules_version": RULES_VERSION, "rulebook": current(play.name).pin}
    return pinned if receipt_key is None else pinned | {"receipt_key": receipt_key}


def _parts(table: Table, hidden: Mapping[int, Json]) -> tuple[HiddenPart, ...]:
    key, game, ply = keys.salt_key(table), table.game, table.ply
    return tuple([HiddenPart(one, salt(key, game, ply, one), written(hidden[one])) for one in sorted(hidden)])


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
        try:
            position = _next(position, entry)
        except (KeyError, IndexError, TypeError, ValueError) as damage:
            raise Unreadable(entry.game, entry.ply) from damage
    return position


def _next(position: Position | None, entry: Entry) -> Position:
    before = position.table if position else None
    decode_events = decode_entry(before.play if before else None, entry)
    began = position.began if position else decode_events.time
    return Position(
        fold(before, entry.ply, decode_events.events), entry.digest, decode_events.time, None, began
    )


def hint(before: Table | None, after: Table, rings: bool) -> str:
    """What of an entry is news for those who follow the outbox: the end, a player seated, or that it `rings`.

    It rings for a bot that is asked, by a person or not, and for keys that are withheld.
    """
    if after.is_over:
        return "end"
    words = (("bot", "person") if person_waits(after) else ("bot",)) if rings else ()
    same = before is not None and before.places is after.places
    seated = set() if same else _players(after) - (_players(before) if before else set())
    return " ".join((*words, "seat") if seated else words)


def _players(table: Table) -> set[str | None]:
    return {one for one in (table.host, *(place.player for place in table.places)) if one is not None}


def asked(table: Table) -> PlayersToAct:
    """The players whose turn it is, and those for whom a seat is kept; a seat that was left is not asked."""
    if table.is_over:
        return NO_PLAYERS
    places = [table.places[seat] for seat in awaited(table)]
    players = tuple(one.player for one in places if one.player and not one.left)
    kept = tuple(one.reserved_for for one in table.places if one.reserved_for)
    return PlayersToAct(table.decision, players, kept)


def deadline(before: Table | None, after: Table) -> Deadline:
    """What the entry between two tables does to the deadline: a question has one for all it is put to."""
    seconds = clocks.seconds(after)
    if seconds is None:
        return NONE
    if before is not None and clocks.keeps(before, after):
        return KEEP
    return ends_after(seconds * 1000)
