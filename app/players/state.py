"""The state of a player: its name, its scopes and its keys.

Hashes are lower-case hex, times ms since 1970. A key is known by its number, from 1 in the order made.
"""

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """What a key may be used for: to act, to read as a seat, to look on, to run events, to arbitrate."""

    PLAY = "play"
    VIEW = "view"
    SPECTATE = "spectate"
    ORGANISE = "organise"
    AUDIT = "audit"


COMMON = (Scope.PLAY, Scope.VIEW, Scope.SPECTATE)
"""What everybody has; only the operator grants more."""


@dataclass(frozen=True, slots=True)
class Key:
    """An API key: its number, the SHA-256 of its text, what it may be used for, when it was made."""

    number: int
    hash: str
    scopes: tuple[str, ...]
    made: int
    revoked: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A player as known now.

    A `bot` is a program: its owner, or who runs events, seats it without asking it. One that was `closed` (ms
    since 1970) is called by its id, and no key of it is valid.
    """

    id: str
    name: str
    since: int
    scopes: tuple[str, ...]
    keys: tuple[Key, ...] = ()
    bot: bool = False
    owner: str | None = None
    closed: int | None = None

    def key(self, number: int) -> Key | None:
        """The key of that number, None if there never was one."""
        return self.keys[number - 1] if 0 < number <= len(self.keys) else None

    def allowed(self, key: Key) -> tuple[str, ...]:
        """What `key` may be used for now: its own scopes as far as the player still has them."""
        return () if key.revoked is not None else tuple(one for one in key.scopes if one in self.scopes)
