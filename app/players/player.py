"""A player: a name, the scopes granted, and the keys; what can be said to it and what happened to it.

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


@dataclass(frozen=True, slots=True)
class Register:
    """Begin a player; its first key has the common scopes. A bot may have another player as its owner."""

    player: str
    name: str
    hash: str
    bot: bool | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class AddKey:
    """Add key `number`, which must be the next one."""

    number: int
    hash: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rotate:
    """Replace key `old` by key `number`, the next one, with the same scopes."""

    old: int
    number: int
    hash: str


@dataclass(frozen=True, slots=True)
class Revoke:
    """End the keys of these numbers for good."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Grant:
    """Give the player a scope (operator)."""

    scope: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take a scope from the player, and with it from all its keys (operator)."""

    scope: str


@dataclass(frozen=True, slots=True)
class Close:
    """End every key of the player for good, and forget its name (operator)."""


Command = Register | AddKey | Rotate | Revoke | Grant | Withdraw | Close


@dataclass(frozen=True, slots=True)
class Registered:
    """The player exists."""

    player: str
    name: str
    at: int
    scopes: tuple[str, ...]
    bot: bool | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class KeyAdded:
    """A key can be used from now on."""

    number: int
    hash: str
    scopes: tuple[str, ...]
    at: int


@dataclass(frozen=True, slots=True)
class KeyRevoked:
    """A key can never be used again."""

    number: int
    at: int


@dataclass(frozen=True, slots=True)
class ScopesChanged:
    """What the player may do from now on."""

    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """The player has no name, no scopes and no valid keys any more."""

    at: int


Event = Registered | KeyAdded | KeyRevoked | ScopesChanged | Closed

COMMANDS: dict[str, type[Command]] = {
    "register": Register,
    "add_key": AddKey,
    "rotate": Rotate,
    "revoke": Revoke,
    "grant": Grant,
    "withdraw": Withdraw,
    "close": Close,
}
"""The commands by their names in the log."""

EVENTS: dict[str, type[Event]] = {
    "registered": Registered,
    "key-added": KeyAdded,
    "key-revoked": KeyRevoked,
    "scopes-changed": ScopesChanged,
    "closed": Closed,
}
"""The events by their stored names, which never change."""
