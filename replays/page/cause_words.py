"""What was not checked, and by the cause of a finding who could have caused it and what follows."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words
from replays.audit.report import Cause, Unchecked

NOT_CHECKED: Final[Mapping[Unchecked, Words]] = MappingProxyType(
    {
        Unchecked.KEYS: Words(
            "las firmas (no se dio una lista de llaves obtenida en otra parte)",
            "the signatures (no list of keys was given that you got elsewhere)",
            "les signatures (aucune liste de clés obtenue ailleurs n'a été donnée)",
        ),
        Unchecked.SIGNATURE: Words(
            "una firma del servicio (no hay ninguna que concuerde con el registro)",
            "a signature of the service (there is none that agrees with the log)",
            "une signature du service (il n'y en a aucune qui concorde avec le journal)",
        ),
        Unchecked.CHECKPOINT: Words(
            "un punto de control (ninguno cubre el registro; el servicio firma uno poco después del final)",
            "a checkpoint (none covers the log; the service signs one shortly after the end)",
            "un point de contrôle (aucun ne couvre le journal ; le service en signe un peu après la fin)",
        ),
        Unchecked.HIDDEN: Words(
            "las cartas y jugadas ocultas (las llaves de la baraja no se han abierto)",
            "hidden cards and moves (the keys of the deck are not open)",
            "les cartes et coups cachés (les clés du paquet ne sont pas ouvertes)",
        ),
        Unchecked.DECK: Words(
            "las barajas (la partida se contó sin sus llaves)",
            "the decks (the game was told without its keys)",
            "les paquets (la partie est racontée sans ses clés)",
        ),
        Unchecked.PARENT_RECORD: Words(
            "el origen de la bifurcación (no se dio su registro)",
            "the game that the fork comes from (its record was not given)",
            "l'origine de la bifurcation (son enregistrement n'a pas été donné)",
        ),
        Unchecked.LOG: Words(
            "el registro (no se dio ninguno con el que comparar los recibos)",
            "the log (none was given to compare the receipts with)",
            "le journal (aucun n'a été donné pour y comparer les reçus)",
        ),
    }
)
"""What was not there to be checked, as a headline names it."""

CAUSES: Final[Mapping[Cause, Words]] = MappingProxyType(
    {
        Cause.FILE: Words(
            "Pudo causarlo quien tuvo este archivo, también por descuido, o el servicio si lo entrega"
            " así. Pida el archivo otra vez y compárelo con una copia que otra persona haya guardado.",
            "Whoever held this file could have caused it, by mistake too, or the service if it gives"
            " the file out like this. Get the file again, and compare it with a copy that somebody else"
            " has kept.",
            "Quiconque a eu ce fichier a pu le causer, même par erreur, ou le service s'il le donne"
            " ainsi. Redemandez le fichier et comparez-le avec une copie gardée par quelqu'un d'autre.",
        ),
        Cause.LOG: Words(
            "Pudo causarlo quien tuvo este archivo, o quien puede escribir en el almacén del servicio."
            " Pida el registro otra vez: si el servicio lo entrega así, compárelo con los recibos y"
            " puntos de control guardados; si es de una partida, se puede abrir una disputa por"
            " history_altered (regla 13.2).",
            "Whoever held this file, or can write to the store of the service, could have caused it."
            " Get the record again: if the service gives it out like this, compare it with receipts and"
            " checkpoints that were kept; if it is of a game, a dispute can claim history_altered"
            " (rules 13.2).",
            "Quiconque a eu ce fichier, ou peut écrire dans le stockage du service, a pu le causer."
            " Redemandez l'enregistrement : si le service le donne ainsi, comparez-le aux reçus et"
            " points de contrôle gardés ; si c'est celui d'une partie, on peut ouvrir un litige pour"
            " history_altered (règle 13.2).",
        ),
        Cause.PLAY: Words(
            "Ningún lugar puede causarlo con sus jugadas, porque las entradas las escribe el servicio:"
            " aceptó lo que las reglas no permiten, o alguien cambió el registro. Si el servicio lo"
            " entrega así, la mano se puede disputar (regla 13.2).",
            "No seat can cause it by its moves, because the service writes the entries: it has accepted"
            " what the rules do not allow, or somebody has changed the log. If the service gives it out"
            " like this, the hand can be disputed (rules 13.2).",
            "Aucune place ne peut le causer par ses coups, car le service écrit les entrées : il a"
            " accepté ce que les règles ne permettent pas, ou quelqu'un a changé le journal. Si le"
            " service le donne ainsi, la manche peut être contestée (règle 13.2).",
        ),
        Cause.DECK: Words(
            "Pudo causarlo quien tuvo este archivo, o el servicio, que guarda las llaves hasta el"
            " final. De la baraja de esta mano no queda probado nada; si el servicio lo entrega así, se"
            " puede abrir una disputa por deck_chosen o history_altered (regla 13.2).",
            "Whoever held this file could have caused it, or the service, which keeps the keys until"
            " the end. Of the deck of this hand nothing is proved; if the service gives it out like"
            " this, a dispute can claim deck_chosen or history_altered (rules 13.2).",
            "Quiconque a eu ce fichier a pu le causer, ou le service, qui garde les clés jusqu'à la"
            " fin. Du paquet de cette manche rien n'est prouvé ; si le service le donne ainsi, on peut"
            " ouvrir un litige pour deck_chosen ou history_altered (règle 13.2).",
        ),
        Cause.PARENT: Words(
            "Pudo causarlo quien eligió o tuvo uno de los archivos, o el servicio si los entrega así."
            " Pida los registros otra vez; mientras no concuerden, no está probado de dónde viene este.",
            "Whoever chose or held one of the files could have caused it, or the service if it gives"
            " them out like this. Get the records again; until they agree, it is not proved where this"
            " one comes from.",
            "Quiconque a choisi ou eu un des fichiers a pu le causer, ou le service s'il les donne"
            " ainsi. Redemandez les enregistrements ; tant qu'ils ne concordent pas, l'origine n'est"
            " pas prouvée.",
        ),
        Cause.KEY: Words(
            "La lista de llaves no es la del servicio de entonces, o el registro lo escribió otro. Compare"
            " la lista con copias obtenidas en otra parte; hasta entonces no está probado quién lo escribió.",
            "The list of keys is not that of the service at that time, or somebody else has written this"
            " log. Compare the list with copies from elsewhere; until then it is not proved who wrote it.",
            "La liste de clés n'est pas celle du service d'alors, ou un autre a écrit ce journal. Comparez"
            " la liste avec des copies d'ailleurs ; d'ici là, il n'est pas prouvé qui l'a écrit.",
        ),
        Cause.RECEIPT: Words(
            "Pudo causarlo quien hizo o copió el recibo, o la lista de llaves no es la de entonces."
            " Este recibo no prueba nada contra el registro. Compare la lista con copias obtenidas en"
            " otra parte.",
            "Whoever made or copied the receipt could have caused it, or the list of keys is not that"
            " of the service at that time. This receipt proves nothing against the log. Compare the"
            " list with copies from elsewhere.",
            "Quiconque a fait ou copié le reçu a pu le causer, ou la liste de clés n'est pas celle"
            " d'alors. Ce reçu ne prouve rien contre le journal. Comparez la liste avec des copies"
            " d'ailleurs.",
        ),
        Cause.UNSIGNED: Words(
            "Sin una lista de llaves nadie sabe si el recibo es del servicio: pudo causarlo quien hizo"
            " el recibo o quien tuvo este archivo. Revise otra vez con una lista de llaves obtenida en"
            " otra parte.",
            "Without a list of keys nobody knows whether the receipt is the service's: whoever made the"
            " receipt or held this file could have caused it. Audit again with a list of keys from"
            " elsewhere.",
            "Sans liste de clés nul ne sait si le reçu est du service : quiconque a fait le reçu ou eu"
            " ce fichier a pu le causer. Vérifiez de nouveau avec une liste de clés obtenue ailleurs.",
        ),
        Cause.CONTRADICTION: Words(
            "La firma del recibo, o del punto de control, es auténtica: el servicio, o quien tiene su"
            " llave, firmó algo distinto de lo que dice este archivo. Pida el registro otra vez: si el"
            " servicio lo entrega así, solo él, o quien tiene su llave o su almacén, pudo causarlo."
            " Guarde lo firmado: con ello se puede abrir una disputa por history_altered (regla 13.2).",
            "The signature of the receipt, or of the checkpoint, is genuine: the service, or whoever has"
            " its key, has signed something other than what this file says. Get the record again: if the"
            " service gives it out like this, only the service, or whoever has its key or its store,"
            " could have caused it. Keep what was signed: with it a dispute can claim history_altered"
            " (rules 13.2).",
            "La signature du reçu, ou du point de contrôle, est authentique : le service, ou qui a sa"
            " clé, a signé autre chose que ce que dit ce fichier. Redemandez l'enregistrement : si le"
            " service le donne ainsi, lui seul, ou qui a sa clé ou son stockage, a pu le causer. Gardez"
            " ce qui est signé : cela permet d'ouvrir un litige pour history_altered (règle 13.2).",
        ),
        Cause.FROZEN: Words(
            "Si el servicio entrega así el registro, solo él, o quien puede escribir en su almacén,"
            " pudo perder las entradas: ningún jugador puede quitarlas. Lo que falta no se ve aquí. La"
            " partida no sigue: vuelve con una copia más nueva del almacén, o el operador la anula"
            " (regla 12.8).",
            "If the service gives the log out like this, only the service, or whoever can write to its"
            " store, could have lost the entries: no player can remove any. What is missing is not"
            " shown here. The game does not go on: a newer copy of the store brings it back, or the"
            " operator voids it (rules 12.8).",
            "Si le service donne ainsi le journal, lui seul, ou qui peut écrire dans son stockage, a pu"
            " perdre les entrées : aucun joueur ne peut en enlever. Ce qui manque n'est pas montré ici."
            " La partie ne continue pas : une copie plus récente du stockage la ramène, ou l'opérateur"
            " l'annule (règle 12.8).",
        ),
        Cause.DAMAGE: Words(
            "Si el servicio entrega así el registro, solo pudo causarlo él, o quien puede escribir en su"
            " almacén o su archivo, también sin querer, como por un disco que falla: ningún jugador puede."
            " Guarde los recibos, que prueban las entradas que faltan, y dispute la mano: el daño mismo da"
            " la razón a history_altered (regla 13.2). El operador puede tener una copia de seguridad.",
            "If the service gives the log out like this, only the service, or whoever can write to its"
            " store or its archive, could have caused it, also by accident, such as a failing disk: no"
            " player can. Keep the receipts, which prove the entries that are missing, and dispute the"
            " hand: the damage itself upholds history_altered (rules 13.2). The operator may have a"
            " backup.",
            "Si le service donne ainsi le journal, lui seul, ou qui peut écrire dans son stockage ou ses"
            " archives, a pu le causer, même par accident, tel un disque défaillant : aucun joueur ne le"
            " peut. Gardez les reçus, qui prouvent les entrées manquantes, et contestez la manche : le"
            " dommage même donne raison à history_altered (règle 13.2). L'exploitant a peut-être une"
            " sauvegarde.",
        ),
        Cause.TWO_SIGNATURES: Words(
            "Solo pudo causarlo el servicio, o quien tiene su llave: ni un jugador ni quien tuvo este"
            " archivo puede hacer esas firmas. Un registro tiene una sola entrada con cada número, así"
            " que al menos una de las dos firmadas no está en él. Los dos recibos lo prueban por sí"
            " solos, sin registro: guárdelos juntos, muéstrelos a quien guarde otros y abra una disputa"
            " por history_altered (regla 13.2).",
            "Only the service, or whoever has its key, could have caused it: no player and nobody who"
            " held this file can make these signatures. A log has one entry with each number, so at"
            " least one of the two that were signed is not in it. The two receipts prove it by"
            " themselves, without any log: keep them together, show them to those who have kept others,"
            " and claim history_altered in a dispute (rules 13.2).",
            "Seul le service, ou qui a sa clé, a pu le causer : ni un joueur ni qui a eu ce fichier ne"
            " peut faire ces signatures. Un journal n'a qu'une entrée par numéro : l'une au moins des"
            " deux entrées signées n'y est donc pas. Les deux reçus le prouvent seuls, sans journal :"
            " gardez-les ensemble, montrez-les à qui en a gardé d'autres, et ouvrez un litige pour"
            " history_altered (règle 13.2).",
        ),
        Cause.TWO_HISTORIES: Words(
            "Solo pudo causarlo el servicio, o quien tiene su llave: ni un jugador ni quien tuvo este"
            " archivo puede hacer esas firmas. El recibo posterior responde, por la cadena de huellas, de"
            " cada entrada anterior, y así de otra entrada que la del recibo guardado. Lo prueban los dos"
            " recibos junto con las partes públicas de las entradas que van del uno al otro, sea lo que"
            " sea el resto del archivo. No se ve si fue a propósito o si el servicio siguió con una copia"
            " vieja de su almacén. Guarde este archivo y el recibo juntos, muéstrelos a quien guarde"
            " otros, y reclame history_altered (regla 13.2).",
            "Only the service, or whoever has its key, could have caused it: no player and nobody who held"
            " this file can make these signatures. The later receipt stands, by the chain of digests, for"
            " every entry before its own, and so for another entry than the one of the kept receipt. The"
            " two receipts prove it together with the public parts of the entries from the one to the"
            " other, whatever else is in this file. Whether it was done on purpose, or the service went on"
            " with an old copy of its store, is not shown. Keep this file and the receipt together, show"
            " them to those who have kept others, and claim history_altered (rules 13.2).",
            "Seul le service, ou qui a sa clé, a pu le causer : ni un joueur ni qui a eu ce fichier ne"
            " peut faire ces signatures. Le reçu postérieur répond, par la chaîne d'empreintes, de chaque"
            " entrée précédente, donc d'une autre entrée que celle du reçu gardé. Les deux reçus le"
            " prouvent avec les parties publiques des entrées de l'un à l'autre, quel que soit le reste du"
            " fichier. On ne voit pas si c'était voulu ou si le service a continué sur une vieille copie"
            " de son stockage. Gardez ce fichier et le reçu ensemble, montrez-les à qui en a gardé"
            " d'autres, et réclamez history_altered (règle 13.2).",
        ),
        Cause.CHECKPOINT: Words(
            "Pudo causarlo quien tuvo este archivo, o el servicio si lo entrega así. No está probado"
            " que esté en el registro de todas las partidas: pregunte con `conquian log inclusion` y"
            " compare con un punto de control guardado.",
            "Whoever held this file could have caused it, or the service if it gives the file out like"
            " this. That this is in the log of all games is not proved: ask with `conquian log"
            " inclusion`, and compare with a checkpoint that was kept.",
            "Quiconque a eu ce fichier a pu le causer, ou le service s'il le donne ainsi. Il n'est pas"
            " prouvé que ceci soit au journal de toutes les parties : demandez par `conquian log"
            " inclusion` et comparez avec un point de contrôle gardé.",
        ),
    }
)
"""Who could have caused a finding, and what follows."""
