"""Refusal of an API key without a required scope (RFC 6750, 3.1)."""

from collections.abc import Iterable

from app.http.errors import Problem
from app.i18n import Message
from app.players.player import COMMON, Scope


def scope_missing(*scopes: Scope) -> Problem:
    """Return the problem for a key without `scopes`."""
    named = " ".join(scopes)
    return Problem(
        "scope_missing",
        _operator(named) if _wide(scopes) else _own(named),
        headers={"WWW-Authenticate": f'Bearer realm="conquian", error="insufficient_scope", scope="{named}"'},
    )


def _wide(scopes: Iterable[Scope]) -> bool:
    return any(scope not in COMMON for scope in scopes)


def _own(named: str) -> Message:
    return Message(
        "The API key lacks {named}. Use another one, or make one that has it with POST /v1/players/me/keys."
    ).filled(named=named)


def _operator(named: str) -> Message:
    return Message(
        "The API key lacks {named}. Only the operator of the service grants it to a player, who then needs "
        "a key that has it."
    ).filled(named=named)
