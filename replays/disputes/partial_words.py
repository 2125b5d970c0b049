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
            "El registro de la partida no está limpio, así que el veredicto no se hizo otra vez. Lo que sigue"
            " se decide sin la parte dañada.",
            "The record of the game is not clean, so the verdict was not made again. What follows is decided"
            " without the damaged part.",
            "L'enregistrement de la partie n'est pas net, le verdict n'a donc pas été refait. Ce qui suit se"
            " décide sans la partie endommagée.",
        ),
        "partial-sound": Words(
            "En las entradas 1 a {sound}, de {plies}, no se encontró nada.",
            "In entries 1 to {sound} of {plies} nothing was found.",
            "Dans les entrées 1 à {sound}, sur {plies}, rien n'a été trouvé.",
        ),
        "partial-unsound": Words(
            "Lo que se encontró está ya antes de la segunda entrada, así que no se confirma ninguna.",
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
            "El servicio firmó otra entrada {ply} (recibo {source}) que la que tiene el registro (regla"
            " 12.7).",
            "The service signed another entry {ply} (receipt {source}) than the one the record has (rules"
            " 12.7).",
            "Le service a signé une autre entrée {ply} (reçu {source}) que celle de l'enregistrement (règle"
            " 12.7).",
        ),
        "partial-receipt-other_time": Words(
            "El servicio firmó la entrada {ply} (recibo {source}) con otra hora que la del registro (regla"
            " 12.7).",
            "The service signed entry {ply} (receipt {source}) with another time than the record has (rules"
            " 12.7).",
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
            "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la entrada"
            " {ply}; decidida de nuevo, las reglas la permiten.",
            "The service signed (refusal {source}) that it refused the command in dispute after entry {ply};"
            " decided again, the rules allow it.",
            "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply} ;"
            " rejugé, les règles le permettent.",
        ),
        "partial-refusal-forbidden": Words(
            "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la entrada"
            " {ply}; decidida de nuevo, las reglas la rechazan.",
            "The service signed (refusal {source}) that it refused the command in dispute after entry {ply};"
            " decided again, the rules refuse it.",
            "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply} ;"
            " rejugé, les règles le refusent.",
        ),
        "partial-refusal-beyond": Words(
            "El servicio firmó (rechazo {source}) que rechazó la jugada en disputa después de la entrada"
            " {ply}; si las reglas la permitían no se decide, por el daño.",
            "The service signed (refusal {source}) that it refused the command in dispute after entry {ply};"
            " whether the rules allowed it cannot be decided, because of the damage.",
            "Le service a signé (refus {source}) qu'il a refusé le coup en litige après l'entrée {ply} ; si"
            " les règles le permettaient ne peut être décidé, à cause du dommage.",
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
            "La última huella del registro está bajo el punto de control firmado que trae.",
            "The last digest of the record stands under the signed checkpoint that it carries.",
            "La dernière empreinte de l'enregistrement est sous le point de contrôle signé qu'il porte.",
        ),
        "partial-inclusion-fails": Words(
            "La última huella del registro no está bajo el punto de control que trae.",
            "The last digest of the record does not stand under the checkpoint that it carries.",
            "La dernière empreinte de l'enregistrement n'est pas sous le point de contrôle qu'il porte.",
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
            "El servicio firmó dos entradas distintas para un mismo lugar del registro: una en el recibo, y"
            " otra de la que responde el registro de la disputa.",
            "The service has signed two different entries for one ply: one in the receipt, and another that"
            " the log of the dispute stands for.",
            "Le service a signé deux entrées différentes pour un même rang du journal : l'une dans le reçu,"
            " l'autre dont répond le journal du litige.",
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
            "Más no se decide aquí: lo que se encontró en la partida habla por el reclamo o contra él, y lo"
            " pesa un árbitro.",
            "More is not decided here: what was found in the game speaks for the claim or against it, and an"
            " arbiter weighs it.",
            "Rien de plus n'est décidé ici : ce qui a été trouvé dans la partie parle pour la réclamation ou"
            " contre elle, et c'est à un arbitre d'en juger.",
        ),
    }
)
"""Every sentence by name."""
