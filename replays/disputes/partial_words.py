"""Sentences on what the bundle of a dispute decides beside damage, in three languages.

`verifier.js` has them too; a test compares both tables. What stands in braces is filled in.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

PARTIAL: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "title-partial": Words(
            "Lo que se decide a pesar del daño",
            "What is decided in spite of the damage",
            "Ce qui se décide malgré le dommage",
        ),
        "partial-why": Words(
            "Lo que sigue se decide sin la parte dañada del registro de la partida.",
            "What follows is decided without the damaged part of the record of the game.",
            "Ce qui suit se décide sans ce qui est endommagé dans l'enregistrement de la partie.",
        ),
        "partial-sound": Words(
            "En las entradas 1 a {sound}, de {plies}, no se encontró nada.",
            "In entries 1 to {sound} of {plies} nothing was found.",
            "Dans les entrées 1 à {sound}, sur {plies}, rien n'a été trouvé.",
        ),
        "partial-unsound": Words(
            "Lo que se encontró empieza antes de la segunda entrada, así que no se confirma ninguna.",
            "What was found begins before the second entry, so no entry is confirmed.",
            "Ce qui a été trouvé commence avant la deuxième entrée, aucune n'est donc confirmée.",
        ),
        "partial-first": Words(
            "Lo primero que se encontró está en la entrada {ply}, la que está en disputa.",
            "The first thing found is at entry {ply}, the one in dispute.",
            "La première chose trouvée est à l'entrée {ply}, celle en litige.",
        ),
        "partial-hand": Words(
            "La mano en disputa, entradas {first} a {last}, está antes de todo lo que se encontró.",
            "The hand in dispute, entries {first} to {last}, stands before all that was found.",
            "La manche en litige, entrées {first} à {last}, est avant tout ce qui a été trouvé.",
        ),
        "partial-entry-same": Words(
            "La entrada {ply} es la misma que cuando se abrió la disputa.",
            "Entry {ply} is the same as when the dispute was opened.",
            "L'entrée {ply} est la même que quand le litige fut ouvert.",
        ),
        "partial-entry-other": Words(
            "La entrada {ply} no es la misma que cuando se abrió la disputa.",
            "Entry {ply} is not the same as when the dispute was opened.",
            "L'entrée {ply} n'est pas la même que quand le litige fut ouvert.",
        ),
        "partial-entry-missing": Words(
            "La entrada {ply}, que está en disputa, no está o no se puede leer.",
            "Entry {ply}, which is in dispute, is not there or cannot be read.",
            "L'entrée {ply}, qui est en litige, n'est pas là ou ne peut être lue.",
        ),
        "partial-head-same": Words(
            "La entrada {ply} es la misma que cuando juzgó la máquina.",
            "Entry {ply} is the same as when the machine judged.",
            "L'entrée {ply} est la même que quand la machine a jugé.",
        ),
        "partial-head-other": Words(
            "La entrada {ply} no es la misma que cuando juzgó la máquina.",
            "Entry {ply} is not the same as when the machine judged.",
            "L'entrée {ply} n'est pas la même que quand la machine a jugé.",
        ),
        "partial-head-missing": Words(
            "La entrada {ply}, hasta la que juzgó la máquina, no está o no se puede leer.",
            "Entry {ply}, up to which the machine judged, is not there or cannot be read.",
            "L'entrée {ply}, jusqu'à laquelle la machine a jugé, n'est pas là ou ne peut être lue.",
        ),
        "partial-receipt-agrees": Words(
            "El servicio firmó la entrada {ply} (recibo {source}), y el registro la tiene.",
            "The service signed entry {ply} (receipt {source}), and the record has it.",
            "Le service a signé l'entrée {ply} (reçu {source}), et l'enregistrement l'a.",
        ),
        "partial-receipt-contradicts": Words(
            "La entrada {ply} que firmó el servicio (recibo {source}) es otra que la del registro"
            " (regla 12.7).",
            "The entry {ply} that the service signed (receipt {source}) is not the one that the record"
            " has (rules 12.7).",
            "L'entrée {ply} que le service a signée (reçu {source}) n'est pas celle de l'enregistrement"
            " (règle 12.7).",
        ),
        "partial-receipt-other_time": Words(
            "El servicio firmó la entrada {ply} (recibo {source}) con otra hora que la del registro"
            " (regla 12.7).",
            "The service signed entry {ply} (receipt {source}) with another time than that of the"
            " record (rules 12.7).",
            "Le service a signé l'entrée {ply} (reçu {source}) avec une autre heure que celle de"
            " l'enregistrement (règle 12.7).",
        ),
        "partial-receipt-missing": Words(
            "El servicio firmó la entrada {ply} (recibo {source}), y el registro termina antes (regla 12.7).",
            "The service signed entry {ply} (receipt {source}), and the record ends before it (rules 12.7).",
            "Le service a signé l'entrée {ply} (reçu {source}), et l'enregistrement finit avant (règle"
            " 12.7).",
        ),
        "partial-receipt-unreadable": Words(
            "El servicio firmó la entrada {ply} (recibo {source}), que en el registro no se puede leer.",
            "The service signed entry {ply} (receipt {source}), which cannot be read in the record.",
            "Le service a signé l'entrée {ply} (reçu {source}), illisible dans l'enregistrement.",
        ),
        "partial-receipt-other_game": Words(
            "Un recibo ({source}) es de otra partida y no dice nada de esta.",
            "A receipt ({source}) is of another game and says nothing about this one.",
            "Un reçu ({source}) est d'une autre partie et ne dit rien de celle-ci.",
        ),
        "partial-receipt-unproved": Words(
            "Un recibo ({source}) no prueba nada: no lo firmó ninguna llave de la lista que valiera"
            " entonces.",
            "A receipt ({source}) proves nothing: no key of the list that was in force then has signed it.",
            "Un reçu ({source}) ne prouve rien : aucune clé de la liste alors en vigueur ne l'a signé.",
        ),
        "partial-refusal-lawful": Words(
            "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la"
            " entrada {ply}; decidida de nuevo, es lícita.",
            "The service signed (refusal {source}) that it refused the command in dispute after entry"
            " {ply}; decided again, the command is lawful.",
            "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply}"
            " ; décidé de nouveau, ce coup est permis.",
        ),
        "partial-refusal-forbidden": Words(
            "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la"
            " entrada {ply}; decidida de nuevo, está prohibida.",
            "The service signed (refusal {source}) that it refused the command in dispute after entry"
            " {ply}; decided again, the command is forbidden.",
            "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply}"
            " ; décidé de nouveau, ce coup est interdit.",
        ),
        "partial-refusal-beyond": Words(
            "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la"
            " entrada {ply}; si las reglas la permitían no se puede decidir, por el daño.",
            "The service signed (refusal {source}) that it refused the command in dispute after entry"
            " {ply}; whether the rules allowed it cannot be decided, because of the damage.",
            "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply}"
            " ; à cause du dommage, on ne peut décider si les règles le permettaient.",
        ),
        "partial-refusal-unknown": Words(
            "El servicio firmó (rechazo {source}) que rechazó después de la entrada {ply} otra jugada que la"
            " que está en disputa.",
            "The service signed (refusal {source}) that it refused, after entry {ply}, another command than"
            " the one in dispute.",
            "Le service a signé (refus {source}) qu'il a refusé, après l'entrée {ply}, un autre coup que"
            " celui en litige.",
        ),
        "partial-refusal-other_game": Words(
            "Un rechazo firmado ({source}) es de otra partida y no dice nada de esta.",
            "A signed refusal ({source}) is of another game and says nothing about this one.",
            "Un refus signé ({source}) est d'une autre partie et ne dit rien de celle-ci.",
        ),
        "partial-refusal-unproved": Words(
            "Un rechazo ({source}) no prueba nada: no lo firmó ninguna llave de la lista que valiera"
            " entonces.",
            "A refusal ({source}) proves nothing: no key of the list that was in force then has signed it.",
            "Un refus ({source}) ne prouve rien : aucune clé de la liste alors en vigueur ne l'a signé.",
        ),
        "source-record": Words("que viene en el registro", "in the record", "de l'enregistrement"),
        "source-dispute": Words(
            "que presentó el lugar", "that the seat brought as evidence", "produit par la place"
        ),
        "source-kept": Words("que usted guardó", "that you kept", "que vous avez gardé"),
        "source-bundle": Words("de contradicted.json", "in contradicted.json", "de contradicted.json"),
        "partial-inclusion-holds": Words(
            "La última huella del registro está cubierta por el punto de control firmado que trae.",
            "The last digest of the record is covered by the signed checkpoint that it carries.",
            "La dernière empreinte de l'enregistrement est couverte par le point de contrôle signé"
            " qu'il porte.",
        ),
        "partial-inclusion-fails": Words(
            "La última huella del registro no está cubierta por el punto de control que trae.",
            "The last digest of the record is not covered by the checkpoint that it carries.",
            "La dernière empreinte de l'enregistrement n'est pas couverte par le point de contrôle"
            " qu'il porte.",
        ),
        "partial-inclusion-none": Words(
            "El registro no trae ningún punto de control.",
            "The record carries no checkpoint.",
            "L'enregistrement ne porte aucun point de contrôle.",
        ),
        "partial-proved": Words(
            "El reclamo queda probado por lo que el propio servicio firmó.",
            "The claim is proved by what the service itself has signed.",
            "La réclamation est prouvée par ce que le service lui-même a signé.",
        ),
        "partial-twice": Words(
            "El servicio firmó dos entradas distintas con un mismo número: una en el recibo, y otra que"
            " nombra el registro de la disputa, que también firmó.",
            "The service has signed two different entries with the same number: one in the receipt, and"
            " another that is named in the log of the dispute, which it signed too.",
            "Le service a signé deux entrées différentes sous un même numéro : l'une dans le reçu,"
            " l'autre que nomme le journal du litige, qu'il a signé aussi.",
        ),
        "partial-contradicted": Words(
            "Este registro no es el que el servicio firmó. Quién lo cambió, el servicio o alguien que tuvo el"
            " archivo, no se ve aquí: compárelo con el registro que sirve el servicio.",
            "This record is not what the service signed. Who changed it, the service or somebody who had the"
            " file, cannot be seen here: compare it with the record that the service serves.",
            "Cet enregistrement n'est pas ce que le service a signé. Qui l'a changé, le service ou quelqu'un"
            " qui avait le fichier, ne se voit pas ici : comparez-le à celui que sert le service.",
        ),
        "partial-open": Words(
            "Más no se decide aquí: si lo que se encontró en la partida habla a favor o en contra del"
            " reclamo, lo pesa un árbitro.",
            "Nothing more is decided here: whether what was found in the game speaks for or against the"
            " claim is for an arbiter to weigh.",
            "Rien de plus n'est décidé ici : si ce qui a été trouvé dans la partie parle pour ou contre"
            " la réclamation, c'est à un arbitre d'en juger.",
        ),
    }
)
"""Every sentence by name."""
