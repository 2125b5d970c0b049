"""`decide` and `evolve` for a player.

PlayerError
    TooManyKeys   the player has as many keys as one may have
        TooManyLiveKeys   as many as may be in use at once
    NoSuchKey     there is no key of that number, or it is revoked
    ScopeMissing  the player may not do what the key was to be for
    CodeUsed      a device has got a key by this code
    IsClosed      the player was closed
    Unchanged     the command would change nothing
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.games.codec import Codec
from app.players.state import (
    COMMANDS,
    COMMON,
    EVENTS,
    AddKey,
    BanPlayer,
    ClosePlayer,
    Command,
    Event,
    Grant,
    KeyAdded,
    KeyRevoked,
    KeyScope,
    Player,
    PlayerBanned,
    PlayerClosed,
    PlayerKey,
    PlayerRegistered,
    PlayerRenamed,
    PlayerUnbanned,
    RegisterPlayer,
    RenamePlayer,
    Revoke,
    RotateKey,
    ScopesChanged,
    UnbanPlayer,
    WithdrawScope,
)
from app.service.event_log import NoSuchLog
from app.service.log_decider import AppendOptions
from app.store.append_options import HiddenUnder

LIVE_KEYS_MAX = 20
"""Largest number of valid keys of a player."""

KEYS_MAX = 1_000
"""Largest number of keys that a player can ever have: every log is bounded."""


class PlayerError(Exception):
    """Base of the errors of a player's log."""


class TooManyKeys(PlayerError):
    """The player has as many keys as are allowed."""


class TooManyLiveKeys(TooManyKeys):
    """The player has as many valid keys as the service allows."""


class NoSuchKey(PlayerError):
    """There is no key of that number, or it is revoked."""


class ScopeMissing(PlayerError):
    """The player does not have the scopes of the requested key."""


class CodeUsed(PlayerError):
    """A device has got a key by this code."""


class IsClosed(PlayerError):
    """The player was closed for good."""


class Unchanged(PlayerError):
    """The command would change nothing."""


class PlayerDecider:
    """Decider of the logs of players; the actor of an entry is `player` or `operator`."""

    refusals: tuple[type[Exception], ...] = (PlayerError,)
    commands: Codec[Command] = Codec(COMMANDS, {}, {})
    events: Codec[Event] = Codec(EVENTS, {}, {})

    def decide(self, state: Player | None, actor: str, command: Command, now: int) -> tuple[Event, ...]:
        """Return the events of `command`. Raises a PlayerError;

        NoSuchLog for a player that does not exist.
        """
        if state is not None and state.closed is not None:
            raise IsClosed
        if isinstance(command, RegisterPlayer):
            if state is not None:
                raise ValueError("a player is registered once")
            first = KeyAdded(1, command.hash, tuple(map(str, COMMON)), now, command.label)
            who = PlayerRegistered(
                command.player, now, first.scopes, command.name, command.bot or None, command.owner
            )
            return who, first
        if state is None:
            raise NoSuchLog
        return _DECIDE[type(command)](state, command, now)

    def evolve(self, state: Player | None, event: Event) -> Player:
        """Return the player after `event`."""
        if isinstance(event, PlayerRegistered):
            name = event.name or event.player
            return Player(event.player, name, event.at, event.scopes, bot=bool(event.bot), owner=event.owner)
        if state is None:
            raise ValueError("the first event of a player registers it")
        return _EVOLVE[type(event)](state, event)

    def terms(self, state: Player, now: int) -> AppendOptions:
        """Return the status and the key of names: a player has no due work and no end."""
        is_open = state.closed is None
        return AppendOptions("player", hidden=HiddenUnder.OWN if is_open else HiddenUnder.DROPPED)


def _add(state: Player, command: AddKey, now: int) -> tuple[Event, ...]:
    if not set(command.scopes) <= set(state.scopes):
        raise ScopeMissing
    if command.code is not None and command.code in (key.code for key in state.keys):
        raise CodeUsed
    _check_room(state, command.number, 1)
    return (KeyAdded(command.number, command.hash, command.scopes, now, command.label, command.code),)


def _rotate(state: Player, command: RotateKey, now: int) -> tuple[Event, ...]:
    old = _usable(state, command.old)
    _check_room(state, command.number, 0)
    new = KeyAdded(command.number, command.hash, old.scopes, now, old.label)
    return new, KeyRevoked(old.number, now)


def _revoke(state: Player, command: Revoke, now: int) -> tuple[Event, ...]:
    if not command.numbers:
        raise Unchanged
    return tuple(KeyRevoked(_usable(state, number).number, now) for number in command.numbers)


def _grant(state: Player, command: Grant, now: int) -> tuple[Event, ...]:
    granted = {*state.scopes, KeyScope(command.scope)}
    return (ScopesChanged(tuple(str(scope) for scope in KeyScope if scope in granted)),)


def _withdraw(state: Player, command: WithdrawScope, now: int) -> tuple[Event, ...]:
    return (ScopesChanged(tuple(scope for scope in state.scopes if scope != command.scope)),)


def _rename(state: Player, command: RenamePlayer, now: int) -> tuple[Event, ...]:
    if command.name == state.name:
        raise Unchanged
    return (PlayerRenamed(command.name),)


def _ban(state: Player, command: BanPlayer, now: int) -> tuple[Event, ...]:
    if state.banned is not None:
        raise Unchanged
    return (PlayerBanned(now),)


def _unban(state: Player, command: UnbanPlayer, now: int) -> tuple[Event, ...]:
    if state.banned is None:
        raise Unchanged
    return (PlayerUnbanned(now),)


def _close(state: Player, command: ClosePlayer, now: int) -> tuple[Event, ...]:
    return (PlayerClosed(now),)


def _usable(state: Player, number: int) -> PlayerKey:
    key = state.key(number)
    if key is None or key.revoked is not None:
        raise NoSuchKey
    return key


def _check_room(state: Player, number: int, more: int) -> None:
    live = sum(key.revoked is None for key in state.keys)
    if number != len(state.keys) + 1 or number > KEYS_MAX or live + more > LIVE_KEYS_MAX:
        raise TooManyKeys


_DECIDE: dict[type[Any], Callable[[Player, Any, int], tuple[Event, ...]]] = {
    AddKey: _add,
    BanPlayer: _ban,
    ClosePlayer: _close,
    RenamePlayer: _rename,
    RotateKey: _rotate,
    Revoke: _revoke,
    Grant: _grant,
    UnbanPlayer: _unban,
    WithdrawScope: _withdraw,
}


def _added(state: Player, event: KeyAdded) -> Player:
    key = PlayerKey(event.number, event.hash, event.scopes, event.at, label=event.label, code=event.code)
    return replace(state, keys=(*state.keys, key))


def _revoked(state: Player, event: KeyRevoked) -> Player:
    keys = (replace(key, revoked=event.at) if key.number == event.number else key for key in state.keys)
    return replace(state, keys=tuple(keys))


def _closed(state: Player, event: PlayerClosed) -> Player:
    ended = tuple(replace(key, revoked=key.revoked or event.at, label=None) for key in state.keys)
    return replace(state, name=state.id, scopes=(), keys=ended, closed=event.at)


_EVOLVE: dict[type[Any], Callable[[Player, Any], Player]] = {
    KeyAdded: _added,
    KeyRevoked: _revoked,
    ScopesChanged: lambda state, event: replace(state, scopes=event.scopes),
    PlayerRenamed: lambda state, event: replace(state, name=event.name or state.id),
    PlayerBanned: lambda state, event: replace(state, banned=event.at),
    PlayerUnbanned: lambda state, event: replace(state, banned=None),
    PlayerClosed: _closed,
}
