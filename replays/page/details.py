"""What findings say, in Spanish and French; what is not in the table is told as it is, in English."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Language, Phrasebook
from replays.page.form_details import FORMS
from replays.page.more_details import MORE

DETAILS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "line {0}: {1}": ("línea {0}: {1}", "ligne {0} : {1}"),
        "the line is not a JSON object": (
            "la línea no es un objeto JSON",
            "la ligne n'est pas un objet JSON",
        ),
        "the line is not in canonical form": (
            "la línea no está en la forma canónica",
            "la ligne n'est pas sous la forme canonique",
        ),
        "the line that opens the keys is missing": (
            "falta la línea que abre las llaves",
            "la ligne qui ouvre les clés manque",
        ),
        "the proof is missing": ("falta la línea de la prueba", "la ligne de la preuve manque"),
        "the form is wrong: {0}": ("la forma no es correcta: {0}", "la forme n'est pas correcte : {0}"),
        "{0} is not that of the log": (
            "{0} no es lo que dice el registro",
            "{0} n'est pas ce que dit le journal",
        ),
        "entry {0} is missing here": ("aquí falta la entrada {0}", "ici manque l'entrée {0}"),
        "the entry here has another number": (
            "la entrada que está aquí tiene otro número",
            "l'entrée qui est ici a un autre numéro",
        ),
        "the digest does not follow from the entry and the one before": (
            "la huella no se sigue de la entrada y de la anterior",
            "l'empreinte ne découle pas de l'entrée et de la précédente",
        ),
        "nobody of this name can act here": (
            "aquí no puede actuar nadie de este nombre",
            "personne de ce nom ne peut agir ici",
        ),
        "the clock goes back": ("el reloj va hacia atrás", "l'horloge recule"),
        "a game of bots alone has no clock, so its time is 0": (
            "una partida de solo programas no tiene reloj: su hora es 0",
            "une partie de seuls programmes n'a pas d'horloge : son heure est 0",
        ),
        "no event tells under which rules the game is played": (
            "ningún suceso dice con qué reglas se juega",
            "aucun événement ne dit selon quelles règles on joue",
        ),
        "the hash is not that of the rules sheet": (
            "la huella no es la de la hoja de reglas",
            "l'empreinte n'est pas celle de la feuille de règles",
        ),
        "the hash is not that of the paragraphs": (
            "la huella no es la de los párrafos",
            "l'empreinte n'est pas celle des paragraphes",
        ),
        "the rulebook is not the one that the log pins": (
            "el reglamento no es el que fija el registro",
            "le règlement n'est pas celui que fixe le journal",
        ),
        "no key was opened that was committed to": (
            "no se abrió ninguna llave que se hubiera fijado antes",
            "aucune clé fixée d'avance n'a été ouverte",
        ),
        "the log does not end with the reveal": (
            "el registro no termina con la apertura de las llaves",
            "le journal ne finit pas par l'ouverture des clés",
        ),
        "the game was over at ply {0}": (
            "la partida había terminado en la entrada {0}",
            "la partie était finie à l'entrée {0}",
        ),
        "the key of the hand is not the one that was committed to": (
            "la llave de la mano no es la que se había fijado",
            "la clé de la donne n'est pas celle qui était fixée",
        ),
        "the salt does not follow from the key of the hand": (
            "la sal no se sigue de la llave de la mano",
            "le sel ne découle pas de la clé de la donne",
        ),
        "the hidden part is not the one that was sealed": (
            "la parte oculta no es la que se selló",
            "la partie cachée n'est pas celle qui fut scellée",
        ),
        "seals and hidden parts do not answer one to one": (
            "los sellos y las partes ocultas no se corresponden uno a uno",
            "les sceaux et les parties cachées ne se répondent pas un à un",
        ),
        "the rules refuse it: {0}": ("las reglas no lo permiten ({0})", "les règles le refusent ({0})"),
        "event {0} is not what the rules give: {1}": (
            "el suceso {0} no es el que dan las reglas: {1}",
            "l'événement {0} n'est pas celui que donnent les règles : {1}",
        ),
        "the {0} is not written as the service writes it": (
            "{0} no está escrito como lo escribe el servicio",
            "{0} n'est pas écrit comme le service l'écrit",
        ),
        "the events do not fit the position: {0}": (
            "los sucesos no caben en la posición: {0}",
            "les événements ne vont pas avec la position : {0}",
        ),
        "the ledger does not add up": ("las cuentas no cuadran", "les comptes ne tombent pas juste"),
        "a receipt has not the form of one": (
            "un recibo no tiene la forma de un recibo",
            "un reçu n'a pas la forme d'un reçu",
        ),
        "a receipt names a key that is not in the list": (
            "un recibo nombra una llave que no está en la lista",
            "un reçu nomme une clé qui n'est pas dans la liste",
        ),
        "the signature of a receipt is not that of its key": (
            "la firma de un recibo no es la de su llave",
            "la signature d'un reçu n'est pas celle de sa clé",
        ),
        "a receipt is of another game": ("un recibo es de otra partida", "un reçu est d'une autre partie"),
        "the log ends before entry {0}, for which there is a receipt": (
            "el registro termina antes de la entrada {0}, de la que hay un recibo",
            "le journal finit avant l'entrée {0}, dont il y a un reçu",
        ),
        "the entry is not the one for which there is a receipt": (
            "la entrada no es aquella de la que hay un recibo",
            "l'entrée n'est pas celle dont il y a un reçu",
        ),
        "a receipt has another time than the entry": (
            "un recibo tiene otra hora que la entrada",
            "un reçu a une autre heure que l'entrée",
        ),
        "the log names a key that is not in the list": (
            "el registro nombra una llave que no está en la lista",
            "le journal nomme une clé qui n'est pas dans la liste",
        ),
        "frozen without a reason: {0}": ("congelada sin razón: {0}", "gelée sans raison : {0}"),
    }
)
"""What a finding says in English, with what is filled in as numbers, beside Spanish and French."""

_BOOK: Final = Phrasebook({**FORMS, **MORE, **DETAILS})


def told(detail: str, language: Language) -> str:
    """What a finding says, in a language as far as the table has it.

    >>> told("line 3: the clock goes back", Language.ES)
    'línea 3: el reloj va hacia atrás'
    """
    return _BOOK.told(detail, language) or detail
