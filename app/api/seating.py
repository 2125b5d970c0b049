"""Whose the seats of a new table are: the caller's own, and those kept for other players."""

from collections.abc import Mapping, Sequence

from app.api.context import Service
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
    found = [_plan(plan, player) for plan in seats]
    named = [plan["player"] for plan in found if "player" in plan]
    for at, plan in enumerate(found):
        known = plan.get("player")
        if known is not None and named.count(known) > 1:
            raise _refused("player_twice", at)
        if known not in (None, player) and service.players.find(str(known)) is None:
            raise _refused("player_unknown", at)
    return found


def _plan(plan: Mapping[str, str], player: str | None) -> Plan:
    own = {} if player is None or plan["kind"] != "person" else {"player": player}
    return {**plan, **own}


def _refused(code: str, at: int) -> Problem:
    return Problem(code, errors=(FieldError(code, CODES[code].remedy, f"/seats/{at}"),))
