"""The state of a player: its name, its scopes and its keys.

Hashes are lower-case hex, times ms since 1970. A key is identified by its number, from 1 in the order of
creation.
"""

from dataclasses import dataclass
from enum import StrEnum


class KeyScope(StrEnum):
    """Scope of a key: to act, to read as a seat, to look on, to run events, to arbitrate."""

    PLAY = "play"
    VIEW = "view"
    SPECTATE = "spectate"
    ORGANISE = "organise"
    AUDIT = "audit"


COMMON = (KeyScope.PLAY, KeyScope.VIEW, KeyScope.SPECTATE)
"""Scopes of every player; only the operator grants others."""


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """An API key: its number, the SHA-256 of its text, its scopes, the time of its creation."""

    number: int
    hash: str
    scopes: tuple[str, ...]
    made: int
    revoked: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """State of a player.

    A `bot` is a program: its owner, or an organiser, seats it without its consent. A player that was `closed`
    (ms since 1970) is shown by its id, and none of its keys is valid.
    """

    id: str
    name: str
    since: int
    scopes: tuple[str, ...]
    keys: tuple[PlayerKey, ...] = ()
    bot: bool = False
    owner: str | None = None
    closed: int | None = None

    def key(self, number: int) -> PlayerKey | None:
        """Return the key of that number, None if it never existed."""
        return self.keys[number - 1] if 0 < number <= len(self.keys) else None

    def allowed(self, key: PlayerKey) -> tuple[str, ...]:
        """Return the effective scopes of `key`: its own, as far as the player still has them."""
        return () if key.revoked is not None else tuple(scope for scope in key.scopes if scope in self.scopes)
