"""Dependencies of the resources of tournaments, and what their views share."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from app.api.access import Access
from app.http.errors import Problem
from app.service.event_log import NoSuchLog
from app.service.games import GameService
from app.service.subscriptions import Subscriptions
from app.service.tournaments import TournamentService
from app.store.keys import GameId
from app.tournament.errors import Unwelcome
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
