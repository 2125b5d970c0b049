"""What is said of a claim and of its verdict, in three languages."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words
from replays.disputes.dispute import Claim, Outcome

CLAIMS: Final[Mapping[Claim, Words]] = MappingProxyType(
    {
        Claim.DECK_CHOSEN: Words("la baraja fue elegida", "the deck was chosen", "le paquet a été choisi"),
        Claim.ILLEGAL_MOVE: Words("una jugada prohibida", "a move against the rules", "un coup interdit"),
        Claim.WRONG_REFUSAL: Words(
            "se rechazó una jugada permitida", "a lawful move was refused", "un coup permis a été refusé"
        ),
        Claim.HISTORY_ALTERED: Words(
            "se cambió lo ya jugado", "what was played was changed", "ce qui fut joué a été changé"
        ),
        Claim.WRONG_PAYMENT: Words("se pagó mal", "it was paid wrongly", "le paiement est faux"),
        Claim.TIME_OUT: Words(
            "se acabó el tiempo antes de tiempo", "time was called too early", "le temps a été clos trop tôt"
        ),
        Claim.OTHER: Words("otra cosa", "something else", "autre chose"),
    }
)

OUTCOMES: Final[Mapping[Outcome, Words]] = MappingProxyType(
    {
        Outcome.UPHELD: Words("el reclamo es fundado", "the claim is right", "la réclamation est fondée"),
        Outcome.REJECTED: Words(
            "el reclamo no es fundado", "the claim is not right", "la réclamation n'est pas fondée"
        ),
        Outcome.UNDECIDED: Words("no se puede decidir", "undecided", "indécis"),
    }
)

FORCED: Final = Words(
    "Otro lugar obligó al lugar {seat} a jugar la carta del centro: no podía hacer otra cosa.",
    "Another seat had forced the centre card on seat {seat}: it had to meld it and could do nothing else.",
    "Une autre place avait forcé la carte du centre sur la place {seat} : elle devait la poser.",
)
"""Why a meld was lawful that a seat was forced to make."""

SAID: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "title": Words("El veredicto", "The verdict", "Le verdict"),
        "claim": Words(
            "El lugar {seat} reclama de la entrada {ply}: {claim}.",
            "Seat {seat} claims of ply {ply}: {claim}.",
            "La place {seat} réclame au sujet de l'entrée {ply} : {claim}.",
        ),
        "words": Words("En sus palabras: {text}", "In its words: {text}", "Dans ses mots : {text}"),
        "none": Words(
            "La máquina no la ha juzgado todavía.",
            "The machine has not judged it yet.",
            "La machine ne l'a pas encore jugée.",
        ),
        "outcome": Words(
            "La máquina dijo: {outcome}{rule}.",
            "The machine said: {outcome}{rule}.",
            "La machine a dit : {outcome}{rule}.",
        ),
        "legal": Words(
            "En la entrada {ply} el lugar {seat} podía (en la notación, {count} en total): {moves}",
            "At ply {ply} seat {seat} could (in the notation, {count} in all): {moves}",
            "À l'entrée {ply} la place {seat} pouvait (dans la notation, {count} en tout) : {moves}",
        ),
        "nothing": Words(
            "En la entrada {ply} el lugar {seat} no podía hacer nada.",
            "At ply {ply} seat {seat} could do nothing.",
            "À l'entrée {ply} la place {seat} ne pouvait rien faire.",
        ),
        "correction": Words(
            "Por lugar corrige las cuentas en {amounts}.",
            "By seat it corrects the ledger by {amounts}.",
            "Par place, il corrige les comptes de {amounts}.",
        ),
        "ruling": Words(
            "Un árbitro dijo: {outcome}{rule}. {reason}",
            "An arbiter said: {outcome}{rule}. {reason}",
            "Un arbitre a dit : {outcome}{rule}. {reason}",
        ),
    }
)
