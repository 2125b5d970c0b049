"""What findings say in Spanish and French, of what is found less often than what `details` has."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MORE: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
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
        "dispute.json is missing": ("falta dispute.json", "dispute.json manque"),
        "receipts.json is missing": ("falta receipts.json", "receipts.json manque"),
        "proofs.json is missing": ("falta proofs.json", "proofs.json manque"),
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
        "the {0} is not written as the service writes it": (
            "esto no está escrito como lo escribe el servicio: {0}",
            "ceci n'est pas écrit comme le service l'écrit : {0}",
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
        "the record of the parent does not have that ply": (
            "el registro de origen no tiene esa entrada",
            "l'enregistrement d'origine n'a pas cette entrée",
        ),
        "the dispute was over before": ("la disputa ya había terminado", "le litige était déjà clos"),
        "the tournament was over before": ("el torneo ya había terminado", "le tournoi était déjà fini"),
        "the entry in dispute is not one of this game": (
            "la entrada en disputa no es de esta partida",
            "l'entrée en litige n'est pas de cette partie",
        ),
        "the events are not what the rules give": (
            "los sucesos no son los que dan las reglas",
            "les événements ne sont pas ceux que donnent les règles",
        ),
        "the line of the proof is missing": (
            "falta la línea de la prueba",
            "la ligne de la preuve manque",
        ),
        "the record has no entries": (
            "el registro no tiene entradas",
            "l'enregistrement n'a pas d'entrées",
        ),
        "the receipt in evidence is not the service's": (
            "el recibo que se aporta no es del servicio",
            "le reçu produit n'est pas du service",
        ),
        "the hand in dispute is not that of the entry": (
            "la mano en disputa no es la de la entrada",
            "la donne en litige n'est pas celle de l'entrée",
        ),
        "the parties are not the seats of the game": (
            "las partes no son los lugares de la partida",
            "les parties ne sont pas les places de la partie",
        ),
        "what was refused is no command of the game": (
            "lo rechazado no es una jugada",
            "ce qui fut refusé n'est pas un coup de la partie",
        ),
        "the verdict stands on another log": (
            "el veredicto descansa en otro registro",
            "le verdict repose sur un autre journal",
        ),
        "the cards of the hand were not open then": (
            "las cartas de la mano aún no estaban abiertas",
            "les cartes de la donne n'étaient pas encore ouvertes",
        ),
        "the machine judges otherwise: {0}": (
            "la máquina juzga de otro modo: {0}",
            "la machine juge autrement : {0}",
        ),
        "this is not an entry of a dispute, of which nothing is hidden": (
            "esta no es una entrada de una disputa, de la que nada se oculta",
            "ceci n'est pas une entrée d'un litige, dont rien n'est caché",
        ),
        "this is not the header of a dispute's record": (
            "este no es el encabezado del registro de una disputa",
            "ceci n'est pas l'en-tête de l'enregistrement d'un litige",
        ),
        "this is not the header of a tournament's record": (
            "este no es el encabezado del registro de un torneo",
            "ceci n'est pas l'en-tête de l'enregistrement d'un tournoi",
        ),
        "{0} is not what the records tell": (
            "{0} no es lo que cuentan los registros",
            "{0} n'est pas ce que disent les enregistrements",
        ),
        "the records do not tell what must stand beside them": (
            "los registros no dicen qué debe estar junto a ellos",
            "les enregistrements ne disent pas ce qui doit être à côté d'eux",
        ),
        "{0} does not belong in a bundle": (
            "{0} no es parte de un paquete",
            "{0} ne fait pas partie d'un dossier",
        ),
        "{0} is not the list of keys that is trusted": (
            "{0} no es la lista de llaves en que se confía",
            "{0} n'est pas la liste de clés à laquelle on se fie",
        ),
        "the entry is not the next one of this log": (
            "la entrada no es la que sigue en este registro",
            "l'entrée n'est pas la suivante de ce journal",
        ),
        "the form of the proof is wrong: {0}": (
            "la forma de la prueba no es correcta: {0}",
            "la forme de la preuve n'est pas correcte : {0}",
        ),
        "the record is cut": ("el registro está cortado", "l'enregistrement est coupé"),
        "the deal keys in {0} do not follow from the game key": (
            "las llaves de las manos no se siguen de la llave de la partida ({0})",
            "les clés des donnes ne découlent pas de la clé de la partie ({0})",
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
        "cards are missing ({0}) or too many ({1})": (
            "faltan cartas ({0}) o sobran ({1})",
            "il manque des cartes ({0}) ou il y en a de trop ({1})",
        ),
        "seat {0} has a wrong number of cards": (
            "el lugar {0} no tiene las cartas que debe",
            "la place {0} n'a pas le bon nombre de cartes",
        ),
        "the numbers of hands do not go together": (
            "los números de las manos no concuerdan",
            "les numéros des donnes ne vont pas ensemble",
        ),
        "the log does not contradict the receipt": (
            "el registro no contradice el recibo",
            "le journal ne contredit pas le reçu",
        ),
        "the log names a key that was not in force when the table was made": (
            "el registro nombra una llave que no valía cuando se hizo la mesa",
            "le journal nomme une clé qui n'était pas en vigueur quand la table fut faite",
        ),
        "a hidden part is not what was sealed": (
            "una parte oculta no es la que se selló",
            "une partie cachée n'est pas celle qui fut scellée",
        ),
        "the game of fixture {0} does not fit: {1}": (
            "la partida del encuentro {0} no corresponde: {1}",
            "la partie de la rencontre {0} ne convient pas : {1}",
        ),
        "the seeds are not opened": ("las semillas no están abiertas", "les graines ne sont pas ouvertes"),
        "a line of the signatures is not one": (
            "una línea de las firmas no lo es",
            "une ligne des signatures n'en est pas une",
        ),
        "a number of the checkpoint is not one": (
            "un número del punto de control no lo es",
            "un nombre du point de contrôle n'en est pas un",
        ),
        "no known key has signed the checkpoint": (
            "ninguna llave conocida firmó el punto de control",
            "aucune clé connue n'a signé le point de contrôle",
        ),
        "the checkpoint is of {0}, the keys are of {1}": (
            "el punto de control es de {0}, las llaves son de {1}",
            "le point de contrôle est de {0}, les clés sont de {1}",
        ),
        "the key {0} was not in force when the checkpoint says it was signed": (
            "la llave {0} no valía cuando el punto de control dice que se firmó",
            "la clé {0} n'était pas en vigueur quand le point de contrôle dit avoir été signé",
        ),
        "the root of the checkpoint is not 32 bytes in base64": (
            "la raíz del punto de control no son 32 bytes en base64",
            "la racine du point de contrôle n'est pas 32 octets en base64",
        ),
        "the signature by key {0} is wrong": (
            "la firma de la llave {0} no es correcta",
            "la signature de la clé {0} n'est pas juste",
        ),
        "the text has not the four lines of a checkpoint": (
            "el texto no tiene las cuatro líneas de un punto de control",
            "le texte n'a pas les quatre lignes d'un point de contrôle",
        ),
        "the text is not a signed note": (
            "el texto no es una nota firmada",
            "le texte n'est pas une note signée",
        ),
        "what should be base64 is not": (
            "lo que debía ser base64 no lo es",
            "ce qui devait être du base64 n'en est pas",
        ),
        "the checkpoint is not the one that the proof is for": (
            "el punto de control no es el de la prueba",
            "le point de contrôle n'est pas celui de la preuve",
        ),
        "the hashes do not lead from the end of the game to the root of the checkpoint": (
            "las huellas no llevan del final de la partida a la raíz del punto de control",
            "les empreintes ne mènent pas de la fin de la partie à la racine du point de contrôle",
        ),
        "the proof of inclusion has not the form of one": (
            "la prueba de inclusión no tiene la forma de una",
            "la preuve d'inclusion n'a pas la forme d'une preuve",
        ),
    }
)
"""As `details.DETAILS`."""
