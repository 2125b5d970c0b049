"""Error codes of players and their keys, in three languages."""

from app.http.codes import Code, register, translate

_ROWS: dict[str, tuple[int, str, str]] = {
    "player_unknown": (422, "There is no such player", "Name a player who exists, by id."),
    "player_twice": (422, "One player has two seats", "Give a player one seat at a table."),
    "key_limit": (
        409,
        "No more keys for this player",
        "Register another player: this one has had as many keys as one may ever have.",
    ),
}

_SAID: dict[str, dict[str, tuple[str, str]]] = {
    "scope_missing": {
        "es": ("Falta el permiso", "Usa una clave de API con el permiso que esto requiere."),
        "fr": ("Droit manquant", "Utilisez une clé d'API avec le droit que cela demande."),
    },
    "player_unknown": {
        "es": ("Jugador desconocido", "Nombra por su id a un jugador que exista."),
        "fr": ("Joueur inconnu", "Nommez par son id un joueur qui existe."),
    },
    "player_twice": {
        "es": ("Jugador repetido", "Da a cada jugador un solo lugar en la mesa."),
        "fr": ("Joueur nommé deux fois", "Donnez à un joueur une seule place à la table."),
    },
    "key_limit": {
        "es": (
            "Demasiadas claves",
            "Registra otro jugador: este ya tuvo todas las claves que se pueden tener.",
        ),
        "fr": ("Trop de clés", "Inscrivez un autre joueur : celui-ci a eu toutes les clés permises."),
    },
}


def install() -> None:
    """Register the codes."""
    register({code: Code(*row) for code, row in _ROWS.items()})
    for code, translations in _SAID.items():
        translate(code, translations)
