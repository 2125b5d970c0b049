"""Sentences for the causes that share one refusal code, with the values of the refusal.

A refusal names only cards that its seat has sent or may see. A new cause is a new row here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.cards import Card
from app.games.conquian.reasons import REASONS
from app.games.conquian.words.cards import within
from app.games.conquian.words.reasons import SAYINGS
from app.games.errors import GameError, Refused
from app.games.languages import Words

DETAILS: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "sits_out": Words(
            "No juegas esta mano; espera la siguiente.",
            "You sit out this hand; wait for the next one.",
            "Vous ne jouez pas cette manche ; attendez la suivante.",
        ),
        "force_not_by_turn": Words(
            "Aquí quien tiene el turno no puede forzar a otro.",
            "Here the seat on turn cannot force another seat.",
            "Ici, le joueur dont c'est le tour ne peut pas en forcer un autre.",
        ),
        "force_another": Words(
            "Nombra a otro jugador que juegue esta mano.",
            "Name another seat that plays this hand.",
            "Nommez un autre joueur qui joue cette manche.",
        ),
        "force_on_turn": Words(
            "Solo puedes forzar a quien tiene el turno.",
            "You can force only the seat on turn.",
            "Vous ne pouvez forcer que le joueur dont c'est le tour.",
        ),
        "not_held": Words(
            "No tienes esa carta en la mano.",
            "This card is not in your hand.",
            "Cette carte n'est pas dans votre main.",
        ),
        "one_copy": Words(
            "Solo tienes una copia: {card}.",
            "You hold only one copy of {card}.",
            "Vous n'en tenez qu'un exemplaire : {card}.",
        ),
        "few_copies": Words(
            "Solo tienes {held} copias: {card}.",
            "You hold only {held} copies of {card}.",
            "Vous n'en tenez que {held} exemplaires : {card}.",
        ),
        "left_over": Words(
            "No hay combinación en que quepa {card} con las demás cartas.",
            "No meld has room for {card} beside the other cards.",
            "Aucune combinaison n'accueille {card} avec les autres cartes.",
        ),
        "centre_apart": Words(
            "Usa la carta del centro, {card}: las cartas de tu mano no se bajan solas.",
            "Use the centre card, {card}: cards of your hand alone cannot be melded.",
            "Utilisez la carte du centre, {card} : les cartes de votre main ne se posent pas seules.",
        ),
        "centre_left_over": Words(
            "La carta del centro, {card}, no forma combinación con estas cartas y lo que ya bajaste.",
            "The centre card, {card}, makes no meld with these cards and your table.",
            "La carte du centre, {card}, ne forme aucune combinaison avec ces cartes et votre étalage.",
        ),
    }
)
"""By the name of the cause."""


def sentence(refusal: GameError) -> Words:
    """What a refusal says: the sentence of its cause, or else of its code."""
    if isinstance(refusal, Refused) and refusal.why is not None:
        return _filled(DETAILS[refusal.why], refusal.values)
    other = SAYINGS[refusal.code]
    return Words(other.es, REASONS[refusal.code].sentence, other.fr)


def _filled(words: Words, values: Mapping[str, str | int]) -> Words:
    said = {name: str(value) for name, value in values.items()}
    card = within(Card(said["card"])) if "card" in said else Words("", "", "")
    return Words(
        words.es.format(**said | {"card": card.es}),
        words.en.format(**said | {"card": card.en}),
        words.fr.format(**said | {"card": card.fr}),
    )
