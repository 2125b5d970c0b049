"""State of a player, and the commands and events of its log.

The names in COMMANDS and EVENTS are stored. Hashes are lower-case hex, times ms since 1970. A key is
identified by its number, from 1 in the order of creation.

Names and labels are hidden fields: an entry has their seal, and the text stands beside it, under the own key
of the log, which closing deletes. Without it they are None. Earlier versions wrote them into the entry.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.games.codec import for_nobody


@dataclass(frozen=True, slots=True)
class RegisterPlayer:
    """Begin a player; its first key has the common scopes. A bot may have another player as its owner."""

    player: str
    hash: str
    name: str = for_nobody()
    bot: bool | None = None
    owner: str | None = None
    label: str | None = for_nobody(default=None)


@dataclass(frozen=True, slots=True)
class AddKey:
    """Add key `number`, which must be the next one. The label names the device or program that has it.

    `code` is the SHA-256 of the one-time code that a device has sent for it.
    """

    number: int
    hash: str
    scopes: tuple[str, ...]
    label: str | None = for_nobody(default=None)
    code: str | None = None


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
class RenamePlayer:
    """Give the player another name."""

    name: str = for_nobody()


@dataclass(frozen=True, slots=True)
class BanPlayer:
    """Refuse every key and every new game of the player until the ban is lifted (operator)."""


@dataclass(frozen=True, slots=True)
class UnbanPlayer:
    """Lift the ban of the player (operator)."""


@dataclass(frozen=True, slots=True)
class ClosePlayer:
    """End every key of the player for good, and forget its name (operator)."""


Command = (
    RegisterPlayer
    | AddKey
    | RotateKey
    | Revoke
    | Grant
    | WithdrawScope
    | RenamePlayer
    | BanPlayer
    | UnbanPlayer
    | ClosePlayer
)

COMMANDS: dict[str, type[Command]] = {
    "register": RegisterPlayer,
    "add_key": AddKey,
    "rotate": RotateKey,
    "revoke": Revoke,
    "grant": Grant,
    "withdraw": WithdrawScope,
    "rename": RenamePlayer,
    "ban": BanPlayer,
    "unban": UnbanPlayer,
    "close": ClosePlayer,
}
"""The commands by their names in the log."""


@dataclass(frozen=True, slots=True)
class PlayerRegistered:
    """The player exists."""

    player: str
    at: int
    scopes: tuple[str, ...]
    name: str | None = for_nobody()
    bot: bool | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True)
class KeyAdded:
    """A key can be used from now on."""

    number: int
    hash: str
    scopes: tuple[str, ...]
    at: int
    label: str | None = for_nobody(default=None)
    code: str | None = None


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
class PlayerRenamed:
    """The player has another name."""

    name: str | None = for_nobody()


@dataclass(frozen=True, slots=True)
class PlayerBanned:
    """No key of the player is accepted from now on."""

    at: int


@dataclass(frozen=True, slots=True)
class PlayerUnbanned:
    """The keys of the player are accepted again."""

    at: int


@dataclass(frozen=True, slots=True)
class PlayerClosed:
    """The player has no name, no scopes and no valid keys any more."""

    at: int


Event = (
    PlayerRegistered
    | KeyAdded
    | KeyRevoked
    | ScopesChanged
    | PlayerRenamed
    | PlayerBanned
    | PlayerUnbanned
    | PlayerClosed
)

EVENTS: dict[str, type[Event]] = {
    "registered": PlayerRegistered,
    "key-added": KeyAdded,
    "key-revoked": KeyRevoked,
    "scopes-changed": ScopesChanged,
    "renamed": PlayerRenamed,
    "banned": PlayerBanned,
    "unbanned": PlayerUnbanned,
    "closed": PlayerClosed,
}
"""The events by their stored names, which never change."""


class KeyScope(StrEnum):
    """Scope of a key: to act, to read as a seat, to look on, to run events, to arbitrate, to keep order."""

    PLAY = "play"
    VIEW = "view"
    SPECTATE = "spectate"
    ORGANISE = "organise"
    AUDIT = "audit"
    OPERATE = "operate"


COMMON = (KeyScope.PLAY, KeyScope.VIEW, KeyScope.SPECTATE)
"""Scopes of every player; only the operator grants others."""


@dataclass(frozen=True, slots=True)
class PlayerKey:
    """An API key: number, SHA-256 of its text, scopes, time of its creation, label, SHA-256 of its code."""

    number: int
    hash: str
    scopes: tuple[str, ...]
    made: int
    revoked: int | None = None
    label: str | None = None
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """State of a player.

    A `bot` is a program: its owner, or an organiser, seats it without its consent. A player that was `closed`
    (ms since 1970) is shown by its id, and none of its keys is valid. Those of a `banned` one (ms since 1970)
    are refused until the ban is lifted.
    """

    id: str
    name: str
    since: int
    scopes: tuple[str, ...]
    keys: tuple[PlayerKey, ...] = ()
    bot: bool = False
    owner: str | None = None
    closed: int | None = None
    banned: int | None = None

    def key(self, number: int) -> PlayerKey | None:
        """Return the key of that number, None if it never existed."""
        return self.keys[number - 1] if 0 < number <= len(self.keys) else None

    def allowed(self, key: PlayerKey) -> tuple[str, ...]:
        """Return the effective scopes of `key`: its own, as far as the player still has them."""
        if key.revoked is not None or self.banned is not None:
            return ()
        return tuple(scope for scope in key.scopes if scope in self.scopes)
