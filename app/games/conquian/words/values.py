"""A short phrase for every value that a field of a rules sheet chooses from.

A value is named by its JSON text; `null` is the absence of a value, yes and no are the same everywhere.
"""

from collections.abc import Mapping
from types import MappingProxyType

from app.games.languages import Words

YES_NO: Mapping[str, Words] = MappingProxyType(
    {"true": Words("sí", "yes", "oui"), "false": Words("no", "no", "non")}
)
"""What the values of every switch are called."""

VALUES: Mapping[str, Mapping[str, Words]] = MappingProxyType(
    {
        "pack": {
            "spanish40": Words("baraja española de 40", "Spanish pack of 40", "jeu espagnol de 40 cartes"),
            "french40": Words(
                "baraja francesa sin 8, 9 ni 10",
                "French pack without 8, 9 and 10",
                "jeu français sans les 8, 9 et 10",
            ),
            "numeral40": Words(
                "baraja francesa sin figuras", "French pack without court cards", "jeu français sans figures"
            ),
            "french52": Words("baraja francesa de 52", "French pack of 52", "jeu français de 52 cartes"),
        },
        "direction": {
            "anticlockwise": Words("hacia la derecha", "anticlockwise, to the right", "vers la droite"),
            "clockwise": Words("hacia la izquierda", "clockwise, to the left", "vers la gauche"),
        },
        "deal_style": {
            "singles": Words("de una en una", "one by one", "une à une"),
            "packets_4_4": Words("de cuatro en cuatro", "four and four", "quatre puis quatre"),
            "packets_3_5": Words("tres y luego cinco", "three, then five", "trois puis cinq"),
        },
        "set_kind": {
            "rank": Words("del mismo número", "of one rank", "de même valeur"),
            "identical": Words("cartas idénticas", "identical cards", "cartes identiques"),
        },
        "run_max": {"null": Words("sin límite", "no limit", "sans limite")},
        "first_turn": {
            "offer": Words("se ofrece a todos", "offered to everybody", "proposée à tous"),
            "plain": Words("como cualquier carta", "like any card", "comme toute carte"),
        },
        "force_source": {
            "any": Words("con cualquiera", "any card", "n'importe laquelle"),
            "stock": Words("solo de la baceta", "from the stock only", "du talon seulement"),
        },
        "wild_card": {
            "null": Words("sin yuca", "no yuca", "sans yuca"),
            "2O": Words("el dos de oros", "the two of oros", "le deux d'oros"),
            "2d": Words("el dos de diamantes", "the two of diamonds", "le deux de carreau"),
        },
        "keep_turn_limit": {
            "null": Words("el doble de los jugadores", "twice the number of seats", "deux fois les joueurs")
        },
        "group_needs_stock_card": {
            "off": Words("ninguna", "none", "aucune"),
            "sets": Words("las tercias", "sets", "les groupes"),
            "all": Words("todas", "all melds", "toutes"),
        },
        "waste": {
            "face_up": Words("boca arriba", "face up", "visibles"),
            "face_down": Words("boca abajo", "face down", "cachées"),
        },
        "payment": {
            "stake": Words("la apuesta", "the stake", "l'enjeu"),
            "pay_cards": Words(
                "las cartas de pago del ganador", "the winner's pay cards", "les cartes payantes du gagnant"
            ),
        },
        "draw_stake": {
            "same": Words("sigue igual", "stays the same", "reste le même"),
            "double": Words("se dobla una vez", "is doubled once", "est doublé une fois"),
            "double_compound": Words(
                "se dobla con cada mano en tablas",
                "doubles with every drawn hand",
                "double à chaque partie nulle",
            ),
            "carry": Words("se acumula", "is carried over", "est reporté"),
        },
        "next_dealer": {
            "rotate": Words("el siguiente jugador", "the next player", "le joueur suivant"),
            "winner_leads": Words(
                "quien hace salir al ganador",
                "whoever lets the winner lead",
                "celui qui fait ouvrir le gagnant",
            ),
            "chosen": Words("quien elija la mesa", "whoever the table chooses", "celui que la table choisit"),
        },
        "deals": {
            "null": Words("las que se quieran", "as many as are liked", "autant qu'on veut"),
        },
        "money": {
            "money": Words("dinero", "money", "de l'argent"),
            "chips": Words("fichas", "chips", "des jetons"),
        },
        "sits_out": {
            "none": Words("nadie", "nobody", "personne"),
            "rotate": Words("por turno", "each in turn", "chacun à son tour"),
            "loser": Words("quien perdió", "the loser", "le perdant"),
        },
    }
)
"""The phrases by field and value."""
