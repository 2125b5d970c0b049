"""Options of an append (idempotency, deadlines, turns), its results, and the observer of a store."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Protocol

from app.store.entry import Entry, Head


@dataclass(frozen=True, slots=True)
class IdempotencyKey:
    """An idempotency key in its scope, and the fingerprint (16 bytes) of the request.

    A scope names the caller within the game, a seat for example; it contains no line feed. Records live as
    long as the game.
    """

    scope: str
    key: str
    fingerprint: bytes

    def __post_init__(self) -> None:
        if "\n" in self.scope or len(self.fingerprint) != 16:
            raise ValueError("a scope has no line feed and a fingerprint 16 bytes")

    @property
    def field(self) -> str:
        """Name of the record in the game's hash."""
        return f"{self.scope}\n{self.key}"


class HiddenUnder(StrEnum):
    """Key under which the hidden parts of an entry are encrypted.

    It is that of the service, or the log's own key, which the first such entry makes. With DROPPED the own
    key is deleted with all idempotency records of the log: what it encrypted can never be read again.
    """

    SERVICE = "service"
    OWN = "own"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Deadline:
    """Change of the game's deadline by an append; use KEEP, NONE or after(ms)."""

    argument: str


KEPT: Final = 0
"""Ply in the turns of a player for a seat that is reserved for it."""

KEEP: Final = Deadline("keep")
NONE: Final = Deadline("none")


def after(ms: int) -> Deadline:
    """Deadline `ms` milliseconds, not below 0, after the append by the server's clock."""
    if ms < 0:
        raise ValueError("a deadline lies in the future")
    return Deadline(str(ms))


@dataclass(frozen=True, slots=True)
class PlayersToAct:
    """Players whose turn begins with an append, and the ply of that entry.

    Those in `kept` have a reserved seat that they have not taken.
    """

    ply: int = 0
    players: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @property
    def argument(self) -> str:
        """Argument of the script; empty if there are no players."""
        words = [*sorted(set(self.players)), *(f"{player}:{KEPT}" for player in sorted(set(self.kept)))]
        return " ".join((str(self.ply), *words)) if words else ""


NO_PLAYERS: Final = PlayersToAct()


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry was appended and is the head now.

    `replicated` says whether enough replicas have it; None if the store waits for none.
    """

    head: Head
    replicated: bool | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """Nothing was appended: the same idempotency key made entry `ply` before."""

    ply: int


@dataclass(frozen=True, slots=True)
class LogState:
    """State of a log after a place.

    `tail` holds every entry after the place, up to `head`; None as head means that the store has no such
    game. `replayed_ply` is the entry that the idempotency key made; `mismatch` means that the key was used
    with another fingerprint. `now_ms` is the server's time.
    """

    replayed_ply: int | None
    mismatch: bool
    head: Head | None
    tail: tuple[Entry, ...]
    now_ms: int = field(default=0, compare=False)


class StoreObserver(Protocol):
    """Observer of appends. Its methods raise nothing; the store does not depend on them."""

    def request(self) -> str:
        """Return the origin of an entry that is written now, see app.observability.logs; empty for none."""

    def appended(self, log: str, ply: int) -> None:
        """Receive that entry `ply` of `log` was written."""

    def conflicted(self, log: str) -> None:
        """Receive that an entry of `log` was refused because of a conflict."""


class NullObserver:
    """Observer that does nothing (default)."""

    def request(self) -> str:
        """Return no request id."""
        return ""

    def appended(self, log: str, ply: int) -> None:
        """Do nothing."""

    def conflicted(self, log: str) -> None:
        """Do nothing."""


NULL_OBSERVER = NullObserver()
