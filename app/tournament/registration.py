"""Registration of players for a tournament, before its first game.

A manifest with `registration` "open" names no players: they register themselves until the organiser starts
the tournament. Entrants that it names and bots that are added at the start take part as well.
"""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from app.games.codec import Json
from app.tournament import commands as tournament_commands
from app.tournament import events as tournament_events
from app.tournament.errors import Unwelcome
from app.tournament.manifest import Engine, Entrant
from app.tournament.manifest_members import ENTRANT_NAMES, MOST_ENTRANTS
from app.tournament.state import Tournament, TournamentPhase

_NAME_MAX: Final = 40
_ID_END: Final = 4
"""Number of letters of an id that tell equal names apart."""


def register(
    state: Tournament, command: tournament_commands.RegisterEntrant
) -> tournament_events.EntrantRegistered:
    """Return the event of a registration. Raises Unwelcome."""
    _check_open(state)
    if not ENTRANT_NAMES(command.name):
        raise Unwelcome("name_invalid")
    if player_at(state, command.player) is not None:
        raise Unwelcome("already_registered")
    if len(state.manifest.entrants) >= MOST_ENTRANTS:
        raise Unwelcome("registration_full")
    end = f" ({command.player[-_ID_END:]})"
    cut = command.name[: _NAME_MAX - len(end)].rstrip()
    name = _free_name(state, [command.name, cut + end, command.player])
    return tournament_events.EntrantRegistered(command.player, name)


def unregister(
    state: Tournament, command: tournament_commands.UnregisterEntrant
) -> tournament_events.EntrantUnregistered:
    """Return the event of a registration that is taken back. Raises Unwelcome."""
    _check_open(state)
    if player_at(state, command.player) is None:
        raise Unwelcome("not_registered")
    return tournament_events.EntrantUnregistered(command.player)


def start(
    state: Tournament, command: tournament_commands.StartTournament, now: int
) -> tournament_events.TournamentStarted:
    """Return the event that ends registration. Raises Unwelcome."""
    _check_open(state)
    if type(command.bots) is not int or (command.bot is None) != (command.bots == 0) or command.bots < 0:
        raise Unwelcome("bots_unknown")
    size = len(state.manifest.entrants) + command.bots
    if size < max(2, state.manifest.seats):
        raise Unwelcome("too_few_entrants")
    if size > MOST_ENTRANTS:
        raise Unwelcome("registration_full")
    return tournament_events.TournamentStarted(tuple(_bots(state, command)), now)


def player_at(state: Tournament, player: str) -> int | None:
    """Return the number of the entrant that is this player, or None."""
    players = (entrant.plan.get("player") for entrant in state.manifest.entrants)
    return next((number for number, registered in enumerate(players) if registered == player), None)


def _check_open(state: Tournament) -> None:
    if state.state is not TournamentPhase.REGISTERING:
        raise Unwelcome("registration_closed")


def _bots(state: Tournament, command: tournament_commands.StartTournament) -> Iterable[Json]:
    """Yield entrants for the bots of the command, each with a name that is free."""
    taken = _names(state)
    number = 0
    for _ in range(command.bots):
        number += 1
        while _key(f"{command.bot} {number}") in taken:
            number += 1
        yield {"name": f"{command.bot} {number}", "bot": command.bot}


def _free_name(state: Tournament, candidates: Iterable[str]) -> str:
    taken = _names(state)
    return next(name for name in candidates if _key(name) not in taken)


def _names(state: Tournament) -> set[str]:
    return {_key(entrant.name) for entrant in state.manifest.entrants}


def _key(name: str) -> str:
    return normalize("NFC", name)


def _with_entrants(state: Tournament, entrants: Iterable[Entrant]) -> Tournament:
    return replace(state, manifest=replace(state.manifest, entrants=tuple(entrants)))


def registered(state: Tournament, event: tournament_events.EntrantRegistered) -> Tournament:
    """Return the tournament with one more entrant."""
    plan = {"name": event.name, "player": event.player}
    return _with_entrants(state, (*state.manifest.entrants, _entrant(plan)))


def unregistered(state: Tournament, event: tournament_events.EntrantUnregistered) -> Tournament:
    """Return the tournament without the player."""
    others = [entrant for entrant in state.manifest.entrants if entrant.plan.get("player") != event.player]
    return _with_entrants(state, others)


def started(state: Tournament, event: tournament_events.TournamentStarted) -> Tournament:
    """Return the tournament with all of its entrants, running."""
    entrants = (*state.manifest.entrants, *map(_entrant, event.added))
    return replace(_with_entrants(state, entrants), state=TournamentPhase.RUNNING, started_ms=event.at)


def _entrant(plan: Json) -> Entrant:
    engine = Engine.PLAYER if "player" in plan else Engine.BOT
    return Entrant(plan["name"], engine, MappingProxyType(plan))
