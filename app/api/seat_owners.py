"""Seats of a new table: the caller's own, and those reserved for players and invitations."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.api.access import Access
from app.api.schemas.games import SeatTokenView
from app.api.schemas.requests import SHARED
from app.api.services import Service, secret
from app.bots.roster import bots_of
from app.games.game import Game
from app.http.errors import CODES, FieldError, Problem
from app.i18n import Message
from app.players.state import KeyScope
from app.service.entry_codec import Position

Plan = dict[str, str]

_NO_BOT: Final = Message("This bot does not play this game.")


def maker(service: Service) -> str | None:
    """Return the player whose API key creates a table, None for a guest. Raises Problem if it cannot play."""
    caller = service.access.caller()
    if caller is None:
        return None
    caller.needs(KeyScope.PLAY)
    return caller.player.id


def plans(service: Service, seats: Sequence[Mapping[str, str]]) -> list[Plan]:
    """Return the requested seats, with the caller on its own.

    Raises Problem for a seat reserved for an unknown or a banned player, or for a player named twice.
    """
    player = maker(service)
    planned = [_plan(service, plan, player) for plan in seats]
    named = [plan["player"] for plan in planned if "player" in plan]
    for number, plan in enumerate(planned):
        known = plan.get("player")
        if known is not None and named.count(known) > 1:
            raise _refused("player_twice", number)
        if known not in (None, player) and service.players.active(str(known)) is None:
            banned = service.players.is_banned(str(known))
            raise _refused("banned" if banned else "player_unknown", number)
    return planned


def check_bots(play: Game, seats: Sequence[Mapping[str, str]]) -> None:
    """Raise Problem for the first of `seats` with a bot that does not play the game `play`."""
    able = bots_of(play.name)
    for number, seat in enumerate(seats):
        if seat["kind"] == "bot" and seat["bot"] not in able:
            fault = FieldError("config_option", _NO_BOT, f"/seats/{number}", possible={"allowed": [*able]})
            raise Problem("config_option", _NO_BOT, rule=play.reasons["config_option"].rule, errors=(fault,))


def sealed(access: Access, game: str, planned: Sequence[Plan]) -> tuple[Plan, ...]:
    """Return the seats for the log of `game`: an invitation is stored as a hash."""
    return tuple(
        {**plan, "invitation": access.invited(game, number, is_shared=plan["invitation"] == SHARED)}
        if "invitation" in plan
        else plan
        for number, plan in enumerate(planned)
    )


def token_hashes(access: Access, game: str, planned: Sequence[Plan]) -> tuple[str, ...]:
    """Return the token hash of the person at each seat; empty for other seats."""
    return tuple(
        access.hash(game, number) if plan["kind"] == "person" else "" for number, plan in enumerate(planned)
    )


def shown(
    service: Service, position: Position, seat: int, plan: Mapping[str, str], own: bool
) -> SeatTokenView:
    """Return a seat for the response to the creator, with its secret."""
    game, made = position.game, position.time
    secrets: SeatTokenView = {"seat": seat}
    if own:
        secrets["token"] = secret(service, service.access.token(game, seat), made)
    if "invitation" in plan:
        code = service.access.invitation(game, seat, is_shared=plan["invitation"] == SHARED)
        secrets["invitation"] = secret(service, code, made)
    return secrets


def own_seat(plans: Sequence[Mapping[str, str]], player: str | None) -> int | None:
    """Return the number of the seat of `player`, or of the guest who creates the game, or None."""
    taken = (
        number
        for number, plan in enumerate(plans)
        if plan["kind"] == "person" and plan.get("player") == player
    )
    return next(taken, None)


def _plan(service: Service, plan: Mapping[str, str], player: str | None) -> Plan:
    if plan["kind"] == "person":
        return {**plan} if player is None else {**plan, "player": player}
    known = plan.get("player")
    if known not in (None, player) and _obeys(service, str(known), player):
        return {**plan, "kind": "person"}
    return {**plan}


def _obeys(service: Service, known: str, player: str | None) -> bool:
    """Return True if `player` may seat this bot: it owns the bot, or is an organiser."""
    bot_player = service.players.active(known) if player is not None else None
    if bot_player is None or not bot_player.bot:
        return False
    caller = service.access.caller()
    organises = caller is not None and KeyScope.ORGANISE in caller.player.allowed(caller.key)
    return bot_player.owner == player or organises


def _refused(code: str, number: int) -> Problem:
    return Problem(code, errors=(FieldError(code, Message(CODES[code].remedy), f"/seats/{number}"),))
