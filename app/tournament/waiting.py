"""What a tournament may wait for that is outside of it, and how that is said."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.games.languages import Words


class Wait(StrEnum):
    """What did not do its work when games were to be played or filed."""

    ARCHIVE = "archive"
    CATALOGUE = "catalogue"
    TREE = "tree"
    STORE = "store"


SAID: Final[Mapping[Wait, Words]] = MappingProxyType(
    {
        Wait.ARCHIVE: Words(
            "Espera al archivo, que no guarda sus partidas; quizá su disco está lleno.",
            "It waits for the archive, which does not keep its games; its disk may be full.",
            "Il attend les archives, qui ne gardent pas ses parties ; leur disque est peut-être plein.",
        ),
        Wait.CATALOGUE: Words(
            "Espera al catálogo del archivo, que no responde o no tiene espacio.",
            "It waits for the catalogue of the archive, which is away or out of space.",
            "Il attend le catalogue des archives, qui ne répond pas ou manque de place.",
        ),
        Wait.TREE: Words(
            "Espera a que el operador mire el árbol de las partidas archivadas, que se contradice.",
            "It waits until the operator looks at the tree of archived games, which contradicts itself.",
            "Il attend que l'opérateur regarde l'arbre des parties archivées, qui se contredit.",
        ),
        Wait.STORE: Words(
            "Espera al almacén, que no respondió o no acepta lo que se escribe.",
            "It waits for the store, which did not answer or takes no writes.",
            "Il attend le magasin de données, qui n'a pas répondu ou n'accepte rien.",
        ),
    }
)
