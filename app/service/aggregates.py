"""Aggregates beside games (players, webhooks, disputes, tournaments): their logs and their deciders.

An entry has the form of a game's: `{v, game, ply, time, actor, command, events, seals}` as canonical JSON,
its digest chained to the entry before, `game` being the id of the log. Hidden fields of commands and events
(`app.games.codec`) are sealed as in a game's: the chain has the seal, the text stands beside it, under the
key that `AppendOptions` names. Without the text the log is folded with None in these fields; digests do not
change.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from app.games.codec import Codec, Json, Split
from app.service.entry_codec import sealed_entry
from app.service.event_log import DecisionRefused, UnexpectedPly
from app.service.log_decider import AppendOptions
from app.store.canonical import canonical, parse
from app.store.entry import START, Entry, Head
from app.store.entry_format import upcast
from app.store.errors import Unreadable
from app.store.keys import GameId

S = TypeVar("S")


class Decider(Protocol[S]):
    """Decider of one kind of aggregate; every method is pure. `now` is in ms since 1970."""

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """Classes of the errors that `decide` raises; they are returned after another look at the log."""

    @property
    def commands(self) -> Codec[Any]:
        """Codec of the commands."""

    @property
    def events(self) -> Codec[Any]:
        """Codec of the events."""

    def decide(self, state: S | None, actor: str, command: Any, now: int) -> tuple[Any, ...]:
        """Return the events of a command, or raise one of `refusals`."""

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


class Aggregate(Generic[S]):
    """Log decider over the `decider` of an aggregate.

    `salt_key` returns the key from which the seals of a log are salted, for logs with hidden fields: a random
    one for each entry, if a seal is opened only by what stands beside it.
    """

    def __init__(self, decider: Decider[S], salt_key: Callable[[S], bytes] | None = None) -> None:
        self._decider = decider
        self._salt_key = salt_key

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """Classes of the refusals."""
        return (*self._decider.refusals, UnexpectedPly)

    def decide(self, before: AggregateState[S] | None, actor: str, command: Any, now: int) -> tuple[Any, ...]:
        """Return the events of a command, or raise a refusal."""
        try:
            return self._decider.decide(before.state if before else None, actor, command, now)
        except DecisionRefused as refusal:
            refusal.ply = before.ply if before else 0
            raise

    def encode(
        self,
        log: GameId,
        before: AggregateState[S] | None,
        actor: str,
        command: Any,
        events: tuple[Any, ...],
        now: int,
    ) -> tuple[Entry, AggregateState[S]]:
        """Return the entry of a command, and the log after it."""
        halves = self._split(command, events)
        key = self._key(before, events) if halves.hidden else b""
        entry = sealed_entry(before or START, log, now, actor, halves, key, canonical)
        return entry, self.advance(before, entry)

    def options(
        self, before: AggregateState[S] | None, after: AggregateState[S], actor: str, command: Any
    ) -> AppendOptions:
        """Return the data to be stored with the entry that led to `after`."""
        return self._decider.terms(after.state, after.time)

    def advance(self, before: AggregateState[S] | None, entry: Entry) -> AggregateState[S]:
        """Return the log after a stored entry. Raises Unreadable if it cannot be decoded."""
        try:
            state = before.state if before else None
            for event in self.events(entry):
                state = self._decider.evolve(state, event)
            time = parse(entry.public)["time"]
        except (KeyError, IndexError, TypeError, ValueError) as damage:
            raise Unreadable(entry.game, entry.ply) from damage
        if state is None:
            raise Unreadable(entry.game, entry.ply)
        return AggregateState(entry.game, state, entry.ply, entry.digest, time)

    def at_head(self, position: AggregateState[S], head: Head) -> AggregateState[S]:
        """Return `position`: an aggregate has nothing that only its head knows."""
        return position

    def pending(self, position: AggregateState[S]) -> None:
        """Return None: the service owes nothing within an append."""

    def folded(self, entries: Iterable[Entry]) -> AggregateState[S]:
        """Return the log after `entries`, at least one, from ply 1 on. Raises Unreadable, see `advance`."""
        position: AggregateState[S] | None = None
        for entry in entries:
            position = self.advance(position, entry)
        if position is None:
            raise ValueError("a log has at least one entry")
        return position

    def events(self, entry: Entry) -> tuple[Any, ...]:
        """Decode the events of an entry, with the hidden fields that are available."""
        codec = self._decider.events
        merged = merged_events(codec, parse(entry.public)["events"], hidden_in(entry))
        return tuple(codec.from_json(upcast(document)) for document in merged)

    def _split(self, command: Any, events: Sequence[Any]) -> Split:
        """Return the public part of an entry, and by audience its hidden parts."""
        command_parts = self._decider.commands.split(command)
        event_parts = [self._decider.events.split(event) for event in events]
        hidden: dict[int, Json] = {
            audience: {"command": part} for audience, part in command_parts.hidden.items()
        }
        for index, halves in enumerate(event_parts):
            for audience, part in halves.hidden.items():
                hidden.setdefault(audience, {}).setdefault("events", {})[str(index)] = part
        public = {"command": command_parts.public, "events": [halves.public for halves in event_parts]}
        return Split(public, hidden)

    def _key(self, before: AggregateState[S] | None, events: Sequence[Any]) -> bytes:
        """Return the key that salts the seals of an entry, from the state after its events."""
        state = before.state if before else None
        for event in events:
            state = self._decider.evolve(state, event)
        if self._salt_key is None or state is None:
            raise ValueError("this log has nothing to salt a seal from")
        return self._salt_key(state)


def hidden_in(entry: Entry) -> dict[int, Json]:
    """Return the available hidden parts of an entry, by audience."""
    return {part.audience: parse(part.body) for part in entry.parts}


def merged_events(codec: Codec[Any], public: Iterable[Json], hidden: Mapping[int, Json]) -> list[Json]:
    """Return the events of an entry with the fields in `hidden`, the hidden parts by audience."""
    shares = {audience: part.get("events", {}) for audience, part in hidden.items()}
    return [
        codec.merge(document, {who: share[str(at)] for who, share in shares.items() if str(at) in share})
        for at, document in enumerate(public)
    ]


def check_ply(before: AggregateState[Any] | None, expected: int | None) -> None:
    """Raise UnexpectedPly if `expected` is given and the log is at another ply."""
    ply = before.ply if before else 0
    if expected is not None and expected != ply:
        raise UnexpectedPly(ply)
