"""Access of callers to disputes."""

from typing import Final, Protocol

from flask import request

from app.games.cards import Seat
from app.http.credentials import authorization
from app.players.state import KeyScope, Player
from app.service.entry_codec import Position

ME: Final = "me"
"""Filter for the player of the API key."""


class DisputeAccess(Protocol):
    """Authorisation of the caller for a game."""

    def reader(self, position: Position) -> Seat | None:
        """Return the seat of the caller, None for a spectator. Raises Problem if it may not see the game."""

    def party(self, position: Position) -> Seat:
        """Return the seat for which the caller may act. Raises Problem for any other caller."""

    def arbiter(self) -> str | None:
        """Return the arbiter of the API key; None for a seat token, for other keys, and without either."""

    def oversees(self) -> bool:
        """Return whether the API key is that of an arbiter or an operator."""

    def player(self, scope: KeyScope) -> Player:
        """Return the player of an API key with `scope`. Raises Problem for any other caller."""


def reach(access: DisputeAccess, named: str | None) -> tuple[str | None, bool]:
    """Return the player whose disputes the caller may list, None for all, and whether only those about public
    games. `named` is the player that the request names. Raises Problem.
    """
    if named not in (None, ME) and authorization(request.environ) is None:
        return named, True
    if named != ME and access.oversees():
        return named, False
    own = access.player(KeyScope.VIEW).id
    return (own, False) if named in (None, ME, own) else (named, True)
