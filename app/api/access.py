"""Who is asking: a seat token resolved to the seat it stands for, or a spectator."""

import hmac
from functools import partial

from flask import request

from app.entries import Position
from app.games.cards import Seat
from app.games.table.state import Table, Visibility
from app.handler import Games, Holds
from app.http.errors import Problem
from app.http.tokens import SeatToken, bearer, mint, token_hash
from app.store.keys import GameId, is_game_id


class Access:
    """Reads the Authorization header of a request against the games of a service."""

    def __init__(self, games: Games, token_key: bytes) -> None:
        self._games = games
        self._token_key = token_key

    def token(self, game: str, seat: int, generation: int = 0) -> str:
        """The token of a seat, always the same for one generation."""
        return mint(self._token_key, game, seat, generation)

    def hash(self, game: str, seat: int, generation: int = 0) -> str:
        """What the log keeps of the token of a seat: its SHA-256, in hex."""
        return token_hash(self.token(game, seat, generation)).hex()

    def reader(self, position: Position) -> Seat | None:
        """The seat that reads, None for a spectator; Problem for a token that is not valid here.

        A private game has no spectators: to everybody without a seat it does not exist.
        """
        token = bearer(request)
        if token is not None:
            return self._seat(token, position)
        if position.table.visibility is Visibility.PRIVATE:
            raise Problem("not_found")
        return None

    def admits(self, game: str) -> None:
        """Raises, as `reader`, for whoever may not know that there is such a game; NoSuchGame for none."""
        if is_game_id(game):
            self.reader(self._games.known(game))

    def seat(self, position: Position) -> Seat:
        """The seat that asks something for itself; Problem unauthenticated without a token."""
        reader = self.reader(position)
        if reader is None:
            raise Problem("unauthenticated")
        return reader

    def actor(self, game: GameId) -> tuple[Seat, Holds]:
        """The seat that acts, and what says whether its token is valid at a table.

        It is proved here on a position that may be old; since then the seat may have been left and taken by
        somebody else, so whoever acts for it proves it again at the table that is acted on.
        """
        token = bearer(request)
        if token is None:
            raise Problem("unauthenticated")
        position = self._games.known(game)
        if not self._fits(token, position.table):
            # The seat may have been taken after the position that was kept.
            self._seat(token, self._games.current(game))
        return Seat(token.seat), partial(self._fits, token)

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
