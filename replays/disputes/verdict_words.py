"""Claims and outcomes of a dispute in three languages."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words
from replays.disputes.dispute import Claim, Outcome

CLAIMS: Final[Mapping[Claim, Words]] = MappingProxyType(
    {
        Claim.DECK_CHOSEN: Words(
            "la baraja fue elegida y no sacada al azar",
            "the deck was chosen and not drawn by chance",
            "le paquet a été choisi et non tiré au hasard",
        ),
        Claim.ILLEGAL_MOVE: Words(
            "la jugada va contra las reglas", "the move is against the rules", "le coup est contre les règles"
        ),
        Claim.WRONG_REFUSAL: Words(
            "se rechazó una jugada permitida", "a lawful move was refused", "un coup permis a été refusé"
        ),
        Claim.HISTORY_ALTERED: Words(
            "lo ya jugado se cambió después",
            "what had been played was changed afterwards",
            "ce qui avait été joué a été changé ensuite",
        ),
        Claim.WRONG_PAYMENT: Words(
            "se pagó una cantidad equivocada",
            "the wrong amounts were paid",
            "les montants payés sont faux",
        ),
        Claim.TIME_OUT: Words(
            "el servicio respondió por un lugar antes de que se acabara su tiempo",
            "the service answered for a seat before its time was over",
            "le service a répondu pour une place avant la fin de son temps",
        ),
        Claim.OTHER: Words("otra cosa", "something else", "autre chose"),
    }
)

OUTCOMES: Final[Mapping[Outcome, Words]] = MappingProxyType(
    {
        Outcome.UPHELD: Words(
            "el reclamo se confirmó", "the claim was borne out", "la réclamation est confirmée"
        ),
        Outcome.REJECTED: Words(
            "el reclamo no se confirmó", "the claim was not borne out", "la réclamation n'est pas confirmée"
        ),
        Outcome.UNDECIDED: Words(
            "el reclamo queda sin decidir", "the claim is undecided", "la réclamation reste indécise"
        ),
    }
)

FORCED: Final = Words(
    "Otro lugar obligó al lugar {seat} a jugar la carta del centro: no podía hacer otra cosa.",
    "Another seat had forced the centre card on seat {seat}: it had to meld it and could do nothing else.",
    "Une autre place avait forcé la carte du centre sur la place {seat} : elle devait la poser"
    " et ne pouvait rien faire d'autre.",
)
"""Why a meld was lawful that a seat was forced to make."""
