"""What the page says on which one looks on at a game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from app.games.languages import Words

WATCH: Final[Mapping[str, Words]] = MappingProxyType(
    {
        "watch.title": Words("Mirar la mesa", "Watch the table", "Regarder la table"),
        "watch.table": Words("La mesa", "The table", "La table"),
        "watch.live": Words("en vivo", "live", "en direct"),
        "watch.reconnecting": Words("reconectando…", "reconnecting…", "reconnexion…"),
        "watch.ended": Words("terminada", "over", "terminée"),
        "watch.moves": Words("Lo que pasa", "What happens", "Ce qui se passe"),
        "watch.sit": Words("Sentarse", "Sit down", "S'asseoir"),
        "watch.to_seat": Words("Ir a tu lugar", "Go to your seat", "Aller à votre place"),
        "watch.look_back": Words("Volver a ver", "Look back", "Revoir"),
        "watch.finished": Words(
            "La partida terminó: todas las cartas están abiertas y cualquiera puede comprobarla.",
            "The game is over: all cards are open, and anybody can check it.",
            "La partie est finie : toutes les cartes sont découvertes et chacun peut la vérifier.",
        ),
        "watch.void": Words(
            "La partida se anuló: no cuenta, pero queda abierta para comprobarla.",
            "The game is void: it does not count, but it is open to be checked.",
            "La partie est annulée : elle ne compte pas, mais chacun peut la vérifier.",
        ),
        "watch.to_replay": Words("Ver la repetición", "See the replay", "Voir la rediffusion"),
    }
)
