"""Error codes of tournaments, in three languages."""

from collections.abc import Mapping
from typing import Final

from app.games.conquian.reasons import REASONS
from app.http.codes import Code, register, translate

Text = tuple[str, str]

_ROWS: Final[Mapping[str, tuple[int, Text, Text, Text]]] = {
    "manifest_member_unknown": (
        422,
        (
            "The manifest has an unknown member",
            "Leave out what a manifest, or a format of this kind, does not have.",
        ),
        ("Miembro desconocido", "Quita lo que un manifiesto, o un formato así, no tiene."),
        ("Membre inconnu", "Retirez ce qu'un manifeste, ou un format de ce genre, n'a pas."),
    ),
    "manifest_member_missing": (
        422,
        ("A member of the manifest is missing", "Add the members that are missing."),
        ("Falta un miembro", "Añade los miembros que faltan."),
        ("Membre manquant", "Ajoutez les membres qui manquent."),
    ),
    "manifest_value": (
        422,
        ("A value in the manifest is not valid", "Give every member a value that it can have."),
        ("Valor equivocado", "Da a cada miembro un valor posible."),
        ("Valeur impossible", "Donnez à chaque membre une valeur possible."),
    ),
    "manifest_name_twice": (
        422,
        ("Two entrants have the same name", "Give every entrant a name of its own."),
        ("Nombre repetido", "Da a cada participante un nombre propio."),
        ("Nom donné deux fois", "Donnez à chaque participant un nom à lui."),
    ),
    "manifest_entrants": (
        422,
        ("Wrong number of entrants", "Name as many entrants as the format can play with."),
        ("Número de participantes equivocado", "Nombra tantos participantes como admite el formato."),
        ("Mauvais nombre de participants", "Nommez autant de participants que le format en admet."),
    ),
    "manifest_seat_orders": (
        422,
        ("Too many seats for all orders", "Play all orders of the seats with four seats at most."),
        ("Demasiados órdenes", "Juega todos los órdenes de lugares con cuatro lugares a lo sumo."),
        ("Trop d'ordres", "Jouez tous les ordres de places avec quatre places au plus."),
    ),
    "manifest_engine": (
        422,
        (
            "It is not clear who plays for an entrant",
            "Give each entrant one of bot, python, command, player, and a budget only to a bot.",
        ),
        (
            "¿Quién decide?",
            "Da a cada uno bot, python, command o player; presupuesto solo a un bot.",
        ),
        (
            "Qui décide ?",
            "Donnez à chacun bot, python, command ou player ; un budget aux seuls bots.",
        ),
    ),
    "manifest_format": (
        422,
        ("There is no such format", "Choose a format that there is."),
        ("Formato desconocido", "Elige un formato que exista."),
        ("Format inconnu", "Choisissez un format qui existe."),
    ),
    "entrant_malformed": (
        422,
        ("An entrant is not described correctly", "Describe the entrant as the guide of tournaments says."),
        ("Participante mal descrito", "Describe al participante como dice la guía de torneos."),
        ("Participant mal décrit", "Décrivez le participant comme le dit le guide des tournois."),
    ),
    "entrant_local_only": (
        422,
        (
            "This entrant plays on your machine only",
            "Run tournaments of programs and objects with conquian tournament run.",
        ),
        ("Solo en la línea de comandos", "Juega torneos de programas y objetos con conquian tournament run."),
        ("En ligne de commande seulement", "Jouez les tournois de programmes avec conquian tournament run."),
    ),
    "entrant_unknown_bot": (
        422,
        ("There is no such bot", "Name a bot that GET /v1/bots lists."),
        ("Bot desconocido", "Nombra un bot que GET /v1/bots enumere."),
        ("Bot inconnu", "Nommez un bot que GET /v1/bots énumère."),
    ),
    "entrant_unknown": (
        422,
        ("There is no such entrant", "Name an entrant by its number in the manifest, from 0."),
        ("Participante desconocido", "Nombra al participante por su número en el manifiesto, desde 0."),
        ("Participant inconnu", "Nommez le participant par son numéro dans le manifeste, à partir de 0."),
    ),
    "entrant_out": (
        409,
        ("The entrant is out of the tournament", "Nothing is left to do: this entrant takes no more part."),
        ("Ya está fuera", "No queda nada por hacer: ese participante ya no juega."),
        ("Déjà retiré", "Il n'y a plus rien à faire : ce participant ne joue plus."),
    ),
    "fixture_unknown": (
        422,
        ("There is no such fixture", "Name a fixture that is paired; see /games."),
        ("Encuentro desconocido", "Nombra un encuentro ya emparejado; mira /games."),
        ("Rencontre inconnue", "Nommez une rencontre appariée ; voyez /games."),
    ),
    "fixture_over": (
        409,
        ("The fixture has its result", "Dispute its game instead: this fixture has its result."),
        ("Encuentro terminado", "Disputa su partida: este encuentro ya tiene resultado."),
        ("Rencontre finie", "Contestez plutôt sa partie : cette rencontre a son résultat."),
    ),
    "result_seats": (
        422,
        ("Wrong number of balances", "Give one balance for each seat of the fixture."),
        ("Número de saldos equivocado", "Da un saldo por cada lugar del encuentro."),
        ("Mauvais nombre de soldes", "Donnez un solde pour chaque place de la rencontre."),
    ),
    "round_too_large": (
        422,
        (
            "The round would have too many games",
            "Play fewer decks for each pairing: a round has 20000 games at most.",
        ),
        (
            "Ronda demasiado grande",
            "Juega menos barajas por encuentro: una ronda admite 20000 partidas.",
        ),
        ("Ronde trop grande", "Jouez moins de paquets par rencontre : une ronde a 20000 parties au plus."),
    ),
    "tournament_over": (
        409,
        ("The tournament has ended", "Read the standings: this tournament takes nothing more."),
        ("Torneo terminado", "Lee la clasificación: este torneo ya no admite nada."),
        ("Tournoi terminé", "Lisez le classement : ce tournoi n'accepte plus rien."),
    ),
    "already_paused": (
        409,
        ("The tournament is paused", "Resume the tournament when it is to go on."),
        ("Ya está en pausa", "Reanuda el torneo cuando deba seguir."),
        ("Déjà en pause", "Reprenez le tournoi quand il doit continuer."),
    ),
    "not_paused": (
        409,
        ("The tournament is not paused", "Read the tournament: it goes on already."),
        ("No está en pausa", "Lee el torneo: ya sigue."),
        ("Pas en pause", "Lisez le tournoi : il continue déjà."),
    ),
}


def sentence(code: str) -> str:
    """Return the remedy for a refusal of a tournament or of its rules, in English."""
    return _ROWS[code][1][1] if code in _ROWS else REASONS[code].sentence


CODES: Final = tuple(_ROWS)
"""All codes of tournaments."""

MANIFEST: Final = (
    *(code for code in CODES if code.startswith("manifest_")),
    *("entrant_malformed", "entrant_local_only", "entrant_unknown_bot", "round_too_large"),
)
"""Codes of refused manifests."""


def install() -> None:
    """Register the codes."""
    for code, (status, english, spanish, french) in _ROWS.items():
        register({code: Code(status, *english)})
        translate(code, {"es": spanish, "fr": french})
