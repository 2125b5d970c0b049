"""Dependencies of the resources of tournaments, access to their commands, and the answers to these."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from app.api.access import Access, Caller
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blocking_calls import in_thread_pool
from app.http.errors import Problem
from app.players.state import KeyScope
from app.service.aggregates import AggregateState
from app.service.event_log import NoSuchLog
from app.service.games import GameService
from app.service.subscriptions import Subscriptions
from app.service.tournaments import TournamentService
from app.store.append_options import IdempotencyKey
from app.store.keys import GameId
from app.tournament.errors import Unwelcome
from app.tournament.shapes import TournamentSummary, TournamentView
from app.tournament.state import Tournament
from app.tournament.views import shown, summary
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup, ReportPending, SeenTournament


@dataclass(frozen=True, slots=True)
class TournamentContext:
    """Dependencies of these resources.

    `exists` checks for a player, `disputed` returns True while a dispute is open. With `all_organise` every
    player may create tournaments and organise its own.
    """

    tournament_service: TournamentService
    lookup: Lookup
    failures: Failures
    access: Access
    watch: Subscriptions
    games: GameService
    exists: Callable[[str], bool]
    disputed: Callable[[GameId], bool] = lambda dispute: False
    all_organise: bool = False


@contextmanager
def refusals() -> Iterator[None]:
    """Raise Problem for a refused command and for an unknown tournament."""
    try:
        yield
    except Unwelcome as refused:
        raise Problem(refused.code) from None
    except NoSuchLog:
        raise Problem("not_found") from None


def seen_tournament(lookup: Lookup, tournament: str) -> SeenTournament:
    """Return the tournament. Raises Problem not_found if it does not exist."""
    with refusals():
        return lookup.seen(GameId(tournament))


def known_tournament(context: TournamentContext, tournament: GameId) -> SeenTournament | None:
    """Return the tournament; None if it does not exist or has no summary yet."""
    with suppress(NoSuchLog, ReportPending):
        return context.lookup.seen(tournament)
    return None


ORGANISING: Final = ("organise",)
"""Scopes of a key of an organiser."""

MOVES: Final = ("tournament_over", "forbidden", "not_started")
"""Codes with which any command of an organiser may be refused."""


def moved(context: TournamentContext, tournament: str, command: Any) -> JsonAnswer[TournamentView]:
    """Return the tournament after a command of its organiser."""
    caller, owner = organiser(context), _owner(context, tournament)
    if owner is None:
        caller.needs(KeyScope.ORGANISE)  # also where every player may organise its own tournaments
    if owner not in (None, caller.player.id):
        raise Problem("forbidden")
    return carried_out(context, caller, GameId(tournament), command)


def carried_out(
    context: TournamentContext, caller: Caller, name: GameId, command: Any
) -> JsonAnswer[TournamentView]:
    """Return the tournament after a command that the caller may give."""

    def write() -> JsonAnswer[TournamentView]:
        known = known_tournament(context, name)
        if known is not None and not known.here:  # do not read an archived log for this
            raise Problem("tournament_over")
        with refusals():
            accepted = context.tournament_service.act(name, caller.player.id, command, record_of(caller))
        return idempotency.replayed(of_standing(context, accepted.position), accepted.replayed)

    return idempotency.idempotent(write)


def _owner(context: TournamentContext, tournament: str) -> str | None:
    known = known_tournament(context, GameId(tournament))
    if known is not None:
        owner: str | None = known.summary["owner"]
        return owner
    with refusals():
        return context.tournament_service.current(GameId(tournament)).state.owner


def record_of(caller: Caller) -> IdempotencyKey | None:
    """Return the idempotency record of a command of the caller."""
    return idempotency.record(
        idempotency.endpoint(caller.player.id), idempotency.key_of(idempotency.bearer())
    )


def playing(context: TournamentContext) -> Caller:
    """Return the caller with a key that may play. Raises Problem."""
    return context.access.permitted(KeyScope.PLAY)


def organiser(context: TournamentContext) -> Caller:
    """Return the caller with a key that may organise. Raises Problem."""
    return context.access.permitted(KeyScope.PLAY if context.all_organise else KeyScope.ORGANISE)


def of_standing(
    context: TournamentContext, standing: AggregateState[Tournament], status: int = 200
) -> JsonAnswer[TournamentView]:
    """Return the view of a tournament at a position of its log."""
    return with_waits(
        context, in_thread_pool(lambda: summary(standing.state)), standing.log, standing.ply, status
    )


def with_waits(
    context: TournamentContext, summed: TournamentSummary, tournament: GameId, ply: int, status: int = 200
) -> JsonAnswer[TournamentView]:
    """Return the view of a tournament.

    What it waits for and closed players are not in the log, so such a response has no entity tag.
    """
    (waits_for,) = context.tournament_service.all_wait_for([(tournament, summed["state"])])
    (seen,) = context.lookup.without_closed([SeenTournament(tournament, ply, summed, here=True)])
    body = shown(seen.summary, ply, waits_for)
    if waits_for is None and not seen.hidden:
        return idempotency.tagged(body, ply, status)
    return JsonAnswer(body, status)
