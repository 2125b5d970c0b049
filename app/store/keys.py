"""The name of every key that the store uses, and the ids of logs from which they are made.

A game id is `g-`, two hex digits that name the bucket (00 to 3f), and 22 characters 0-9a-z
(more than 113 bits). The log of a dispute (`d-`), a player (`p-`), a webhook (`w-`) or a tournament
(`t-`) has an id of the same shape and is kept in the same way. The bucket is the hash tag of every
key of its logs, so one script may write all of them, in a Redis Cluster too. A function raises
ValueError for a malformed id, and for a bucket outside 0 to 63. For bucket 17 and a game of that bucket:

    cq:{b17}:g:<id>:ev     stream, the log: entry n has the id `n-0` and the fields
                             z  public part, see app.store.entry_format; entries of older versions have
                                it as p, canonical JSON, the bytes that are hashed
                             d  digest, 32 raw bytes
                             h  hidden parts, encrypted; absent when there are none
                             o  instead of h: encrypted under the log's own key
    cq:{b17}:g:<id>:st     hash, the head: n ply, d digest, s status, t deadline (server ms;
                             absent when there is none), w the ply and the players
                             of its members in turns (`player:0` of a reserved seat), a the server
                             ms at which their turn began (both absent when there are none), l
                             the ply and the summary for lists (absent for an archived game, for a
                             log that is not a game, and if an earlier version wrote the last entry
                             and the game was not listed since), u the number of consecutive
                             failures to read the log, absent for a readable one, k the own key of a
                             log, 32 random bytes, absent before its first entry with an o and
                             after it was deleted; see app.store.entry_format
    cq:{b17}:g:<id>:idem   hash: scope LF key -> 16-byte fingerprint of the request
                             (see StorageCipher.blind), then the ply in decimal; deleted with the own
                             key of the log
    cq:{b17}:g:<id>:gone   text: ms since 1970 at which the operator removed a game that is in no archive
    cq:{b17}:g:<id>:dis    set of the ids of disputes about a game; kept when the game's other keys go
    cq:{b17}:g:<id>:contra hash: ply -> JSON list of a receipt of that ply that the log of a game contradicts
                             and the receipt of the logged entry; kept when the game's other keys go
    cq:{b17}:g:<id>:hooks  set of the ids of webhooks: those of a player, or those that name a game
    cq:{b17}:g:<id>:mail   hash of a webhook: delivery -> its record in the log of deliveries, encrypted
    cq:{b17}:g:<id>:order  sorted set of a webhook: delivery -> server ms at which it was created
    cq:{b17}:g:<id>:todo   sorted set of a webhook: delivery -> server ms of the next try; a fraction orders
                             those of one millisecond
    cq:{b17}:g:<id>:busy   text, expires: name of the worker that delivers to the receiver of a webhook
    cq:{b17}:g:<id>:lease:<part>
                           text, expires: token of the worker that processes a part of a tournament
    cq:{b17}:g:<id>:waits  text, expires: reason why a tournament could not continue at the last attempt
    cq:{b17}:g:<id>:sum    text of a finished tournament: its ply, a space, the summary for lists;
                             kept when its log goes
    cq:{b17}:g:<id>:parts  hash of a tournament: n the ply of the parts, t the ply of the tables,
                             ms since 1970 at which they were made and the ms that took, and by
                             name deflated JSON; see replays.tournaments.parts. Removed after archiving
    cq:{b17}:g:<id>:wanted set of the requested reports of a tournament that a job has to make
    cq:{b17}:g:<id>:contest
                           set of a tournament: fixture, a space, a dispute about its game that may be over
    cq:{b17}:g:<id>:marked set of a tournament: its games that may have contradicted receipts or disputes
    cq:{b17}:g:<id>:evening   set, expires: tables of the evening whose first table is this game
    cq:{b17}:g:<id>:here   sorted set, expires: `seat:stream` for each open event stream of a seat ->
                             server ms until which it counts
    cq:{b17}:g:<id>:entered
                           sorted set of a player: tournament of the player -> ms since 1970 from which it is
                             listed, that of `tournaments` or of the registration
    cq:{b17}:g:<id>:party-<phase>
                           sorted set of a player: dispute to which it is a party, and that may be in this
                             phase (app.store.dispute_index) -> ms since 1970 at which it was opened
    cq:{b17}:g:<id>:public-<phase>
                           sorted set of a player: those of them about public games -> the same
    cq:{b17}:g:<id>:said   hash, expires: id of a phrase at the table -> ms since 1970 at which it was said,
                             the seat, and the code of the phrase
    cq:{b17}:g:<id>:used   hash of a player: number of a key -> ms since 1970, the hour of its last use
    cq:{b17}:g:<id>:fails  text: ms since 1970 from which every delivery of a webhook has failed
    cq:{b17}:post          sorted set: webhook -> server ms of the next try of any delivery
    cq:{b17}:hooked        hash: log watched by webhooks -> ply up to which they were notified
    cq:{b17}:ob            stream, the outbox, trimmed to about 10,000: g game, n ply, hint, w players
                             whose turn it is or was before (absent when there are none), r the id
                             of the request that wrote the entry (absent when there was none); with
                             the hint `beside` and ply 0 a change beside the log of a game
    cq:{b17}:marker        text, expires: written before a question whether replicas have all of a bucket
    cq:{b17}:due           sorted set: game -> server ms from which a worker must process it
    cq:{b17}:live          sorted set: game -> server ms at which it became live
    cq:{b17}:tournaments   sorted set: tournament -> ms since 1970 at which it was requested
    cq:{b17}:unfinished    sorted set: tournament that may not be over -> the same
    cq:{b17}:disputes      sorted set: dispute -> ms since 1970 at which it was opened; removed at its end
    cq:{b17}:disputes-<phase>
                           sorted set: dispute that may be in this phase -> the same
    cq:{b17}:names         sorted set, all scores 0: for each player that is not closed its name in the normal
                             form of app.players.directory, a NUL, the id
    cq:{b17}:banned        the same of the players that are banned
    cq:{b17}:closed        the same of closed players, whose id stands for the name
    cq:{b17}:turns         sorted set, all scores 0: `player game ply` for each player whose turn it is,
                             with the ply at which the turn began, or with ply 0 for each player with
                             a reserved seat
    cq:{b17}:p:<id>        list, newest first, at most 50: when a player answered in this bucket and how long
                             after the turn began, both in server ms; expires a day after the last
    cq:{b17}:ended         sorted set: finished game that is not archived -> server ms from which a job
                             must archive it
    cq:{b17}:kept          sorted set: archived game -> server ms from which its keys may be removed
    cq:{b17}:unreadable    sorted set: game whose log could not be read -> server ms from which the clock
                             tries again

    cq:{b17}:once:<64 hex digits>
                           string, expires: 16-byte fingerprint of a request under an idempotency key, then
                             the encrypted first answer; see app.store.idempotency
    cq:{b00}:installation  hash, of this bucket alone: identity, the text of replays.installation.parts;
                             complete, server ms at which the other parts had it, too; restored, the
                             number of files that an unfinished restoration of a backup has written;
                             backup, ms since 1970 at which the last complete backup ended

and for all of them

    cq:hooks               sorted set: player that has, or had, webhooks -> ms of the last check of its turns
    cq:names               text: `done`, or ms since 1970 from which the players of earlier versions are added
                             again to `names`, `banned` and `closed`; absent before the first time
    cq:entered             text: the same for the tournaments of players in `entered`
    cq:unfinished          text: the same for the tournaments in `unfinished`
    cq:phases              text: the same for the disputes in the sets of phases
    cq:generations         list: ms from which the second, third, ... generation of the signing key signs
    cq:signed              text: size and root (hex) of the last signed checkpoint of the log of all games
    cq:n:<name>            amount taken of a limit in a time window; expires with the window
    cq:code:<name>         text, expires: player, number of its key, MAC of a code; see app.store.device_codes
    cq:own:<name>          set: the games that an owner has created and that may be open; expires 30 days
                             after the last

A log, its head and the marks that follow from its entries are written together, by scripts; indexes beside
the logs, and what no log has, by single commands. append writes a log, postpone a due or ended mark,
mark_unreadable and wake the unreadable games and these marks. keep moves a game from ended to kept, describe
writes a missing summary, advance the parts of a tournament. forget removes an archived game, remove any game,
restore writes one back. claim, answered and release write the idempotency records, post_add and post_settle
the deliveries of webhooks, connect and say what is beside the log of a table. No log is trimmed, and a key
expires only where its line says so. `app.store.installation` writes the identity of the installation once.
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
