"""Who is asking: a seat token resolved to the seat it stands for, or a spectator."""

import hmac

from flask import request

from app.entries import Position
from app.games.cards import Seat
from app.handler import Games
from app.http.errors import Problem
from app.http.tokens import SeatToken, bearer, mint, token_hash
from app.store.keys import GameId


class Access:
    """Reads the Authorization header of a request against the games of a service."""

    def __init__(self, games: Games, token_key: bytes) -> None:
        self._games = games
        self._token_key = token_key

    def token(self, game: str, seat: int) -> str:
        """The token of a seat, always the same."""
        return mint(self._token_key, game, seat, 0)

    def hash(self, game: str, seat: int) -> str:
        """What the log keeps of the token of a seat: its SHA-256, in hex."""
        return token_hash(self.token(game, seat)).hex()

    def reader(self, position: Position) -> Seat | None:
        """The seat that reads, None for a spectator; Problem for a token that is not valid here."""
        token = bearer(request)
        return None if token is None else self._seat(token, position)

    def seat(self, game: GameId) -> tuple[Position, Seat]:
        """A recent position of `game` and the seat that acts; Problem unauthenticated without a token."""
        token = bearer(request)
        if token is None:
            raise Problem("unauthenticated")
        position = self._games.known(game)
        if self._fits(token, position):
            return position, Seat(token.seat)
        # The seat may have been taken after the position that was kept.
        position = self._games.current(game)
        return position, self._seat(token, position)

    def _seat(self, token: SeatToken, position: Position) -> Seat:
        if self._fits(token, position):
            return Seat(token.seat)
        raise Problem(
            "not_found" if self._is_ours(token) and token.game != position.game else "unauthenticated"
        )

    def _fits(self, token: SeatToken, position: Position) -> bool:
        places = position.table.places
        if token.game != position.game or token.seat >= len(places):
            return False
        stored = places[token.seat].token_hash
        return bool(stored) and hmac.compare_digest(token_hash(token.text).hex(), stored)

    def _is_ours(self, token: SeatToken) -> bool:
        """Whether the service made this token, whatever game it belongs to."""
        made = mint(self._token_key, token.game, token.seat, token.generation)
        return hmac.compare_digest(made, token.text)
