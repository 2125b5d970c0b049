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
            "No hay combinación en que quepa {card} con las demás cartas. Déjala en la mano.",
            "No meld has room for {card} beside the other cards. Leave it in your hand.",
            "Aucune combinaison n'accueille {card} avec les autres cartes. Gardez-la en main.",
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
        "centre_missing": Words(
            "Usa la carta del centro: {card}. Nada se baja sin ella.",
            "Use the centre card, {card}: nothing is melded without it.",
            "Utilisez la carte du centre, {card} : rien ne s'étale sans elle.",
        ),
        "left_the_table": Words(
            "Ya tenías bajada esta carta: {card}. Debe seguir bajada.",
            "You have melded {card} already: it must stay on your table.",
            "Vous avez déjà étalé {card} : elle doit rester sur la table.",
        ),
        "one_card": Words(
            "Una sola carta no es combinación: {cards}. Hacen falta al menos tres.",
            "One card is no meld: {cards}. At least three are needed.",
            "Une seule carte n'est pas une combinaison : {cards}. Il en faut au moins trois.",
        ),
        "two_cards": Words(
            "Dos cartas son pocas: {cards}. Una combinación tiene al menos tres.",
            "Two cards are too few: {cards}. A meld has at least three.",
            "Deux cartes ne suffisent pas : {cards}. Une combinaison en compte au moins trois.",
        ),
        "odd_card": Words(
            "No va con las demás: {card}. La tercia es de un número; la escalera, de un palo y sin hueco.",
            "It does not go with the others: {card}. A set has one rank, a run one suit without a gap.",
            "Cette carte ne va pas avec les autres : {card}. Un groupe a une seule valeur, une séquence une "
            "seule couleur sans trou.",
        ),
        "neither": Words(
            "Ni de un número ni de un palo: {cards}. La tercia es de un número; la escalera, de un palo.",
            "Neither one rank nor one suit: {cards}. A set has one rank, a run one suit without a gap.",
            "Ni une valeur ni une couleur : {cards}. Un groupe a une seule valeur, une séquence une seule "
            "couleur sans trou.",
        ),
        "odd_card_copies": Words(
            "No va con las demás: {card}. La tercia son copias de una carta; la escalera, de un palo.",
            "It does not go with the others: {card}. A set is copies of one card, a run one suit.",
            "Elle ne va pas avec les autres : {card}. Un groupe réunit des copies, une séquence une couleur.",
        ),
        "neither_copies": Words(
            "Ni copias ni de un palo: {cards}. La tercia son copias de una carta; la escalera, de un palo.",
            "Neither copies nor one suit: {cards}. A set is copies of one card, a run one suit.",
            "Ni copies ni une couleur : {cards}. Un groupe réunit des copies d'une carte, une séquence une "
            "seule couleur sans trou.",
        ),
        "different_cards": Words(
            "No son copias de la misma carta: {card} y {other}. Aquí la tercia se hace de copias.",
            "These are no copies of one card: {card} and {other}. Here a set is made of copies.",
            "Ce ne sont pas des copies d'une carte : {card} et {other}. Ici un groupe se fait de copies.",
        ),
        "twice_in_set": Words(
            "Está repetida: {card}. Una tercia tiene cada palo una vez; quita una copia.",
            "It is there twice: {card}. A set has every suit once; leave one copy out.",
            "Elle y est deux fois : {card}. Un groupe a chaque couleur une fois ; retirez un exemplaire.",
        ),
        "twice_in_run": Words(
            "Está repetida: {card}. Una escalera tiene cada número una vez; quita una copia.",
            "It is there twice: {card}. A run has every rank once; leave one copy out.",
            "Elle y est deux fois : {card}. Une séquence a chaque valeur une fois ; retirez un exemplaire.",
        ),
        "set_longer": Words(
            "Son {count} cartas; una tercia tiene aquí a lo sumo {most}.",
            "These are {count} cards; a set has at most {most} here.",
            "Ce sont {count} cartes ; ici un groupe en a au plus {most}.",
        ),
        "run_longer": Words(
            "Son {count} cartas; una escalera tiene aquí a lo sumo {most}. Bájala en varias, si puedes.",
            "These are {count} cards; a run has at most {most} here. Lay it as several runs, if you can.",
            "Ce sont {count} cartes ; ici une séquence en a {most} au plus. Étalez-en plusieurs.",
        ),
        "gap": Words(
            "La escalera tiene un hueco entre {low} y {high}: falta {cards}.",
            "The run has a gap between {low} and {high}: {cards} is missing.",
            "La séquence a un trou entre {low} et {high} : il manque {cards}.",
        ),
        "gaps": Words(
            "La escalera tiene un hueco entre {low} y {high}: faltan {cards}.",
            "The run has a gap between {low} and {high}: {cards} are missing.",
            "La séquence a un trou entre {low} et {high} : il manque {cards}.",
        ),
        "wide_gap": Words(
            "La escalera tiene un hueco entre {low} y {high}: faltan {count} cartas.",
            "The run has a gap between {low} and {high}: {count} cards are missing.",
            "La séquence a un trou entre {low} et {high} : il manque {count} cartes.",
        ),
        "past_the_end": Words(
            "La escalera no da la vuelta: después de {high} no sigue {low}.",
            "A run does not go round: after {high} does not come {low}.",
            "Une séquence ne boucle pas : après {high} ne vient pas {low}.",
        ),
        "none_from_stock": Words(
            "Ninguna se volteó de la baceta: {cards}. Esta combinación debe tener una que sí.",
            "None of these was turned up from the stock: {cards}. This meld must contain one that was.",
            "Aucune ne vient du talon : {cards}. Cette combinaison doit en contenir une retournée du talon.",
        ),
        "last_discarded": Words(
            "Con {card} no puedes salir: es un descarte, y la última carta debe venir de la baceta. "
            "Baja menos cartas o pasa.",
            "You cannot go out with {card}: it was discarded, and the last card must come from the stock. "
            "Meld fewer cards, or pass.",
            "Vous ne pouvez pas sortir avec {card} : c'est une défausse, et la dernière carte doit venir du "
            "talon. Étalez moins de cartes, ou passez.",
        ),
        "forced_alone": Words(
            "Te forzaron: baja la carta del centro con lo ya bajado y deja en la mano {cards}.",
            "You are forced: meld the centre card with your table alone, and leave {cards} in your hand.",
            "Vous êtes forcé : étalez la carte du centre avec votre seul étalage et gardez en main {cards}.",
        ),
        "discard_laid": Words(
            "La estás bajando: {card}. Descarta otra carta.",
            "You are melding this card: {card}. Discard another one.",
            "Vous étalez cette carte : {card}. Défaussez-vous d'une autre.",
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
    """The sentence with its numbers, and with its cards, which stand as codes with spaces between them."""
    told = {name: _told(value) for name, value in values.items()}
    return Words(
        words.es.format(**{name: one.es for name, one in told.items()}),
        words.en.format(**{name: one.en for name, one in told.items()}),
        words.fr.format(**{name: one.fr for name, one in told.items()}),
    )


def _told(value: str | int) -> Words:
    if isinstance(value, int):
        return Words(str(value), str(value), str(value))
    cards = [within(Card(code)) for code in value.split()]
    return Words(
        ", ".join(card.es for card in cards),
        ", ".join(card.en for card in cards),
        ", ".join(card.fr for card in cards),
    )
