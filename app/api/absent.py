"""What a 404 says of something that does not exist where the caller may know what does."""

from collections.abc import Iterable

from app.games.languages import Words
from app.http.errors import Problem


def plies(count: int) -> Problem:
    """A game has no such ply, but `count` of them."""
    return _absent(
        Words(
            f"La partida tiene {count} entradas.",
            f"The game has {count} plies.",
            f"La partie a {count} entrées.",
        )
    )


def seats(count: int) -> Problem:
    """A game has no such seat, but `count` of them."""
    return _absent(
        Words(
            f"La partida tiene {count} lugares.",
            f"The game has {count} seats.",
            f"La partie a {count} places.",
        )
    )


def rounds(count: int) -> Problem:
    """A tournament has no such round so far, but `count` of them."""
    return _absent(
        Words(
            f"El torneo tiene {count} rondas hasta ahora.",
            f"The tournament has {count} rounds so far.",
            f"Le tournoi a {count} rondes jusqu'ici.",
        )
    )


def named(names: Iterable[object]) -> Problem:
    """Nothing here has that name; these are all that exist."""
    listed = ", ".join(map(str, names))
    return _absent(
        Words(f"Aquí existen: {listed}.", f"These exist here: {listed}.", f"Ici existent : {listed}.")
    )


def _absent(said: Words) -> Problem:
    return Problem("not_found", said=said)
