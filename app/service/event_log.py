"""Repository for event-sourced aggregates other than games (players, disputes, ...).

An entry has the form of a game's: `{v, game, ply, time, actor, command, events, seals}` as canonical JSON,
its digest chained to the entry before, `game` being the id of the log. Fields that nobody may know yet
(`app.games.codec`) are sealed as in a game's.

    EventLogError
        NoSuchLog         the store holds no log of this id
        UnexpectedPly     the log is not at the ply that the caller decided on; `ply` is the current one
        TooManyConflicts  other writers appended repeatedly while a command was being decided
    Declined              base of the refusals of deciders; `ply` is that of the log on which it was decided
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar

from app.games.codec import Codec, Json
from app.service.entry_codec import FORMAT_VERSION
from app.store.append_options import NONE, Appended, Deadline, IdempotencyKey, LogState
from app.store.canonical import canonical, parse
from app.store.entry import START, At, Entry, HiddenPart, LogPosition, next_entry
from app.store.errors import Conflict, HistoryRolledBack, KeyReused, Unreadable
from app.store.keys import GameId
from app.store.log import EventStore
from app.store.proof import salt, seal
from app.store.upcasters import upcast

S = TypeVar("S")
T = TypeVar("T")

_ATTEMPTS = 5


class EventLogError(Exception):
    """Base of the errors of an event log, besides those of its decider and of the store."""


class NoSuchLog(EventLogError):
    """The store holds no log of this id."""


class UnexpectedPly(EventLogError):
    """The log is at another ply than the caller expects."""

    def __init__(self, ply: int) -> None:
        super().__init__(f"the log stands at ply {ply}")
        self.ply = ply


class TooManyConflicts(EventLogError):
    """Other writers appended repeatedly in between; the command may be sent again."""


class Declined(Exception):
    """A decider does not allow a command; `ply` is that of the log on which it was decided."""

    ply: int = 0


@dataclass(frozen=True, slots=True)
class AppendOptions:
    """Data stored with an entry: status, hint, due mark, deadline, summary."""

    status: str
    hint: str = ""
    due_in_ms: int | None = None
    deadline: Deadline = NONE
    summary: bytes = b""


class Executor(Protocol):
    """Does what has to be computed, where others must not wait for it; see app.http.thread_pool."""

    def __call__(self, work: Callable[[], T], /) -> T: ...


def run_directly(work: Callable[[], T], /) -> T:
    """Call `work` directly and return its result."""
    return work()


class Decider(Protocol[S]):
    """Decider of one kind of log; every method is pure. `now` is in ms since 1970."""

    @property
    def commands(self) -> Codec[Any]:
        """Codec of the commands."""

    @property
    def events(self) -> Codec[Any]:
        """Codec of the events."""

    def decide(self, state: S | None, actor: str, command: Any, now: int) -> tuple[Any, ...]:
        """Return the events of a command, or raise an error of its own."""

    def evolve(self, state: S | None, event: Any) -> S:
        """Return the state after `event`."""

    def terms(self, state: S, now: int) -> AppendOptions:
        """Return the data to be stored with the entry that led to `state`."""


@dataclass(frozen=True, slots=True)
class AggregateState(Generic[S]):
    """A log at one ply: its state, and the digest and time of that entry."""

    log: GameId
    state: S
    ply: int
    digest: bytes
    time: int


@dataclass(frozen=True, slots=True)
class CommandResult(Generic[S]):
    """The log right after the entry of a command, its events, and whether an earlier request made it."""

    standing: AggregateState[S]
    events: tuple[Any, ...] = field(default=())
    replayed: bool = False


class EventLog(Generic[S]):
    """The logs of one kind in `store`, decided by `decider`; safe between threads and greenlets.

    `salted` returns the key from which the seals of a log are salted, for logs with hidden fields. The last
    states of `kept` logs are cached, so that only newer entries are read. `beside` runs computations.
    """

    def __init__(
        self,
        store: EventStore,
        decider: Decider[S],
        clock: Callable[[], int],
        salted: Callable[[S], bytes] | None = None,
        kept: int = 0,
        beside: Executor = run_directly,
    ) -> None:
        self._beside = beside
        self.store = store
        self._decider = decider
        self._clock = clock
        self._salted = salted
        self._most = kept
        self._kept: OrderedDict[GameId, AggregateState[S]] = OrderedDict()
        self._lock = Lock()

    def entries(self, log: GameId) -> tuple[Entry, ...]:
        """Return every entry of the log. Raises NoSuchLog if there is none."""
        entries = self.store.look(log).tail
        if not entries:
            raise NoSuchLog(log)
        return entries

    def current(self, log: GameId) -> AggregateState[S]:
        """Return the current state of the log. Raises NoSuchLog if there is none."""
        current = self._looked(log)[0]
        if current is None:
            raise NoSuchLog(log)
        return current

    def folded(self, entries: Sequence[Entry]) -> AggregateState[S]:
        """Return the state after these entries, from ply 1. Raises Unreadable if they cannot be decoded."""
        folded = self._after(None, entries)
        if folded is None:
            raise ValueError("a log has at least one entry")
        return folded

    def act(
        self,
        log: GameId,
        actor: str,
        command: Callable[[S | None], Any],
        once: IdempotencyKey | None = None,
        expected: int | None = None,
    ) -> CommandResult[S]:
        """Decide and append the command that `command` makes for the current state; return the result.

        The state is None before the first entry. With `once`, a repeated request gets the result of the first
        one; KeyReused if the key was used for another. Raises UnexpectedPly if `expected` is given and the
        log is at another ply.
        """
        for _ in range(_ATTEMPTS):
            before, look = self._looked(log, once)
            if look.mismatch:
                raise KeyReused("the idempotency key was used for something else")
            if look.replayed_ply is not None:
                return self._replayed(log, look.replayed_ply)
            if expected is not None and expected != (before.ply if before else 0):
                raise UnexpectedPly(before.ply if before else 0)
            try:
                return self._decided(log, before, actor, command(before.state if before else None), once)
            except Conflict:
                continue
            except Declined as refusal:
                refusal.ply = before.ply if before else 0
                raise
        raise TooManyConflicts(log)

    def told(self, entry: Entry) -> tuple[Any, ...]:
        """Decode the events of an entry, with the hidden fields that are available."""
        public = parse(entry.public)["events"]
        hidden = {part.audience: parse(part.body).get("events", {}) for part in entry.parts}
        merged = (self._merged(index, document, hidden) for index, document in enumerate(public))
        return tuple(self._decider.events.from_json(upcast(document)) for document in merged)

    def _merged(self, index: int, document: Json, hidden: Mapping[int, Json]) -> Json:
        shares = {audience: parts[str(index)] for audience, parts in hidden.items() if str(index) in parts}
        return self._decider.events.merge(document, shares) if shares else document

    def _looked(
        self, log: GameId, once: IdempotencyKey | None = None
    ) -> tuple[AggregateState[S] | None, LogState]:
        """Return the log, None if there is none, and its stored state with the record of `once`."""
        with self._lock:
            cached = self._kept.get(log)
        if cached is not None:
            with suppress(HistoryRolledBack):
                look = self.store.look(log, cached, once)
                return self._keep(self._after(cached, look.tail)), look
        look = self.store.look(log, START, once)
        return self._keep(self._after(None, look.tail)), look

    def _keep(self, standing: AggregateState[S] | None) -> AggregateState[S] | None:
        """Cache `standing`, which the store has acknowledged; return it."""
        if standing is not None and self._most:
            with self._lock:
                self._kept[standing.log] = standing
                self._kept.move_to_end(standing.log)
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return standing

    def _replayed(self, log: GameId, ply: int) -> CommandResult[S]:
        *before, last = self.store.read(log, START, ply)
        after = self._after(self._after(None, tuple(before)), (last,))
        if after is None:
            raise NoSuchLog(log)
        return CommandResult(after, self.told(last), replayed=True)

    def _decided(
        self,
        log: GameId,
        before: AggregateState[S] | None,
        actor: str,
        command: Any,
        once: IdempotencyKey | None,
    ) -> CommandResult[S]:
        now = max(self._clock(), before.time if before else 0)

        def decided() -> tuple[tuple[Any, ...], Entry, AggregateState[S], AppendOptions]:
            events = self._decider.decide(before.state if before else None, actor, command, now)
            entry = self._entry(log, before, actor, command, events, now)
            after = self._next(before, entry)
            return events, entry, after, self._decider.terms(after.state, now)

        events, entry, after, terms = self._beside(decided)
        place: LogPosition = START if before is None else At(before.ply, before.digest)
        outcome = self.store.append(
            entry,
            after=place,
            once=once,
            status=terms.status,
            live=False,
            hint=terms.hint,
            due_in_ms=terms.due_in_ms,
            deadline=terms.deadline,
            summary=terms.summary,
        )
        if not isinstance(outcome, Appended):
            return self._replayed(log, outcome.ply)
        self._keep(after)
        return CommandResult(after, events)

    def _entry(
        self,
        log: GameId,
        before: AggregateState[S] | None,
        actor: str,
        command: Any,
        events: tuple[Any, ...],
        now: int,
    ) -> Entry:
        ply = before.ply + 1 if before else 1
        shown, hidden = self._split(command, events)
        state = before.state if before else None
        parts = self._hidden_parts(log, ply, state, events, hidden) if hidden else ()
        public: Json = {
            "v": FORMAT_VERSION,
            "game": log,
            "ply": ply,
            "time": now,
            "actor": actor,
            **shown,
            "seals": [[part.audience, seal(part.salt, part.body).hex()] for part in parts],
        }
        return next_entry(START if before is None else before, log, canonical(public), parts)

    def _split(self, command: Any, events: tuple[Any, ...]) -> tuple[Json, dict[int, Json]]:
        """Return the public part of an entry, and by audience its hidden parts."""
        command_parts = self._decider.commands.split(command)
        event_parts = [self._decider.events.split(event) for event in events]
        hidden: dict[int, Json] = {
            audience: {"command": part} for audience, part in command_parts.hidden.items()
        }
        for index, halves in enumerate(event_parts):
            for audience, part in halves.hidden.items():
                hidden.setdefault(audience, {}).setdefault("events", {})[str(index)] = part
        return {"command": command_parts.public, "events": [halves.public for halves in event_parts]}, hidden

    def _hidden_parts(
        self, log: GameId, ply: int, state: S | None, events: tuple[Any, ...], hidden: Mapping[int, Json]
    ) -> tuple[HiddenPart, ...]:
        for event in events:
            state = self._decider.evolve(state, event)
        if self._salted is None or state is None:
            raise ValueError("this log has nothing to salt a seal from")
        key = self._salted(state)
        return tuple(
            HiddenPart(audience, salt(key, log, ply, audience), canonical(part))
            for audience, part in sorted(hidden.items())
        )

    def _after(
        self, standing: AggregateState[S] | None, entries: Sequence[Entry]
    ) -> AggregateState[S] | None:
        return self._beside(lambda: self._folded(standing, entries)) if entries else standing

    def _folded(
        self, standing: AggregateState[S] | None, entries: Sequence[Entry]
    ) -> AggregateState[S] | None:
        for entry in entries:
            standing = self._next(standing, entry)
        return standing

    def _next(self, before: AggregateState[S] | None, entry: Entry) -> AggregateState[S]:
        try:
            state = before.state if before else None
            for event in self.told(entry):
                state = self._decider.evolve(state, event)
            time = parse(entry.public)["time"]
        except (KeyError, IndexError, TypeError, ValueError) as damage:
            raise Unreadable(entry.game, entry.ply) from damage
        if state is None:
            raise Unreadable(entry.game, entry.ply)
        return AggregateState(entry.game, state, entry.ply, entry.digest, time)
