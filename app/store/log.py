"""The event store: the one way in which entries are written, looked at and read."""

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from redis import Redis

from app.store import agenda
from app.store.agenda import Due, Live
from app.store.checks import refusal
from app.store.client import ask, ask_all, is_compared
from app.store.contradictions import Contradictions
from app.store.entry import START, At, Entry, Head, Place, continues, pack
from app.store.errors import (
    Conflict,
    ForeignKey,
    HistoryRolledBack,
    KeyReused,
    Reason,
    Tampered,
    TooEarly,
    TooLate,
    Unreadable,
)
from app.store.keys import (
    GameId,
    Kind,
    append_keys,
    bucket,
    every_head,
    gone_key,
    idem_key,
    log_key,
    log_of,
    state_key,
    tournaments_key,
    waits_key,
)
from app.store.marked import MarkedGames
from app.store.outbox import Cursors, Notice, Outbox
from app.store.publics import pressed
from app.store.reading import entries_from, head_from, is_foreign
from app.store.scripts import Argument, ask_script, tell_script
from app.store.summaries import describe, summaries
from app.store.terms import KEEP, NOBODY, Appended, Asked, Deadline, Look, Once, Replayed
from app.store.turns import EVERY, Question, pace, questions, turns
from app.store.unreadable import Unreadables
from app.store.vault import Vault
from app.store.witness import NOBODY as NO_WITNESS
from app.store.witness import Witness

PAGE: Final = 500


class EventStore:
    """The logs of all games, in the Redis or Valkey behind `redis`, hidden parts under `vault`.

    So many entries as `page` says are read at a time. `unreadable` knows the games that could not be read,
    `contradictions` the receipts that logs contradict, `marked` the games of tournaments with marks.

    Safe to share between threads or greenlets. Every method may raise StoreUnavailable, and
    ValueError for a name that is not a game id.
    """

    def __init__(self, redis: Redis, vault: Vault, witness: Witness = NO_WITNESS, page: int = PAGE) -> None:
        self._redis = redis
        self._size = page
        self._witness = witness
        self._vault = vault
        self._outbox = Outbox(redis)
        self.unreadable = Unreadables(redis)
        self.contradictions = Contradictions(redis)
        self.marked = MarkedGames(redis)

    def append(
        self,
        entry: Entry,
        *,
        after: Place,
        once: Once | None = None,
        status: str,
        live: bool,
        hint: str = "",
        due_in_ms: int | None = None,
        deadline: Deadline = KEEP,
        enforce_deadline: bool = False,
        expires: bool = False,
        asked: Asked = NOBODY,
        answers: str = "",
        summary: bytes = b"",
    ) -> Appended | Replayed:
        """What came of appending `entry` right after the place `after`; sent exactly once.

        In one atomic step the entry is written, the head gets `status` and `deadline`, the
        outbox a notice with `hint`, `asked` their turns, the player that `answers` its pace, the
        game a due mark, a place in the list of live games or none, and the `summary` that lists
        show. It is due `due_in_ms` ms from now or after its deadline, whatever comes first.
        Checked before, in this order: `once` (KeyReused), the deadline if `enforce_deadline`
        (TooLate), the place (Conflict, HistoryRolledBack), with `expires` that the deadline has
        passed (TooEarly). OutcomeUnknown if no answer came. ValueError if `entry` does not continue
        the chain from `after`.
        """
        if not continues(entry, after):
            raise ValueError(f"entry {entry.ply} does not continue the log from ply {after.ply}")
        due = "" if due_in_ms is None else due_in_ms
        arguments = self._arguments(entry, after, once)
        arguments += [
            status,
            int(live),
            hint,
            due,
            deadline.argument,
            2 if expires else int(enforce_deadline),
            self._size,
            asked.argument,
            answers,
            self._witness.request(),
            summary,
        ]
        answer = tell_script(self._redis, "append", append_keys(entry.game, answers), arguments)
        return self._outcome(answer, entry, after, status)

    def look(self, game: GameId, after: Place = START, once: Once | None = None) -> Look:
        """What the log of `game` says beyond `after`, and about `once`, in one round trip.

        HistoryRolledBack if `after` is not a place of the log, Tampered or Unreadable if an
        entry after it is damaged; ForeignKey as `read` has it.
        """
        keys = [log_key(game), state_key(game), idem_key(game)]
        field = once.field if once else ""
        record, raw, rows, now = ask_script(self._redis, "look", keys, [after.ply, field, self._size])
        head = head_from(raw)
        if (head.ply if head else 0) < after.ply or _forked(head, after):
            raise HistoryRolledBack(after.ply, head)
        tail = self._tail(game, after, head, rows) if head else ()
        if once is None or record is None:
            return Look(None, False, head, tail, int(now))
        return Look(*_recorded(record, self._blinded(game, once)), head, tail, int(now))

    def read(self, game: GameId, after: Place = START, upto: int | None = None) -> tuple[Entry, ...]:
        """The entries of `game` after the place `after`, to ply `upto` included, or to the end.

        The chain is checked from the digest of `after`: Tampered names the first ply that
        breaks it, Unreadable the first whose hidden part does not open; ForeignKey if none of
        them opens and nobody has compared whose store this is. HistoryRolledBack if `after` is
        not a place of the log.
        """
        entries: list[Entry] = []
        rows = self._rows(game, after.ply + 1, upto)
        if not rows and not self._holds(game, after):
            raise HistoryRolledBack(after.ply, self.head(game))
        while rows:
            entries += self._continued(game, entries[-1] if entries else after, rows)
            if len(rows) < self._size:
                break
            # To open a page is pure computing, and the next may be at hand before anybody waits for it: a
            # server of greenlets must be let out.
            time.sleep(0)
            rows = self._rows(game, entries[-1].ply + 1, upto)
        return tuple(entries)

    def head(self, game: GameId) -> Head | None:
        """The head of the log of `game`, None if the store has no such game."""
        return head_from(ask(self._redis, ("HMGET", state_key(game), "n", "d", "s", "t")))

    def is_removed(self, game: GameId) -> bool:
        """Whether the operator removed `game` although no archive has it."""
        return bool(ask(self._redis, ("EXISTS", gone_key(game))))

    def place(self, game: GameId, ply: int) -> Place | None:
        """The place of entry `ply` as stored, unproven; None if there is no such entry.

        With it `read` can start in the middle of a log of which nothing is known yet.
        """
        if ply == 0:
            return START
        rows = self._rows(game, ply, ply)
        return At(ply, _field(rows[0], b"d")) if rows else None

    def overdue(self, limit: int) -> list[Due]:
        """At most `limit` games whose due mark has passed, longest due first."""
        return agenda.overdue(self._redis, limit)

    def timed(self, games: Sequence[GameId]) -> set[GameId]:
        """Those of `games` that have a deadline: people sit there."""
        return agenda.timed(self._redis, games)

    def postpone(self, game: GameId, in_ms: int, seen_ms: int | None = None) -> bool:
        """Moves a due mark, see `agenda.postpone`; the log stays untouched."""
        return agenda.postpone(self._redis, game, in_ms, seen_ms)

    def postpone_all(self, seen: Sequence[Due], in_ms: int) -> None:
        """Moves many due marks in one round trip, see `agenda.postpone_all`."""
        agenda.postpone_all(self._redis, seen, in_ms)

    def live(self, limit: int, before: Live | None = None) -> list[Live]:
        """At most `limit` live games, newest first; `before` is the last one of the page before."""
        return agenda.live(self._redis, limit, before)

    def summaries(self, games: Sequence[GameId]) -> list[bytes | None]:
        """Return the summary of each of `games`, see `summaries.summaries`."""
        return summaries(self._redis, games)

    def summary(self, game: GameId) -> bytes | None:
        """Return the summary of `game`, None where there is none of its last entry."""
        return summaries(self._redis, [game])[0]

    def describe(self, game: GameId, at: Place, summary: bytes) -> bool:
        """Write the summary of a game that has none, see `summaries.describe`."""
        return describe(self._redis, game, at, summary)

    def enter(self, tournament: GameId, at_ms: int) -> None:
        """From now on `tournament` is listed; who reads the list passes over one that never began."""
        ask(self._redis, ("ZADD", tournaments_key(bucket(tournament)), "NX", at_ms, tournament))

    def tournaments(self, limit: int, before: Live | None = None) -> list[Live]:
        """At most `limit` tournaments, newest first; `before` is the last one of the page before."""
        return agenda.live(self._redis, limit, before, tournaments_key)

    def wait(self, tournament: GameId, on: str, last_ms: int) -> None:
        """For `last_ms` ms, or until `go_on`, it stands beside `tournament` that it waits for `on`.

        That is no fact of its log: it goes by itself, and the last who tried to play it is believed.
        """
        ask(self._redis, ("SET", waits_key(tournament), on, "PX", last_ms))

    def go_on(self, tournament: GameId) -> None:
        """`tournament` waits for nothing."""
        ask(self._redis, ("DEL", waits_key(tournament)))

    def waits_for(self, tournaments: Sequence[GameId]) -> list[str | None]:
        """What each of `tournaments` waits for, as `wait` was told, None for nothing; one round trip."""
        asked = [("GET", waits_key(one)) for one in tournaments]
        found: list[bytes | None] = ask_all(self._redis, asked) if asked else []
        return [None if on is None else on.decode() for on in found]

    def is_full(self) -> bool:
        """Whether the store takes no entries because it is full."""
        refused = refusal(self._redis)
        return refused is not None and refused.reason is Reason.FULL

    def turns(self, player: str, buckets: Iterable[int] = EVERY) -> tuple[int, dict[GameId, int]]:
        """Where it is the turn of `player`, see `turns.turns`."""
        return turns(self._redis, player, buckets)

    def questions(self, games: Sequence[GameId]) -> dict[GameId, Question]:
        """Since when and until when these games ask, see `turns.questions`."""
        return questions(self._redis, games)

    def pace(self, player: str) -> tuple[int, ...]:
        """How fast `player` answers, see `turns.pace`."""
        return pace(self._redis, player)

    def logs(self, kind: Kind) -> Iterator[GameId]:
        """Every log of a kind, in no order; it walks over all keys, so it is for operators."""
        cursor, seen = -1, set[GameId]()
        while cursor:
            command = ("SCAN", max(cursor, 0), "MATCH", every_head(kind), "COUNT", PAGE)
            rest, found = ask(self._redis, command)
            fresh = {log_of(name.decode()) for name in found} - seen
            seen |= fresh
            yield from fresh
            cursor = int(rest)

    def notices(self, consumer: str, block_ms: int) -> list[Notice]:
        """Notices for one relay, see `Outbox.notices`."""
        return self._outbox.notices(consumer, block_ms)

    def done(self, notices: Iterable[Notice]) -> None:
        """Marks notices as done, see `Outbox.done`."""
        self._outbox.done(notices)

    def follow(self, cursors: Cursors | None, block_ms: int) -> tuple[Cursors, list[Notice]]:
        """All notices for a watcher, see `Outbox.follow`."""
        return self._outbox.follow(cursors, block_ms)

    def _arguments(self, entry: Entry, after: Place, once: Once | None) -> list[Argument]:
        blob = self._vault.seal(entry.game, entry.ply, pack(entry.parts)) if entry.parts else b""
        key: list[Argument] = [once.field, self._blinded(entry.game, once)] if once else ["", ""]
        public = pressed(entry.game, entry.public)
        return [entry.game, after.ply, after.digest, public, entry.digest, blob, *key]

    def _blinded(self, game: GameId, once: Once) -> bytes:
        return self._vault.blind(game, once.field, once.fingerprint)

    def _outcome(self, answer: list[Any], entry: Entry, after: Place, status: str) -> Appended | Replayed:
        match answer:
            case [b"OK", deadline]:
                ms = None if deadline is None else int(deadline)
                self._witness.appended(entry.game, entry.ply)
                return Appended(Head(entry.ply, entry.digest, status, ms))
            case [b"REPLAY", ply]:
                return Replayed(int(ply))
            case [b"MISMATCH"]:
                raise KeyReused("the idempotency key was used for something else")
        verdict, raw, *rows = answer
        raise self._refusal(verdict, head_from(raw), entry.game, after, rows)

    def _refusal(
        self, verdict: bytes, head: Head | None, game: GameId, after: Place, rows: list[Any]
    ) -> Exception:
        if head is None or verdict == b"BEHIND":
            return HistoryRolledBack(after.ply, head)
        if verdict == b"LATE":
            return TooLate(head)
        if verdict == b"EARLY":
            return TooEarly("the deadline has not passed")
        self._witness.conflicted(game)
        return Conflict(head, self._tail(game, after, head, rows[0]))

    def _tail(self, game: GameId, after: Place, head: Head, rows: list[Any]) -> tuple[Entry, ...]:
        tail = self._continued(game, after, rows)
        end: Place = tail[-1] if tail else after
        if end.ply < head.ply:
            tail += self.read(game, end, head.ply)
            end = tail[-1] if tail else after
        if (end.ply, end.digest) != (head.ply, head.digest):
            raise Tampered(game, min(end.ply + 1, head.ply))
        return tail

    def _continued(self, game: GameId, after: Place, rows: list[Any]) -> tuple[Entry, ...]:
        try:
            return entries_from(self._vault, game, after, rows)
        except Tampered as error:
            # The fault may lie in what the caller holds: then history was replaced, not damaged.
            if error.ply == after.ply + 1 and self._replaced(game, after):
                raise HistoryRolledBack(after.ply, self.head(game)) from error
            raise
        except Unreadable as error:
            # The key is that of the store whose installation was compared, so what does not open is damaged.
            if is_compared(self._redis) or not is_foreign(self._vault, game, self._rows(game, 1, None)):
                raise
            raise ForeignKey(game) from error

    def _replaced(self, game: GameId, after: Place) -> bool:
        stored = self.place(game, after.ply)
        return stored is not None and stored.digest != after.digest

    def _holds(self, game: GameId, after: Place) -> bool:
        stored = self.place(game, after.ply)
        return stored is not None and stored.digest == after.digest

    def _rows(self, game: GameId, first: int, last: int | None) -> list[Any]:
        end = "+" if last is None else f"{last}-0"
        rows: list[Any] = ask(self._redis, ("XRANGE", log_key(game), f"{first}-0", end, "COUNT", self._size))
        return rows


def _forked(head: Head | None, after: Place) -> bool:
    return head is not None and head.ply == after.ply and head.digest != after.digest


def _recorded(record: bytes, fingerprint: bytes) -> tuple[int | None, bool]:
    same = record[:16] == fingerprint
    return (int(record[16:]), False) if same else (None, True)


def _field(row: Any, name: bytes) -> bytes:
    fields = dict(zip(row[1][::2], row[1][1::2], strict=True))
    return bytes(fields.get(name, b""))
