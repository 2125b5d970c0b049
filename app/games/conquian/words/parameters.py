"""One sentence for every field of a rules sheet, and the paragraph of RULES.md that says it in full.

A new field of `Rules` is a new row here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from app.games.languages import Words


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a field of a sheet decides: the paragraph of RULES.md, and a sentence for the players."""

    rule: str
    sentence: Words


def _row(rule: str, es: str, en: str, fr: str) -> Parameter:
    return Parameter(rule, Words(es, en, fr))


PARAMETERS: Mapping[str, Parameter] = MappingProxyType(
    {
        "variant": _row(
            "1.5",
            "El juego de la familia del que parte esta hoja, o «custom» si la mesa la compuso a su gusto.",
            "The game of the family that this sheet starts from, or custom if the table put it together.",
            "Le jeu de la famille dont part cette feuille, ou « custom » si la table l'a composée librement.",
        ),
        "pack": _row(
            "1.1",
            "Con qué baraja se juega.",
            "Which kind of pack is played with.",
            "Avec quel jeu de cartes on joue.",
        ),
        "packs": _row(
            "1.1",
            "Cuántas barajas se revuelven juntas.",
            "How many packs are shuffled together.",
            "Combien de jeux de cartes sont mélangés ensemble.",
        ),
        "players_min": _row(
            "1.3",
            "Cuántos jugadores hacen falta por lo menos.",
            "How many players it takes at least.",
            "Combien de joueurs il faut au moins.",
        ),
        "players_max": _row(
            "1.3",
            "Cuántos jugadores caben a lo sumo.",
            "How many players there may be at most.",
            "Combien de joueurs peuvent jouer au plus.",
        ),
        "direction": _row(
            "1.3",
            "Hacia qué lado pasa el turno alrededor de la mesa.",
            "Which way round the table the turn goes.",
            "Dans quel sens le tour passe autour de la table.",
        ),
        "hand_sizes": _row(
            "3.1",
            "Cuántas cartas recibe cada jugador en cada mano; sale quien baja una más.",
            "How many cards each player gets in each hand; whoever melds one more goes out.",
            "Combien de cartes chacun reçoit à chaque manche ; qui en étale une de plus sort.",
        ),
        "deal_style": _row(
            "3.2",
            "Si se reparte de una en una o por paquetes.",
            "Whether the cards are dealt one by one or in packets.",
            "Si l'on donne les cartes une à une ou par paquets.",
        ),
        "exchange": _row(
            "3.3",
            "Si antes de jugar cada quien pasa una carta tapada al jugador siguiente.",
            "Whether everybody first passes one card face down to the next player.",
            "Si chacun passe d'abord une carte cachée au joueur suivant.",
        ),
        "set_kind": _row(
            "2.2",
            "Qué es una tercia: cartas de un mismo número o copias de una misma carta.",
            "What makes a set: cards of one rank, or copies of one card.",
            "Ce qu'est un groupe : des cartes de même valeur, ou les copies d'une même carte.",
        ),
        "run_max": _row(
            "2.4",
            "Cuántas cartas puede tener una escalera a lo sumo.",
            "How many cards a run may have at most.",
            "Combien de cartes une séquence peut compter au plus.",
        ),
        "first_turn": _row(
            "5.1",
            "Si la primera carta se ofrece a todos por turno o se juega como cualquier otra.",
            "Whether the first card is offered to everybody in turn or played like any other.",
            "Si la première carte est proposée à tous tour à tour ou jouée comme les autres.",
        ),
        "claims": _row(
            "8.1",
            "Si los demás pueden decir «me sirve» y tomar la carta que el jugador en turno deja pasar.",
            "Whether others may claim a card (me sirve) that the player on turn lets pass.",
            "Si les autres peuvent réclamer (me sirve) la carte que le joueur en main laisse passer.",
        ),
        "force_by_turn_player": _row(
            "7.1",
            "Si el jugador en turno puede forzar a otro a tomar la carta.",
            "Whether the player on turn may force the card on another player.",
            "Si le joueur en main peut forcer un autre à prendre la carte.",
        ),
        "force_by_opponents": _row(
            "7.2",
            "Si los demás pueden forzar al jugador en turno a tomar una carta que cabe en su juego bajado.",
            "Whether the others may force a card on the player on turn when it fits the table there.",
            "Si les autres peuvent forcer le joueur en main à prendre une carte qui va sur son étalage.",
        ),
        "force_source": _row(
            "7.5",
            "Con qué cartas se puede forzar.",
            "Which cards can be forced.",
            "Avec quelles cartes on peut forcer.",
        ),
        "force_rearrange": _row(
            "7.3",
            "Si para forzar vale reacomodar el juego bajado del otro.",
            "Whether a table may be rearranged to make a forced card fit.",
            "Si l'on peut réarranger l'étalage pour que la carte forcée y trouve place.",
        ),
        "force_extra_hand_cards": _row(
            "7.4",
            "Si el forzado puede bajar además cartas de su mano.",
            "Whether the player who is forced may add cards from the hand.",
            "Si le joueur forcé peut ajouter des cartes de sa main.",
        ),
        "wild_card": _row(
            "2.6",
            "Qué carta es la yuca y vale por la que haga falta.",
            "Which card is the yuca and stands for any card needed.",
            "Quelle carte est la yuca et remplace celle qui manque.",
        ),
        "wild_forceable": _row(
            "7.5",
            "Si se puede forzar con la yuca.",
            "Whether the yuca itself can be forced.",
            "Si l'on peut forcer avec la yuca.",
        ),
        "keep_centre": _row(
            "8.3",
            "Si se puede guardar la carta del centro en la mano a cambio de otra.",
            "Whether the centre card may be kept in the hand against another card.",
            "Si l'on peut garder la carte du centre en main contre une autre.",
        ),
        "keep_turn_limit": _row(
            "8.4",
            "Tras cuántos turnos sin voltear ni bajar nada ya no se guarda una carta que otro dejó.",
            "After how many turns without a turned or melded card a left card cannot be kept.",
            "Après combien de tours sans carte retournée ni étalée on ne garde plus une carte laissée.",
        ),
        "fold": _row(
            "8.5",
            "Si quien no ha bajado nada puede retirarse de la mano.",
            "Whether a player who has melded nothing may fold the hand.",
            "Si un joueur qui n'a rien étalé peut abandonner la manche.",
        ),
        "fold_skips_turn": _row(
            "8.5",
            "Si al jugador retirado ya no le toca voltear cartas.",
            "Whether a folded player no longer turns up cards.",
            "Si un joueur qui a abandonné ne retourne plus de cartes.",
        ),
        "folded_may_force": _row(
            "7.2",
            "Si un jugador retirado todavía puede forzar a otro.",
            "Whether a folded player may still force others.",
            "Si un joueur qui a abandonné peut encore forcer les autres.",
        ),
        "group_needs_stock_card": _row(
            "2.7",
            "Qué combinaciones deben tener una carta volteada de la baceta.",
            "Which melds must contain a card turned up from the stock.",
            "Quelles combinaisons doivent contenir une carte retournée du talon.",
        ),
        "keep_three": _row(
            "6.6",
            "Si al reacomodar deben quedar juntas al menos tres cartas de cada combinación.",
            "Whether at least three cards of every meld must stay together when rearranging.",
            "Si trois cartes au moins de chaque combinaison doivent rester ensemble.",
        ),
        "last_card_from_stock": _row(
            "9.5",
            "Si solo se puede salir con una carta volteada de la baceta.",
            "Whether one can only go out with a card turned up from the stock.",
            "Si l'on ne peut sortir qu'avec une carte retournée du talon.",
        ),
        "waste": _row(
            "4.6",
            "Cómo quedan las cartas de la pila de descarte: boca arriba o boca abajo.",
            "How the dead cards lie: face up or face down.",
            "Comment reposent les cartes mortes : visibles ou cachées.",
        ),
        "pile_browsable": _row(
            "4.6",
            "Si se pueden repasar las cartas boca arriba de la pila de descarte.",
            "Whether dead cards that lie face up may be looked through.",
            "Si l'on peut parcourir les cartes mortes visibles.",
        ),
        "payment": _row(
            "9.3",
            "Qué le paga cada perdedor al ganador.",
            "What every loser pays the winner.",
            "Ce que chaque perdant paie au gagnant.",
        ),
        "stake": _row(
            "9.4",
            "Cuánto se apuesta en cada mano.",
            "How much is staked on a hand.",
            "Combien est mis en jeu dans une manche.",
        ),
        "draw_stake": _row(
            "9.4",
            "Qué pasa con la apuesta después de unas tablas.",
            "What becomes of the stake after a drawn hand (tablas).",
            "Ce que devient l'enjeu après une partie nulle (tablas).",
        ),
        "next_dealer": _row(
            "3.5",
            "Quién reparte la mano siguiente.",
            "Who deals the next hand.",
            "Qui distribue la manche suivante.",
        ),
        "deals": _row(
            "11.4",
            "Cuántas manos dura la partida; sin número, hasta que alguien se vaya.",
            "How many hands the sitting has; without a number, until somebody leaves.",
            "Combien de manches compte la partie ; sans nombre, jusqu'à ce que quelqu'un parte.",
        ),
        "bank": _row(
            "11.3",
            "Si el primer jugador de cada equipo guarda el dinero de todos.",
            "Whether the first seat of each team holds the money of all its members.",
            "Si le premier joueur de chaque équipe garde l'argent de tous.",
        ),
        "money": _row(
            "9.6",
            "Qué se cuenta al pagar.",
            "What the ledger counts.",
            "Ce que l'on compte en payant.",
        ),
        "house_charge": _row(
            "9.7",
            "Lo que cada jugador paga a la casa por la partida, gane quien gane.",
            "What each seat pays the house for the sitting, whoever wins.",
            "Ce que chaque joueur verse à la maison pour la partie, quel que soit le gagnant.",
        ),
        "sits_out": _row(
            "3.6",
            "Quién descansa cada mano, si la mesa tiene un jugador de más.",
            "Who sits each hand out, where the table has one seat too many.",
            "Qui se repose à chaque manche, si la table a un joueur de trop.",
        ),
        "teams": _row(
            "9.3",
            "Cuántos equipos juegan, sentados de manera alternada; cero si cada quien juega solo.",
            "How many teams play, seated in turn; zero if everybody plays alone.",
            "Combien d'équipes jouent, assises en alternance ; zéro si chacun joue pour soi.",
        ),
    }
)
"""Every field of `Rules` by its name."""

STAKE_UNUSED: Final = Words(
    "Aquí no cuenta: se pagan las cartas de pago que el ganador bajó.",
    "It does not count here: what is paid is the worth of the winner's melded pay cards.",
    "Il ne compte pas ici : on paie les cartes payantes étalées par le gagnant.",
)
"""The sentence of `stake` in games that pay for cards (RULES 9.3)."""
