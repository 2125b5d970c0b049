"""Problems for missing resources whose existing neighbours the caller may know."""

from collections.abc import Iterable

from app.games.languages import Words
from app.http.errors import Problem


def plies(count: int) -> Problem:
    """Return the problem for a ply that does not exist in a game of `count` plies."""
    return _absent(
        Words(
            f"La partida tiene {count} entradas.",
            f"The game has {count} plies.",
            f"La partie a {count} entrées.",
        )
    )


def seats(count: int) -> Problem:
    """Return the problem for a seat that does not exist in a game of `count` seats."""
    return _absent(
        Words(
            f"La partida tiene {count} lugares.",
            f"The game has {count} seats.",
            f"La partie a {count} places.",
        )
    )


def rounds(count: int) -> Problem:
    """Return the problem for a round that does not exist in a tournament of `count` rounds so far."""
    return _absent(
        Words(
            f"El torneo tiene {count} rondas hasta ahora.",
            f"The tournament has {count} rounds so far.",
            f"Le tournoi a {count} rondes jusqu'ici.",
        )
    )


def named(names: Iterable[object]) -> Problem:
    """Return the problem for an unknown name, with all known names."""
    listed = ", ".join(map(str, names))
    return _absent(
        Words(f"Aquí existen: {listed}.", f"These exist here: {listed}.", f"Ici existent : {listed}.")
    )


def _absent(said: Words) -> Problem:
    return Problem("not_found", said=said)
