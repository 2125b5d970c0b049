"""What a command to a game came to, and what the handler adds to the errors of the rules and of the store.

HandlerError
    NoSuchGame     the store holds no game of this id
    NotSeated      whoever acts no longer holds the seat
    NotFrozen      only a frozen game is voided by hand
    AlreadyOver    a game that is over is not ended
    Stale          the caller's expected ply is not the question that is open; `ply` is the current one
"""

from app.games.values import value
from app.service.entry_codec import Position


class HandlerError(Exception):
    """The base of what the handler adds to the errors of the rules and of the store."""


class NoSuchGame(HandlerError):
    """The store holds no game of this id."""


class NotSeated(HandlerError):
    """Whoever acts no longer holds the seat."""


class NotFrozen(HandlerError):
    """The game is not frozen, so nobody but the rules ends it."""


class AlreadyOver(HandlerError):
    """The game has its result, or is void."""


class Stale(HandlerError):
    """The expected ply lies before the open question, or ahead of the log."""

    def __init__(self, ply: int) -> None:
        super().__init__(f"the game stands at ply {ply}")
        self.ply = ply


@value
class Accepted:
    """A command accepted as entry `ply`: the game right after it, and whether an earlier request made it."""

    ply: int
    position: Position
    replayed: bool
