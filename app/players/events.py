"""Events of a player. Their names in EVENTS are stored.

Hashes are lower-case hex, times ms since 1970.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerRegistered:
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
    """The scopes of the player changed."""

    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerClosed:
    """The player has no name, no scopes and no valid keys any more."""

    at: int


Event = PlayerRegistered | KeyAdded | KeyRevoked | ScopesChanged | PlayerClosed

EVENTS: dict[str, type[Event]] = {
    "registered": PlayerRegistered,
    "key-added": KeyAdded,
    "key-revoked": KeyRevoked,
    "scopes-changed": ScopesChanged,
    "closed": PlayerClosed,
}
"""The events by their stored names, which never change."""
