"""What is found in the log of a game and in the lines around it, in Spanish and French."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

LOG: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
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
        "damaged_at is not the entry after those that are there": (
            "damaged_at no es la entrada que sigue a las que hay",
            "damaged_at n'est pas l'entrée qui suit celles qui sont là",
        ),
        "no key was opened that was committed to": (
            "no se abrió ninguna llave que se hubiera fijado antes",
            "aucune clé fixée d'avance n'a été ouverte",
        ),
        "the log does not end with the reveal": (
            "el registro no termina con la apertura de las llaves",
            "le journal ne finit pas par l'ouverture des clés",
        ),
        "the game was over at entry {0}": (
            "la partida había terminado en la entrada {0}",
            "la partie était finie à l'entrée {0}",
        ),
        "the key of the hand is not the one that was committed to": (
            "la llave de la mano no es la que se había fijado",
            "la clé de la manche n'est pas celle qui était fixée",
        ),
        "the salt does not follow from the key of the hand": (
            "la sal no se sigue de la llave de la mano",
            "le sel ne découle pas de la clé de la manche",
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
        "the events do not fit the position: {0}": (
            "los sucesos no caben en la posición: {0}",
            "les événements ne vont pas avec la position : {0}",
        ),
        "the ledger does not add up": ("las cuentas no cuadran", "les comptes ne tombent pas juste"),
        "frozen without a reason: {0}": ("congelada sin razón: {0}", "gelée sans raison : {0}"),
        "what is stored is not what was written": (
            "lo guardado no es lo que se escribió",
            "ce qui est gardé n'est pas ce qui fut écrit",
        ),
        "the public part is not a JSON object in canonical form": (
            "la parte pública no es un objeto JSON en forma canónica",
            "la partie publique n'est pas un objet JSON sous forme canonique",
        ),
        "the line is not a JSON object in canonical form": (
            "la línea no es un objeto JSON en forma canónica",
            "la ligne n'est pas un objet JSON sous forme canonique",
        ),
        "game_commitment is missing": ("falta game_commitment", "game_commitment manque"),
        "commitment is missing": ("falta commitment", "commitment manque"),
        "next_commitment is missing": ("falta next_commitment", "next_commitment manque"),
        "rulebook is not an edition and its hash": (
            "rulebook no es una edición y su huella",
            "rulebook n'est pas une édition et son empreinte",
        ),
        "the house's charge does not add up": (
            "lo que cobró la casa no cuadra",
            "ce que la maison a pris ne tombe pas juste",
        ),
        "the public part does not have the members {0}": (
            "la parte pública no tiene los miembros {0}",
            "la partie publique n'a pas les membres {0}",
        ),
        "the rules sheet cannot be played: {0}": (
            "con la hoja de reglas no se puede jugar: {0}",
            "la feuille de règles n'est pas jouable : {0}",
        ),
        "the time is not a whole number of milliseconds": (
            "la hora no es un número entero de milisegundos",
            "l'heure n'est pas un nombre entier de millisecondes",
        ),
        "this version of the rules is not known here": (
            "aquí no se conoce esta versión de las reglas",
            "cette version des règles n'est pas connue ici",
        ),
        "the entry cannot be understood: {0}": (
            "la entrada no se entiende: {0}",
            "l'entrée ne se comprend pas : {0}",
        ),
        "the rules cannot be asked about it: {0}": (
            "no se puede preguntar a las reglas por esto: {0}",
            "on ne peut interroger les règles là-dessus : {0}",
        ),
        "the record of the parent is not clean itself": (
            "el registro de origen no está limpio él mismo",
            "l'enregistrement d'origine n'est pas net lui-même",
        ),
        "a fork cannot begin so: {0}": (
            "una bifurcación no puede empezar así: {0}",
            "une bifurcation ne peut commencer ainsi : {0}",
        ),
        "{0} is not that of the parent": (
            "esto no es lo que dice el origen: {0}",
            "ceci n'est pas ce que dit l'origine : {0}",
        ),
        "the record of the parent does not have that entry": (
            "el registro de origen no tiene esa entrada",
            "l'enregistrement d'origine n'a pas cette entrée",
        ),
        "the record has no entries": ("el registro no tiene entradas", "l'enregistrement n'a pas d'entrées"),
        "the entry is not the next one of this log": (
            "la entrada no es la que sigue en este registro",
            "l'entrée n'est pas la suivante de ce journal",
        ),
        "the record is cut": ("el registro está cortado", "l'enregistrement est coupé"),
        "the deal keys in {0} do not follow from the game key": (
            "las llaves de las manos no se siguen de la llave de la partida ({0})",
            "les clés des manches ne découlent pas de la clé de la partie ({0})",
        ),
        "the game key in {0} is not the one that was committed to": (
            "la llave de la partida no es la que se había fijado ({0})",
            "la clé de la partie n'est pas celle qui avait été fixée ({0})",
        ),
        "the key of the first entry is not the one that was committed to": (
            "la llave de la primera entrada no es la que se había fijado",
            "la clé de la première entrée n'est pas celle qui avait été fixée",
        ),
        "the entropy of the seat is not what it had committed to": (
            "el azar del lugar no es el que había prometido",
            "le hasard de la place n'est pas celui qu'elle avait promis",
        ),
        "balances and house do not sum to zero": (
            "los saldos y la casa no suman cero",
            "les soldes et la maison ne font pas zéro",
        ),
        "these cards are missing: {0}": ("faltan estas cartas: {0}", "ces cartes manquent : {0}"),
        "these cards are there too often: {0}": (
            "estas cartas están de más: {0}",
            "ces cartes sont de trop : {0}",
        ),
        "instead of the cards {0} there are {1}": (
            "en lugar de las cartas {0} están {1}",
            "à la place des cartes {0} il y a {1}",
        ),
        "{0} is of the wrong kind": ("{0} no es del tipo debido", "{0} n'est pas du bon type"),
        "{0} of a result is of the wrong kind": (
            "{0} de un resultado no es del tipo debido",
            "{0} d'un résultat n'est pas du bon type",
        ),
        "the first command, and no other, makes the table": (
            "la primera orden, y ninguna otra, hace la mesa",
            "la première commande, et nulle autre, fait la table",
        ),
        "its record cannot be understood": (
            "su registro no se entiende",
            "son enregistrement ne se comprend pas",
        ),
        "fixture {0} cannot be understood": (
            "el encuentro {0} no se entiende",
            "la rencontre {0} ne se comprend pas",
        ),
        "the entry cannot be understood": ("la entrada no se entiende", "l'entrée ne se comprend pas"),
        "the rules cannot be asked about it": (
            "no se puede preguntar a las reglas por esto",
            "on ne peut interroger les règles là-dessus",
        ),
        "the events do not fit the position": (
            "los sucesos no caben en la posición",
            "les événements ne vont pas avec la position",
        ),
        "seat {0} has a wrong number of cards": (
            "el lugar {0} no tiene las cartas que debe",
            "la place {0} n'a pas le bon nombre de cartes",
        ),
        "the numbers of hands do not go together": (
            "los números de las manos no concuerdan",
            "les numéros des manches ne vont pas ensemble",
        ),
        "a hidden part is not what was sealed": (
            "una parte oculta no es la que se selló",
            "une partie cachée n'est pas celle qui fut scellée",
        ),
        "the {0} is not written as the service writes it": (
            "esto no está escrito como lo escribe el servicio: {0}",
            "ceci n'est pas écrit comme le service l'écrit : {0}",
        ),
    }
)
