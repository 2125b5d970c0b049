"""Event store: the only module that appends entries to logs and reads them."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from redis import Redis

from app.store import schedule
from app.store.append_options import (
    KEEP,
    NO_PLAYERS,
    NULL_OBSERVER,
    Appended,
    Deadline,
    HiddenUnder,
    IdempotencyKey,
    LogState,
    PlayersToAct,
    Replayed,
    StoreObserver,
)
from app.store.client import Argument, ask, ask_script, cluster_of, is_compared, scan
from app.store.durability import refusal
from app.store.encryption import StorageCipher
from app.store.entry import START, At, Entry, Head, LogPosition, continues
from app.store.entry_format import HiddenParts, compressed, head_from
from app.store.errors import (
    Conflict,
    ForeignKey,
    HistoryRolledBack,
    KeyReused,
    StoreFailure,
    Tampered,
    TooEarly,
    TooLate,
    Unreadable,
)
from app.store.indexes import (
    ALL_BUCKETS,
    Contradictions,
    MarkedGames,
    OpenTurn,
    describe,
    pace,
    questions,
    summaries,
    turns,
)
from app.store.keys import (
    GameId,
    LogKind,
    append_keys,
    bucket,
    every_head,
    gone_key,
    idem_key,
    log_key,
    log_of,
    state_key,
)
from app.store.outbox import Cursors, Notice, Outbox
from app.store.player_index import PlayerIndex
from app.store.replication import NOT_REPLICATED, Replication
from app.store.schedule import Due, LiveGame
from app.store.tournament_lists import PlayerTournaments, TournamentLists
from app.store.unreadable_games import Unreadables

PAGE: Final = 500


class EventStore:
    """The logs of all games in the Redis or Valkey behind `redis`, with hidden parts encrypted by `cipher`.

    `page` is the number of entries per read, `replication` waits for replicas after an append. `unreadable`
    holds the games that could not be read, `contradictions` the receipts that logs contradict, `marked` the
    games of tournaments with marks, `names` and `entered` indexes of players, `hidden` the hidden parts.

    Safe to share between threads or greenlets. Every method may raise StoreUnavailable, and ValueError for a
    name that is not a game id.
    """

    def __init__(
        self,
        redis: Redis,
        cipher: StorageCipher,
        observer: StoreObserver = NULL_OBSERVER,
        page: int = PAGE,
        replication: Replication = NOT_REPLICATED,
    ) -> None:
        self._redis = redis
        self._size = page
        self._observer = observer
        self._replication = replication
        self._outbox = Outbox(redis)
        self._is_cluster = cluster_of(redis) is not None
        self.unreadable = Unreadables(redis)
        self.contradictions = Contradictions(redis)
        self.marked = MarkedGames(redis)
        self.names = PlayerIndex(redis)
        self.entered = PlayerTournaments(redis)
        self.tournament_lists = TournamentLists(redis)
        self.hidden = HiddenParts(redis, cipher)

    def append(
        self,
        entry: Entry,
        *,
        after: LogPosition,
        once: IdempotencyKey | None = None,
        status: str,
        live: bool,
        hint: str = "",
        due_in_ms: int | None = None,
        deadline: Deadline = KEEP,
        enforce_deadline: bool = False,
        expires: bool = False,
        to_act: PlayersToAct = NO_PLAYERS,
        answers: str = "",
        summary: bytes = b"",
        hidden: HiddenUnder = HiddenUnder.SERVICE,
        fresh: bool = False,
    ) -> Appended | Replayed:
        """Append `entry` right after the place `after` and return the result; sent exactly once.

        In one atomic step the entry is written, the head gets `status` and `deadline`, the outbox a notice
        with `hint`, the players in `to_act` their turns, the player in `answers` an answer time, the game a
        due mark, its listing as live or not, and the `summary` for lists. `hidden` is the key of its hidden
        parts. The game is due `due_in_ms` ms from now or after its deadline, whichever is earlier.
        With `fresh` the caller asserts that no log has had this id before.

        Checked before, in this order: `once` (KeyReused), the deadline if `enforce_deadline` (TooLate), the
        place (Conflict, HistoryRolledBack), with `expires` that the deadline has passed (TooEarly). Raises
        OutcomeUnknown if no answer came, and ValueError if `entry` does not continue the chain from `after`.
        """
        if not continues(entry, after):
            raise ValueError(f"entry {entry.ply} does not continue the log from ply {after.ply}")
        # Only an id that is derived from an idempotency key can occur again.
        if after.ply == 0 and once is not None and not fresh:
            self.check_new(entry.game, once)
        due = "" if due_in_ms is None else due_in_ms
        sealed, own = self.hidden.sealed(entry, hidden)
        public = compressed(entry.game, entry.public)
        arguments: list[Argument] = [
            *(entry.game, after.ply, after.digest, public, entry.digest, sealed),
            *((once.field, self.hidden.blinded(entry.game, once)) if once else ("", "")),
            status,
            int(live),
            hint,
            due,
            deadline.argument,
            2 if expires else int(enforce_deadline),
            self._size,
            to_act.argument,
            answers,
            self._observer.request(),
            summary,
            int(self._is_cluster),
            own,
        ]
        keys = append_keys(entry.game, answers)
        answer, replicated = self._replication.append(
            self._redis, bucket(entry.game), "append", keys, arguments
        )
        return self._outcome(answer, entry, after, status, replicated)

    def check_new(self, game: GameId, once: IdempotencyKey) -> None:
        """Raise Conflict if a log that has left the store has this id; a store without archive has none."""

    def is_replicated(self, game: GameId) -> bool | None:
        """Return whether enough replicas have all entries of `game` now; None if the store waits for none."""
        return self._replication.confirm(self._redis, bucket(game))

    def look(self, game: GameId, after: LogPosition = START, once: IdempotencyKey | None = None) -> LogState:
        """Return the entries of `game` after `after` and the record of `once`, in one round trip.

        Raises HistoryRolledBack if `after` is not a place of the log, Tampered or Unreadable if an entry
        after it is damaged, ForeignKey as `read` does.
        """
        keys = [log_key(game), state_key(game), idem_key(game)]
        field = once.field if once else ""
        record, raw, rows, now, own = ask_script(self._redis, "look", keys, [after.ply, field, self._size])
        head = head_from(raw)
        if (head.ply if head else 0) < after.ply or _forked(head, after):
            raise HistoryRolledBack(after.ply, head)
        tail = self._tail(game, after, head, rows, own) if head else ()
        if once is None or record is None:
            return LogState(None, False, head, tail, int(now))
        return LogState(*_recorded(record, self.hidden.blinded(game, once)), head, tail, int(now))

    def read(self, game: GameId, after: LogPosition = START, upto: int | None = None) -> tuple[Entry, ...]:
        """Return the entries of `game` after the place `after`, up to ply `upto` or to the end.

        The chain is verified from the digest of `after`: Tampered names the first ply that breaks it,
        Unreadable the first whose hidden part cannot be decrypted. Raises ForeignKey if none of them can and
        the installation of the store is not verified, and HistoryRolledBack if `after` is not a place of the
        log.
        """
        entries: list[Entry] = []
        rows = self._rows(game, after.ply + 1, upto)
        if not rows and not self._holds(game, after):
            raise HistoryRolledBack(after.ply, self.head(game))
        while rows:
            entries += self._continued(game, entries[-1] if entries else after, rows)
            if len(rows) < self._size:
                break
            # Decrypting a page is pure computation, and the next one may arrive without waiting: let other
            # greenlets of the server run.
            time.sleep(0)
            rows = self._rows(game, entries[-1].ply + 1, upto)
        return tuple(entries)

    def head(self, game: GameId) -> Head | None:
        """Return the head of the log of `game`, None if the store has no such game."""
        return head_from(ask(self._redis, ("HMGET", state_key(game), "n", "d", "s", "t")))

    def is_removed(self, game: GameId) -> bool:
        """Return whether the operator removed `game` and it is in no archive."""
        return bool(ask(self._redis, ("EXISTS", gone_key(game))))

    def place(self, game: GameId, ply: int) -> LogPosition | None:
        """Return the unverified place of entry `ply`; None if there is no such entry.

        With it `read` can start in the middle of a log of which the caller has no entry.
        """
        if ply == 0:
            return START
        rows = self._rows(game, ply, ply)
        return At(ply, _field(rows[0], b"d")) if rows else None

    def overdue(self, limit: int) -> list[Due]:
        """Return at most `limit` games whose due mark has passed, earliest mark first."""
        return schedule.overdue(self._redis, limit)

    def timed(self, games: Sequence[GameId]) -> set[GameId]:
        """Return those of `games` that have a deadline, that is games with people."""
        return schedule.timed(self._redis, games)

    def postpone(self, game: GameId, in_ms: int, seen_ms: int | None = None) -> bool:
        """Move a due mark, see `schedule.postpone`; the log is not changed."""
        return schedule.postpone(self._redis, game, in_ms, seen_ms)

    def postpone_all(self, seen: Sequence[Due], in_ms: int) -> None:
        """Move several due marks in one round trip, see `schedule.postpone_all`."""
        schedule.postpone_all(self._redis, seen, in_ms)

    def live(self, limit: int, before: LiveGame | None = None) -> list[LiveGame]:
        """Return at most `limit` live games, newest first; `before` is the last one of the previous page."""
        return schedule.live(self._redis, limit, before)

    def summaries(self, games: Sequence[GameId]) -> list[bytes | None]:
        """Return the summary of each of `games`, see `summaries.summaries`."""
        return summaries(self._redis, games)

    def summary(self, game: GameId) -> bytes | None:
        """Return the summary of `game`, None if there is none of its last entry."""
        return summaries(self._redis, [game])[0]

    def describe(self, game: GameId, at: LogPosition, summary: bytes) -> bool:
        """Write the summary of a game that has none, see `summaries.describe`."""
        return describe(self._redis, game, at, summary)

    def is_full(self) -> bool:
        """Return whether the store accepts no entries because it is full."""
        error = refusal(self._redis)
        return error is not None and error.reason is StoreFailure.FULL

    def turns(self, player: str, buckets: Iterable[int] = ALL_BUCKETS) -> tuple[int, dict[GameId, int]]:
        """Games in which it is the turn of `player`, see `turns.turns`."""
        return turns(self._redis, player, buckets)

    def questions(self, games: Sequence[GameId]) -> dict[GameId, OpenTurn]:
        """Begin and deadline of the open turns of these games, see `turns.questions`."""
        return questions(self._redis, games)

    def pace(self, player: str) -> tuple[int, ...]:
        """Recent answer times of `player`, see `turns.pace`."""
        return pace(self._redis, player)

    def logs(self, kind: LogKind) -> Iterator[GameId]:
        """Yield every log of a kind, in no order. Scans all keys, so it is for operators only."""
        seen = set[GameId]()
        for name in scan(self._redis, every_head(kind)):
            if (log := log_of(name)) not in seen:
                seen.add(log)
                yield log

    def notices(self, consumer: str, block_ms: int) -> list[Notice]:
        """Notices for one relay, see `Outbox.notices`."""
        return self._outbox.notices(consumer, block_ms)

    def done(self, notices: Iterable[Notice]) -> None:
        """Acknowledge notices, see `Outbox.done`."""
        self._outbox.done(notices)

    def follow(self, cursors: Cursors | None, block_ms: int) -> tuple[Cursors, list[Notice]]:
        """Notices after `cursors`, see `Outbox.follow`."""
        return self._outbox.follow(cursors, block_ms)

    def _outcome(
        self, answer: list[Any], entry: Entry, after: LogPosition, status: str, replicated: bool | None
    ) -> Appended | Replayed:
        match answer:
            case [b"OK", deadline]:
                ms = None if deadline is None else int(deadline)
                self._observer.appended(entry.game, entry.ply)
                return Appended(Head(entry.ply, entry.digest, status, ms), replicated)
            case [b"REPLAY", ply]:
                return Replayed(int(ply))
            case [b"MISMATCH"]:
                raise KeyReused("the idempotency key was used for something else")
        verdict, raw, *rows = answer
        raise self._refusal(verdict, head_from(raw), entry.game, after, rows)

    def _refusal(
        self, verdict: bytes, head: Head | None, game: GameId, after: LogPosition, rows: list[Any]
    ) -> Exception:
        if head is None or verdict == b"BEHIND":
            return HistoryRolledBack(after.ply, head)
        if verdict == b"LATE":
            return TooLate(head)
        if verdict == b"EARLY":
            return TooEarly("the deadline has not passed")
        self._observer.conflicted(game)
        return Conflict(head, self._tail(game, after, head, rows[0]))

    def _tail(
        self, game: GameId, after: LogPosition, head: Head, rows: list[Any], own: bytes | None = None
    ) -> tuple[Entry, ...]:
        tail = self._continued(game, after, rows, own)
        end: LogPosition = tail[-1] if tail else after
        if end.ply < head.ply:
            tail += self.read(game, end, head.ply)
            end = tail[-1] if tail else after
        if (end.ply, end.digest) != (head.ply, head.digest):
            raise Tampered(game, min(end.ply + 1, head.ply))
        return tail

    def _continued(
        self, game: GameId, after: LogPosition, rows: list[Any], own: bytes | None = None
    ) -> tuple[Entry, ...]:
        try:
            return self.hidden.entries(game, after, rows, own)
        except Tampered as error:
            # The fault may be in the caller's place: then history was replaced, not damaged.
            if error.ply == after.ply + 1 and self._replaced(game, after):
                raise HistoryRolledBack(after.ply, self.head(game)) from error
            raise
        except Unreadable as error:
            # If the installation of the store is verified, so is the key: the hidden parts are damaged.
            if is_compared(self._redis) or not self.hidden.are_foreign(game, self._rows(game, 1, None)):
                raise
            raise ForeignKey(game) from error

    def _replaced(self, game: GameId, after: LogPosition) -> bool:
        stored = self.place(game, after.ply)
        return stored is not None and stored.digest != after.digest

    def _holds(self, game: GameId, after: LogPosition) -> bool:
        stored = self.place(game, after.ply)
        return stored is not None and stored.digest == after.digest

    def _rows(self, game: GameId, first: int, last: int | None) -> list[Any]:
        end = "+" if last is None else f"{last}-0"
        rows: list[Any] = ask(self._redis, ("XRANGE", log_key(game), f"{first}-0", end, "COUNT", self._size))
        return rows


def _forked(head: Head | None, after: LogPosition) -> bool:
    return head is not None and head.ply == after.ply and head.digest != after.digest


def _recorded(record: bytes, fingerprint: bytes) -> tuple[int | None, bool]:
    matches = record[:16] == fingerprint
    return (int(record[16:]), False) if matches else (None, True)


def _field(row: Any, name: bytes) -> bytes:
    fields = dict(zip(row[1][::2], row[1][1::2], strict=True))
    return bytes(fields.get(name, b""))
