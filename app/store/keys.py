"""Ids of logs, and the names of all keys of the store, which KEYS.md beside this module describes.

A game id is `g-`, two hex digits that name the bucket (00 to 3f), and 22 characters 0-9a-z
(more than 113 bits). The log of a dispute (`d-`), a player (`p-`), a webhook (`w-`) or a tournament
(`t-`) has an id of the same shape and is kept in the same way. The bucket is the hash tag of every
key of its logs, so one script may write all of them, in a Redis Cluster too. A function raises
ValueError for a malformed id, and for a bucket outside 0 to 63.
"""

import re
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Final, NewType, TypeGuard

GameId = NewType("GameId", str)
"""The id of a log: of a game unless noted otherwise; inside the store, of a log of any kind."""


class LogKind(StrEnum):
    """Kind of a log; the value is the first letter of its ids."""

    GAME = "g"
    DISPUTE = "d"
    PLAYER = "p"
    WEBHOOK = "w"
    TOURNAMENT = "t"


BUCKETS: Final = 64
GENERATIONS: Final = "cq:generations"
SIGNED: Final = "cq:signed"
HOOKS: Final = "cq:hooks"
NAMES: Final = "cq:names"
ENTERED: Final = "cq:entered"
UNFINISHED: Final = "cq:unfinished"
PHASES: Final = "cq:phases"
INSTALLATION: Final = "cq:{b00}:installation"
"""The identity of the installation; its slot in a cluster is that of bucket 0."""
_LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_LENGTH: Final = 22
_PATTERN: Final = re.compile(r"([gdpwt])-[0-3][0-9a-f][0-9a-z]{22}")


def kind_of(text: str) -> LogKind | None:
    """Return the kind of the log with the id `text`; None if `text` is not a well-formed id."""
    match = _PATTERN.fullmatch(text)
    return LogKind(match[1]) if match else None


def is_game_id(text: str) -> TypeGuard[GameId]:
    """Return whether `text` is a well-formed game id; the game need not exist."""
    return kind_of(text) is LogKind.GAME


def is_log_id(text: str) -> TypeGuard[GameId]:
    """Return whether `text` is a well-formed id of a log of any kind."""
    return kind_of(text) is not None


def game_id_from(seed: bytes, kind: LogKind = LogKind.GAME) -> GameId:
    """Return the id of a log derived from `seed` (32 bytes), which cannot be computed from the id.

    Equal seeds give equal ids, so a repeated creation finds the log that it created before.
    """
    if len(seed) != 32:
        raise ValueError("an id is made from 32 bytes")
    drawn = sha256(b"conquian/game-id/1" + seed).digest()
    return GameId(f"{kind}-{drawn[0] % BUCKETS:02x}{_base36(int.from_bytes(drawn[1:]))}")


def bucket(game: str) -> int:
    """Return the bucket, 0 to 63, that the id carries. Raises ValueError if it is not a game id."""
    return int(_checked(game)[2:4], 16)


def log_key(game: str) -> str:
    """Return the key of the stream of the entries of `game`."""
    return _game_key(game, "ev")


def state_key(game: str) -> str:
    """Return the key of the hash with the head of `game`."""
    return _game_key(game, "st")


def disputes_key(game: str) -> str:
    """Return the key of the set of the disputes about `game`."""
    return _game_key(game, "dis")


def contradictions_key(game: str) -> str:
    """Return the key of the hash of the receipts that the log of `game` contradicts."""
    return _game_key(game, "contra")


def lease_key(log: str, part: int) -> str:
    """Return the key of the lease of a part of `log`."""
    return _game_key(log, f"lease:{part}")


def waits_key(tournament: str) -> str:
    """Return the key of the reason why `tournament` is waiting."""
    return _game_key(tournament, "waits")


def used_key(player: str) -> str:
    """Return the key of the last uses of the keys of `player`."""
    return _game_key(player, "used")


def summary_key(tournament: str) -> str:
    """Return the key of the summary of `tournament` when it is over."""
    return _game_key(tournament, "sum")


def parts_key(tournament: str) -> str:
    """Return the key of the hash of the stored parts of `tournament`."""
    return _game_key(tournament, "parts")


def wanted_key(tournament: str) -> str:
    """Return the key of the reports of `tournament` that wait to be made."""
    return _game_key(tournament, "wanted")


def disputed_key(tournament: str) -> str:
    """Return the key of the disputed fixtures of `tournament`."""
    return _game_key(tournament, "contest")


def marked_key(tournament: str) -> str:
    """Return the key of the set of the games of `tournament` that may have marks."""
    return _game_key(tournament, "marked")


def presence_key(game: str) -> str:
    """Return the key of the open event streams of the seats of `game`."""
    return _game_key(game, "here")


def phrases_key(game: str) -> str:
    """Return the key of the phrases that were said at the table of `game`."""
    return _game_key(game, "said")


def count_key(name: str) -> str:
    """Return the key of the count of a window of time."""
    return f"cq:n:{name}"


def code_key(name: str) -> str:
    """Return the key of the one-time code of this name."""
    return f"cq:code:{name}"


def owned_key(name: str) -> str:
    """Return the key of the set of the open games of an owner."""
    return f"cq:own:{name}"


def every_head(kind: LogKind) -> str:
    """Return the pattern of the heads of all logs of a kind, for SCAN."""
    return f"cq:*:g:{kind}-*:st"


def log_of(state_key: str) -> GameId:
    """Return the log whose head `state_key` names."""
    return _checked(state_key.split(":")[3])


def idem_key(game: str) -> str:
    """Return the key of the hash with the idempotency records of `game`."""
    return _game_key(game, "idem")


def answer_key(name: bytes) -> str:
    """Return the key of the record of the first answer under `name`, 32 bytes."""
    return f"cq:{_tag(name[0] % BUCKETS)}:once:{name.hex()}"


def outbox_key(bucket: int) -> str:
    """Return the key of the stream of notices about the games of `bucket`."""
    return f"cq:{_tag(bucket)}:ob"


def due_key(bucket: int) -> str:
    """Return the key of the sorted set of due marks of `bucket`."""
    return f"cq:{_tag(bucket)}:due"


def marker_key(bucket: int) -> str:
    """Return the key of the marker of `bucket`, see app.store.replication."""
    return f"cq:{_tag(bucket)}:marker"


def live_key(bucket: int) -> str:
    """Return the key of the sorted set of live games of `bucket`."""
    return f"cq:{_tag(bucket)}:live"


def tournaments_key(bucket: int) -> str:
    """Return the key of the sorted set of the tournaments of `bucket`."""
    return f"cq:{_tag(bucket)}:tournaments"


def unfinished_key(bucket: int) -> str:
    """Return the key of the sorted set of the tournaments of `bucket` that may not be over."""
    return f"cq:{_tag(bucket)}:unfinished"


def unsettled_key(bucket: int) -> str:
    """Return the key of the sorted set of the disputes of `bucket` that are not over."""
    return f"cq:{_tag(bucket)}:disputes"


def names_key(bucket: int) -> str:
    """Return the key of the sorted set of the names of the players of `bucket`."""
    return f"cq:{_tag(bucket)}:names"


def banned_key(bucket: int) -> str:
    """Return the key of the sorted set of the banned players of `bucket`."""
    return f"cq:{_tag(bucket)}:banned"


def closed_key(bucket: int) -> str:
    """Return the key of the sorted set of the closed players of `bucket`."""
    return f"cq:{_tag(bucket)}:closed"


def turns_key(bucket: int) -> str:
    """Return the key of the sorted set of the players whose turn it is in `bucket`."""
    return f"cq:{_tag(bucket)}:turns"


def pace_key(bucket: int, player: str) -> str:
    """Return the key of the list of answer times of `player` in `bucket`."""
    return f"cq:{_tag(bucket)}:p:{_checked(player)}"


def ended_key(bucket: int) -> str:
    """Return the key of the sorted set of the games of `bucket` that wait to be archived."""
    return f"cq:{_tag(bucket)}:ended"


def kept_key(bucket: int) -> str:
    """Return the key of the sorted set of the archived games of `bucket` in the store."""
    return f"cq:{_tag(bucket)}:kept"


def unreadable_key(bucket: int) -> str:
    """Return the key of the sorted set of the games of `bucket` that could not be read."""
    return f"cq:{_tag(bucket)}:unreadable"


def hooks_key(log: str) -> str:
    """Return the key of the set of the webhooks of a player, or of those that name a game."""
    return _game_key(log, "hooks")


def post_key(bucket: int) -> str:
    """Return the key of the sorted set of webhooks of `bucket` with something to deliver."""
    return f"cq:{_tag(bucket)}:post"


def hooked_key(bucket: int) -> str:
    """Return the key of the hash of the logs of `bucket` that webhooks watch."""
    return f"cq:{_tag(bucket)}:hooked"


def fails_key(webhook: str) -> str:
    """Return the key of the time from which a webhook has been failing."""
    return _game_key(webhook, "fails")


def busy_key(webhook: str) -> str:
    """Return the key of the worker that delivers to the receiver of a webhook."""
    return _game_key(webhook, "busy")


def post_keys(webhook: str) -> list[str]:
    """Return every key of the deliveries of a webhook, in the order of the scripts."""
    own = [_game_key(webhook, name) for name in ("mail", "order", "todo")]
    return [*own, post_key(bucket(webhook))]


@lru_cache(4096)
def append_keys(game: str, answers: str = "") -> tuple[str, ...]:
    """Return every key that an append to `game` may touch, in the order of the script.

    `answers` is the player whose answer is appended, empty if there is none.
    """
    shared = bucket(game)
    own = (log_key(game), state_key(game), idem_key(game))
    lists = (due_key(shared), live_key(shared), ended_key(shared), turns_key(shared))
    return (*own, outbox_key(shared), *lists, *((pace_key(shared, answers),) if answers else ()))


def game_keys(game: str) -> list[str]:
    """Return every key of an archived `game`, in the order of the scripts."""
    shared = bucket(game)
    own = [log_key(game), state_key(game), idem_key(game)]
    return [*own, due_key(shared), live_key(shared), ended_key(shared), kept_key(shared)]


def gone_key(game: str) -> str:
    """Return the key of the mark that `game` was removed."""
    return _game_key(game, "gone")


def key_of(log: str, end: str) -> str:
    """Return the key of `log` with this end."""
    return _game_key(log, end)


def set_of(bucket: int, end: str) -> str:
    """Return the key without a log of `bucket` with this end. Raises ValueError for an unknown bucket."""
    return f"cq:{_tag(bucket)}:{end}"


def other_key(game: str) -> str:
    """Return the key of the alternative id of a game whose derived id is `game`."""
    return _game_key(game, "other")


def removal_keys(game: str) -> list[str]:
    """Return every key that the removal of `game` deletes, and the mark of it, in the order of the script."""
    shared = bucket(game)
    more = [unreadable_key(shared), turns_key(shared), hooks_key(game), hooked_key(shared), gone_key(game)]
    return [*game_keys(game), *more]


def _game_key(game: str, kind: str) -> str:
    return f"cq:{_tag(bucket(game))}:g:{game}:{kind}"


def _tag(bucket: int) -> str:
    if not 0 <= bucket < BUCKETS:
        raise ValueError(f"there is no bucket {bucket}")
    return f"{{b{bucket:02x}}}"


def _checked(game: str) -> GameId:
    # Other text, braces in particular, could move the key to another slot.
    if not is_log_id(game):
        raise ValueError("not a game id")
    return game


def _base36(number: int) -> str:
    digits = []
    for _ in range(_LENGTH):
        number, digit = divmod(number, len(_LETTERS))
        digits.append(_LETTERS[digit])
    return "".join(digits)
