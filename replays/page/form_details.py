"""What is wrong with the form of a line, and what fills in a finding, in Spanish and French.

Names of members and of events stand as they are, since that is how they stand in the record.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

FORMS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "{0} has the members {1}": ("{0} tiene los miembros {1}", "{0} a les membres {1}"),
        "a header": ("un encabezado", "un en-tête"),
        "the header of a damaged log": (
            "el encabezado de un registro dañado",
            "l'en-tête d'un journal endommagé",
        ),
        "v is 1": ("v es 1", "v est 1"),
        "damaged_at is an entry of the log": (
            "damaged_at es una entrada del registro",
            "damaged_at est une entrée du journal",
        ),
        "a player": ("un jugador", "un joueur"),
        "the second line": ("la segunda línea", "la deuxième ligne"),
        "a rulebook": ("un reglamento", "un règlement"),
        "an entry": ("una entrada", "une entrée"),
        "a hidden part": ("una parte oculta", "une partie cachée"),
        "the line that opens the keys": (
            "la línea que abre las llaves",
            "la ligne qui ouvre les clés",
        ),
        "the reveal": ("la apertura de las llaves", "l'ouverture des clés"),
        "the last line": ("la última línea", "la dernière ligne"),
        "the proof": ("la prueba", "la preuve"),
        "a receipt": ("un recibo", "un reçu"),
        "a checkpoint": ("un punto de control", "un point de contrôle"),
        "record is {0}": ("record es {0}", "record est {0}"),
        "v is at most {0}": ("v es {0} como mucho", "v est {0} au plus"),
        "game is a game id": (
            "game es el identificador de una partida",
            "game est l'identifiant d'une partie",
        ),
        "variant is a name": ("variant es un nombre", "variant est un nom"),
        "kind is a word": ("kind es una palabra", "kind est un mot"),
        "player and bot are names or null": (
            "player y bot son nombres o null",
            "player et bot sont des noms ou null",
        ),
        "numbers are whole": ("los números son enteros", "les nombres sont entiers"),
        "a rulebook has an edition and a hash": (
            "un reglamento tiene edición y huella",
            "un règlement a une édition et une empreinte",
        ),
        "paragraphs are texts by number": (
            "paragraphs son textos por número",
            "paragraphs sont des textes par numéro",
        ),
        "{0} is 64 hex digits": (
            "{0} son 64 cifras hexadecimales",
            "{0} est 64 chiffres hexadécimaux",
        ),
        "deal_keys are 64 hex digits each": (
            "deal_keys son 64 cifras hexadecimales cada una",
            "deal_keys sont 64 chiffres hexadécimaux chacune",
        ),
        "path is hashes of 64 hex digits each": (
            "path son huellas de 64 cifras hexadecimales cada una",
            "path est des empreintes de 64 chiffres hexadécimaux chacune",
        ),
        "audience is a number from 0 to 255": (
            "audience es un número de 0 a 255",
            "audience est un nombre de 0 à 255",
        ),
        "receipts are a list": ("receipts es una lista", "receipts est une liste"),
        "{0} is a list": ("{0} es una lista", "{0} est une liste"),
        "{0} is an object": ("{0} es un objeto", "{0} est un objet"),
        "{0} is a text": ("{0} es un texto", "{0} est un texte"),
        "{0} is a whole number": ("{0} es un número entero", "{0} est un nombre entier"),
        "recorded {0}, the rules give {1}": (
            "anotado: {0}; según las reglas: {1}",
            "noté : {0} ; selon les règles : {1}",
        ),
        "{0} is recorded as {1}, the rules give {2}": (
            "{0} anotado: {1}; según las reglas: {2}",
            "{0} noté : {1} ; selon les règles : {2}",
        ),
        "nothing": ("nada", "rien"),
        "the public part is not written as the service writes it": (
            "la parte pública no está escrita como la escribe el servicio",
            "la partie publique n'est pas écrite comme le service l'écrit",
        ),
        "the hidden part is not written as the service writes it": (
            "la parte oculta no está escrita como la escribe el servicio",
            "la partie cachée n'est pas écrite comme le service l'écrit",
        ),
        "game is not that of the parent": (
            "la partida no es la del origen",
            "la partie n'est pas celle de l'origine",
        ),
        "digest is not that of the parent": (
            "la huella no es la del origen",
            "l'empreinte n'est pas celle de l'origine",
        ),
        "stock is not that of the parent": (
            "la baceta no es la del origen",
            "le talon n'est pas celui de l'origine",
        ),
        "rules sheet is not that of the parent": (
            "la hoja de reglas no es la del origen",
            "la feuille de règles n'est pas celle de l'origine",
        ),
        "position is not that of the parent": (
            "la posición no es la del origen",
            "la position n'est pas celle de l'origine",
        ),
    }
)
"""As `details.DETAILS`."""
