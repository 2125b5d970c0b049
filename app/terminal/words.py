"""What the player in the terminal says that the pages do not."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.conquian.reasons import REASONS
from app.games.conquian.words.details import sentence
from app.games.errors import Refused
from app.games.languages import Language, Words
from app.terminal.sitting import Refusal

PLAY: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "play.against": Words(
            "{variant}: juegas contra {names}.",
            "{variant}: you play against {names}.",
            "{variant} : vous jouez contre {names}.",
        ),
        "play.how": Words(
            "Escribe el número de tu jugada. ? explica, h da la ayuda, q termina.",
            "Type the number of your move. ? explains, h helps, q quits.",
            "Tapez le numéro de votre coup. ? explique, h aide, q quitte.",
        ),
        "play.help": Words(
            "número: esa jugada. Cartas: 5O 6O / 3C baja 5O y 6O con la del centro y descarta 3C.\n"
            "Intro: la mesa otra vez. ?: por qué no se pudo, o qué se pregunta; ? 7.3: ese párrafo de las"
            " reglas.\nl: cuentas. d: pila de descarte. q: terminar.",
            "number: that move. Cards: 5O 6O / 3C melds 5O and 6O with the centre card and discards 3C.\n"
            "Enter: the table again. ?: why it was refused, or what is asked; ? 7.3: that paragraph of the"
            " rules.\nl: ledger. d: dead cards. q: quit.",
            "numéro : ce coup. Cartes : 5O 6O / 3C étale 5O et 6O avec celle du centre et se défausse de"
            " 3C.\nEntrée : la table encore. ? : pourquoi c'est refusé, ou ce qui est demandé ; ? 7.3 : ce"
            " paragraphe.\nl : comptes. d : cartes mortes. q : quitter.",
        ),
        "play.hand": Words("Tu mano: {cards}", "Your hand: {cards}", "Votre main : {cards}"),
        "play.melds": Words("{name}: {melds}", "{name}: {melds}", "{name} : {melds}"),
        "play.nothing_laid": Words("nada bajado", "nothing melded", "rien d'étalé"),
        "play.no_number": Words(
            "No hay jugada con ese número; h da la ayuda.",
            "There is no move of this number; h helps.",
            "Aucun coup de ce numéro ; h aide.",
        ),
        "play.no_card": Words(
            "{text} no es una carta de este mazo.",
            "{text} is no card of this pack.",
            "{text} n'est pas une carte de ce jeu.",
        ),
        "play.no_paragraph": Words(
            "Las reglas no tienen párrafo {number}.",
            "The rules have no paragraph {number}.",
            "Les règles n'ont pas de paragraphe {number}.",
        ),
        "play.refused": Words("No se puede: {why}", "Not possible: {why}", "Impossible : {why}"),
        "play.explain": Words(
            "? lee el párrafo {rule}.", "? reads paragraph {rule}.", "? lit le paragraphe {rule}."
        ),
        "play.binding": Words(
            "Es una traducción. El texto en inglés es el que decide: ? {number} en.",
            "This is a translation. The English text decides: ? {number} en.",
            "C'est une traduction. Le texte anglais fait foi : ? {number} en.",
        ),
        "play.ledger": Words(
            "Mano {number}: {amounts}", "Hand {number}: {amounts}", "Manche {number} : {amounts}"
        ),
        "play.no_ledger": Words(
            "Todavía no se paga nada.", "Nothing has been paid yet.", "Rien n'est encore payé."
        ),
        "play.no_dead": Words(
            "La pila de descarte está vacía.", "There are no dead cards.", "Aucune carte morte."
        ),
        "play.saved": Words(
            "Registro guardado en {path}. Para comprobarlo: conquian audit {path}",
            "The record is saved in {path}. To check it: conquian audit {path}",
            "L'enregistrement est dans {path}. Pour le vérifier : conquian audit {path}",
        ),
        "play.again": Words(
            "Para volver a este lugar: conquian play {again}",
            "To come back to this seat: conquian play {again}",
            "Pour revenir à cette place : conquian play {again}",
        ),
        "play.given_up": Words(
            "Partida abandonada; no se guarda.",
            "The game is given up and not kept.",
            "Partie abandonnée ; rien n'est gardé.",
        ),
        "play.sure": Words("s para sí", "y for yes", "o pour oui"),
        "play.yes": Words("s", "y", "o"),
    }
)


def refusal(refused: Refused, language: Language) -> Refusal:
    """A refusal of the rules in one of their languages."""
    rule = refused.rule or REASONS[refused.code].rule
    return Refusal(refused.code, sentence(refused).in_()[language], rule)
