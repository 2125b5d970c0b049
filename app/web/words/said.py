"""What has happened at a table, entry by entry, as players tell it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

SAID: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "said.seated": Words("{name} se sienta", "{name} sits down", "{name} s'assoit"),
        "said.seated_bot": Words(
            "El bot {bot} se sienta", "The bot {bot} sits down", "Le bot {bot} s'assoit"
        ),
        "said.seated_you": Words("Te sientas", "You sit down", "Vous vous asseyez"),
        "said.left": Words("{name} se va", "{name} leaves", "{name} s'en va"),
        "said.left_you": Words("Te vas", "You leave", "Vous partez"),
        "said.readied": Words("{name}: listo", "{name} is ready", "{name} est prêt"),
        "said.readied_you": Words("Listo", "You are ready", "Vous êtes prêt"),
        "said.hand_begun": Words(
            "Mano {number}. Reparte {name}",
            "Hand {number}. {name} deals",
            "Manche {number}. {name} distribue",
        ),
        "said.hand_begun_you": Words(
            "Mano {number}. Repartes tú", "Hand {number}. You deal", "Manche {number}. Vous distribuez"
        ),
        "said.exchanged": Words(
            "Cada quien pasó una carta", "Everybody passed a card", "Chacun a passé une carte"
        ),
        "said.exchanged_you": Words(
            "Pasaste {given} y te llegó {received}",
            "You passed {given} and got {received}",
            "Vous passez {given} et recevez {received}",
        ),
        "said.card_turned": Words("{name} voltea {card}", "{name} turns up {card}", "{name} retourne {card}"),
        "said.card_turned_you": Words("Volteas {card}", "You turn up {card}", "Vous retournez {card}"),
        "said.passed": Words("{name} pasa", "{name} passes", "{name} passe"),
        "said.passed_you": Words("Pasas", "You pass", "Vous passez"),
        "said.answered": Words("{name} ya contestó", "{name} has answered", "{name} a répondu"),
        "said.answered_you": Words("Contestaste", "You have answered", "Vous avez répondu"),
        "said.melded": Words(
            "{name} baja {cards} y descarta {discard}",
            "{name} melds {cards} and discards {discard}",
            "{name} étale {cards} ; sa défausse : {discard}",
        ),
        "said.melded_you": Words(
            "Bajas {cards} y descartas {discard}",
            "You meld {cards} and discard {discard}",
            "Vous étalez {cards} ; votre défausse : {discard}",
        ),
        "said.went_out": Words(
            "{name} baja {cards} y sale",
            "{name} melds {cards} and goes out",
            "{name} étale {cards} et sort",
        ),
        "said.went_out_you": Words(
            "Bajas {cards} y sales",
            "You meld {cards} and go out",
            "Vous étalez {cards} et sortez",
        ),
        "said.centre_only": Words("la carta del centro", "the centre card", "la carte du centre"),
        "said.forced": Words(
            "{by} le fuerza la carta a {name}",
            "{by} forces the card on {name}",
            "{by} force {name} à prendre la carte",
        ),
        "said.forced_you": Words(
            "{by} te fuerza la carta", "{by} forces the card on you", "{by} vous force à prendre la carte"
        ),
        "said.forced_by_you": Words(
            "Le fuerzas la carta a {name}",
            "You force the card on {name}",
            "Vous forcez {name} à prendre la carte",
        ),
        "said.kept": Words(
            "{name} guarda {card} y descarta {discard}",
            "{name} keeps {card} and discards {discard}",
            "{name} garde {card} ; sa défausse : {discard}",
        ),
        "said.kept_you": Words(
            "Guardas {card} y descartas {discard}",
            "You keep {card} and discard {discard}",
            "Vous gardez {card} ; votre défausse : {discard}",
        ),
        "said.folded": Words("{name} se retira", "{name} folds", "{name} abandonne"),
        "said.folded_you": Words("Te retiras", "You fold", "Vous abandonnez"),
        "said.claimed": Words("A {name} le sirve", "{name} claims the card", "{name} réclame la carte"),
        "said.claimed_you": Words("Te sirve", "You claim the card", "Vous réclamez la carte"),
        "said.unclaimed": Words("A nadie le sirve", "Nobody claims the card", "Personne ne réclame la carte"),
        "said.hand_won": Words("{name} gana la mano", "{name} wins the hand", "{name} gagne la manche"),
        "said.hand_won_you": Words("¡Ganas la mano!", "You win the hand!", "Vous gagnez la manche !"),
        "said.tablas": Words(
            "Tablas: se acabó la baceta",
            "Tablas: the stock has run out",
            "Partie nulle : le talon est épuisé",
        ),
        "said.timed_out": Words(
            "Se acabó el tiempo de {name}", "Time is over for {name}", "Le temps de {name} est écoulé"
        ),
        "said.timed_out_you": Words("Se te acabó el tiempo", "Your time is over", "Votre temps est écoulé"),
        "said.returned": Words("{name} volvió", "{name} is back", "{name} est de retour"),
        "said.returned_you": Words("Volviste", "You are back", "Vous êtes de retour"),
        "said.dealer_chosen": Words(
            "La siguiente la reparte {name}", "{name} deals next", "{name} distribuera ensuite"
        ),
        "said.dealer_chosen_you": Words(
            "La siguiente la repartes tú", "You deal next", "Vous distribuerez ensuite"
        ),
        "said.house_charged": Words(
            "La casa cobra", "The house takes its charge", "La maison prélève sa part"
        ),
        "said.restocked": Words(
            "Se baraja de nuevo la baceta", "The stock is shuffled anew", "Le talon est rebattu"
        ),
        "said.withheld": Words(
            "Se acabó; las llaves se abren cuando nadie más juegue con esta baraja",
            "Played out; the keys open when nobody else plays this deck any more",
            "C'est fini ; les clés s'ouvrent quand personne d'autre ne joue plus ce paquet",
        ),
        "said.game_ended": Words(
            "Fin de la partida: todo queda abierto",
            "The game is over: everything is open",
            "La partie est finie : tout est ouvert",
        ),
        "said.voided": Words("Partida anulada", "The game is void", "Partie annulée"),
        "said.frozen": Words("Partida congelada", "The game is frozen", "Partie gelée"),
    }
)
