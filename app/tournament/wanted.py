"""What the members of a manifest must be, and what is said of one that is not, in three languages."""

import json
import re
from typing import Any, Final

from app.games.languages import Words

DECIMAL: Final = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,9})?")
"""A number as a manifest in normal form writes one that has a fraction."""

AN_OBJECT: Final = Words("un objeto", "an object", "un objet")
A_LIST: Final = Words("una lista", "a list", "une liste")
A_TEXT: Final = Words("un texto", "a text", "un texte")
A_BOOLEAN: Final = Words("true o false", "true or false", "true ou false")
A_NAME: Final = Words(
    "un nombre de 1 a 40 caracteres visibles",
    "a name of 1 to 40 visible characters",
    "un nom de 1 à 40 caractères visibles",
)
A_SEED: Final = Words(
    "64 cifras hexadecimales en minúsculas",
    "64 hex digits in lower case",
    "64 chiffres hexadécimaux en minuscules",
)
A_PLAYER: Final = Words("el id de un jugador", "the id of a player", "l'id d'un joueur")
A_PYTHON_OBJECT: Final = Words("un texto MODULE:OBJECT", "a text MODULE:OBJECT", "un texte MODULE:OBJECT")
A_COMMAND: Final = Words(
    "una lista de 1 a 50 textos, el programa y sus argumentos",
    "a list of 1 to 50 texts, the program and its arguments",
    "une liste de 1 à 50 textes, le programme et ses arguments",
)
A_VERSION: Final = Words(
    "un texto de 1 a 100 caracteres", "a text of 1 to 100 characters", "un texte de 1 à 100 caractères"
)

MORE_THAN_ELO0: Final = Words(
    "Tiene que ser mayor que elo0.", "It must be greater than elo0.", "Il doit être supérieur à elo0."
)
ONE_SEAT: Final = Words(
    "Un jugador por HTTP tiene un solo lugar en una mesa: hacen falta tantos participantes como lugares.",
    "A player over HTTP has one seat at a table: as many entrants are needed as seats.",
    "Un joueur par HTTP a une seule place à une table : il faut autant de participants que de places.",
)
AN_ENTRANT: Final = Words(
    "Tiene que ser el nombre de un participante.",
    "It must be the name of an entrant.",
    "Il faut le nom d'un participant.",
)


def whole_number(least: int, most: int) -> Words:
    """An integer between two bounds."""
    return Words(
        f"un número entero de {least} a {most}",
        f"an integer from {least} to {most}",
        f"un nombre entier de {least} à {most}",
    )


def number(least: float, most: float) -> Words:
    """A number between two bounds."""
    return Words(
        f"un número de {least} a {most}", f"a number from {least} to {most}", f"un nombre de {least} à {most}"
    )


def one_of(*values: str) -> Words:
    """One of these words."""
    listed = ", ".join(map(str, values))
    return Words(f"uno de {listed}", f"one of {listed}", f"l'un de {listed}")


def entrants(given: int, fit: str) -> Words:
    """There are `given` entrants, and not as many as `fit` says."""
    return Words(
        f"Hay {given} participantes; el formato juega con {fit}.",
        f"There are {given} entrants; the format plays with {fit}.",
        f"Il y a {given} participants ; le format en admet {fit}.",
    )


def unfit(wanted: Words, value: Any) -> Words:
    """A value in normal form is not what is wanted; a text of the client is not repeated."""
    given = _given(value)
    return Words(
        f"Tiene que ser {wanted.es}, y es {given.es}.",
        f"It must be {wanted.en}, and is {given.en}.",
        f"Il faut {wanted.fr}, et c'est {given.fr}.",
    )


def _given(value: Any) -> Words:
    if isinstance(value, dict):
        return AN_OBJECT
    if isinstance(value, list):
        return A_LIST
    if isinstance(value, str) and not DECIMAL.fullmatch(value):
        size = len(value)
        return Words(
            f"un texto de {size} caracteres", f"a text of {size} characters", f"un texte de {size} caractères"
        )
    plain = value if isinstance(value, str) else json.dumps(value)
    return Words(plain, plain, plain)
