"""Tournaments over HTTP: begun by a manifest, looked at by everybody, moved on by their organisers."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import orjson
from flask import Response, request

from app.api import absent
from app.api import tournament_bodies as bodies
from app.api import tournament_codes as codes
from app.api import tournament_shapes as shapes
from app.api.access import Access, Caller
from app.api.following import story
from app.api.parameters import in_languages, languages_asked
from app.api.refusals import CONFIGURATION
from app.api.schemas import LanguageQuery
from app.api.tournament_following import Following, entry
from app.api.tournament_shown import brief, contestable, cross, game, pairings, reasons, shown, table
from app.api.working import Worked
from app.bots.entrants import kind_of
from app.bots.errors import EntrantRefused
from app.bots.limits import limits_in
from app.games.codec import Json
from app.games.languages import Words
from app.http import once
from app.http.blueprint import KEY, Blueprint, produces
from app.http.codes import CODES
from app.http.errors import FieldError, Problem
from app.http.headers import JSON, negotiate, next_page
from app.http.paging import cursor
from app.http.preconditions import etag
from app.http.streaming import EVENT_STREAM, NDJSON, streamed
from app.journal import NoSuchLog, Standing
from app.players.player import Scope
from app.store.agenda import Live
from app.store.keys import GameId
from app.store.terms import Once
from app.tournament import sayings as said
from app.tournament.errors import BadManifest, Fault, Unwelcome
from app.tournament.manifest import Manifest
from app.tournament.reading import read
from app.tournament.tournament import Round, Tournament
from app.watch import Watch
from replays.tournaments.hall import Hall

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
class Desk:
    """What the resources work with: tournaments, who is asking, who waits, who exists, what is disputed."""

    hall: Hall
    access: Access
    watch: Watch
    exists: Callable[[str], bool]
    disputed: Callable[[GameId], bool] = lambda game: False


def blueprint(desk: Desk) -> Blueprint:
    """The resource /v1/tournaments."""
    codes.install()
    found = Blueprint("tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments")
    _add_all(found, desk)
    _add_table(found, desk)
    _add_schedule(found, desk)
    _add_log(found, desk)
    _add_moves(found, desk)
    return found


def _add_all(found: Blueprint, desk: Desk) -> None:
    @found.route("", methods=["POST"])
    @found.arguments(bodies.ManifestSchema, example=bodies.MANIFEST_EXAMPLE)
    @found.response(201, shapes.TournamentView, example=shapes.EXAMPLE)
    @found.bearer(KEY, scopes=_ORGANISING)
    @found.problems(*codes.MANIFEST, *CONFIGURATION, "player_unknown")
    def begin(body: Json) -> Response:
        """Create a tournament

        The ids of the tournament and of its games are derived from the manifest: sending the same manifest
        again gets the existing tournament. The service plays it without further requests. If the manifest is
        invalid, `errors` lists all of its errors.
        """
        caller = _caller(desk)
        return once.kept(lambda: _begun(desk, caller, body))

    @found.route("", methods=["GET"])
    @found.arguments(bodies.TournamentsQuery, location="query")
    @found.response(
        200, shapes.TournamentsView, example={"tournaments": [shapes.BRIEF_EXAMPLE], "next": None}
    )
    def list_all(query: Json) -> Response:
        """List the tournaments, newest first

        The answer has a summary of each tournament. Pages are chosen with `cursor` and `limit`.
        """
        before = Live(*query["cursor"]) if "cursor" in query else None
        listed, more = desk.hall.listed(query["limit"], before)
        following = None if more is None else cursor(*more)
        states = [one.state for one in listed]
        rows = list(map(brief, states, desk.hall.all_wait_for(states)))
        body = {"tournaments": rows, "next": following}
        response = Response(orjson.dumps(body), content_type=JSON)
        return response if following is None else next_page(response, cursor=following)

    @found.route("/<tournament_id:tournament>", methods=["GET"])
    @found.response(200, shapes.TournamentView, example=shapes.EXAMPLE)
    def show(tournament: str) -> Response:
        """Get a tournament

        The answer has its state, its progress and speed, what it waits for, its entrants and its manifest.
        """
        return _shown(desk, _standing(desk, tournament))


def _begun(desk: Desk, caller: Caller, body: Json) -> Response:
    draft = _read(desk, body)
    with _refusals():
        standing, new = desk.hall.create(draft, caller.player.id, _record(caller))
    response = _shown(desk, standing, 201)
    response.headers["Location"] = f"/v1/tournaments/{standing.log}"
    return once.replayed(response, not new)


def _read(desk: Desk, body: Json) -> Any:
    """The draft of a manifest; Problem with all that is wrong with it."""
    try:
        draft = read(body)
        _check_entrants(desk, draft.manifest)
    except BadManifest as refused:
        raise _problem(refused.faults) from None
    return draft


def _check_entrants(desk: Desk, manifest: Manifest) -> None:
    """BadManifest for entrants that cannot play here."""
    faults = []
    for at, entrant in enumerate(manifest.entrants):
        try:
            kind_of(entrant.plan, local=False)
        except EntrantRefused as refused:
            faults.append(Fault(refused.code, f"/entrants/{at}/{refused.field}".rstrip("/")))
        if entrant.is_remote and not desk.exists(str(entrant.plan["player"])):
            faults.append(Fault("player_unknown", f"/entrants/{at}/player"))
    try:
        limits_in(manifest.limits)
    except EntrantRefused as refused:
        faults.append(Fault(refused.code, "/limits"))
    if faults:
        raise BadManifest(tuple(faults))


def _problem(faults: tuple[Fault, ...]) -> Problem:
    """The refusal of a manifest, with the first of its faults as what is said of all."""
    first = faults[0]
    return Problem(first.code, errors=tuple(map(_fault, faults[:50])), said=first.said and _at(first))


def _fault(one: Fault) -> FieldError:
    said = CODES[one.code].remedy if one.said is None else one.said.en
    return FieldError(one.code, said, _pointer(one.field), possible=one.possible, said=one.said)


def _at(fault: Fault) -> Words:
    """What is said of a fault with the member that it is about."""
    said, member = fault.said or Words("", "", ""), _pointer(fault.field)
    return Words(f"{member}: {said.es}", f"{member}: {said.en}", f"{member}: {said.fr}") if member else said


def _pointer(field: str) -> str:
    """The pointer as far as it is made of names of ours: what a client made up is not sent back."""
    known = []
    for part in field.split("/")[1:]:
        if not re.fullmatch("[A-Za-z0-9_]{1,40}", part):
            break
        known.append(part)
    return "".join(f"/{part}" for part in known)


def _add_table(found: Blueprint, desk: Desk) -> None:
    worked = Worked()

    @found.route("/<tournament_id:tournament>/standings", methods=["GET"])
    @found.response(200, shapes.StandingsView, example=shapes.STANDINGS_EXAMPLE)
    def standings(tournament: str) -> Response:
        """Get the standings of a tournament

        The answer is the table, with ratings and their margins of error. `provisional` says that it may still
        change.
        """
        standing = _standing(desk, tournament)
        disputed = _disputed(desk, standing.state)
        key = (standing.log, standing.ply, f"standings {disputed}")
        body = worked(key, lambda: table(standing.state, disputed))
        if standing.state.manifest.is_remote:
            return Response(body, content_type=JSON)  # a dispute changes it, and is no entry of this log
        return _tagged(body, standing)

    @found.route("/<tournament_id:tournament>/cross-table", methods=["GET"])
    @found.response(200, shapes.CrossTableView, example=shapes.CROSS_EXAMPLE)
    def cross_table(tournament: str) -> Response:
        """Get the cross table of a tournament

        The answer has the results of each entrant against each other entrant.
        """
        standing = _standing(desk, tournament)
        body = worked((standing.log, standing.ply, "cross"), lambda: cross(standing.state))
        return _tagged(body, standing)


def _add_schedule(found: Blueprint, desk: Desk) -> None:
    worked = Worked()

    @found.route("/<tournament_id:tournament>/games", methods=["GET"])
    @found.arguments(bodies.FixturesQuery, location="query")
    @found.response(
        200,
        shapes.FixturesView,
        example={"tournament": shapes.EXAMPLE["tournament"], "games": [shapes.FIXTURE_EXAMPLE], "next": None},
    )
    def games(query: Json, tournament: str) -> Response:
        """List the games of a tournament in the order of the schedule

        Each game has its seats, and its result once it is over. Pages are chosen with `cursor` and `limit`.
        """
        standing = _standing(desk, tournament)
        before, limit = query["cursor"], query["limit"]
        rest = [one for one in standing.state.fixtures if one.number > before]
        following = rest[limit - 1].number if len(rest) > limit else None
        listed = [game(standing.state, one) for one in rest[:limit]]
        body = {"tournament": tournament, "games": listed, "next": following}
        response = _tagged(body, standing)
        return response if following is None else next_page(response, cursor=following)

    @found.route("/<tournament_id:tournament>/pairings/<ply:round>", methods=["GET"])
    @found.response(200, shapes.PairingsView, example=shapes.PAIRINGS_EXAMPLE)
    def pairings_of(tournament: str, round: int) -> Response:
        """Get the pairings of a round

        The answer has the entrants and the games played of each pairing, and the byes.
        """
        standing = _standing(desk, tournament)
        return _tagged(pairings(standing.state, _round(standing.state, round)), standing)

    @found.route("/<tournament_id:tournament>/pairings/<ply:round>/explain", methods=["GET"])
    @found.arguments(LanguageQuery, location="query")
    @found.response(200, shapes.ReasonsView, example=shapes.REASONS_EXAMPLE)
    def explain(query: Json, tournament: str, round: int) -> Response:
        """Explain the pairings of a round

        The answer lists the reasons for the pairings, each with the rule, its numbers and a sentence.
        """
        languages = languages_asked(request, query.get("lang"))
        standing = _standing(desk, tournament)
        one = _round(standing.state, round)
        body = worked(
            (standing.log, standing.ply, round, languages), lambda: reasons(standing.state, one, languages)
        )
        return in_languages(_tagged(body, standing), languages)


def _add_log(found: Blueprint, desk: Desk) -> None:
    @found.route("/<tournament_id:tournament>/events", methods=["GET"])
    @produces(JSON, EVENT_STREAM, NDJSON)
    @found.arguments(bodies.TournamentEventsQuery, location="query")
    @found.doc(responses={200: {"content": _STREAMS}})
    @found.header("Last-Event-ID")
    @found.response(200, shapes.TournamentEventsView, example=shapes.EVENTS_EXAMPLE)
    @found.problems("stream_limit")
    def events(query: Json, tournament: str) -> Response:
        """Get or stream the entries of a tournament's log after a ply

        It works like GET /v1/games/{game}/events: `wait` delays a page until there is an entry, and with
        `Accept: text/event-stream` or `application/x-ndjson` entries are streamed as they are made, until
        `end`.
        """
        media_type = negotiate(request, JSON, EVENT_STREAM, NDJSON)
        after = _last_event_id(query["after"])
        name = _standing(desk, tournament).log
        if media_type == JSON:
            return _page(desk, name, query)
        watcher = desk.watch.enter(name)
        told = Following(desk.hall, name, after)
        done = partial(desk.watch.leave, watcher)
        return streamed(story(desk.watch, watcher, told.news, lambda: told.ply), media_type, done)


def _page(desk: Desk, tournament: GameId, query: Json) -> Response:
    after: int = query["after"]
    standing = desk.hall.current(tournament)
    if standing.ply <= after and query["wait"] and not standing.state.is_over:
        desk.watch.wait(tournament, after, query["wait"])
        standing = desk.hall.current(tournament)
    upto = min(standing.ply, after + query["limit"])
    place = desk.hall.store.place(tournament, after) if after < upto else None
    entries = () if place is None else desk.hall.store.read(tournament, place, upto)
    body = {
        "tournament": tournament,
        "ply": standing.ply,
        "events": [entry(one) for one in entries],
        "next": entries[-1].ply if entries else after,
    }
    response = _tagged(body, standing)
    return next_page(response, after=body["next"]) if upto < standing.ply and entries else response


def _last_event_id(after: int) -> int:
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return after
    if not re.fullmatch("[0-9]{1,15}", text):
        raise Problem("bad_request", "Last-Event-ID is the ply of the last entry that was seen.")
    return int(text)


def _add_moves(found: Blueprint, desk: Desk) -> None:
    def move(name: str, command: Callable[[], Any], summary: str, description: str, *problems: str) -> None:
        def view(tournament: str) -> Response:
            return _moved(desk, tournament, command())

        view.__name__, view.__doc__ = (
            name,
            f"{summary}\n\n{description} It needs the API key of the organiser.",
        )
        described = found.problems(*_MOVES, *problems)(view)
        described = found.bearer(KEY, scopes=_ORGANISING)(described)
        described = found.response(200, shapes.TournamentView, example=shapes.EXAMPLE)(described)
        found.route(f"/<tournament_id:tournament>/{name}", methods=["POST"])(described)

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
    _add_judging(found, desk)


def _add_judging(found: Blueprint, desk: Desk) -> None:
    @found.route("/<tournament_id:tournament>/adjudications", methods=["POST"])
    @found.arguments(bodies.AdjudicationSchema, example=bodies.ADJUDICATION_EXAMPLE)
    @found.response(200, shapes.TournamentView, example=shapes.EXAMPLE)
    @found.bearer(KEY, scopes=_ORGANISING)
    @found.problems(*_MOVES, "fixture_unknown", "fixture_over", "result_seats")
    def adjudicate(body: Json, tournament: str) -> Response:
        """Adjudicate a game of a tournament

        Sets the result of a game that was not played, with a reason; the log marks it as adjudicated. It
        needs the API key of the organiser.
        """
        command = said.Adjudicate(body["fixture"], tuple(body["balances"]), body["text"])
        return _moved(desk, tournament, command)

    @found.route("/<tournament_id:tournament>/forfeits", methods=["POST"])
    @found.arguments(bodies.ForfeitSchema, example=bodies.FORFEIT_EXAMPLE)
    @found.response(200, shapes.TournamentView, example=shapes.EXAMPLE)
    @found.bearer(KEY, scopes=_ORGANISING)
    @found.problems(*_MOVES, "entrant_unknown", "entrant_out")
    def forfeit(body: Json, tournament: str) -> Response:
        """Withdraw an entrant from a tournament

        The opponents in its remaining games get a walkover. It needs the API key of the organiser.
        """
        return _moved(desk, tournament, said.Forfeit(body["entrant"], body["text"]))


def _moved(desk: Desk, tournament: str, command: Any) -> Response:
    """The tournament after a command of its organiser."""
    caller, name = _caller(desk), GameId(tournament)
    owner = _standing(desk, tournament).state.owner
    if owner not in (None, caller.player.id):
        raise Problem("forbidden")

    def write() -> Response:
        with _refusals():
            done = desk.hall.act(name, caller.player.id, command, _record(caller))
        return once.replayed(_shown(desk, done.standing), done.replayed)

    return once.kept(write)


def _record(caller: Caller) -> Once | None:
    return once.record(once.endpoint(caller.player.id), once.key_of(once.bearer()))


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except Unwelcome as refused:
        raise Problem(refused.code) from None
    except NoSuchLog:
        raise Problem("not_found") from None


def _caller(desk: Desk) -> Caller:
    caller = desk.access.caller()
    if caller is None:
        raise Problem("unauthenticated")
    caller.needs(Scope.ORGANISE)
    return caller


def _standing(desk: Desk, tournament: str) -> Standing[Tournament]:
    with _refusals():
        return desk.hall.current(GameId(tournament))


def _disputed(desk: Desk, state: Tournament) -> tuple[int, ...]:
    """The fixtures about whose game a dispute is open."""
    return tuple(one.fixture for one in contestable(state) if desk.disputed(GameId(one.game)))


def _round(state: Tournament, number: int) -> Round:
    if not 0 < number <= len(state.rounds):
        raise absent.rounds(len(state.rounds))
    return state.rounds[number - 1]


def _shown(desk: Desk, standing: Standing[Tournament], status: int = 200) -> Response:
    """The tournament; what it waits for is no entry of its log, so the tag of that does not stand for it."""
    waits_for = desk.hall.waits_for(standing.state)
    body = shown(standing, waits_for)
    if waits_for is None:
        return _tagged(body, standing, status)
    return Response(orjson.dumps(body), status, content_type=JSON)


def _tagged(body: Json | bytes, standing: Standing[Tournament], status: int = 200) -> Response:
    data = body if isinstance(body, bytes) else orjson.dumps(body)
    response = Response(data, status, content_type=JSON)
    response.headers["ETag"] = etag(standing.ply)
    return response
