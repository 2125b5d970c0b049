"""Who is asking: a seat token or an API key, resolved to the seat it stands for, or a spectator."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, cast

from flask import Flask, g, has_request_context, request

from app.api.scopes import scope_missing
from app.entries import Position
from app.games.cards import Seat
from app.games.table.invitations import closed
from app.games.table.state import Kind, Place, Table, Visibility
from app.games.values import value
from app.handler import Games, Holds
from app.http.errors import Problem
from app.http.invitations import invitation, mint_invitation
from app.http.keys import ApiKey, credential, is_genuine
from app.http.tokens import SeatToken, matches, mint, token_hash
from app.players.player import Key, Player, Scope
from app.players.players import Players
from app.store.keys import GameId, is_game_id
from replays.archive.errors import RecordRemoved

_OF_GAMES: Final = frozenset(("game", "dispute"))
"""The parts of an address that name something which not everybody may know of."""


@dataclass(frozen=True, slots=True)
class Caller:
    """A player that a valid API key speaks for, and what that key may be used for."""

    player: Player
    key: Key

    @property
    def name(self) -> str:
        """What the key is known by, without its secret."""
        return f"{self.player.id}.{self.key.number}"

    def needs(self, scope: Scope) -> None:
        """Problem scope_missing unless the key may be used for this."""
        if str(scope) not in self.player.allowed(self.key):
            raise scope_missing(scope)


@value
class Actor:
    """The seat that acts, the generation of its token, what says whether it is held at a table, and the
    position at which it was."""

    seat: Seat
    generation: int
    holds: Holds
    position: Position


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

    def invitation(self, game: str, seat: int) -> str:
        """The code of the invitation to a seat, always the same."""
        return mint_invitation(self._token_key, game, seat)

    def invited(self, game: str, seat: int) -> str:
        """What the log keeps of that code from the beginning."""
        return closed(game, seat, invitation(self.invitation(game, seat)).proof)

    def authenticate(self) -> None:
        """Raises unauthenticated for a token or key that is valid nowhere, before anything is looked up.

        Otherwise whoever has none could tell a game that it may not see from one that does not exist.
        """
        found = credential(request)
        if isinstance(found, ApiKey):
            g.proved = self._proved(found)
        elif found is not None and not is_genuine(self._token_key, found):
            raise Problem("unauthenticated")

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

        A private game has no spectators but arbiters, its host and those for whom a seat is kept: to all
        others it does not exist.
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

    def has_ended(self, token: SeatToken, table: Table) -> bool:
        """Whether `token` was once made for a seat of this table, which has a later one now."""
        if (
            token.game != table.game
            or token.seat >= len(table.places)
            or not is_genuine(self._token_key, token)
        ):
            return False
        return token.generation < table.places[token.seat].generation

    def admits(self, game: str) -> None:
        """Raises, as `reader`, for whoever may not know that there is such a game; NoSuchGame for none.

        Of a game without a record nothing tells who sat there: whoever knows its id may know its leaf.
        """
        self.authenticate()
        if is_game_id(game):
            with suppress(RecordRemoved):
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
        # The seat may have been taken after the position that is kept.
        return self._actor(found, self._games.known(game), partial(self._games.current, game))

    def _actor(self, found: SeatToken | ApiKey, position: Position, current: Callable[[], Position]) -> Actor:
        if isinstance(found, ApiKey):
            return self._acting(self._proved(found), position, current)
        if not self._fits(found, position.table):
            position = current()
            self._seat(found, position)
        holds = partial(self._fits_still, found, position.table.places)
        return Actor(Seat(found.seat), found.generation, holds, position)

    def party(self, position: Position) -> Seat:
        """The seat that acts at this position, by a token or a key for playing; else a Problem."""
        found = credential(request)
        if found is None:
            raise Problem("unauthenticated")
        return self._actor(found, position, lambda: position).seat

    def arbiter(self) -> str | None:
        """The player whose API key may rule on disputes, None for everybody else."""
        caller = self.caller()
        allowed = () if caller is None else caller.player.allowed(caller.key)
        return caller.player.id if caller is not None and Scope.AUDIT in allowed else None

    def _acting(self, caller: Caller, position: Position, current: Callable[[], Position]) -> Actor:
        player = caller.player.id
        seat = seat_of(position.table, player)
        if seat is None:
            position = current()
            seat = seat_of(position.table, player)
        if seat is None:
            self._look_on(position.table, caller)
            raise Problem("forbidden")
        caller.needs(Scope.PLAY)
        holds = partial(_holds, player, seat)
        return Actor(seat, position.table.places[seat].generation, holds, position)

    def _proved(self, found: ApiKey, ended: bool = False) -> Caller:
        early = g.pop("proved", None) if has_request_context() else None
        if early is not None:
            return cast(Caller, early)  # looked up for this request, and not asked for since
        known = self._players.proved(found.player, found.number, found.text)
        if known is None or (known[1].revoked is not None and not ended):
            raise Problem("unauthenticated")
        return Caller(*known)

    def _look_on(self, table: Table, caller: Caller | None) -> None:
        """Raises Problem unless whoever has no seat may look on."""
        scopes = () if caller is None else caller.player.allowed(caller.key)
        known = caller is not None and _concerns(table, caller.player.id)
        if table.visibility is Visibility.PRIVATE and not known and Scope.AUDIT not in scopes:
            raise Problem("not_found")
        if caller is not None and Scope.SPECTATE not in scopes and Scope.AUDIT not in scopes:
            raise scope_missing(Scope.SPECTATE)

    def _seat(self, token: SeatToken, position: Position) -> Seat:
        if self._fits(token, position.table):
            return Seat(token.seat)
        raise Problem(
            "not_found"
            if is_genuine(self._token_key, token) and token.game != position.game
            else "unauthenticated"
        )

    def _fits(self, token: SeatToken, table: Table) -> bool:
        places = table.places
        if token.game != table.game or token.seat >= len(places):
            return False
        if not table.ply:  # Of a game that cannot be read, nothing tells which token of the seat is the last.
            person = places[token.seat].kind is Kind.PERSON
            return person and is_genuine(self._token_key, token)
        stored = places[token.seat].token_hash
        return bool(stored) and matches(token, bytes.fromhex(stored))

    def _fits_still(self, token: SeatToken, proved: tuple[Place, ...], table: Table) -> bool:
        """Whether a token that was proved with the places `proved` fits a later table, too."""
        return table.places is proved or self._fits(token, table)


def install(app: Flask, access: Access) -> None:
    """Whoever comes to a game or a dispute is known first, or refused, whatever there is."""

    @app.before_request
    def authenticate() -> None:
        if not _OF_GAMES.isdisjoint(request.view_args or ()):
            access.authenticate()


def _concerns(table: Table, player: str) -> bool:
    """Whether a table without a seat of `player` is its own or keeps one for it."""
    return table.host == player or any(place.reserved_for == player for place in table.places)


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
