"""The sentences of the report on a dispute, in three languages; `verifier.js` has the same table.

A test compares both tables. What stands in braces is filled in.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words
from replays.disputes.verdict_words import FORCED
from replays.page.words import MEANS

REPORT: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "title-claim": Words("El reclamo", "The claim", "La réclamation"),
        "title-verdict": Words(
            "El veredicto de la máquina", "The verdict of the machine", "Le verdict de la machine"
        ),
        "title-facts": Words(
            "En qué se apoya el veredicto", "What the verdict stands on", "Sur quoi repose le verdict"
        ),
        "title-statements": Words(
            "Lo que dicen los lugares", "What the seats say", "Ce que disent les places"
        ),
        "title-end": Words("En qué quedó la disputa", "Where the dispute stands", "Où en est le litige"),
        "rule": Words(" (regla {rule})", " (rules {rule})", " (règle {rule})"),
        "unread": Words(
            "El registro de la disputa no se puede leer entero: aquí está lo que se pudo leer.",
            "The log of the dispute cannot be read in full: this is what could be read of it.",
            "Le journal du litige ne peut être lu en entier : voici ce qui a pu en être lu.",
        ),
        "claim": Words(
            "El lugar {seat} disputa la entrada {ply}, de la mano {hand}, y afirma: {claim}.",
            "Seat {seat} disputes entry {ply}, in hand {hand}, and claims: {claim}.",
            "La place {seat} conteste l'entrée {ply}, dans la manche {hand}, et affirme : {claim}.",
        ),
        "words": Words(
            "En sus propias palabras: {text}", "In its own words: {text}", "Dans ses propres mots : {text}"
        ),
        "means": MEANS,
        "refused-command": Words(
            "La jugada que dice que se le rechazó: {move}.",
            "The command that it says was refused: {move}.",
            "Le coup qui, dit-elle, lui fut refusé : {move}.",
        ),
        "receipt": Words(
            "Presenta un recibo firmado con la llave {key} por la entrada {ply}, con la huella {digest}.",
            "It shows a receipt, signed with the key {key}, for entry {ply} with the digest {digest}.",
            "Elle produit un reçu signé avec la clé {key}, pour l'entrée {ply} avec l'empreinte {digest}.",
        ),
        "refusal": Words(
            "Presenta un rechazo firmado con la llave {key}: después de la entrada {ply} el servicio le"
            " rechazó una jugada ({code}){rule}.",
            "It shows a refusal, signed with the key {key}: after entry {ply} the service refused a command"
            " of this seat ({code}){rule}.",
            "Elle produit un refus, signé avec la clé {key} : après l'entrée {ply} le service lui a refusé un"
            " coup ({code}){rule}.",
        ),
        "checkpoint": Words(
            "Presenta una prueba de que la partida acabó en la entrada {ply} con la huella {digest}, bajo un"
            " punto de control firmado (tamaño {size}).",
            "It shows a proof that the game ended at entry {ply} with the digest {digest}, under a signed"
            " checkpoint (size {size}).",
            "Elle produit une preuve que la partie a fini à l'entrée {ply} avec l'empreinte {digest}, sous un"
            " point de contrôle signé (taille {size}).",
        ),
        "added": Words(
            "El lugar {seat} añadió pruebas más tarde ({at}).",
            "Seat {seat} added evidence later ({at}).",
            "La place {seat} a ajouté des preuves plus tard ({at}).",
        ),
        "none": Words(
            "La máquina no la ha juzgado todavía.",
            "The machine has not judged it yet.",
            "La machine ne l'a pas encore jugée.",
        ),
        "outcome": Words("{outcome}{rule}.", "{outcome}{rule}.", "{outcome}{rule}."),
        "head": Words(
            "Se juzgó según el registro de la partida hasta la entrada {ply}, con la huella {digest}.",
            "It was judged by the log of the game up to entry {ply}, with the digest {digest}.",
            "Il fut rendu d'après le journal de la partie jusqu'à l'entrée {ply}, avec l'empreinte {digest}.",
        ),
        "deck-follows": Words(
            "La baraja se sigue de la llave que el servicio había fijado antes.",
            "The deck follows from the key that the service had fixed before.",
            "Le paquet découle de la clé que le service avait fixée auparavant.",
        ),
        "deck-differs": Words(
            "La baraja no se sigue de la llave que el servicio había fijado antes.",
            "The deck does not follow from the key that the service had fixed before.",
            "Le paquet ne découle pas de la clé que le service avait fixée auparavant.",
        ),
        "deck-chance": Words(
            "Añadieron azar propio a la baraja los lugares: {seats}.",
            "Seats that added chance of their own to the deck: {seats}.",
            "Places qui ont ajouté leur propre hasard au paquet : {seats}.",
        ),
        "deck-bytes": Words(
            "El azar que añadió el lugar {seat}: {chance}.",
            "The chance that seat {seat} added: {chance}.",
            "Le hasard ajouté par la place {seat} : {chance}.",
        ),
        "deck-no-chance": Words(
            "Ningún lugar añadió azar propio, así que no está probado que el servicio no haya sacado"
            " llaves hasta que una le gustó.",
            "No seat added chance of its own, so it is not proved that the service did not draw keys"
            " until it liked one.",
            "Aucune place n'a ajouté son propre hasard, il n'est donc pas prouvé que le service n'a pas"
            " tiré de clés jusqu'à en trouver une à son goût.",
        ),
        "move": Words(
            "En la entrada {ply} el lugar {seat} hizo esto: {move}.",
            "At entry {ply} seat {seat} did this: {move}.",
            "À l'entrée {ply} la place {seat} a fait ceci : {move}.",
        ),
        "move-service": Words(
            "En la entrada {ply} el servicio hizo esto: {move}.",
            "At entry {ply} the service did this: {move}.",
            "À l'entrée {ply} le service a fait ceci : {move}.",
        ),
        "move-lawful": Words("Las reglas lo permiten.", "The rules allow it.", "Les règles le permettent."),
        "move-unlawful": Words(
            "Las reglas no lo permiten.", "The rules do not allow it.", "Les règles ne le permettent pas."
        ),
        "no-command": Words(
            "No se dijo qué jugada se rechazó, así que no había nada que decidir.",
            "The command that was refused was not given, so there was nothing to decide.",
            "Le coup refusé n'a pas été indiqué, il n'y avait donc rien à décider.",
        ),
        "refused-unlawful": Words(
            "Decidida de nuevo después de la entrada {ply}, la jugada está prohibida por las reglas"
            " ({code}).",
            "Decided again after entry {ply}, the command is forbidden by the rules ({code}).",
            "Décidé de nouveau après l'entrée {ply}, le coup est interdit par les règles ({code}).",
        ),
        "refused-lawful": Words(
            "Decidida de nuevo después de la entrada {ply}, la jugada es lícita.",
            "Decided again after entry {ply}, the command is lawful.",
            "Décidé de nouveau après l'entrée {ply}, le coup est permis.",
        ),
        "refusal-unproved": Words(
            "Que la jugada se enviara y se rechazara no está en ningún registro, y este veredicto no lo"
            " prueba.",
            "That the command was sent and refused is in no log, and this verdict does not prove it.",
            "Que le coup ait été envoyé et refusé n'est dans aucun journal, et ce verdict ne le prouve pas.",
        ),
        "chain-holds": Words(
            "Cada entrada lleva la huella de la anterior.",
            "Every entry carries the digest of the one before it.",
            "Chaque entrée porte l'empreinte de la précédente.",
        ),
        "chain-broken": Words(
            "Las entradas no llevan todas la huella de la anterior.",
            "Not every entry carries the digest of the one before it.",
            "Les entrées ne portent pas toutes l'empreinte de la précédente.",
        ),
        "receipt-holds": Words(
            "El registro tiene la entrada que dice el recibo.",
            "The log has the entry that the receipt names.",
            "Le journal a l'entrée que nomme le reçu.",
        ),
        "receipt-broken": Words(
            "El registro no tiene la entrada que el servicio firmó en el recibo.",
            "The log does not have the entry that the service signed in the receipt.",
            "Le journal n'a pas l'entrée que le service a signée dans le reçu.",
        ),
        "receipt-none": Words(
            "No se presentó ningún recibo; sin él, un registro hecho de nuevo desde el principio es igual.",
            "No receipt was shown; without one, a log that was made anew from its start looks the same.",
            "Aucun reçu ne fut produit ; sans reçu, un journal refait depuis le début a le même aspect.",
        ),
        "paid": Words(
            "Se pagó, por lugar: {paid}. Se debía, por lugar: {due}. Lo que se jugaba: {stake}.",
            "Paid, by seat: {paid}. Due, by seat: {due}. The stake was {stake}.",
            "Payé, par place : {paid}. Dû, par place : {due}. L'enjeu était de {stake}.",
        ),
        "unpaid": Words(
            "En esta mano no se ha pagado nada.",
            "Nothing was paid in this hand.",
            "Rien n'a été payé dans cette manche.",
        ),
        "timed-out": Words(
            "El servicio respondió por los lugares {seats} a las {answered}, {waited} segundos después de"
            " preguntar; tenían {seconds} segundos.",
            "The service answered for these seats: {seats}. That was at {answered}, {waited} seconds after"
            " the question; they had {seconds} seconds.",
            "Le service a répondu pour ces places : {seats}. C'était à {answered}, {waited} secondes après la"
            " question ; elles avaient {seconds} secondes.",
        ),
        "timed-out-absent": Words(
            "Lugares entonces ausentes, a los que no se espera: {seats}.",
            "Seats that were away then, for which nobody waits: {seats}.",
            "Places alors absentes, que l'on n'attend pas : {seats}.",
        ),
        "timed-out-nobody": Words(
            "En la entrada {ply} el servicio no respondió por nadie.",
            "At entry {ply} the service answered for nobody.",
            "À l'entrée {ply} le service n'a répondu pour personne.",
        ),
        "audit-clean": Words(
            "En la mano no se encontró nada.",
            "Nothing was found in the hand.",
            "Rien n'a été trouvé dans la manche.",
        ),
        "audit-unclean": Words(
            "En la mano se encontró algo.",
            "Something was found in the hand.",
            "Quelque chose a été trouvé dans la manche.",
        ),
        "damage": Words(
            "El registro de la partida no se pudo leer entero, así que no se decidió nada por él.",
            "The log of the game could not be read in full, so nothing was decided by it.",
            "Le journal de la partie ne put être lu en entier, rien ne fut donc décidé d'après lui.",
        ),
        "damaged-at": Words(
            "Desde la entrada {ply}, el servicio no pudo leer su propio registro.",
            "From entry {ply} on, the service could not read its own log.",
            "À partir de l'entrée {ply}, le service n'a pu lire son propre journal.",
        ),
        "more-facts": Words(
            "Otros hechos, como están guardados: {facts}",
            "Further facts, as they are stored: {facts}",
            "Autres faits, tels qu'ils sont conservés : {facts}",
        ),
        "found": Words(
            "Al juzgar, la máquina encontró en la mano este número de faltas: {count}. La primera"
            " está en la entrada {ply}{rule}.",
            "The number of faults that the machine found in the hand when it judged: {count}. The"
            " first is at entry {ply}{rule}.",
            "Nombre de fautes que la machine a trouvées dans la manche en jugeant : {count}. La"
            " première est à l'entrée {ply}{rule}.",
        ),
        "forced": FORCED,
        "legal": Words(
            "Lo que el lugar {seat} podía hacer después de la entrada {ply} ({count} en total): {moves}.",
            "What seat {seat} could do after entry {ply} ({count} in all): {moves}.",
            "Ce que la place {seat} pouvait faire après l'entrée {ply} ({count} en tout) : {moves}.",
        ),
        "legal-more": Words(
            "Aquí están {shown} de {count}; el archivo dispute.json del paquete tiene {listed}.",
            "Shown here are {shown} of {count}; the file dispute.json in the bundle has {listed}.",
            "En voici {shown} sur {count} ; le fichier dispute.json du dossier en a {listed}.",
        ),
        "legal-nothing": Words(
            "El lugar {seat} no podía hacer nada después de la entrada {ply}.",
            "Seat {seat} could do nothing after entry {ply}.",
            "La place {seat} ne pouvait rien faire après l'entrée {ply}.",
        ),
        "would-correct": Words(
            "Si el veredicto queda en pie, las cuentas cambian, por lugar: {amounts}.",
            "If the verdict stands, the ledger changes, by seat: {amounts}.",
            "Si le verdict tient, les comptes changent, par place : {amounts}.",
        ),
        "statement": Words(
            "El lugar {seat} declaró: {text}",
            "Seat {seat} said: {text}",
            "La place {seat} a déclaré : {text}",
        ),
        "statement-arbiter": Words(
            "El árbitro {by} declaró: {text}",
            "Arbiter {by} said: {text}",
            "L'arbitre {by} a déclaré : {text}",
        ),
        "answer-accepted": Words(
            "El lugar {seat} acepta el veredicto.",
            "Seat {seat} accepts the verdict.",
            "La place {seat} accepte le verdict.",
        ),
        "answer-contested": Words(
            "El lugar {seat} impugna el veredicto.",
            "Seat {seat} contests the verdict.",
            "La place {seat} conteste le verdict.",
        ),
        "answer-none": Words(
            "El lugar {seat} no ha contestado al veredicto.",
            "Seat {seat} has not answered the verdict.",
            "La place {seat} n'a pas répondu au verdict.",
        ),
        "stands-open": Words(
            "Espera el veredicto de la máquina.",
            "It waits for the verdict of the machine.",
            "Il attend le verdict de la machine.",
        ),
        "stands-awaiting_reveal": Words(
            "La máquina juzga cuando se abran las cartas de la mano.",
            "The machine judges when the cards of the hand are open.",
            "La machine juge quand les cartes de la manche sont ouvertes.",
        ),
        "stands-judged": Words(
            "Los lugares pueden contestar al veredicto hasta {until}; después queda en pie.",
            "The seats can answer the verdict until {until}; after that it stands.",
            "Les places peuvent répondre au verdict jusqu'à {until} ; ensuite il tient.",
        ),
        "stands-arbiter": Words(
            "Espera el fallo de un árbitro, hasta {until}.",
            "It waits for the ruling of an arbiter, until {until}.",
            "Il attend la décision d'un arbitre, jusqu'à {until}.",
        ),
        "closed-accepted": Words(
            "Todos los lugares aceptaron el veredicto: es definitivo.",
            "Every seat accepted the verdict: it is final.",
            "Toutes les places ont accepté le verdict : il est définitif.",
        ),
        "closed-expired": Words(
            "El tiempo se acabó sin fallo de un árbitro: queda en pie el veredicto de la máquina.",
            "The time ran out without a ruling of an arbiter: the machine's verdict stands.",
            "Le délai est passé sans décision d'un arbitre : le verdict de la machine tient.",
        ),
        "closed-withdrawn": Words(
            "El lugar {seat} retiró la disputa: no tiene efecto.",
            "Seat {seat} withdrew the dispute: nothing follows from it.",
            "La place {seat} a retiré le litige : rien n'en découle.",
        ),
        "ruling": Words(
            "El árbitro {by} falló: {outcome}{rule}.",
            "Arbiter {by} ruled: {outcome}{rule}.",
            "L'arbitre {by} a décidé : {outcome}{rule}.",
        ),
        "ruling-reason": Words(
            "Motivo del árbitro: {reason}",
            "The arbiter's reason: {reason}",
            "Motif de l'arbitre : {reason}",
        ),
        "corrected": Words(
            "Las cuentas cambian, por lugar: {amounts}.",
            "The ledger changes, by seat: {amounts}.",
            "Les comptes changent, par place : {amounts}.",
        ),
        "uncorrected": Words(
            "Las cuentas no cambian.", "The ledger does not change.", "Les comptes ne changent pas."
        ),
        "do-meld": Words(
            "jugar la carta del centro con {cards}",
            "meld the centre card with {cards}",
            "poser la carte du centre avec {cards}",
        ),
        "do-meld-alone": Words(
            "jugar la carta del centro sin cartas de la mano",
            "meld the centre card without cards of the hand",
            "poser la carte du centre sans carte de la main",
        ),
        "do-lay": Words(
            "jugar la carta del centro y dejar la mesa así: {cards}",
            "meld the centre card and lay the table so: {cards}",
            "poser la carte du centre et arranger la table ainsi : {cards}",
        ),
        "do-discard": Words(
            "{move}; tirar {card}", "{move}; discard {card}", "{move} ; se défausser de {card}"
        ),
        "do-pass": Words("pasar", "pass", "passer"),
        "do-force": Words(
            "obligar al lugar {seat} a jugar la carta del centro",
            "force the centre card on seat {seat}",
            "forcer la carte du centre sur la place {seat}",
        ),
        "do-keep": Words(
            "quedarse con la carta del centro y tirar {card}",
            "keep the centre card and discard {card}",
            "garder la carte du centre et se défausser de {card}",
        ),
        "do-exchange": Words(
            "dar {card} al lugar siguiente",
            "give {card} to the next seat",
            "donner {card} à la place suivante",
        ),
        "do-fold": Words("abandonar la mano", "give up the hand", "abandonner la manche"),
    }
)
"""Every sentence by name."""
