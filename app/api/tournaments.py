"""Tournaments over HTTP: creation, public views, and commands of the organisers."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import orjson
from flask import Response, request

from app.api import tournament_codes as codes
from app.api.access import Access, Caller
from app.api.event_streams import TournamentFollower, entry, event_stream
from app.api.parameters import in_languages, languages_asked
from app.api.refusals import CONFIGURATION
from app.api.schemas import tournament_requests as bodies
from app.api.schemas import tournaments as shapes
from app.api.schemas.requests import LanguageQuery
from app.bots.errors import EntrantRefused
from app.bots.external.limits import limits_in
from app.bots.external.participants import kind_of
from app.games.codec import Json
from app.http import idempotency
from app.http.blueprint import KEY, Blueprint, produces
from app.http.error_codes import CODES
from app.http.errors import FieldError, Problem
from app.http.headers import JSON, negotiate, next_page
from app.http.pagination import cursor
from app.http.preconditions import etag
from app.http.streaming import EVENT_STREAM, NDJSON, streamed
from app.http.thread_pool import in_thread_pool
from app.i18n import Message
from app.outages.causes import Part
from app.players.state import KeyScope
from app.service.aggregates import AggregateState
from app.service.event_log import NoSuchLog
from app.service.subscriptions import Subscriptions
from app.service.tournaments import TournamentService
from app.store.append_options import IdempotencyKey
from app.store.keys import GameId
from app.store.schedule import LiveGame
from app.tournament import commands as said
from app.tournament.errors import BadManifest, ManifestFault, Unwelcome
from app.tournament.failures import FailureKind, by_game
from app.tournament.manifest import Engine, Manifest
from app.tournament.manifest_parser import read
from app.tournament.results import outcome_of
from app.tournament.schedule import Ending
from app.tournament.state import Tournament
from app.tournament.views import brief, shown, summary, told_reasons, with_disputes
from replays.api.pending_answers import may_wait
from replays.archive.unavailable import incomplete, passed_over
from replays.tournaments.failures import Failures
from replays.tournaments.lookup import Lookup, ReportPending, SeenTournament
from replays.tournaments.parts import CROSS, STANDINGS, round_part
from replays.tournaments.reports import reasons

_ORGANISING: Final = ("organise",)
_MOVES: Final = ("tournament_over", "forbidden")
_ENTRY: Final = '{"ply":2,"digest":"5e…","public":{…}}'
_END: Final = '{"end":"finished","ply":2}'
_STREAMS: Final[dict[str, Any]] = {
    EVENT_STREAM: {
        "schema": {"type": "string"},
        "example": f"retry: 2000\n\nid: 2\nevent: entry\ndata: {_ENTRY}\n\nevent: end\ndata: {_END}\n\n",
    },
    NDJSON: {"schema": {"type": "string"}, "example": f"{_ENTRY}\n\n{_END}\n"},
}


@dataclass(frozen=True, slots=True)
class TournamentContext:
    """Dependencies of these resources.

    `exists` checks for a player, `disputed` returns True while a dispute is open.
    """

    tournament_service: TournamentService
    lookup: Lookup
    failures: Failures
    access: Access
    watch: Subscriptions
    exists: Callable[[str], bool]
    disputed: Callable[[GameId], bool] = lambda dispute: False


def blueprint(context: TournamentContext) -> Blueprint:
    """Return the resource /v1/tournaments."""
    codes.install()
    resource = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments")
    _add_all(resource, context)
    _add_table(resource, context)
    _add_schedule(resource, context)
    _add_log(resource, context)
    _add_moves(resource, context)
    return resource


def _add_all(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("", methods=["POST"])
    @resource.arguments(bodies.ManifestSchema, example=bodies.MANIFEST_EXAMPLE)
    @resource.response(201, shapes.TournamentView, example=shapes.BEGUN_EXAMPLE)
    @resource.bearer(KEY, scopes=_ORGANISING)
    @resource.problems(*codes.MANIFEST, *CONFIGURATION, "player_unknown")
    def begin(body: Json) -> Response:
        """Create a tournament

        The ids of the tournament and of its games are derived from the manifest: sending the same manifest
        again gets the existing tournament. The service plays it without further requests; before the first
        game players over HTTP answer a trial question (`trial` of the entrants). If the manifest is
        invalid, `errors` lists all of its errors.
        """
        caller = _caller(context)
        return idempotency.idempotent(lambda: _begun(context, caller, body))

    @resource.route("", methods=["GET"])
    @resource.arguments(bodies.TournamentsQuery, location="query")
    @resource.response(
        200,
        shapes.TournamentsView,
        example={"tournaments": [shapes.BRIEF_EXAMPLE], "summing_up": 0, "next": None},
    )
    def list_all(query: Json) -> Response:
        """List the tournaments, newest first

        The answer has a summary of each tournament. Pages are chosen with `cursor` and `limit`. Summaries are
        in the store; `missing` is there where the catalogue is away and would be asked about one without.
        """
        before = LiveGame(*query["cursor"]) if "cursor" in query else None
        page = context.lookup.listed(query["limit"], before)
        following = None if page.next is None else cursor(*page.next)
        waits = context.tournament_service.all_wait_for(
            [
                (listed_tournament.tournament, listed_tournament.state)
                for listed_tournament in page.tournaments
            ]
        )
        rows = [
            brief(listed_tournament.summary, waits_for)
            for listed_tournament, waits_for in zip(page.tournaments, waits, strict=True)
        ]
        members = {"tournaments": rows, "summing_up": page.summing_up, "next": following}
        body = {**members, **incomplete(page.missing)}
        response = Response(orjson.dumps(body), content_type=JSON)
        return response if following is None else next_page(response, cursor=following)

    @resource.route("/<tournament_id:tournament>", methods=["GET"])
    @resource.response(200, shapes.TournamentView, example=shapes.EXAMPLE)
    @may_wait(resource)
    def show(tournament: str) -> Response:
        """Get a tournament

        The answer has its state, its progress and speed, what it waits for, its entrants and its manifest.
        """
        seen = _seen(context, tournament)
        return _shown(context, seen.summary, seen.tournament, seen.ply)


def _begun(context: TournamentContext, caller: Caller, body: Json) -> Response:
    draft = _read(context, body)
    known = _known(context, draft.tournament)
    if known is not None:
        response, new = _shown(context, known.summary, known.tournament, known.ply, 201), False
    else:
        with _refusals():
            standing, new = context.tournament_service.create(draft, caller.player.id, _record(caller))
        response = _of_standing(context, standing, 201)
    response.headers["Location"] = f"/v1/tournaments/{draft.tournament}"
    return idempotency.replayed(response, not new)


def _read(context: TournamentContext, body: Json) -> Any:
    """Return the draft of a manifest. Raises Problem with all of its faults."""
    try:
        draft = read(body)
        _check_entrants(context, draft.manifest)
    except BadManifest as refused:
        raise _problem(refused.faults) from None
    return draft


def _check_entrants(context: TournamentContext, manifest: Manifest) -> None:
    """Raise BadManifest for entrants that cannot play in the service."""
    faults = []
    for number, entrant in enumerate(manifest.entrants):
        try:
            kind_of(entrant.plan, local=False)
        except EntrantRefused as refused:
            faults.append(ManifestFault(refused.code, f"/entrants/{number}/{refused.field}".rstrip("/")))
        if entrant.is_remote and not context.exists(str(entrant.plan["player"])):
            faults.append(ManifestFault("player_unknown", f"/entrants/{number}/player"))
    try:
        limits_in(manifest.limits)
    except EntrantRefused as refused:
        faults.append(ManifestFault(refused.code, "/limits"))
    if faults:
        raise BadManifest(tuple(faults))


def _problem(faults: tuple[ManifestFault, ...]) -> Problem:
    """Return the refusal of a manifest; its detail is the first fault."""
    return Problem(faults[0].code, _at(faults[0]), errors=tuple(map(_fault, faults[:50])))


def _fault(fault: ManifestFault) -> FieldError:
    return FieldError(fault.code, _detail(fault), _pointer(fault.field), possible=fault.possible)


def _detail(fault: ManifestFault) -> Message:
    """Return the description of a fault, by default the sentence of its code."""
    return fault.said or Message(CODES[fault.code].remedy)


def _at(fault: ManifestFault) -> Message:
    """Return the description of a fault with its member."""
    detail, member = _detail(fault), _pointer(fault.field)
    return Message("{member}: {detail}").filled(member=member, detail=detail) if member else detail


def _pointer(field: str) -> str:
    """Return the pointer up to the first part that is no valid name; clients' texts are not echoed."""
    names = []
    for part in field.split("/")[1:]:
        if not re.fullmatch("[A-Za-z0-9_]{1,40}", part):
            break
        names.append(part)
    return "".join(f"/{part}" for part in names)


def _add_table(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/standings", methods=["GET"])
    @resource.response(200, shapes.StandingsView, example=shapes.STANDINGS_EXAMPLE)
    @may_wait(resource)
    def standings(tournament: str) -> Response:
        """Get the standings of a tournament

        The answer is the table, with ratings and their margins of error, the times of decisions, and how many
        more games would tell neighbours apart. `provisional` says that it may still change. `ply` is the last
        entry of the log that is counted: of a large tournament that runs, the table is worked out every few
        seconds. While the catalogue or the archive is away a dispute that cannot be read counts as going on,
        and `missing` says so.
        """
        seen = _seen(context, tournament)
        ply, report = context.lookup.part(seen, STANDINGS)
        body = {**(report or {}), "ply": ply}
        if not any(entrant["engine"] == Engine.PLAYER for entrant in seen.summary["entrants"]):
            return _tagged(body, ply)
        numbers, missing = _disputed(context, seen)
        shown = with_disputes(body, context.lookup.seated(seen, numbers))
        return Response(orjson.dumps({**shown, **incomplete(missing)}), content_type=JSON)

    @resource.route("/<tournament_id:tournament>/cross-table", methods=["GET"])
    @resource.response(200, shapes.CrossTableView, example=shapes.CROSS_EXAMPLE)
    @may_wait(resource)
    def cross_table(tournament: str) -> Response:
        """Get the cross table of a tournament

        The answer has the results of each entrant against each other entrant, up to the entry `ply` of the
        log.
        """
        ply, report = context.lookup.part(_seen(context, tournament), CROSS)
        return _tagged({**(report or {}), "ply": ply}, ply)


def _add_schedule(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/games", methods=["GET"])
    @resource.arguments(bodies.GamesQuery, location="query")
    @resource.response(
        200,
        shapes.FixturesView,
        example={"tournament": shapes.EXAMPLE["tournament"], "games": [shapes.FIXTURE_EXAMPLE], "next": None},
    )
    @may_wait(resource)
    @resource.problems("entrant_unknown")
    def games(query: Json, tournament: str) -> Response:
        """List the games of a tournament in the order of the schedule

        Each game has its seats, and its result once it is over. Pages are chosen with `cursor` and `limit`.
        With `entrant` only its games are listed, with `result` those that it won, drew or lost; a page then
        looks at 1,000 games at most and may have fewer than `limit`, or none: ask until `next` is null.
        `missing` says that the catalogue is away: then `failure` and old disputes may lack.
        """
        seen = _seen(context, tournament)
        fits = _fitting(seen, query.get("entrant"), query.get("result"))
        ply, listed, following = context.lookup.games(seen, query["cursor"], query["limit"], fits)
        rows, missing = _with_failures(context, seen, listed)
        marked = context.lookup.marked(seen)
        rows = [{**row, **marked.members.get(row["game"], {})} for row in rows]
        missing |= marked.missing
        body = {"tournament": tournament, "games": rows, "next": following, **incomplete(missing)}
        beside = missing or marked.by_game  # of which the ply says nothing
        response = Response(orjson.dumps(body), content_type=JSON) if beside else _tagged(body, ply)
        return response if following is None else next_page(response, cursor=following)

    @resource.route("/<tournament_id:tournament>/pairings/<ply:round>", methods=["GET"])
    @resource.response(200, shapes.PairingsView, example=shapes.PAIRINGS_EXAMPLE)
    @may_wait(resource)
    def pairings_of(tournament: str, round: int) -> Response:
        """Get the pairings of a round

        The answer has the entrants and the games played of each pairing, and the byes.
        """
        seen = _round(context, tournament, round)
        ply, report = context.lookup.part(seen, round_part(round))
        if report is None:  # its report does not exist yet
            raise ReportPending(tournament, seen)
        return _tagged({**report, "rounds": seen.summary["rounds"]}, ply)

    @resource.route("/<tournament_id:tournament>/pairings/<ply:round>/explain", methods=["GET"])
    @resource.arguments(LanguageQuery, location="query")
    @resource.response(200, shapes.ReasonsView, example=shapes.REASONS_EXAMPLE)
    @may_wait(resource)
    def explain(query: Json, tournament: str, round: int) -> Response:
        """Explain the pairings of a round

        The answer lists the reasons for the pairings, each with the rule, its numbers and a sentence.
        """
        languages = languages_asked(request, query.get("lang"))
        seen = _round(context, tournament, round)
        context.lookup.report(seen, reasons(round))
        codes = orjson.loads(context.lookup.shelf.read(seen.tournament, reasons(round)))
        return in_languages(_tagged(told_reasons(codes, languages), seen.ply), languages)


def _fitting(seen: SeenTournament, entrant: int | None, result: str | None) -> Callable[[Json], bool] | None:
    """Return the filter for games, None for all. Raises Problem for an unknown entrant."""
    if entrant is None:
        return None
    if entrant >= len(seen.summary["entrants"]):
        raise Problem("entrant_unknown")

    def fits(game: Json) -> bool:
        seats, game_scores = game["seats"], game["scores"]
        if result is None or entrant not in seats:
            return entrant in seats
        return game_scores is not None and outcome_of(seats, game_scores, entrant) == result

    return fits


def _with_failures(
    context: TournamentContext, seen: SeenTournament, games: list[Json]
) -> tuple[list[Json], set[Part]]:
    """Return the games with the kind of failure in each, and the parts that did not answer.

    The catalogue is asked only if games were forfeited.
    """
    forfeited = {game["fixture"]: game["at_fault"] for game in games if game["ending"] == Ending.FORFEIT}
    kinds, missing = dict[int, FailureKind](), set[Part]()
    if forfeited:
        with passed_over(missing):
            failures = context.failures.between(seen.tournament, min(forfeited), max(forfeited))
            kinds = by_game(game for game in failures if game.seat in forfeited.get(game.fixture, ()))
    return [{**game, "failure": kinds.get(game["fixture"])} for game in games], missing


def _add_log(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/events", methods=["GET"])
    @produces(JSON, EVENT_STREAM, NDJSON)
    @resource.arguments(bodies.TournamentEventsQuery, location="query")
    @resource.doc(responses={200: {"content": _STREAMS}})
    @resource.header("Last-Event-ID")
    @resource.response(200, shapes.TournamentEventsView, example=shapes.EVENTS_EXAMPLE)
    @may_wait(resource)
    @resource.problems("stream_limit")
    def events(query: Json, tournament: str) -> Response:
        """Get or stream the entries of a tournament's log after a ply

        It works like GET /v1/games/{game}/events: `wait` delays a page until there is an entry, and with
        `Accept: text/event-stream` or `application/x-ndjson` entries are streamed as they are made, until
        `end`. Entries are as large as the games that they report, so a page may have fewer than `limit`: ask
        for the next one until `next` is `ply`.
        """
        media_type = negotiate(request, JSON, EVENT_STREAM, NDJSON)
        after = _last_event_id(query["after"])
        seen = _seen(context, tournament)
        name = seen.tournament
        if media_type == JSON:
            return _page(context, name, query)
        context.lookup.entries(seen, after, 1)  # raise errors before the stream begins
        watcher = context.watch.subscribe(name)
        follower = TournamentFollower(context.lookup, name, after)
        done = partial(context.watch.unsubscribe, watcher)
        return streamed(
            event_stream(context.watch, watcher, follower.news, lambda: follower.ply), media_type, done
        )


def _page(context: TournamentContext, tournament: GameId, query: Json) -> Response:
    after: int = query["after"]
    seen = context.lookup.seen(tournament)
    if seen.ply <= after and query["wait"] and not seen.is_over:
        context.watch.wait(tournament, after, query["wait"])
        seen = context.lookup.seen(tournament)
    entries = context.lookup.entries(seen, after, query["limit"])
    body = {
        "tournament": tournament,
        "ply": seen.ply,
        "events": [entry(logged) for logged in entries],
        "next": entries[-1].ply if entries else after,
    }
    response = _tagged(body, seen.ply)
    return next_page(response, after=body["next"]) if entries and entries[-1].ply < seen.ply else response


def _last_event_id(after: int) -> int:
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return after
    if not re.fullmatch("[0-9]{1,15}", text):
        raise Problem("bad_request", Message("Last-Event-ID is the ply of the last entry that was seen."))
    return int(text)


def _add_moves(resource: Blueprint, context: TournamentContext) -> None:
    def move(name: str, command: Callable[[], Any], summary: str, description: str, *problems: str) -> None:
        def view(tournament: str) -> Response:
            return _moved(context, tournament, command())

        view.__name__, view.__doc__ = (
            name,
            f"{summary}\n\n{description} It needs the API key of the organiser.",
        )
        described = resource.problems(*_MOVES, *problems)(view)
        described = resource.bearer(KEY, scopes=_ORGANISING)(described)
        described = resource.response(200, shapes.TournamentView, example=shapes.EXAMPLE)(described)
        resource.route(f"/<tournament_id:tournament>/{name}", methods=["POST"])(described)

    move(
        "pause",
        said.Pause,
        "Pause a tournament",
        "No more games begin; games in progress are finished.",
        "already_paused",
    )
    move("resume", said.Resume, "Resume a paused tournament", "Games begin again.", "not_paused")
    move(
        "abort",
        said.Abort,
        "Abort a tournament",
        "The tournament ends with its present results, and its seeds are revealed.",
    )
    _add_judging(resource, context)


def _add_judging(resource: Blueprint, context: TournamentContext) -> None:
    @resource.route("/<tournament_id:tournament>/adjudications", methods=["POST"])
    @resource.arguments(bodies.AdjudicationSchema, example=bodies.ADJUDICATION_EXAMPLE)
    @resource.response(200, shapes.TournamentView, example=shapes.ADJUDICATED_EXAMPLE)
    @resource.bearer(KEY, scopes=_ORGANISING)
    @resource.problems(*_MOVES, "fixture_unknown", "fixture_over", "result_seats")
    def adjudicate(body: Json, tournament: str) -> Response:
        """Adjudicate a game of a tournament

        Sets the result of a game that was not played, with a reason; the log marks it as adjudicated. It
        needs the API key of the organiser.
        """
        command = said.Adjudicate(body["fixture"], tuple(body["balances"]), body["text"])
        return _moved(context, tournament, command)

    @resource.route("/<tournament_id:tournament>/forfeits", methods=["POST"])
    @resource.arguments(bodies.ForfeitSchema, example=bodies.FORFEIT_EXAMPLE)
    @resource.response(200, shapes.TournamentView, example=shapes.FORFEITED_EXAMPLE)
    @resource.bearer(KEY, scopes=_ORGANISING)
    @resource.problems(*_MOVES, "entrant_unknown", "entrant_out")
    def forfeit(body: Json, tournament: str) -> Response:
        """Withdraw an entrant from a tournament

        The opponents in its remaining games get a walkover. It needs the API key of the organiser.
        """
        return _moved(context, tournament, said.Forfeit(body["entrant"], body["text"]))


def _moved(context: TournamentContext, tournament: str, command: Any) -> Response:
    """Return the tournament after a command of its organiser."""
    caller, name = _caller(context), GameId(tournament)
    if _owner(context, tournament) not in (None, caller.player.id):
        raise Problem("forbidden")

    def write() -> Response:
        known = _known(context, name)
        if known is not None and not known.here:  # do not read an archived log for this
            raise Problem("tournament_over")
        with _refusals():
            accepted = context.tournament_service.act(name, caller.player.id, command, _record(caller))
        return idempotency.replayed(_of_standing(context, accepted.position), accepted.replayed)

    return idempotency.idempotent(write)


def _owner(context: TournamentContext, tournament: str) -> str | None:
    known = _known(context, GameId(tournament))
    if known is not None:
        owner: str | None = known.summary["owner"]
        return owner
    with _refusals():
        return context.tournament_service.current(GameId(tournament)).state.owner


def _record(caller: Caller) -> IdempotencyKey | None:
    return idempotency.record(
        idempotency.endpoint(caller.player.id), idempotency.key_of(idempotency.bearer())
    )


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except Unwelcome as refused:
        raise Problem(refused.code) from None
    except NoSuchLog:
        raise Problem("not_found") from None


def _caller(context: TournamentContext) -> Caller:
    caller = context.access.caller()
    if caller is None:
        raise Problem("unauthenticated")
    caller.needs(KeyScope.ORGANISE)
    return caller


def _seen(context: TournamentContext, tournament: str) -> SeenTournament:
    with _refusals():
        return context.lookup.seen(GameId(tournament))


def _known(context: TournamentContext, tournament: GameId) -> SeenTournament | None:
    """Return the tournament; None if it does not exist or has no summary yet."""
    with suppress(NoSuchLog, ReportPending):
        return context.lookup.seen(tournament)
    return None


def _disputed(context: TournamentContext, seen: SeenTournament) -> tuple[list[int], set[Part]]:
    """Return the games with an open or unreadable dispute, and the parts that did not answer."""
    fixtures, missing = set[int](), set[Part]()
    for fixture, dispute in context.lookup.contested(seen):
        is_open = True
        with passed_over(missing):
            is_open = context.disputed(dispute)
        if is_open:
            fixtures.add(fixture)
        else:
            context.lookup.settled(seen, fixture, dispute)
    return sorted(fixtures), missing


def _round(context: TournamentContext, tournament: str, number: int) -> SeenTournament:
    """Return the tournament. Raises Problem if it has no round of this number."""
    seen = _seen(context, tournament)
    if not 0 < number <= seen.summary["round"]:
        raise Problem("not_found")
    return seen


def _of_standing(
    context: TournamentContext, standing: AggregateState[Tournament], status: int = 200
) -> Response:
    return _shown(
        context, in_thread_pool(lambda: summary(standing.state)), standing.log, standing.ply, status
    )


def _shown(
    context: TournamentContext, summed: Json, tournament: GameId, ply: int, status: int = 200
) -> Response:
    """Return the view of a tournament.

    What it waits for is not in the log, so such a response has no entity tag.
    """
    (waits_for,) = context.tournament_service.all_wait_for([(tournament, summed["state"])])
    body = shown(summed, ply, waits_for)
    if waits_for is None:
        return _tagged(body, ply, status)
    return Response(orjson.dumps(body), status, content_type=JSON)


def _tagged(body: Json, ply: int, status: int = 200) -> Response:
    response = Response(orjson.dumps(body), status, content_type=JSON)
    response.headers["ETag"] = etag(ply)
    return response
