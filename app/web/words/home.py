"""What the home page says."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

HOME: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "home.title": Words(
            "Conquián: juega ahora",
            "Conquián: play now",
            "Conquián : jouez maintenant",
        ),
        "home.lead": Words(
            "Siéntate contra un programa o con tus amigos. Sin cuenta: la mano se reparte al instante.",
            "Sit down against a bot or with friends. No account: the hand is dealt at once.",
            "Asseyez-vous contre un programme ou avec des amis. Sans compte : la donne est immédiate.",
        ),
        "home.play_now": Words("Jugar ahora", "Play now", "Jouer maintenant"),
        "home.variant": Words("Modalidad", "Variant", "Variante"),
        "home.seats": Words("Jugadores", "Players", "Joueurs"),
        "home.opponents": Words("Contra quién", "Against whom", "Contre qui"),
        "home.friends": Words("Amigos", "Friends", "Des amis"),
        "home.friends_sentence": Words(
            "Cada asiento recibe un enlace que solo tú repartes.",
            "Each seat gets a link that only you hand out.",
            "Chaque place reçoit un lien que vous seul distribuez.",
        ),
        "home.anybody": Words("Quien llegue", "Whoever comes", "Qui viendra"),
        "home.anybody_sentence": Words(
            "La mesa aparece en la lista y se juega cuando todos estén listos.",
            "The table stands in the list and play begins when everybody is ready.",
            "La table figure dans la liste et l'on joue quand tout le monde est prêt.",
        ),
        "home.seat_by_seat": Words("Asiento por asiento", "Seat by seat", "Place par place"),
        "home.seat": Words("Asiento {seat}", "Seat {seat}", "Place {seat}"),
        "home.same": Words("Como arriba", "As above", "Comme ci-dessus"),
        "home.house_rules": Words("Reglas de la casa", "House rules", "Règles de la maison"),
        "home.changed_one": Words("{count} cambio", "{count} change", "{count} changement"),
        "home.changed_other": Words("{count} cambios", "{count} changes", "{count} changements"),
        "home.paragraph": Words("Reglamento, {rule}", "Rules, {rule}", "Règlement, {rule}"),
        "home.no_number": Words("sin número fijo", "no fixed number", "sans nombre fixe"),
        "home.limit": Words("Tiempo por jugada", "Time for a decision", "Temps par décision"),
        "home.limit_20": Words("20 segundos", "20 seconds", "20 secondes"),
        "home.limit_60": Words("1 minuto", "1 minute", "1 minute"),
        "home.limit_180": Words("3 minutos", "3 minutes", "3 minutes"),
        "home.limit_600": Words("10 minutos", "10 minutes", "10 minutes"),
        "home.limit_3600": Words("1 hora", "1 hour", "1 heure"),
        "home.limit_86400": Words("1 día", "1 day", "1 jour"),
        "home.unlisted": Words(
            "Fuera de la lista: solo la ve quien tenga el enlace",
            "Not in the list: only those with the link see it",
            "Hors de la liste : seuls ceux qui ont le lien la voient",
        ),
        "home.play": Words("Jugar", "Play", "Jouer"),
        "home.making": Words("Repartiendo…", "Dealing…", "On distribue…"),
        "home.refused": Words("No se pudo", "That did not work", "Cela n'a pas marché"),
        "home.to_table": Words("Ir a la mesa", "Go to the table", "Aller à la table"),
        "home.mine": Words("Mis partidas", "My games", "Mes parties"),
        "home.mine_sentence": Words(
            "Los asientos que guarda este navegador.",
            "The seats that this browser keeps.",
            "Les places que garde ce navigateur.",
        ),
        "home.your_turn": Words("Te toca", "Your turn", "À vous"),
        "home.forget": Words("Olvidar", "Forget", "Oublier"),
        "home.forget_name": Words(
            "Olvidar la partida {game}", "Forget the game {game}", "Oublier la partie {game}"
        ),
        "home.code": Words("Código de invitación", "Invitation code", "Code d'invitation"),
        "home.code_bad": Words(
            "Eso no es una invitación.", "That is no invitation.", "Ce n'est pas une invitation."
        ),
        "home.join": Words("Entrar", "Join", "Rejoindre"),
        "home.open": Words("Mesas abiertas", "Open tables", "Tables ouvertes"),
        "home.open_none": Words(
            "Ninguna mesa espera jugadores. Abre una: elige «Quien llegue».",
            "No table waits for players. Open one: choose “Whoever comes”.",
            "Aucune table n'attend de joueurs. Ouvrez-en une : choisissez « Qui viendra ».",
        ),
        "home.sit": Words("Sentarse", "Sit down", "S'asseoir"),
        "home.live": Words("Se juega ahora", "Being played", "En cours"),
        "home.live_none": Words(
            "No se juega ninguna partida pública.",
            "No public game is being played.",
            "Aucune partie publique n'est en cours.",
        ),
        "home.watch": Words("Mirar", "Watch", "Regarder"),
        "home.finished": Words("Terminadas", "Finished", "Terminées"),
        "home.finished_none": Words(
            "Todavía no termina ninguna partida.",
            "No game has ended yet.",
            "Aucune partie n'est encore terminée.",
        ),
        "home.replay": Words("Repetición", "Replay", "Relecture"),
        "home.more": Words("Más antiguas", "Older ones", "Plus anciennes"),
        "home.filter": Words("Solo la modalidad", "Only the variant", "Seulement la variante"),
        "home.every": Words("todas", "all", "toutes"),
        "home.plies_one": Words("{count} jugada", "{count} ply", "{count} coup"),
        "home.plies_other": Words("{count} jugadas", "{count} plies", "{count} coups"),
        "home.person": Words("persona", "person", "personne"),
        "home.free": Words("libre", "free", "libre"),
        "home.won_by": Words("ganó {names}", "won by {names}", "gagnée par {names}"),
        "home.tablas": Words("tablas", "tablas (drawn)", "partie nulle"),
        "home.status_waiting": Words("espera jugadores", "waits for players", "attend des joueurs"),
        "home.status_committing": Words("aporta azar", "adds chance", "ajoute du hasard"),
        "home.status_revealing": Words("descubre el azar", "reveals chance", "révèle le hasard"),
        "home.status_playing": Words("en juego", "being played", "en cours"),
        "home.status_between_hands": Words("entre manos", "between hands", "entre deux manches"),
        "home.status_finished": Words("terminada", "finished", "terminée"),
        "home.status_void": Words("anulada", "void", "annulée"),
        "home.status_frozen": Words("congelada", "frozen", "gelée"),
        "home.programs": Words(
            "Para quien programa",
            "For programmers",
            "Pour les programmeurs",
        ),
        "home.programs_sentence": Words(
            "Todo lo que hacen estas páginas lo hace la misma API pública: crea partidas, juega, síguelas.",
            "All that these pages do they do with the public API: make games, play, follow them.",
            "Tout ce que font ces pages passe par l'API publique : créer, jouer, suivre des parties.",
        ),
        "home.guide_bots": Words("Escribir un bot", "Write a bot", "Écrire un bot"),
        "home.rules": Words("Reglamento", "Rulebook", "Règlement"),
        "home.verifier": Words(
            "Verificador independiente", "Independent verifier", "Vérificateur indépendant"
        ),
        "home.reference": Words("Referencia de la API", "API reference", "Référence de l'API"),
    }
)
