"""What is found of receipts, checkpoints and the keys that sign them, in Spanish and French."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SIGNED: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
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
        "a refusal has not the form of one": (
            "un rechazo firmado no tiene la forma de uno",
            "un refus signé n'en a pas la forme",
        ),
        "a refusal names a key that is not in the list": (
            "un rechazo nombra una llave que no está en la lista",
            "un refus nomme une clé qui n'est pas dans la liste",
        ),
        "the signature of a refusal is not that of its key": (
            "la firma de un rechazo no es la de su llave",
            "la signature d'un refus n'est pas celle de sa clé",
        ),
        "a refusal is signed with a key that was not yet in force at its time": (
            "un rechazo está firmado con una llave que aún no valía a su hora",
            "un refus est signé d'une clé qui n'était pas encore en vigueur à son heure",
        ),
        "a refusal is signed with a key that was retired at its time": (
            "un rechazo está firmado con una llave que ya se había retirado a su hora",
            "un refus est signé d'une clé qui était déjà retirée à son heure",
        ),
        "a refusal is of another game": ("un rechazo es de otra partida", "un refus est d'une autre partie"),
        "the log ends before entry {0}, on which there is a refusal": (
            "el registro termina antes de la entrada {0}, sobre la que hay un rechazo",
            "le journal finit avant l'entrée {0}, sur laquelle il y a un refus",
        ),
        "a refusal names a seat that the table does not have": (
            "un rechazo nombra un lugar que la mesa no tiene",
            "un refus nomme une place que la table n'a pas",
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
        "the service has signed two different entries for ply {0}": (
            "el servicio firmó dos entradas distintas con el número {0}",
            "le service a signé deux entrées différentes pour le numéro {0}",
        ),
        "the service has signed two histories: another entry {0}, and entry {1}, which is chained to the"
        " entry {2} of this log": (
            (
                "el servicio firmó dos historias: otra entrada {0}, y la entrada {1}, que está encadenada con"
                " la entrada {2} de este registro"
            ),
            (
                "le service a signé deux histoires : une autre entrée {0}, et l'entrée {1}, enchaînée à"
                " l'entrée {2} de ce journal"
            ),
        ),
        "frozen: the log does not have the entry {0} for which there is a receipt": (
            "congelada: el registro no tiene la entrada {0} de la que hay un recibo",
            "gelée : le journal n'a pas l'entrée {0} dont il y a un reçu",
        ),
        "a receipt has another time than the entry": (
            "un recibo tiene otra hora que la entrada",
            "un reçu a une autre heure que l'entrée",
        ),
        "the log names a key that is not in the list": (
            "el registro nombra una llave que no está en la lista",
            "le journal nomme une clé qui n'est pas dans la liste",
        ),
        "the line of the proof is missing": ("falta la línea de la prueba", "la ligne de la preuve manque"),
        "the form of the proof is wrong: {0}": (
            "la forma de la prueba no es correcta: {0}",
            "la forme de la preuve n'est pas correcte : {0}",
        ),
        "the log does not contradict the receipt": (
            "el registro no contradice el recibo",
            "le journal ne contredit pas le reçu",
        ),
        "the log names a key that was not in force when the table was made": (
            "el registro nombra una llave que no valía cuando se hizo la mesa",
            "le journal nomme une clé qui n'était pas en vigueur quand la table fut faite",
        ),
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
        "by a signed checkpoint the game ended at entry {0}, with a digest that is not the last one of this"
        " record": (
            (
                "según un punto de control firmado la partida acabó en la entrada {0}, con una huella que no"
                " es la última de este registro"
            ),
            (
                "selon un point de contrôle signé la partie a fini à l'entrée {0}, avec une empreinte qui"
                " n'est pas la dernière de cet enregistrement"
            ),
        ),
        "the proof of inclusion has not the form of one": (
            "la prueba de inclusión no tiene la forma de una",
            "la preuve d'inclusion n'a pas la forme d'une preuve",
        ),
    }
)
