"""Commands to a player. Their names in COMMANDS are stored.

Hashes are lower-case hex, times ms since 1970.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RegisterPlayer:
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
class RotateKey:
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
class WithdrawScope:
    """Take a scope from the player, and with it from all its keys (operator)."""

    scope: str


@dataclass(frozen=True, slots=True)
class ClosePlayer:
    """End every key of the player for good, and forget its name (operator)."""


Command = RegisterPlayer | AddKey | RotateKey | Revoke | Grant | WithdrawScope | ClosePlayer

COMMANDS: dict[str, type[Command]] = {
    "register": RegisterPlayer,
    "add_key": AddKey,
    "rotate": RotateKey,
    "revoke": Revoke,
    "grant": Grant,
    "withdraw": WithdrawScope,
    "close": ClosePlayer,
}
"""The commands by their names in the log."""
