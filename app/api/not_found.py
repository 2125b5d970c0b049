"""Problems for missing resources whose existing neighbours the caller may know."""

from collections.abc import Iterable

from app.http.errors import Problem
from app.i18n import Message


def plies(count: int) -> Problem:
    """Return the problem for a ply that does not exist in a game of `count` plies."""
    return _absent(Message("The game has {count} plies.").filled(count=count))


def seats(count: int) -> Problem:
    """Return the problem for a seat that does not exist in a game of `count` seats."""
    return _absent(Message("The game has {count} seats.").filled(count=count))


def rounds(count: int) -> Problem:
    """Return the problem for a round that does not exist in a tournament of `count` rounds so far."""
    return _absent(Message("The tournament has {count} rounds so far.").filled(count=count))


def named(names: Iterable[object]) -> Problem:
    """Return the problem for an unknown name, with all known names."""
    listed = ", ".join(map(str, names))
    return _absent(Message("These exist here: {listed}.").filled(listed=listed))


def _absent(detail: Message) -> Problem:
    return Problem("not_found", detail)
