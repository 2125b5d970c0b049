"""Who is asking: a seat token or an API key, resolved to the seat it stands for, or a spectator."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from flask import request

from app.entries import Position
from app.games.cards import Seat
from app.games.table.state import Kind, Table, Visibility
from app.handler import Games, Holds
from app.http.errors import Problem
from app.http.keys import ApiKey, credential
from app.http.tokens import SeatToken, mint, token_hash
from app.players.player import Key, Player, Scope
from app.players.players import Players
from app.store.keys import GameId, is_game_id


@dataclass(frozen=True, slots=True)
class Caller:
    """A player that a valid API key speaks for, and what that key may be used for."""

    player: Player
    key: Key

    def needs(self, scope: Scope) -> None:
        """Problem scope_missing unless the key may be used for this."""
        if str(scope) not in self.player.allowed(self.key):
            raise Problem("scope_missing")


@dataclass(frozen=True, slots=True)
class Actor:
    """The seat that acts, the generation of its token, and what says whether it is held at a table."""

    seat: Seat
    generation: int
    holds: Holds


class Access:
    """Reads the Authorization header of a request against the games and players of a service."""

    def __init__(self, games: Games, players: Players, token_key: bytes) -> None:
        self._games = games
        self._players = players
        self._token_key = token_key

    def token(self, game: str, seat: int, generation: int = 0) -> str:
        """The token of a seat, always the same for one generation."""
        return mint(self._token_key, game, seat, generation)

    def hash(self, game: str, seat: int, generation: int = 0) -> str:
        """What the log keeps of the token of a seat: its SHA-256, in hex."""
        return token_hash(self.token(game, seat, generation)).hex()

    def caller(self, *, ended: bool = False) -> Caller | None:
        """Whose API key the request bears, None for a seat token and without one.

        A key that is revoked counts only with `ended`, and is good for nothing by itself.
        """
        found = credential(request)
        return self._proved(found, ended) if isinstance(found, ApiKey) else None

    def player(self, scope: Scope) -> Player:
        """The player that asks something for itself, with a key for that; else a Problem."""
        return self.asking(scope)()

    def asking(self, scope: Scope) -> Callable[[], Player]:
        """Whose key this request bears, to be asked again after the request too; see `player`."""
        return partial(self._player, credential(request), scope)

    def _player(self, found: SeatToken | ApiKey | None, scope: Scope) -> Player:
        if not isinstance(found, ApiKey):
            raise Problem("unauthenticated")
        caller = self._proved(found)
        caller.needs(scope)
        return caller.player

    def reader(self, position: Position) -> Seat | None:
        """The seat that reads, None for a spectator; Problem for a token that is not valid here.

        A private game has no spectators but arbiters and those for whom a seat is kept: to everybody else it
        does not exist.
        """
        return self.reading()(position)

    def reading(self) -> Callable[[Position], Seat | None]:
        """Whose eyes this request reads with, at any position and after the request too; see `reader`."""
        return partial(self._reader, credential(request))

    def _reader(self, found: SeatToken | ApiKey | None, position: Position) -> Seat | None:
        if isinstance(found, SeatToken):
            return self._seat(found, position)
        caller = None if found is None else self._proved(found)
        seat = None if caller is None else seat_of(position.table, caller.player.id)
        if caller is not None and seat is not None:
            caller.needs(Scope.VIEW)
        else:
            self._look_on(position.table, caller)
        return seat

    def admits(self, game: str) -> None:
        """Raises, as `reader`, for whoever may not know that there is such a game; NoSuchGame for none."""
        if is_game_id(game):
            self.reader(self._games.known(game))

    def seat(self, position: Position) -> Seat:
        """The seat that asks something for itself; Problem unauthenticated without one."""
        reader = self.reader(position)
        if reader is None:
            raise Problem("unauthenticated")
        return reader

    def actor(self, game: GameId) -> Actor:
        """The seat that acts, and what says whether its token or its player holds it at a table.

        It is proved here on a position that may be old; since then the seat may have been left and taken by
        somebody else, so whoever acts for it proves it again at the table that is acted on.
        """
        found = credential(request)
        if found is None:
            raise Problem("unauthenticated")
        position = self._games.known(game)
        if isinstance(found, ApiKey):
            return self._acting(self._proved(found), position)
        if not self._fits(found, position.table):
            # The seat may have been taken after the position that was kept.
            self._seat(found, self._games.current(game))
        return Actor(Seat(found.seat), found.generation, partial(self._fits, found))

    def party(self, position: Position) -> Seat:
        """The seat that acts at this position, by a token or a key for playing; else a Problem."""
        actor = self.actor(position.game)
        if not actor.holds(position.table):
            raise Problem("unauthenticated")
        return actor.seat

    def arbiter(self) -> str | None:
        """The player whose API key may rule on disputes, None for everybody else."""
        caller = self.caller()
        allowed = () if caller is None else caller.player.allowed(caller.key)
        return caller.player.id if caller is not None and Scope.AUDIT in allowed else None

    def _acting(self, caller: Caller, position: Position) -> Actor:
        player = caller.player.id
        seat = seat_of(position.table, player)
        if seat is None:
            position = self._games.current(position.game)
            seat = seat_of(position.table, player)
        if seat is None:
            self._look_on(position.table, caller)
            raise Problem("forbidden")
        caller.needs(Scope.PLAY)
        return Actor(seat, position.table.places[seat].generation, partial(_holds, player, seat))

    def _proved(self, found: ApiKey, ended: bool = False) -> Caller:
        known = self._players.proved(found.player, found.number, found.text)
        if known is None or (known[1].revoked is not None and not ended):
            raise Problem("unauthenticated")
        return Caller(*known)

    def _look_on(self, table: Table, caller: Caller | None) -> None:
        """Raises Problem unless whoever has no seat may look on."""
        scopes = () if caller is None else caller.player.allowed(caller.key)
        reserved = caller is not None and any(
            place.kind is Kind.OPEN and place.player == caller.player.id for place in table.places
        )
        if table.visibility is Visibility.PRIVATE and not reserved and Scope.AUDIT not in scopes:
            raise Problem("not_found")
        if caller is not None and Scope.SPECTATE not in scopes and Scope.AUDIT not in scopes:
            raise Problem("scope_missing")

    def _seat(self, token: SeatToken, position: Position) -> Seat:
        if self._fits(token, position.table):
            return Seat(token.seat)
        raise Problem(
            "not_found" if self._is_ours(token) and token.game != position.game else "unauthenticated"
        )

    def _fits(self, token: SeatToken, table: Table) -> bool:
        places = table.places
        if token.game != table.game or token.seat >= len(places):
            return False
        stored = places[token.seat].token_hash
        return bool(stored) and hmac.compare_digest(token_hash(token.text).hex(), stored)

    def _is_ours(self, token: SeatToken) -> bool:
        """Whether the service made this token, whatever game it belongs to."""
        made = mint(self._token_key, token.game, token.seat, token.generation)
        return hmac.compare_digest(made, token.text)


def _holds(player: str, seat: Seat, table: Table) -> bool:
    return seat_of(table, player) == seat


def seat_of(table: Table, player: str) -> Seat | None:
    """The seat that `player` has taken at a table, None without one.

    A seat that was left stays the player's until somebody else takes it, like one with a token, unless the
    player has taken another.
    """
    places = table.places
    taken = [seat for seat in table.persons if places[seat].player == player]
    return min(taken, key=lambda seat: places[seat].left, default=None)
