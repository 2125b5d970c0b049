"""The refusals of the rules in Spanish and French: for each code a title and a sentence.

The English sentence stands with its code in `app.games.conquian.reasons`; a new code is a new row here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Saying:
    """A refusal in Spanish and French."""

    es_title: str
    es: str
    fr_title: str
    fr: str


_TABLE = {
    "game_over": Saying(
        "La partida terminó",
        "La partida terminó; ya no acepta jugadas.",
        "La partie est finie",
        "La partie est finie ; elle n'accepte plus de coups.",
    ),
    "history_rolled_back": Saying(
        "Historia alterada",
        "No admite jugadas hasta que quien opera el servicio la anule o restaure su registro.",
        "Historique altéré",
        "Elle ne prend aucun coup tant que l'exploitant ne l'a pas annulée ou n'a pas rétabli son journal.",
    ),
    "wrong_phase": Saying(
        "No es lo que se pregunta",
        "Esta jugada no responde a lo que se pregunta ahora.",
        "Ce n'est pas la question",
        "Ce coup ne répond pas à la question posée maintenant.",
    ),
    "not_your_turn": Saying(
        "No es tu turno",
        "Le toca a otro jugador; espera a que te pregunten.",
        "Ce n'est pas votre tour",
        "C'est à un autre joueur ; attendez qu'on vous interroge.",
    ),
    "already_passed": Saying(
        "Ya pasaste una carta",
        "Ya diste una carta en este cambio.",
        "Carte déjà donnée",
        "Vous avez déjà donné une carte dans cet échange.",
    ),
    "already_answered": Saying(
        "Ya contestaste",
        "Ya contestaste en esta ventana; la respuesta queda.",
        "Déjà répondu",
        "Vous avez déjà répondu dans cette fenêtre ; la réponse reste.",
    ),
    "already_folded": Saying(
        "Ya te retiraste",
        "Ya te retiraste de esta mano.",
        "Déjà abandonné",
        "Vous avez déjà abandonné cette manche.",
    ),
    "claim_closed": Saying(
        "No se puede pedir",
        "Ahora no puedes decir «me sirve».",
        "Réclamation fermée",
        "Vous ne pouvez pas réclamer de carte maintenant.",
    ),
    "force_closed": Saying(
        "No se puede forzar",
        "Ahora no puedes forzar.",
        "Forçage fermé",
        "Vous ne pouvez pas forcer maintenant.",
    ),
    "seat_taken": Saying(
        "Lugar ocupado",
        "Alguien ya tomó este lugar; elige uno libre.",
        "Place occupée",
        "Quelqu'un a pris cette place ; choisissez-en une libre.",
    ),
    "seat_reserved": Saying(
        "Lugar reservado",
        "Este lugar está reservado para otro jugador; elige uno libre.",
        "Place réservée",
        "Cette place est réservée à un autre joueur ; choisissez-en une libre.",
    ),
    "invitation_invalid": Saying(
        "Invitación no válida",
        "Usa el código tal como te lo dieron; abre un solo lugar y una sola vez.",
        "Invitation non valable",
        "Donnez le code tel que vous l'avez reçu ; il ouvre une seule place, une seule fois.",
    ),
    "rotation_closed": Saying(
        "No se puede renovar",
        "El otro no renueva la llave de un lugar que se juega o que está libre.",
        "Renouvellement fermé",
        "Un autre ne renouvelle pas le jeton d'une place jouée ou libre.",
    ),
    "not_host": Saying(
        "No eres el anfitrión",
        "Solo el anfitrión puede hacerlo por otro lugar, o comenzar.",
        "Vous n'êtes pas l'hôte",
        "L'hôte seul peut le faire pour une autre place, ou commencer.",
    ),
    "already_seated": Saying(
        "Ya tienes lugar",
        "Ya tienes un lugar en esta mesa; cada jugador tiene uno.",
        "Déjà assis",
        "Vous avez déjà une place à cette table ; un joueur en a une seule.",
    ),
    "already_ready": Saying(
        "Ya estás listo",
        "Ya dijiste que estás listo.",
        "Déjà prêt",
        "Vous avez déjà dit que vous êtes prêt.",
    ),
    "already_standing": Saying(
        "Ya respondes así",
        "Ya respondes así por adelantado, o lo has cambiado demasiadas veces en esta mano.",
        "Déjà convenu",
        "Vous répondez déjà ainsi d'avance, ou l'avez changé trop souvent dans cette manche.",
    ),
    "already_revealed": Saying(
        "Ya lo abriste",
        "Ya abriste tu azar.",
        "Déjà ouvert",
        "Vous avez déjà ouvert votre hasard.",
    ),
    "entropy_closed": Saying(
        "Azar cerrado",
        "El azar propio solo se compromete antes de la primera mano.",
        "Hasard fermé",
        "On n'engage son hasard qu'avant la première manche.",
    ),
    "card_not_in_hand": Saying(
        "No tienes esa carta",
        "Da una carta que tengas en la mano.",
        "Carte absente de la main",
        "Donnez une carte que vous tenez.",
    ),
    "centre_not_used": Saying(
        "Falta la carta del centro",
        "Lo que bajas debe usar la carta del centro.",
        "Carte du centre inutilisée",
        "Les combinaisons doivent utiliser la carte du centre.",
    ),
    "table_card_lost": Saying(
        "Falta una carta bajada",
        "Toda carta que tenías bajada debe seguir bajada.",
        "Carte étalée disparue",
        "Toute carte étalée devant vous doit le rester.",
    ),
    "card_not_yours": Saying(
        "Esa carta no es tuya",
        "Baja solo la carta del centro, lo ya bajado y lo de tu mano.",
        "Carte d'un autre",
        "N'étalez que la carte du centre, votre étalage et votre main.",
    ),
    "card_reused": Saying(
        "Carta repetida",
        "Una carta no puede estar en dos combinaciones: se nombró más veces de las que hay.",
        "Carte utilisée deux fois",
        "Une carte ne sert qu'une fois : on l'a nommée plus souvent qu'elle n'existe.",
    ),
    "combo_too_short": Saying(
        "Combinación corta",
        "Una combinación tiene al menos tres cartas.",
        "Combinaison trop courte",
        "Une combinaison compte au moins trois cartes.",
    ),
    "combo_mixed": Saying(
        "No es combinación",
        "Una combinación es tercia o escalera; estas cartas no son ninguna.",
        "Pas une combinaison",
        "Une combinaison est un groupe ou une séquence ; ce n'est ni l'un ni l'autre.",
    ),
    "set_not_identical": Saying(
        "Tercia de cartas distintas",
        "Aquí la tercia son copias de una carta; un número en varios palos no vale.",
        "Groupe de cartes différentes",
        "Ici un groupe réunit les copies d'une carte ; une valeur en plusieurs couleurs n'en est pas un.",
    ),
    "set_duplicate_suit": Saying(
        "Palo repetido",
        "Una tercia tiene cada palo a lo sumo una vez.",
        "Couleur répétée",
        "Un groupe compte chaque couleur au plus une fois.",
    ),
    "set_too_long": Saying(
        "Tercia larga",
        "Esta tercia tiene más cartas de las que caben.",
        "Groupe trop long",
        "Ce groupe compte plus de cartes qu'il ne peut.",
    ),
    "run_duplicate_rank": Saying(
        "Número repetido",
        "Una escalera tiene cada número a lo sumo una vez.",
        "Valeur répétée",
        "Une séquence compte chaque valeur au plus une fois.",
    ),
    "run_gap": Saying(
        "Escalera con hueco",
        "Los números de una escalera se siguen sin hueco.",
        "Séquence trouée",
        "Les valeurs d'une séquence se suivent sans trou.",
    ),
    "run_too_long": Saying(
        "Escalera larga",
        "Esta escalera es más larga de lo permitido; bájala en varias, si puedes.",
        "Séquence trop longue",
        "Cette séquence dépasse la limite ; étalez-la en plusieurs, si possible.",
    ),
    "run_wraps": Saying(
        "Escalera que da la vuelta",
        "La carta más alta no va junto a la más baja.",
        "Séquence qui boucle",
        "La plus haute valeur ne touche pas la plus basse.",
    ),
    "group_no_stock_card": Saying(
        "Falta carta de la baceta",
        "Esta combinación debe tener una carta volteada de la baceta.",
        "Carte du talon absente",
        "Cette combinaison doit contenir une carte retournée du talon.",
    ),
    "group_dissolved": Saying(
        "Combinación deshecha",
        "De cada combinación bajada deben quedar juntas al menos tres cartas.",
        "Combinaison défaite",
        "Trois cartes au moins de chaque combinaison étalée doivent rester ensemble.",
    ),
    "no_layout": Saying(
        "No se acomodan",
        "Estas cartas no se pueden acomodar en combinaciones válidas.",
        "Disposition impossible",
        "Ces cartes ne se disposent pas en combinaisons valables.",
    ),
    "discard_required": Saying(
        "Falta el descarte",
        "Di qué descartas: con esto no sales todavía.",
        "Défausse requise",
        "Nommez une défausse : ce coup ne vous fait pas sortir.",
    ),
    "discard_forbidden": Saying(
        "Sobra el descarte",
        "No descartes: con esto sales.",
        "Défausse de trop",
        "Ne nommez pas de défausse : ce coup vous fait sortir.",
    ),
    "discard_not_in_hand": Saying(
        "No tienes ese descarte",
        "Descarta una carta que te quede en la mano.",
        "Défausse absente",
        "Défaussez-vous d'une carte qui reste dans votre main.",
    ),
    "force_target": Saying(
        "No puedes forzar a ese jugador",
        "No puedes forzar esta carta en ese lugar.",
        "Cible interdite",
        "Vous ne pouvez pas forcer cette carte à cette place.",
    ),
    "force_no_fit": Saying(
        "La carta no cabe",
        "La carta no cabe en ese juego bajado sin cartas de la mano.",
        "La carte ne va pas",
        "La carte ne va pas sur cet étalage sans carte de la main.",
    ),
    "force_source": Saying(
        "Carta que no se fuerza",
        "Solo se fuerza con una carta volteada de la baceta.",
        "Carte non forçable",
        "On ne force qu'avec une carte retournée du talon.",
    ),
    "forced_must_meld": Saying(
        "Te forzaron",
        "Te forzaron: baja la carta del centro.",
        "Vous êtes forcé",
        "Vous êtes forcé : étalez la carte du centre.",
    ),
    "forced_no_hand_cards": Saying(
        "Sin cartas de la mano",
        "El forzado no puede bajar aquí cartas de la mano.",
        "Sans carte de la main",
        "Le joueur forcé ne peut pas ajouter ici de cartes de sa main.",
    ),
    "claim_own_card": Saying(
        "Tu propia carta",
        "Tú dejaste esta carta; no la puedes pedir.",
        "Votre propre carte",
        "Vous avez laissé cette carte ; vous ne pouvez la réclamer.",
    ),
    "keep_forbidden": Saying(
        "No se guarda",
        "La carta del centro no se puede guardar aquí.",
        "Garde interdite",
        "La carte du centre ne peut pas être gardée ici.",
    ),
    "keep_discard_same": Saying(
        "Misma carta",
        "Descarta otra carta que la que guardas.",
        "Même carte",
        "Défaussez-vous d'une autre carte que celle que vous gardez.",
    ),
    "fold_not_allowed": Saying(
        "No puedes retirarte",
        "Solo te retiras donde las reglas lo dan y antes de bajar algo.",
        "Abandon interdit",
        "On n'abandonne que si les règles le prévoient et avant d'étaler.",
    ),
    "last_card_not_stock": Saying(
        "Última carta de descarte",
        "La carta con que sales debe haber sido volteada de la baceta.",
        "Dernière carte hors talon",
        "La carte qui vous fait sortir doit avoir été retournée du talon.",
    ),
    "seat_unknown": Saying(
        "Lugar desconocido",
        "La mesa no tiene un lugar con ese número.",
        "Place inconnue",
        "Cette table n'a pas de place de ce numéro.",
    ),
    "dealer_sits_out": Saying(
        "Ese lugar descansa",
        "Ese lugar descansa la mano siguiente; nombra uno que la juegue.",
        "Cette place se repose",
        "Cette place se repose à la prochaine manche ; nommez-en une qui joue.",
    ),
    "dealer_not_chosen": Saying(
        "Nadie elige quién reparte",
        "Aquí la mesa no elige quién reparte la mano siguiente.",
        "Le donneur n'est pas choisi",
        "Ici, la table ne choisit pas qui distribue la manche suivante.",
    ),
    "already_left": Saying(
        "Ya dejaste este lugar",
        "Ya dejaste este lugar; vuelve a tomarlo para seguir jugando.",
        "Vous avez quitté cette place",
        "Vous avez quitté cette place ; reprenez-la pour continuer à jouer.",
    ),
    "seed_invalid": Saying(
        "Azar inválido",
        "Compromete 64 dígitos hexadecimales y abre luego los 16 a 64 bytes prometidos.",
        "Hasard invalide",
        "Engagez 64 chiffres hexadécimaux, puis ouvrez les 16 à 64 octets promis.",
    ),
    "config_option": Saying(
        "Opción incompatible",
        "Esta opción o este valor no va con el juego o con las demás opciones.",
        "Option incompatible",
        "Cette option ou cette valeur ne va pas avec le jeu ou les autres options.",
    ),
    "config_players": Saying(
        "Número de jugadores equivocado",
        "No se puede jugar con este número de lugares.",
        "Mauvais nombre de joueurs",
        "On ne peut pas jouer avec ce nombre de places.",
    ),
    "config_teams": Saying(
        "Equipos imposibles",
        "Los equipos necesitan lugares pares, al menos cuatro.",
        "Équipes impossibles",
        "Les équipes demandent un nombre pair de places, quatre au moins.",
    ),
    "config_hand_size": Saying(
        "Número de cartas equivocado",
        "Aquí no se juega con ese número de cartas.",
        "Mauvais nombre de cartes",
        "On ne joue pas ici avec ce nombre de cartes.",
    ),
    "config_packets": Saying(
        "Paquetes imposibles",
        "Los paquetes van con manos de ocho cartas.",
        "Paquets impossibles",
        "La donne par paquets va avec des mains de huit cartes.",
    ),
    "config_stake": Saying(
        "Apuesta no jugada",
        "Esta apuesta no se juega aquí.",
        "Enjeu non joué",
        "Cet enjeu ne se joue pas ici.",
    ),
}

SAYINGS: Mapping[str, Saying] = MappingProxyType(_TABLE)
"""Every refusal code of the rules in Spanish and French."""
