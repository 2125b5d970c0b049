"""The terms of an append and its outcomes: idempotency, deadlines, what came of it."""

from dataclasses import dataclass, field
from typing import Final

from app.store.entry import Entry, Head


@dataclass(frozen=True, slots=True)
class Once:
    """An idempotency key in its scope, and the fingerprint (16 bytes) of what is asked under it.

    A scope names game-wide who asks, a seat for example; it holds no line feed. Records live
    as long as the game.
    """

    scope: str
    key: str
    fingerprint: bytes

    def __post_init__(self) -> None:
        if "\n" in self.scope or len(self.fingerprint) != 16:
            raise ValueError("a scope has no line feed and a fingerprint 16 bytes")

    @property
    def field(self) -> str:
        """The name of the record in the game's hash."""
        return f"{self.scope}\n{self.key}"


@dataclass(frozen=True, slots=True)
class Deadline:
    """What an append does to the deadline of the game; use KEEP, NONE or after(ms)."""

    argument: str


KEPT: Final = 0
"""The ply that stands in the turns of a player for a seat that is kept for it."""

KEEP: Final = Deadline("keep")
NONE: Final = Deadline("none")


def after(ms: int) -> Deadline:
    """A deadline `ms` milliseconds, not below 0, after the append by the server's clock."""
    if ms < 0:
        raise ValueError("a deadline lies in the future")
    return Deadline(str(ms))


@dataclass(frozen=True, slots=True)
class Asked:
    """The players whose answer a game waits for, and the ply at which they were asked.

    For those in `kept` a seat is kept that they have not taken.
    """

    ply: int = 0
    players: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    @property
    def argument(self) -> str:
        """The argument of the script; empty where nobody is asked."""
        words = [*sorted(set(self.players)), *(f"{player}:{KEPT}" for player in sorted(set(self.kept)))]
        return " ".join((str(self.ply), *words)) if words else ""


NOBODY: Final = Asked()


@dataclass(frozen=True, slots=True)
class Appended:
    """The entry was appended and is the head now."""

    head: Head


@dataclass(frozen=True, slots=True)
class Replayed:
    """Nothing was appended: the same idempotency key made entry `ply` before."""

    ply: int


@dataclass(frozen=True, slots=True)
class Look:
    """What the log says beyond a place.

    `tail` holds every entry after the place, up to `head`; None as head means that the store
    has no such game. `replayed_ply` is the entry that the idempotency key made, `mismatch`
    says that it was used with another fingerprint. `now_ms` is the server's time.
    """

    replayed_ply: int | None
    mismatch: bool
    head: Head | None
    tail: tuple[Entry, ...]
    now_ms: int = field(default=0, compare=False)
