"""The name of every key that the store uses, and the ids of logs from which they are made.

A game id is `g-`, two hex digits that name the bucket (00 to 3f), and 22 characters 0-9a-z
(more than 113 bits). The log of a dispute (`d-`) or of a player (`p-`) has an id of the same shape
and is kept in the same way. The bucket is the hash tag of every key of its logs, so one script may
write all of them, in a Redis Cluster too. For bucket 17 and a game of that bucket:

    cq:{b17}:g:<id>:ev     stream, the log: entry n has the id `n-0` and the fields
                             p  public part, canonical JSON, the bytes that are hashed
                             d  digest, 32 raw bytes
                             h  hidden parts, sealed by the vault; absent when there are none
    cq:{b17}:g:<id>:st     hash, the head: n ply, d digest, s status, t deadline (server ms;
                             absent when there is none), w the ply and the players
                             of its members in turns (absent when there are none)
    cq:{b17}:g:<id>:idem   hash: scope LF key -> 16 bytes that stand for what was asked
                             (see Vault.blind), then the ply in decimal
    cq:{b17}:g:<id>:dis    set of the ids of disputes about a game, which outlives the game's other keys
    cq:{b17}:ob            stream, the outbox, cut to about 10,000: g game, n ply, hint, w players
                             whose turn it is or was before (absent when there are none)
    cq:{b17}:due           sorted set: game -> server ms from which somebody must look at it
    cq:{b17}:live          sorted set: game -> server ms at which it became live
    cq:{b17}:turns         sorted set, all scores 0: `player game ply` for each player with a seat that is
                             awaited, the ply at which it was asked
    cq:{b17}:ended         sorted set: game that is over and not archived -> server ms from which
                             somebody must archive it
    cq:{b17}:kept          sorted set: archived game -> server ms from which its keys may go

and for all of them

    cq:generations         list: ms from which the second, third, ... generation of the signing key signs

Nothing but the scripts writes those of a bucket: append all, postpone a due or ended mark, keep moves
a game from ended to kept, forget removes an archived game, restore writes one back. No key expires and
no log is trimmed.
"""

import re
from collections.abc import Callable
from enum import StrEnum
from hashlib import sha256
from os import urandom
from typing import Final, NewType, TypeGuard

GameId = NewType("GameId", str)
"""The id of a log: that of a game where nothing else is said, in the store any other's too."""


class Kind(StrEnum):
    """What a log tells; the value is the letter that its ids begin with."""

    GAME = "g"
    DISPUTE = "d"
    PLAYER = "p"


BUCKETS: Final = 64
GENERATIONS: Final = "cq:generations"
_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH: Final = 22
_PATTERN: Final = re.compile(r"([gdp])-[0-3][0-9a-f][0-9a-z]{22}")


def kind_of(text: str) -> Kind | None:
    """What the log with the id `text` tells; None if `text` has not the form of an id."""
    found = _PATTERN.fullmatch(text)
    return Kind(found[1]) if found else None


def is_game_id(text: str) -> TypeGuard[GameId]:
    """True if `text` has exactly the form of a game id; says nothing about its existence."""
    return kind_of(text) is Kind.GAME


def is_log_id(text: str) -> TypeGuard[GameId]:
    """True if `text` has exactly the form of the id of a game, a dispute or a player."""
    return kind_of(text) is not None


def game_id_from(seed: bytes, kind: Kind = Kind.GAME) -> GameId:
    """The id of a log that belongs to `seed` (32 bytes); the id does not tell the seed.

    Equal seeds give equal ids, so a creation that is repeated meets the log it made before.
    """
    if len(seed) != 32:
        raise ValueError("an id is made from 32 bytes")
    drawn = sha256(b"conquian/game-id/1" + seed).digest()
    return GameId(f"{kind}-{drawn[0] % BUCKETS:02x}{_base36(int.from_bytes(drawn[1:]))}")


def new_game_id(random_bytes: Callable[[int], bytes] = urandom, kind: Kind = Kind.GAME) -> GameId:
    """A fresh id, unguessable if `random_bytes(count)` is."""
    return game_id_from(random_bytes(32), kind)


def bucket(game: str) -> int:
    """The bucket, 0 to 63, that the id carries; ValueError if it is not a game id."""
    return int(_checked(game)[2:4], 16)


def log_key(game: str) -> str:
    """The stream of the entries of `game`; ValueError if it is not a game id."""
    return _game_key(game, "ev")


def state_key(game: str) -> str:
    """The hash with the head of `game`; ValueError if it is not a game id."""
    return _game_key(game, "st")


def disputes_key(game: str) -> str:
    """The set of the disputes about `game`; ValueError if it is not a game id."""
    return _game_key(game, "dis")


def every_head(kind: Kind) -> str:
    """The pattern of the heads of all logs of a kind, for SCAN."""
    return f"cq:*:g:{kind}-*:st"


def log_of(state_key: str) -> GameId:
    """The log whose head `state_key` names."""
    return _checked(state_key.split(":")[3])


def idem_key(game: str) -> str:
    """The hash with the idempotency records of `game`; ValueError if it is not a game id."""
    return _game_key(game, "idem")


def outbox_key(bucket: int) -> str:
    """The stream of notices about the games of `bucket`; ValueError outside 0 to 63."""
    return f"cq:{_tag(bucket)}:ob"


def due_key(bucket: int) -> str:
    """The sorted set of due marks of `bucket`; ValueError outside 0 to 63."""
    return f"cq:{_tag(bucket)}:due"


def live_key(bucket: int) -> str:
    """The sorted set of live games of `bucket`; ValueError outside 0 to 63."""
    return f"cq:{_tag(bucket)}:live"


def turns_key(bucket: int) -> str:
    """The sorted set of those whose turn it is in `bucket`; ValueError outside 0 to 63."""
    return f"cq:{_tag(bucket)}:turns"


def ended_key(bucket: int) -> str:
    """The sorted set of the games of `bucket` that wait to be archived; ValueError outside 0 to 63."""
    return f"cq:{_tag(bucket)}:ended"


def kept_key(bucket: int) -> str:
    """The sorted set of the archived games of `bucket` in the store; ValueError outside 0 to 63."""
    return f"cq:{_tag(bucket)}:kept"


def append_keys(game: str) -> list[str]:
    """Every key that an append to `game` may touch, in the order in which the script takes them."""
    shared = bucket(game)
    own = [log_key(game), state_key(game), idem_key(game)]
    lists = [due_key(shared), live_key(shared), ended_key(shared), turns_key(shared)]
    return [*own, outbox_key(shared), *lists]


def game_keys(game: str) -> list[str]:
    """Every key that speaks of an archived `game`, in the order in which the scripts take them."""
    shared = bucket(game)
    own = [log_key(game), state_key(game), idem_key(game)]
    return [*own, due_key(shared), live_key(shared), ended_key(shared), kept_key(shared)]


def _game_key(game: str, kind: str) -> str:
    return f"cq:{_tag(bucket(game))}:g:{game}:{kind}"


def _tag(bucket: int) -> str:
    if not 0 <= bucket < BUCKETS:
        raise ValueError(f"there is no bucket {bucket}")
    return f"{{b{bucket:02x}}}"


def _checked(game: str) -> GameId:
    # Anything else, braces above all, could move the key to another slot.
    if not is_log_id(game):
        raise ValueError("not a game id")
    return game


def _base36(number: int) -> str:
    digits = []
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_LETTERS))
        digits.append(_LETTERS[digit])
    return "".join(digits)
