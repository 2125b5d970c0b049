"""Whose the seats of a new table are: the caller's own, and those kept for other players."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.api.access import Access
from app.api.context import Service, secret
from app.entries import Position
from app.http.codes import CODES
from app.http.errors import FieldError, Problem
from app.players.player import Scope

Plan = dict[str, str]


def maker(service: Service) -> str | None:
    """The player whose API key makes a table, None for a guest; Problem for a key that cannot play."""
    caller = service.access.caller()
    if caller is None:
        return None
    caller.needs(Scope.PLAY)
    return caller.player.id


def plans(service: Service, seats: Sequence[Mapping[str, str]]) -> list[Plan]:
    """The seats asked for, with the caller on its own.

    Problem for a seat that is kept for somebody who does not exist, or for a player named twice.
    """
    player = maker(service)
    found = [_plan(service, plan, player) for plan in seats]
    named = [plan["player"] for plan in found if "player" in plan]
    for at, plan in enumerate(found):
        known = plan.get("player")
        if known is not None and named.count(known) > 1:
            raise _refused("player_twice", at)
        if known not in (None, player) and service.players.active(str(known)) is None:
            raise _refused("player_unknown", at)
    return found


def sealed(access: Access, game: str, found: Sequence[Plan]) -> tuple[Plan, ...]:
    """The seats as the log of `game` has them: of an invitation a hash."""
    return tuple(
        {**plan, "invitation": access.invited(game, at)} if "invitation" in plan else plan
        for at, plan in enumerate(found)
    )


def token_hashes(access: Access, game: str, found: Sequence[Plan]) -> tuple[str, ...]:
    """By seat the hash of the token of the person on it, empty for others."""
    return tuple(access.hash(game, at) if plan["kind"] == "person" else "" for at, plan in enumerate(found))


def shown(
    access: Access, position: Position, seat: int, plan: Mapping[str, str], own: bool
) -> dict[str, Any]:
    """A seat in the answer to whoever made the game: with the secret that goes with it."""
    secrets: dict[str, Any] = {"seat": seat}
    if own:
        secrets["token"] = secret(access.token(position.game, seat), position.time)
    if "invitation" in plan:
        secrets["invitation"] = secret(access.invitation(position.game, seat), position.time)
    return secrets


def own_seat(plans: Sequence[Mapping[str, str]], player: str | None) -> int | None:
    """Which of the planned seats is that of `player`, or of the guest who asks; None where none is."""
    taken = (at for at, plan in enumerate(plans) if plan["kind"] == "person" and plan.get("player") == player)
    return next(taken, None)


def _plan(service: Service, plan: Mapping[str, str], player: str | None) -> Plan:
    if plan["kind"] == "person":
        return {**plan} if player is None else {**plan, "player": player}
    known = plan.get("player")
    if known not in (None, player) and _obeys(service, str(known), player):
        return {**plan, "kind": "person"}
    return {**plan}


def _obeys(service: Service, known: str, player: str | None) -> bool:
    """Whether this is a bot that `player` may seat unasked: its own, or as an organiser anybody's."""
    found = service.players.active(known) if player is not None else None
    if found is None or not found.bot:
        return False
    caller = service.access.caller()
    organises = caller is not None and Scope.ORGANISE in caller.player.allowed(caller.key)
    return found.owner == player or organises


def _refused(code: str, at: int) -> Problem:
    return Problem(code, errors=(FieldError(code, CODES[code].remedy, f"/seats/{at}"),))
