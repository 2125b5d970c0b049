"""Authentication of requests by seat token or API key, the seat that they resolve to, and required scopes."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, cast

from flask import Flask, g, has_request_context, request

from app.games.cards import Seat
from app.games.table.seats import closed, seat_of
from app.games.table.state import Kind, Place, Table, Visibility
from app.games.values import value
from app.http.credentials import (
    ApiKey,
    SeatToken,
    credential,
    invitation,
    is_genuine,
    matches,
    mint,
    mint_invitation,
    parse,
    token_hash,
)
from app.http.errors import Problem
from app.i18n import Message
from app.players.service import Players
from app.players.state import COMMON, KeyScope, Player, PlayerKey
from app.service.entry_codec import Position
from app.service.games import GameService, HoldsSeat
from app.store.keys import GameId, is_game_id
from replays.archive.errors import RecordRemoved

_OF_GAMES: Final = frozenset(("game", "dispute"))
"""Parameters of paths that name a game or a dispute, whose existence may be secret."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Player of a valid API key, and that key."""

    player: Player
    key: PlayerKey

    @property
    def name(self) -> str:
        """Public identifier of the key."""
        return f"{self.player.id}.{self.key.number}"

    def needs(self, scope: KeyScope) -> None:
        """Raise Problem scope_missing unless the key has the scope."""
        if str(scope) not in self.player.allowed(self.key):
            raise scope_missing(scope)


@value
class Actor:
    """The seat that acts, its token's generation, a check that it is still held, and the checked position."""

    seat: Seat
    generation: int
    holds: HoldsSeat
    position: Position


class Access:
    """Resolves the Authorization header of a request to seats and players.

    `on_use` is called with the player and the number of each valid key.
    """

    def __init__(
        self,
        games: GameService,
        players: Players,
        token_key: bytes,
        on_use: Callable[[str, int], object] = lambda player, number: None,
    ) -> None:
        self._games = games
        self._players = players
        self._token_key = token_key
        self._on_use = on_use

    def token(self, game: str, seat: int, generation: int = 0) -> str:
        """Return the token of a seat; it is the same for one generation."""
        return mint(self._token_key, game, seat, generation)

    def hash(self, game: str, seat: int, generation: int = 0) -> str:
        """Return the SHA-256 of a seat's token, in hex, as the log stores it."""
        return token_hash(self.token(game, seat, generation)).hex()

    def invitation(self, game: str, seat: int, *, is_shared: bool = False) -> str:
        """Return the code of the invitation to a seat, its own or the shared one; it is always the same."""
        return mint_invitation(self._token_key, game, None if is_shared else seat)

    def invited(self, game: str, seat: int, *, is_shared: bool = False) -> str:
        """Return the hash of that code, as the log stores it."""
        code = invitation(self.invitation(game, seat, is_shared=is_shared))
        return closed(game, seat, code.proof_for(seat))

    def authenticate(self) -> None:
        """Raise Problem unauthenticated for an invalid token or key, before any lookup.

        Otherwise a caller without a valid one could find out which private games exist.
        """
        bearer = credential(request.environ)
        if isinstance(bearer, ApiKey):
            g.proved = self._proved(bearer)
        elif bearer is not None and not is_genuine(self._token_key, bearer):
            raise Problem("unauthenticated")

    def caller(self, *, ended: bool = False) -> Caller | None:
        """Return the caller of the request's API key; None for a seat token and without credentials.

        A revoked key is accepted only with `ended`, and grants nothing by itself.
        """
        bearer = credential(request.environ)
        return self._proved(bearer, ended) if isinstance(bearer, ApiKey) else None

    def identified(self, *, ended: bool = False) -> Caller:
        """Return `caller`. Raises Problem unauthenticated if there is none."""
        caller = self.caller(ended=ended)
        if caller is None:
            raise Problem("unauthenticated")
        return caller

    def permitted(self, scope: KeyScope) -> Caller:
        """Return `identified`, whose key has the scope. Raises Problem."""
        caller = self.identified()
        caller.needs(scope)
        return caller

    def player(self, scope: KeyScope) -> Player:
        """Return the player of the request's key. Raises Problem unless the key has the scope."""
        return self.asking(scope)()

    def asking(self, scope: KeyScope) -> Callable[[], Player]:
        """Return a function that returns `player`, also after the request has ended."""
        return partial(self._player, credential(request.environ), scope)

    def _player(self, bearer: SeatToken | ApiKey | None, scope: KeyScope) -> Player:
        if not isinstance(bearer, ApiKey):
            raise Problem("unauthenticated")
        caller = self._proved(bearer)
        caller.needs(scope)
        return caller.player

    def reader(self, position: Position) -> Seat | None:
        """Return the seat that reads, None for a spectator. Raises Problem for a token that is invalid here.

        A private game has no spectators but arbiters, its host and players with a reserved seat: to all
        others it does not exist.
        """
        return self.reading()(position)

    def reading(self) -> Callable[[Position], Seat | None]:
        """Return a function that returns `reader` of a position, also after the request has ended."""
        return partial(self._reader, credential(request.environ))

    def _reader(self, bearer: SeatToken | ApiKey | None, position: Position) -> Seat | None:
        if isinstance(bearer, SeatToken):
            return self._seat(bearer, position)
        caller = None if bearer is None else self._proved(bearer)
        seat = None if caller is None else seat_of(position.table, caller.player.id)
        if caller is not None and seat is not None:
            caller.needs(KeyScope.VIEW)
        else:
            self._look_on(position.table, caller)
        return seat

    def sits(self, position: Position) -> bool:
        """Return whether the caller has a seat at the table, by its token or by the key of its player."""
        return self.seat_at(position) is not None

    def seat_at(self, position: Position) -> Seat | None:
        """Return the caller's seat at the table, by its token or by the key of its player; None without."""
        bearer = credential(request.environ)
        if isinstance(bearer, SeatToken):
            return Seat(bearer.seat) if self._fits(bearer, position.table) else None
        return None if bearer is None else seat_of(position.table, self._proved(bearer).player.id)

    def holds(self, text: str, position: Position) -> Seat | None:
        """Return the seat at the table that the token `text` has now; None for a token of no seat there."""
        token = parse(text)
        return Seat(token.seat) if token is not None and self._fits(token, position.table) else None

    def has_ended(self, token: SeatToken, table: Table) -> bool:
        """Return True if `token` is an earlier token of a seat at this table."""
        if (
            token.game != table.game
            or token.seat >= len(table.places)
            or not is_genuine(self._token_key, token)
        ):
            return False
        return token.generation < table.places[token.seat].generation

    def admits(self, game: str) -> None:
        """Raise, as `reader`, for a caller that may not know of the game; NoSuchGame if there is none.

        A removed record no longer has its players, so every caller with its id may read its leaf.
        """
        self.authenticate()
        if is_game_id(game):
            with suppress(RecordRemoved):
                self.reader(self._games.known(game))

    def seat(self, position: Position) -> Seat:
        """Return the seat that reads. Raises Problem unauthenticated for a spectator."""
        reader = self.reader(position)
        if reader is None:
            raise Problem("unauthenticated")
        return reader

    def actor(self, game: GameId) -> Actor:
        """Return the seat that acts, with a check that its token or player still holds it.

        The credentials are checked on a position that may be old. Since then the seat may have been left and
        taken again, so the command handler repeats the check on the current table.
        """
        bearer = credential(request.environ)
        if bearer is None:
            raise Problem("unauthenticated")
        # The seat may have been taken after the cached position.
        return self._actor(bearer, self._games.known(game), partial(self._games.current, game))

    def _actor(
        self, bearer: SeatToken | ApiKey, position: Position, current: Callable[[], Position]
    ) -> Actor:
        if isinstance(bearer, ApiKey):
            return self._acting(self._proved(bearer), position, current)
        if not self._fits(bearer, position.table):
            position = current()
            self._seat(bearer, position)
        holder = position.table.places[bearer.seat].player
        if holder is not None and self._players.is_banned(holder):
            raise Problem("banned")
        holds = partial(self._fits_still, bearer, position.table.places)
        return Actor(Seat(bearer.seat), bearer.generation, holds, position)

    def party(self, position: Position) -> Seat:
        """Return the seat that acts at this position. Raises Problem without a token or a key for playing."""
        bearer = credential(request.environ)
        if bearer is None:
            raise Problem("unauthenticated")
        return self._actor(bearer, position, lambda: position).seat

    def arbiter(self) -> str | None:
        """Return the player whose API key may rule on disputes, or None."""
        caller = self.caller()
        allowed = () if caller is None else caller.player.allowed(caller.key)
        return caller.player.id if caller is not None and KeyScope.AUDIT in allowed else None

    def oversees(self) -> bool:
        """Return whether the API key is that of an arbiter or an operator."""
        caller = self.caller()
        allowed = () if caller is None else caller.player.allowed(caller.key)
        return KeyScope.AUDIT in allowed or KeyScope.OPERATE in allowed

    def _acting(self, caller: Caller, position: Position, current: Callable[[], Position]) -> Actor:
        player = caller.player.id
        seat = seat_of(position.table, player)
        if seat is None:
            position = current()
            seat = seat_of(position.table, player)
        if seat is None:
            self._look_on(position.table, caller)
            raise Problem("forbidden")
        caller.needs(KeyScope.PLAY)
        holds = partial(player_holds, player, seat)
        return Actor(seat, position.table.places[seat].generation, holds, position)

    def _proved(self, bearer: ApiKey, ended: bool = False) -> Caller:
        authenticated = g.pop("proved", None) if has_request_context() else None
        if authenticated is not None:
            return cast(Caller, authenticated)  # looked up for this request and not used yet
        known = self._players.proved(bearer.player, bearer.number, bearer.text)
        if known is None or (known[1].revoked is not None and not ended):
            raise Problem("unauthenticated")
        if known[0].banned is not None:
            raise Problem("banned")
        self._on_use(known[0].id, known[1].number)
        return Caller(*known)

    def _look_on(self, table: Table, caller: Caller | None) -> None:
        """Raise Problem unless a caller without a seat may watch."""
        scopes = () if caller is None else caller.player.allowed(caller.key)
        known = caller is not None and _concerns(table, caller.player.id)
        if table.visibility is Visibility.PRIVATE and not known and KeyScope.AUDIT not in scopes:
            raise Problem("not_found")
        if caller is not None and KeyScope.SPECTATE not in scopes and KeyScope.AUDIT not in scopes:
            raise scope_missing(KeyScope.SPECTATE)

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
        if not table.ply:  # An unreadable log does not show the current generation.
            person = places[token.seat].kind is Kind.PERSON
            return person and is_genuine(self._token_key, token)
        stored = places[token.seat].token_hash
        return bool(stored) and matches(token, bytes.fromhex(stored))

    def _fits_still(self, token: SeatToken, proved: tuple[Place, ...], table: Table) -> bool:
        """Return True if a token, checked with the places `proved`, is valid at a later table."""
        return table.places is proved or self._fits(token, table)


def install(app: Flask, access: Access) -> None:
    """Authenticate requests to games and disputes before anything is looked up."""

    @app.before_request
    def authenticate() -> None:
        if not _OF_GAMES.isdisjoint(request.view_args or ()):
            access.authenticate()


def _concerns(table: Table, player: str) -> bool:
    """Return True if the player hosts the table or has a reserved seat there."""
    return table.host == player or any(place.reserved_for == player for place in table.places)


def player_holds(player: str, seat: Seat, table: Table) -> bool:
    """Return whether the player has the seat at the table."""
    return seat_of(table, player) == seat


def scope_missing(*scopes: KeyScope) -> Problem:
    """Return the problem for a key without `scopes`."""
    named = " ".join(scopes)
    return Problem(
        "scope_missing",
        _operator(named) if _wide(scopes) else _own(named),
        headers={"WWW-Authenticate": f'Bearer realm="conquian", error="insufficient_scope", scope="{named}"'},
    )


def _wide(scopes: Iterable[KeyScope]) -> bool:
    return any(scope not in COMMON for scope in scopes)


def _own(named: str) -> Message:
    return Message(
        "The API key lacks {named}. Use another one, or make one that has it with POST /v1/players/me/keys."
    ).filled(named=named)


def _operator(named: str) -> Message:
    return Message(
        "The API key lacks {named}. Only the operator of the service grants it to a player, who then needs "
        "a key that has it."
    ).filled(named=named)
