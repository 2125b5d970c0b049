"""Failures of the entrants of a tournament: forfeited games with the kind and details of the failure.

The details contain the cards of a seat. The organiser, the player who decides for the entrant, and that
player's owner may read them; the operator reads them on the command line.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypedDict

from app.api.access import Access, Caller
from app.api.schemas import tournaments as shapes
from app.api.schemas.tournament_requests import FixturesQuery
from app.api.tournament_commands import seen_tournament
from app.games.codec import Json
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.errors import Problem
from app.http.fields import QueryInteger, StrictSchema, page_limit
from app.http.headers import next_page
from app.players.state import KeyScope, Player
from app.tournament.failures import TRIAL, Failure, FailureKind
from app.tournament.schedule import Ending
from replays.api.report_answers import may_wait
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup, SeenTournament

_EXAMPLE: Final[dict[str, Any]] = {
    "fixture": 7,
    "game": "g-17b3v0w1x5z8k2m4n6p7q9r0",
    "seat": 1,
    "entrant": 1,
    "kind": str(FailureKind.TIMED_OUT),
    "ply": 14,
}


_DETAILS: Final[dict[str, Any]] = {
    **_EXAMPLE,
    "kind": str(FailureKind.ILLEGAL),
    "question": {"view": {"ply": 14}, "legal": [{"type": "pass"}], "events": []},
    "answer": '{"type": "fold"}',
    "stderr": "Traceback (most recent call last): ...",
    "ended": None,
}
_BEFORE_ALL: Final = TRIAL - 1


_KIND: Final = {"enum": [*map(str, FailureKind)]}
_LAST_PLY: Final = (
    "The last ply of the game before the question that it failed at, and of the whole "
    "game where it was asked nothing"
)


class FailureView(TypedDict):
    """A game that an entrant forfeited by failing."""

    fixture: Annotated[int, "The number of the game in the tournament"]
    game: Annotated[str, "The id of the game"]
    seat: Annotated[int, "The seat of the entrant, from 0"]
    entrant: Annotated[int, "The number of the entrant, from 0"]
    kind: Annotated[str, "How it failed; see the guide to bots", _KIND]
    ply: Annotated[int, _LAST_PLY]


class FailuresView(TypedDict):
    """Failures, in the order of the schedule."""

    tournament: str
    next: Annotated[int | None, "The value of `cursor` for the next page"]
    failures: list[FailureView]


class FailureDetailView(TypedDict):
    """A failure with its question, the answer and the last output of the entrant.

    `fixture` 0 is the trial question, before the first game, which is of no seat; only players over HTTP are
    asked it in a game.
    """

    fixture: Annotated[int, "The number of the game in the tournament"]
    game: Annotated[str | None, "The id of the game, or of the trial game"]
    seat: Annotated[int | None, "The seat of the entrant, from 0"]
    entrant: Annotated[int, "The number of the entrant, from 0"]
    kind: Annotated[str, "How it failed; see the guide to bots", _KIND]
    ply: Annotated[int, _LAST_PLY]
    question: Annotated[
        Json | None,
        "What its seat was asked after `ply`: `view`, `legal`, `events`. Of a player "
        "over HTTP that let several answers pass in a row it is the first of these questions. Null "
        "where nothing was asked, as of who never took the seat, and where it is kept no longer",
    ]
    answer: Annotated[
        str | None,
        "What it answered, if that is kept; null of players over HTTP, whose illegal "
        "commands are refused and stand in no log",
    ]
    stderr: Annotated[str | None, "The end of what it wrote on standard error"]
    ended: Annotated[str | None, "How its process ended"]


class FailureDetailsView(TypedDict):
    """Failures with their details, in the order of the schedule."""

    tournament: str
    next: Annotated[int | None, "The value of `cursor` for the next page"]
    failures: list[FailureDetailView]


class DetailsQuery(StrictSchema):
    """Page of failures."""

    cursor = QueryInteger(
        load_default=None,
        metadata={"description": "The `next` of the page before; absent for the first page"},
    )
    limit = page_limit("games", 5, 10)
    entrant = QueryInteger(metadata={"description": "Failures of the entrant of this number, from 0"})


@dataclass(frozen=True, slots=True)
class FailureContext:
    """Dependencies of these resources; `find` returns the player of an id, or None."""

    lookup: Lookup
    failures: Failures
    access: Access
    find: Callable[[str], Player | None]

    def page(self, seen: SeenTournament, after: int, limit: int) -> tuple[list[Failure], int | None]:
        """Return the failures of a page that forfeited their games, and the last game if more follow.

        A failure at the trial question is of no game.
        """
        kept, following = self.failures.page(seen.tournament, after, limit)
        games = self.lookup.chosen(seen, [failure.fixture for failure in kept if failure.fixture != TRIAL])
        forfeited = {
            failure["fixture"]: failure["at_fault"] or ()
            for failure in games
            if failure["ending"] == Ending.FORFEIT
        }
        listed = [
            failure
            for failure in kept
            if failure.fixture == TRIAL or failure.seat in forfeited.get(failure.fixture, ())
        ]
        return listed, following

    def detailed(self, seen: SeenTournament, listed: list[Failure]) -> list[Failure]:
        """Return these failures with their details."""
        numbers = dict.fromkeys(failure.fixture for failure in listed)
        places = {(failure.fixture, failure.seat) for failure in listed}
        failures = [
            failure for number in numbers for failure in self.failures.details(seen.tournament, number)
        ]
        return [failure for failure in failures if (failure.fixture, failure.seat) in places]

    def entrants(self, seen: SeenTournament) -> frozenset[int]:
        """Return the entrants whose failures the caller may read. Raises Problem if there are none."""
        caller = self.access.identified()
        manifest = seen.summary["manifest"]["entrants"]
        if seen.summary["owner"] == caller.player.id or self._runs_events(seen, caller):
            caller.needs(KeyScope.ORGANISE)
            return frozenset(range(len(manifest)))
        own = [
            number for number, entrant in enumerate(manifest) if self._decides(caller, entrant.get("player"))
        ]
        if not own:
            raise Problem("forbidden")
        caller.needs(KeyScope.VIEW)
        return frozenset(own)

    def _runs_events(self, seen: SeenTournament, caller: Caller) -> bool:
        """Return True if the operator owns the tournament and the caller may organise."""
        return seen.summary["owner"] is None and KeyScope.ORGANISE in caller.player.allowed(caller.key)

    def _decides(self, caller: Caller, player: str | None) -> bool:
        """Return True if the caller is the player of an entrant, or its owner."""
        if player is None or player == caller.player.id:
            return player is not None
        entrant_player = self.find(player)
        return entrant_player is not None and entrant_player.owner == caller.player.id


def blueprint(context: FailureContext) -> Blueprint:
    """Return the resources for failures of /v1/tournaments."""
    resource = Blueprint(
        "tournament_failures", __name__, url_prefix="/v1/tournaments", description="Failures of entrants"
    )
    _add_list(resource, context)
    _add_details(resource, context)
    return resource


def _add_list(resource: Blueprint, context: FailureContext) -> None:
    @resource.route("/<tournament_id:tournament>/failures", methods=["GET"])
    @resource.arguments(FixturesQuery, location="query")
    @resource.answers(
        200,
        FailuresView,
        example={"tournament": shapes.EXAMPLE["tournament"], "failures": [_EXAMPLE], "next": None},
    )
    @may_wait(resource)
    def of_tournament(query: Json, tournament: str) -> JsonAnswer[FailuresView]:
        """List the games of a tournament that entrants forfeited by failing

        Each has the kind of failure and the ply of the game. Games without a result yet are left out. Pages
        are chosen with `cursor` and `limit`.
        """
        seen = seen_tournament(context.lookup, tournament)
        listed, following = context.page(seen, query["cursor"], query["limit"])
        rows = list(map(_row, listed))
        body: FailuresView = {"tournament": tournament, "failures": rows, "next": following}
        return next_page(JsonAnswer(body), cursor=following)


def _add_details(resource: Blueprint, context: FailureContext) -> None:
    @resource.route("/<tournament_id:tournament>/failures/details", methods=["GET"])
    @resource.arguments(DetailsQuery, location="query")
    @resource.answers(
        200,
        FailureDetailsView,
        example={"tournament": shapes.EXAMPLE["tournament"], "failures": [_DETAILS], "next": None},
    )
    @may_wait(resource)
    @resource.bearer(KEY, scopes=("organise|view",))
    @resource.problems("forbidden", "entrant_unknown")
    def details(query: Json, tournament: str) -> JsonAnswer[FailureDetailsView]:
        """Get the failures of entrants with what was asked and answered

        The organiser reads those of all entrants; the player of an entrant, and the owner of that player,
        those of the entrant. Games without a result yet are left out. A page may have fewer games than
        `limit`, or none, although more follow: ask for the next one until `next` is null.
        """
        seen = seen_tournament(context.lookup, tournament)
        readable = context.entrants(seen)
        wanted = query.get("entrant")
        if wanted is not None and wanted >= len(seen.summary["entrants"]):
            raise Problem("entrant_unknown")
        if wanted is not None and wanted not in readable:
            raise Problem("forbidden")
        after = _BEFORE_ALL if query["cursor"] is None else query["cursor"]
        listed, following = context.page(seen, after, query["limit"])
        selected = readable if wanted is None else frozenset({wanted})
        shown = context.detailed(seen, [failure for failure in listed if failure.entrant in selected])
        rows = list(map(_detail, shown))
        body: FailureDetailsView = {"tournament": tournament, "failures": rows, "next": following}
        return next_page(JsonAnswer(body), cursor=following)


def _row(failure: Failure) -> FailureView:
    return {
        "fixture": failure.fixture,
        "game": failure.game,
        "seat": failure.seat,
        "entrant": failure.entrant,
        "kind": str(failure.kind),
        "ply": failure.ply,
    }


def _detail(failure: Failure) -> FailureDetailView:
    is_trial = failure.fixture == TRIAL
    return {
        "fixture": failure.fixture,
        "game": (failure.game or None) if is_trial else failure.game,
        "seat": None if is_trial else failure.seat,
        "entrant": failure.entrant,
        "kind": str(failure.kind),
        "ply": failure.ply,
        "question": None if failure.question is None else dict(failure.question),
        "answer": failure.answer or None,
        "stderr": failure.stderr or None,
        "ended": failure.ended or None,
    }
