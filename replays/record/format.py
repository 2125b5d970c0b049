"""The forms of the lines of a record, whose bytes are known to be JSON."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar

from app.games.codec import Json
from app.games.table.decide import MOST_PLIES
from app.i18n import Message
from app.service.rulebook import Rulebook
from app.store.canonical import canonical
from app.store.entry import Entry, HiddenPart
from app.store.keys import GameId, is_game_id

T = TypeVar("T")

KIND: Final = "conquian"
DAMAGED: Final = "conquian-damaged"
"""The kind of the record of a damaged log, as far as it is left."""

PLY_LIMIT: Final = MOST_PLIES + 1_000
"""The most entries a record may have: more than a game can get, so that none of ours is beyond it."""

LINE_LIMIT: Final = 1 << 20
"""The most bytes a line may have, its newline included."""

SIZE_LIMIT: Final = 1 << 26
"""The most bytes a record may have."""

ENDS: Final = ("game-ended", "game-voided")
"""The events that end a log and open its keys."""

PUBLIC_MEMBERS: Final = frozenset(("v", "game", "ply", "time", "actor", "command", "events", "seals"))
"""The members of the public part of every entry; the first entry of a game has its pins besides."""

FORMAT: Final = 2
"""The format that is written; every one from 1 is read."""

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_KEY: Final = re.compile(r"[0-9a-f]{16}")
_HEADER: Final = {"record", "v", "game", "variant", "rules_hash", "rules_version", "plies", "players"}
_DAMAGE: Final = {"record", "v", "game", "plies", "damaged_at"}
_RECEIPT: Final = {"v", "key", "game", "ply", "digest", "time", "signature"}
_CHECKPOINT: Final = {"note", "index", "size", "path"}

# Made once, because every entry is looked at with them.
_HASH: Final = Message("{name} is 64 hex digits")
_OBJECT: Final = Message("{name} is an object")
_LIST: Final = Message("{name} is a list")
_TEXT: Final = Message("{name} is a text")
_ENTRY: Final = Message("an entry")
_HIDDEN: Final = Message("a hidden part")
_AUDIENCE: Final = Message("audience is a number from 0 to 255")


class Misshapen(Exception):
    """A value has not the form that its place in a record requires; `message` describes it."""

    def __init__(self, message: Message | str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class RecordedPlayer:
    """The occupant of a seat: the kind (`open`, `person`, `bot`), a player's id, a bot's name."""

    kind: str
    player: str | None
    bot: str | None


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record; `v` its format, `rules_hash` in hex, `players` by seat."""

    v: int
    game: GameId
    variant: str
    rules_hash: str
    rules_version: int
    plies: int
    players: tuple[RecordedPlayer, ...]


@dataclass(frozen=True, slots=True)
class DamageLine:
    """The first line of what is left of a damaged log.

    It had `plies` entries, and from `damaged_at` on none can be read.
    """

    game: GameId
    plies: int
    damaged_at: int

    def as_json(self) -> Json:
        """Return the object on the line."""
        members = {"game": self.game, "plies": self.plies, "damaged_at": self.damaged_at}
        return {"record": DAMAGED, "v": 1, **members}


@dataclass(frozen=True, slots=True)
class RevealedKeys:
    """The keys of a record: the game key and, by hand number, the deal keys, in hex."""

    game_key: str
    deal_keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """The last line of a record: receipts of the service, the last of them for the head of the log, and
    the checkpoint that covers the game, as JSON; None until there is one.

    >>> Proof().as_json()
    {'receipts': [], 'checkpoint': None}
    """

    receipts: tuple[Json, ...] = ()
    checkpoint: Json | None = None

    def as_json(self) -> Json:
        """Return the value of `proof` on the line."""
        return {"receipts": list(self.receipts), "checkpoint": self.checkpoint}


def shaped(read: Callable[[Json], T], document: Json) -> T:
    """Return the value that `read` makes of a document; Misshapen if it has not the right form."""
    try:
        return read(document)
    except ValueError as fault:
        raise Misshapen(str(fault)) from None


def is_hash(text: Any) -> bool:
    """Return whether `text` is 32 bytes in lower-case hex."""
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def is_key(value: Any) -> bool:
    """Return whether `found` has the form of the id of a key."""
    return isinstance(value, str) and _KEY.fullmatch(value) is not None


def is_pin(value: Any) -> bool:
    """Return whether `found` names an edition of a rulebook and its hash."""
    named = isinstance(value, dict) and set(value) == {"edition", "hash"}
    return named and type(value["edition"]) is int and value["edition"] > 0 and is_hash(value["hash"])


def _need(right: bool, what: Message, **values: str | int) -> None:
    if not right:
        raise Misshapen(what.filled(**values))


def _keys(document: Any, names: set[str], what: Message) -> None:
    if not isinstance(document, dict) or set(document) != names:
        raise Misshapen(Message("{what} has the members {names}").filled(what=what, names=str(sorted(names))))


def _number(value: Any, name: str) -> None:
    _need(type(value) is int and value >= 0, Message("{name} is a whole number"), name=name)


def parse_header(document: Json) -> Header:
    """Return the header in a document."""
    _keys(document, _HEADER, Message("a header"))
    _need(document["record"] == KIND, Message('record is "{kind}"'), kind=KIND)
    _need(
        type(document["v"]) is int and 1 <= document["v"] <= FORMAT,
        Message("v is at most {format}"),
        format=FORMAT,
    )
    _need(isinstance(document["game"], str) and is_game_id(document["game"]), Message("game is a game id"))
    _need(isinstance(document["variant"], str), Message("variant is a name"))
    _need(is_hash(document["rules_hash"]), _HASH, name="rules_hash")
    _need(
        all(type(document[name]) is int for name in ("rules_version", "plies")), Message("numbers are whole")
    )
    _need(isinstance(document["players"], list), _LIST, name="players")
    named = {name: document[name] for name in _HEADER - {"record", "players"}}
    return Header(**named, players=tuple(map(_player, document["players"])))


def _player(document: Any) -> RecordedPlayer:
    _keys(document, {"kind", "player", "bot"}, Message("a player"))
    words = (document["player"], document["bot"])
    _need(isinstance(document["kind"], str), Message("kind is a word"))
    _need(
        all(word is None or isinstance(word, str) for word in words),
        Message("player and bot are names or null"),
    )
    return RecordedPlayer(document["kind"], *words)


def parse_damage(document: Json) -> DamageLine:
    """Return the damage in a document."""
    _keys(document, _DAMAGE, Message("the header of a damaged log"))
    _need(canonical([document["record"], document["v"]]) == canonical([DAMAGED, 1]), Message("v is 1"))
    _need(isinstance(document["game"], str) and is_game_id(document["game"]), Message("game is a game id"))
    plies, at = document["plies"], document["damaged_at"]
    _need(type(plies) is int and type(at) is int, Message("numbers are whole"))
    _need(1 <= at <= plies <= PLY_LIMIT, Message("damaged_at is an entry of the log"))
    return DamageLine(document["game"], plies, at)


def parse_rulebook(document: Json) -> Rulebook:
    """Return the rulebook in a document; the audit checks its hash."""
    _keys(document, {"rulebook"}, Message("the second line"))
    rulebook: Any = document["rulebook"]
    _keys(rulebook, {"edition", "hash", "paragraphs"}, Message("a rulebook"))
    _need(
        is_pin({name: rulebook[name] for name in ("edition", "hash")}),
        Message("a rulebook has an edition and a hash"),
    )
    texts: Mapping[str, str] = rulebook["paragraphs"]
    right = isinstance(texts, dict) and all(isinstance(text, str) for text in texts.values())
    _need(right, Message("paragraphs are texts by number"))
    return Rulebook(rulebook["edition"], rulebook["hash"], MappingProxyType(dict(texts)))


def parse_entry(ply: int, document: Json) -> Entry:
    """Return the entry `ply` in a document."""
    _keys(document, {"digest", "hidden", "public"}, _ENTRY)
    _need(is_hash(document["digest"]), _HASH, name="digest")
    _need(isinstance(document["public"], dict), _OBJECT, name="public")
    _need(isinstance(document["hidden"], list), _LIST, name="hidden")
    parts = tuple(map(_part, document["hidden"]))
    # The id is checked with the chain; here it only has to be text.
    game = GameId(str(document["public"].get("game")))
    return Entry(game, ply, canonical(document["public"]), bytes.fromhex(document["digest"]), parts)


def _part(document: Any) -> HiddenPart:
    _keys(document, {"audience", "part", "salt"}, _HIDDEN)
    audience = document["audience"]
    _need(type(audience) is int and 0 <= audience <= 255, _AUDIENCE)
    _need(is_hash(document["salt"]), _HASH, name="salt")
    _need(isinstance(document["part"], dict), _OBJECT, name="part")
    return HiddenPart(audience, bytes.fromhex(document["salt"]), canonical(document["part"]))


def parse_reveal(document: Json) -> RevealedKeys:
    """Return the keys in a document."""
    _keys(document, {"reveal"}, Message("the line that opens the keys"))
    _keys(document["reveal"], {"game_key", "deal_keys"}, Message("the reveal"))
    keys: Any = document["reveal"]["deal_keys"]
    _need(isinstance(keys, list) and all(map(is_hash, keys)), Message("deal_keys are 64 hex digits each"))
    _need(is_hash(document["reveal"]["game_key"]), _HASH, name="game_key")
    return RevealedKeys(document["reveal"]["game_key"], tuple(keys))


def parse_proof(document: Json) -> Proof:
    """Return the proof in a document; nothing in it is verified yet."""
    _keys(document, {"proof"}, Message("the last line"))
    _keys(document["proof"], {"receipts", "checkpoint"}, Message("the proof"))
    receipts, checkpoint = document["proof"]["receipts"], document["proof"]["checkpoint"]
    _need(isinstance(receipts, list), Message("receipts are a list"))
    for receipt in receipts:
        _receipt(receipt)
    if checkpoint is not None:
        _checkpoint(checkpoint)
    return Proof(tuple(receipts), checkpoint)


def _receipt(document: Any) -> None:
    _keys(document, _RECEIPT, Message("a receipt"))
    for name in ("v", "ply", "time"):
        _number(document[name], name)
    for name in ("key", "game", "digest", "signature"):
        _need(isinstance(document[name], str), _TEXT, name=name)


def _checkpoint(document: Any) -> None:
    _keys(document, _CHECKPOINT, Message("a checkpoint"))
    for name in ("index", "size"):
        _number(document[name], name)
    _need(isinstance(document["note"], str), _TEXT, name="note")
    path = document["path"]
    _need(isinstance(path, list) and all(map(is_hash, path)), Message("path is hashes of 64 hex digits each"))
