"""What a board says, at the table and wherever a game is looked at."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

BOARD: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "board.you": Words("Tú", "You", "Vous"),
        "board.player": Words("Jugador {seat}", "Player {seat}", "Joueur {seat}"),
        "board.bot": Words("{bot} (bot)", "{bot} (bot)", "{bot} (bot)"),
        "board.bot_of": Words("{bot} {seat} (bot)", "{bot} {seat} (bot)", "{bot} {seat} (bot)"),
        "board.open": Words("Lugar libre", "Free seat", "Place libre"),
        "board.seat": Words("Lugar de {name}", "Seat of {name}", "Place de {name}"),
        "board.seat_you": Words("Tu lugar", "Your seat", "Votre place"),
        "board.melds_you": Words("Tu juego bajado", "Your melds", "Votre étalage"),
        "board.dealer": Words("reparte", "dealer", "donneur"),
        "board.turn": Words("le toca", "to play", "à jouer"),
        "board.turn_you": Words("te toca", "your turn", "à vous"),
        "board.asked": Words("le preguntan", "is asked", "interrogé"),
        "board.asked_you": Words("te preguntan", "you are asked", "à vous de répondre"),
        "board.folded": Words("retirado", "folded", "abandon"),
        "board.sits_out": Words("descansa", "sits out", "ne joue pas"),
        "board.away": Words("ausente", "away", "absent"),
        "board.left": Words("se fue", "has left", "parti"),
        "board.won": Words("ganó", "won", "gagnant"),
        "board.team": Words("equipo {team}", "team {team}", "équipe {team}"),
        "board.balance": Words("Saldo {amount}", "Balance {amount}", "Solde {amount}"),
        "board.cards_one": Words("{count} carta en la mano", "{count} card in hand", "{count} carte en main"),
        "board.cards_other": Words(
            "{count} cartas en la mano", "{count} cards in hand", "{count} cartes en main"
        ),
        "board.melds": Words("Juego bajado de {name}", "Melds of {name}", "Étalage de {name}"),
        "board.melded": Words(
            "{count} de {target} bajadas", "{count} of {target} melded", "{count} sur {target} étalées"
        ),
        "board.run": Words("escalera: {cards}", "run: {cards}", "séquence : {cards}"),
        "board.set": Words("tercia: {cards}", "set: {cards}", "groupe : {cards}"),
        "board.centre": Words("Centro de la mesa", "Middle of the table", "Centre de la table"),
        "board.centre_card": Words(
            "Carta del centro: {card}", "Centre card: {card}", "Carte du centre : {card}"
        ),
        "board.no_centre": Words("Sin carta en el centro", "No centre card", "Pas de carte au centre"),
        "board.from_stock": Words("de la baceta", "from the stock", "du talon"),
        "board.turned_left": Words(
            "de la baceta; {name} la dejó", "from the stock, left by {name}", "du talon, laissée par {name}"
        ),
        "board.turned_left_you": Words(
            "de la baceta; la dejaste", "from the stock, left by you", "du talon, laissée par vous"
        ),
        "board.discarded_you": Words("tu descarte", "your discard", "votre défausse"),
        "board.discarded": Words("descarte de {name}", "discarded by {name}", "défausse de {name}"),
        "board.stock_one": Words("Baceta: {count} carta", "Stock: {count} card", "Talon : {count} carte"),
        "board.stock_other": Words(
            "Baceta: {count} cartas", "Stock: {count} cards", "Talon : {count} cartes"
        ),
        "board.dead_one": Words(
            "{count} carta en la pila de descarte", "{count} dead card", "{count} carte morte"
        ),
        "board.dead_other": Words(
            "{count} cartas en la pila de descarte", "{count} dead cards", "{count} cartes mortes"
        ),
        "board.dead_title": Words(
            "Pila de descarte, la última carta primero",
            "Dead cards, the last one first",
            "Cartes mortes, la dernière d'abord",
        ),
        "board.dead_show": Words(
            "Ver la pila de descarte", "Look at the dead cards", "Voir les cartes mortes"
        ),
        "board.close": Words("Cerrar", "Close", "Fermer"),
        "board.hand_number": Words("Mano {number}", "Hand {number}", "Manche {number}"),
        "board.phase_exchange": Words("Cambio", "Exchange", "Échange"),
        "board.phase_offer": Words("Primera carta", "First card", "Première carte"),
        "board.phase_left": Words("Carta dejada", "Left card", "Carte laissée"),
        "board.phase_new": Words("Carta nueva", "New card", "Nouvelle carte"),
        "board.phase_force_window": Words("¿Alguien fuerza?", "Does anybody force?", "Quelqu'un force ?"),
        "board.phase_claim_window": Words("¿A quién le sirve?", "Does anybody claim?", "Qui réclame ?"),
        "board.phase_forced": Words("Forzado", "Forced", "Forcé"),
        "board.phase_over": Words("Fin de la mano", "End of the hand", "Fin de la manche"),
        "board.status_waiting": Words("Esperando jugadores", "Waiting for players", "En attente de joueurs"),
        "board.status_committing": Words("Sellando el azar", "Sealing chance", "Scellement du hasard"),
        "board.status_revealing": Words("Abriendo el azar", "Opening chance", "Ouverture du hasard"),
        "board.status_playing": Words("En juego", "Playing", "En cours"),
        "board.status_between_hands": Words("Entre manos", "Between hands", "Entre deux manches"),
        "board.status_finished": Words("Terminada", "Finished", "Terminée"),
        "board.status_void": Words("Anulada", "Void", "Annulée"),
        "board.status_frozen": Words("Congelada", "Frozen", "Gelée"),
    }
)
