"""What the pages of tournaments say."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words
from app.tournament.failures import PAUSES
from app.tournament.failures import SAID as FAILED
from app.tournament.waiting import SAID

TOURNAMENT: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "tournament.title": Words("Torneo", "Tournament", "Tournoi"),
        "tournament.tournaments": Words("Torneos", "Tournaments", "Tournois"),
        "tournament.lead": Words(
            "Torneos de programas: quién va ganando, por qué se enfrentan, y cada repetición.",
            "Tournaments of bots: who leads, why they meet, and every replay.",
            "Tournois de programmes : qui mène, pourquoi ils se rencontrent, et chaque relecture.",
        ),
        "tournament.none": Words(
            "Todavía no hay torneos. Para empezar uno:",
            "There are no tournaments yet. To start one:",
            "Il n'y a pas encore de tournoi. Pour en lancer un :",
        ),
        "tournament.unknown": Words(
            "No hay ningún torneo en esta dirección.",
            "There is no tournament at this address.",
            "Il n'y a pas de tournoi à cette adresse.",
        ),
        "tournament.state_running": Words("en juego", "running", "en cours"),
        "tournament.state_paused": Words("en pausa", "paused", "en pause"),
        "tournament.state_finished": Words("terminado", "finished", "terminé"),
        "tournament.state_aborted": Words("interrumpido", "aborted", "interrompu"),
        "tournament.format_round_robin": Words("todos contra todos", "round robin", "toutes rondes"),
        "tournament.format_gauntlet": Words("uno contra todos", "gauntlet", "un contre tous"),
        "tournament.format_swiss": Words("sistema suizo", "Swiss", "système suisse"),
        "tournament.format_single_elimination": Words(
            "eliminación directa", "single elimination", "élimination directe"
        ),
        "tournament.format_double_elimination": Words(
            "doble eliminación", "double elimination", "double élimination"
        ),
        "tournament.format_arena": Words("arena", "arena", "arène"),
        "tournament.format_league": Words("liga", "league", "ligue"),
        "tournament.format_sprt": Words(
            "prueba secuencial (SPRT)", "sequential test (SPRT)", "test séquentiel (SPRT)"
        ),
        "tournament.entrants_one": Words("{count} participante", "{count} entrant", "{count} participant"),
        "tournament.entrants_other": Words(
            "{count} participantes", "{count} entrants", "{count} participants"
        ),
        "tournament.progress": Words("Avance", "Progress", "Avancement"),
        "tournament.games_of": Words(
            "{played} de {planned} partidas", "{played} of {planned} games", "{played} parties sur {planned}"
        ),
        "tournament.games_one": Words("{count} partida", "{count} game", "{count} partie"),
        "tournament.games_other": Words("{count} partidas", "{count} games", "{count} parties"),
        "tournament.speed": Words(
            "{speed} partidas por segundo", "{speed} games a second", "{speed} parties par seconde"
        ),
        **{f"tournament.waits_{one}": words for one, words in SAID.items()},
        **{f"tournament.paused_{one}": words for one, words in PAUSES.items()},
        "tournament.trial": Words(
            "Antes de la primera partida espera que respondan una pregunta de prueba: {names}",
            "Before the first game it waits for the answer to a trial question of: {names}",
            "Avant la première partie, il attend la réponse à une question d'essai de : {names}",
        ),
        "tournament.left": Words("faltan {time}", "{time} left", "encore {time}"),
        "tournament.round": Words("Ronda", "Round", "Ronde"),
        "tournament.round_of": Words(
            "ronda {round} de {rounds}", "round {round} of {rounds}", "ronde {round} sur {rounds}"
        ),
        "tournament.round_number": Words("ronda {round}", "round {round}", "ronde {round}"),
        "tournament.standings": Words("Clasificación", "Standings", "Classement"),
        "tournament.provisional": Words("provisional", "provisional", "provisoire"),
        "tournament.memory": Words("memoria aceptada", "memory accepted", "mémoire acceptée"),
        "tournament.memory_title": Words(
            "Quien puede recordar una baraja la vuelve a jugar, porque el organizador lo acepta",
            "Entrants who may remember a deck meet it again, because the organiser accepts that",
            "Qui peut se souvenir d'un paquet le rejoue, car l'organisateur l'accepte",
        ),
        "tournament.rank": Words("Lugar", "Rank", "Rang"),
        "tournament.entrant": Words("Participante", "Entrant", "Participant"),
        "tournament.points": Words("Puntos", "Points", "Points"),
        "tournament.played": Words("Partidas", "Games", "Parties"),
        "tournament.wins": Words("Ganadas", "Won", "Gagnées"),
        "tournament.draws": Words("Tablas", "Drawn", "Nulles"),
        "tournament.losses": Words("Perdidas", "Lost", "Perdues"),
        **{f"tournament.failed_{kind}": said for kind, said in FAILED.items()},
        "tournament.failures": Words(
            "Partidas perdidas por fallos", "Games forfeited by failures", "Parties perdues par défaillance"
        ),
        "tournament.failures_why": Words(
            "El porqué lo ven el organizador y quien trae el programa en",
            "The organiser and the owner of the bot see why at",
            "L'organisateur et le propriétaire du programme voient pourquoi à",
        ),
        "tournament.failure_at": Words(
            "partida {number}, entrada {ply}", "game {number}, ply {ply}", "partie {number}, entrée {ply}"
        ),
        "tournament.forfeits": Words("Sin jugar", "Forfeits", "Forfaits"),
        "tournament.unrated_one": Words(
            "{count} partida perdida o ganada sin jugar cuenta para los puntos y no para la fuerza.",
            "{count} forfeit or walkover counts for points and not for ratings.",
            "{count} forfait ou partie gagnée sans jouer compte pour les points et non pour la force.",
        ),
        "tournament.unrated_other": Words(
            "{count} partidas perdidas o ganadas sin jugar cuentan para los puntos y no para la fuerza.",
            "{count} forfeits and walkovers count for points and not for ratings.",
            "{count} forfaits et parties gagnées sans jouer comptent pour les points et non pour la force.",
        ),
        "tournament.rating": Words("Fuerza, 95 %", "Rating, 95 %", "Force, 95 %"),
        "tournament.elo": Words("Elo, 95 %", "Elo, 95 %", "Elo, 95 %"),
        "tournament.times": Words("Tiempo por decisión", "Time per decision", "Temps par décision"),
        "tournament.times_sentence": Words(
            "La mitad y el 95 % de las decisiones tardan eso o menos; de programas, en partidas sin reloj.",
            "Half and 95 % of the decisions take no longer; of bots, in games without a clock.",
            "La moitié et 95 % des décisions ne durent pas plus ; des programmes, sans horloge.",
        ),
        "tournament.median": Words("Mediana, ms", "Median, ms", "Médiane, ms"),
        "tournament.most": Words("95 %, ms", "95 %, ms", "95 %, ms"),
        "tournament.decisions": Words("Decisiones", "Decisions", "Décisions"),
        "tournament.neighbours": Words(
            "Lo que falta para distinguir a los vecinos",
            "What is missing to tell neighbours apart",
            "Ce qu'il manque pour départager les voisins",
        ),
        "tournament.gap_apart": Words(
            "{name} está {elo} ± {margin} Elo delante de {other}:",
            "{name} is {elo} ± {margin} Elo before {other}:",
            "{name} est à {elo} ± {margin} Elo devant {other} :",
        ),
        "tournament.gap_one": Words(
            "cerca de {count} partida más así los distinguiría.",
            "about {count} more game like these would tell them apart.",
            "environ {count} partie de plus comme celles-ci les départagerait.",
        ),
        "tournament.gap_other": Words(
            "cerca de {count} partidas más así los distinguirían.",
            "about {count} more games like these would tell them apart.",
            "environ {count} parties de plus comme celles-ci les départageraient.",
        ),
        "tournament.gap_beyond": Words(
            "harían falta más de {count} partidas para distinguirlos.",
            "more than {count} games would be needed to tell them apart.",
            "il faudrait plus de {count} parties pour les départager.",
        ),
        "tournament.gap_none": Words(
            "Cada participante se distingue de su vecino al 95 %.",
            "Each entrant is told apart from its neighbour at 95 %.",
            "Chaque participant est départagé de son voisin à 95 %.",
        ),
        "tournament.sprt": Words(
            "Razón de verosimilitud {llr}, entre {lower} y {upper}, tras {units} unidades.",
            "Likelihood ratio {llr}, between {lower} and {upper}, after {units} units.",
            "Rapport de vraisemblance {llr}, entre {lower} et {upper}, après {units} unités.",
        ),
        "tournament.sprt_H0": Words(
            "Decidido: la diferencia no llega (H0).",
            "Decided: the difference is too small (H0).",
            "Décidé : la différence est trop petite (H0).",
        ),
        "tournament.sprt_H1": Words(
            "Decidido: la diferencia existe (H1).",
            "Decided: the difference is there (H1).",
            "Décidé : la différence existe (H1).",
        ),
        "tournament.cross_table": Words("Tabla cruzada", "Cross-table", "Grille croisée"),
        "tournament.cross_table_sentence": Words(
            "Lo que cada fila logró contra cada columna: puntos de las partidas jugadas.",
            "What each row made against each column: points of the games played.",
            "Ce que chaque ligne a fait contre chaque colonne : points sur parties jouées.",
        ),
        "tournament.cell": Words(
            "{name} contra {other}: {points} de {games}",
            "{name} against {other}: {points} of {games}",
            "{name} contre {other} : {points} sur {games}",
        ),
        "tournament.rounds": Words("Rondas", "Rounds", "Rondes"),
        "tournament.rounds_none": Words(
            "Todavía no se sortea ninguna ronda.",
            "No round has been paired yet.",
            "Aucune ronde n'est encore appariée.",
        ),
        "tournament.before": Words("Ronda anterior", "Previous round", "Ronde précédente"),
        "tournament.after": Words("Ronda siguiente", "Next round", "Ronde suivante"),
        "tournament.bye": Words("descansa", "bye", "exempt"),
        "tournament.why": Words(
            "¿Por qué estos encuentros?", "Why these pairings?", "Pourquoi ces rencontres ?"
        ),
        "tournament.games": Words("Partidas", "Games", "Parties"),
        "tournament.result": Words("Resultado", "Result", "Résultat"),
        "tournament.fixture": Words(
            "partida {number} · ronda {round} · mazo {deck}",
            "game {number} · round {round} · deck {deck}",
            "partie {number} · ronde {round} · jeu {deck}",
        ),
        "tournament.replay": Words("Repetición", "Replay", "Relecture"),
        "tournament.replay_of": Words(
            "Repetición de la partida {number}", "Replay of game {number}", "Relecture de la partie {number}"
        ),
        "tournament.games_between": Words(
            "Solo {one} y {other}", "Only {one} and {other}", "Seulement {one} et {other}"
        ),
        "tournament.games_at": Words(
            "Ronda {round}, mesa {table}", "Round {round}, table {table}", "Ronde {round}, table {table}"
        ),
        "tournament.games_all": Words("Todas", "All", "Toutes"),
        "tournament.games_none": Words(
            "Ninguna partida tiene resultado todavía.",
            "No game has a result yet.",
            "Aucune partie n'a encore de résultat.",
        ),
        "tournament.more": Words("Más partidas", "More games", "Plus de parties"),
        "tournament.ending_finished": Words("jugada", "played", "jouée"),
        "tournament.ending_void": Words("anulada", "void", "annulée"),
        "tournament.ending_adjudicated": Words("adjudicada", "adjudicated", "adjugée"),
        "tournament.ending_forfeit": Words("perdida por falla", "forfeit", "forfait"),
        "tournament.ending_walkover": Words("sin jugar", "walkover", "sans jouer"),
        "tournament.plots": Words("Gráficas", "Plots", "Graphiques"),
        "tournament.plot_ratings": Words(
            "Fuerza de cada participante con su intervalo",
            "Rating of each entrant with its interval",
            "Force de chaque participant avec son intervalle",
        ),
        "tournament.plot_llr": Words(
            "Razón de verosimilitud de la prueba",
            "Likelihood ratio of the test",
            "Rapport de vraisemblance du test",
        ),
        "tournament.plot_seats": Words(
            "Ventaja de cada asiento", "Advantage of each seat", "Avantage de chaque place"
        ),
        "tournament.plot_lengths": Words(
            "Duración de las partidas", "Length of the games", "Longueur des parties"
        ),
        "tournament.plots_at_end": Words(
            "Las gráficas y los archivos se hacen cuando termina el torneo.",
            "Plots and files are made when the tournament is over.",
            "Les graphiques et les fichiers sont faits quand le tournoi est terminé.",
        ),
        "tournament.making": Words(
            "Se está preparando; tarda unos segundos.",
            "This is being made; it takes some seconds.",
            "C'est en préparation ; cela prend quelques secondes.",
        ),
        "tournament.downloads": Words("Descargas", "Downloads", "Téléchargements"),
        "tournament.live": Words("en vivo", "live", "en direct"),
        "tournament.reconnecting": Words("reconectando…", "reconnecting…", "reconnexion…"),
        "tournament.refused": Words("No se pudo", "That did not work", "Cela n'a pas marché"),
        "tournament.hours": Words(
            "{hours} h {minutes} min", "{hours} h {minutes} min", "{hours} h {minutes} min"
        ),
        "tournament.minutes": Words(
            "{minutes} min {seconds} s", "{minutes} min {seconds} s", "{minutes} min {seconds} s"
        ),
        "tournament.seconds": Words("{seconds} s", "{seconds} s", "{seconds} s"),
    }
)
