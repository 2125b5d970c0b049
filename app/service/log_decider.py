"""Decider of one kind of log, as the event log calls it: stored data of an entry, and an accepted command."""

from typing import Any, Generic, Protocol, TypeVar

from app.games.values import value
from app.service.position_cache import TimedPosition
from app.store.append_options import NO_PLAYERS, NONE, Deadline, HiddenUnder, PlayersToAct
from app.store.entry import Entry, Head
from app.store.keys import GameId

T = TypeVar("T")
P = TypeVar("P", bound=TimedPosition)


@value
class AppendOptions:
    """Data stored with an entry: status, hint, due mark, deadline, players to act, summary.

    A `live` log is listed as live. The player `answers` gets an answer time. With `enforce_deadline` the
    entry is refused after the deadline. `hidden` is the key of its hidden parts.
    """

    status: str
    hint: str = ""
    due_in_ms: int | None = None
    deadline: Deadline = NONE
    summary: bytes = b""
    live: bool = False
    to_act: PlayersToAct = NO_PLAYERS
    answers: str = ""
    enforce_deadline: bool = False
    hidden: HiddenUnder = HiddenUnder.SERVICE


class LogDecider(Protocol[P]):
    """Rules of one kind of log; every method is pure. `before` is None before the first entry.

    The actor of a command is in the form of the decider, None for the service itself. Errors of the classes
    in `refusals` are returned only after the log has been read again.
    """

    @property
    def refusals(self) -> tuple[type[Exception], ...]:
        """Classes of the refusals."""

    def decide(self, before: P | None, actor: Any, command: Any, now: int) -> tuple[Any, ...]:
        """Return the events of a command at `now`, in ms since 1970, or raise a refusal."""

    def encode(
        self, log: GameId, before: P | None, actor: Any, command: Any, events: tuple[Any, ...], now: int
    ) -> tuple[Entry, P]:
        """Return the entry of a command with its hidden parts, and the position after it."""

    def options(self, before: P | None, after: P, actor: Any, command: Any) -> AppendOptions:
        """Return the data to be stored with the entry that led to `after`."""

    def advance(self, before: P | None, entry: Entry) -> P:
        """Return the position after a stored entry. Raises Unreadable if it cannot be decoded."""

    def at_head(self, position: P, head: Head) -> P:
        """Return the position of the last entry, with what only the head of its log has."""

    def pending(self, position: P) -> Any | None:
        """Return the command that the service itself owes after an entry, None for none."""


@value
class Accepted(Generic[T]):
    """A command accepted as entry `ply`: the log right after it, and whether an earlier request made it.

    `replicated` says whether enough replicas have that log now; None if the store waits for none.
    """

    ply: int
    position: T
    replayed: bool
    replicated: bool | None = None
