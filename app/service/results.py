"""Result of an accepted command, and the errors that the game service adds to those of rules and store.

HandlerError
    NoSuchGame     the store holds no game of this id
    NotSeated      the caller no longer holds the seat
    NotFrozen      only a frozen game is voided by an operator
    AlreadyOver    a game that is over cannot be ended
    Stale          the caller's expected ply is not that of the open question; `ply` is the current one
"""

from typing import Generic, TypeVar

from app.games.values import value

P = TypeVar("P")


class HandlerError(Exception):
    """Base of the errors that the game service adds to those of the rules and the store."""


class NoSuchGame(HandlerError):
    """The store holds no game of this id."""


class NotSeated(HandlerError):
    """The caller no longer holds the seat."""


class NotFrozen(HandlerError):
    """The game is not frozen, so only the rules end it."""


class AlreadyOver(HandlerError):
    """The game has a result, or is void."""


class Stale(HandlerError):
    """The expected ply is before the open question, or beyond the end of the log."""

    def __init__(self, ply: int) -> None:
        super().__init__(f"the game stands at ply {ply}")
        self.ply = ply


@value
class Accepted(Generic[P]):
    """A command accepted as entry `ply`: the log right after it, and whether an earlier request made it."""

    ply: int
    position: P
    replayed: bool
