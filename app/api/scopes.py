"""Refusal of an API key without a required scope (RFC 6750, 3.1)."""

from collections.abc import Iterable

from app.games.languages import Words
from app.http.errors import Problem
from app.players.player import COMMON, Scope


def scope_missing(*scopes: Scope) -> Problem:
    """Return the problem for a key without `scopes`."""
    named = " ".join(scopes)
    return Problem(
        "scope_missing",
        said=_operator(named) if _wide(scopes) else _own(named),
        headers={"WWW-Authenticate": f'Bearer realm="conquian", error="insufficient_scope", scope="{named}"'},
    )


def _wide(scopes: Iterable[Scope]) -> bool:
    return any(scope not in COMMON for scope in scopes)


def _own(named: str) -> Words:
    return Words(
        f"A la clave de API le falta {named}. Usa otra, o créala con POST /v1/players/me/keys.",
        f"The API key lacks {named}. Use another one, or make one that has it with POST /v1/players/me/keys.",
        f"Il manque {named} à la clé d'API. Utilisez-en une autre, ou créez-en une avec "
        "POST /v1/players/me/keys.",
    )


def _operator(named: str) -> Words:
    return Words(
        f"A la clave de API le falta {named}. Solo quien opera el servicio lo concede a un jugador; luego "
        "se necesita una clave que lo tenga.",
        f"The API key lacks {named}. Only the operator of the service grants it to a player, who then needs "
        "a key that has it.",
        f"Il manque {named} à la clé d'API. Seul l'exploitant du service l'accorde à un joueur, qui a "
        "ensuite besoin d'une clé qui l'a.",
    )
