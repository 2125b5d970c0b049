"""What webhooks are refused with, in three languages."""

from app.http.codes import Code, register, translate

_ROWS: dict[str, tuple[int, str, str]] = {
    "webhook_changes": (
        409,
        "This webhook was changed too often",
        "Wait a day, or make another webhook: this one was changed as often as one may be.",
    ),
    "webhook_disabled": (409, "This webhook is off", "Enable the webhook first."),
    "webhook_url": (
        422,
        "This address cannot receive webhooks",
        "Use an http or https address of the public internet, on port 443, 80 or above 1024.",
    ),
    "webhook_games": (
        422,
        "This webhook cannot follow that game",
        "Name games in which you have a seat; an organiser may name others that it may see.",
    ),
}

_SAID: dict[str, dict[str, tuple[str, str]]] = {
    "webhook_changes": {
        "es": (
            "Demasiados cambios",
            "Espera un día o crea otro webhook: este ya cambió todo lo que se puede.",
        ),
        "fr": (
            "Trop de changements",
            "Attendez un jour ou créez un autre webhook : celui-ci a trop changé.",
        ),
    },
    "webhook_disabled": {
        "es": ("Webhook desactivado", "Activa antes el webhook."),
        "fr": ("Webhook désactivé", "Activez d'abord le webhook."),
    },
    "webhook_url": {
        "es": (
            "Dirección no permitida",
            "Usa una dirección http o https de la internet pública, en el puerto 443, 80 o mayor que 1024.",
        ),
        "fr": (
            "Adresse non permise",
            "Utilisez une adresse http ou https de l'internet public, port 443, 80 ou supérieur à 1024.",
        ),
    },
    "webhook_games": {
        "es": (
            "Partida no permitida",
            "Nombra partidas en las que tengas lugar; quien organiza puede nombrar otras que pueda ver.",
        ),
        "fr": (
            "Partie non permise",
            "Nommez des parties où vous avez une place ; qui organise peut en nommer d'autres qu'il voit.",
        ),
    },
}


def install() -> None:
    """Adds the codes to the catalogue."""
    register({code: Code(*row) for code, row in _ROWS.items()})
    for code, said in _SAID.items():
        translate(code, said)
