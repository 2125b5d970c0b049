"""Repository of players: registration, look-up, and their keys."""

import hmac
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from hashlib import sha256
from secrets import token_bytes

from app.players.decide import LIVE_KEYS_MAX, IsClosed, NoSuchKey, PlayerError, TooManyLiveKeys, Unchanged
from app.players.decide import PlayerDecider as Decider
from app.players.directory import Places, PlayerPage, PlayerState, normal, places, search
from app.players.state import (
    AddKey,
    BanPlayer,
    ClosePlayer,
    Command,
    Grant,
    KeyScope,
    Player,
    PlayerKey,
    RegisterPlayer,
    RenamePlayer,
    Revoke,
    RotateKey,
    UnbanPlayer,
    WithdrawScope,
)
from app.service.aggregates import Aggregate, AggregateState
from app.service.event_log import EventLog, NoSuchLog
from app.service.log_decider import Accepted
from app.store.append_options import IdempotencyKey
from app.store.canonical import parse
from app.store.device_codes import CodeHolder
from app.store.errors import KeyReused
from app.store.keys import GameId, LogKind, is_log_id, kind_of
from app.store.log import EventStore
from app.store.player_index import PlayerIndex, PlayerList, PlayerPlace

Mint = Callable[[str, int], str]
"""Function that returns the text of a player's key, by id and number."""

PLAYER, OPERATOR = "player", "operator"


class Players:
    """The players whose logs are in `store`; `mint` makes their keys, at most `most` valid ones each.

    Safe between threads.
    """

    def __init__(
        self, store: EventStore, mint: Mint, clock: Callable[[], int], most: int = LIVE_KEYS_MAX
    ) -> None:
        self._most = most
        self._decider = Decider()
        decider = Aggregate(self._decider, lambda _: token_bytes(32))  # the seals of names are never opened
        self._log: EventLog[AggregateState[Player]] = EventLog(store, decider, clock)
        self._clock = clock
        self._mint = mint

    def find(self, player: str) -> Player | None:
        """Return the player of this id, None if there is none."""
        if not is_log_id(player) or kind_of(player) is not LogKind.PLAYER:
            return None
        position = self._log.find(player)
        return None if position is None else position.state

    def active(self, player: str) -> Player | None:
        """Return the player of this id, None if there is none, or it was closed or is banned."""
        position = self.find(player)
        return (
            None
            if position is None or position.closed is not None or position.banned is not None
            else position
        )

    def is_banned(self, player: str) -> bool:
        """Return True if this is the id of a player who is banned."""
        position = self.find(player)
        return position is not None and position.banned is not None

    def all(self) -> Iterator[Player]:
        """Yield every player, in no order; for the operator."""
        players = map(self.find, self._log.store.logs(LogKind.PLAYER))
        return (player for player in players if player is not None)

    def search(
        self, name: str, state: PlayerState | None, limit: int, after: PlayerPlace | None = None
    ) -> PlayerPage:
        """Return a page of the players whose names begin with `name`, see `directory.search`."""
        return search(self._index, self.find, name, state, limit, after)

    def named(self, name: str, limit: int, after: PlayerPlace | None = None) -> PlayerPage:
        """Return a page of the players of this name who are neither banned nor closed."""
        return search(self._index, self.find, name, PlayerState.OPEN, limit, after, whole=True)

    def count(self, which: PlayerList) -> int:
        """Return the number of players in a list of the index."""
        return self._index.count(which)

    def proved(self, player: str, number: int, text: str) -> tuple[Player, PlayerKey] | None:
        """Return the player and its key with this `text`, revoked or not; None if there is no such key."""
        owner = self.find(player)
        key = owner.key(number) if owner else None
        if owner is None or key is None:
            return None
        return (owner, key) if hmac.compare_digest(hash_of(text), key.hash) else None

    def text(self, player: str, number: int) -> str:
        """Return the text of key `number` of `player`."""
        return self._mint(player, number)

    def register(
        self,
        player: GameId,
        name: str,
        once: IdempotencyKey | None,
        bot: bool = False,
        owner: str | None = None,
        label: str | None = None,
    ) -> Accepted[AggregateState[Player]]:
        """Create a player with its first key. Raises KeyReused if another request created the id."""
        command = RegisterPlayer(player, hash_of(self.text(player, 1)), name, bot or None, owner, label)
        place = (PlayerList.NAMED, PlayerPlace(normal(name), player))
        if self.find(player) is None:  # a repeated request changes nothing, whatever name it has
            self._index.add({place})
        with self._corrected(player, {place}):
            return self._log.act(player, PLAYER, lambda _: command, once)

    def add_key(
        self, player: str, scopes: tuple[str, ...], once: IdempotencyKey | None, label: str | None = None
    ) -> Accepted[AggregateState[Player]]:
        """Add a key with these scopes."""

        def command(before: AggregateState[Player] | None) -> AddKey:
            return AddKey(*self._fresh(self._with_room(before)), scopes, label)

        return self._log.act(GameId(player), PLAYER, command, once)

    def redeem(
        self, code: str, holder: CodeHolder, once: IdempotencyKey | None, label: str | None
    ) -> Accepted[AggregateState[Player]]:
        """Add a key with the scopes of the one that made `code`.

        Raises CodeUsed, and NoSuchKey if the code has ended or that key is not valid any more.
        """

        def command(before: AggregateState[Player] | None) -> AddKey:
            number, secret_hash = self._fresh(self._with_room(before))
            key = before.state.key(holder.number) if before else None
            scopes = before.state.allowed(key) if before and key else ()
            if not scopes or self._clock() > holder.until_ms:
                raise NoSuchKey
            return AddKey(number, secret_hash, scopes, label, hash_of(code))

        return self._log.act(GameId(holder.player), PLAYER, command, once)

    def rotate(self, player: str, old: int, once: IdempotencyKey | None) -> Accepted[AggregateState[Player]]:
        """Replace key `old` by a new one."""
        return self._log.act(
            GameId(player), PLAYER, lambda before: RotateKey(old, *self._fresh(before)), once
        )

    def revoke(
        self, player: str, numbers: tuple[int, ...], once: IdempotencyKey | None = None, actor: str = PLAYER
    ) -> Accepted[AggregateState[Player]]:
        """Revoke these keys."""
        return self._log.act(GameId(player), actor, lambda _: Revoke(numbers), once)

    def revoke_others(self, player: str, kept: int) -> Player:
        """Revoke all keys but `kept`. Raises NoSuchKey if that one is revoked itself."""

        def command(before: AggregateState[Player] | None) -> Revoke:
            if before is None:
                raise NoSuchLog
            return Revoke(_others(before.state, kept))

        try:
            return self._log.act(GameId(player), PLAYER, command).position.state
        except Unchanged:
            return self._log.current(GameId(player)).state

    def grant(self, player: str, scope: KeyScope) -> AggregateState[Player]:
        """Grant the player a scope, by the operator."""
        return self._log.act(GameId(player), OPERATOR, lambda _: Grant(str(scope))).position

    def withdraw(self, player: str, scope: KeyScope) -> AggregateState[Player]:
        """Withdraw a scope from the player, by the operator."""
        return self._log.act(GameId(player), OPERATOR, lambda _: WithdrawScope(str(scope))).position

    def rename(self, player: str, name: str) -> AggregateState[Player]:
        """Give the player another name, by the operator."""
        return self._change(player, RenamePlayer(name))

    def ban(self, player: str) -> AggregateState[Player]:
        """Ban the player: its keys are refused, and so are new games with it."""
        return self._change(player, BanPlayer())

    def unban(self, player: str) -> AggregateState[Player]:
        """Lift the ban of the player."""
        return self._change(player, UnbanPlayer())

    def close(self, player: str) -> AggregateState[Player]:
        """Close the player and delete the key of its names. Raises IsClosed if it was closed before.

        Every name that it has had leaves the index before, and once more afterwards, because a change at the
        same time may add one. A call that was interrupted is to be repeated, and IsClosed is raised after the
        rest is done.
        """
        known = self.find(player)
        if known is None:
            raise NoSuchLog(player)
        self._index.forget(GameId(known.id))
        try:
            return self._change(player, ClosePlayer())
        except IsClosed:
            self._log.store.hidden.drop(GameId(player))  # a process of an earlier version leaves it
            raise
        finally:
            self._index.forget(GameId(player))

    def has_clear_names(self, player: str) -> bool:
        """Return whether entries of an earlier version have names or labels of the player: they stay."""
        entries = self._log.entries(GameId(player))
        documents = [event for entry in entries for event in parse(entry.public)["events"]]
        return any(document.get("name") or document.get("label") for document in documents)

    def _change(self, player: str, command: Command) -> AggregateState[Player]:
        """Append a command of the operator, and keep the index: first the new places, then the old ones.

        A command that would change nothing is not appended.
        """
        before, added = self.find(player), Places()
        try:
            if before is not None and before.closed is None:
                events = self._decider.decide(before, OPERATOR, command, self._clock())
                added = places(reduce(self._decider.evolve, events, before))
                self._index.add(added)
            with self._corrected(GameId(player), added):
                after = self._log.act(GameId(player), OPERATOR, lambda _: command).position
        except Unchanged:
            return self._log.current(GameId(player))
        if before is not None:
            self._index.drop(places(before) - places(after.state))
        return after

    @contextmanager
    def _corrected(self, player: GameId, added: Places) -> Iterator[None]:
        """Remove the places that were `added` for a change if it is refused within the block."""
        try:
            yield
        except (KeyReused, PlayerError):
            current = self.find(player)
            self._index.drop(added - (places(current) if current else set()))
            raise

    @property
    def _index(self) -> PlayerIndex:
        """Index of players in the store."""
        return self._log.store.names

    def _with_room(self, before: AggregateState[Player] | None) -> AggregateState[Player] | None:
        """Return the player if it may have another valid key. Raises TooManyLiveKeys otherwise."""
        if before is not None and sum(key.revoked is None for key in before.state.keys) >= self._most:
            raise TooManyLiveKeys
        return before

    def _fresh(self, before: AggregateState[Player] | None) -> tuple[int, str]:
        """Return the number and the hash of the next key."""
        if before is None:
            raise NoSuchLog
        number = len(before.state.keys) + 1
        return number, hash_of(self.text(before.state.id, number))


def _others(player: Player, kept: int) -> tuple[int, ...]:
    """Return the numbers of the valid keys but `kept`. Raises NoSuchKey if that one is not valid."""
    valid = [key.number for key in player.keys if key.revoked is None]
    if kept not in valid:
        raise NoSuchKey
    return tuple(number for number in valid if number != kept)


def hash_of(text: str) -> str:
    """Return the SHA-256 of a key in hex, the form in which the log stores it."""
    return sha256(text.encode()).hexdigest()
